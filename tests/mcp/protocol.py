"""protocol.py: revisions, handshake, messages, ids, errors."""
import json
import os
import re
import subprocess

from client import (CURRENT, SESSION, TOOLS, Server, check, done, equal,
                    modern)


def error(r):
    return (r or {}).get("error", {}).get("code")


# --- the revision with a handshake ---
s = Server()
r = s.start()
equal(r["result"]["protocolVersion"], SESSION, "the version that was asked for")
equal(r["result"]["serverInfo"]["name"], "cx-mcp", "who it is")
check("tools" in r["result"]["capabilities"], "it has tools", r)
equal(r["result"]["capabilities"],
      {"tools": {}, "prompts": {}, "resources": {}}, "prompts and resources")
equal(s.ask("ping")["result"], {}, "ping")
r = s.ask("tools/list")
tools = {t["name"]: t for t in r["result"]["tools"]}
equal(sorted(tools), sorted(TOOLS), "all tools")
check("nextCursor" not in r["result"], "on one page")
equal(error(s.ask("tools/list", {"cursor": "x"})), -32602,
      "a cursor that we never gave")
equal(error(s.ask("tools/list", {"cursor": 5})), -32602, "a cursor: a number")
# The handshake is made once, but again does no harm.
equal(s.ask("initialize", {"protocolVersion": SESSION, "capabilities": {},
                           "clientInfo": {"name": "x", "version": "1"}})
      ["result"]["protocolVersion"], SESSION, "initialize again")

for name, t in tools.items():
    schema = t["inputSchema"]
    equal(schema["type"], "object", name + ": takes an object")
    equal(schema["additionalProperties"], False, name + ": of known members")
    check(len(t["description"]) > 10, name + ": says what it does")
    check(re.fullmatch(r"[a-z_]{1,64}", name), name + ": a portable name")
    for key, p in schema.get("properties", {}).items():
        check(isinstance(p.get("type"), str), "%s.%s has a type" % (name, key),
              p)
    for key in schema.get("required", []):
        check(key in schema["properties"], "%s.%s is one" % (name, key))


def prop(tool, key):
    return tools[tool]["inputSchema"]["properties"][key]


REQUIRED = {
    "save_memory": ["content", "type", "reason"], "get_memories": [],
    "search_memories": ["query"], "read_memories": ["ids"],
    "list_projects": [],
    "delete_memory": ["memory_id"],
    "supersede_memory": ["memory_id", "content", "reason"],
    "edit_memory": ["memory_id", "operation", "content"],
    "update_memory": ["memory_id"], "recall": [],
    "capture": ["type", "content"], "memory_status": []}
# search_memories and recall ask with the same, but recall is a ranking.
QUESTION = ("query project type tags scope since relation where all about "
            "fuzzy explain why_not limit budget")
ARGS = {
    "save_memory": "content type reason name tags keywords importance "
    "confidence project expires supersedes",
    "get_memories": "project type limit min_importance budget",
    "search_memories": QUESTION + " rank", "recall": QUESTION,
    "read_memories": "ids section project budget", "list_projects": "",
    "delete_memory": "memory_id project",
    "edit_memory": "memory_id operation content section old_text project",
    "supersede_memory": "memory_id content reason name tags keywords "
    "importance confidence project",
    "update_memory": "memory_id type status name project tags keywords "
    "importance confidence expires reviewed",
    "capture": "type content session project tags",
    "memory_status": "project"}
for name in TOOLS:
    schema = tools[name]["inputSchema"]
    equal(sorted(schema.get("required", [])), sorted(REQUIRED[name]),
          name + ": what is required")
    got = set(schema.get("properties", {})) - {"cursor"}
    equal(sorted(got), sorted(ARGS[name].split()), name + ": its arguments")
for tool in "save_memory", "update_memory", "supersede_memory":
    p = prop(tool, "importance")
    equal([p["type"], p["minimum"], p["maximum"]], ["integer", 1, 10],
          tool + ": importance 1 to 10")
    p = prop(tool, "confidence")
    equal([p["type"], p["minimum"], p["maximum"]], ["integer", 1, 5],
          tool + ": confidence 1 to 5")
equal(prop("save_memory", "importance")["default"], 5, "importance: 5")
equal(prop("save_memory", "confidence")["default"], 3, "confidence: 3")
equal(prop("search_memories", "limit").get("default"), None,
      "limit: by the budget")
equal(prop("recall", "limit")["maximum"], 100, "recall: at most 100")
for tool in "search_memories", "recall":
    equal([prop(tool, "budget")[k] for k in ("minimum", "maximum",
                                             "default")],
          [200, 8000, 1000], tool + ": budget")
