"""search.py: where, all, fuzzy, rank, explain and why_not."""
import json
import os
import subprocess

from client import Server, check, done, equal

os.environ["CORTEX_NOW"] = "2026-04-15T12:00:00"
vault = os.path.abspath("v")


def note(path, text, **front):
    os.makedirs(os.path.dirname("v/" + path), exist_ok=True)
    front = {"id": os.path.basename(path)[:-3], "type": "lesson",
             "created": "2026-04-10", "updated": "2026-04-10", **front}
    with open("v/" + path, "w") as f:
        f.write("---\n" + "".join("%s: %s\n" % i for i in front.items()) +
                "---\n" + text + "\n")


for name in "shop", "blog":
    os.makedirs(name + "/.cortex")
    with open(name + "/.cortex/project.json", "w") as f:
        f.write(json.dumps({"id": name, "name": name}))
os.makedirs("v")
with open("v/cortex.toml", "w") as f:
    f.write("")
note("shop/tapir.md", "The tapir sleeps by day.", name="Tapir",
     project="shop", importance=8)
note("shop/cage.md", "Its cage has a door. The tapir knows [[tapir]].",
     name="Cage", project="shop", type="decision", importance=3)
note("shop/old.md", "The tapir slept by night.", name="Old tapir",
     project="shop", status="archived")
note("shop/zebra.md", "Stripes.", name="Zebra", project="shop")
note("shop/\u017elu\u0165.md", "K\u016f\u0148 \u00fap\u011bl, tapir.",
     id="zlut", name="\u017dlu\u0165ou\u010dk\u00fd", project="shop",
     owner="\u00c5sa \U0001f984")
note("blog/post.md", "A tapir in a post.", name="Post", project="blog")
subprocess.run(["cx", "-C", vault, "rebuild"], check=True,
               stdout=subprocess.DEVNULL)
s = Server("--vault", vault, cwd="shop")
s.start()
TOOLS = "search_memories", "recall"


def found(tool, **args):
    args.setdefault("query", "tapir")
    return s.good(tool, args)["memories"]


def ids(tool, **args):
    return sorted(m["id"] for m in found(tool, **args))


def error(tool, **args):
    args.setdefault("query", "tapir")
    r = s.call(tool, args)
    if not check(r.get("isError"), "%s: an error" % tool, args, r):
        return ""
    equal(r["structuredContent"]["error"]["code"], "INVALID_ARGUMENT",
          "%s: its code" % tool)
    return r["content"][0]["text"]


