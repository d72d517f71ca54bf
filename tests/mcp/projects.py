"""projects.py: a table of where an agent starts and what each tool answers."""
import json
import os
import subprocess

from client import Server, check, done, equal

os.environ["CORTEX_NOW"] = "2026-04-15T12:00:00"
WHY = "Nobody could say later why it was decided so"
vault = os.path.abspath("v")


def put(path, text):
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    with open(path, "w") as f:
        f.write(text)


def note(path, project, id=None, name=None):
    put(path, "---\nid: %s\n%sname: %s\ntype: lesson\ncreated: 2026-04-10\n"
        "updated: 2026-04-10\n---\nThe tapir of %s sleeps.\n" %
        (id or os.path.basename(path)[:-3],
         "project: %s\n" % project if project else "",
         name or os.path.basename(path)[:-3], path))


def repository(path, remote=None):
    os.makedirs(path + "/src/deep", exist_ok=True)
    subprocess.run(["git", "init", "-q", path], check=True)
    if remote:
        subprocess.run(["git", "-C", path, "remote", "add", "origin", remote],
                       check=True)


def rebuild(v=vault):
    subprocess.run(["cx", "-C", v, "rebuild"], check=True,
                   stdout=subprocess.DEVNULL)


repository("work/shop", "git@example.org:team/shop.git")
repository("other/shop", "https://example.org/rival/shop")
repository("work/blog")
os.makedirs("plain")
put("v/cortex.toml", "")
note("v/shop1.md", "shop", name="Twin")
note("v/blog1.md", "blog", name="Twin")
note("v/none1.md", None)
rebuild()

SHOP = ["none1", "shop1"]
BLOG = ["blog1", "none1"]
ALL = ["blog1", "none1", "shop1"]
TABLE = [  # where the server starts, what it finds, what it saves to
    ("the root of a repository", "work/shop", SHOP, "shop"),
    ("a directory of it", "work/shop/src/deep", SHOP, "shop"),
    ("a repository without a remote", "work/blog/src", BLOG, "blog"),
    ("a directory that is not a project", "plain", ALL, "plain"),
    ("the vault's own directory", "v", ALL, "v"),
]


def ids(r):
    return sorted(m["id"] for m in r["memories"])


def paths(r):
    return sorted(i["path"][:-3] for i in r["items"])


def table(rows):
    for what, cwd, sees, saves in rows:
        s = Server("--vault", vault, cwd=cwd)
        s.start()
        for tool in "search_memories", "recall":
            equal(ids(s.good(tool, {"query": "tapir"})), sees,
                  "%s: %s" % (what, tool))
            equal(ids(s.good(tool, {"query": "tapir", "project": "*"})), ALL,
                  "%s: %s, all" % (what, tool))
            equal(ids(s.good(tool, {"query": "tapir", "project": "blog"})),
                  ["blog1"], "%s: %s, another" % (what, tool))
        equal(ids(s.good("recall")), sees, what + ": recall without a query")
        equal(paths(s.good("get_memories")), sees, what + ": get_memories")
        equal(paths(s.good("get_memories", {"project": "blog"})), ["blog1"],
              what + ": get_memories of another")
        equal(s.good("memory_status")["atoms"], len(sees),
              what + ": memory_status")
        equal(s.good("memory_status", {"project": "*"})["atoms"], 3,
              what + ": memory_status of all")
        equal([p["name"] for p in s.good("list_projects")["projects"]],
              ["blog", "shop", "unknown"], what + ": list_projects")
        equal(ids(s.good("read_memories", {"ids": ["blog1", "shop1"]})),
              ["blog1", "shop1"], what + ": an id is of any project")
        equal(ids(s.good("read_memories", {"ids": ["Twin"]})),
              ["blog1", "shop1"], what + ": two notes of one name")
        equal(ids(s.good("read_memories", {"ids": ["Twin"],
                                           "project": "blog"})),
              ["blog1"], what + ": the project tells them apart")
        for i in "blog1", "shop1":
            equal(s.good("update_memory", {"memory_id": i, "importance": 7})
                  ["path"], i + ".md", what + ": update %s" % i)
            s.good("update_memory", {"memory_id": i, "importance": 5})
        made = s.good("save_memory", {
            "content": "The okapi of server %d is fed at 06:00 because the "
            "database cache is warm then." % len(what), "type":
            "learning", "reason": WHY})
        equal(made["project"], saves, what + ": save_memory")
        found = s.good("search_memories", {"query": "okapi"})
        equal(ids(found), [made["id"]], what + ": what was saved is found")
        new = s.good("supersede_memory", {
            "memory_id": made["id"], "content": "The okapi of server %d is "
            "fed at 07:00 since the database cache is warm later." %
            len(what), "reason": WHY})
        equal(ids(s.good("search_memories", {"query": "okapi"})),
              [new["new_id"]], what + ": what took its place is found")
        s.good("delete_memory", {"memory_id": new["new_id"]})
        equal(ids(s.good("search_memories", {"query": "okapi"})), [],
              what + ": what was deleted is not")
        for p in new["new_path"], made["path"]:
            os.unlink(os.path.join(vault, p))
        rebuild()
        s.end()


