#include "bin/cx-score/recall-run.h"
#include "bin/cx-score/best.h"

#include "lib/base/utf8.h"
#include "lib/search/build.h"
#include "lib/text/doctext.h"

#include <stdlib.h>

#define LABEL_NORM (2 * FIX) /* the same for every length */
#define TEXT_B 0.75

/* --- the query's terms --- */

/* The words that ask for something, as they were typed. */
static void
put_text(const struct query *q, struct cx_buf *out)
{
	for (size_t i = 0; i < q->n; i++) {
		if (q->terms[i].exclude)
			continue;
		if (out->len)
			cx_buf_char(out, ' ');
		cx_buf_str(out, q->terms[i].typed);
	}
}

/* Whether one pair ends with the character that the next begins with. */
static bool
overlap(struct cx_str a, struct cx_str b)
{
	size_t n;
	uint32_t cp;

	if (!cx_is_pair(a) || !cx_is_pair(b))
		return false;
	n = cx_utf8_decode(b.s, b.len, &cp, NULL);
	return n < b.len && n < a.len && cx_str_ends(a, cx_strn(b.s, n));
}

/* How much the i-th term of a query counts. */
static uint32_t
halves(const struct cx_analyzer *a, const struct cx_terms *ids, size_t i)
{
	struct cx_str term = cx_analyzer_term(a, ids->id[i]);

	return (i && overlap(cx_analyzer_term(a, ids->id[i - 1]), term)) ||
	    (i + 1 < ids->n && overlap(term, cx_analyzer_term(a,
		ids->id[i + 1]))) ? 1 : 2;
}

/* The distinct terms of the query, sorted. */
static void
collect(struct recall *r, struct cx_str text)
{
	struct cx_terms ids = {0};
	size_t kept = 0;

	cx_analyze_name(r->analyzer, text, CX_ANALYZE_JOINED, &ids);
	r->terms = cx_calloc(ids.n, sizeof *r->terms);
	for (size_t i = 0; i < ids.n; i++) {
		r->terms[i].joined = ids.id[i] & 1;
		ids.id[i] >>= 1;
	}
	for (size_t i = 0; i < ids.n; i++) {
		struct qterm *t = &r->terms[i];

		t->text = cx_analyzer_term(r->analyzer, ids.id[i]);
		t->pair = cx_is_pair(t->text);
		t->qtf = 1;
		t->halves = halves(r->analyzer, &ids, i);
		r->length += t->halves;
	}
	CX_SORT(r->terms, ids.n, cx_order_str);
	for (size_t i = 0; i < ids.n; i++) {
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
}

bool
recall_reads(struct cx_analyzer *analyzer, const struct query *q)
{
	CX_AUTO_BUF text = CX_BUF_INIT;
	CX_AUTO(cx_terms_release) struct cx_terms ids = {0};
	size_t n = 0;

	put_text(q, &text);
	cx_analyze_name(analyzer, cx_buf_view(&text), 0, &ids);
	for (size_t i = 0; i < ids.n; i++)
		n += halves(analyzer, &ids, i);
	return n >= 2 * FEEDBACK_TERMS;
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
larger(uint32_t a, uint32_t b)
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
	struct cx_cursor list;
	struct cx_str word;

	while (cx_words_next(&words, &list)) {
		word = cx_cursor_word(&list);
		if (word.len > c.len && cx_utf8_count(word) == 2)
			take_list(h, list, match == CX_MATCH_START,
			    match == CX_MATCH_END);
	}
}

/*
 * The texts have pairs of characters, and single ones only where they stand
 * alone.  In a run each is the first of a pair, but the last one, and the
 * second of one, but the first: the larger of the two counts.
 */
static void
collect_pairs(const struct cx_search *set, struct qterm *t)
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
		p->text += larger(sum.begins.text, sum.ends.text);
		p->names += larger(sum.begins.names, sum.ends.names);
		p->labels += larger(sum.begins.labels, sum.ends.labels);
	}
	free(h.v);
}

static bool
is_single(struct cx_str s)
{
	uint32_t cp;

	return s.len && (unsigned char)s.s[0] >= 0x80 &&
	    cx_utf8_decode(s.s, s.len, &cp, NULL) == s.len && cx_unspaced(cp);
}

