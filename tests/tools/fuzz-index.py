#!/usr/bin/env python3
"""fuzz-index.py SEED COUNT [SECONDS]

Changes an index as a stranger could who knows its format: bytes, lines and
numbers of its files, with every size, checksum and seal made right again.  The
programs that read it end by themselves within 20 s with a status of their own,
never by a signal.  ./ix is the index of ./v with ./rec.  Prints one line for
each fault, and at last "COUNT indexes, N read".
"""
import ctypes
import json
import os
import random
import re
import shutil
import subprocess
import sys
import time

r = random.Random(int(sys.argv[1]))
count = int(sys.argv[2])
until = time.monotonic() + float(sys.argv[3]) if len(sys.argv) > 3 else None

xxh3 = ctypes.CDLL('libxxhash.so.0').XXH3_64bits
xxh3.argtypes = ctypes.c_char_p, ctypes.c_size_t
xxh3.restype = ctypes.c_uint64
BLOCK = 4096

READERS = [
    ['cx-score', '-i', 'ix', '-C', 'v', 'deploy', 'risk'],
    ['cx-score', '-i', 'ix', '-C', 'v', '--rank', 'recall', 'deploy', 'eplo'],
    ['cx-score', '-i', 'ix', '-C', 'v', '--snippets', 'cache', 'index'],
    ['cx-score', '-i', 'ix', '-C', 'v', '--rank', 'context', '--linked', '--body'],
    ['cx-index', '--cat', 'ix'], ['cx-show', '--content', 'ix'],
    ['cx-show', '--paths', 'ix'], ['cx-select', 'type=decision', 'ix'],
    ['cx-links', 'ix'], ['cx-pack', '--budget', '1000', 'ix'],
    ['cx-layer', 'ix'], ['cx-life', 'ix'], ['cx-gate', '-i', 'ix', '-C', 'v', 'cand'],
    ['cx-check', '--index', 'ix', '-C', 'v', 'rec'],
    ['cx-index', '--search', '-o', 'ix', 'rec'],
]
NUMBERS = [b'0', b'1', b'-1', b'255', b'256', b'65535', b'65536', b'4294967295',
           b'4294967296', b'18446744073709551615', b'99999999999999999999']


def checksum(data):
    return b'%016x' % xxh3(data, len(data))


def load():
    at = 'whole/generations/current/'
    files = {}
    for name in os.listdir(at):
        with open(at + name, 'rb') as f:
            files[name] = f.read()
    return files


def change(data):
    """The same with something else in it."""
    for _ in range(r.choice([1, 1, 1, 2, 4])):
        at = r.randrange(len(data) + 1)
        how = r.randrange(8)
        if how == 0:
            data = data[:at] + bytes([r.randrange(256)]) + data[at + 1:]
        elif how == 1:
            data = data[:at] + r.choice([b'', b'\0', b'\n', b' ', b'\xff']) + \
                data[at + r.randrange(9):]
        elif how == 2:
            data = data[:at]
        elif how == 3:
            data = data + data[at:]
        elif how == 4:
            lines = data.split(b'\n')
            i, k = r.randrange(len(lines)), r.randrange(len(lines))
            lines[i], lines[k] = lines[k], lines[i]
            data = b'\n'.join(lines)
        elif how == 5:
            data = data[:at] + data[at:at + 64] * 2 + data[at + 64:]
        else:
            found = list(re.finditer(rb'\d+', data[:1 << 16]))
            if found:
                m = r.choice(found)
                to = r.choice(NUMBERS)
                if how == 7:
                    to = b'%d' % max(0, int(m[0]) + r.randint(-2, 2))
                    to = to.rjust(len(m[0]), b'0' if m[0][:1] == b'0' else b' ')
                data = data[:m.start()] + to + data[m.end():]
    return data


def seal(files, meta):
    """Sizes, sums and seal, as of the files."""
    for name, data in files.items():
        if name in meta['files']:
            meta['files'][name]['bytes'] = len(data)
        if name in meta['search']['files']:
            meta['search']['files'][name] = len(data)
    sums = b''.join(checksum(files[name][i:i + BLOCK]) + b'\n'
                    for name in meta['files'] if name != 'sums'
                    for i in range(0, len(files[name]), BLOCK))
    if 'sums' in files:
        files['sums'] = sums
        meta['files']['sums']['bytes'] = len(sums)
    text = json.dumps(meta, separators=(',', ':'), ensure_ascii=False).encode()[:-1]
    files['meta.json'] = text + b',"check":"' + checksum(text) + b'"}\n'


def odd_member(o):
    while True:
        k = r.choice(list(o))
        if isinstance(o[k], dict) and o[k] and r.random() < .8:
            o = o[k]
            continue
        o[k] = r.choice([0, 1, -1, 1 << 32, 1 << 63, '', 'x', None, [], {}, 1.5])
        return


whole = load()
read = done = 0
while done < count or (until and time.monotonic() < until):
    done += 1
    files = dict(whole)
    meta = json.loads(files['meta.json'])
    meta.pop('check', None)
    name = r.choice([n for n in files if n not in ('meta.json', 'sums') and files[n]])
    files[name] = change(files[name])
    seal(files, meta)
    if r.random() < .1:
        odd_member(meta)
        text = json.dumps(meta, separators=(',', ':')).encode()[:-1]
        files['meta.json'] = text + b',"check":"' + checksum(text) + b'"}\n'
    shutil.rmtree('ix', ignore_errors=True)
    shutil.copytree('whole', 'ix', symlinks=True)
    for n, data in files.items():
        if data != whole[n]:
            path = 'ix/generations/current/' + n
            os.unlink(path)
            with open(path, 'wb') as f:
                f.write(data)
    for command in r.sample(READERS, 4):
        try:
            p = subprocess.run(command, stdin=subprocess.DEVNULL, timeout=20,
                               capture_output=True)
        except subprocess.TimeoutExpired:
            print('index %d, %s: %s does not end' % (done, name, ' '.join(command)))
            continue
        if p.returncode not in (0, 1, 3, 4) or b'Sanitizer' in p.stderr:
            print('index %d, %s: %s: status %d: %s' % (
                done, name, ' '.join(command), p.returncode, p.stderr[:300]))
        read += p.returncode == 0
print('%d indexes, %d read' % (done, read))
