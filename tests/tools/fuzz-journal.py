#!/usr/bin/env python3
"""fuzz-journal.py SEED COUNT [SECONDS]

Writes journals that a stranger could bring, .cortex/undo and .cortex/move.plan,
into a small vault and has cx-undo and cx-move --finish take them.  Whatever
they say, the program ends by itself within 20 s with a status of its own, and
changes nothing but notes of the vault: no file outside, in .git, in .cortex
but for what is its own there, and none that is no note.  Prints one line for
each fault, and at last "COUNT journals, N applied".
"""
import hashlib
import json
import os
import random
import shutil
import subprocess
import sys
import time

r = random.Random(int(sys.argv[1]))
count = int(sys.argv[2])
until = time.monotonic() + float(sys.argv[3]) if len(sys.argv) > 3 else None
top = os.path.realpath('.')

NOTES = {'a.md': b'---\nid: a\n---\nSee [[b]].\n', 'b.md': b'# b\n',
         '.draft.md': b'[[b]]\n', 'd/c.md': b'L\xe9gal [[b]]\n',
         '.notes/n.md': b'n\n', '.github/x.md': b'x\n'}
OTHERS = {'cortex.toml': b'', 'hook': b'#!/bin/sh\n', '.git/config': b'[core]\n',
          '.git/x.md': b'# git\n', '.git/hooks/pre-push': b'#!/bin/sh\n',
          '.cortex/access/x.md': b'# ours\n', '.cortex/project.json': b'{}\n',
          'sub/.git/x.md': b'# another\n', 'd/data.csv': b'1,2\n'}
OUT = {'out/secret.md': b'# secret\n', 'out/keep': b'keep\n'}
PATHS = list(NOTES) + list(OTHERS) + [
    '../out/secret.md', top + '/out/secret.md', '../out/new.md', 'link/secret.md',
    'link/new.md', '.git/new.md', '.GIT/x.md', '.cortex/new.md', '.CORTEX/x.md',
    'sub/.git/new.md', './a.md', 'd/../a.md', 'd//c.md', '', '/', '.', '..',
    'a.md/', 'new.md', 'deep/er/new.md', '..md', '.md', 'x\n.md', 'd', 'sub',
    '.git', '.cortex', '.git/hooks', 'link', '\u202e.md', 'e' * 300 + '.md']
ODD = [None, True, -1, 1 << 62, 1e300, '', [], {}, 'x', '0' * 64]


def digest(data):
    return hashlib.blake2b(data, digest_size=32).hexdigest()


def put(root, files):
    for name, data in files.items():
        path = os.path.join(root, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, 'wb') as f:
            f.write(data)


def fresh():
    for d in ('v', 'out'):
        shutil.rmtree(d, ignore_errors=True)
    put('v', NOTES)
    put('v', OTHERS)
    put('.', OUT)
    os.symlink('../out', 'v/link')
    os.makedirs('v/.cortex/undo')


def state(root, skip=()):
    """What is there: kind, mode and bytes of each path."""
    found = {}
    for at, dirs, files in os.walk(root):
        for name in dirs + files:
            path = os.path.join(at, name)
            rel = os.path.relpath(path, root)
            if any(rel == s or rel.startswith(s + '/') for s in skip):
                continue
            if os.path.islink(path):
                found[rel] = 'link to ' + os.readlink(path)
            elif os.path.isfile(path):
                with open(path, 'rb') as f:
                    found[rel] = f.read()
    return found


OURS = ('.cortex/undo', '.cortex/lock', '.cortex/.gitignore', '.cortex/move.plan')


def kept():
    """What may not change, by its name, so that a folder may move."""
    v = state('v', OURS)
    inner = {p: d for p, d in v.items()
             if {'.git', '.cortex'} & set(p.lower().split('/')[:2])}
    rest = sorted((os.path.basename(p), str(d)) for p, d in v.items()
                  if p not in inner and not p.lower().endswith('.md'))
    return inner, rest, state('out'), sorted(
        n for n in os.listdir('.') if n not in ('v', 'out'))


def current(path):
    try:
        with open(os.path.join('v', path), 'rb') as f:
            return f.read()
    except (OSError, ValueError):
        return None


