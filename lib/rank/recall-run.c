#include "lib/rank/recall-impl.h"
#include "lib/rank/best.h"

#include <stdlib.h>

#define LABEL_NORM (2 * FIX) /* the same for every length */
#define TEXT_B 0.75

/* --- adding up --- */

static inline int64_t
remember(int64_t **norms, double weight, double b, uint32_t length,
    uint64_t n, uint64_t sum)
{
	if (length >= NORMS)
		return field_norm(weight, b, length, n, sum);
	if (!*norms)
		*norms = cx_calloc(NORMS, sizeof **norms);
	if ((*norms)[length] == 0)
		(*norms)[length] = field_norm(weight, b, length, n, sum);
	return (*norms)[length];
}

int64_t
cx_run_weigh(struct tally *u, const struct cx_doc_length *rank,
    const struct cx_posting *p, bool pair)
{
	int64_t x = 0;

	/* A text in two scripts is two fields, each of its own length. */
	if (p->text && pair)
		x = p->text * remember(&u->pair_norm, 1, TEXT_B, rank->pairs,
		    u->sums.paired, u->sums.pairs);
	else if (p->text)
		x = p->text * remember(&u->word_norm, 1, TEXT_B, rank->words,
		    u->sums.worded, u->sums.words);
	if (p->names)
		x += p->names * remember(&u->name_norm, 3, 0.5, rank->names,
		    u->sums.named, u->sums.names);
	return x + p->labels * LABEL_NORM;
}

/* The next postings of a term. */
static size_t
next_block(struct tally *u, const struct cx_recall_term *t,
    struct cx_cursor *list, size_t *at)
{
	size_t n = 0;

	if (!t->own)
		return cx_cursor_next(list, u->block);
	while (n < CX_POSTINGS_LINE && *at < t->n_own)
		u->block[n++] = t->own[(*at)++];
	return n;
}

/* What a term is worth to an atom that has it.  Most have it a few times, in
 * the text, and of many the same lengths come again. */
static inline int64_t
worth(struct tally *u, const struct cx_recall_term *t,
    const struct cx_doc_length *rank, const struct cx_posting *p)
{
	int64_t *known;

	if (t->df < WORTH_LENGTHS || p->text - 1 >= WORTH_TIMES ||
	    (p->names | p->labels) || rank->words >= WORTH_LENGTHS || t->pair)
		return saturate(t->idf, cx_run_weigh(u, rank, p, t->pair));
	known = &u->worth[p->text - 1][rank->words];
	if (*known == 0)
		*known = saturate(t->idf, cx_run_weigh(u, rank, p, false));
	return *known;
}

/* All that a term gives; of the only source, to the atoms themselves. */
static void
add_text(struct tally *u, struct cx_recall_term *t, bool only)
{
	struct cx_cursor list = t->list;
	size_t n, at = 0;

	if (t->df >= WORTH_LENGTHS)
		memset(u->worth, 0, sizeof u->worth);
	if (!only)
		t->points = cx_calloc_sparse(t->df, sizeof *t->points);
	while ((n = next_block(u, t, &list, &at))) {
		cx_doc_lengths(u->r->set, u->block, n, t->pair ?
		    CX_RANK_PAIRS : 0, u->ranks);
		for (size_t i = 0; i < n; i++) {
			const struct cx_posting *p = &u->block[i];
			int64_t points = worth(u, t, &u->ranks[i], p);
			int64_t all = t->halves * points / 2;

			if (all > t->most)
				t->most = all;
			/* A damaged list may have more than df, which shows
			 * at its end. */
			if (only && points > 0 && u->n_touched < t->df)
				u->touched[u->n_touched++] = (struct touched)
				    {p->atom, all};
			else if (!only && points > 0 && t->n_points < t->df)
				t->points[t->n_points++] =
				    (struct cx_recall_points){p->atom,
					(uint32_t)points & INT32_MAX,
					p->names > 0};
		}
	}
}

