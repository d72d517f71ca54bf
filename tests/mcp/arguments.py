"""arguments.py: an argument in a neighbour type, or under a name near by.

A client's serialiser often decides so, and the model cannot mend it: a list as
a text, null for what is not given, numbers and truth as texts.
"""
import json
import os
import subprocess

from client import Server, check, done, equal

os.environ["CORTEX_NOW"] = "2026-04-15T12:00:00"
WHY = "Nobody could say later why it was decided so"
os.makedirs("v/a")
open("v/cortex.toml", "w").close()


def note(id, **front):
    front = dict({"id": id, "name": id.title(), "type": "lesson",
                  "project": "shop", "updated": "2026-04-10"}, **front)
    with open("v/a/%s.md" % id, "w") as f:
        f.write("---\n%s---\nThe tapir of %s sleeps.\n" % ("".join(
            "%s: %s\n" % i for i in front.items()), id))


for i in range(60):
    note("n%02d" % i, tags="[even, all]" if i % 2 == 0 else "[odd, all]")
note("42")
note("with, comma")
note("release_windows", name="release windows")
subprocess.run(["cx", "-C", "v", "rebuild"], check=True)
s = Server("--vault", os.path.abspath("v"))
s.start()


def found(tool="search_memories", **args):
    args = dict({"query": "tapir"}, **args)
    r = s.call(tool, args)
    if not check(not r.get("isError"), "%s %.100r" % (tool, args), r):
        return []
    return [m["id"] for m in r["structuredContent"].get("memories", [])]


def same(args, plain, tool="search_memories"):
    """Arguments mean what the plain ones do; what recall has shown ranks
    higher the next time, so there only that they are taken counts."""
    if tool == "recall":
        found(tool, **args)
        return
    equal(found(tool, **args), found(tool, **plain),
          "%s: %.60r is %.60r" % (tool, args, plain))


# --- each form of a kind, for both tools that ask ---
for tool in "search_memories", "recall":
    for args, plain in (
            # lists
            ({"tags": "even"}, {"tags": ["even"]}),
            ({"tags": "even, all"}, {"tags": ["even", "all"]}),
            ({"tags": " even ,, all,"}, {"tags": ["even", "all"]}),
            ({"tags": '["even"]'}, {"tags": ["even"]}),
            ({"tags": ' [ "even" , "all" ] '}, {"tags": ["even", "all"]}),
            ({"tags": "[]"}, {}), ({"tags": []}, {}), ({"tags": ""}, {}),
            ({"tags": None}, {}), ({"tags": "null"}, {}),
            ({"tags": ["null"]}, {}), ({"tags": ["even", None]},
                                       {"tags": ["even"]}),
            # numbers
            ({"limit": "5"}, {"limit": 5}), ({"limit": " 5 "}, {"limit": 5}),
            ({"limit": 5.0}, {"limit": 5}), ({"limit": "5.0"}, {"limit": 5}),
            ({"limit": 5e0}, {"limit": 5}), ({"limit": None}, {}),
            ({"limit": ""}, {}), ({"limit": "null"}, {}),
            ({"budget": "500"}, {"budget": 500}),
            ({"budget": 100000}, {"budget": 8000}),
            ({"budget": "1e300"}, {"budget": 8000}),
            # truth
            ({"all": "true"}, {"all": True}), ({"all": "True"}, {"all": True}),
            ({"all": "false"}, {}), ({"all": " false "}, {}),
            ({"all": None}, {}), ({"all": ""}, {}), ({"all": "null"}, {}),
            # texts
            ({"type": None}, {}), ({"type": ""}, {}),
            ({"type": ["lesson"]}, {"type": "lesson"}), ({"type": []}, {}),
            ({"project": ""}, {}), ({"project": None}, {}),
            ({"project": "null"}, {}), ({"project": ["shop"]},
                                        {"project": "shop"}),
            ({"scope": ""}, {}), ({"since": None}, {}), ({"since": ""}, {}),
            ({"since": "null"}, {}), ({"cursor": None}, {}),
            ({"cursor": ""}, {}), ({"where": None}, {}), ({"why_not": ""}, {}),
            ({"relation": None}, {}),
            # names
            ({"query": None, "q": "tapir"}, {}),
            ({"query": None, "Query": "tapir"}, {}),
            ({"max_results": 5}, {"limit": 5}), ({"topK": "5"}, {"limit": 5}),
            ({"maxTokens": 500}, {"budget": 500}),
            ({"tag": "even"}, {"tags": ["even"]}),
            ({"project_name": "shop"}, {"project": "shop"}),
            ({"Since": "1w"}, {"since": "1w"}), ({"why-not": ""}, {})):
        same(args, plain, tool)