check("20" in prop("read_memories", "ids")["description"], "read: at most 20")
equal([prop("get_memories", "budget")[k] for k in
       ("minimum", "maximum", "default")], [1000, 12000, 4000], "budget")
equal(sorted(prop("save_memory", "type")["enum"]),
      sorted("decision context preference thread error learning "
             "reference".split()),
      "types of memories")
equal(sorted(prop("capture", "type")["enum"]),
      sorted("stop pre_compact meeting manual".split()), "types of events")
check("null" in prop("update_memory", "expires")["description"],
      "expires may be null")
check("3-7" in prop("save_memory", "keywords")["description"],
      "keywords are asked for")

# Some APIs refuse all tools for one word of JSON Schema that they lack, others
# for a list of types: only what all know.
WORDS = {"type", "description", "enum", "items", "properties", "required",
         "minimum", "maximum", "default", "additionalProperties"}
TYPES = {"string": str, "integer": int, "boolean": bool, "array": list,
         "object": dict}


def odd(schema, where):
    """What is not of the common subset."""
    found = [(where, k) for k in schema if k not in WORDS]
    kind = schema.get("type")
    if not isinstance(kind, str) or kind not in TYPES:
        return found + [(where, "type", kind)]
    if "enum" in schema and (kind != "string" or not all(
            isinstance(x, str) and x for x in schema["enum"])):
        found.append((where, "enum"))
    if "default" in schema and not isinstance(schema["default"], TYPES[kind]):
        found.append((where, "default"))
    if (kind == "array") != ("items" in schema):
        found.append((where, "items"))
    if "items" in schema:
        found += odd(schema["items"], where + "[]")
    for k, p in schema.get("properties", {}).items():
        found += odd(p, where + "." + k)
    return found


for name, t in tools.items():
    equal(odd(t["inputSchema"], name), [], name + ": words of the schema")
    check(set(t) <= {"name", "title", "description", "inputSchema",
                     "annotations"}, name + ": members", set(t))

# Whatever a hint leaves open a client takes for the worst, and asks its user or
# refuses: Codex lets a write run if it neither destroys nor reaches out.
READS = {"get_memories", "search_memories", "read_memories", "list_projects",
         "recall", "memory_status"}
for name, t in tools.items():
    a = dict(t["annotations"])
    check(0 < len(t["title"]) < 30, name + ": a title", t)
    again = a.pop("idempotentHint", False)
    equal(a, {"readOnlyHint": name in READS,
              "destructiveHint": name == "delete_memory",
              "openWorldHint": False}, name + ": hints")
    equal(again, name in ("update_memory", "delete_memory"),
          name + ": the same again")
    check(re.match(r"When|Before|Once", t["description"]),
          name + ": says when to call it", t["description"])

# As lib/pack/tokens.h counts, which is never below the public tokenizers.
text = json.dumps(list(tools.values()), separators=(",", ":"))
count = int(subprocess.run(
    [os.path.join(os.environ["BIN"], "../unit/test-tokens"), "--count"],
    input=text, stdout=subprocess.PIPE, text=True, check=True).stdout)
check(1000 < count <= 2200, "tools: at most 2,200 tokens", count)
s.end()

for offered in "2024-11-05", "2025-03-26", "2025-06-18", SESSION:
    s = Server()
    equal(s.start(offered)["result"]["protocolVersion"], offered,
          offered + " is spoken")
    s.end()
for offered in "2024-10-07", "1999-01-01", "next", CURRENT:
    s = Server()
    equal(s.start(offered)["result"]["protocolVersion"], SESSION,
          offered + " has no handshake here: the newest that has")
    s.end()
s = Server()
for params in None, {}, {"protocolVersion": 5}, []:
    equal(error(s.ask("initialize", params)), -32602,
          "initialize with %r" % (params,))
equal(error(s.ask("tools/list")), -32602, "tools before initialize")
equal(error(s.ask("tools/call", {"name": "list_projects"})), -32602,
      "a call before initialize")
equal(s.ask("ping").get("result"), {}, "ping before initialize")
equal(s.start()["result"]["protocolVersion"], SESSION, "initialize, then")
s.end()

# --- the revision without ---
s = Server()
r = s.ask("server/discover", modern())["result"]
check(CURRENT in r["supportedVersions"] and SESSION in r["supportedVersions"],
      "discover: versions", r)
equal(r["resultType"], "complete", "discover: resultType")
equal(r["_meta"]["io.modelcontextprotocol/serverInfo"]["name"], "cx-mcp",
      "discover: who it is")
