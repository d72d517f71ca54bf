#!/usr/bin/env python3
"""vault-compare.py ORACLE VAULT < records  -- cx-scan against a second reader.

ORACLE is a Python module with analyse(), split_fm(), mask_code() and files():
front matter by PyYAML, links and hashtags by an independent scanner.  Prints
one line a class of difference, "CLASS COUNT", and the first few of each as
comments; the status is 1 if there are any.

Where cx-formats(5) says otherwise than the oracle, the oracle is brought into
line first: blanks after a fence, links in HTML comments, the characters of a
hashtag, [[#heading]] without a target, what the walk skips, 4 MiB.
"""
import collections
import importlib.util
import json
import math
import os
import re
import sys
import time
import unicodedata

SKIP = {'.obsidian', '.git', '.trash', 'node_modules', 'index', 'layers',
        'inbox', '__pycache__'}
FIELDS = {
    'name': ('name', 'title'),
    'created': ('created', 'date'),
    'updated': ('updated', 'modified', 'last_modified', 'lastmod'),
    'description': ('description', 'summary'),
    'tags': ('tags', 'tag'),
}
NUMBERS = ('confidence', 'importance', 'pnl_impact')
NUMBER = re.compile(r'[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?$')
COMMENT = re.compile(r'<!--.*?-->', re.S)
EXAMPLES = 5


def load(path):
    spec = importlib.util.spec_from_file_location('oracle', path)
    mod = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(mod)
    return mod


def split_fm(text):
    """The oracle's, but blanks may follow a fence."""
    lines = text.split('\n')
    if lines[0].rstrip(' \t\r') != '---' or len(lines) == 1:
        return None, text, None
    for i, line in enumerate(lines[1:], 1):
        if line.rstrip(' \t\r') in ('---', '...'):
            return ('\n'.join(lines[1:i]) + '\n' if i > 1 else '',
                    '\n'.join(lines[i + 1:]), line.rstrip(' \t\r'))
    return None, text, None


def tag_char(c):
    if c in '_-/' or c in '\ufe0f\u20e3':
        return True
    cat = unicodedata.category(c)
    return cat[0] in 'LM' or cat in ('Nd', 'Nl', 'No', 'So', 'Sk')


def cut_tag(tag):
    for i, c in enumerate(tag):
        if not tag_char(c):
            tag = tag[:i]
            break
    if not tag or unicodedata.category(tag[0]) == 'Nd':
        return ''
    return tag


def lower(s):
    # One character at a time: the simple mapping, not the full one.
    return ''.join(c.lower() if len(c.lower()) == 1 else c for c in s)


def flat(v):
    if isinstance(v, list):
        for x in v:
            yield from flat(x)
    else:
        yield v


def link_target(s):
    s = s.strip()
    m = re.fullmatch(r'!?\[\[(.*)\]\]', s)
    if m:
        s = m.group(1)
    return re.split(r'[|#]', s)[0].rstrip('\\').strip()


def fm_tags(v):
    items = v.split(',') if isinstance(v, str) else flat(v)
    return [lower(t.strip().lstrip('#').strip()) for t in items
            if isinstance(t, str)]