table(TABLE)

# --- two repositories of one name, one vault ---
s = Server("--vault", vault, cwd="other/shop/src")
s.start()
RIVAL = "shop (\u2026/rival)"
for tool in "search_memories", "recall":
    equal(ids(s.good(tool, {"query": "tapir"})), ALL,
          "a fork beside its upstream, without notes: " + tool)
made = s.good("save_memory", {
    "content": "The okapi of the api server is fed at 06:00 because the "
    "cache is warm.", "type": "learning", "reason": WHY})
equal(made["project"], RIVAL, "what is saved says which of the two")
equal(s.good("capture", {"type": "manual", "content": "x"})["path"][:14],
      "inbox/pending/", "a fork: capture")
for tool in "search_memories", "recall":
    equal(ids(s.good(tool, {"query": "okapi tapir"})), [made["id"], "none1"],
          "a fork: its own and those of no project: " + tool)
equal([p["name"] for p in s.good("list_projects")["projects"]],
      ["blog", "shop", RIVAL, "unknown"], "both are told, by what they are")
for name, found in (("shop", ["shop1"]), (RIVAL, [])):
    equal(ids(s.good("search_memories", {"query": "tapir", "project": name})),
          found, "asked for " + name)
equal(s.good("update_memory", {"memory_id": "shop1", "importance": 5})["path"],
      "shop1.md", "an id is of any project")
s.end()
s = Server("--vault", vault, cwd="work/shop")
s.start()
equal(ids(s.good("search_memories", {"query": "okapi tapir"})), SHOP,
      "its upstream does not see them")
s.end()
os.unlink(os.path.join(vault, made["path"]))
rebuild()

# --- a vault without any project ---
for n in "shop1", "blog1", "none1":
    note("bare/%s.md" % n, None)
put("bare/cortex.toml", "")
rebuild("bare")
for what, cwd, _, saves in TABLE[:5]:
    s = Server("--vault", os.path.abspath("bare"), cwd=cwd)
    s.start()
    for tool in "search_memories", "recall":
        equal(ids(s.good(tool, {"query": "tapir"})), ALL,
              "no projects, %s: %s" % (what, tool))
    equal(paths(s.good("get_memories")), ALL,
          "no projects, %s: get_memories" % what)
    equal(s.good("memory_status")["atoms"], 3,
          "no projects, %s: memory_status" % what)
    equal([p["name"] for p in s.good("list_projects")["projects"]],
          ["unknown"], "no projects, %s: list_projects" % what)
    s.end()

# --- two notes of one id ---
note("v/deep/twin.md", "blog", id="shop1")
rebuild()
s = Server("--vault", vault, cwd="work/shop")
s.start()
equal(s.code("delete_memory", {"memory_id": "shop1"}), "AMBIGUOUS_ID",
      "two notes of one id")
equal(s.good("delete_memory", {"memory_id": "shop1", "project": "blog"})
      ["path"], "deep/twin.md", "the project tells them apart")
s.end()
os.unlink("v/deep/twin.md")

# --- projects that are kept apart ---
put("v/cortex.toml", "[mcp]\nisolate = true\n")
with open("v/blog1.md", "a") as f:
    f.write("Its friend is called blog1zebra, see [[shop1]].\n")
with open("v/none1.md", "a") as f:
    f.write("See [[shop1]].\n")
