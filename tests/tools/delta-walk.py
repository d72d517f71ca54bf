#!/usr/bin/env python3
"""Walks through random edits of a vault and compares, after each rebuild,
what an index with a delta answers with what a new one does.

usage: delta-walk.py SEED ROUNDS DIR

The programs are found in PATH.  Prints a line a round; ends with 1 at the
first difference, and says which command shows it.
"""
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
import unicodedata

WORDS = ("deploy risk cache server index window freeze harbour lantern orchid "
         "quartz saddle timber violet walnut zephyr anchor basket copper "
         "dragon ember falcon garnet hollow island jacket kettle").split()
STATUS = ["active", "active", "active", "archived", "superseded", "open",
          "corrected:EXP-7"]
# Names that are nearly the same.
HARD = ["\u00c9t\u00e9", "e\u0301te\u0301", "EMBER", "ember.md", "ember.md.md",
        "Ember.MD", "a", "c", "ember dragon", "ember'dragon\"", "em\\ber",
        "100%", "\u6771\u4eac", "README", "-x", "ember, falcon", "a.b", "2026"]
HUB = 64
FOLDER_MAX = 200


class Vault:
    def __init__(self, root, rng):
        self.root, self.rng = root, rng
        self.notes = {}
        self.count = 0

    def target(self):
        """What a link may say: paths, tails, names, ids, aliases, nothing."""
        r = self.rng
        if r.random() < 0.1 or not self.notes:
            return "nowhere-%d" % r.randrange(12)
        path = r.choice(sorted(self.notes))
        note = self.notes[path]
        if r.random() < 0.25:
            last = path.split("/")[-1][:-3]
            return r.choice([
                "/" + path, "./" + last, "../" + last, "../" + path[:-3],
                last + ".md.md", "b/../" + last, last + "/", last + "/.",
                "/" + last, "x/../../" + last,
                unicodedata.normalize("NFD", last).upper(),
                unicodedata.normalize("NFC", path).lower(),
                " ".join(last.split("-")), r.choice(HARD)])
        return r.choice([
            path, path[:-3], path.split("/")[-1], path.split("/")[-1][:-3],
            path.split("/")[-1][:-3].upper(), note["name"], note["id"],
            (note["aliases"] or [note["name"]])[0],
            path.split("/")[-1][:-3].replace("___", "/"),
            "/".join(path.split("/")[-2:])[:-3]])

    def note(self):
        r = self.rng
        self.count += 1
        return {
            "id": "2026_%d" % (r.randrange(60) if r.random() < 0.1
                               else 1000 + self.count),
            "name": " ".join(r.sample(WORDS, r.randrange(1, 3))).title(),
            "aliases": r.sample(WORDS, 1) if r.random() < 0.15 else [],
            "status": r.choice(STATUS),
            "tags": r.sample(WORDS[:8], r.randrange(3)),
            "updated": "2026-%02d-%02d" % (r.randrange(1, 13),
                                           r.randrange(1, 29)),
            "expires": r.choice(["", "", "", "2026-05-%02d" %
                                 r.randrange(1, 29), "2026-07-01"]),
            "words": r.choices(WORDS, k=r.choice([0, 0] + [
                r.randrange(3, 40) for _ in range(8)])),
            "links": [self.target() for _ in range(r.randrange(4))],
            "raw": r.choice(["", "---\n", "---\nname: [cut\n---\nember\n",
                             "---\nid: \"a\\0b\"\n---\n[[ember]]\n",
                             "\n\n"]) if r.random() < 0.05 else None,
        }

    def path(self):
        """Few names in few folders, so that they are often the same."""
        r = self.rng
        stem = "%s%s" % (r.choice(WORDS), r.choice(["", "", "-%d" %
                                                    r.randrange(30)]))
        if r.random() < 0.2:
            stem = r.choice(HARD)
        elif r.random() < 0.2:
            stem = r.choice(["a", "c", "A", "x"]) + "___" + stem
        path = r.choice(["", "a/", "a/b/", "c/", "c/d/e/", "big/", "c-d/",
                         "ember.md/", "A/"]) + stem + ".md"
        # A note may stand where a directory has to be, or the other way.
        full = os.path.join(self.root, path)
        above = path.split("/")[0]
        if os.path.isdir(full):
            for p in [p for p in self.notes if p.startswith(path + "/")]:
                self.remove(p)
            os.removedirs(full)
        elif "/" in path and above in self.notes:
            self.remove(above)
        return path

    def write(self, path):
        n = self.notes[path]
        full = os.path.join(self.root, path)
        os.makedirs(os.path.dirname(full), exist_ok=True)
        if n["raw"] is not None:
            with open(full, "w", encoding="utf-8") as f:
                f.write(n["raw"])
            return
        lines = ["---", "id: " + n["id"], 'name: "%s"' % n["name"],
                 "type: insight", "project: " + (path.split("/")[0]
                                                 if "/" in path else "top"),
                 "status: " + n["status"], "updated: " + n["updated"],
                 "tags: [%s]" % ", ".join(n["tags"])]
        if n["expires"]:
            lines.append("expires: " + n["expires"])
        if n["aliases"]:
            lines.append("aliases: [%s]" % ", ".join(n["aliases"]))
        lines += ["---", " ".join(n["words"])]
        lines += ["[[%s]]" % t for t in n["links"]]
        with open(full, "w", encoding="utf-8") as f:
            f.write("\n".join(lines) + "\n")

    def add(self, path=None):
        path = path or self.path()
        self.notes[path] = self.note()
        self.write(path)
        return path

    def remove(self, path):
        del self.notes[path]
        os.remove(os.path.join(self.root, path))

    # --- edits ---

    def edit(self):
        r = self.rng
        path = r.choice(sorted(self.notes))
        n = self.notes[path]
        kind = r.randrange(16)
        if kind < 3:
            n["words"] = r.choices(WORDS, k=r.randrange(3, 40))
        elif kind == 3:
            n["links"].append(self.target())
        elif kind == 4 and n["links"]:
            n["links"].pop(r.randrange(len(n["links"])))
        elif kind == 5:
            n.update(name=" ".join(r.sample(WORDS, 2)).title(),
                     aliases=r.sample(WORDS, r.randrange(2)))
        elif kind == 6:
            n.update(status=r.choice(STATUS), tags=r.sample(WORDS[:8], 2),
                     id=self.note()["id"])
        elif kind == 7 and len(self.notes) > 5:
            self.remove(path)
            return
        elif kind == 8:
            self.add()
            return
        elif kind == 9:
            new = self.path()
            if new not in self.notes:
                self.notes[new] = self.notes[path]
                self.remove(path)
                path = new
        elif kind == 10:
            self.hub(path)
        elif kind == 11:
            # Hubs around each other, to one side of the limit or the other.
            for path in r.sample(sorted(self.notes), min(3,
                                                         len(self.notes))):
                self.hub(path)
                self.write(path)
        elif kind == 12:
            n["raw"] = None if n["raw"] is not None else "[[ember]]\n"
        elif kind == 13:
            n["links"].append(path.split("/")[-1][:-3])  # itself
        elif kind == 14:
            with open(os.path.join(self.root, ".cortexignore"), "w",
                      encoding="utf-8") as f:
                f.write(r.choice(["", "falcon*\n", "/c/d/\n", "*.md.md\n"]))
            return
        else:
            when = time.time() + r.choice([0, 0, 1e6, -1e8])
            os.utime(os.path.join(self.root, path), (when, when))
            return
        self.write(path)

    def hub(self, path):
        """To one side of the limit, or to the other."""
        r = self.rng
        others = [p for p in sorted(self.notes) if p != path]
        n = HUB + r.randrange(-3, 4)
        self.notes[path]["links"] = r.sample(others, min(n, len(others)))

    def fill(self, folder, n):
        """The folder has n notes then."""
        here = [p for p in sorted(self.notes)
                if os.path.dirname(p) == folder]
        for path in here[n:]:
            self.remove(path)
        for i in range(n - len(here)):
            self.add("%s/fill-%d-%d.md" % (folder, self.count, i))