class Compare:
    def __init__(self, oracle, vault):
        self.o = oracle
        self.vault = vault
        self.count = collections.Counter()
        self.seen = collections.Counter()
        self.show = collections.defaultdict(list)

    def differs(self, cls, path, text):
        self.count[cls] += 1
        if len(self.show[cls]) < EXAMPLES:
            self.show[cls].append('%s: %s' % (path, text[:200]))

    def scalar(self, path, rec, key, fields, fm):
        """The first alias that has a text is the member, others stay."""
        used = None
        for k in fields:
            if used is None and isinstance(fm.get(k), str) and fm[k] != '':
                used = k
                if rec.get(key) != fm[k]:
                    self.differs('fm-value', path, '%s: %r, oracle %r' %
                                 (k, rec.get(key), fm[k]))
            elif k in fm and fm[k] not in ('', [], {}) and \
                    rec['extra'].get(k) != fm[k]:
                self.differs('fm-lost', path, '%s: %r' % (k, fm[k]))
        if used is None:
            self.default(path, rec, key)

    def default(self, path, rec, key):
        """Without a value there, a member is what the table says."""
        got = rec.get(key)
        if key == 'name':
            # Capitals inside a word are left to the program.
            stem = os.path.splitext(os.path.basename(path))[0]
            want = stem.replace('_', ' ').casefold()
            got = got.casefold()
        elif key == 'updated':
            day = os.stat(os.path.join(self.vault, path)).st_mtime
            want = rec.get('created') or time.strftime(
                '%Y-%m-%d', time.gmtime(day))
            if bool(rec.get('created')) == ('dated' in rec):
                self.differs('default', path, 'dated: %r' % rec.get('dated'))
        elif key == 'project':
            # [directories] may name one; cx-config knows.
            want = got
        else:
            want = {'type': 'unknown', 'status': 'active',
                    'description': ''}.get(key)
        if got != want:
            self.differs('default', path, '%s: %r, not %r' %
                         (key, got, want))

    def number(self, path, rec, k, v):
        finite = isinstance(v, str) and NUMBER.match(v) and \
            math.isfinite(float(v))
        if finite and rec.get(k) == float(v):
            return
        if rec['extra'].get(k) == v or v == '':
            return
        self.differs('fm-value', path, '%s: %r' % (k, v))

    def front(self, path, rec, fm):
        known = {'links', 'id', 'type', 'project', 'status'}
        for key, fields in FIELDS.items():
            known.update(fields)
            if key != 'tags':
                self.scalar(path, rec, key, fields, fm)
        for k in ('id', 'type', 'project', 'status'):
            self.scalar(path, rec, k, (k,), fm)
        for k, v in fm.items():
            if k in NUMBERS:
                self.number(path, rec, k, v)
            elif k not in known:
                self.seen['other members'] += 1
                if k not in rec['extra']:
                    self.differs('fm-lost', path, '%s: %r' % (k, v))
                elif rec['extra'][k] != v:
                    self.differs('fm-value', path, '%s: %r, oracle %r' %
                                 (k, rec['extra'][k], v))
        for k in rec['extra']:
            if k not in fm:
                self.differs('fm-invented', path, k)

    def one(self, rec):
        path = rec['path']
        full = os.path.join(self.vault, path)
        raw = open(full, 'rb').read()
        text = raw.decode('utf-8', 'replace')
        if text.startswith('\ufeff'):
            text = text[1:]
        a = self.o.analyse(os.fsencode(full), path)
        self.seen['atoms'] += 1
        if rec['size_bytes'] != len(raw) or \
                rec['lines'] != raw.count(b'\n') + 1:
            self.differs('size', path, str(rec['size_bytes']))
        fm = a['fm'] if isinstance(a['fm'], dict) else {}
        problems = rec.get('problems', [])
        if a['yaml_ok'] is False:
            self.seen['invalid YAML'] += 1
            if not problems:
                self.differs('fm-silent', path, 'invalid YAML, no problem')
        elif a['has_frontmatter'] and not isinstance(a['fm'], dict) and \
                a['fm'] not in (None, ''):
            if not problems:
                self.differs('fm-silent', path, 'no mapping, no problem')
        else:
            self.seen['front matter'] += a['has_frontmatter']
            self.front(path, rec, fm)
        if len(raw) > 4 << 20:
            return
        _, body, _ = split_fm(text)
        refs = []
        masked, _, _ = self.o.mask_code(body, refs)
        if '<!--' in body:
            refs = []
            self.o.mask_code(COMMENT.sub('', body), refs)
        masked = COMMENT.sub(lambda m: re.sub(
            r'[^\n]', '\x01', m.group(0)), masked)
        if a['yaml_ok'] is False:
            # What was salvaged is not the oracle's to know.
            links = tags = None
        else:
            v = fm.get('links')
            v = [] if v is None or v == '' else v
            links = [link_target(s) for s in flat(v) if isinstance(s, str)]
            links = [s for s in links if s]
            tags = []
            for k in FIELDS['tags']:
                if fm.get(k) not in (None, '', []):
                    tags = fm_tags(fm[k])
                    break
        self.links(path, rec, masked, links, refs)
        self.tags(path, rec, masked, tags)

    def links(self, path, rec, masked, links, refs):
        want = [self.o.target(w) for w in self.o.WL.findall(masked)]
        want = [w for w in want if w]
        self.seen['wikilinks'] += len(want)
        refs = [r.split('#')[0].split(':')[0] for r in refs]
        got = rec['links_out']
        if links is not None:
            want = links + want
        else:
            first = len(got) - len(want) - len(refs)
            got = got[max(first, 0):]
        if got[:len(want)] != want:
            at = next((i for i, (x, y) in enumerate(zip(got, want))
                       if x != y), min(len(got), len(want)))
            self.differs('wikilinks', path, 'number %d: %r, oracle %r' %
                         (at, got[at:at + 2], want[at:at + 2]))
        elif got[len(want):] != refs:
            self.differs('backticks', path, '%r, oracle %r' %
                         (got[len(want):][:4], refs[:4]))

    def tags(self, path, rec, masked, tags):
        text = self.o.WL.sub(lambda m: '\x01' * len(m.group(0)), masked)
        body = [lower(cut_tag(h)) for h in self.o.TAG.findall(text)]
        body = [h for h in body if h]
        self.seen['hashtags'] += len(body)
        if tags is None:
            missing = [h for h in body if h not in rec['tags']]
            if missing:
                self.differs('hashtags', path, 'missing %r' % missing[:4])
            return
        want = list(dict.fromkeys(t for t in tags + body if t))
        if rec['tags'] != want:
            at = [t for t in want if t not in rec['tags']]
            more = [t for t in rec['tags'] if t not in want]
            self.differs('hashtags', path, 'missing %r, more %r' %
                         (at[:4], more[:4]))

    def paths(self, got):
        want = set()
        for p in self.o.files(self.vault):
            try:
                p = p.decode('utf-8')
            except UnicodeDecodeError:
                continue
            parts = p.split('/')
            if parts[-1] == 'MEMORY.md' or parts[-1].startswith('.cx-tmp-'):
                continue
            if any(d in SKIP or d.startswith('.') for d in parts[:-1]):
                continue
            want.add(p)
        for p in sorted(want - got):
            self.differs('atom-lost', p, 'no record')
        for p in sorted(got - want):
            self.differs('atom-invented', p, 'not for the oracle')

    def report(self):
        for what, n in sorted(self.seen.items()):
            print('# seen: %d %s' % (n, what))
        for cls in ('atom-lost', 'atom-invented', 'size', 'fm-silent',
                    'fm-lost', 'fm-value', 'fm-invented', 'default',
                    'wikilinks', 'backticks', 'hashtags'):
            print(cls, self.count[cls])
            for line in self.show[cls]:
                line = line.encode('ascii', 'backslashreplace').decode()
                print('#   ' + line)
        return 1 if sum(self.count.values()) else 0


def main():
    if len(sys.argv) != 3:
        sys.exit('usage: vault-compare.py ORACLE VAULT < records')
    oracle = load(sys.argv[1])
    oracle.split_fm = split_fm
    c = Compare(oracle, sys.argv[2])
    got = set()
    for line in sys.stdin.buffer:
        rec = json.loads(line)
        got.add(rec['path'])
        c.one(rec)
    c.paths(got)
    sys.exit(c.report())


if __name__ == '__main__':
    main()
