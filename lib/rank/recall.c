#include "lib/rank/recall-impl.h"

#include "lib/base/date.h"
#include "lib/base/utf8.h"
#include "lib/rank/prefix.h"
#include "lib/search/build.h"
#include "lib/text/doctext.h"
#include "lib/text/stopwords.h"

#include <stdlib.h>

/* --- the query's terms --- */

/* The words that ask for something, as they were typed; plain: without those
 * that begin others. */
static void
put_text(const struct cx_query *q, bool plain, struct cx_buf *out)
{
	for (size_t i = 0; i < q->n; i++) {
		if (q->terms[i].exclude)
			continue;
		if (out->len)
			cx_buf_char(out, ' ');
		cx_buf_str(out, plain ? cx_query_plain(&q->terms[i])
				      : q->terms[i].typed);
	}
}

/* Words between blanks. */
static size_t
count_typed(struct cx_str text)
{
	size_t n = 0;

	for (size_t i = 0; i < text.len; i++)
		n += !cx_is_blank(text.s[i]) &&
		    (i == 0 || cx_is_blank(text.s[i - 1]));
	return n;
}

/* Whether one pair ends with the character that the next begins with. */
static bool
overlap(struct cx_str a, struct cx_str b)
{
	return cx_is_pair(a) && cx_is_pair(b) && cx_is_two(a) &&
	    cx_is_two(b) && cx_str_eq(cx_str_from(a, cx_unit(a)),
		cx_strn(b.s, cx_unit(b)));
}

/* Whether the i-th term of a query and that before it overlap. */
static bool
are_run(const struct cx_analyzer *a, const struct cx_terms *ids, size_t i)
{
	return overlap(cx_analyzer_term(a, ids->id[i - 1]),
	    cx_analyzer_term(a, ids->id[i]));
}

/* How much the i-th term of a query counts. */
static uint32_t
halves(const struct cx_analyzer *a, const struct cx_terms *ids, size_t i)
{
	struct cx_str term = cx_analyzer_term(a, ids->id[i]);

	return cx_analyzer_weak(a, ids->id[i]) || cx_is_whole(term) ||
	    (i && are_run(a, ids, i)) ||
	    (i + 1 < ids->n && are_run(a, ids, i + 1)) ? 1 : 2;
}

/* Words that begin in one way are one term, which ends with a *. */
static size_t
add_prefixes(struct cx_recall *r, size_t n)
{
	for (size_t i = 0; i < r->query->n; i++) {
		const struct cx_query_term *t = &r->query->terms[i];
		struct cx_str prefix = cx_query_prefix(t);

		if (!t->prefix || t->exclude)
			continue;
		r->terms[n++] = (struct cx_recall_term){.prefix = true,
		    .text = cx_strn(prefix.s, prefix.len + 1), .qtf = 1,
		    .halves = 2};
		r->length += 2;
	}
	return n;
}

/* The distinct terms of the query, sorted. */
static void
collect(struct cx_recall *r)
{
	CX_AUTO_BUF text = CX_BUF_INIT;
	struct cx_terms ids = {0};
	size_t kept = 0, n;

	put_text(r->query, true, &text);
	cx_analyze_query(r->analyzer, cx_buf_view(&text), CX_ANALYZE_JOINED |
	    CX_ANALYZE_WHOLE, &ids);
	r->terms = cx_calloc(cx_add(ids.n, r->query->n), sizeof *r->terms);
	for (size_t i = 0; i < ids.n; i++) {
		r->terms[i].joined = ids.id[i] & 1;
		ids.id[i] >>= 1;
	}
	for (size_t i = 0; i < ids.n; i++) {
		struct cx_recall_term *t = &r->terms[i];

		t->text = cx_analyzer_term(r->analyzer, ids.id[i]);
		t->pair = cx_is_pair(t->text);
		t->whole = cx_is_whole(t->text);
		t->qtf = 1;
		t->halves = halves(r->analyzer, &ids, i);
		r->length += t->halves;
	}
	n = add_prefixes(r, ids.n);
	CX_SORT(r->terms, n, cx_order_str);
	for (size_t i = 0; i < n; i++) {
		if (kept && cx_str_eq(r->terms[kept - 1].text,
		    r->terms[i].text)) {
			r->terms[kept - 1].qtf++;
			r->terms[kept - 1].halves += r->terms[i].halves;
			r->terms[kept - 1].joined &= r->terms[i].joined;
		} else {
			r->terms[kept++] = r->terms[i];
		}
	}
	cx_terms_release(&ids);
	r->n_terms = kept;
	for (size_t i = 0; i < kept; i++)
		r->n_must += !r->terms[i].whole;
}

/* Stems of some languages leave little of a word. */
static bool
is_bent(const struct cx_analyzer *a, const struct cx_terms *words)
{
	for (size_t i = 0; i < words->n; i++) {
		if (cx_analyzer_bends(a, words->id[i] >> 1))
			return true;
	}
	return false;
}

