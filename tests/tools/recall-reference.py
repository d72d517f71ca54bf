#!/usr/bin/env python3
"""recall-reference.py QUERIES < records -- the ranking `recall`, by brute force.

records are those of cx-scan --body; QUERIES is NDJSON with "qid" and "query".
Prints "QID<TAB>PATH<TAB>SCORE", best first, all results.  A second opinion on
cx-score --rank recall: nothing but the Python library, no index, no limits, a
stemmer of its own.  The query is plain text; cx-score's operators (phrases,
-word, field:word) are not known here.

Readings of what a formula leaves open are marked READING.
"""
import collections
import datetime
import json
import math
import re
import sys
import unicodedata

K1, B = 1.2, 0.5
SHORTLIST, HUB = 400, 64
FOLDER_MIN, FOLDER_MAX = 2, 200
NEAR1, NEAR2 = 0.7, 0.4
WEIGHT = {
    'archived': .3, 'superseded': .5, 'resolved': .5, 'fixed': .5,
    'refined': .5, 'stale': .5, 'invalidated': .3, 'deprecated': .3,
}
MONTHS = ('January February March April May June July August September '
          'October November December').split()
STOP = set('''
a about above after again against ain all also am an and any are aren as
at be because been before being below between both but by can could couldn
d did didn do does doesn doing don down during each few for from further
had hadn has hasn have haven having he her here hers herself him himself
his how i if in into is isn it its itself just ll m ma may me might mightn
more most mustn my myself needn no nor not now o of off on once only or
other our ours ourselves out over own re s same shan she should shouldn so
some such t than that the their theirs them themselves then there these
they this those through to too under until up ve very was wasn we were
weren what when where which while who whom why will with won would wouldn
y you your yours yourself yourselves
'''.split())


# --- Porter, "An algorithm for suffix stripping", Program 14 (3), 1980 ---

def consonant(w, i):
    if w[i] in 'aeiou':
        return False
    return w[i] != 'y' or i == 0 or not consonant(w, i - 1)


def measure(w):
    form = ''.join('c' if consonant(w, i) else 'v' for i in range(len(w)))
    return len(re.findall('vc', re.sub(r'(.)\1+', r'\1', form)))


def vowel(w):
    return any(not consonant(w, i) for i in range(len(w)))


def double(w):
    return len(w) > 1 and w[-1] == w[-2] and consonant(w, len(w) - 1)


def cvc(w):
    n = len(w)
    return (n > 2 and consonant(w, n - 1) and not consonant(w, n - 2) and
            consonant(w, n - 3) and w[-1] not in 'wxy')


STEP2 = [p.split() for p in '''ational ate,tional tion,enci ence,anci ance,
izer ize,abli able,alli al,entli ent,eli e,ousli ous,ization ize,ation ate,
ator ate,alism al,iveness ive,fulness ful,ousness ous,aliti al,iviti ive,
biliti ble'''.split(',')]
STEP3 = [(p.split() + [''])[:2] for p in '''icate ic,ative,alize al,iciti ic,
ical ic,ful,ness'''.split(',')]
STEP4 = [(s, '') for s in '''al ance ence er ic able ible ant ement ment ent ion
ou ism ate iti ous ive ize'''.split()]


def replace(w, rules, least):
    """The longest suffix decides, whether its condition holds or not."""
    for suffix, new in sorted(rules, key=lambda r: -len(r[0])):
        if w.endswith(suffix):
            rest = w[:len(w) - len(suffix)]
            if measure(rest) > least and (
                    suffix != 'ion' or rest.endswith(('s', 't'))):
                return rest + new
            return w
    return w


def porter(w):
    if w.endswith(('sses', 'ies')):
        w = w[:-2]
    elif w.endswith('s') and not w.endswith('ss'):
        w = w[:-1]
    if w.endswith('eed'):
        if measure(w[:-3]) > 0:
            w = w[:-1]
    else:
        for suffix in ('ed', 'ing'):
            if not w.endswith(suffix) or not vowel(w[:-len(suffix)]):
                continue
            w = w[:-len(suffix)]
            if w.endswith(('at', 'bl', 'iz')):
                w += 'e'
            elif double(w) and w[-1] not in 'lsz':
                w = w[:-1]
            elif measure(w) == 1 and cvc(w):
                w += 'e'
            break
    if w.endswith('y') and vowel(w[:-1]):
        w = w[:-1] + 'i'
    w = replace(w, STEP2, 0)
    w = replace(w, STEP3, 0)
    w = replace(w, STEP4, 1)
    if w.endswith('e'):
        m = measure(w[:-1])
        if m > 1 or m == 1 and not cvc(w[:-1]):
            w = w[:-1]
    if w.endswith('ll') and measure(w) > 1:
        w = w[:-1]
    return w


