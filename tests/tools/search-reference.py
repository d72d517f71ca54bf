#!/usr/bin/env python3
"""search-reference.py < records -- what the search set is to hold.

records are those of cx-scan --body.  Prints the postings as "LIST WORD ATOM
TF", with the lists text and folder and the kinds of `fields`, and the columns
as "FILE VALUE", one line an atom (lib/index/searchset.h, cx-formats(5)).
"""
import collections
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


def runs(s):
    """Maximal runs of letters, their marks, and digits, in lower case."""
    return ''.join(c if unicodedata.category(c)[0] in 'LM' or
                   unicodedata.category(c) == 'Nd' else ' '
                   for c in s.lower()).split()


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

    for i, tf in enumerate(v.texts.tf):
        for w, n in tf.items():
            print('text', w, i, n)
    # folders are numbered by path, as atoms are
    paths = {}
    for i, f in v.folder.items():
        paths[f] = v.atoms[i]['path'].rpartition('/')[0].encode()
    number = {f: n for n, f in enumerate(sorted(paths, key=paths.get))}
    for f, tf in enumerate(v.folder_texts.tf):
        for w, n in tf.items():
            print('folder', w, number[f], n)
    for f in sorted(number, key=number.get):
        print('folders.length', v.folder_texts.length[f])
    near = collections.defaultdict(set)
    links = recall.Links(v.atoms)
    for i, a in enumerate(v.atoms):
        postings('d', i, runs(a['description']))
        postings('n', i, runs(a['name']))
        postings('p', i, runs(a['path']))
        postings('j', i, [a['project'].lower()])
        postings('t', i, [t.lower() for t in a['tags']])
        postings('g', i, v.tags[i])
        postings('u', i, v.dates.tf[i])
        for t in a['links_out']:
            j = links.find(a['path'], t)
            if j is not None and j != i:
                near[i].add(j)
                near[j].add(i)
    for i, a in enumerate(v.atoms):
        print('docs.length', v.texts.length[i])
        try:
            day = datetime.date.fromisoformat((a['updated'] or '')[:10])
            day = (day - datetime.date(1970, 1, 1)).days
        except ValueError:
            day = '-'
        print('docs.day', day)
        print('docs.folder', number[v.folder[i]] if i in v.folder else '-')
        print('docs.n1', len(v.n1[i]))
        print('docs.n2', len(v.n2[i]))
        # a hub stands in no line, and its own begins with *
        words = sorted(j for j in near[i] if len(near[j]) <= recall.HUB)
        words = ['*'] * (len(near[i]) > recall.HUB) + words
        print('links', ' '.join(map(str, words)))


if __name__ == '__main__':
    main()