bool
cx_recall_reads(struct cx_analyzer *analyzer, const struct cx_query *q)
{
	CX_AUTO_BUF text = CX_BUF_INIT;
	CX_AUTO(cx_terms_release) struct cx_terms ids = {0}, words = {0};
	struct cx_str rest, word;
	size_t n = 0;

	put_text(q, false, &text);
	cx_analyze_query(analyzer, cx_buf_view(&text), CX_ANALYZE_WORDS,
	    &words);
	if (count_typed(cx_buf_view(&text)) <= FEW_WORDS &&
	    (cx_analyzer_is_open(analyzer) || is_bent(analyzer, &words)))
		return true;
	cx_analyze_query(analyzer, cx_buf_view(&text), CX_ANALYZE_WHOLE, &ids);
	for (size_t i = 0; i < ids.n; i++) {
		n += halves(analyzer, &ids, i);
		if (i && are_run(analyzer, &ids, i))
			return true;
	}
	rest = cx_buf_view(&text);
	return n >= 2 * FEEDBACK_TERMS || cx_literal_next(&rest, &word) ||
	    !(cx_analyze_asked(analyzer, cx_buf_view(&text)) &
		CX_ANALYZE_STOP);
}

/* --- single characters of scripts without spaces --- */

/* A pair that begins or ends with it, in an atom. */
struct half {
	struct cx_posting begins, ends, alone;
};

static int
by_atom(const void *a, const void *b)
{
	uint32_t x = ((const struct half *)a)->alone.atom;
	uint32_t y = ((const struct half *)b)->alone.atom;

	return (x > y) - (x < y);
}

static void
add_to(struct cx_posting *p, const struct cx_posting *more)
{
	p->text += more->text;
	p->names += more->names;
	p->labels += more->labels;
}

static uint32_t
more(uint32_t a, uint32_t b)
{
	return a > b ? a : b;
}

struct halves {
	struct half *v;
	size_t n, cap;
};

static void
take_list(struct halves *h, struct cx_cursor list, bool begins, bool ends)
{
	struct cx_posting block[CX_POSTINGS_LINE];
	size_t n;

	while ((n = cx_cursor_next(&list, block))) {
		for (size_t i = 0; i < n; i++) {
			struct half x = {{0}, {0}, {.atom = block[i].atom}};

			add_to(begins ? &x.begins : ends ? &x.ends : &x.alone,
			    &block[i]);
			*CX_NEXT(h->v, h->n, h->cap) = x;
		}
	}
}

static void
take_pairs(struct halves *h, const struct cx_search *set, struct cx_str c,
    enum cx_match match)
{
	struct cx_words words = cx_search_words(set, CX_LIST_TEXT, c, match);
	bool begins = match == CX_MATCH_START;
	struct cx_cursor list;
	struct cx_str word;

	while (cx_words_next(&words, &list)) {
		word = cx_cursor_word(&list);
		/* Another mark makes it another character. */
		if (cx_is_two(word) && cx_unit(word) == (begins ? c.len :
			word.len - c.len))
			take_list(h, list, begins, !begins);
	}
}

/*
 * CJK text is indexed as overlapping pairs, so a single character is found as
 * the first or the second half of a pair; the larger count is used.
 */
static void
collect_pairs(const struct cx_search *set, struct cx_recall_term *t)
{
	struct halves h = {NULL, 0, 0};

	take_list(&h, t->list, false, false);
	take_pairs(&h, set, t->text, CX_MATCH_START);
	take_pairs(&h, set, t->text, CX_MATCH_END);
	CX_SORT(h.v, h.n, by_atom);
	t->own = cx_calloc(h.n, sizeof *t->own);
	for (size_t i = 0, k; i < h.n; i = k) {
		struct half sum = h.v[i];
		struct cx_posting *p = &t->own[t->n_own++];

		for (k = i + 1; k < h.n && by_atom(&h.v[k], &sum) == 0; k++) {
			add_to(&sum.begins, &h.v[k].begins);
			add_to(&sum.ends, &h.v[k].ends);
			add_to(&sum.alone, &h.v[k].alone);
		}
		*p = sum.alone;
		p->text += more(sum.begins.text, sum.ends.text);
		p->names += more(sum.begins.names, sum.ends.names);
		p->labels += more(sum.begins.labels, sum.ends.labels);
	}
	free(h.v);
}

static bool
is_single(struct cx_str s)
{
	return cx_is_pair(s) && cx_unit(s) == s.len;
}

/* What is counted beside the lists (parts.h). */
enum { OWN = CX_LIST_DATE + 1, DAY, CALLED, READ };

