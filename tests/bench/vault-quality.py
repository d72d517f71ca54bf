#!/usr/bin/env python3
"""vault-quality.py RECORDS VAULT [--worst N]

Does the search find a note by its title, by three words of its text, by one
of its headings, by two words of a longer title, by a title or a heading among
other words, as in a question, and by a misspelt title, and does SQLite FTS5 do it better?
RECORDS is what `cx-scan --body VAULT` prints; the queries come from it, the same at
each run.  Prints the mean reciprocal rank among the first 20, of cx-score
--rank recall and of FTS5: porter over unicode61, words joined with OR, name
weighted 5, description, tags and body 1; then the mean difference and its
standard error, queries for the same notes taken as one.  Ends with 1 if FTS5
is better at one of them, by more than that error twice.

A title or a heading that several notes have may find any of them, and words of
a text that several have word for word, too.  Ten times three words are taken, as which words it is decides more than the ranking.  A
misspelt title has one edit in its longest word; it is searched with --fuzzy."""
import collections
import hashlib
import json
import math
import os
import random
import re
import sqlite3
import subprocess
import sys
import tempfile
import unicodedata

TOP = 20
QUERIES = 200  # of a kind, at most
ROUNDS = 10    # of three words each
FORMS = ("what is %s", "how does %s work", "notes about %s",
         "tell me about %s", "where is the %s", "%s best practices",
         "%s example", "%s setup guide")
STOP = set("""a about after all also am an and any are as at be because been
before but by can could did do does for from had has have he her his how i if
in into is it its just like me more most my no not now of on one only or other
our out over said she should so some such than that the their them then there
these they this those to too under up use was we were what when where which
who will with would you your""".split())


def pick(key):
    """A number by which to sample, the same in each run."""
    return hashlib.sha256(key.encode()).digest()


# Scripts that are written without spaces: what stands between two blanks is
# no word, and nobody would type it.
UNSPACED = re.compile("[\u0e00-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff"
                      "\uf900-\ufaff]")


def words(text):
    """Runs of letters and digits, with their marks."""
    return "".join(c if unicodedata.category(c)[0] in "LNM" else " "
                   for c in text.lower()).split()


def plain(text):
    """What in a query would be an operator is no more."""
    text = text.replace('"', " ").replace("#", " ")
    return " ".join(re.sub(r"(?<!\S)-+", " ", text).split())


def headings(body):
    """The headings below the first level, outside of fenced code; an id
    in braces is not read."""
    fence = None
    for line in body.split("\n"):
        mark = re.match(r" {0,3}(```+|~~~+)", line)
        if mark and fence is None:
            fence = mark.group(1)
        elif mark and mark.group(1).startswith(fence):
            fence = None
        elif fence is None:
            head = re.match(r"#{2,6}[ \t]+(.*?)[ \t]*#*[ \t]*$", line)
            if head:
                text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", head.group(1))
                yield re.sub(r"[\[\]*_`]|\{[^}]*\}|<[^>]*>", "", text)


def named(pairs, most):
    """Queries of names, with all notes of each."""
    notes = collections.defaultdict(set)
    said = {}
    for name, path in pairs:
        query = plain(name)
        if [w for w in words(query) if w not in STOP]:
            key = " ".join(words(query))
            notes[key].add(path)
            said.setdefault(key, query)
    keys = sorted((k for k in notes if len(notes[k]) <= most), key=pick)
    return [(said[k], notes[k]) for k in keys[:QUERIES]]


def asked(queries):
    """Questions and lists of words that have these names in them."""
    return [(FORMS[i % len(FORMS)] % name, notes)
            for i, (name, notes) in enumerate(queries)]


def parts(records):
    """Two words of titles that have more, and of at most three notes."""
    named = {r["path"]: [w for w in dict.fromkeys(words(plain(r["name"])))
                         if len(w) > 1 and w not in STOP
                         and not UNSPACED.search(w)]
             for r in records}
    have = collections.defaultdict(set)
    for path, typed in named.items():
        for word in typed:
            have[word].add(path)
    queries = []
    for path in sorted(named, key=pick):
        two = sorted(named[path], key=lambda w: pick(path + w))[:2]
        if len(named[path]) > 2 and len(have[two[0]] & have[two[1]]) <= 3:
            queries.append((" ".join(sorted(two, key=named[path].index)),
                            have[two[0]] & have[two[1]]))
    return queries[:QUERIES]


def of_text(records):
    """Three of the dozen words that tell a note from the others best."""
    texts = {r["path"]: collections.Counter(
        w for w in words(re.sub(r"https?://\S+", " ", r.get("body") or ""))
        if len(w) > 3 and w not in STOP and not re.search(r"\d", w)
        and not UNSPACED.search(w)) for r in records}
    df = collections.Counter(w for t in texts.values() for w in t)
    same = collections.defaultdict(set)
    for r in records:
        same[r.get("body") or ""].add(r["path"])
    copies = {path: notes for notes in same.values() for path in notes}
    queries = []
    for turn in range(ROUNDS):
        salt = str(turn) if turn else ""
        for path in sorted(texts, key=lambda p: pick(salt + p))[:QUERIES]:
            best = sorted((w for w in texts[path] if df[w] > 1),
                          key=lambda w: (-texts[path][w] * math.log(
                              len(records) / df[w]), w))[:12]
            if len(best) >= 3:
                three = sorted(best, key=lambda w: pick(salt + path + w))[:3]
                queries.append((" ".join(three), copies[path]))
    return queries


