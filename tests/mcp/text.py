"""text.py: long notes, edits of texts, what a reply shows."""
import json
import os
import random
import re
import subprocess

from client import Server, check, done, equal

os.environ["CORTEX_NOW"] = "2026-04-15T12:00:00"
COUNT = os.path.join(os.environ["BIN"], "../unit/test-tokens")
vault = os.path.abspath("v")


def put(path, text):
    os.makedirs(os.path.dirname("v/" + path) or "v", exist_ok=True)
    with open("v/" + path, "w", newline="") as f:
        f.write(text)


def get(path):
    with open("v/" + path, newline="") as f:
        return f.read()


def tokens(text):
    return int(subprocess.run([COUNT, "--count"], input=text, text=True,
                              stdout=subprocess.PIPE, check=True).stdout)


def rebuild():
    subprocess.run(["cx", "-C", vault, "rebuild"], check=True,
                   stderr=subprocess.DEVNULL)


put("cortex.toml", "")
rebuild()
s = Server("--vault", vault, cwd=os.environ["HOME"])
s.start()


def error(tool, args):
    r = s.call(tool, args)
    check(r.get("isError"), "an error: %r" % args, r)
    return r["content"][0]["text"]


# --- a long note, to its end ---
LONG = "# Runbook\n" + "".join(
    "\n## Step %d\n\nRun job %d, the answer is ANSWER%04d and a few words "
    "more, so that it is long\tenough to <b>matter</b>, and \"quoted\".\n"
    "\n    code of %d\n" % (i, i, i, i) for i in range(900))
put("r.md", LONG)
ODD = "x" * 3000 + " " + "\u00e9" * 3000 + "\n\n\n" + "\U0001f984" * 900
put("odd.md", "---\nid: odd\n---\n" + ODD + "\n\n")
put("short.md", "---\nid: short\n---\nA short one.\n")
rebuild()
CLEAN = LONG.replace("\t", " ").replace("<", "\\u003c")


def pages(ids, **args):
    """The texts of all pages, by id; how many; what was over the budget."""
    texts, n, over = {}, 0, []
    while True:
        r = s.call("read_memories", {"ids": ids, **args})
        o = r["structuredContent"]
        n += 1
        for m in o["memories"]:
            texts[m["id"]] = texts.get(m["id"], "") + m.get("text", "")
        size = [tokens(r["content"][0]["text"]),
                tokens(json.dumps(o, ensure_ascii=False,
                                  separators=(",", ":")))]
        if max(size) > args["budget"]:
            over.append(size)
        if "next_cursor" not in o:
            return texts, n, over
        if o["next_cursor"] == args.get("cursor"):
            return texts, n, "no end"
        args["cursor"] = o["next_cursor"]


for budget in 1000, 8000:
    texts, n, over = pages(["r.md", "odd", "short"], budget=budget)
    check(texts["r.md"] == CLEAN.strip(), "all of a long note: %d" % budget)
    check(texts["odd"] == ODD.strip(), "all of a note of long words")
    equal(texts["short"], "A short one.", "and the note after them")
    equal(over, [], "no page above its budget")
    check(n < 150 if budget == 1000 else n < 25, "nor much below it", n)
texts, n, over = pages(["odd"], budget=200)
check(texts["odd"] == ODD.strip() and not over, "the least budget", n, over)

r = s.call("read_memories", {"ids": ["r.md", "short"], "budget": 8000})
t, o = r["content"][0]["text"], r["structuredContent"]
m = o["memories"][0]
cut = re.search(r"\n\[…\] cut at (\d+) of (\d+) tokens; next_cursor (\d+)\n",
                t)
check(cut and int(cut[1]) > 4000 and int(cut[2]) > 30000 and
      cut[3] == o["next_cursor"], "a cut says how much and how to go on", t)
equal(m["cut"], "at %s of %s tokens" % (cut[1], cut[2]), "in both forms")
check(o["no_room"] == "short" and "No room for: short" in t,
      "what had no room", o)
check(m["headings"][:3] == ["Runbook", "Step 0", "Step 1"] and
      m["more_headings"] == 901 - len(m["headings"]) and
      'headings: "Runbook", "Step 0",' in t, "its headings", m["headings"])
check("cursor: " in error("read_memories", {"ids": ["r.md"], "cursor":
                                            "99999999"}), "no such page")
