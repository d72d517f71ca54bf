#include "lib/rank/similar_candidates.h"

#include "lib/record/record.h"
#include "lib/text/doctext.h"

#include <stdlib.h>

/* Looking up one atom takes as long as decoding this many postings. */
#define LOOK 256

/* A term of the asked text. */
struct wanted {
	uint32_t term;
	double square; /* what its words weigh */
	struct cx_cursor list;
};

struct cx_candidates {
	const struct cx_search *set;
	struct cx_analyzer *analyzer;
	double *sum; /* by atom; 0 but while one text is asked */
	struct cx_atoms found;
	struct wanted *wanted;
	size_t n, cap;
};

struct cx_candidates *
cx_candidates_new(const struct cx_search *set, struct cx_analyzer *analyzer)
{
	struct cx_candidates *l = cx_calloc(1, sizeof *l);

	l->set = set;
	l->analyzer = analyzer;
	l->sum = cx_calloc(cx_search_atoms(set), sizeof *l->sum);
	return l;
}

void
cx_candidates_free(struct cx_candidates *l)
{
	free(l->sum);
	free(l->found.v);
	free(l->wanted);
	free(l);
}

static int
by_df(const void *a, const void *b)
{
	const struct wanted *x = a, *y = b;

	if (x->list.df != y->list.df)
		return x->list.df < y->list.df ? -1 : 1;
	return cx_order_u32(a, b);
}

/*
 * Finds the terms of the weights that some atom has, rarest first.  Returns
 * their total weight; *always is that of the words that any atom may have.
 */
static double
want(struct cx_candidates *l, const struct cx_weight *w, size_t n,
    double *always)
{
	double have = 0;
	size_t kept = 0;

	l->n = 0;
	*always = 0;
	for (size_t i = 0; i < n; i++) {
		if (w[i].stop) {
			*always += w[i].square;
			continue;
		}
		*CX_NEXT(l->wanted, l->n, l->cap) = (struct wanted){
		    .square = w[i].square, .term = w[i].term};
	}
	CX_SORT(l->wanted, l->n, cx_order_u32);
	for (size_t i = 0; i < l->n; i++) {
		struct wanted t = l->wanted[i];

		for (; i + 1 < l->n && l->wanted[i + 1].term == t.term; i++)
			t.square += l->wanted[i + 1].square;
		t.list = cx_search_find(l->set, CX_LIST_TEXT,
		    cx_analyzer_term(l->analyzer, t.term));
		if (!t.list.df)
			continue;
		have += t.square;
		l->wanted[kept++] = t;
	}
	l->n = kept;
	CX_SORT(l->wanted, kept, by_df);
	return have;
}

static void
put_found(struct cx_candidates *l, uint32_t atom)
{
	*CX_NEXT(l->found.v, l->found.n, l->found.cap) = atom;
}

/* All atoms that have the term. */
static void
take_all(struct cx_candidates *l, struct wanted *t)
{
	struct cx_posting p[CX_POSTINGS_LINE];
	size_t n;

	while ((n = cx_cursor_next(&t->list, p)) > 0) {
		for (size_t i = 0; i < n; i++) {
			if (l->sum[p[i].atom] == 0)
				put_found(l, p[i].atom);
			l->sum[p[i].atom] += t->square;
		}
	}
}

/* Drops those that would weigh less than `enough` even with all of `rest`. */
static void
drop_far(struct cx_candidates *l, double rest, double enough)
{
	size_t kept = 0;

	for (size_t i = 0; i < l->found.n; i++) {
		uint32_t atom = l->found.v[i];

		if (l->sum[atom] + rest >= enough)
			l->found.v[kept++] = atom;
		else
			l->sum[atom] = 0;
	}
	l->found.n = kept;
}

/* Adds the term to the atoms found, which ascend, that have it. */
static void
take_found(struct cx_candidates *l, struct wanted *t)
{
	struct cx_posting p[CX_POSTINGS_LINE];
	size_t n, k = 0;

	if (t->list.df / LOOK > l->found.n) {
		for (size_t i = 0; i < l->found.n; i++)
			if (cx_cursor_get(&t->list, l->found.v[i], p))
				l->sum[l->found.v[i]] += t->square;
		return;
	}
	while ((n = cx_cursor_next(&t->list, p)) > 0) {
		for (size_t i = 0; i < n; i++) {
			while (k < l->found.n && l->found.v[k] < p[i].atom)
				k++;
			if (k < l->found.n && l->found.v[k] == p[i].atom)
				l->sum[p[i].atom] += t->square;
		}
	}
}

/* Puts the atoms whose terms weigh at least `enough` into l->found.  `have`,
 * what all terms weigh together, is at least that, and `enough` is above 0. */
static void
find_enough(struct cx_candidates *l, double have, double enough)
{
	double missing = 0;
	size_t i = 0;

	/* An atom with none of these lacks too much. */
	while (i < l->n && have - missing >= enough) {
		missing += l->wanted[i].square;
		take_all(l, &l->wanted[i++]);
	}
	CX_SORT(l->found.v, l->found.n, cx_order_u32);
	for (; i < l->n && l->found.n; i++) {
		drop_far(l, have - missing, enough);
		missing += l->wanted[i].square;
		take_found(l, &l->wanted[i]);
	}
	drop_far(l, 0, enough);
	for (size_t k = 0; k < l->found.n; k++)
		l->sum[l->found.v[k]] = 0;
}

/* All atoms of the project, and some more. */
static void
find_project(struct cx_candidates *l, struct cx_str project)
{
	struct cx_posting p[CX_POSTINGS_LINE];
	struct cx_cursor list;
	size_t n;

	/* Only records that name a project are in its list. */
	if (project.len == 0 || cx_str_is(project, CX_NO_PROJECT)) {
		for (uint32_t i = 0; i < cx_search_atoms(l->set); i++)
			if (cx_search_has(l->set, i))
				put_found(l, i);
		return;
	}
	list = cx_search_project(l->set, project);
	while ((n = cx_cursor_next(&list, p)) > 0)
		for (size_t i = 0; i < n; i++)
			put_found(l, p[i].atom);
}

const struct cx_atoms *
cx_candidates_find(struct cx_candidates *l, struct cx_str project,
    const struct cx_weight *w, size_t n, double enough)
{
	double always, have = want(l, w, n, &always);

	l->found.n = 0;
	if (always >= enough)
		find_project(l, project);
	else if (always + have >= enough)
		find_enough(l, have, enough - always);
	return &l->found;
}
