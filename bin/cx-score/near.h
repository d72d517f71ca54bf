/*
 * near.h: what the atoms of a shortlist give to their neighbours.
 *
 * N1 of an atom are the atoms linked from or to it; N2 their neighbours
 * without itself and N1.  An atom with more than CX_HUB links is a hub: it
 * has no N1 and N2, and is in nobody's.
 */
#ifndef SCORE_NEAR_H
#define SCORE_NEAR_H

#include "bin/cx-score/recall.h"

struct near_atom {
	uint32_t atom;
	uint32_t mark; /* who reached it last; private */
};

struct near {
	struct near_atom *atoms; /* the shortlist first, in its order */
	size_t n;
	size_t cap;
	/* By atom, twice the number of terms: the most that one of the
	 * shortlist in N1 has of each, then in N2. */
	int64_t *most;
	size_t most_cap;
	size_t terms;
	uint32_t *place; /* index in atoms + 1, by atom; private */
	size_t all;
};

/* For a query of one term neighbours are nothing. */
void near_init(struct near *near, const struct recall *r,
    const uint32_t *shortlist, size_t n);
/* Adds an atom that gets nothing. */
void near_add(struct near *near, uint32_t atom);
void near_release(struct near *near);

static inline const int64_t *
near_most(const struct near *near, size_t i, int step)
{
	return near->most + (2 * i + (size_t)step - 1) * near->terms;
}

#endif
