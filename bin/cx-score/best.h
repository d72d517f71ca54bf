/*
 * best.h: the best N of many candidates.
 *
 * Most candidates of a common word are not among the best, and finding that
 * out must cost little: best_wants looks at one number.
 */
#ifndef SCORE_BEST_H
#define SCORE_BEST_H

#include "lib/search/search.h"

struct candidate {
	int64_t key;
	uint32_t atom; /* or another number */
};

/* A heap with the worst one kept on top; limit 0 keeps all. */
struct best {
	const struct cx_search *set; /* NULL: these say what is before */
	bool (*before)(const void *of, uint32_t x, uint32_t y);
	const void *of;
	struct candidate *v;
	size_t n;
	size_t cap;
	size_t limit;
};

/* Key descending, then path ascending, or what `before` says. */
static inline bool
best_before(const struct best *b, struct candidate x, struct candidate y)
{
	if (x.key != y.key)
		return x.key > y.key;
	return b->set ? cx_search_order(b->set, x.atom) <
	    cx_search_order(b->set, y.atom) : b->before(b->of, x.atom, y.atom);
}

/* Whether best_add would keep it now. */
static inline bool
best_wants(const struct best *b, int64_t key, uint32_t atom)
{
	struct candidate c = {key, atom};

	return b->limit == 0 || b->n < b->limit || best_before(b, c, b->v[0]);
}

/* Keeps one that is wanted. */
void best_add(struct best *b, int64_t key, uint32_t atom);
/* Best first; afterwards nothing is added. */
void best_sort(struct best *b);
void best_release(struct best *b);

#endif