note("v/blog2.md", "blog")
with open("v/blog2.md") as f:
    put("v/blog2.md", f.read().replace("type:", "status: archived\ntype:"))
rebuild()
s = Server("--vault", vault, cwd="work/shop/src")
s.start()
for tool in "search_memories", "recall":
    equal(ids(s.good(tool, {"query": "tapir"})), SHOP, "isolated: " + tool)
    equal(ids(s.good(tool, {"query": "tapir", "project": "*"})), SHOP,
          "isolated: %s, *" % tool)
    equal(ids(s.good(tool, {"query": "tapir", "scope": "blog"})), [],
          "isolated: %s, a project as scope" % tool)
    equal(s.code(tool, {"query": "tapir", "project": "blog"}),
          "OTHER_PROJECT", "isolated: %s, another project" % tool)
    r = s.call(tool, {"query": "blog1"})
    check("blog" not in r["content"][0]["text"].replace("blog1", ""),
          "isolated: nothing found tells of no other project", r)
    for args in ({"query": "blog1zebr"}, {"query": "blog1zebr", "fuzzy": True},
                 {"query": "tapir blog1zebr", "fuzzy": True, "explain": True},
                 {"query": "tapir blog1zebra", "why_not": "shop1"},
                 {"query": "blog1zebra", "scope": "blog"},
                 {"query": "blog1zebra", "where": "project=blog"}):
        r = s.call(tool, args)
        said = json.dumps([r["content"], r["structuredContent"]])
        check("blog1zebra" not in said and '"df"' not in said and
              'df\\":' not in said and "other" not in said,
              "isolated: %s %r tells no word of another project" %
              (tool, args), r)
    equal(s.call(tool, {"query": "blog1zebra"})["content"],
          s.call(tool, {"query": "blog9zebra"})["content"],
          "isolated: %s: a word of another project is no other than one "
          "that no note has" % tool)
    check("shop1" in s.call(tool, {"query": "tapir", "why_not": "shop1"})
          ["content"][0]["text"], "isolated: %s: why_not" % tool)
equal(paths(s.good("get_memories")), SHOP, "isolated: get_memories")
equal(s.good("memory_status", {"project": "*"})["atoms"], 2,
      "isolated: memory_status")
equal([p["name"] for p in s.good("list_projects")["projects"]],
      ["shop", "unknown"], "isolated: list_projects")
r = s.good("read_memories", {"ids": ["shop1"]})["memories"][0]
equal([r["backlinks"], r.get("more_backlinks")], [["none1.md"], None],
      "isolated: links of another project are not told")
for args in ({"ids": ["blog1"]}, {"ids": ["blog1.md"]}):
    equal(s.code("read_memories", args), "MEMORY_NOT_FOUND",
          "isolated: read %r" % args)
for tool, more in (("delete_memory", {}), ("update_memory",
                                           {"importance": 9}),
                   ("supersede_memory", {
                       "content": "The okapi of the api server is fed at "
                       "06:00 because the cache is warm.", "reason": WHY})):
    for i in "blog1", "blog1.md":
        equal(s.code(tool, dict(more, memory_id=i)), "MEMORY_NOT_FOUND",
              "isolated: %s %s" % (tool, i))
equal(s.code("update_memory", {"memory_id": "shop1", "project": "blog"}),
      "OTHER_PROJECT", "isolated: a note is not moved away")
equal(s.code("save_memory", {
    "content": "The okapi of the api server is fed at 06:00 because the "
    "cache is warm.", "type": "learning", "reason": WHY, "project": "blog"}),
      "OTHER_PROJECT", "isolated: save to another")
equal(s.code("capture", {"type": "manual", "content": "x",
                         "project": "blog"}), "OTHER_PROJECT",
      "isolated: capture for another")
equal(s.good("update_memory", {"memory_id": "shop1", "importance": 6})
      ["path"], "shop1.md", "isolated: one's own")
s.end()
s = Server("--vault", vault, cwd="v")
s.start()
equal(ids(s.good("search_memories", {"query": "tapir"})), ALL,
      "isolated: but not in the vault's own directory")
s.end()
s = Server("--vault", vault, cwd="plain")
s.start()
equal(ids(s.good("search_memories", {"query": "tapir"})), ["none1"],
      "isolated: where no note has the project, those without one")
s.end()

