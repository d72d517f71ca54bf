#!/usr/bin/env python3
"""search-reference.py < records -- what the search set is to hold.

records are those of cx-scan --body.  Prints the postings as "LIST WORD ATOM
TF", with the list text, of three frequencies, and the kinds of `fields`, and the columns
as "FILE VALUE", one line an atom (lib/index/searchset.h, cx-formats(5)).
"""
import importlib.util
import json
import os
import re
import sys
import datetime
import unicodedata

HERE = os.path.dirname(os.path.abspath(__file__))
SPEC = importlib.util.spec_from_file_location(
    'recall', os.path.join(HERE, 'recall-reference.py'))
recall = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(recall)


fold = recall.fold


def runs(s):
    """Maximal runs of letters, their marks, and digits, in lower case of NFC."""
    return ''.join(c if unicodedata.category(c)[0] in 'LM' or
                   unicodedata.category(c) == 'Nd' else ' '
                   for c in fold(s)).split()


def visible(word):
    return ''.join('%%%02X' % b if b <= 0x20 or b in (0x25, 0x7f) else chr(b)
                   for b in word.encode()).encode('latin-1').decode()


def main():
    sys.stdin.reconfigure(encoding='utf-8')
    sys.stdout.reconfigure(encoding='utf-8')
    v = recall.Vault([json.loads(line) for line in sys.stdin])

    def postings(name, doc, words):
        for w in set(words):
            print(name, visible(w), doc, 1)

    for i, a in enumerate(v.a):
        for w in set().union(*a.tf):
            print('text', w, i, *(a.tf[f][w] for f in (2, 0, 1)))
    for i, a in enumerate(v.a):
        r = a.record
        postings('d', i, runs(r['description']))
        postings('n', i, runs(r['name']))
        postings('p', i, runs(r['path']))
        postings('j', i, [fold(r['project'])])
        postings('t', i, [fold(t) for t in r['tags']])
        postings('e', i, [recall.whole(n) for n in a.names if recall.whole(n)])
        postings('g', i, a.scope)
        postings('h', i, a.heads)
        postings('u', i, a.date)
        print('docs.words', a.len[2])
        print('docs.pairs', a.len[3])
        print('docs.names', a.len[0])
        print('docs.body', '%02d%s' % (min(30, a.blen), '.?'[a.asks]))
        try:
            day = datetime.date.fromisoformat((r['updated'] or '')[:10])
            day = (day - datetime.date(1970, 1, 1)).days
        except ValueError:
            day = '-'
        print('docs.day', day)
        # of a hub: what is near to it, of which it is told nothing
        one = v.near[i] - v.hubs
        two = set().union(*(v.near[j] for j in one)) - one - {i} - v.hubs
        print('docs.steps', *((0, 0) if i in v.hubs else
                              (len(one), len(two))))
        # a hub stands in no line, and its own begins with *
        print('links', ' '.join(map(str, ['*'] * (i in v.hubs) +
                                    sorted(one))))


if __name__ == '__main__':
    main()