/* How many notes have a term, of all parts. */
static uint32_t
df_of(const struct cx_recall *r, int kind, struct cx_str term, size_t mine)
{
	uint64_t n = cx_parts_count(r->pool->parts, (char)('A' + kind), term,
	    mine);

	return n < UINT32_MAX ? (uint32_t)n : UINT32_MAX;
}

static void
look_up(struct cx_recall *r, struct cx_recall_term *t)
{
	uint64_t n = cx_pool_count(r->pool);

	t->list = cx_search_find(r->set, CX_LIST_TEXT, t->text);
	t->df = df_of(r, CX_LIST_TEXT, t->text, t->list.df);
	if (t->prefix) {
		t->own = cx_prefix_postings(r->pool, cx_strn(t->text.s,
		    t->text.len - 1), &t->n_own);
		t->df = df_of(r, OWN, t->text, t->n_own);
	}
	/* A particle is searched where it is one. */
	if (!t->joined && is_single(t->text)) {
		collect_pairs(r->set, t);
		t->df = df_of(r, OWN, t->text, t->n_own);
	}
	t->idf = t->df ? idf(n, t->df) : 0;
	t->carriers = cx_search_find(r->set, CX_LIST_SCOPE, t->text);
}

/* --- dates --- */

static bool
is_number(struct cx_str s)
{
	for (size_t i = 0; i < s.len; i++) {
		if (s.s[i] < '0' || s.s[i] > '9')
			return false;
	}
	return s.len > 0;
}

/* "7th" is "7". */
static struct cx_str
without_ending(struct cx_str s)
{
	static const char *const endings[] = {"st", "nd", "rd", "th"};

	for (size_t i = 0; i < 4 && s.len > 2 && s.len < 5; i++) {
		struct cx_str n = cx_strn(s.s, s.len - 2);

		if (cx_str_ends(s, cx_str(endings[i])) && is_number(n))
			return n;
	}
	return s;
}

static bool
is_month(struct cx_str s, bool has_number)
{
	for (int m = 1; m <= 12; m++) {
		if (cx_str_eq(s, cx_doc_month(m)))
			return m != 5 || has_number;
	}
	return false;
}

/* The word of a date that a word of a query is; "" for none.  A day only
 * beside a month. */
static struct cx_str
date_word(struct cx_str s, bool has_number, bool has_month)
{
	int n = 0;

	s = without_ending(s);
	if (is_month(s, has_number))
		return s;
	if (!is_number(s))
		return CX_STR("");
	if (s.len == 4 && (cx_str_starts(s, CX_STR("19")) ||
		cx_str_starts(s, CX_STR("20"))))
		return s;
	for (size_t i = 0; i < s.len && s.len < 3; i++)
		n = n * 10 + s.s[i] - '0';
	if (!has_month || n < 1 || n > 31)
		return CX_STR("");
	return s.s[0] == '0' ? cx_str_from(s, 1) : s;
}

/* The term that a word of the query is; a pair is its own. */
static struct cx_recall_term *
term_of(struct cx_recall *r, uint32_t word)
{
	struct cx_word w;
	struct cx_str term;

	term = cx_analyzer_term(r->analyzer, cx_analyzer_word(r->analyzer,
	    word, &w) ? w.term : word);
	for (size_t i = 0; i < r->n_terms; i++) {
		if (cx_str_eq(r->terms[i].text, term))
			return &r->terms[i];
	}
	return NULL;
}

static void
add_date(struct cx_recall *r, struct cx_str word, uint32_t id)
{
	struct cx_cursor list = cx_search_find(r->set, CX_LIST_DATE, word);
	struct cx_recall_term *t = term_of(r, id);
	uint32_t df = df_of(r, CX_LIST_DATE, word, list.df);

	if (df == 0)
		return;
	*CX_NEXT(r->dates, r->n_dates, r->dates_cap) =
	    (struct cx_recall_date){.list = list,
		.points = 3 * idf(cx_pool_count(r->pool), df)};
	if (t) {
		t->dated = true;
		t->dates = list;
	}
}

/* --- days --- */

static struct cx_cursor
date_list(const struct cx_recall *r, int number)
{
	CX_AUTO_BUF word = CX_BUF_INIT;

	cx_buf_int(&word, number);
	return cx_search_find(r->set, CX_LIST_DATE, cx_buf_view(&word));
}

static int64_t
date_idf(const struct cx_recall *r, struct cx_str word)
{
	return idf(cx_pool_count(r->pool), df_of(r, CX_LIST_DATE, word,
	    cx_search_find(r->set, CX_LIST_DATE, word).df));
}

static int64_t
number_idf(const struct cx_recall *r, int number)
{
	CX_AUTO_BUF word = CX_BUF_INIT;

	cx_buf_int(&word, number);
	return date_idf(r, cx_buf_view(&word));
}

