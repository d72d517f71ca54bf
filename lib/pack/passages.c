#include "lib/pack/passages.h"

#include "lib/base/ascii.h"
#include "lib/base/utf8.h"
#include "lib/markdown/blob.h"
#include "lib/markdown/md.h"
#include "lib/text/sentences.h"
#include "lib/text/stopwords.h"
#include "lib/pack/tokens.h"

#include <math.h>
#include <stdlib.h>

/* Words of a query beyond these do not count. */
#define WORDS 64
/* A word that more than this part of a text's sentences have, where there are
 * more than a few, does not tell one from the others. */
#define COMMON 3
#define FEW 8
/* What a neighbour's words are worth to a sentence. */
#define BESIDE 0.35
/* A sentence that is worth less than this part of the best is no passage of its
 * own. */
#define WORTHY 0.4
/* What CX_PASSAGES_GAP takes, with a line end. */
#define GAP_TOKENS 4
#define UNKNOWN SIZE_MAX

struct unit {
	struct cx_str text;
	size_t tokens;
	size_t head; /* bytes of it that are headings */
	uint64_t has; /* words of the query; */
	uint64_t only_linked; /* ... those in addresses of links */
	double worth;
	size_t away; /* from the nearest that was taken for its worth */
	bool taken;
};

struct cx_passages_own {
	struct cx_analyzer *analyzer;
	struct cx_terms words, found;
	struct cx_buf clean; /* the text, where it has data inside */
	bool rough;
	/* By two letters that words of the query begin with, which may be the
	 * third; without filter all words may be such. */
	bool filter;
	uint32_t begin[26][26];
	struct cx_str body;
	struct cx_buf prose; /* what is text of it */
	struct cx_md_kept kept;
	struct unit *units;
	size_t n, cap;
	struct unit **order;
	size_t order_cap, passages_cap;
};

struct cx_passages *
cx_passages_new(struct cx_analyzer *a)
{
	struct cx_passages *p = cx_calloc(1, sizeof *p);

	p->own = cx_calloc(1, sizeof *p->own);
	p->own->analyzer = a;
	return p;
}

void
cx_passages_free(struct cx_passages *p)
{
	if (!p)
		return;
	cx_terms_release(&p->own->words);
	cx_terms_release(&p->own->found);
	cx_buf_release(&p->own->clean);
	cx_buf_release(&p->own->prose);
	cx_md_kept_release(&p->own->kept);
	free(p->own->units);
	free(p->own->order);
	free(p->own);
	free(p->v);
	free(p);
}

/* y becomes i in a stem, and e may stand for an i. */
static unsigned
letter(char c)
{
	c |= 0x20;
	return c == 'y' || c == 'e' ? 'i' - 'a' : (unsigned)(c - 'a');
}

static void
may_begin(struct cx_passages_own *o, struct cx_str word)
{
	for (size_t i = 0; i < 3 && i < word.len; i++)
		o->filter = o->filter && cx_is_alpha(word.s[i]);
	if (word.len < 2)
		o->filter = false;
	if (!o->filter)
		return;
	o->begin[letter(word.s[0])][letter(word.s[1])] |= word.len < 3 ?
	    UINT32_MAX : UINT32_C(1) << letter(word.s[2]);
}

/* Whether a word of letters may be one of the query. */
static bool
may_be(const struct cx_passages_own *o, struct cx_str word)
{
	uint32_t third = word.len < 2 ? 0 :
	    o->begin[letter(word.s[0])][letter(word.s[1])];

	return word.len < 3 ? third > 0 : third >> letter(word.s[2]) & 1;
}

/* English stems begin as their words do, but for irregular forms. */
static void
make_filter(struct cx_passages_own *o)
{
	struct cx_str form, base;

	o->filter = cx_analyzer_keeps_start(o->analyzer);
	memset(o->begin, 0, sizeof o->begin);
	for (size_t i = 0; i < o->words.n && o->filter; i++)
		may_begin(o, cx_analyzer_term(o->analyzer, o->words.id[i]));
	for (unsigned i = 0; o->filter && cx_irregular(i, &form, &base); i++) {
		if (may_be(o, base))
			may_begin(o, form);
	}
}

void
cx_passages_query(struct cx_passages *p, struct cx_str words)
{
	struct cx_terms *w = &p->own->words;
	size_t n = 0;

	w->n = 0;
	cx_analyze_query(p->own->analyzer, words, 0, w);
	for (size_t i = 0; i < w->n && n < WORDS; i++) {
		size_t k = 0;

		while (k < n && w->id[k] != w->id[i])
			k++;
		if (k == n)
			w->id[n++] = w->id[i];
	}
	w->n = n;
	make_filter(p->own);
}