def run(*command, **options):
    p = subprocess.run(command, stdout=subprocess.PIPE,
                       stderr=subprocess.PIPE, text=True, check=False,
                       **options)
    if p.returncode not in (0, 1, 3):
        sys.exit("%s: status %d: %s" % (" ".join(command), p.returncode,
                                        p.stderr))
    return p.stdout


def queries(rng, name):
    with open(name, "w", encoding="utf-8") as f:
        for i in range(25):
            words = rng.sample(WORDS, rng.randrange(1, 4))
            if rng.random() < 0.2:
                words.append("-" + rng.choice(WORDS))
            if rng.random() < 0.2:
                words.append("tag:" + rng.choice(WORDS[:8]))
            if rng.random() < 0.1:
                words.append("2026")
            if rng.random() < 0.2:
                words.append('"%s %s"' % tuple(rng.choices(WORDS, k=2)))
            if rng.random() < 0.2:
                words.append(rng.choice(
                    ["name:", "path:", "project:", "description:", "path:a/",
                     "name:\u00e9t"]) + rng.choice(WORDS)[:4])
            f.write(json.dumps({"qid": i, "query": " ".join(words)}) + "\n")


def access(rng, vault, name):
    """A log of what was used, folded."""
    with open(name + ".log", "w", encoding="utf-8") as f:
        for i in range(20):
            path = rng.choice(sorted(vault.notes) + ["gone.md"])
            f.write(json.dumps({"path": path, "ts": "2026-0%d-11T10:00:0%dZ" %
                                (1 + i % 5, i % 10), "source": "read"}) + "\n")
    with open(name, "w", encoding="utf-8") as f:
        f.write(run("cx-access", "fold", name + ".log"))