static void
add_days(struct cx_recall *r, struct cx_recall_date *d, size_t *cap,
    int year, int64_t day)
{
	/* People write on the day, and afterwards. */
	static const uint8_t tenths[] = {5, 10, 7, 5};
	struct cx_posting block[CX_POSTINGS_LINE];
	struct cx_cursor list = date_list(r, year);
	size_t n;

	while ((n = cx_cursor_next(&list, block))) {
		for (size_t i = 0; i < n; i++) {
			int64_t of = cx_search_day(r->set, block[i].atom);

			if (of < day - 1 || of > day + 2)
				continue;
			*CX_NEXT(d->days, d->n, *cap) =
			    (struct cx_recall_points){.atom = block[i].atom,
				.points = tenths[of - day + 1]};
		}
	}
}

/* A day of the query: what the three words of it are worth.  False if no note
 * is of that time. */
static bool
add_day(struct cx_recall *r, struct cx_str text, int64_t day)
{
	CX_AUTO(cx_terms_release) struct cx_terms ids = {0};
	struct cx_recall_date d = {.days = NULL};
	CX_AUTO_BUF key = CX_BUF_INIT;
	int year, month, mday, last;
	size_t cap = 0;

	cx_date_civil(day + 2, &last, &month, &mday);
	cx_date_civil(day - 1, &year, &month, &mday);
	add_days(r, &d, &cap, year, day);
	if (last != year)
		add_days(r, &d, &cap, last, day);
	cx_buf_int(&key, day);
	if (df_of(r, DAY, cx_buf_view(&key), d.n) == 0)
		return false;
	CX_SORT(d.days, d.n, cx_order_u32);
	cx_date_civil(day, &year, &month, &mday);
	d.points = 3 * (number_idf(r, year) + number_idf(r, mday) +
	    date_idf(r, cx_doc_month(month)));
	*CX_NEXT(r->dates, r->n_dates, r->dates_cap) = d;
	cx_analyze(r->analyzer, text, CX_ANALYZE_WORDS | CX_ANALYZE_PLAIN,
	    &ids);
	for (size_t i = 0; i < ids.n; i++) {
		struct cx_recall_term *t = term_of(r, ids.id[i] >> 1);

		if (t) {
			t->in_day = true;
			t->days = d.days;
			t->n_days = d.n;
		}
	}
	return true;
}

/* What is left of the query without its days. */
static bool
find_days(struct cx_recall *r, struct cx_buf *rest)
{
	struct cx_str text = cx_buf_view(&r->text), before = text, date;
	bool found = false;
	int64_t day;

	while (cx_query_date(&text, &date, &day)) {
		if (!add_day(r, date, day))
			continue;
		cx_buf_add(rest, before.s, (size_t)(date.s - before.s));
		before = cx_str_from(before, (size_t)(date.s + date.len -
		    before.s));
		found = true;
	}
	cx_buf_str(rest, before);
	return found;
}

static void
find_dates(struct cx_recall *r, struct cx_terms *words)
{
	CX_AUTO_BUF rest = CX_BUF_INIT;
	bool has_number = false, has_month = false;

	if (find_days(r, &rest)) {
		words->n = 0;
		cx_analyze(r->analyzer, cx_buf_view(&rest), CX_ANALYZE_WORDS |
		    CX_ANALYZE_PLAIN, words);
	}
	for (size_t i = 0; i < words->n; i++)
		has_number = has_number || is_number(without_ending(
		    cx_analyzer_term(r->analyzer, words->id[i] >> 1)));
	for (size_t i = 0; i < words->n; i++)
		has_month = has_month || is_month(cx_analyzer_term(
		    r->analyzer, words->id[i] >> 1), has_number);
	for (size_t i = 0; i < words->n; i++) {
		uint32_t id = words->id[i] >> 1;
		struct cx_str word = date_word(cx_analyzer_term(r->analyzer,
		    id), has_number, has_month);

		if (word.len)
			add_date(r, word, id);
	}
}

/* --- names and headings: all of the query, or part of it --- */

#define NAMED_WORDS 32 /* of a longer query none is looked for */
#define NAMED_ATOMS 64 /* of more, a part of the query says nothing */

static void
take_named(struct cx_recall *r, enum cx_list kind, struct cx_str key,
    int64_t share, uint32_t most)
{
	struct cx_posting block[CX_POSTINGS_LINE];
	struct cx_cursor list = cx_search_find(r->set, kind, key);
	uint32_t df = df_of(r, (int)kind, key, list.df);
	size_t n;

	r->names |= df && df <= most;
	r->called |= df && share == CX_WHOLE_NAME;
	while (df <= most && (n = cx_cursor_next(&list, block))) {
		for (size_t i = 0; i < n; i++)
			*CX_NEXT(r->named, r->n_named, r->named_cap) =
			    (struct cx_recall_named){block[i].atom, share};
	}
}

