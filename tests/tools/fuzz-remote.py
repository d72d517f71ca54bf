#!/usr/bin/env python3
"""fuzz-remote.py SEED COUNT [SECONDS]

Asks cx-remote --serve for the notes of ./v as a stranger who may log in could:
requests that are not quite right, and answers of its own to what the part
says.  It ends by itself within 20 s with a status of its own, never by a
signal, and ./v keeps its bytes.  Prints one line for each fault, and at last
"COUNT requests, N answered".
"""
import hashlib
import json
import os
import random
import subprocess
import sys
import threading
import time

r = random.Random(int(sys.argv[1]))
count = int(sys.argv[2])
until = time.monotonic() + float(sys.argv[3]) if len(sys.argv) > 3 else None

NUMBERS = [0, 1, -1, 2, 7, 400, 2**31, 2**32, 2**53, 2**63 - 1, -2**63, 2**64, 1.5]
TEXTS = ['', 'x', '\0', '\n', '../x', '/', '--help', '-C', 'deploy', '缓存', 'a' * 3000]
QUERIES = [['deploy', 'risk'], ['--fuzzy', 'deplyo'], ['depl*', '"the cache"'],
           ['--limit=0', '--all', 'cache'], ['--snippets', 'cache', '8 April 2026'],
           ['--rank=recall', '--top=3', 'deploy'], ['--explain', 'deploy', '-risk']]


def odd(v, p):
    """The same with something else in it."""
    if r.random() < p / 4:
        return r.choice([None, True, [], {}, [[]]] + NUMBERS + TEXTS)
    if isinstance(v, bool) or v is None:
        return v
    if isinstance(v, (int, float)):
        return r.choice(NUMBERS) if r.random() < p else v
    if isinstance(v, str):
        return r.choice(TEXTS) if r.random() < p else v
    if isinstance(v, list):
        v = [odd(x, p) for x in v]
        if r.random() < p:
            v = r.choice([v[:-1], v + v[:2], v[::-1]])
        return v
    return {k if r.random() > p / 4 else r.choice(TEXTS): odd(x, p)
            for k, x in v.items() if r.random() > p / 4}


def line(o, p):
    text = json.dumps(o, separators=(',', ':'), ensure_ascii=r.random() < .5).encode()
    if r.random() < p:
        at = r.randrange(len(text) + 1)
        text = text[:at] + r.choice([b'', b'\0', b'\xff', b'[' * 300, b'"']) + \
            text[at + r.randrange(4):]
    return text + b'\n'


def answer(o):
    """What one part alone would be told."""
    if 'rank' in o:
        n = len(o['rank'])
        return {'n': n, 'places': list(range(n))}
    if 'fold' in o:
        return {'folded': [x for c in o['fold'] for x in (c[0], c[1], 0)]}
    return {k: v for k, v in o.items() if k in ('part', 'sum', 'most', 'shared')}


def files():
    return {n: hashlib.sha256(open(os.path.join(d, n), 'rb').read()).digest()
            for d, dirs, names in os.walk('v') if '/index' not in d
            for n in names if n.endswith('.md')}


was = files()
answered = done = 0
while done < count or (until and time.monotonic() < until):
    done += 1
    p = r.choice([0, .02, .1])
    check = r.random() < .1
    request = {'vault': os.path.abspath('v'), 'now': '2026-04-15T12:00:00',
               'do': 'check' if check else 'score', 'fresh': r.choice(['', 'no']),
               'config': {'layers': {}, 'rank': {}},
               'arguments': ['--json'] if check else
               ['--part=' + r.choice(['loud', 'quiet']), '--search'] + r.choice(QUERIES)}
    s = subprocess.Popen(['cx-remote', '--serve'], stdin=subprocess.PIPE,
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    late = threading.Timer(20, s.kill)
    late.start()
    said = []
    try:
        request = odd(request, p / 4)
        if isinstance(request, dict) and request.get('vault') == '/':
            request['vault'] = ''  # all of this machine
        s.stdin.write(line(request, p / 4))
        s.stdin.flush()
        if check:
            s.stdin.close()
        for got in s.stdout:
            said.append(got)
            o = json.loads(got)
            if not check and 'place' not in o and 'end' not in o:
                s.stdin.write(line(odd(answer(o), p), p / 8))
                s.stdin.flush()
        s.stdin.close()
    except (BrokenPipeError, ValueError):
        s.stdout.close()
    err = s.stderr.read()
    s.wait()
    late.cancel()
    answered += b'"place"' in b''.join(said)
    if s.returncode not in range(6) or b'Sanitizer' in err or b'signal' in err:
        print('request %d: status %d: %s: %s' % (done, s.returncode, err[:500],
                                                json.dumps(request)))
if files() != was:
    print('the notes have changed')
print('%d requests, %d answered' % (done, answered))