# --- repositories of one name, with a remote and without, moved and cloned ---
BEGIN = os.getcwd()


def save(cwd, word):
    s = Server("--vault", house, cwd=cwd)
    s.start()
    made = s.good("save_memory", {
        "content": "The %s of the zoo is fed at 06:00 because its house is "
        "warm then." % word, "type": "context", "reason": WHY})
    s.end()
    return made["project"]


def sees(cwd):
    s = Server("--vault", house, cwd=cwd)
    s.start()
    found = {tool: sorted(w for w in WORDS if w in json.dumps(s.good(
        tool, args))) for tool, args in (
            ("search_memories", {"query": "zoo house fed"}),
            ("recall", {"query": "zoo"}), ("get_memories", {}))}
    s.end()
    equal(len(set(map(tuple, found.values()))), 1,
          "%s: all tools see the same" % cwd)
    return found["search_memories"]


def run(cwd, *argv):
    return subprocess.run(argv, cwd=cwd, check=True, text=True,
                          stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE).stdout


WORDS = "okapi", "tapir", "lemur", "gecko"
for isolate in "true", "false":
    os.makedirs("zoo" + isolate)
    os.chdir("zoo" + isolate)
    house = os.path.abspath("house")
    put("house/cortex.toml", "[mcp]\nisolate = %s\n" % isolate)
    repository("p1/api")
    repository("p2/api")
    repository("p3/api", "git@h:o/api.git")
    names = ["api", "api (\u2026/p2)", "api (\u2026/o)"]
    equal([save("p%d/api/src" % n, WORDS[n - 1]) for n in (1, 2, 3)], names,
          "isolate %s: three projects" % isolate)
    for n in 1, 2, 3:
        equal(sees("p%d/api" % n), [WORDS[n - 1]],
              "isolate %s: each has its own, %d" % (isolate, n))
    made = [json.loads(run("p%d/api/src" % n, "cx", "-C", house, "new", "Note",
                           "--type", "context"))["project"] for n in (1, 2, 3)]
    equal(made, names, "cx new, too")
    equal(run("p2/api", "cx", "-C", house, "project").count(names[1]), 1,
          "cx project says the name that its notes have")
    repository("p4/api", "https://h/o/api")
    equal(sees("p4/api"), ["lemur"], "another clone is the same project")
    subprocess.run(["git", "-C", "p1/api", "remote", "add", "origin",
                    "h:o/new"], check=True)
    equal(sees("p1/api"), ["okapi"], "a first remote keeps the project")
    subprocess.run(["git", "-C", "p1/api", "remote", "set-url", "origin",
                    "h:n/api"], check=True)
    equal(sees("p1/api"), ["okapi"], "another one in that directory as well")
    os.makedirs("p5")
    os.rename("p2/api", "p5/api2")
    r = subprocess.run(["cx", "-C", house, "project", "list"], text=True,
                       stderr=subprocess.PIPE, stdout=subprocess.PIPE)
    said = "run: 'cx' 'project' 'switch' '%s'" % names[1]
    check("p2/api is gone; " in r.stderr and said in r.stderr and
          "p2/api (gone)" in r.stdout, "cx project list says how to find a "
          "directory that has moved", r)
    run("p5/api2", "cx", "-C", house, "project", "switch", names[1])
    equal(sees("p5/api2"), ["tapir"], "a renamed one keeps its memories")
    os.rename("p5/api2", "p5/api3")
    equal(sees("p5/api3"), ["tapir"], "and from then on wherever it goes")
    run("p3/api", "git", "remote", "set-url", "origin", "h:team/api")
    equal(json.loads(run("p3/api", "cx", "-C", house, "project"))["name"],
          "api (\u2026/team)", "a remote that moves is another project")
    run("p3/api", "cx", "-C", house, "project", "rename", "api (\u2026/team)",
        names[2])
    equal(sees("p3/api"), ["lemur"], "until it is said to be the same")
    run("p3/api", "cx", "-C", house, "project", "rename", names[2], "zebra")
    equal([sees("p3/api"), sees("p4/api")], [["lemur"]] * 2,
          "a project with a new name keeps its memories")
    equal(json.loads(run("p4/api", "cx", "-C", house, "project"))["name"],
          "zebra", "which all of its clones have")
    os.chdir(BEGIN)
done()