/* The query as a whole: a heading is the title of a part, which is less. */
static void
find_exact(struct cx_recall *r, struct cx_str text, struct cx_terms *words)
{
	cx_search_exact(r->analyzer, text, words, &r->key);
	words->n = 0;
	cx_analyze(r->analyzer, text, CX_ANALYZE_WORDS | CX_ANALYZE_PLAIN |
	    (cx_analyze_asked(r->analyzer, text) & (CX_ANALYZE_SHOUTED |
		CX_ANALYZE_LETTERS)), words);
	r->n_words = words->n;
	for (size_t i = 0; i < words->n; i++)
		r->sentence |= (words->id[i] & 1) || cx_is_asking(
		    cx_analyzer_term(r->analyzer, words->id[i] >> 1));
	if (r->key.len == 0)
		return;
	take_named(r, CX_LIST_EXACT, cx_buf_view(&r->key), CX_WHOLE_NAME,
	    UINT32_MAX);
	take_named(r, CX_LIST_HEADING, cx_buf_view(&r->key), 8 * FIX,
	    UINT32_MAX);
}

/* The larger share of an atom first. */
static int
by_share(const void *va, const void *vb)
{
	const struct cx_recall_named *a = va, *b = vb;

	return a->atom != b->atom ? (a->atom > b->atom) - (a->atom < b->atom) :
	    (a->share < b->share) - (a->share > b->share);
}

static void
keep_named(struct cx_recall *r)
{
	size_t kept = 0;

	CX_SORT(r->named, r->n_named, by_share);
	for (size_t i = 0; i < r->n_named; i++) {
		if (!kept || r->named[kept - 1].atom != r->named[i].atom)
			r->named[kept++] = r->named[i];
	}
	r->n_named = kept;
}

/*
 * "how does garbage collection work" has the name of a note.  A name is worth
 * as much as its words weigh among all, a heading half of that.  In a list of
 * words, which has no stop word, one word is no name.
 */
static void
find_named(struct cx_recall *r, const struct cx_terms *words)
{
	int64_t weight[NAMED_WORDS], all = 0;
	CX_AUTO_BUF key = CX_BUF_INIT;

	for (size_t i = 0; i < words->n && words->n <= NAMED_WORDS; i++) {
		const struct cx_recall_term *t = words->id[i] & 1 ? NULL :
		    term_of(r, words->id[i] >> 1);

		weight[i] = t ? idf(cx_pool_count(r->pool), t->df) : 0;
		all += weight[i];
	}
	for (size_t from = 0; all && from < words->n; from++) {
		struct cx_str word, last = CX_STR("");
		bool several = false;
		int64_t sum = 0;

		key.len = 0;
		for (size_t to = from; to < words->n; to++, last = word) {
			word = cx_analyzer_term(r->analyzer,
			    words->id[to] >> 1);
			if (to > from)
				cx_buf_char(&key, '_');
			cx_buf_str(&key, word);
			several |= to > from && !overlap(last, word);
			sum += weight[to];
			if (sum == 0 || !(r->sentence || several) ||
			    to - from + 1 == words->n)
				continue;
			take_named(r, CX_LIST_EXACT, cx_buf_view(&key),
			    8 * (sum * FIX / all), NAMED_ATOMS);
			take_named(r, CX_LIST_HEADING, cx_buf_view(&key),
			    4 * (sum * FIX / all), NAMED_ATOMS);
		}
	}
	keep_named(r);
}

/* --- nothing but stop words --- */

/* Whether an atom has them all in its names and labels. */
static bool
is_called(const struct cx_recall *r)
{
	struct cx_posting block[CX_POSTINGS_LINE], p;
	struct cx_cursor list = r->terms[0].list;
	size_t n, t;

	while ((n = cx_cursor_next(&list, block))) {
		for (size_t i = 0; i < n; i++) {
			for (t = 1; t < r->n_terms && cx_cursor_get(
			    &r->terms[t].list, block[i].atom, &p); t++)
				;
			if (t == r->n_terms)
				return true;
		}
	}
	return false;
}

/* How often a text has each term of the query. */
static void
count_terms(struct cx_recall *r, struct cx_str text, struct cx_terms *ids,
    uint32_t *count)
{
	memset(count, 0, r->n_terms * sizeof *count);
	ids->n = 0;
	cx_analyze(r->analyzer, text, CX_ANALYZE_ALL, ids);
	for (size_t i = 0; i < ids->n; i++) {
		struct cx_str term = cx_analyzer_term(r->analyzer,
		    ids->id[i]);

		for (size_t t = 0; t < r->n_terms; t++)
			count[t] += cx_str_eq(r->terms[t].text, term);
	}
}

/*
 * The index has stop words in names only.  For "to be or not to be" all texts
 * are read, unless there are so many that it would take seconds.
 */