static uint64_t
words_of(struct cx_passages_own *o, struct cx_str text)
{
	uint64_t has = 0;

	o->found.n = 0;
	cx_analyze(o->analyzer, text, CX_ANALYZE_PARTS, &o->found);
	for (size_t i = 0; i < o->found.n; i++) {
		for (size_t k = 0; k < o->words.n; k++) {
			if (o->words.id[k] == o->found.id[i])
				has |= (uint64_t)1 << k;
		}
	}
	return has;
}

/* The words of the query in a text.  One of ASCII is looked at word by word:
 * most need no analysis. */
static uint64_t
words_in(struct cx_passages_own *o, struct cx_str s)
{
	uint64_t has = 0;

	if (o->words.n == 0)
		return 0;
	for (size_t i = 0, from; i < s.len && o->filter; i++) {
		unsigned char c = (unsigned char)s.s[i], before = 0;
		bool may = false;

		for (from = i; cx_is_ascii_word(c); before = c,
		    c = i < s.len ? (unsigned char)s.s[i] : 0) {
			/* A compound has parts. */
			may |= c <= '9' || (c < 'a' && before >= 'a');
			i++;
		}
		if (c >= 0x80)
			return words_of(o, s);
		if (i == from)
			continue;
		if (may || may_be(o, cx_strn(s.s + from, i - from)))
			has |= words_of(o, cx_strn(s.s + from, i - from));
	}
	return o->filter ? has : words_of(o, s);
}

/* Adds the words of a sentence to its unit; those in the destinations of links
 * apart, as who reads does not see them. */
static void
add_words(struct cx_passages_own *o, struct unit *u, struct cx_str s)
{
	const char *at;

	while (s.len && (at = memmem(s.s, s.len, "](", 2))) {
		size_t from = (size_t)(at - s.s) + 2, to = from;

		while (to < s.len && s.s[to] != ')' && !cx_is_blank(s.s[to]) &&
		    s.s[to] != '\n')
			to++;
		u->has |= words_in(o, cx_strn(s.s, from));
		u->only_linked |= words_in(o, cx_strn(s.s + from, to - from));
		s = cx_str_from(s, to);
	}
	u->has |= words_in(o, s);
}

/* Whether a line is nothing but one character, as under a heading. */
static bool
is_rule(struct cx_str line, char c)
{
	line = cx_str_trim(line);
	return line.len > 0 && cx_str_run(line, c) == line.len;
}

/* Whether it says nothing without what follows: a heading (CommonMark 0.31,
 * 4.2 and 4.3), a line without a word. */
static bool
is_heading(struct cx_str s)
{
	struct cx_str rest, line;
	size_t n, len;
	uint32_t cp;

	rest = s = cx_str_trim(s);
	n = cx_str_run(s, '#');
	if (n > 0 && n <= 6 && (n == s.len || cx_is_blank(s.s[n])))
		return true;
	if (cx_str_split(&rest, '\n', &line) && is_rule(rest, '='))
		return true;
	for (; s.len; s = cx_str_from(s, len)) {
		len = cx_utf8_decode(s.s, s.len, &cp, NULL);
		if (cx_is_wordchar(cp))
			return false;
	}
	return true;
}

static size_t
tokens_in(const struct cx_passages_own *o, struct cx_str s)
{
	return o->rough ? (s.len + 3) / 4 : cx_tokens(s);
}

static size_t
tokens_of(const struct cx_passages_own *o, struct unit *u)
{
	if (u->tokens == UNKNOWN)
		u->tokens = tokens_in(o, u->text);
	return u->tokens;
}

/* A heading and what is beneath it are one. */
static void
add(void *arg, struct cx_str s, bool soft)
{
	struct cx_passages *p = arg;
	struct cx_passages_own *o = p->own;
	struct unit *u = o->n ? &o->units[o->n - 1] : NULL;

	(void)soft;
	/* A line of - with no blank line above it makes that a heading. */
	if (u && (u->head == u->text.len || (is_rule(s, '-') &&
	    !cx_str_ends(u->text, CX_STR("\n\n")) &&
	    cx_str_count(cx_str_trim(u->text), '\n') == 0))) {
		u->text.len += s.len;
	} else {
		u = CX_NEXT(o->units, o->n, o->cap);
		*u = (struct unit){.text = s};
	}
	if (is_heading(s))
		u->head = u->text.len;
	add_words(o, u, s);
	u->tokens = UNKNOWN;
}

/* The worth of what a sentence itself has, then also of what is beside it.  A
 * word that this text has in addresses alone counts there. */