check(r["ttlMs"] >= 0 and r["cacheScope"] == "public", "discover: caching", r)
r = s.ask("tools/list", modern())["result"]
equal(len(r["tools"]), len(TOOLS), "tools without a handshake")
equal(r["resultType"], "complete", "tools: resultType")
check(r["ttlMs"] >= 0 and r["cacheScope"] == "public", "tools: caching", r)
r = s.ask("server/discover", modern("1900-01-01"))
equal(error(r), -32022, "an unknown revision")
check(CURRENT in r["error"]["data"]["supported"] and
      r["error"]["data"]["requested"] == "1900-01-01", "and what there is", r)
p = modern()
del p["_meta"]["io.modelcontextprotocol/clientCapabilities"]
equal(error(s.ask("tools/list", p)), -32602, "no capabilities of the client")
equal(error(s.ask("tools/list", modern(5))), -32602, "a revision: a number")
equal(error(s.ask("ping", modern())), -32601, "ping is no more")
equal(error(s.ask("server/discover")), -32602, "discover without _meta")
equal(error(s.ask("tools/list")), -32602,
      "what was said before does not count for a request without _meta")
s.end()

# --- messages ---
s = Server()
s.start()


def told(raw, code, text, id=None):
    s.raw(raw + b"\n")
    r = s.read()
    equal(((r or {}).get("error", {}).get("code"), (r or {}).get("id")),
          (code, id), text)
    check(r and isinstance(r["error"]["message"], str) and
          "id" in r and r["jsonrpc"] == "2.0", text + ": whole", r)


told(b"{", -32700, "half an object")
told(b"nonsense", -32700, "no JSON")
told(b'{"jsonrpc":"2.0","id":1,"method":"ping"', -32700, "cut short", 1)
told(b'{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}', -32700, "two ids")
told(b'\xef\xbb\xbf{"jsonrpc":"2.0","id":1,"method":"ping"}', -32700,
     "a byte order mark", 1)
told(b'{"jsonrpc":"2.0","id":1,"method":"p\xffng"}', -32700, "no UTF-8", 1)
told(b'{"jsonrpc":"2.0","id":1,"method":"\\ud800"}', -32601, "half a pair",
     1)
told(b"[" * 5000, -32700, "deep")
told(b"5", -32600, "a number")
told(b'"ping"', -32600, "a text")
told(b"null", -32600, "null")
told(b"[]", -32600, "an empty batch")
told(b'[{"jsonrpc":"2.0","id":1,"method":"ping"}]', -32600, "a batch", 1)
told(b"{}", -32600, "an empty object")
told(b'{"jsonrpc":"1.0","id":7,"method":"ping"}', -32600, "1.0", 7)
told(b'{"id":7,"method":"ping"}', -32600, "no jsonrpc", 7)
told(b'{"jsonrpc":2.0,"id":7,"method":"ping"}', -32600, "2.0, a number", 7)
told(b'{"jsonrpc":"2.0","id":7,"method":5}', -32600, "method: a number", 7)
told(b'{"jsonrpc":"2.0","id":7}', -32600, "no method", 7)
told(b'{"jsonrpc":"2.0","id":7,"method":"ping","params":[1]}', -32602,
     "params: an array", 7)
told(b'{"jsonrpc":"2.0","id":7,"method":"ping","params":"x"}', -32602,
     "params: a text", 7)
told(b'{"jsonrpc":"2.0","id":7,"method":"tools/shout"}', -32601,
     "an unknown method", 7)
told(b'{"jsonrpc":"2.0","id":7,"method":""}', -32601, "an empty method", 7)
told(b'{"jsonrpc":"2.0","id":7,"method":"resources/subscribe"}', -32601,
     "to subscribe", 7)
told(b'{"jsonrpc":"2.0","id":7,"method":"tools/call"}', -32602,
     "a call of nothing", 7)
told(b'{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":7}}',
     -32602, "a tool: a number", 7)
told(b'{"jsonrpc":"2.0","id":7,"method":"tools/call","params":'
     b'{"name":"rm_rf"}}', -32602, "an unknown tool", 7)
told(b'{"jsonrpc":"2.0","id":7,"method":"tools/call","params":'
     b'{"name":"recall","arguments":[]}}', -32602, "arguments: an array", 7)
# An argument of the wrong type is an error of the tool, which a model sees and
# may mend (MCP 2025-11-25, SEP-1303).
for name, arguments, text in (
        ("search_memories", {"query": 5}, "an argument of the wrong type"),
        ("search_memories", {"query": "a", "limit": 2.5},
         "a limit: a fraction"),
        ("capture", {"type": "manual", "content": "x", "tags": [1]},
         "tags: numbers")):
    equal(s.code(name, arguments), "INVALID_ARGUMENT", text)