static const struct cx_recall_points *
find_points(const struct cx_recall_term *t, uint32_t atom)
{
	size_t lo = 0, hi = t->n_points;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (t->points[mid].atom == atom)
			return &t->points[mid];
		if (t->points[mid].atom < atom)
			lo = mid + 1;
		else
			hi = mid;
	}
	return NULL;
}

int64_t
cx_run_points(const struct cx_recall_term *t, uint32_t atom)
{
	const struct cx_recall_points *p = find_points(t, atom);

	return p ? (int64_t)t->halves * p->points / 2 : 0;
}

bool
cx_run_named(const struct cx_recall_term *t, uint32_t atom)
{
	const struct cx_recall_points *p = find_points(t, atom);

	return p && p->named;
}

static int
by_posting(const void *va, const void *vb)
{
	return cx_order_u32(&((const struct cx_posting *)va)->atom,
	    &((const struct cx_posting *)vb)->atom);
}

bool
cx_run_posting(const struct cx_recall_term *t, uint32_t atom,
    struct cx_posting *tf)
{
	const struct cx_posting key = {.atom = atom}, *own = t->n_own ?
	    bsearch(&key, t->own, t->n_own, sizeof key, by_posting) : NULL;

	if (own)
		*tf = *own;
	else if (!cx_cursor_get(&t->list, atom, tf))
		*tf = key;
	return tf->names || tf->labels || tf->text;
}

/* What a term or a date gives to atoms, ascending. */
struct source {
	const struct cx_recall_points *v;
	size_t n, at;
	int64_t halves; /* of v[].points; of a date, points */
	bool must; /* it counts for all */
	bool date;
};

/* What the atoms of a stretch are given: one stretch after the other, so that
 * few are in memory that no source has. */
#define STRETCH 8192
struct stretch {
	int64_t text[STRETCH], date[STRETCH];
	uint8_t terms[STRETCH], named[STRETCH];
	uint64_t any[STRETCH / 64];
};

static void
add_source(struct stretch *s, struct source *from, uint32_t first)
{
	for (; from->at < from->n; from->at++) {
		const struct cx_recall_points *p = &from->v[from->at];
		uint32_t i = p->atom - first;

		if (i >= STRETCH)
			return;
		s->any[i / 64] |= UINT64_C(1) << i % 64;
		if (from->date) {
			s->date[i] += from->halves * p->points / 10;
		} else {
			s->text[i] += from->halves * p->points / 2;
			s->terms[i] += from->must;
			s->named[i] += from->must && p->named;
		}
	}
}

/* Takes what a stretch has, and leaves it empty. */
static void
take_stretch(struct tally *u, struct stretch *s, uint32_t first)
{
	for (uint32_t w = 0; w < STRETCH / 64; w++) {
		for (; s->any[w]; s->any[w] &= s->any[w] - 1) {
			uint32_t i = w * 64 +
			    (uint32_t)__builtin_ctzll(s->any[w]);
			size_t place = u->n_touched++;

			u->touched[place] = (struct touched){first + i,
			    s->text[i]};
			if (u->terms) {
				u->terms[place] = s->terms[i];
				u->named[place] = s->named[i];
			}
			s->text[i] = s->terms[i] = s->named[i] = 0;
			if (u->date)
				u->date[place] = s->date[i];
			s->date[i] = 0;
		}
	}
}

/* Finds what the sources give to each atom. */
static void
gather(struct tally *u, struct source *v, size_t n)
{
	struct stretch *s = cx_calloc(1, sizeof *s);

	u->n_touched = 0;
	for (;;) {
		uint32_t first = UINT32_MAX;

		for (size_t i = 0; i < n; i++) {
			if (v[i].at < v[i].n && v[i].v[v[i].at].atom < first)
				first = v[i].v[v[i].at].atom;
		}
		if (first == UINT32_MAX)
			break;
		for (size_t i = 0; i < n; i++)
			add_source(s, &v[i], first);
		take_stretch(u, s, first);
	}
	free(s);
}

static void
find_best(struct tally *u)
{
	for (size_t i = 0; i < u->n_touched; i++)
		u->best = larger(u->best, u->touched[i].text);
}

