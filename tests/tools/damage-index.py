#!/usr/bin/env python3
"""damage-index.py INDEX QUERIES [ASKS [VAULT CANDIDATES]]

Asks a damaged index.  Damages each file of the current generation of INDEX,
one way at a time, and asks it ASKS (1) of the QUERIES (NDJSON) with both
rankings in turn; if there are CANDIDATES (NDJSON), cx-gate, whose the file
bodywords is, judges those for VAULT.  Each question must give what the whole index gives, or
end with status 4, nothing on stdout and one line on stderr that names a file
which has to do with the damage.  Prints one line a
file, "FILE QUESTIONS REFUSED", and one for each thing that is wrong, "FILE:
DAMAGE: QUERY: what".

Damage is of a kind that can be seen without digests: sizes, and syntax where
numbers and structure stand.  Another digit, or another letter in a word, is
the business of digests.
"""
import json
import os
import random
import re
import subprocess
import sys

# Where the damage may be noticed, other than in the file itself.
KIN = {
    'words': ['postings'],
    'postings': ['words'],
    'fieldwords': ['fields'],
    'fields': ['fieldwords'],
    'docs.record': ['manifest.json'],
    'manifest.json': ['docs.record'],
    'docs.links': ['links'],
    'links': ['docs.links'],
}
# How many words of a line are text, in which nothing can be seen.
TEXT = {'words': 1, 'postings': 1, 'fieldwords': 2, 'fields': 2,
        'bodywords': 2}
GATE = 'cx-gate'
# What is not a digit and no line end; / and : stand beside the digits, \x11 and q
# differ from 1 by one bit.
OTHER = [b'x', b'q', b'-', b'+', b'.', b',', b':', b'/', b' ', b'\t', b'\0',
         b'\x11', b'\xff', b'\xb1']
VIEWS = ('by_project.json', 'by_tag.json', 'by_type.json', 'graph.json')


def sizes(r, data, others):
    cuts = {0, 1, len(data) // 2, len(data) - 1}
    cuts |= {r.randrange(len(data)) for _ in range(3)} if data else set()
    for cut in sorted(c for c in cuts if 0 <= c < len(data)):
        yield 'cut to %d' % cut, data[:cut]
    yield 'deleted', None
    yield 'longer', data + data[-30:]
    yield 'a byte longer', data + b'\n'
    name = r.choice(sorted(n for n in others if others[n] != data))
    yield 'is %s' % name, others[name]
    yield 'zeroes', bytes(len(data))
    at = data.find(b'\n', r.randrange(len(data) // 2 + 1)) if data else -1
    if at >= 0:
        yield 'line end %d gone' % at, data[:at] + data[at + 1:]
    at = data.find(b' ', r.randrange(len(data) // 2 + 1)) if data else -1
    if at >= 0:
        yield 'blank %d doubled' % at, data[:at] + b' ' + data[at:]


def flips(r, name, data):
    """Single bytes that make a number or a line none."""
    if name in VIEWS:
        return
    places = []
    if name == 'manifest.json':
        places = [m.start() for m in re.finditer(rb'\n|^\{', data, re.M)]
    elif name == 'meta.json':
        places = [m.start() for m in re.finditer(rb'[{}:,"]|(?<=:)\d', data)]
    else:
        at = 0
        for line in data.splitlines(True):
            skip = 0
            for _ in range(TEXT.get(name, 0)):
                skip = line.find(b' ', skip) + 1
            places += [at + i for i in range(skip, len(line))
                       if line[i:i + 1].isdigit() or line[i] == 10]
            at += len(line)
    r.shuffle(places)
    for at in sorted(places[:16]):
        for new in r.sample(OTHER, 2):
            if new == b' ' and data[at - 1:at + 2].strip() != data[at:at + 1]:
                continue  # "15" and " 5" are both numbers
            yield ('byte %d %r is %r' % (at, data[at:at + 1], new),
                   data[:at] + new + data[at + 1:])


def ask(index, rank, query):
    if rank == GATE:
        vault, candidate = query
        args = [GATE, '-i', index, '-C', vault, '--rejects', '2']
        said = candidate.encode()
    else:
        args = ['cx-score', '-i', index, '--rank', rank, '--top', '5', '--',
                query]
        said = b''
    try:
        p = subprocess.run(args, input=said, capture_output=True, timeout=60)
    except subprocess.TimeoutExpired:
        return 'no end', b'', b''
    return p.returncode, p.stdout, p.stderr


def wrong(name, rank, got, want):
    if got == want:
        return None
    status, out, err = got
    if status != 4:
        return 'status %s, answer %s, %r' % (
            status, 'right' if out == want[1] else 'wrong', err[:300])
    if out:
        return 'status 4 and something on stdout'
    # There is no vault beside the index, which is said, too.
    lines = [line for line in err.decode(errors='replace').splitlines()
             if not line.startswith('cx-score: no vault, so ')]
    if len(lines) != 1 or not lines[0].startswith(
            GATE + ': ' if rank == GATE else 'cx-score: '):
        return 'not one line: %r' % err[:300]
    part = 'delta.' if name.startswith('delta.') else ''
    kin = [part + n for n in KIN.get(name[len(part):], [])]
    if name != 'meta.json' and not any(
            re.search(r'(^|[/ ])%s($|[:, ])' % re.escape(n), lines[0])
            for n in [name, 'meta.json'] + kin):
        return 'names another file: ' + lines[0]
    if not re.search(r'cx-index|cx rebuild', lines[0]):
        return 'does not say how to mend: ' + lines[0]
    return None


def put(path, data):
    if os.path.lexists(path):
        os.unlink(path)
    if data is not None:
        with open(path, 'wb') as f:
            f.write(data)


def main(index, queries, each='', vault=None, candidates=None):
    home = os.path.join(index, 'generations', 'current')
    files = {n: open(os.path.join(home, n), 'rb').read()
             for n in os.listdir(home)}
    each = int(each or 1)
    asks = [(rank, json.loads(line)['query']) for line in open(queries)
            for rank in ('cortex', 'recall')]
    gates = [(GATE, (vault, line)) for line in open(candidates)
             ] if candidates else []
    right = {a: ask(index, *a) for a in asks + gates}
    for name, data in sorted(files.items()):
        r = random.Random(name)
        path = os.path.join(home, name)
        asked = refused = 0
        ours = gates if name == 'bodywords' and gates else asks
        ways = list(sizes(r, data, files)) + list(flips(r, name, data))
        for i, (way, bad) in enumerate(ways):
            if bad == data:
                continue
            put(path, bad)
            for k in range(each):
                a = ours[(each * i + k) % len(ours)]
                got = ask(index, *a)
                asked += 1
                refused += got[0] == 4
                what = wrong(name, a[0], got, right[a])
                if what:
                    print('%s: %s: %s: %s' % (name, way, a, what))
        put(path, data)
        print(name, asked, refused)
    for a in asks + gates:
        if ask(index, *a) != right[a]:
            print('whole: %s: not what it was' % (a,))


if __name__ == '__main__':
    sys.stdout.reconfigure(encoding='utf-8')
    main(*sys.argv[1:])