static void
read_texts(struct cx_recall *r)
{
	CX_AUTO(cx_terms_release) struct cx_terms ids = {0};
	CX_AUTO_FREE uint32_t *count = cx_calloc(r->n_terms, sizeof *count);
	size_t n = cx_search_count(r->set);
	uint64_t all = cx_parts_now(r->pool->parts, 'n', CX_STR(""), n);

	if (all > STOP_ATOMS || cx_parts_now(r->pool->parts, 'A' + CALLED,
	    cx_buf_view(&r->text), is_called(r)))
		return;
	for (size_t t = 0; t < r->n_terms; t++)
		r->terms[t].own = cx_calloc(n, sizeof *r->terms[t].own);
	for (uint32_t i = 0; i < cx_search_atoms(r->set); i++) {
		struct cx_record rec;
		struct cx_str body;
		size_t line;

		if (!cx_search_has(r->set, i))
			continue;
		cx_pool_record(r->pool, i, &rec);
		if (!cx_pool_body(r->pool, i, &rec, &body, &line))
			body = CX_STR("");
		count_terms(r, body, &ids, count);
		for (size_t t = 0; t < r->n_terms; t++) {
			struct cx_recall_term *term = &r->terms[t];
			struct cx_posting p;

			if (!cx_cursor_get(&term->list, i, &p))
				p = (struct cx_posting){.atom = i};
			p.text = more(p.text, count[t]);
			if (p.text || p.names || p.labels)
				term->own[term->n_own++] = p;
		}
	}
	for (size_t t = 0; t < r->n_terms; t++) {
		r->terms[t].df = df_of(r, READ, r->terms[t].text,
		    r->terms[t].n_own);
		r->terms[t].idf = r->terms[t].df ? idf(all, r->terms[t].df) :
		    0;
	}
}

/* --- words as they were typed --- */

static void
find_typed(struct cx_recall *r)
{
	CX_AUTO(cx_terms_release) struct cx_terms words = {0};
	CX_AUTO_BUF text = CX_BUF_INIT;

	/* So far there are only notes and headings that it names. */
	if (!r->few || r->stops || r->names)
		return;
	put_text(r->query, true, &text);
	cx_analyze_query(r->analyzer, cx_buf_view(&text), CX_ANALYZE_WORDS |
	    CX_ANALYZE_WHOLE, &words);
	if (!is_bent(r->analyzer, &words))
		return;
	CX_SORT(words.id, words.n, cx_order_u32);
	for (size_t i = 0; i < words.n; i++) {
		const struct cx_recall_term *t = term_of(r, words.id[i] >> 1);

		if (t && (i == 0 || words.id[i] >> 1 != words.id[i - 1] >> 1))
			*CX_NEXT(r->typed, r->n_typed, r->typed_cap) =
			    (struct cx_recall_typed){words.id[i] >> 1, t};
	}
}

/* --- characters in a row --- */

static void
find_runs(struct cx_recall *r, struct cx_str text)
{
	struct cx_str rest;
	size_t at[3] = {0}, have = 0, n;

	cx_utf8_nfc(&r->run_text, text);
	rest = cx_buf_view(&r->run_text);
	for (; rest.len && r->n_runs < RUNS; rest = cx_str_from(rest, n)) {
		struct cx_recall_run run = {{0}, false};
		bool known = false;
		uint32_t cp;

		n = cx_unit(rest);
		(void)cx_utf8_decode(rest.s, rest.len, &cp, NULL);
		have = cx_unspaced(cp) ? have + 1 : 0;
		at[0] = at[1];
		at[1] = at[2];
		at[2] = n;
		if (have < 3)
			continue;
		run.text = cx_strn(rest.s - at[1] - at[0], at[0] + at[1] + n);
		for (size_t i = 0; i < r->n_runs; i++)
			known |= cx_str_eq(r->runs[i].text, run.text);
		if (!known)
			*CX_NEXT(r->runs, r->n_runs, r->runs_cap) = run;
	}
}

/* --- words with punctuation --- */

/* What the terms of a word weigh. */
static int64_t
weight_of(struct cx_recall *r, struct cx_str word)
{
	CX_AUTO(cx_terms_release) struct cx_terms ids = {0};
	int64_t sum = 0;

	for (size_t t = 0; t < r->n_terms; t++) {
		if (r->terms[t].prefix && cx_str_ends(word, r->terms[t].text))
			sum += r->terms[t].halves * r->terms[t].idf;
	}
	cx_analyze_query(r->analyzer, word, CX_ANALYZE_WHOLE, &ids);
	CX_SORT(ids.id, ids.n, cx_order_u32);
	for (size_t i = 0; i < ids.n; i++) {
		struct cx_str text = cx_analyzer_term(r->analyzer, ids.id[i]);

		for (size_t t = 0; t < r->n_terms && (i == 0 ||
			ids.id[i] != ids.id[i - 1]); t++) {
			if (cx_str_eq(r->terms[t].text, text))
				sum += r->terms[t].halves * r->terms[t].idf;
		}
	}
	return sum;
}

