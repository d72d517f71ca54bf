"""vaults.py: a server of several vaults answers as one that holds all notes."""
import json
import os
import re
import shutil

from client import Server, check, done, equal

os.environ["CORTEX_NOW"] = "2026-04-15T12:00:00"
many = Server("--vault", os.path.abspath("p/s0"), "--vaults",
              "s0,s1,s2,s3,s4")
far = Server("--vault", os.path.abspath("p/s0"), "--vaults",
             "s0,s1,s2,s3,f4")
whole = Server("--vault", os.path.abspath("p/whole"))
own = Server("--vault", os.path.abspath("p/s0"))
servers = many, far, whole, own
for s in servers:
    s.start()


LOGS = "p/whole/.cortex/access"
shutil.copytree(LOGS, "logs")


def alike(server, tool, query):
    # One vault logs what it finds, which counts the next time.
    shutil.rmtree(LOGS)
    shutil.copytree("logs", LOGS)
    return ranked(server, tool, query) == ranked(whole, tool, query)


def ranked(server, tool, query):
    r = server.good(tool, {"query": query, "project": "*", "limit": 8,
                           "budget": 8000, "explain": True})
    return [[re.sub(r"^[sf]\d:", "", m["id"]), m["score"]]
            for m in r["memories"]]


with open("queries") as f:
    queries = [json.loads(line)["query"] for line in f]
for server, where in (many, "here"), (far, "one on another machine"):
    for tool in "search_memories", "recall":
        some = queries if server == many else queries[::3]
        same = [alike(server, tool, q) for q in some]
        check(all(same), "%s, %s: %d queries have the same order and scores" %
              (tool, where, len(some)), same.count(False),
              [q for q, s in zip(some, same) if not s][:3])
r = far.call("read_memories", {"ids": ["f4:rules/a.md"]})
check(r.get("isError") and "on another machine" in json.dumps(r),
      "what is on another machine is not read", r)
r = far.call("list_projects")
check("f4 is on another machine and not counted" in json.dumps(r),
      "nor counted, which is told", r)

r = many.good("search_memories", {"query": "deploy risk", "project": "*"})
first = next(m for m in r["memories"] if not m["id"].startswith("s0:"))
vault, path = first["id"].split(":")
check(len(first.get("text", "")) > 9, "a result has its text", first)
r = many.call("read_memories", {"ids": [first["id"]]})
equal(r["structuredContent"]["memories"][0]["id"], path, "an id is read")
check("In the vault %s." % vault in json.dumps(r), "... in its vault", r)
r = many.good("read_memories", {"ids": [first["id"], "s5:rules/none.md"]})
check("s5:rules/none.md" in json.dumps(r), "one vault a call", r)
r = many.call("update_memory", {"memory_id": first["id"], "tags": ["seen"]})
check("In the vault %s." % vault in json.dumps(r), "a write names it", r)
with open("p/%s/%s" % (vault, path)) as f:
    check("seen" in f.read(), "... and is there")
names = many.good("list_projects")["projects"]
equal(sorted((p["name"], p["atoms"]) for p in names),
      sorted((p["name"], p["atoms"])
             for p in whole.good("list_projects")["projects"]),
      "list_projects counts all")
check(own.call("read_memories", {"ids": [first["id"]]}).get("isError"),
      "without --vaults it is no vault's")
os.rename("p/s3", "p/away")
r = many.call("search_memories", {"query": "deploy risk", "project": "*"})
check(not r.get("isError") and "s3 is left out" in json.dumps(r),
      "a vault that is missing is told, the others answer", r)
os.rename("p/away", "p/s3")
check(all(os.listdir("p/s%d/.cortex/access" % i) == ["h-2026-04.ndjson"]
          for i in range(5) if vault != "s%d" % i),
      "a search logs nothing in them")

os.environ["CORTEX_REMOTE_TIMEOUT"] = "1"
hung = Server("--vault", os.path.abspath("p/s0"), "--vaults", "s0,hung")
hung.start()
said = [json.dumps(hung.call("search_memories",
                             {"query": "deploy risk", "project": "*"}))
        for _ in range(2)]
check("hung is left out" in said[0] and "within 1 s" in said[0] and
      '"memories"' in said[0], "a machine that hangs is told", said[0])
check("it gave no answer 0 s ago" in said[1] and '"memories"' in said[1],
      "... and not asked by the next call", said[1])
with open(os.path.expanduser("~/asked")) as f:
    equal(f.read(), "asked\n", "... which waits for nobody")
hung.end()
for s in servers:
    s.end()
done()