static void
look_up(struct recall *r, struct qterm *t)
{
	uint64_t n = cx_search_count(r->set), carriers;

	t->list = cx_search_find(r->set, CX_LIST_TEXT, t->text);
	t->df = t->list.df;
	/* A particle is searched where it is one. */
	if (!t->joined && is_single(t->text)) {
		collect_pairs(r->set, t);
		t->df = (uint32_t)t->n_own;
	}
	t->idf = t->df ? idf(n, t->df) : 0;
	t->carriers = cx_search_find(r->set, CX_LIST_SCOPE, t->text);
	carriers = t->carriers.df;
	t->scope = carriers * 4 >= n && carriers * 20 < n * 19;
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

/* The term that a word of the query is. */
static struct qterm *
term_of(struct recall *r, uint32_t word)
{
	struct cx_word w;
	struct cx_str term;

	if (!cx_analyzer_word(r->analyzer, word, &w))
		return NULL;
	term = cx_analyzer_term(r->analyzer, w.term);
	for (size_t i = 0; i < r->n_terms; i++) {
		if (cx_str_eq(r->terms[i].text, term))
			return &r->terms[i];
	}
	return NULL;
}

static void
add_date(struct recall *r, struct cx_str word, uint32_t id)
{
	struct cx_cursor list = cx_search_find(r->set, CX_LIST_DATE, word);
	struct qterm *t = term_of(r, id);

	if (list.df == 0)
		return;
	*CX_NEXT(r->dates, r->n_dates, r->dates_cap) = (struct qdate){list,
	    3 * idf(cx_search_count(r->set), list.df)};
	if (t) {
		t->dated = true;
		t->dates = list;
	}
}

static void
find_dates(struct recall *r, const struct cx_terms *words)
{
	bool has_number = false, has_month = false;

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

/* --- what the query asks for --- */

/* Whether a letter, digit or _ stands before offset i, or at it. */
static bool
word_before(struct cx_str s, size_t i)
{
	size_t from = i - (i > 0);
	uint32_t cp;

	while (from > 0 && ((unsigned char)s.s[from] & 0xC0) == 0x80)
		from--;
	if (i == 0)
		return false;
	(void)cx_utf8_decode(s.s + from, i - from, &cp, NULL);
	return cp == '_' || cx_is_wordchar(cp);
}

static bool
word_at(struct cx_str s, size_t i)
{
	uint32_t cp;

	if (i >= s.len)
		return false;
	(void)cx_utf8_decode(s.s + i, s.len - i, &cp, NULL);
	return cp == '_' || cx_is_wordchar(cp);
}

/*
 * Whether it asks when: "when", "what date" and the like, "how long", as
 * words, and with one blank.
 */
static bool
asks_when(struct cx_str text)
{
	static const char *const forms[] = {"when", "how long", "what date",
	    "what day", "what month", "what year", "what time", "which date",
	    "which day", "which month", "which year", "which time"};
	CX_AUTO_BUF low = CX_BUF_INIT;
	bool found = false;

	cx_utf8_lower(&low, text);
	for (size_t i = 0; i < low.len && !found; i++) {
		struct cx_str rest = cx_strn(low.s + i, low.len - i);

		if ((rest.s[0] != 'w' && rest.s[0] != 'h') ||
		    word_before(cx_buf_view(&low), i))
			continue;
		for (size_t f = 0; f < sizeof forms / sizeof *forms; f++) {
			struct cx_str form = cx_str(forms[f]);

			found = found || (cx_str_starts(rest, form) &&
			    !word_at(rest, form.len));
		}
	}
	return found;
}

static void
find_whole(struct recall *r, enum cx_list kind, struct cx_atoms *out)
{
	struct cx_posting block[CX_POSTINGS_LINE];
	struct cx_cursor list = cx_search_find(r->set, kind,
	    cx_buf_view(&r->key));
	size_t n;

	while ((n = cx_cursor_next(&list, block))) {
		for (size_t i = 0; i < n; i++) {
			*CX_NEXT(out->v, out->n, out->cap) = block[i].atom;
		}
	}
}

static void
find_exact(struct recall *r, struct cx_str text, struct cx_terms *words)
{
	cx_search_exact(r->analyzer, text, words, &r->key);
	r->n_words = words->n;
	if (r->key.len == 0)
		return;
	find_whole(r, CX_LIST_EXACT, &r->exact);
	find_whole(r, CX_LIST_HEADING, &r->headed);
}

void
recall_init(struct recall *r, const struct cx_search *set,
    struct cx_analyzer *analyzer, const struct query *q)
{
	CX_AUTO_BUF text = CX_BUF_INIT;
	CX_AUTO(cx_terms_release) struct cx_terms words = {0};

	*r = (struct recall){.set = set, .analyzer = analyzer, .query = q};
	put_text(q, &text);
	collect(r, cx_buf_view(&text));
	for (size_t i = 0; i < r->n_terms; i++)
		look_up(r, &r->terms[i]);
	find_exact(r, cx_buf_view(&text), &words);
	find_dates(r, &words);
	r->asks_when = asks_when(cx_buf_view(&text));
}

void
recall_release(struct recall *r)
{
	for (size_t i = 0; i < r->n_terms; i++) {
		free(r->terms[i].own);
		free(r->terms[i].points);
	}
	free(r->terms);
	free(r->dates);
	free(r->exact.v);
	free(r->headed.v);
	cx_buf_release(&r->key);
	free(r->found);
}

/* --- adding up --- */

static void
touch(struct run *u, uint32_t atom, uint32_t folder)
{
	if (u->text[atom] || other_points(u, atom))
		return;
	*CX_NEXT(u->touched, u->n_touched, u->touched_cap) =
	    (struct touched){atom, folder};
}

static inline int64_t
remember(int64_t *norms, double weight, double b, uint32_t length,
    uint64_t n, uint64_t sum)
{
	if (length >= NORMS)
		return field_norm(weight, b, length, n, sum);
	if (norms[length] == 0)
		norms[length] = field_norm(weight, b, length, n, sum);
	return norms[length];
}

int64_t
run_weigh(struct run *u, const struct cx_search_rank *rank,
    const struct cx_posting *p, bool pair)
{
	int64_t x = 0;

	/* A text in two scripts is two fields, each of its own length. */
	if (p->text && pair && !u->pair_norm)
		u->pair_norm = cx_calloc(NORMS, sizeof *u->pair_norm);
	if (p->text && pair)
		x = p->text * remember(u->pair_norm, 1, TEXT_B, rank->pairs,
		    u->sums.paired, u->sums.pairs);
	else if (p->text)
		x = p->text * remember(u->word_norm, 1, TEXT_B, rank->words,
		    u->sums.worded, u->sums.words);
	if (p->names)
		x += p->names * remember(u->name_norm, 3, 0.5, rank->names,
		    u->sums.named, u->sums.names);
	return x + p->labels * LABEL_NORM;
}

/* The next postings of a term. */
static size_t
next_block(struct run *u, const struct qterm *t, struct cx_cursor *list,
    size_t *at)
{
	size_t n = 0;

	if (!t->own)
		return cx_cursor_next(list, u->block);
	while (n < CX_POSTINGS_LINE && *at < t->n_own)
		u->block[n++] = t->own[(*at)++];
	return n;
}

/* The folders as texts: what their atoms have of this term. */
static void
add_folders(struct run *u, const struct qterm *t)
{
	size_t df = 0;
	int64_t term_idf;

	for (size_t i = 0; i < u->n_folders; i++) {
		uint32_t atoms;
		uint64_t length;

		cx_search_folder(u->r->set, u->folders[i], &atoms, &length);
		if (atoms >= CX_FOLDER_MIN && atoms <= CX_FOLDER_MAX)
			u->folders[df++] = u->folders[i];
		else
			u->sum[u->folders[i]] = 0;
	}
	term_idf = df ? idf(u->sums.folders, df) : 0;
	for (size_t i = 0; i < df; i++) {
		uint32_t f = u->folders[i], atoms;
		uint64_t length;

		cx_search_folder(u->r->set, f, &atoms, &length);
		u->folder[f] += t->halves * saturate(term_idf,
		    (int64_t)u->sum[f] * field_norm(1, 0.5, length,
			u->sums.folders, u->sums.folders_length)) / 2;
		u->sum[f] = 0;
	}
	u->n_folders = 0;
}

/* What a term is worth to an atom that has it.  Most have it a few times, in
 * the text, and the same lengths come again. */
static inline int64_t
worth(struct run *u, const struct qterm *t, const struct cx_search_rank *rank,
    const struct cx_posting *p)
{
	int64_t *known;

	if (p->text - 1 >= WORTH_TIMES || (p->names | p->labels) ||
	    rank->words >= WORTH_LENGTHS || t->pair)
		return saturate(t->idf, run_weigh(u, rank, p, t->pair));
	known = &u->worth[p->text - 1][rank->words];
	if (*known == 0)
		*known = saturate(t->idf, run_weigh(u, rank, p, false));
	return *known;
}

static void
add_text(struct run *u, struct qterm *t)
{
	struct cx_cursor list = t->list;
	bool several = u->r->n_terms > 1;
	size_t n, at = 0;

	memset(u->worth, 0, sizeof u->worth);
	if (several)
		t->points = cx_malloc(cx_mul(t->df, sizeof *t->points));
	while ((n = next_block(u, t, &list, &at))) {
		cx_search_ranks(u->r->set, u->block, n, t->pair ?
		    CX_RANK_PAIRS : 0, u->ranks);
		for (size_t i = 0; i < n; i++) {
			const struct cx_posting *p = &u->block[i];
			uint32_t folder = u->ranks[i].folder;
			int64_t points = worth(u, t, &u->ranks[i], p);
			int64_t all = t->halves * points / 2;

			if (points > 0) {
				touch(u, p->atom, folder);
				u->text[p->atom] += all;
				if (u->terms)
					u->terms[p->atom]++;
			}
			if (all > t->most)
				t->most = all;
			if (several && t->n_points < t->df)
				t->points[t->n_points++] = (struct points){
				    p->atom, (uint32_t)points};
			if (p->text + p->names == 0)
				continue;
			if (u->sum[folder] == 0)
				*CX_NEXT(u->folders, u->n_folders,
				    u->folders_cap) = folder;
			u->sum[folder] += p->text + p->names;
		}
	}
	add_folders(u, t);
}

int64_t
run_points(const struct qterm *t, uint32_t atom)
{
	size_t lo = 0, hi = t->n_points;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (t->points[mid].atom == atom)
			return (int64_t)t->halves * t->points[mid].points / 2;
		if (t->points[mid].atom < atom)
			lo = mid + 1;
		else
			hi = mid;
	}
	return 0;
}

/* The same to all atoms of a list. */
static void
add_constant(struct run *u, struct cx_cursor list, int64_t points, bool scope)
{
	size_t n;

	if (!u->other)
		u->other = cx_calloc_sparse(cx_search_atoms(u->r->set),
		    sizeof *u->other);
	while (points > 0 && (n = cx_cursor_next(&list, u->block))) {
		for (size_t i = 0; i < n; i++) {
			touch(u, u->block[i].atom, NO_FOLDER);
			u->other[u->block[i].atom] += points;
			if (scope)
				u->scope[u->block[i].atom] += points;
		}
	}
}

static void
add_scope(struct run *u, const struct qterm *t)
{
	const struct recall *r = u->r;
	int64_t x = idf(cx_search_count(r->set), t->carriers.df);

	if (!u->scope)
		u->scope = cx_calloc_sparse(cx_search_atoms(r->set),
		    sizeof *u->scope);
	if (x > FIX)
		x = FIX;
	add_constant(u, t->carriers, (int64_t)((wide)t->qtf * 35 * x *
	    u->best / (100 * FIX)), true);
}

/* Room for all that may be touched. */
static void
make_room(struct run *u)
{
	const struct recall *r = u->r;
	size_t n = 1, atoms = cx_search_atoms(r->set);

	for (size_t i = 0; i < r->n_terms; i++)
		n += r->terms[i].df;
	u->touched_cap = n < atoms ? n : atoms;
	u->touched = cx_malloc(cx_mul(u->touched_cap, sizeof *u->touched));
}

static void
add_up(struct run *u)
{
	struct recall *r = u->r;

	make_room(u);
	for (size_t i = 0; i < r->n_terms; i++)
		add_text(u, &r->terms[i]);
	for (size_t i = 0; i < u->n_touched; i++) {
		if (u->text[u->touched[i].atom] > u->best)
			u->best = u->text[u->touched[i].atom];
	}
	for (size_t i = 0; i < r->n_terms; i++) {
		if (r->terms[i].scope)
			add_scope(u, &r->terms[i]);
	}
	for (size_t i = 0; i < r->n_dates; i++)
		add_constant(u, r->dates[i].list, r->dates[i].points, false);
}

/* --- what a -word leaves out --- */

/* Leaves out the atoms that have all terms of the word. */
static void
exclude(struct run *u, struct cx_str word)
{
	size_t n = cx_search_atoms(u->r->set) / 64 + 1, in_block;
	CX_AUTO_FREE uint64_t *all = cx_calloc(n, sizeof *all);
	CX_AUTO(cx_terms_release) struct cx_terms ids = {0};

	cx_analyze(u->r->analyzer, word, CX_ANALYZE_STOP, &ids);
	for (size_t i = 0; i < ids.n; i++) {
		CX_AUTO_FREE uint64_t *one = cx_calloc(n, sizeof *one);
		struct cx_cursor list = cx_search_find(u->r->set,
		    CX_LIST_TEXT, cx_analyzer_term(u->r->analyzer, ids.id[i]));

		while ((in_block = cx_cursor_next(&list, u->block))) {
			for (size_t k = 0; k < in_block; k++)
				one[u->block[k].atom / 64] |= UINT64_C(1) <<
				    u->block[k].atom % 64;
		}
		for (size_t k = 0; k < n; k++)
			all[k] = i ? all[k] & one[k] : one[k];
	}
	if (!u->excluded)
		u->excluded = cx_calloc(n, sizeof *u->excluded);
	for (size_t k = 0; k < n; k++)
		u->excluded[k] |= all[k];
}

/* --- the shortlist --- */

static void
set_excluded(struct run *u, uint32_t atom)
{
	if (!u->excluded)
		u->excluded = cx_calloc(cx_search_atoms(u->r->set) / 64 + 1,
		    sizeof *u->excluded);
	u->excluded[atom / 64] |= UINT64_C(1) << atom % 64;
}

bool
run_accepts(struct run *u, uint32_t atom)
{
	if (is_excluded(u, atom))
		return false;
	if (!u->accept || u->accept(u->arg, atom))
		return true;
	set_excluded(u, atom);
	u->r->refused_all = u->r->refused_all || run_has_all(u, atom);
	return false;
}

/* One that has no siblings to speak for it is as if in the best folder, as
 * far as it has the words itself. */
int64_t
run_folder(struct run *u, uint32_t atom, uint32_t folder)
{
	int64_t *p = &u->folder[folder];
	uint32_t atoms;
	uint64_t length;

	if (*p > 0 || !u->folder_most || !u->best)
		return folder_points(u, folder);
	if (*p == 0) {
		cx_search_folder(u->r->set, folder, &atoms, &length);
		*p = atoms >= CX_FOLDER_MIN && atoms <= CX_FOLDER_MAX ?
		    FOLDER_NOTHING : FOLDER_ALONE;
	}
	return *p == FOLDER_NOTHING ? 0 : (int64_t)((wide)u->folder_most *
	    u->text[atom] / u->best);
}

int64_t
run_touched_folder(struct run *u, struct touched *t)
{
	if (t->folder == NO_FOLDER)
		t->folder = cx_search_rank(u->r->set, t->atom, 0).folder;
	return run_folder(u, t->atom, t->folder);
}

/* The best SHORTLIST atoms that may be results. */
static size_t
choose_best(struct run *u, uint32_t *out)
{
	struct best best = {.set = u->r->set, .limit = SHORTLIST};
	size_t n;

	for (uint32_t f = 0; f < cx_search_folders(u->r->set); f++) {
		if (folder_points(u, f) > u->folder_most)
			u->folder_most = folder_points(u, f);
	}
	for (size_t i = 0; i < u->n_touched; i++) {
		uint32_t atom = u->touched[i].atom;
		int64_t key = u->text[atom] + other_points(u, atom);

		/* accept may have to parse a record, so it comes last. */
		if (key <= 0 || !best_wants(&best, key + u->folder_most,
			atom))
			continue;
		key += run_touched_folder(u, &u->touched[i]);
		if (best_wants(&best, key, atom) && run_accepts(u, atom))
			best_add(&best, key, atom);
	}
	best_sort(&best);
	for (n = 0; n < best.n; n++)
		out[n] = best.v[n].atom;
	best_release(&best);
	return n;
}

size_t
run_shortlist(struct run *u, uint32_t out[SHORTLIST])
{
	const struct recall *r = u->r;
	size_t atoms = cx_search_atoms(r->set);
	size_t folders = cx_search_folders(r->set);

	u->sums = cx_search_sums(r->set);
	u->text = cx_calloc_sparse(atoms, sizeof *u->text);
	u->folder = cx_calloc(folders, sizeof *u->folder);
	u->sum = cx_calloc(folders, sizeof *u->sum);
	if (r->n_terms > 1 && r->n_terms <= UINT8_MAX)
		u->terms = cx_calloc_sparse(atoms, sizeof *u->terms);
	add_up(u);
	for (size_t i = 0; i < r->query->n; i++) {
		const struct term *t = &r->query->terms[i];

		if (t->exclude && !t->phrase && t->field == FIELD_ANY)
			exclude(u, t->text);
	}
	return choose_best(u, out);
}

void
run_release(struct run *u)
{
	size_t atoms = cx_search_atoms(u->r->set);

	cx_free_sparse(u->text, atoms, sizeof *u->text);
	cx_free_sparse(u->terms, u->terms ? atoms : 0, sizeof *u->terms);
	if (u->other)
		cx_free_sparse(u->other, atoms, sizeof *u->other);
	if (u->scope)
		cx_free_sparse(u->scope, atoms, sizeof *u->scope);
	free(u->folder);
	free(u->pair_norm);
	free(u->sum);
	free(u->folders);
	free(u->touched);
	free(u->excluded);
}