equal(found(limit=1000), found(limit=50), "search: limit: as many as there are")
equal(len(found("recall", limit="1000", budget="99999")),
      len(found("recall", limit=100, budget=8000)), "recall: likewise")
equal(found(query="null"), [], "a word may be null")
check(found(query=["tapir"]), "a query in a list")
equal(s.call("memory_status", {"project": None}),
      s.call("memory_status"), "memory_status: null")
for raw in '"arguments":null', '"arguments":{}', '"x":1':
    s.raw(('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":'
           '{"name":"memory_status",%s}}\n' % raw).encode())
    check("atoms" in s.read()["result"]["structuredContent"], raw)

# --- notes that are named ---
for ids, want in (("n00", ["n00"]), ('["n00","a/n01.md"]', ["n00", "n01"]),
                  ("with, comma", ["with, comma"]), ("42", ["42"]),
                  ("a/n02.md", ["n02"]), (["n03"], ["n03"])):
    equal([m["id"] for m in s.good("read_memories", {"ids": ids})["memories"]],
          want, "read: ids %r" % (ids,))
for name, value in (("id", "n00"), ("path", "a/n00.md"), ("memory_id", "n00"),
                    ("memoryIds", ["n00"]), ("memory_ids", '["n00"]'),
                    ("name", "N00"), ("paths", ["a/n00.md"]),
                    ("note", "n00")):
    equal([m["id"] for m in s.good("read_memories", {name: value})
           ["memories"]], ["n00"], "read: %s" % name)
for name, value in (("id", "n00"), ("ids", ["n00"]), ("memoryId", "n00"),
                    ("path", "a/n00.md"), ("memory_ids", ["n00"]),
                    ("memory_id", ["n00"])):
    r = s.call("update_memory", {name: value, "importance": "7"})
    equal(r["structuredContent"].get("id"), "n00", "update: " + name)
equal(s.good("delete_memory", {"ids": "n59"})["status"], "archived",
      "delete: ids")

# --- dates: null removes one, and nothing else does ---
def update(**args):
    return s.good("update_memory", dict({"memory_id": "n01"}, **args))


equal(update(expires="2027-04-15T10:00:00Z")["changed"],
      {"expires": "2027-04-15"}, "a moment is on a day")
for nothing in "", []:
    equal(update(expires=nothing, importance=3)["changed"].get("expires", 0),
          0, "expires: %r leaves it" % (nothing,))
equal(update(tags=None, name=None, status="", reviewed="true",
             type=None)["changed"], {"reviewed": "2026-04-15"},
      "null changes nothing")
equal(update(expires=None)["changed"], {"expires": None}, "null removes it")
update(expires="2027-04-15")
equal(update(expires="null")["changed"], {"expires": None},
      "so does the text null")
equal(s.code("update_memory", {"memory_id": "n01", "reviewed": False}),
      "INVALID_ARGUMENT", "what is false is not given")

# --- a memory in the words of a model ---
r = s.good("save_memory", {
    "text": "The okapi of server db7 is fed at 06:00 because the database "
    "cache is warm then, cut \ud83d here.", "kind": "learning", "why": WHY,
    "title": "Feeding", "labels": "zoo, db", "keywords": '["hay", "grass"]',
    "importance": "8", "confidence": 4.0, "expires": "", "project_id": "shop",
    "supersedes": None})
record = json.loads(subprocess.run(
    ["cx-scan", "--body", "-C", "v", "-"], input=r["path"] + "\n",
    stdout=subprocess.PIPE, text=True, check=True).stdout)
equal([record[k] for k in ("name", "type", "tags", "keywords", "importance",
                           "confidence", "project")],
      ["Feeding", "learning", ["zoo", "db"], ["hay", "grass"], 8, 0.8,
       "shop"], "save: all of it")