/* What of the query has to stand in a text as it is. */
static void
find_literals(struct cx_recall *r, struct cx_str text)
{
	bool few = count_typed(text) <= FEW_WORDS;
	struct cx_str word = text;
	int64_t all = 0;

	for (size_t t = 0; t < r->n_terms; t++)
		all += r->terms[t].halves * r->terms[t].idf;
	while (all && r->n_literals < (r->stops ? 1 : LITERALS) && (r->stops ||
		cx_literal_next(&text, &word))) {
		struct cx_recall_literal l = {.word = word, .share = FIX};
		int64_t part = 1;
		bool known = false;

		for (size_t i = 0; i < r->n_literals; i++)
			known |= cx_str_eq(r->literals[i].word, word);
		if (known)
			continue;
		if (!r->stops && cx_is_accented(word)) {
			if (!few)
				continue;
			part = 3;
		}
		cx_literal_make(&l.text, word);
		if (!r->stops && weight_of(r, word) < all)
			l.share = weight_of(r, word) * FIX / all;
		/* In a sentence a word with a hyphen says little. */
		if (cx_literal_is_prose(word))
			l.share = ((((l.share * l.share) >> FIX_BITS) *
			    l.share) >> FIX_BITS) / part;
		*CX_NEXT(r->literals, r->n_literals, r->literals_cap) = l;
	}
}

static struct cx_search_sums
sums_of(const struct cx_recall *r)
{
	struct cx_parts *p = r->pool->parts;
	struct cx_search_sums s = cx_search_sums(r->set);

	return (struct cx_search_sums){
	    cx_parts_count(p, 's', CX_STR("names"), s.names),
	    cx_parts_count(p, 's', CX_STR("words"), s.words),
	    cx_parts_count(p, 's', CX_STR("pairs"), s.pairs),
	    cx_parts_count(p, 's', CX_STR("named"), s.named),
	    cx_parts_count(p, 's', CX_STR("worded"), s.worded),
	    cx_parts_count(p, 's', CX_STR("paired"), s.paired)};
}

static void
prepare(struct cx_recall *r, struct cx_pool *pool, const struct cx_query *q)
{
	CX_AUTO(cx_terms_release) struct cx_terms words = {0};
	struct cx_str text;

	*r = (struct cx_recall){.pool = pool, .set = pool->set,
	    .analyzer = pool->analyzer, .query = q};
	r->sums = sums_of(r);
	put_text(q, false, &r->text);
	text = cx_buf_view(&r->text);
	collect(r);
	r->stops = r->n_terms && !(cx_analyze_asked(r->analyzer, text) &
	    CX_ANALYZE_STOP);
	for (size_t i = 0; i < r->n_terms; i++) {
		look_up(r, &r->terms[i]);
		r->stops = r->stops && !r->terms[i].prefix;
	}
	if (r->stops)
		read_texts(r);
	for (size_t i = 0; i < r->n_terms; i++) {
		int64_t weight = r->terms[i].halves * r->terms[i].idf / 2;

		if (weight > r->strongest)
			r->strongest = weight;
	}
	find_literals(r, text);
	find_exact(r, text, &words);
	r->few = !r->sentence && count_typed(text) <= FEW_WORDS;
	find_typed(r);
	find_runs(r, text);
	find_named(r, &words);
	find_dates(r, &words);
}

void
cx_recall_init(struct cx_recall *r, struct cx_pool *pool,
    const struct cx_query *q)
{
	prepare(r, pool, q);
	while (cx_parts_learn(pool->parts)) {
		cx_recall_release(r);
		prepare(r, pool, q);
	}
}

void
cx_recall_release(struct cx_recall *r)
{
	for (size_t i = 0; i < r->n_terms; i++) {
		free(r->terms[i].own);
		cx_free_sparse(r->terms[i].points, r->terms[i].df,
		    sizeof *r->terms[i].points);
	}
	free(r->terms);
	for (size_t i = 0; i < r->n_dates; i++)
		free(r->dates[i].days);
	free(r->dates);
	free(r->named);
	free(r->typed);
	free(r->runs);
	cx_buf_release(&r->run_text);
	for (size_t i = 0; i < r->n_literals; i++)
		cx_literal_release(&r->literals[i].text);
	free(r->literals);
	cx_buf_release(&r->text);
	cx_buf_release(&r->key);
	free(r->found);
}

/* --- what was found --- */

static bool
has(const struct cx_recall_term *t, uint32_t atom)
{
	struct cx_posting p;

	if (cx_run_points(t, atom) > 0)
		return true;
	for (size_t lo = 0, hi = t->n_own; lo < hi;) {
		size_t mid = lo + (hi - lo) / 2;

		if (t->own[mid].atom == atom)
			return true;
		if (t->own[mid].atom < atom)
			lo = mid + 1;
		else
			hi = mid;
	}
	return cx_cursor_get(&t->list, atom, &p) ||
	    cx_cursor_get(&t->carriers, atom, &p) ||
	    (t->dated && cx_cursor_get(&t->dates, atom, &p)) ||
	    (t->n_days && bsearch(&atom, t->days, t->n_days,
		sizeof *t->days, cx_order_u32));
}

