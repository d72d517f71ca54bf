#include "bin/cx-score/near.h"

#include <stdlib.h>

static bool
is_in(const struct cx_atoms *v, uint32_t atom)
{
	return v->n && bsearch(&atom, v->v, v->n, sizeof *v->v, cx_order_u32);
}

static void
take(const struct near *near, uint32_t giver, int64_t *most)
{
	const uint32_t *at = bsearch(&giver, near->givers, near->n,
	    sizeof giver, cx_order_u32);
	size_t terms = near->r->n_terms;
	const int64_t *points = near->points +
	    (size_t)(at - near->givers) * terms;

	for (size_t t = 0; t < terms; t++) {
		if (most[t] < points[t])
			most[t] = points[t];
	}
}

void
near_init(struct near *near, const struct recall *r,
    const uint32_t *shortlist, size_t n)
{
	size_t terms = r->n_terms;

	*near = (struct near){.r = r, .n = n};
	near->gives = cx_calloc(cx_search_atoms(r->set) / 64 + 1,
	    sizeof *near->gives);
	near->givers = cx_calloc(n, sizeof *near->givers);
	near->points = cx_calloc(cx_mul(n, terms), sizeof *near->points);
	near->most = cx_calloc(terms, sizeof *near->most);
	near->one = cx_calloc(terms, sizeof *near->one);
	near->two = cx_calloc(terms, sizeof *near->two);
	if (n)
		memcpy(near->givers, shortlist, n * sizeof *near->givers);
	CX_SORT(near->givers, n, cx_order_u32);
	for (size_t i = 0; i < n; i++) {
		uint32_t atom = near->givers[i];

		near->gives[atom / 64] |= UINT64_C(1) << atom % 64;
		for (size_t t = 0; t < terms && terms > 1; t++)
			near->points[i * terms + t] = run_points(&r->terms[t],
			    atom);
		take(near, atom, near->most);
	}
}

bool
near_ask(struct near *near, uint32_t atom)
{
	const struct recall *r = near->r;
	bool any = false;

	near->own.n = 0;
	memset(near->one, 0, r->n_terms * sizeof *near->one);
	memset(near->two, 0, r->n_terms * sizeof *near->two);
	if (r->n_terms < 2 || cx_search_links(r->set, atom, &near->own))
		near->own.n = 0;
	if (near->own.n)
		memcpy(near->two, near->most, r->n_terms * sizeof *near->two);
	for (size_t i = 0; i < near->own.n; i++) {
		if (!near_gives(near, near->own.v[i]))
			continue;
		take(near, near->own.v[i], near->one);
		any = true;
	}
	return any;
}

bool
near_ask_further(struct near *near, uint32_t atom)
{
	const struct recall *r = near->r;
	bool any = false;

	memset(near->two, 0, r->n_terms * sizeof *near->two);
	for (size_t i = 0; i < near->own.n; i++) {
		near->next.n = 0;
		cx_search_links(r->set, near->own.v[i], &near->next);
		for (size_t k = 0; k < near->next.n; k++) {
			uint32_t next = near->next.v[k];

			if (!near_gives(near, next) || next == atom ||
			    is_in(&near->own, next))
				continue;
			take(near, next, near->two);
			any = true;
		}
	}
	return any;
}

void
near_release(struct near *near)
{
	free(near->givers);
	free(near->points);
	free(near->gives);
	free(near->most);
	free(near->one);
	free(near->two);
	free(near->own.v);
	free(near->next.v);
}