static void
weigh(struct cx_passages_own *o)
{
	double weight[WORDS], own = 0, before = 0, after;
	size_t seen[WORDS] = {0};

	for (size_t i = 0; i < o->n; i++)
		for (size_t k = 0; k < o->words.n; k++)
			seen[k] += o->units[i].has >> k & 1;
	for (size_t k = 0; k < o->words.n; k++) {
		const uint64_t word = seen[k] ? 0 : (uint64_t)1 << k;

		for (size_t i = 0; i < o->n && word; i++) {
			seen[k] += (o->units[i].only_linked & word) != 0;
			o->units[i].has |= o->units[i].only_linked & word;
		}
	}
	for (size_t k = 0; k < o->words.n; k++)
		weight[k] = o->n > FEW && seen[k] > o->n / COMMON ? 0 :
		    log1p((double)o->n / (double)(seen[k] + 1));
	for (size_t i = 0; i < o->n; i++)
		for (size_t k = 0; k < o->words.n; k++)
			if (o->units[i].has >> k & 1)
				o->units[i].worth += weight[k];
	for (size_t i = 0; i < o->n; i++) {
		own = o->units[i].worth;
		after = i + 1 < o->n ? o->units[i + 1].worth : 0;
		o->units[i].worth += BESIDE * (before > after ? before : after);
		before = own;
	}
}

void
cx_passages_read(struct cx_passages *p, struct cx_str body, struct cx_str name)
{
	struct cx_passages_own *o = p->own;

	body = cx_without_blobs(body, &o->clean);
	o->n = p->n = p->tokens = 0;
	o->body = body;
	o->rough = p->rough;
	p->text = cx_without_title(cx_md_prose(body, &o->prose, &o->kept),
	    name);
	cx_sentences(p->text, add, p);
	for (size_t i = 0; i < o->n && (!p->enough || p->tokens <= p->enough);
	    i++)
		p->tokens += tokens_of(o, &o->units[i]);
	weigh(o);
}

static int
by_worth(const void *a, const void *b)
{
	const struct unit *x = *(struct unit *const *)a;
	const struct unit *y = *(struct unit *const *)b;

	return x->worth != y->worth ? (x->worth < y->worth ? 1 : -1) :
	    (x > y) - (x < y);
}

static int
by_nearness(const void *a, const void *b)
{
	const struct unit *x = *(struct unit *const *)a;
	const struct unit *y = *(struct unit *const *)b;

	return x->away != y->away ? (x->away > y->away ? 1 : -1) :
	    (x > y) - (x < y);
}

static void
measure(struct cx_passages_own *o)
{
	size_t away = o->n;

	for (size_t i = 0; i < o->n; i++) {
		away = o->units[i].taken ? 0 : away + 1;
		o->units[i].away = away;
	}
	away = o->n;
	for (size_t i = o->n; i-- > 0;) {
		away = o->units[i].taken ? 0 : away + 1;
		if (away < o->units[i].away)
			o->units[i].away = away;
	}
}

/* What one more costs: beside none that was taken, it makes a gap. */
static size_t
cost(const struct cx_passages_own *o, struct unit *u)
{
	bool joined = (u > o->units && u[-1].taken) ||
	    (u + 1 < o->units + o->n && u[1].taken);

	return tokens_of(o, u) + (joined ? 0 : GAP_TOKENS);
}

static size_t
take_units(struct cx_passages_own *o, size_t room, bool worthy)
{
	double least = WORTHY * o->order[0]->worth;

	for (size_t k = 0; k < o->n; k++) {
		struct unit *u = o->order[k];

		if (u->taken || (worthy && (u->worth <= 0 ||
		    u->worth < least)))
			continue;
		if (cost(o, u) > room) {
			/* Beyond the nearest nothing belongs together. */
			if (!worthy)
				break;
			continue;
		}
		room -= cost(o, u);
		u->taken = true;
	}
	return room;
}

/* The start of s that ends before a blank, or at least between characters,
 * and has at most so many tokens; the longest, or nearly. */
static struct cx_str
cut(const struct cx_passages_own *o, struct cx_str s, size_t tokens)
{
	size_t fits = 0, over = s.len + 1, end = 0, word = 0;

	while (over - fits > 1) {
		size_t mid = fits + (over - fits) / 2;

		if (tokens_in(o, cx_strn(s.s, mid)) <= tokens)
			fits = mid;
		else
			over = mid;
	}
	for (size_t n; end < fits; end += n) {
		n = cx_utf8_grapheme(cx_str_from(s, end));
		if (end + n > fits)
			break;
		if (end + n < s.len && cx_is_blank(s.s[end + n]))
			word = end + n;
	}
	return cx_strn(s.s, end < s.len && word ? word : end);
}