put("big.md", "# Big\n" + "".join("\n## Part %d\n" % i + "".join(
    "\n### Piece %d.%d\n\n" % (i, k) + "Words of it. " * 40 + "\n"
    for k in range(30)) for i in range(8)))
rebuild()
m = s.good("read_memories", {"ids": ["big.md"]})["memories"][0]
check("Part 7" in m["headings"] or "Piece 0.1" in m["headings"],
      "upper levels of headings", m["headings"])
check("headings" not in s.good("read_memories", {"ids": ["short"]})
      ["memories"][0], "a note that is whole needs none")

# --- a section ---
r = s.call("read_memories", {"ids": ["r.md"], "section": "Step 899"})
m = r["structuredContent"]["memories"][0]
check(m["text"].startswith("## Step 899\n\nRun job 899,") and
      m["text"].endswith("code of 899") and "cut" not in m, "a section", m)
m = s.good("read_memories", {"ids": ["big.md"], "section": "part 3",
                             "budget": 8000})["memories"][0]
check(m["text"].startswith("## Part 3\n") and "Piece 3.29" in m["text"] and
      "Part 4" not in m["text"], "with what is in it, whatever its case")
m = s.good("read_memories", {"ids": ["big.md", "short"],
                             "section": "Piece 2.7"})["memories"]
check(m[0]["text"].startswith("### Piece 2.7") and
      "the text has no headings" in m[1]["problem"],
      "a note that does not have it", m)
t = error("read_memories", {"ids": ["big.md"], "section": "piece 2,7"})
check("no heading 'piece 2,7'" in t and "'Piece 0.0'" in t and
      " more" in t, "near headings are named", t)

# --- edit_memory ---
A = ("---\nid: a1\nname: Plan\nupdated: 2026-01-01\n---\n# Plan\r\n\r\nOne."
     "\r\n\r\n## Log\r\n\r\n- first\r\n\r\n## End\r\n\r\nLast: x\r\n")
put("a.md", A)
rebuild()


def edit(want, **args):
    args.setdefault("memory_id", "a1")
    r = s.call("edit_memory", args)
    check(not r.get("isError"), "edit: %r" % args, r)
    equal(get("a.md"), want, "its bytes")
    return r["structuredContent"]


def put_back():
    put("a.md", A)


put("a.md", A)
NOW = A.replace("updated: 2026-01-01", "updated: 2026-04-15\r").replace(
    "2026-04-15\r", "2026-04-15")
got = edit(NOW.replace("- first\r\n", "- first\r\n- second\r\n"),
           operation="append", section="Log", content="- second")
equal([got["id"], got["path"], got["changed"]], ["a1", "a.md", True],
      "edit: what it says")
check("second" in s.good("search_memories", {"query": "second plan"})
      ["memories"][0]["text"], "edit: found at once")
subprocess.run(["cx", "-C", vault, "undo"], check=True,
               stdout=subprocess.DEVNULL)
equal(get("a.md"), A, "edit: cx undo takes it back")
edit(NOW + "\r\nMore\r\nlines\r\n", operation="append",
     content="More\nlines\n")
put_back()
edit(NOW.replace("One.", "Zero.\r\n\r\nOne."), operation="prepend",
     content="Zero.")
put_back()
edit(NOW.replace("- first", "New."), operation="replace", section="log",
     content="## Log\n\nNew.\n")
put_back()
edit(NOW.replace("One.", ""), operation="replace", old_text="One.",
     content="")
put_back()
edit(NOW.replace("- first\r\n\r\n## End", "- 1st\r\n\r\n## The end"),
     operation="replace", old_text="first\n\n## End",
     content="1st\n\n## The end")