for tool in TOOLS:
    equal(ids(tool), ["cage", "tapir", "zlut"], tool + ": the query alone")

    # --- a command that was pasted ---
    for query in "tapir -night", "-night tapir", "tapir --amend -x":
        equal(ids(tool, query=query), ["cage", "tapir", "zlut"],
              tool + ": is text, " + query)
        equal(ids(tool, query=query, relation="tapir"), ["cage"],
              tool + ": ... with a relation, " + query)
    equal(ids(tool, query='tapir -"cage"'), ["tapir", "zlut"],
          tool + ": a quotation leaves out")

    # --- where ---
    equal(ids(tool, where="importance>=5"), ["tapir"], tool + ": where")
    equal(ids(tool, where="type=decision or owner~'\u00e5sa \U0001f984'"),
          ["cage", "zlut"], tool + ": where, with or and unicode")
    equal(ids(tool, where="project=blog"), [],
          tool + ": where stays in the project")
    equal(ids(tool, where="project=blog", project="*"), ["post"],
          tool + ": where in all projects")
    equal(ids(tool, where="importance>=5", relation="cage"), ["tapir"],
          tool + ": where and relation")
    # Text that would leave parentheses that it was pasted into.
    for bad, said in (("type=x) or (project=blog", "parenthesis"),
                      ("type=", "type="), ("=", "=")):
        text = error(tool, where=bad)
        check("where: " in text and "column " in text and said in text,
              "%s: where %r says where it is wrong" % (tool, bad), text)
    check("control" in error(tool, where="type=a\nb"),
          tool + ": where has one line")
    check("longer than 1000" in error(tool, where="a" * 1001),
          tool + ": where has an end")
    check("where is empty" in error(tool, where=" "),
          tool + ": where says something")
    deep = "(" * 400 + "type=lesson" + ")" * 400
    r = s.call(tool, {"query": "tapir", "where": deep})
    check("where: " in r["content"][0]["text"] if r.get("isError")
          else len(r["structuredContent"]["memories"]),
          tool + ": a deep expression is an answer or an error", r)
    r = s.call(tool, {"query": "tapir", "where": "importance=10"})
    text = r["content"][0]["text"]
    check("4 notes would match without where, project" in text and "--" not in text,
          tool + ": what where has left out", text)

    # --- all ---
    equal(ids(tool, all=True), ["cage", "old", "tapir", "zlut"],
          tool + ": all")
    equal(ids(tool, all=False), ["cage", "tapir", "zlut"],
          tool + ": not all")
    equal(ids(tool, all=True, relation="tapir", query="door"), ["cage"],
          tool + ": all and relation")
    r = s.call(tool, {"query": "slept night", "type": "lesson",
                      "where": "name=\"Old tapir\""})
    text = r["content"][0]["text"]
    check("shop/old.md (archived); all: true finds it" in text and
          "--" not in text, tool + ": what is over is named", text)

    # --- fuzzy ---
    r = s.call(tool, {"query": "tapri"})
    text = r["content"][0]["text"]
    check("'tapir'" in text and "fuzzy: true searches for the nearest word"
          in text and "--" not in text, tool + ": fuzzy is offered", text)
    r = s.call(tool, {"query": "tapri", "fuzzy": True})
    equal(sorted(m["id"] for m in r["structuredContent"]["memories"]),
          ["cage", "tapir", "zlut"], tool + ": fuzzy")
    check("searching 'tapir' for 'tapri'" in json.dumps(r["content"]) and
          "searching 'tapir' for 'tapri'" in r["structuredContent"]["note"],
          tool + ": fuzzy says what it has searched", r)
    check("note" not in s.good(tool, {"query": "tapir", "fuzzy": True}),
          tool + ": fuzzy says nothing of a word that is known")

    # --- explain ---
    r = s.call(tool, {"query": "tapir", "explain": True})
    for m in r["structuredContent"]["memories"]:
        check(m["score"] > 0 and m["why"]["rank"] == "recall" and
              m["why"]["terms"][0]["df"] == 5, tool + ": explain", m)
    equal(r["content"][0]["text"].count("\nwhy: {\"rank\":\"recall\","), 3,
          tool + ": explain, in the text")
    check(all("why" not in m and "score" not in m for m in found(tool)),
          tool + ": no explanation unless asked")
    r = s.good(tool, {"query": "tapir", "explain": True, "budget": 200})
    check(len(r["memories"]) < 3 and "next_cursor" in r,
          tool + ": an explanation counts as tokens", r)

    # --- why_not ---
    r = s.call(tool, {"query": "tapir", "why_not": "zebra"})
    got = r["structuredContent"]
    equal([got["id"], got["name"]], ["zebra", "Zebra"],
          tool + ": why_not names the note")
    check("too little in common" in got["why_not"] and
          got["why_not"] in r["content"][0]["text"] and
          "[zebra] 2026-04-10 lesson, shop, trust unknown: Zebra\n" in
          r["content"][0]["text"] and
          "memories" not in got, tool + ": why_not", r)
    r = s.good(tool, {"query": "tapir", "why_not": "shop/tapir.md",
                      "limit": 1})
    check(r["why_not"].startswith("result ") and "--" not in r["why_not"],
          tool + ": why_not of a result", r)
    r = s.good(tool, {"query": "door tapir", "why_not": "zlut", "limit": 1})
    equal(r["why_not"], "result 3 of 3; limit 1 ends before it",
          tool + ": why_not beyond the limit")
    r = s.good(tool, {"query": "tapir", "why_not": "zebra", "all": False,
                      "type": "decision", "where": "importance>1"})
    equal(r["why_not"].split(", or")[0], "left out by where, project, type",
          tool + ": why_not names arguments")
    r = s.good(tool, {"query": "tapir", "why_not": "post"})
    check("left out by project" in r["why_not"],
          tool + ": why_not of another project", r)
    for bad in "nothing", "shop/none.md", "../x.md", "\u017elu\u0165":
        equal(s.code(tool, {"query": "tapir", "why_not": bad}),
              "MEMORY_NOT_FOUND", "%s: why_not %r" % (tool, bad))
    check("about" in error(tool, why_not="zebra", about=True),
          tool + ": why_not and about exclude each other")

    # --- of the wrong kind ---
    for arg, bad, said in (
            ("where", 5, "must be a string"),
            ("all", 1, "must be true or false"), ("all", "yes", "true or"),
            ("fuzzy", [], "must be true or false"),
            ("explain", {}, "must be true or false"),
            ("about", "x", "must be true or false"),
            ("why_not", True, "must be a string"),
            ("why_not", "a\x00b", "control"),
            ("why_not", "x" * 5000, "longer than 1000")):
        text = error(tool, **{arg: bad})
        check(arg in text and said in text,
              "%s: %s must not be %.20r" % (tool, arg, bad), text)
    text = error(tool, fuzy=True)
    check("has no argument 'fuzy'" in text and "fuzzy" in text and
          "query" in text, tool + ": an unknown argument: what there is",
          text)

# --- fields of a query ---
for tool in TOOLS:
    equal(ids(tool, query="tapir type:Decision"), ["cage"], tool + ": type:")
    equal(ids(tool, query="tapir status:archived", all=True), ["old"],
          tool + ": status:")
    equal(ids(tool, query="tapir type:500"), ids(tool, query="tapir"),
          tool + ": what is no type is text")

# --- rank ---
equal(ids("search_memories", rank="recall"), ["cage", "tapir", "zlut"],
      "rank recall")
equal(ids("search_memories", rank="cortex"), ["tapir"],
      "rank cortex: names, tags and paths")
equal(found("search_memories", rank="cortex", explain=True)[0]["why"]["rank"],
      "cortex", "rank cortex: explain")
for bad in "best", "Recall", "recall cortex", "\u017e", "x" * 100000:
    text = error("search_memories", rank=bad)
    check("rank must be one of: recall cortex" in text,
          "rank %.10r: what there is" % bad, text)
check("has no argument 'rank'" in error("recall", rank="recall"),
      "recall is a ranking of its own")

# --- projects that are kept apart ---
with open("v/cortex.toml", "w") as f:
    f.write("[mcp]\nisolate = true\n")
for tool in TOOLS:
    equal(ids(tool, where="project=blog"), [], tool + ": isolated: where")
    equal(ids(tool, all=True, project="*"), ["cage", "old", "tapir", "zlut"],
          tool + ": isolated: all")
    r = s.call(tool, {"query": "tapir", "where": "importance=10"})
    check("would match" not in json.dumps(r),
          tool + ": isolated: nothing is counted elsewhere", r)
    for name in "post", "blog/post.md":
        equal(s.code(tool, {"query": "tapir", "why_not": name}),
              "MEMORY_NOT_FOUND", "%s: isolated: why_not %s" % (tool, name))
s.end()
done()