struct first {
	size_t at;
	bool found;
};

static void
first_mark(void *arg, size_t at, size_t len)
{
	struct first *f = arg;

	(void)len;
	if (!f->found)
		*f = (struct first){at, true};
}

static void
put(struct cx_passages *p, struct cx_str text)
{
	struct cx_passages_own *o = p->own;
	size_t line;

	text = cx_str_trim(text);
	if (text.len == 0)
		return;
	line = cx_str_count(cx_strn(o->body.s, cx_md_kept_at(&o->kept,
	    (size_t)(text.s - o->prose.s))), '\n');
	CX_GROW(p->v, p->n, p->own->passages_cap);
	p->v[p->n++] = (struct cx_passage){text, line};
}

/* Where not even the best sentence has room: the start of it, without its
 * heading if that takes all, or of it from its first word of the query on. */
static void
put_part(struct cx_passages *p, const struct unit *u, size_t budget)
{
	struct cx_str text = cx_str_trim(u->text);
	struct cx_str part = cut(p->own, text, budget);
	struct cx_str beneath = cx_str_trim(cx_str_from(u->text, u->head));
	struct first first = {0, false};

	if (beneath.len && part.s + part.len <= beneath.s) {
		text = beneath;
		part = cut(p->own, text, budget);
	}
	if (u->has && !words_in(p->own, part)) {
		cx_passages_marks(p, text, first_mark, &first);
		part = cut(p->own, cx_str_from(text,
		    cx_utf8_prefix(text, first.at).len), budget);
	}
	put(p, part);
	p->picked = cx_tokens(part);
}

size_t
cx_passages_pick(struct cx_passages *p, size_t budget)
{
	struct cx_passages_own *o = p->own;
	size_t room = budget;

	p->n = 0;
	if (p->tokens <= budget) {
		p->picked = p->tokens;
		put(p, p->text);
		return p->n;
	}
	while (o->order_cap < o->n)
		o->order = cx_grow(o->order, &o->order_cap, sizeof *o->order);
	for (size_t i = 0; i < o->n; i++) {
		o->order[i] = &o->units[i];
		o->units[i].taken = false;
	}
	qsort(o->order, o->n, sizeof *o->order, by_worth);
	/* What is beside the best one says nothing without it. */
	if (o->order[0]->worth <= 0 || cost(o, o->order[0]) <= room)
		room = take_units(o, room, true);
	if (room == budget) {
		const struct unit *best = o->order[0];

		if (best->worth > 0) {
			put_part(p, best, budget);
			return p->n;
		}
		/* No word of the query: from the start on. */
		room = take_units(o, room, false);
		if (room == budget) {
			put_part(p, best, budget);
			return p->n;
		}
	} else {
		measure(o);
		qsort(o->order, o->n, sizeof *o->order, by_nearness);
		room = take_units(o, room, false);
	}
	p->picked = budget - room;
	for (size_t i = 0, k; i < o->n; i = k) {
		struct unit *u = &o->units[i];
		struct cx_str text = u->text;

		for (k = i + 1; u->taken && k < o->n && o->units[k].taken; k++)
			text.len += o->units[k].text.len;
		if (u->taken)
			put(p, text);
	}
	return p->n;
}

void
cx_passages_marks(struct cx_passages *p, struct cx_str text,
    cx_mark_fn *mark, void *arg)
{
	struct cx_passages_own *o = p->own;
	size_t at = 0, chars, n, len, from = 0, to = 0;
	uint32_t cp;

	for (; text.len; text = cx_str_from(text, len), at += chars) {
		len = cx_utf8_decode(text.s, text.len, &cp, NULL);
		chars = 1;
		if (!cx_is_wordchar(cp))
			continue;
		/* A word; where no blanks are between words, two
		 * characters. */
		for (n = len; n < text.len && (!cx_unspaced(cp) ||
		    chars < 2); n += len) {
			uint32_t next;

			len = cx_utf8_decode(text.s + n, text.len - n, &next,
			    NULL);
			if (!cx_is_wordchar(next) ||
			    cx_unspaced(next) != cx_unspaced(cp))
				break;
			chars++;
		}
		len = n;
		if (words_in(o, cx_strn(text.s, len))) {
			if (at > to) {
				if (to > from)
					mark(arg, from, to - from);
				from = at;
			}
			if (to == from)
				from = at;
			to = at + chars;
		}
		/* Pairs overlap. */
		if (cx_unspaced(cp)) {
			len = cx_utf8_decode(text.s, text.len, &cp, NULL);
			chars = 1;
		}
	}
	if (to > from)
		mark(arg, from, to - from);
}