def misspelt(titles, records):
    """Titles with one edit in the longest word that has five letters; what
    that makes is no word of the vault."""
    known = {w for r in records
             for w in words(r["name"] + " " + (r.get("body") or ""))}
    for title, notes in titles:
        rnd = random.Random(title)
        typed = title.split()
        at = max(range(len(typed)), key=lambda i: (
            typed[i].isascii() and typed[i].isalpha()
            and typed[i].lower() not in STOP, len(typed[i])))
        word, i = typed[at], rnd.randrange(1, max(2, len(typed[at])))
        if len(word) < 5 or not (word.isascii() and word.isalpha()):
            continue
        letter = rnd.choice("abcdefghijklmnopqrstuvwxyz")
        typed[at] = rnd.choice((
            word[:i] + word[i + 1:], word[:i] + letter + word[i:],
            word[:i] + letter + word[i + 1:],
            word[:i - 1] + word[i] + word[i - 1] + word[i + 1:]))
        if typed[at].lower() not in known:
            yield " ".join(typed), notes


def fts5(records):
    db = sqlite3.connect(":memory:")
    db.execute("CREATE VIRTUAL TABLE notes USING fts5(path UNINDEXED, name,"
               " description, tags, body, tokenize='porter unicode61')")
    db.executemany("INSERT INTO notes VALUES (?, ?, ?, ?, ?)", (
        (r["path"], r["name"], r.get("description") or "",
         " ".join(r.get("tags") or []), r.get("body") or "")
        for r in records))

    def ask(query):
        wanted = " OR ".join('"%s"' % w for w in words(query))
        if not wanted:
            return []
        return [row[0] for row in db.execute(
            "SELECT path FROM notes WHERE notes MATCH ? ORDER BY"
            " bm25(notes, 0, 5, 1, 1, 1), rowid LIMIT ?", (wanted, TOP))]
    return ask


def ours(where, queries):
    """The paths found, by query; where are options."""
    with tempfile.NamedTemporaryFile("w", encoding="utf-8") as f:
        for i, query in enumerate(queries):
            f.write(json.dumps({"qid": i, "query": query}) + "\n")
        f.flush()
        run = subprocess.run(
            ["cx-score", "--rank", "recall", "--top", str(TOP),
             "--queries", f.name] + where,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if run.returncode not in (0, 1):
        sys.exit("cx-score: status %d: %s" % (
            run.returncode, run.stderr.decode("utf-8", "replace")))
    found = [[] for _ in queries]
    for line in run.stdout.splitlines():
        record = json.loads(line)
        found[record["qid"]].append(record["path"])
    return found


def reciprocal(found, wanted):
    for i, path in enumerate(found):
        if path in wanted:
            return 1 / (i + 1)
    return 0


def standard_error(gaps, queries):
    """Of the mean of gaps, in groups of queries for the same notes."""
    mean = sum(gaps) / len(gaps)
    groups = collections.Counter()
    for gap, (_, wanted) in zip(gaps, queries):
        groups[min(wanted)] += gap - mean
    return math.sqrt(sum(g * g for g in groups.values())) / len(gaps)


def measure(kind, queries, found, ask, worst):
    """Prints a row; whether FTS5 is better."""
    if not queries:
        print("%-24s %7d %8s %8s  -" % (kind, 0, "-", "-"))
        return False
    mine = [reciprocal(f, w) for f, (_, w) in zip(found, queries)]
    others = [reciprocal(ask(q), w) for q, w in queries]
    gaps = [a - b for a, b in zip(mine, others)]
    gap, error = sum(gaps) / len(gaps), standard_error(gaps, queries)
    verdict = "ok" if gap >= 0 else "within error" \
        if gap >= -2 * error else "MISSED"
    print("%-24s %7d %8.3f %8.3f %+8.4f %7.4f  %s" % (
        kind, len(queries), sum(mine) / len(mine), sum(others) / len(others),
        gap, error, verdict))
    rows = sorted(zip(gaps, mine, others, queries),
                  key=lambda g: (g[0], g[3][0]))
    for _, x, y, (query, wanted) in rows[:worst]:
        print("    %.3f %.3f  %s  (%s)" % (
            x, y, query, ", ".join(sorted(wanted))))
    return verdict == "MISSED"


def main():
    file, vault = sys.argv[1:3]
    worst = int(sys.argv[4]) if sys.argv[3:4] == ["--worst"] else 0
    with open(file, encoding="utf-8") as f:
        records = [json.loads(line) for line in f]
    ask = fts5(records)
    stream = ["-f", file]
    titles = named(((r["name"], r["path"]) for r in records), 3)
    lost = False
    print("%-24s %7s %8s %8s %8s %7s  %s" % (
        "%d notes, MRR@%d" % (len(records), TOP), "queries", "cx-score",
        "FTS5", "more", "error", "verdict"))
    with tempfile.TemporaryDirectory() as root:
        index = os.path.join(root, "index")
        subprocess.run(["cx-index", "--search", "-o", index, file],
                       check=True)
        heads = named(((h, r["path"]) for r in records
                       for h in headings(r.get("body") or "")), 3)
        for kind, queries, where in (
                ("titles", titles, stream),
                ("three words of the text", of_text(records), stream),
                ("headings", heads, stream),
                ("two words of a title", parts(records), stream),
                ("a title among words", asked(titles), stream),
                ("a heading among words", asked(heads), stream),
                ("misspelt titles", list(misspelt(titles, records)),
                 ["--fuzzy", "--fresh=no", "-C", vault, "-i", index])):
            found = ours(where, [q for q, _ in queries]) if queries else []
            lost = measure(kind, queries, found, ask, worst) or lost
    sys.exit(1 if lost else 0)


main()