/* A source that gives the same to all atoms of a list. */
static struct source
constant(struct tally *u, struct cx_cursor list, int64_t points)
{
	struct cx_recall_points *v = cx_calloc(list.df, sizeof *v);
	struct source s = {.v = v, .halves = points, .date = true};
	size_t n;

	while (points > 0 && (n = cx_cursor_next(&list, u->block))) {
		for (size_t i = 0; i < n && s.n < list.df; i++)
			v[s.n++] = (struct cx_recall_points)
			    {.atom = u->block[i].atom, .points = 10};
	}
	return s;
}

/* What a date gives; freed like that of constant. */
static struct source
date_source(struct tally *u, const struct cx_recall_date *d)
{
	struct cx_recall_points *v;

	if (!d->days)
		return constant(u, d->list, d->points);
	v = cx_calloc(d->n, sizeof *v);
	memcpy(v, d->days, d->n * sizeof *v);
	return (struct source){.v = v, .n = d->n, .halves = d->points,
	    .date = true};
}

/* Dates, whose atoms are known when M is: all sources once more. */
static void
add_dates(struct tally *u, struct source *v, size_t n)
{
	const struct cx_recall *r = u->r;
	size_t terms = n;

	u->date = cx_calloc_sparse(u->touched_cap, sizeof *u->date);
	for (size_t i = 0; i < terms; i++)
		v[i].at = 0;
	for (size_t i = 0; i < r->n_dates; i++)
		v[n++] = date_source(u, &r->dates[i]);
	gather(u, v, n);
	while (n > terms)
		free((void *)(uintptr_t)v[--n].v);
}

/* Room for all that may be touched, and for the one after them. */
static void
make_room(struct tally *u)
{
	const struct cx_recall *r = u->r;
	size_t n = 0, atoms = cx_search_atoms(r->set);

	for (size_t i = 0; i < r->n_terms; i++)
		n += r->terms[i].df;
	for (size_t i = 0; i < r->n_dates; i++)
		n += r->dates[i].list.df + r->dates[i].n;
	u->touched_cap = (n < atoms ? n : atoms) + 1;
	u->touched = cx_calloc_sparse(u->touched_cap, sizeof *u->touched);
	if (r->n_terms > 1 && r->n_terms <= UINT8_MAX) {
		u->terms = cx_calloc_sparse(u->touched_cap, 1);
		u->named = cx_calloc_sparse(u->touched_cap, 1);
	}
}

static void
find_places(struct tally *u)
{
	size_t n = cx_search_atoms(u->r->set) / PLACES + 2, at = 0;

	u->touched[u->n_touched] = (struct touched){UINT32_MAX, 0};
	u->places = cx_calloc(n, sizeof *u->places);
	for (size_t i = 0; i < n; i++) {
		while (u->touched[at].atom < i * PLACES)
			at++;
		u->places[i] = (uint32_t)at;
	}
}

size_t
cx_run_place(const struct tally *u, uint32_t atom)
{
	size_t lo = u->places[atom / PLACES];
	size_t hi = u->places[atom / PLACES + 1];

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (u->touched[mid].atom < atom)
			lo = mid + 1;
		else
			hi = mid;
	}
	return u->touched[lo].atom == atom ? lo : u->n_touched;
}

static void
add_up(struct tally *u)
{
	struct cx_recall *r = u->r;
	CX_AUTO_FREE struct source *v = cx_calloc(r->n_terms + r->n_dates,
	    sizeof *v);
	bool dates = r->n_dates > 0;

	make_room(u);
	for (size_t i = 0; i < r->n_terms; i++) {
		struct cx_recall_term *t = &r->terms[i];

		add_text(u, t, r->n_terms == 1 && !dates);
		v[i] = (struct source){t->points, t->n_points, 0, t->halves,
		    !t->whole, false};
	}
	if (r->n_terms > 1 || dates)
		gather(u, v, r->n_terms);
	find_best(u);
	if (dates)
		add_dates(u, v, r->n_terms);
	find_places(u);
	cx_parts_most(r->pool->parts, &u->best, 1);
	u->best = u->best < BEST_MAX ? u->best : BEST_MAX;
}