bool
cx_recall_dated(const struct cx_recall *r, struct cx_str term)
{
	for (size_t i = 0; i < r->n_terms; i++) {
		if (cx_str_eq(r->terms[i].text, term))
			return r->terms[i].dated || r->terms[i].in_day;
	}
	return false;
}

bool
cx_recall_partial(const struct cx_recall *r, uint32_t atom,
    const struct cx_hit *f)
{
	if (r->n_terms == 1 && f && f->part.text > 0)
		return false;
	for (size_t i = 0; i < r->n_terms; i++) {
		if (!r->terms[i].whole && !has(&r->terms[i], atom))
			return true;
	}
	return false;
}

static void
print_fix(struct cx_printer *p, const char *name, int64_t x)
{
	cx_print_kmicro(p, name, cx_recall_micro(x));
}

static void
explain_term(const struct cx_recall_term *t, uint32_t atom,
    struct cx_printer *p)
{
	struct cx_posting tf;

	cx_run_posting(t, atom, &tf);
	cx_print_object(p);
	cx_print_kstr(p, "term", t->text);
	cx_print_kint(p, "df", t->df);
	print_fix(p, "idf", t->idf);
	cx_print_kint(p, "names", tf.names);
	cx_print_kint(p, "labels", tf.labels);
	cx_print_kint(p, "text", tf.text);
	cx_print_end(p);
}

void
cx_recall_explain(const struct cx_recall *r, const struct cx_hit *f,
    struct cx_printer *p)
{
	const struct cx_hit_parts *part = &f->part;

	cx_print_karray(p, "terms");
	for (size_t i = 0; i < r->n_terms; i++)
		explain_term(&r->terms[i], f->atom, p);
	cx_print_end(p);
	print_fix(p, "A", part->text);
	print_fix(p, "D", part->date);
	print_fix(p, "X", part->near);
	print_fix(p, "P", part->length);
	print_fix(p, "E", part->named);
	print_fix(p, "C", part->all);
	print_fix(p, "Y", part->young);
	if (r->n_typed || r->n_runs)
		print_fix(p, "T", part->typed);
	if (r->n_literals)
		print_fix(p, "L", part->literal);
	if (r->length >= 2 * FEEDBACK_TERMS)
		print_fix(p, "feedback", part->feedback);
	cx_print_kmicro(p, "status", part->whole ? 1000000 : f->weight);
}

bool
cx_recall_about(const struct cx_recall *r, const struct cx_hit *f)
{
	int64_t all = 0, unknown = idf(cx_pool_count(r->pool), 0);
	struct cx_posting tf;
	bool named = false;
	size_t n = 0;

	for (size_t i = 0; i < r->n_terms; i++) {
		const struct cx_recall_term *t = &r->terms[i];

		/* A whole word is there in its pairs, too. */
		if (t->df || !t->whole)
			all += t->halves * (t->df ? t->idf : unknown) / 2;
		if (!cx_run_posting(t, f->atom, &tf))
			continue;
		named |= tf.names > 0;
		n++;
	}
	return (n > 1 || named) && f->part.text * 5 >= all * 4;
}

/*
 * No note that is over can have a higher relevance than this: A and X are at
 * most what all terms are worth, and the other parts are shares of M.
 */
static int64_t
most_relevance(const struct cx_recall *recall)
{
	int64_t terms = 0, dates = 0, m = recall->best;

	for (size_t i = 0; i < recall->n_terms; i++)
		terms += recall->terms[i].halves * recall->terms[i].idf *
		    11 / 10;
	for (size_t i = 0; i < recall->n_dates; i++)
		dates += recall->dates[i].points;
	if (recall->n_terms > 1)
		m = (3 * m + 7 * terms) / 10;
	/* C 2.1 or 1, E 1 */
	if (recall->n_must > 1)
		m += (recall->few ? 21 : 10) * recall->best / 10;
	m += cx_recall_young(recall, CX_HOT);
	if (recall->n_typed)
		m += recall->best;
	if (recall->n_runs)
		m += recall->best;
	if (recall->n_literals)
		m += 3 * recall->best;
	return m + recall->best + dates;
}

bool
cx_recall_may_beat(const struct cx_recall *r, int64_t weight,
    bool refused_all, int64_t best)
{
	/* A whole name or description has no less weight. */
	return best == 0 || r->called || (refused_all &&
		r->n_words >= DESCRIPTION_WORDS) ||
	    most_relevance(r) / CX_MICRO * weight +
	    most_relevance(r) % CX_MICRO * weight / CX_MICRO >= best;
}
