/*
 * best.h: keeps the best N of many candidates.
 *
 * Most candidates for a common word are not among the best, and rejecting them
 * must be cheap: cx_best_wants compares one number.
 */
#ifndef CX_BEST_H
#define CX_BEST_H

#include "lib/search/search.h"

struct cx_ranked {
	int64_t key;
	uint32_t atom; /* or another number */
};

/* A heap with the worst kept one on top; limit 0 keeps all. */
struct cx_best {
	const struct cx_search *set; /* NULL: ties are broken by before or, if
				      * that is NULL, by number */
	bool (*before)(const void *of, uint32_t x, uint32_t y);
	const void *of;
	struct cx_ranked *v;
	size_t n;
	size_t cap;
	size_t limit;
};

/* Orders by key descending, then by path ascending or as `before` says. */
static inline bool
cx_best_before(const struct cx_best *b, struct cx_ranked x, struct cx_ranked y)
{
	if (x.key != y.key)
		return x.key > y.key;
	if (b->set)
		return cx_search_before(b->set, x.atom, y.atom);
	return b->before ? b->before(b->of, x.atom, y.atom) : x.atom < y.atom;
}

/* Whether cx_best_add would keep it now. */
static inline bool
cx_best_wants(const struct cx_best *b, int64_t key, uint32_t atom)
{
	struct cx_ranked c = {key, atom};

	return b->limit == 0 || b->n < b->limit ||
	    cx_best_before(b, c, b->v[0]);
}

/* Adds a candidate that cx_best_wants accepted. */
void cx_best_add(struct cx_best *b, int64_t key, uint32_t atom);
/* For reading only some of them, worst first: makes a heap; removes the
 * worst. */
void cx_best_heap(struct cx_best *b);
struct cx_ranked cx_best_take(struct cx_best *b);
/* Sorts best first; nothing may be added afterwards. */
void cx_best_sort(struct cx_best *b);
void cx_best_release(struct cx_best *b);

#endif