def entry():
    """A note to be put back, which fits what is there, most of the time."""
    path = r.choice(PATHS if r.random() < .4 else list(NOTES))
    now = current(path)
    text = r.choice(['', 'new text\n', '---\nid: z\n---\n', '\0'])
    size = len(now) if now is not None else 0
    at, to = sorted((r.randrange(size + 1), r.randrange(size + 1)))
    was = (now or b'')[:at] + text.encode() + (now or b'')[to:]
    gone = now is not None and r.random() < .2
    if gone:
        at, to, text, was = 0, size, '', b''
    return {'path': path, 'before': '' if gone else digest(was),
            'after': '' if now is None else digest(now),
            'from': at, 'to': to, 'text': text}


def step(path):
    now = current(path) or b''
    at, to = sorted((r.randrange(len(now) + 1), r.randrange(len(now) + 1)))
    return {'path': path, 'before': digest(now),
            'after': digest(now[:at] + b'moved' + now[to:]),
            'edits': [{'from': at, 'to': to, 'text': 'moved'}]}


def rename():
    old, new = r.choice(PATHS), r.choice(PATHS)
    if r.random() < .5:
        old, new = r.choice([('new.md', 'a.md'), ('a.md', 'new.md'),
                             ('d', 'e'), ('.git', 'g'), ('d', '.git/d'),
                             ('hook', '.git/hooks/post-merge'),
                             ('d', '.cortex/undo/d'), ('a.md', '.git/a.md')])
    return {'old': old, 'new': new, 'have': r.choice([0, 0, 0, 1, len(new)])}


def mutate(o):
    """An object with something else for a member, or in the place of it."""
    if r.random() < .07 and o:
        o = dict(o)
        o[r.choice(sorted(o))] = r.choice(ODD + PATHS)
    return o


def write(path, lines):
    data = '\n'.join(json.dumps(mutate(o)) for o in lines).encode() + b'\n'
    while r.random() < .07:
        at = r.randrange(len(data))
        data = data[:at] + bytes([r.randrange(256)]) * r.randrange(3) + \
            data[at + r.randrange(3):]
        data = data or b'\n'
    if r.random() < .03:
        data = data[:r.randrange(len(data))]
    kind = r.random()
    if kind < .02:
        os.symlink(r.choice(['/etc/passwd', top + '/out/secret.md', 'x']), path)
    elif kind < .03:
        os.mkfifo(path)
    elif kind < .04:
        os.mkdir(path)
    else:
        with open(path, 'wb') as f:
            f.write(data)


def undo():
    change = 'c%d' % r.randrange(9)
    for part in range(1, r.choice([2, 2, 2, 3, 4])):
        notes = [entry() for _ in range(r.randrange(4))]
        head = {'change': change, 'command': 'cx-edit', 'notes': len(notes)}
        if r.random() < .4:
            head.update(rename())
        write('v/.cortex/undo/%d.ndjson' % part, [head] + notes)
    return ['cx-undo', '-C', 'v']


def plan():
    head = rename() if r.random() < .8 else {'old': '', 'new': '', 'have': 0}
    pool = PATHS if r.random() < .5 else list(NOTES)
    files = [step(r.choice(pool)) for _ in range(r.randrange(4))]
    head.update(files=len(files), change='c')
    write('v/.cortex/move.plan', [head] + files)
    return ['cx-move', '-C', 'v', '--finish']


applied = done = 0
while done < count or (until and time.monotonic() < until):
    done += 1
    fresh()
    command = (undo if r.random() < .6 else plan)()
    before, notes = kept(), state('v', OURS)
    try:
        p = subprocess.run(command, stdin=subprocess.DEVNULL, timeout=20,
                           capture_output=True)
    except subprocess.TimeoutExpired:
        print('journal %d: %s does not end' % (done, command[0]))
        continue
    if p.returncode not in (0, 1, 2, 3, 4):
        print('journal %d: %s: status %d: %s' % (
            done, command[0], p.returncode, p.stderr[:200]))
    for was, now, what in zip(before, kept(), (
            '.git or .cortex', 'what is no note', 'outside', 'beside')):
        if was != now:
            print('journal %d: %s changed %s' % (done, command[0], what))
    if p.returncode not in (0, 3) and b'finish' not in p.stderr and \
            command[0] == 'cx-undo' and notes != state('v', OURS):
        print('journal %d: refused (%d), but changed: %s' % (
            done, p.returncode, p.stderr[:200]))
    applied += notes != state('v', OURS)
print('%d journals, %d applied' % (done, applied))
