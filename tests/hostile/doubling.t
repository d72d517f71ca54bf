#!/bin/sh
# doubling.t: four times the text of a hostile shape takes no more than eight
# times the processor time, for each shape and program of doubling.py.
# shellcheck disable=SC1091
. "$(dirname "$0")/../tap.sh"
need python3 timeout

python3 "$SRC/tests/tools/doubling.py" >report 2>&1
is "$(sed '$d' report | head -n 20)" '' 'no shape is more than linear'
tail -n 1 report >last
ok 'of many shapes and programs' grep -q '^37 shapes, 16 commands$' last

# Edits as records, of which cx serve hands on 8 MB: many items to one list, to
# be added, removed and set; many fields; many records of one note; new notes
# with many of them.
python3 - >report 2>&1 <<'E'
import json
import os
import shutil
import subprocess
import time

shutil.rmtree('v')
os.mkdir('v')
TEXT = '---\nid: a\ntags: [one]\n---\n'


def items(n, what):
    return {'tags': ['t%d' % i for i in range(n)]} if what != 'fields' else \
        {'f%d' % i: 'x' for i in range(n)}


def records(n, what):
    if what in ('new tags', 'new keywords'):
        return [{'name': 'x', what[4:]: items(n, '')['tags']}]
    if what == 'new fields':
        return [{'name': 'x', **items(n, 'fields')}]
    if what == 'records':
        return [{'path': 'a.md', 'add': {'tags': ['t%d' % i]}} for i in range(n)]
    if what == 'set, then removed':
        return [{'path': 'a.md', 'set': items(n, ''), 'remove': items(n, '')}]
    if what == 'unset':
        return [{'path': 'a.md', 'unset': ['f%d' % i for i in range(n)]}]
    if what == 'put and dropped':
        return [{'path': 'a.md', k: {'tags': ['x']}} for k in ('add', 'remove')
                for _ in range(n // 2)]
    return [{'path': 'a.md', 'set' if what == 'fields' else what: items(n, what)}]


def cpu(n, what):
    with open('v/a.md', 'w') as f:
        f.write(TEXT)
    data = ''.join(json.dumps(r) + '\n' for r in records(n, what)).encode()
    before = os.times()
    command = ['cx-new', '--type', 'feedback', '--project', 'default'] if \
        what.startswith('new') else ['cx-edit', '--stdin']
    p = subprocess.run(command + ['-n', '-C', 'v'], input=data,
                       capture_output=True)
    after = os.times()
    if p.returncode not in (0, 3):
        print('%s, %d: status %d: %s' % (what, n, p.returncode, p.stderr[:200]))
    return after.children_user - before.children_user + \
        after.children_system - before.children_system


for what in ('add', 'remove', 'set', 'fields', 'unset', 'records',
             'set, then removed', 'put and dropped', 'new tags',
             'new keywords', 'new fields'):
    small = min(cpu(16000, what) for _ in range(2))
    # Again only where the machine may have been busy.
    for _ in range(3):
        large = cpu(64000, what)
        if large <= max(.1, 8 * max(small, .01)):
            break
    else:
        print('%s: 16000: %.3f, 64000: %.3f' % (what, small, large))
E
is "$(cat report)" '' 'edits and new notes of many items are linear'

# An export whose page is one line, or whose table is one row.
python3 - >report 2>&1 <<'E'
import os
import subprocess

ID = '0123456789abcdef0123456789abcdef'
os.mkdir('notion')


def cpu(n, what):
    path = 'notion/P %s.%s' % (ID, 'csv' if what == ',' else 'md')
    with open(path, 'w') as f:
        f.write('# P\n\n' + what * (n // len(what)) + '\n')
    before = os.times()
    p = subprocess.run(['cx', 'import', 'notion', 'notion'],
                       capture_output=True)
    after = os.times()
    if p.returncode:
        print('%s, %d: status %d: %s' % (what, n, p.returncode, p.stderr[:200]))
    os.unlink(path)
    return after.children_user - before.children_user + \
        after.children_system - before.children_system


for what, n in (('[a](b.md) ', 120000), (ID + ' ', 120000), (',', 30000)):
    times = [cpu(i, what) for i in (n, 4 * n)]
    if times[1] > 8 * times[0]:
        print('%s: %d: %.3f, %d: %.3f' % (what, n, times[0], 4 * n, times[1]))
E
is "$(cat report)" '' 'a line of an export is read in linear time'
done_testing