# --- text to terms ---

# READING: scripts without spaces are those of the CJK, kana, Thai, Lao,
# Khmer, Myanmar and Tibetan blocks.  Hangul is not tried: its decomposition
# leaves open what a character is.
SPACELESS = re.compile('[\u0e00-\u0eff\u0f00-\u0fff\u1000-\u109f'
                       '\u1780-\u17ff\u3040-\u30ff\u31f0-\u31ff'
                       '\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff'
                       '\U00020000-\U0003ffff]+')


def terms(text, stop=True):
    t = unicodedata.normalize('NFKD', text)
    t = ''.join(c for c in t if unicodedata.category(c)[0] != 'M').casefold()
    # READING: digits are decimal digits.
    t = ''.join(c if unicodedata.category(c)[0] == 'L' or
                unicodedata.category(c) == 'Nd' else ' ' for c in t)
    out = []
    for run in t.split():
        # READING: a change to or from such a script ends a run.
        at = 0
        for m in SPACELESS.finditer(run):
            plain(run[at:m.start()], stop, out)
            s = m.group()
            out += [s[i:i + 2] for i in range(max(1, len(s) - 1))]
            at = m.end()
        plain(run[at:], stop, out)
    return out


def plain(word, stop, out):
    # READING: the stop list is of words as they are written, not of stems.
    if word and not (stop and word in STOP):
        out.append(porter(word))


# --- which atom a link means: the first step that has a candidate ---

class Links:
    def __init__(self, atoms):
        self.paths = [a['path'] for a in atoms]
        self.ids = self.keys((a['id'], i) for i, a in enumerate(atoms))
        self.names = self.keys(
            (fold(n), i) for i, a in enumerate(atoms) for n in names(a))
        self.plain = self.places(self.paths)
        self.folded = self.places([fold(p) for p in self.paths])

    @staticmethod
    def keys(pairs):
        d = collections.defaultdict(set)
        for key, i in pairs:
            if key:
                d[key].add(i)
        return d

    def places(self, paths):
        tails = ((p[m.end():], i) for i, p in enumerate(paths)
                 for m in re.finditer('/', p))
        return (self.keys((p, i) for i, p in enumerate(paths)),
                self.keys(tails),
                self.keys((p.split('/')[-1], i) for i, p in enumerate(paths)))

    def find(self, source, target):
        for found in self.steps(source, target):
            if found:
                return next(iter(found)) if len(found) == 1 else None
        return None

    def steps(self, source, target):
        yield from self.by_place(self.plain, source, target)
        yield from self.by_place(self.folded, fold(source), fold(target))
        yield self.ids.get(target)
        yield self.names.get(fold(target))

    @staticmethod
    def by_place(tables, source, target):
        paths, tails, bases = tables
        both = (target, target + '.md')
        for t in both:
            yield paths.get(t)
        for t in both:
            parts = source.split('/')[:-1]
            for part in t.split('/'):
                if part == '..' and parts:
                    parts.pop()
                elif part != '.':
                    parts.append(part)
            yield paths.get('/'.join(parts))
        for t in both:
            yield tails.get(t) if '/' in t else None
        for t in both:
            yield bases.get(t.split('/')[-1])


def fold(s):
    # READING: ignoring case is comparing lower case, ß is not ss.
    return unicodedata.normalize('NFC', s).lower()


def names(a):
    extra = a.get('extra') or {}
    out = [a['name']]
    for key in ('aliases', 'alias'):
        v = extra.get(key) or []
        out += [s.strip() for s in v.split(',')] if isinstance(v, str) else v
    return out


# --- the ranking ---

def fixed(x):
    """Logarithms and norms are rounded to multiples of 2^-20."""
    return math.floor(x * 2**20 + .5) / 2**20


def idf(n, df):
    return fixed(math.log(1 + (n - df + .5) / (df + .5)))


class Texts:
    """A collection for BM25: each text is a list of terms."""

    def __init__(self, texts, b=B):
        self.b = b
        self.tf = [collections.Counter(t) for t in texts]
        self.length = [len(t) for t in texts]
        self.n = len(texts)
        self.average = sum(self.length) / self.n if self.n else 0
        self.df = collections.Counter(t for tf in self.tf for t in tf)

    def score(self, query, i):
        total = 0
        for term, qtf in query.items():
            tf = self.tf[i][term]
            if tf:
                norm = fixed(K1 * (1 - self.b + self.b * self.length[i] /
                                   self.average))
                total += (qtf * idf(self.n, self.df[term]) * tf * (K1 + 1) /
                          (tf + norm))
        return total