put_back()
got = edit(A, operation="replace", old_text="One.", content="One.")
equal(got["changed"], False, "edit: it is so already")
for words, args in (
        ("no heading 'Lug'; there are 'Plan', 'Log', 'End'",
         {"operation": "append", "section": "Lug", "content": "x"}),
        ("does not occur", {"operation": "replace", "old_text": "Two.",
                            "content": "x"}),
        ("occurs 2 times, at lines", {"operation": "replace",
                                      "old_text": "st", "content": "x"}),
        ("replace needs section", {"operation": "replace", "content": "x"}),
        ("old_text is for", {"operation": "append", "old_text": "One.",
                             "content": "x"}),
        ("replace needs section", {"operation": "replace", "old_text": "",
                               "content": "x"}),
        ("is empty", {"operation": "append", "content": " \n"}),
        ("longer than 100000", {"operation": "append",
                                "content": "x" * 100001}),
        ("block of code", {"operation": "prepend", "content": "```\nx"}),
        ("NUL", {"operation": "append", "content": "a\0b"}),
        ("SENSITIVE_DATA_DETECTED",
         {"operation": "append",
          "content": "ghp_" + "aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE3fG5"}),
        # What is there makes a secret of what comes.
        ("SENSITIVE_DATA_DETECTED",
         {"operation": "replace", "old_text": "Last: x",
          "content": "password=\"hunter2-Zx81Kq\""})):
    t = error("edit_memory", {"memory_id": "a1", **args})
    check(words in t and "Zx81" not in t, "edit: " + words, t)
    equal(get("a.md"), A, "nothing is changed")
put("a.md", A.replace("Last: x", "password=\"X\""))
t = error("edit_memory", {"memory_id": "a1", "operation": "replace",
                          "old_text": "\"X\"",
                          "content": "\"hunter2-Zx81Kq\""})
check("SENSITIVE_DATA_DETECTED" in t, "a secret by the words before it", t)
put("bare.md", "No front matter\n")
rebuild()
s.good("edit_memory", {"memory_id": "bare.md", "operation": "append",
                       "content": "More."})
equal(get("bare.md"), "No front matter\n\nMore.\n", "a note without any")
equal(s.code("edit_memory", {"memory_id": "none", "operation": "append",
                             "content": "x"}), "MEMORY_NOT_FOUND",
      "edit: no such note")
put("mine.md", "---\nid: mine\ntrust: user\n---\nI say so.\n")
rebuild()
got = s.good("edit_memory", {"memory_id": "mine", "operation": "append",
                             "content": "An agent says more."})
equal([got["trust"], s.good("read_memories", {"ids": ["mine"]})["memories"][0]
       ["trust"]], ["agent"] * 2, "not all of it is the user's words then")
put("mine.md", "---\nid: mine\ntrust: external\n---\nIt says so.\n")
rebuild()
got = s.good("edit_memory", {"memory_id": "mine", "operation": "append",
                             "content": "An agent says more."})
check("trust" not in got and "trust: external" in get("mine.md"),
      "what was external stays so", got)

# --- a note that is damaged says so ---
put("c.md", "---\nid: c1\nproject: dam\nname: Billing job\n---\n<<<<<<< HEAD\nThe zebra job "
    "runs at 03:20.\n=======\nThe zebra job runs at 03:15.\n>>>>>>> 4557\n")
put("u.md", "---\nid: u1\nproject: dam\nname: [x\nfoo\n---\nThe zebra job of u.\n")
put("e.md", "---\nid: e1\nproject: dam\n---\nA zebra example:\n\n```\n<<<<<<< HEAD\na\n"
    "=======\nb\n>>>>>>> c\n```\n")
rebuild()
CONFLICT = "two versions in conflict, ask the user which holds"
UNREAD = "front matter not understood, what is shown of it may be wrong"
for tool, args, list_ in (("search_memories", {"query": "zebra"}, "memories"),
                          ("recall", {"query": "zebra"}, "memories"),
                          ("read_memories", {"ids": ["c1", "u1", "e1"]},
                           "memories"), ("get_memories", {"project": "dam"}, "items")):
    r = s.call(tool, args)
    got = {(m.get("id") or m.get("path"))[0]: m.get("problem")
           for m in r["structuredContent"][list_]}
    equal([got.get(k) for k in "cue"], [CONFLICT, UNREAD, None],
          tool + ": a conflict is told")
    check(CONFLICT in r["content"][0]["text"] and
          UNREAD in r["content"][0]["text"], "in the text, too", r)
r = s.call("memory_status", {})
equal(r["structuredContent"]["damaged"],
      {"in_conflict": 1, "front_matter_not_understood": 1}, "status counts")
check("1 in conflict" in r["content"][0]["text"], "in the text, too", r)
for path in "c.md", "u.md", "e.md":
    os.remove("v/" + path)

