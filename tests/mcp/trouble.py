"""trouble.py: what each tool answers when something is wrong with the vault:
all that an agent needs is in the reply."""
import fcntl
import json
import os
import signal
import subprocess
import threading
import time

from client import Server, check, children, done, equal

os.environ["CORTEX_NOW"] = "2026-04-15T12:00:00"
READS = [("search_memories", {"query": "tapir"}), ("recall", {}),
         ("get_memories", {}), ("read_memories", {"ids": ["n1"]}),
         ("list_projects", {})]
STATUS = ("memory_status", {"project": "*"})
BIN = os.path.dirname(os.popen("command -v cx-mcp").read().strip())


def put(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as f:
        f.write(text)


def note(i, text="The tapir sleeps.", v="v"):
    put("%s/n%d.md" % (v, i), "---\nid: n%d\nname: Note %d\ntype: lesson\n"
        "project: shop\nupdated: 2026-04-10\n---\n%s\n" % (i, i, text))


def rebuild(*options):
    subprocess.run(["cx", "-C", "v", "rebuild"] + list(options), check=True)


def start(**kw):
    s = Server("--vault", os.path.abspath("v"), cwd="here", **kw)
    s.start()
    return s


def said(r):
    """What each form says beside the answer."""
    return (r["content"][1]["text"] if len(r["content"]) > 1 else None,
            r["structuredContent"].get("note"))


os.makedirs("here/.cortex")
put("here/.cortex/project.json", '{"id":"shop","name":"shop"}\n')
put("v/cortex.toml", "[mcp]\nwait = 60000\n")
for i in range(5):
    note(i)
rebuild()
s = start()

# --- nothing is wrong: nothing is said ---
for tool, args in READS + [STATUS]:
    equal(said(s.call(tool, args)), (None, None), "well: " + tool)

# --- a file was edited a moment ago: it is seen ---
note(1, "The okapi wakes.")
equal([m["id"] for m in s.good("search_memories", {"query": "okapi"})
       ["memories"]], ["n1"], "edited: search_memories")
put("v/new.md", "---\nid: new\nname: New\ntype: lesson\nproject: other\n---\n"
    "The okapi eats.\n")
equal([p["name"] for p in s.good("list_projects")["projects"]],
      ["other", "shop"], "edited: list_projects")
note(2, "See [[n1]].")
equal(s.good("read_memories", {"ids": ["n1"]})["memories"][0]["backlinks"],
      ["n2.md"], "edited: read_memories")
note(3, "The aardvark digs.")
check("aardvark" in s.call("get_memories")["content"][0]["text"],
      "edited: get_memories")

# --- another program writes for long: the old index answers, and says so ---
with open("v/.cortex/lock", "r+") as lock:
    fcntl.flock(lock, fcntl.LOCK_EX)
    note(4, "The tapir yawns.")
    for tool, args in READS:
        r = s.call(tool, args)
        text, member = said(r)
        check(not r.get("isError") and text == member and text and
              text.startswith('The index is behind ("n4.md has changed")') and
              "another program" in text, "locked: " + tool, r)
        check(len(json.dumps(r)) > 200, "locked: it answers, too", r)
    r = s.call(*STATUS)
    check("the index is behind" in r["content"][0]["text"] and
          '("n4.md has changed")' in r["content"][1]["text"] and
          not r["structuredContent"]["index"]["fresh"],
          "locked: memory_status", r)
equal(said(s.call("recall")), (None, None), "not locked any more")

# --- damaged: it is made again ---
MINE = READS + [("memory_status", {})]
for n, (file, what) in enumerate((
        ("manifest.json", "half"), ("postings", "half"), ("stat", "half"),
        ("meta.json", "half"), ("meta.json", "gone"), ("words", "other"),
        ("manifest.json", "other"))):
    for tool, args in MINE if n in (0, 6) else (MINE[n % 6], MINE[(n + 4) % 6]):
        rebuild("--full")
        path = "v/index/generations/current/" + file
        with open(path, "rb") as f:
            data = bytearray(f.read())
        os.unlink(path)
        data[len(data) // 2] ^= 1
        if what != "gone":
            with open(path, "wb") as f:
                f.write(data if what == "other" else data[:len(data) // 2])
        r = s.call(tool, args)
        check(not r.get("isError"), "%s %s: %s" % (file, what, tool), r)

# --- it cannot be made ---
for d in "index", "layers":
    subprocess.run(["rm", "-r", "v/" + d], check=True)
    put("v/" + d, "a file\n")
for tool, args in READS + [STATUS]:
    r = s.call(tool, args)
    equal([r.get("isError"), r["content"][0]["text"]],
          [True, "NO_INDEX: %s/index: Not a directory" % os.path.abspath("v")],
          "no index: %s says why" % tool)
for d in "index", "layers":
    os.unlink("v/" + d)
rebuild()
s.end()

# --- an index that takes long: the reply comes before, and it comes after ---
put("v/cortex.toml", "[mcp]\nwait = 100\n")
rebuild()
os.makedirs("slow")
for f in os.listdir(BIN):
    if f not in ("cx-index", "cx-mcp"):
        os.symlink(os.path.join(BIN, f), "slow/" + f)
os.system("cp %s/cx-mcp slow" % BIN)
os.symlink(os.path.join(BIN, "../share"), "share")
put("slow/cx-index", """#!/bin/sh
case " $* " in
*' --update '*) while [ -e %s ]; do sleep .05; done ;;
esac
exec %s/cx-index "$@"
""" % (os.path.abspath("wait"), BIN))
os.chmod("slow/cx-index", 0o755)


def followed():
    """Whether the index is new some time."""
    end = time.monotonic() + 200
    while subprocess.run(["cx", "-C", "v", "search", "--fresh=require",
                          "--no-log", "numbat"], stdout=subprocess.DEVNULL,
                         stderr=subprocess.DEVNULL).returncode == 5:
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


for how in "lives on", "ends":
    s = start(program=os.path.abspath("slow/cx-mcp"))
    note(1, "The numbat of one that %s." % how)
    open("wait", "w").close()
    r = s.call("search_memories", {"query": "tapir"})
    text, member = said(r)
    check(text == member and text ==
          'The index is behind ("n1.md has changed") and not up to date yet: '
          "this answer may miss what changed.", "slow, %s: it says so" % how, r)
    check(r["structuredContent"]["memories"], "slow, %s: it answers" % how, r)
    if how == "ends":
        check(s.end(), "slow: the server ends")
    os.unlink("wait")
    check(followed(), "slow, %s: then the index is new" % how)
    if how != "ends":
        equal([m["id"] for m in s.good("search_memories", {
            "query": "numbat"})["memories"]], ["n1"], "slow: and is used")
        s.end()
s = start(program=os.path.abspath("slow/cx-mcp"))
note(5, "The quokka that nobody waited for.")
put(os.path.abspath("wait"), "")
# After the second that a small index is waited for.
threading.Timer(1.5, os.unlink, [os.path.abspath("wait")]).start()
r = s.call("read_memories", {"ids": ["n5"]})
equal([[m["id"] for m in r["structuredContent"]["memories"]], said(r)],
      [["n5"], (None, None)], "slow: what is asked for by name is waited for")

# --- a change is answered when it is on the disk, before the index is new ---
def changes():
    made = s.good("save_memory", {
        "name": "Vole port of the %s" % how, "type": "decision",
        "content": "The vole of the %s listens on port 70%d of the shop." %
        (how, len(how)),
        "reason": "It was free there."})
    yield made["id"], made["path"]
    s.good("edit_memory", {"memory_id": made["id"], "operation": "append",
                           "content": "It is %s." % how})
    yield made["id"], made["path"]
    s.good("update_memory", {"memory_id": made["id"], "status": "open"})
    yield made["id"], made["path"]
    s.good("delete_memory", {"memory_id": made["id"]})
    yield made["id"], made["path"]


how = "warehouse"
put(os.path.abspath("wait"), "")
for n, (made, path) in enumerate(changes()):
    check(os.path.exists("v/" + path), "answered early %d: on the disk" % n)
    os.unlink("wait")
    r = s.call("search_memories", {"query": "vole " + how,
                                   "all": True})
    equal([m["id"] for m in r["structuredContent"].get("memories", [])],
          [made], "answered early %d: the next call waits and finds it" % n)
    equal(said(r), (None, None), "answered early %d: nothing is behind" % n)
    put(os.path.abspath("wait"), "")
os.unlink("wait")

# ... and what the index says of it comes with the next answer
put("slow/cx-index", """#!/bin/sh
case " $* " in
*' --update '*) echo 'cx-index: no room here' >&2; exit 4 ;;
esac
exec %s/cx-index "$@"
""" % BIN)
how = "cellar"
made, path = next(changes())
r = s.call("search_memories", {"query": "tapir"})
check("no room here" in (said(r)[0] or "") and path in said(r)[0],
      "no index of a change: the next call says so", r)
s.end()

# ... also where the program is gone, and all has come when the server reads
errors = os.path.abspath("errors")
s = start(program=os.path.abspath("slow/cx-mcp"), stderr=errors)
put("slow/cx-index", """#!/bin/sh
case " $* " in
*' --behind '*) kill -STOP %d; rm "$0" ;;
esac
exec %s/cx-index "$@"
""" % (s.p.pid, BIN))
subprocess.run(["cx", "-C", "v", "rebuild"], check=True)
s.id += 1
s.send({"jsonrpc": "2.0", "id": s.id, "method": "tools/call", "params": {
    "name": "save_memory", "arguments": {
        "name": "Dormouse port", "type": "decision",
        "content": "The dormouse of the attic listens on port 7099 of it.",
        "reason": "It was free there."}}})
end = time.monotonic() + 200
while (os.path.exists("slow/cx-index") or children(s.p.pid)) and \
        time.monotonic() < end:
    time.sleep(0.05)
os.kill(s.p.pid, signal.SIGCONT)
r = s.read()
check(r and "result" in r and not r["result"].get("isError") and
      os.path.exists("v/" + r["result"]["structuredContent"]["path"]),
      "no program for the index: the change is answered", r)
with open(errors) as f:
    text = f.read()
check("cx-index" in text, "... and standard error says why", text)
s.end()
done()