/* --- the shortlist --- */

bool
cx_run_accepts(struct tally *u, uint32_t atom, size_t place)
{
	struct cx_pool *pool = u->r->pool;

	if (u->refused && u->refused[atom / 64] >> atom % 64 & 1)
		return false;
	if (pool->accept(pool->arg, atom))
		return true;
	if (!u->refused)
		u->refused = cx_pool_bits(pool);
	u->refused[atom / 64] |= UINT64_C(1) << atom % 64;
	u->r->refused_all = u->r->refused_all || cx_run_has_all(u, place);
	return false;
}

/* Of equals the newer one, then by path. */
static bool
is_newer(const void *set, uint32_t x, uint32_t y)
{
	int64_t a = cx_search_day(set, x), b = cx_search_day(set, y);

	return a != b ? a > b : cx_search_before(set, x, y);
}

/* The best SHORTLIST atoms that may be results. */
static size_t
choose_best(struct tally *u, uint32_t *out)
{
	/* Of one term all are asked, whatever is in it. */
	struct cx_best best = {.before = u->r->n_terms > 1 ? is_newer : NULL,
	    .of = u->r->set, .limit = SHORTLIST};
	const struct cx_search *set = u->r->set;
	struct cx_parts_key keys[SHORTLIST];
	size_t n = 0, place[SHORTLIST];

	for (size_t i = 0; i < u->n_touched; i++) {
		const struct touched *t = &u->touched[i];
		int64_t key = t->text + cx_run_date(u, i);

		/* accept may have to parse a record, so it comes last. */
		if (key > 0 && cx_best_wants(&best, key, t->atom) &&
		    cx_run_accepts(u, t->atom, i))
			cx_best_add(&best, key, t->atom);
	}
	cx_best_sort(&best);
	for (size_t i = 0; i < best.n; i++)
		keys[i] = (struct cx_parts_key){{best.v[i].key,
		    cx_search_day(set, best.v[i].atom), 0}, best.v[i].atom};
	(void)cx_parts_rank(u->r->pool->parts, &u->r->pool->records, keys,
	    best.n, SHORTLIST, place);
	for (size_t i = 0; i < best.n && place[i] < SHORTLIST; i++)
		out[n++] = best.v[i].atom;
	cx_best_release(&best);
	return n;
}

size_t
cx_run_shortlist(struct tally *u, uint32_t out[SHORTLIST])
{
	u->sums = u->r->sums;
	add_up(u);
	return choose_best(u, out);
}

int
cx_found_compare(const void *va, const void *vb)
{
	const struct cx_hit *a = va, *b = vb;

	if (a->score != b->score)
		return a->score > b->score ? -1 : 1;
	if (a->when != b->when)
		return a->when > b->when ? -1 : 1;
	return cx_search_before(a->set, b->atom, a->atom) -
	    cx_search_before(a->set, a->atom, b->atom);
}

size_t
cx_run_first(struct tally *u, size_t n, size_t *place)
{
	struct cx_recall *r = u->r;
	struct cx_parts_key key[LITERAL_BEST];
	size_t have = r->n < n ? r->n : n;

	CX_SORT(r->found, r->n, cx_found_compare);
	for (size_t i = 0; i < have; i++)
		key[i] = (struct cx_parts_key){{r->found[i].score,
		    r->found[i].when, 0}, r->found[i].atom};
	return cx_parts_rank(r->pool->parts, &r->pool->records, key, have, n,
	    place);
}

void
cx_run_release(struct tally *u)
{
	cx_free_sparse(u->touched, u->touched_cap, sizeof *u->touched);
	cx_free_sparse(u->terms, u->touched_cap, 1);
	cx_free_sparse(u->named, u->touched_cap, 1);
	cx_free_sparse(u->date, u->touched_cap, sizeof *u->date);
	free(u->places);
	free(u->name_norm);
	free(u->word_norm);
	free(u->pair_norm);
	free(u->refused);
}