# --- a reply is full of what notes say ---
r = random.Random(3)
WORDS = ("cache queue export invoice timeout retry schema deploy mirror "
         "worker token budget quota region shard backup restore").split()
for i in range(60):
    say = "The walrus service %d says: %s." % (i, " ".join(
        r.choice(WORDS) for _ in range(r.randint(8, 60))))
    put("facts/f%02d.md" % i, "---\nid: f%02d\nname: \"%s\"\ntype: lesson\n"
        "project: sea\ntrust: agent\nupdated: 2026-03-%02d\n---\n%s\n" %
        (i, say[:40].rsplit(" ", 1)[0] + "…", i % 28 + 1, say))
rebuild()
for budget in 400, 1000, 3000:
    r = s.call("search_memories", {"query": "walrus service", "project": "sea",
                                   "budget": budget})
    t, o = r["content"][0]["text"], r["structuredContent"]
    j = json.dumps(o, ensure_ascii=False, separators=(",", ":"))
    full = [tokens(t), tokens(j)]
    check(all(.9 * budget <= n <= budget for n in full),
          "%d: both forms are full" % budget, full)
    said = [tokens("\n".join(l[1:] for l in t.split("\n") if l[:1] in " >")),
            tokens("\n".join(m["text"].split("\n", 1)[1]
                             for m in o["memories"]))]
    heads = [1 - a / b for a, b in zip(said, full)]
    check(budget < 1000 or (heads[0] < .22 and heads[1] < .27),
          "little else than texts", heads)
    check(re.match(r"\d+ found \(all: lesson, sea, trust agent\); .*; "
                   "MM-DD in 2026:\n", t), "what all share is said once", t)
    equal([o["type"], o["project"], o["trust"]], ["lesson", "sea", "agent"],
          "in the object, too")
    check(all(set(m) == {"id", "text"} and re.match("03-..\n", m["text"])
              for m in o["memories"][:-1]),
          "and a name only where the text does not begin with it", o)
    check(not any("[…]" in m["text"] for m in o["memories"][:-1]),
          "short notes are whole", o)
    ids = re.findall(r"^\[(f\d\d)\] 03-\d\d", t, re.M)
    n = min(len(ids), len(o["memories"]))
    equal(ids[:n], [m["id"] for m in o["memories"]][:n],
          "both show the same, each what it has room for")
    check(t.endswith("next_cursor %d" % len(ids)) and
          o["next_cursor"] == str(len(o["memories"])),
          "and say where they end", t)
equal(len(s.good("search_memories", {"query": "walrus", "limit": 3,
                                     "project": "sea"})["memories"]), 3,
      "a limit that is given holds")
seen, args = [], {"query": "walrus service", "project": "sea"}
while True:
    o = s.good("recall", args)
    seen += [m["id"] for m in o["memories"]]
    if "next_cursor" not in o:
        break
    args["cursor"] = o["next_cursor"]
equal(sorted(seen), ["f%02d" % i for i in range(60)], "all, on their pages")

# --- save_memory: a document ---
DOC = "# How we deploy\n" + "".join(
    "\n## Stage %d\n\nThe worker of stage %d takes the queue of region R%02d "
    "and the mirror of shard %d.\n" % (i, i, i, i * 7) for i in range(600))
save = {"type": "reference", "name": "How we deploy",
        "reason": "who deploys for the first time reads it", "content": DOC}
got = s.good("save_memory", save)
check(get(got["path"]).endswith(DOC) and "reference/" in got["path"],
      "a document of %d characters is kept" % len(DOC), got)
m = s.good("read_memories", {"ids": [got["id"]], "section": "Stage 599"})
check("shard 4193" in m["memories"][0]["text"], "and read by its sections", m)
for words, args in (
        ("DUPLICATE_DETECTED", {}),
        ("CONTENT_TOO_LONG", {"content": DOC + "More of it. " * 5000}),
        ("SENSITIVE_DATA_DETECTED", {"content": DOC.replace(
            "Stage 300", "Stage password=\"hunter2-Zx81Kq\"")}),
        ("CONTENT_TOO_LONG", {"type": "decision"})):
    t = error("save_memory", {**save, **args})
    check(t.startswith(words), "a document: " + words, t)
s.good("delete_memory", {"memory_id": got["id"]})
s.end()
done()
