#!/usr/bin/env python3
"""queries.py [--plain] RECORDS N: N queries that the notes suggest, as NDJSON
with qid and query: names and headings, also among other words, words of a
text, whole sentences, phrases, words left out, dates, fields.  --plain:
nothing but words."""
import json
import random
import re
import sys

plain = sys.argv[1] == '--plain'
records, n = sys.argv[-2:]
rnd = random.Random(7)
notes = [json.loads(line) for line in open(records, encoding='utf-8')]
notes = [(d, w) for d in notes
         if len(w := re.findall(r'[^\W_]{3,}', d.get('body') or '')) >= 12]


def query(kind, note, words):
    def some(k):
        return ' '.join(rnd.sample(words, k))
    two = re.findall(r'\S+', note['body'])[4:6]
    tag = (note['tags'] or ['none'])[0]
    if kind == 0:
        named = [note['name']] + re.findall('^#+ (.*)', note['body'], re.M)
        form = rnd.choice(['%s', 'what is %s', 'was ist %s', '%s ' + words[0]])
        return form % rnd.choice(named)
    if kind == 1:
        return some(3)
    if kind == 2:
        return some(1)
    if kind == 3:
        return ' '.join(words[3:13])
    if kind == 4:
        return 'when did ' + some(2) + ' in april 2026'
    if kind == 5:
        return some(2) + ' -' + rnd.choice(words)
    if kind == 6:
        return '"%s"' % ' '.join(two).replace('"', '')
    return some(2) + ' ' + rnd.choice(
        ['tag:' + tag, '#' + tag, 'project:' + note['project'],
         'path:' + note['path'][:6]])


for i in range(int(n)):
    note, words = rnd.choice(notes)
    text = query(i % (5 if plain else 8), note, words)
    if plain:
        text = re.sub(r'["#]|(?<!\S)-|\w+:', ' ', text)
    print(json.dumps({'qid': str(i), 'query': text}, ensure_ascii=False))