check("cut \ufffd here" in record["body"], "save: half an emoji", record)
r = s.good("capture", {"message": "x", "type": "manual", "tags": "a, b",
                       "sessionId": "s-1"})
with open("v/" + r["path"]) as f:
    check('"s-1"' in f.read(), "capture: session")

# --- what cannot mean one thing is still refused, and said ---
for tool, args, said in (
        ("search_memories", {"limit": 7.5}, "limit must be an integer"),
        ("search_memories", {"limit": "7.5"}, "limit must be an integer"),
        ("search_memories", {"limit": "many"}, "limit must be an integer"),
        ("search_memories", {"limit": True}, "limit must be an integer"),
        ("search_memories", {"limit": [5]}, "limit must be an integer"),
        ("search_memories", {"limit": 0}, "limit must be 1 to 50"),
        ("search_memories", {"limit": "-1"}, "limit must be 1 to 50"),
        ("search_memories", {"budget": 10}, "budget must be 200 to 8000"),
        ("search_memories", {"limit": {}}, "limit must be an integer"),
        ("search_memories", {"query": {}}, "query must be a string"),
        ("search_memories", {"query": 5}, "query must be a string"),
        ("search_memories", {"query": ["a", "b"]}, "query must be a string"),
        ("search_memories", {"query": " "}, "query is empty"),
        ("search_memories", {"tags": {}}, "tags must be an array"),
        ("search_memories", {"tags": [1]}, "tags must be an array"),
        ("search_memories", {"tags": [["a"]]}, "tags must be an array"),
        ("search_memories", {"tags": "['a', 'b']"}, "tags must be an array"),
        ("search_memories", {"tags": '["a"'}, "tags must be an array"),
        ("search_memories", {"tags": '{"a":1}'}, None),
        ("search_memories", {"all": "yes"}, "all must be true or false"),
        ("search_memories", {"all": 1}, "all must be true or false"),
        ("search_memories", {"colour": "red"}, "no argument 'colour'; it "),
        ("search_memories", {"colour": None}, "no argument 'colour'; it "),
        ("search_memories", {"q": "a", "query": "b"},
         "'q' and 'query' are the same argument; give one"),
        ("read_memories", {}, "read_memories needs ids"),
        ("read_memories", {"ids": None}, "read_memories needs ids"),
        ("read_memories", {"ids": "[]"}, "ids must have 1 to 20"),
        ("read_memories", {"ids": ""}, "ids: one is empty"),
        ("update_memory", {"memory_id": "n01", "importance": 11},
         "importance must be 1 to 10"),
        ("update_memory", {"memory_id": "n01", "importance": "11"},
         "importance must be 1 to 10"),
        ("update_memory", {"memory_id": ["n01", "n02"], "importance": 1},
         "memory_id must be a string"),
        ("update_memory", {"memory_id": "n01", "expires": "2026-02-30T00:00Z"},
         "expires must be a day")):
    if tool == "search_memories" and not {"query", "q"} & set(args):
        args = dict(args, query="tapir")
    r = s.call(tool, args)
    text = r["content"][0]["text"]
    if said:
        check(r.get("isError") and said in text and
              r["structuredContent"]["error"]["code"] == "INVALID_ARGUMENT",
              "%s %r: %s" % (tool, args, said), text)
check(s.ask("ping")["result"] == {}, "and it lives on")

# --- a name that is nearly one ---
for id in ("release windows", "Release-Windows", "release_windws",
           "RELEASE_WINDOWS.md", "windows", "a/release-windows.md"):
    for tool, args in (("read_memories", {"ids": [id]}),
                       ("delete_memory", {"memory_id": id}),
                       ("search_memories", {"query": "x", "why_not": id})):
        if (tool, id) == ("read_memories", "release windows"):
            continue  # a name of the note is one of its names
        text = s.call(tool, args)["content"][0]["text"]
        check(text.startswith("MEMORY_NOT_FOUND") and "did you mean "
              'release_windows "release windows"' in text,
              "%s: %s" % (tool, id), text)
text = s.call("read_memories", {"ids": ["zzyzx"]})["content"][0]["text"]
check("did you mean" not in text and "search_memories" in text,
      "nothing is near", text)
r = s.good("read_memories", {"ids": ["n00", "release_windws"]})
check("did you mean release_windows" in r["not_found"], "one of two", r)
s.end()
done()