def day(updated):
    try:
        d = datetime.date.fromisoformat((updated or '')[:10])
    except ValueError:
        return ''
    return '%d %s %d' % (d.day, MONTHS[d.month - 1], d.year)


class Vault:
    def __init__(self, atoms):
        atoms.sort(key=lambda a: a['path'].encode())
        self.atoms = atoms
        self.n = len(atoms)
        texts = [terms(a['name']) + terms(a.get('body') or '') for a in atoms]
        self.texts = Texts(texts)
        # READING: an atom without a date is a text without words, and
        # counts in N; so does one without tags.
        self.dates = Texts([terms(day(a['updated']), stop=False)
                            for a in atoms], b=0)
        # READING: a tag of several words has each of them.
        self.tags = [set(t for tag in a['tags'] for t in terms(tag))
                     for a in atoms]
        self.tag_df = collections.Counter(t for s in self.tags for t in s)
        self.folders(texts)
        self.graph()

    def folders(self, texts):
        # READING: the root of the vault is a folder as well.
        held = collections.defaultdict(list)
        for i, a in enumerate(self.atoms):
            held[a['path'].rpartition('/')[0]].append(i)
        self.folder = {}
        joined = []
        for members in held.values():
            if FOLDER_MIN <= len(members) <= FOLDER_MAX:
                for i in members:
                    self.folder[i] = len(joined)
                joined.append([t for i in members for t in texts[i]])
        self.folder_texts = Texts(joined)

    def graph(self):
        links = Links(self.atoms)
        near = [set() for _ in self.atoms]
        for i, a in enumerate(self.atoms):
            for target in a['links_out']:
                j = links.find(a['path'], target)
                if j is not None and j != i:
                    near[i].add(j)
                    near[j].add(i)
        hub = {i for i in range(self.n) if len(near[i]) > HUB}
        # READING: a hub has neighbours, and gets from them; it is none.
        self.n1 = [s - hub for s in near]
        self.n2 = []
        for i, one in enumerate(self.n1):
            two = set().union(*(near[j] for j in one)) if one else set()
            self.n2.append(two - one - hub - {i})

    def rank(self, text):
        query = collections.Counter(terms(text))
        scope = {t for t in query if self.tag_df[t] and
                 20 * self.tag_df[t] >= self.n}
        rest = {t: n for t, n in query.items() if t not in scope}
        worded = collections.Counter(terms(text, stop=False))
        a, tags, dates, g = ([0] * self.n for _ in range(4))
        for i in range(self.n):
            a[i] = self.texts.score(rest, i)
            tags[i] = sum(4 * n * min(1, idf(self.n, self.tag_df[t]))
                          for t, n in query.items() if t in self.tags[i])
            dates[i] = 2 * self.dates.score(worded, i)
            if i in self.folder:
                g[i] = self.folder_texts.score(rest, self.folder[i])
        short = sorted((i for i in range(self.n) if a[i] + tags[i] + dates[i]),
                       key=lambda i: (-round(a[i] + tags[i] + dates[i] + g[i],
                                             9), i))
        short = set(short[:SHORTLIST])
        # A hub is in nobody's N1 or N2: it neither gets in by one of the
        # shortlist, nor brings anybody in.
        found = short | {i for s in short for i in self.n1[s] | self.n2[s]
                         if s in self.n1[i] | self.n2[i]}
        out = []
        for i in found:
            b = a[i]
            for share, near in ((NEAR1, self.n1[i]), (NEAR2, self.n2[i])):
                b += share * sum(a[j] for j in near & short) / max(2, len(near))
            score = ((b + g[i] + tags[i] + dates[i]) *
                     WEIGHT.get(self.atoms[i]['status'], 1))
            if score > 0:
                out.append((-round(score, 9), i, score))
        return [(self.atoms[i]['path'], s) for _, i, s in sorted(out)]


def main():
    vault = Vault([json.loads(line) for line in sys.stdin])
    for line in open(sys.argv[1], encoding='utf-8'):
        q = json.loads(line)
        for path, score in vault.rank(q['query']):
            print('%s\t%s\t%.6f' % (q['qid'], path, score))


if __name__ == '__main__':
    sys.stdin.reconfigure(encoding='utf-8')
    sys.stdout.reconfigure(encoding='utf-8')
    main()
