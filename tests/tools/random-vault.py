#!/usr/bin/env python3
"""random-vault.py SEED ATOMS DIR -- a vault that tries what ranking tries.

random-vault.py --queries SEED N [--operators]  -- NDJSON of queries for it,
with --operators also phrases, -word and field:word.  The same arguments give
the same bytes.

From 80 atoms on there is a hub (70 links) and from 260 on a folder of more
than 200.  Words are English with endings, stop words, accents in NFC and
NFD, Han, kana, Thai, digits, and words with punctuation in them.
"""
import json
import os
import random
import sys
import unicodedata

WORDS = '''deploy deploys deploying deployed risk risks risky cache caching
caches freeze frozen release releases rollback database databases index
indexes query queries latency budget budgets team teams meeting decision
decide decided rule rules incident incidents outage memory memories agent
agents note notes link links token tokens graph graphs service services user
users relational conditional hopefulness formality sensibility adoption
electrical adjustable May March monday 2023 42 7 8 x'''.split()
STOPS = 'the a of and is in to it that was for on with as they this'.split()
# Written out so that both forms of the same word occur.
ACCENTS = 'café naïve Zürich résumé Ångström Straße ÉTÉ ПРИВЕТ день Ωμέγα'
HARD = ('on-call v2.1 a/b C++ foo_bar e.g. node.js 10:30 user@host don\'t '
        'well-known 3.14 re-deploy R&D').split()
CJK = ('東京都 京都 東京 日本語 データ ガイド 大阪 猫 การทดสอบ 東京2023 '
       'was는 用if語句 d드라이브 deploying을').split()
TAGS = ('ops risk cache team café 東京 on-call release-train a/b v2.1 rare '
        'deploying').split()
STATUS = (['active'] * 8 + 'archived superseded resolved stale deprecated '
          'open brooding'.split())
DATES = ('2023-05-08 2023-05-09 2022-03-01 2023-12-31 2021-05-17 2020-02-29 '
         '2026-04-14 2026-04-10').split() + [
             '2023-05-08T10:30:00', 'someday', '2023-02-30', '']


def word(r):
    k = r.random()
    if k < .62:
        w = WORDS[min(int(r.expovariate(.07)), len(WORDS) - 1)]
        return r.choice((w, w, w, w.capitalize(), w.upper()))
    if k < .8:
        return r.choice(STOPS)
    if k < .88:
        w = r.choice(ACCENTS.split())
        return unicodedata.normalize(r.choice(('NFC', 'NFD')), w)
    return r.choice(HARD if k < .94 else CJK)


def text(r, n):
    return ''.join(word(r) + r.choice((' ', ' ', ' ', ', ', '. ', '\n'))
                   for _ in range(n))


def path(r, i, atoms):
    if atoms >= 260 and i < 205:
        return 'big/n%d.md' % i
    if i % 19 == 0:
        return 'alone%d/only %d.md' % (i, i)
    if i % 23 < 2:
        return 'pair%d/p%d.md' % (i // 23, i)
    if i % 29 == 3:
        return 'root_%d.md' % i
    d = r.choice(('atoms', 'atoms/deep', 'atoms/deep/er', 'rules', 'Ünï'))
    # two of one base name now and then: links to it are ambiguous
    stem = 'same' if i % 31 < 2 else '%s_%d' % (r.choice(WORDS), i)
    return '%s/%s.md' % (d + (str(i) if stem == 'same' else ''), stem)


def link(r, source, target):
    """A link to an atom (path, id, name) in one of the forms that work."""
    p, i, name = target
    form = r.randrange(9)
    if form == 0:
        return '[[%s]]' % p
    if form == 1:
        return '[[%s]]' % p[:-3]
    if form == 2:
        rel = os.path.relpath(p, os.path.dirname(source) or '.')
        return '[[%s|see there]]' % rel
    if form == 3:
        return '[[%s#A heading]]' % os.path.basename(p)[:-3]
    if form == 4:
        return '[[%s]]' % i
    if form == 5:
        return '[[%s]]' % unicodedata.normalize('NFD', name.upper())
    if form == 6:
        return '`%s`' % p if ' ' not in p else '[[%s]]' % p
    if form == 7:
        return '![[%s]]' % os.path.basename(p).upper()[:-3]
    return '[[nowhere at all %d]]' % r.randrange(9)


def vault(seed, atoms, root):
    r = random.Random(seed)
    who = [(path(r, i, atoms), 'id%d' % i,
            '%s %s %d' % (word(r), word(r), i)) for i in range(atoms)]
    for i, (p, ident, name) in enumerate(who):
        tags = r.sample(TAGS[1:], r.choice((0, 0, 1, 2)))
        if r.random() < .2:
            tags.append('ops')
        links = [link(r, p, r.choice(who))
                 for _ in range(r.choice((0, 0, 1, 1, 2, 4)))]
        if atoms >= 80 and i == atoms - 1:
            links = ['[[%s]]' % w[0] for w in who[:70]]
        head = ['---', 'id: ' + ident,
                'name: ' + json.dumps(name, ensure_ascii=False)]
        date = r.choice(DATES)
        head += ['updated: %s' % date] if date else ['created: 2023-05-08']
        head += ['status: ' + r.choice(STATUS),
                 'project: ' + r.choice(('shop', 'Ops', 'on-call', '東京')),
                 'tags: ' + json.dumps(tags, ensure_ascii=False),
                 'description: ' + json.dumps(text(r, r.randrange(6)),
                                              ensure_ascii=False), '---']
        n = r.choice((0, 1, 3, 10, 30, 80)) if i >= 205 or atoms < 260 else 2
        body = [text(r, n)] + links + [text(r, n // 4)]
        full = os.path.join(root, p)
        os.makedirs(os.path.dirname(full), exist_ok=True)
        with open(full, 'w', encoding='utf-8') as f:
            f.write('\n'.join(head + body) + '\n')


def query(r, operators):
    words = []
    for _ in range(r.randint(1, 4)):
        w = r.choice(TAGS) if r.random() < .15 else word(r)
        k = r.random()
        if operators and k < .12:
            w = '"%s %s"' % (w, word(r))
        elif operators and k < .2:
            w = '-' + w
        elif operators and k < .32:
            w = '%s:%s' % (r.choice(('name', 'tag', 'tags', 'project',
                                     'description', 'path')), w)
        elif operators and k < .36:
            w = r.choice(('.md', 'atoms/', 'n1', '"', '-', ':', 'name:',
                          '""', 'eplo', '-tag:ops', '京', 'name:"deploy',
                          '_', '..', 'id1', 'xyzzy'))
        words.append(w)
    return ' '.join(words)


def main(args):
    if args[0] != '--queries':
        return vault(int(args[0]), int(args[1]), args[2])
    r = random.Random(int(args[1]))
    for i in range(int(args[2])):
        q = query(r, '--operators' in args)
        print(json.dumps({'qid': 'q%d' % i, 'query': q}, ensure_ascii=False))


if __name__ == '__main__':
    sys.stdout.reconfigure(encoding='utf-8')
    main(sys.argv[1:])
