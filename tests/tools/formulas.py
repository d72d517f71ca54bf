#!/usr/bin/env python3
"""formulas.py - has the staged change of git touched a formula?

Compares what stands between $ and $, $$ and $$, \\( and \\), \\[ and \\], by
a reader of its own (fences and code spans are taken out first), in the files
that are modified or renamed: before and after it is the same, each as often.
Prints what is not; ends with 1 then.
"""
import re
import subprocess
import sys
from collections import Counter

CODE = re.compile(r'^([ \t>]*)(```+|~~~+).*?(^[ \t>]*\2[`~]*[ \t]*$|\Z)'
                  r'|(?<!`)(`+)(?!`).*?(?<!`)\4(?!`)', re.S | re.M)
MATH = re.compile(r'\$\$.+?\$\$|(?<![\\$])\$(?![\s$])[^$\n]*?(?<![\s\\])\$(?!\d)'
                  r'|\\\(.+?\\\)|\\\[.+?\\\]', re.S)


def git(*args):
    return subprocess.run(['git', *args], capture_output=True,
                          check=True).stdout


def formulas(blob):
    text = git('cat-file', 'blob', blob).decode('utf-8', 'replace')
    return Counter(MATH.findall(CODE.sub('', text)))


bad = 0
fields = git('diff', '--cached', '-M1%', '--raw', '-z', '--abbrev=40',
             'HEAD').decode('utf-8', 'surrogateescape').split('\0')
i = 0
while i < len(fields) - 1:
    _, _, before, after, kind = fields[i].split()
    path = fields[i + 1]
    i += 3 if kind[0] in 'RC' else 2
    if kind[0] not in 'MR' or before == after or not path.endswith('.md'):
        continue
    was, now = formulas(before), formulas(after)
    for f in (was - now) + (now - was):
        print(f'{path}: {"gone" if was[f] > now[f] else "new"}: {f[:120]!r}')
        bad = 1
sys.exit(bad)
