#!/usr/bin/env python3
"""near-vault.py SEED ATOMS DIR -- a vault of atoms that are nearly the same.

near-vault.py --candidates SEED N -- NDJSON of candidates for it (cx-gate).
The same arguments give the same bytes.

Few texts in many versions: words replaced, left out, with other endings, in
other cases and forms of Unicode; versions that differ in stop words, one
letter words, punctuation or negations only; words of which the names of
atoms are made; words beyond 128 bytes; scripts without blanks; bytes that
are not UTF-8.  Projects that differ in case, with blanks, or not said; all
kinds of statuses.
"""
import json
import os
import random
import sys
import unicodedata

WORDS = '''deploy deploys deploying deployed deployment risk risks risky cache
caching caches cached freeze frozen release releases rollback rolled database
databases index indexes indexed query queries latency budget budgets team
teams meeting decision decide decided rule rules incident incidents outage
memory memories agent agents note notes link links token tokens graph graphs
service services user users generous generously adjustable hi his being 2023
42 7 8 x Postgres Redis Kafka NestJS TypeScript SQLite replica primary night
report reports serve serves shard shards quota quotas'''.split()
STOPS = '''the a of and is in to it that was for on with as they this at by
we our be been'''.split()
OTHER = ['café', 'naïve', 'Zürich', 'Straße', 'ПРИВЕТ', 'день', 'Ωμέγα',
         '東京都', '日本語データ', '猫', 'การทดสอบ', 'foo_bar', 'node.js',
         "don't", 'well-known', 'ﬁle', 'x' * 127 + 'ab', 'x' * 130,
         'é' * 64 + 'a', 'é' * 70]
NEGATIONS = ['not', 'no', 'never', 'without', "can't", 'cannot']
PROJECTS = ['alpha'] * 5 + ['Alpha', 'beta', 'beta', 'my proj', '100%',
                            'unknown', None, '東京']
STATUSES = ['active'] * 9 + ['open', 'archived', 'superseded',
                             'superseded:EXP-7', 'archived: x', 'Archived']
IDS = ['id_%d'] * 6 + ['é%d', 'a"b%d', 'a\\b%d', 'a/b%d', 'x y%d']


def word(r):
    k = r.random()
    if k < .55:
        return WORDS[min(int(r.expovariate(.05)), len(WORDS) - 1)]
    if k < .9:
        return r.choice(STOPS)
    return r.choice(OTHER)


def bases(seed):
    r = random.Random(seed * 7919)
    return [[word(r) for _ in range(r.choice((5, 9, 14, 14, 25, 60)))]
            for _ in range(12)]


def version(r, base):
    words = list(base)
    for _ in range(r.choice((0, 0, 0, 1, 1, 2, 3, 6, 12))):
        at = r.randrange(len(words) + 1)
        k = r.random()
        if k < .25:
            words.insert(at, word(r))
        elif k < .45 and len(words) > 1:
            del words[at % len(words)]
        elif k < .65:
            words[at % len(words)] = word(r)
        elif k < .8:
            words.insert(at, r.choice(STOPS))
        elif k < .9:
            words.insert(at, r.choice('abxyz7'))
        else:
            words.insert(at, r.choice(NEGATIONS))
    form = r.choice(('NFC', 'NFC', 'NFD'))
    case = r.choice((str, str, str.upper, str.capitalize))
    return ''.join(
        unicodedata.normalize(form, case(w) if r.random() < .3 else w) +
        r.choice((' ', ' ', ' ', ', ', '. ', '\n', ' - '))
        for w in words).strip()


def head(r, i, base):
    lines = []
    if r.random() < .8:
        lines.append('id: %s' % json.dumps(r.choice(IDS) % i,
                                           ensure_ascii=False))
    project = r.choice(PROJECTS)
    if project is not None:
        lines.append('project: %s' % json.dumps(project, ensure_ascii=False))
    lines.append('status: "%s"' % r.choice(STATUSES))
    k = r.random()
    if k < .3:
        lines.append('name: %s' % ' '.join(r.sample(base, 3)).replace(
            ':', ' '))
    elif k < .4:
        lines.append('name: %s' % ' '.join(base[:40]).replace(':', ' '))
    return '---\n%s\n---\n' % '\n'.join(lines)


def atom(r, i, all_bases):
    base = r.choice(all_bases)
    k = r.random()
    text = '' if k < .03 else version(r, base)
    data = ((head(r, i, base) if k < .93 else '') + text + '\n').encode()
    k = r.random()
    if k < .05:
        data = data.replace(b'\n', b'\r\n')
    elif k < .1:
        data += b'\xff\xfe caf\xe9 \x80\n'
    elif k < .13:
        data += b'\x00 risk\n'
    return data


def path(i):
    return '%s/n%d.md' % (('a', 'a/b', 'c d', 'é')[i % 4], i)


def vault(seed, n, top):
    r = random.Random(seed)
    all_bases = bases(seed)
    for i in range(n):
        name = os.path.join(top, path(i))
        os.makedirs(os.path.dirname(name), exist_ok=True)
        with open(name, 'wb') as f:
            f.write(atom(r, i, all_bases))


def names(r, n):
    i = r.randrange(n)
    return r.choice((r.choice(IDS) % i, 'id_%d' % i, path(i), path(i)[:-3],
                     '', 'nobody'))


def candidates(seed, n):
    r = random.Random(seed * 31 + 1)
    all_bases = bases(seed)
    for _ in range(n):
        c = {'type': 'decision', 'content': version(r, r.choice(all_bases)),
             'reason': 'Nobody could say why it was so'}
        project = r.choice(PROJECTS)
        if project is not None:
            c['project'] = project
        k = r.random()
        if k < .1:
            c['supersedes'] = names(r, 60)
        elif k < .2:
            c['supersedes'] = [names(r, 60) for _ in range(r.randrange(5))]
        elif k < .22:
            c['supersedes'] = None
        if r.random() < .2:
            c['id'] = 'id_%d' % r.randrange(60)
        sys.stdout.write(json.dumps(c, ensure_ascii=r.random() < .5) + '\n')


def main():
    sys.stdout.reconfigure(encoding='utf-8')
    if sys.argv[1] == '--candidates':
        candidates(int(sys.argv[2]), int(sys.argv[3]))
    else:
        vault(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3])


main()