def killed(rng):
    """A rebuild that ends anywhere."""
    p = subprocess.Popen(["cx", "rebuild"], stdout=subprocess.DEVNULL,
                         stderr=subprocess.DEVNULL, start_new_session=True)
    time.sleep(rng.random() * 0.12)
    try:
        os.killpg(p.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    p.wait()


def main():
    seed, rounds, root = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    rng = random.Random(seed)
    vault = Vault(os.path.join(root, "vault"), rng)
    new, asked = os.path.join(root, "new"), os.path.join(root, "queries")
    used = os.path.join(root, "used")
    os.makedirs(vault.root)
    with open(os.path.join(vault.root, "cortex.toml"), "w",
              encoding="utf-8") as f:
        f.write("[index]\ndelta_from = 1\n")
    for _ in range(rng.choice([20, 90, 160])):
        vault.add()
    if rng.random() < 0.5:
        vault.fill("big", FOLDER_MAX + rng.randrange(-2, 3))
    os.environ["CORTEX_NOW"] = "2026-06-01"
    os.environ["CORTEX_CONFIG"] = os.path.join(root, "config")
    with open(os.environ["CORTEX_CONFIG"], "w", encoding="utf-8") as f:
        f.write(run("cx-config", os.path.join(vault.root, "cortex.toml")))
    os.chdir(vault.root)
    run("cx", "rebuild")
    deltas = 0
    for number in range(rounds):
        for _ in range(rng.choice([1, 1, 2, 5, 20])):
            vault.edit()
        if rng.random() < 0.2:
            vault.fill("big", FOLDER_MAX + rng.randrange(-2, 3))
        if rng.random() < 0.2:
            vault.fill("few", rng.randrange(4))
        queries(rng, asked)
        access(rng, vault, used)
        if rng.random() < 0.2:
            killed(rng)
        if rng.random() < 0.05:
            run("cx", "rebuild", "--no-search")
        run("cx", "rebuild", *(["--full"] if rng.random() < 0.1 else []))
        deltas += os.path.exists("index/generations/current/delta.dead")
        shutil.rmtree(new, ignore_errors=True)
        run("sh", "-c", "cx-scan --body . | cx-index --search -o " + new)
        same(["cx-index", "--cat"], new)
        some = rng.choice(sorted(vault.notes))
        for rank in (["recall", "--queries", asked],
                     ["cortex", "--queries", asked],
                     ["recall", "--queries", asked, "--current",
                      "--where", "status=active or tags=risk"],
                     ["recall", "--why-not", some],
                     ["recall", "--queries", asked, "--access", used],
                     ["cortex", "--queries", asked, "--snippets", "-C", "."],
                     ["context"], ["context", "--linked"]):
            for top in "0", "5":
                words = ["deploy", "risk"] if "--why-not" in rank else []
                same(["cx-score", "--fresh", "no", "--explain", "--top", top,
                      "--rank", *rank, "-i"], new, words)
        same(["cx-links", "--report"], new)
        same_backlinks(vault, new)
    print("%d rounds, %d with a delta" % (rounds, deltas))


def same_backlinks(vault, new):
    """Of some notes, read from the index in part, and from all records."""
    records = os.path.join(new, "manifest.json")
    asked = [[vault.target()] for _ in range(25)] + [
        vault.rng.sample(sorted(vault.notes), min(20, len(vault.notes)))]
    for some in asked:
        said = []
        for source in "index", records:
            p = subprocess.run(
                ["cx-links"] + ["--backlinks=" + t for t in some] + [source],
                stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
            said.append((p.returncode, p.stdout, p.stderr))
        if said[0] != said[1]:
            sys.exit("backlinks of %s:\n%s\n%s" % (some, *said))


def same(command, new, words=()):
    old_says = run(*command, "index", *words)
    new_says = run(*command, new, *words)
    if old_says == new_says:
        return
    a, b = old_says.splitlines(), new_says.splitlines()
    for i in range(max(len(a), len(b))):
        x = a[i] if i < len(a) else "(nothing)"
        y = b[i] if i < len(b) else "(nothing)"
        if x != y:
            print("line %d\n  delta: %s\n  new:   %s" % (i + 1, x, y))
            break
    sys.exit("%s: index and %s differ" % (" ".join(command), new))


main()
