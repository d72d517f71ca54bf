/*
 * best.h: the best N of many candidates.
 *
 * Most candidates of a common word are not among the best, and finding that
 * out must cost little: cx_best_wants looks at one number.
 */
#ifndef CX_BEST_H
#define CX_BEST_H

#include "lib/search/search.h"

struct cx_ranked {
	int64_t key;
	uint32_t atom; /* or another number */
};

/* A heap with the worst one kept on top; limit 0 keeps all. */
struct cx_best {
	const struct cx_search *set; /* NULL: these say what is before, or
				      * else the number */
	bool (*before)(const void *of, uint32_t x, uint32_t y);
	const void *of;
	struct cx_ranked *v;
	size_t n;
	size_t cap;
	size_t limit;
};

/* Key descending, then path ascending, or what `before` says. */
static inline bool
cx_best_before(const struct cx_best *b, struct cx_ranked x, struct cx_ranked y)
{
	if (x.key != y.key)
		return x.key > y.key;
	if (b->set)
		return cx_search_order(b->set, x.atom) <
		    cx_search_order(b->set, y.atom);
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

/* Keeps one that is wanted. */
void cx_best_add(struct cx_best *b, int64_t key, uint32_t atom);
/* Where not all of them are looked at, the worst first: makes them a heap, and
 * takes one from it. */
void cx_best_heap(struct cx_best *b);
struct cx_ranked cx_best_take(struct cx_best *b);
/* Best first; afterwards nothing is added. */
void cx_best_sort(struct cx_best *b);
void cx_best_release(struct cx_best *b);

#endif