told(b'{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600, "id: null")
told(b'{"jsonrpc":"2.0","id":true,"method":"ping"}', -32600, "id: true")
told(b'{"jsonrpc":"2.0","id":[1],"method":"ping"}', -32600, "id: an array")
told(b'{"jsonrpc":"2.0","id":{},"method":"ping"}', -32600, "id: an object")

# The id is wherever the client writes it; some write it last.
BREAKS = [("a broken escape", b'{"q":"\\x"}'), ("a broken \\u", b'"\\u12G4"'),
          ("a control character", b'"a\tb"'), ("bytes", b'"\xff\xfe"'),
          ("a comma too many", b"[1,2,]"), ("NaN", b"NaN"),
          ("a number", b"01"), ("a member twice", b'{"a":1,"a":2}'),
          ("depth", b"[" * 300 + b"]" * 300), ("a word", b"undefined"),
          ("another id, within", b'{"id":8,"x":[{"id":9}],"y":.5}'),
          ("an id in a text", b'"{\\"id\\":8}\x01"')]
for text, bad in BREAKS:
    for line in (b'{"jsonrpc":"2.0","id":7,"method":"ping","params":%s}',
                 b'{"method":"ping","params":%s,"jsonrpc":"2.0","id":7}',
                 b' { "method" : "ping" , "id" : 7 , "params" : %s } '):
        told(line % bad, -32700, text, 7)
for id in ('"a"', '"\\ud83d"', "-3", "2.50", "1e2", "9" * 40, '"%s"' %
           ("x" * 5000)):
    s.raw(('{"params":[1,],"jsonrpc":"2.0","id":%s}\n' % id).encode())
    got = s.line()
    check(('"id":%s,' % id).encode() in got,
          "an error: id %.20s as it was written" % id, got[:300])
for line, text in ((b'{"id":1,"id":2,"x":}', "two ids"),
                   (b'{"id":{"id":3},"x":}', "an object"),
                   (b'{"id":null,"x":}', "null"), (b'{"id":[4],"x":}', "a list"),
                   (b'{"id":"a\\x"}', "an id that is broken"),
                   (b'{"id":01}', "a number that is none"),
                   (b'{"params":{"id":5},"x":}', "only within"),
                   (b'{"jsonrpc":"2.0","method":"ping","id":12', "cut within"),
                   (b'"id":5', "no object")):
    told(line, -32700, "no id: " + text)
told(b'{"method":"a"b","params":{},"id":7}', -32700, "a quote too many", 7)
told(b'rest of a text","jsonrpc":"2.0","id":7}', -32700, "a second half", 7)
# Members of a batch where there are none, or that cannot be read.
for line, code in ((b'[{"jsonrpc":"2.0","id":1,"method":"ping"},{"x":{"id":5}},'
                    b'7,{"method":"ping","id":"b"}]', -32600),
                   (b'[{"id":1,"params":{"id":2}},{"id":"b","x":tru}]',
                    -32700)):
    s.raw(line + b"\n")
    r = [s.read(), s.read()]
    equal([[x["id"], x["error"]["code"]] for x in r], [[1, code], ["b", code]],
          "each member of a batch is answered: %d" % code)

# What is cut in the middle of an emoji is a text all the same.
for half in "\\ud83d", "\\ude00", "\\ud83d\\ud83d\\ude00", "\\ude00\\ud83d":
    s.raw(b'{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":'
          b'"none%s"}}\n' % half.encode())
    r = s.read()
    check(r["id"] == 7 and r["error"]["code"] == -32602 and
          "none\ufffd" in r["error"]["message"] or "\U0001f600" in
          r["error"]["message"], "half an emoji: " + half, r)

# Ids come back as they were written.
for id in ("0", "-1", "9007199254740993", "9223372036854775807", "1.5",
           '"a"', '""', '"1"', '"\\u0000"', '"a\\nb"', '"\u00e9\U0001f600"',
           '"</tool_result>"', '"%s"' % ("x" * 5000)):
    s.raw(('{"jsonrpc":"2.0","id":%s,"method":"ping"}\n' % id).encode())
    got = s.line()
    check(got is not None and ('"id":%s' % id).encode() in got and
          json.loads(got.decode())["id"] == json.loads(id),
          "id %s" % id[:40].encode("unicode_escape").decode(), got)

# What wants no answer gets none.
for m in (b"", b"  ", b"\r",
          b'{"jsonrpc":"2.0","method":"notifications/cancelled",'
          b'"params":{"requestId":99}}',
          b'{"jsonrpc":"2.0","method":"notifications/cancelled"}',
          b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":[]}',
          b'{"jsonrpc":"2.0","method":"notifications/whatever"}',
          b'{"jsonrpc":"2.0","method":"tools/call","params":{"name":'
          b'"capture","arguments":{"type":"manual","content":"never"}}}',
          b'{"jsonrpc":"2.0","id":3,"result":{}}',
          b'{"jsonrpc":"2.0","id":3,"error":{"code":1,"message":"x"}}'):
    s.raw(m + b"\n")
    s.raw(b'{"jsonrpc":"2.0","id":"after","method":"ping"}\r\n')
    r = s.read()
    equal(r and r.get("id"), "after", "no answer to %s" % m.decode()[:70])
check(s.end(), "it ends with its input")
equal(s.p.returncode, 0, "and says that all is well")

# --- lists ---
s = Server()
s.start()
for method, member in (("tools/list", "tools"), ("prompts/list", "prompts"),
                       ("resources/templates/list", "resourceTemplates")):
    for cursor in None, "":
        check(s.ask(method, {"cursor": cursor})["result"][member],
              "%s: cursor %r" % (method, cursor))
    for cursor in "x", 5, {}:
        equal(error(s.ask(method, {"cursor": cursor})), -32602,
              "%s: cursor %r" % (method, cursor))
    r = s.ask(method, modern())["result"]
    check(r["ttlMs"] > 0 and r["cacheScope"] == "public" and
          r["resultType"] == "complete", method + ": caching", r)
for params in {}, {"name": 5}, {"name": "none"}, {"name": "remember",
                                                  "arguments": []}:
    equal(error(s.ask("prompts/get", params)), -32602,
          "prompts/get: %r" % params)
count = int(subprocess.run(
    [os.path.join(os.environ["BIN"], "../unit/test-tokens"), "--count"],
    input=s.start()["result"]["instructions"], stdout=subprocess.PIPE,
    text=True, check=True).stdout)
check(30 < count <= 200, "instructions: at most 200 tokens", count)
s.end()

# --- batches: of one revision ---
PING = '{"jsonrpc":"2.0","id":%s,"method":"ping"}'
CALL = ('{"jsonrpc":"2.0","id":%s,"method":"tools/call","params":{"name":'
        '"search_memories","arguments":{"query":7}}}')
NOTE = '{"jsonrpc":"2.0","method":"notifications/whatever"}'
s = Server()
s.start("2025-03-26")


def batch(*members):
    s.raw(("[" + ",".join(members) + "]\n").encode())
    return s.read()


equal(batch(PING % 1), [{"jsonrpc": "2.0", "id": 1, "result": {}}],
      "a batch of one")
r = batch(PING % '"a"', NOTE, CALL % 2, "7", '{"id":3}', PING % 4, CALL % 5,
          '{"jsonrpc":"2.0","id":6,"method":"initialize","params":'
          '{"protocolVersion":"2025-03-26"}}', "[" + PING % 7 + "]")
equal(sorted(str(x["id"]) for x in r), sorted("a 2 None 3 4 5 6 7".split()),
      "a batch: an answer to each")
got = {x["id"]: x.get("result", x.get("error")) for x in r}
equal([got["a"], got[4]], [{}, {}], "a batch: pings")
check(got[2]["isError"] and got[5]["isError"], "a batch: calls", r)
equal([got[k]["code"] for k in (None, 3, 6, 7)], [-32600] * 4,
      "a batch: what is no request, and a handshake")
s.raw(('[%s,%s]\n[]\n' % (NOTE, NOTE)).encode())
equal([error(s.read())], [-32600], "notifications alone want no answer, "
      "nothing is an error")
s.raw((' [ %s , %s ] \r\n%s\n' % (CALL % '"],[{"', PING % '"\\"]"', PING % 3))
      .encode())
r = [s.read(), s.read()]
equal(r[0].get("id") if isinstance(r[0], dict) else r, 3,
      "others are answered while a batch runs")
equal([x["id"] for x in r[1]], ['"]', "],[{"],
      "blanks and brackets in texts")
s.raw(("[%s]\n" % ",".join([CALL % i for i in range(100)])).encode())
equal(sorted(x["id"] for x in s.read()), list(range(100)), "100 calls")
s.raw(("[%s,%s]\n" % (CALL % 1, CALL % 2)).encode())
check(s.p.stdin.close() is None and sorted(x["id"] for x in s.read()) == [1, 2],
      "the input ends: a batch is answered")
s.end()
done()
