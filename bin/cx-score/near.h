/*
 * near.h: what the atoms of a shortlist pass on to their neighbours.
 *
 * N1 of an atom are the atoms linked from or to it; N2 their neighbours
 * without itself and N1.  An atom with more than CX_HUB links is a hub: it
 * is in nobody's N1 or N2, nor between two.  A hub that is in the shortlist
 * still receives from its own neighbours.
 */
#ifndef SCORE_NEAR_H
#define SCORE_NEAR_H

#include "lib/search/search.h"

struct near_atom {
	uint32_t atom;
	uint32_t mark;	    /* who reached it last; private */
	int64_t sum1, sum2; /* of what N1 and N2 in the shortlist have */
};

struct near {
	struct near_atom *atoms; /* the shortlist first, in its order */
	size_t n;
	size_t cap;
	uint32_t *slot; /* atom → index in atoms + 1, by hash; private */
	uint32_t slots, first_slots;
};

/* has: by atom, what it passes on.  */
void near_init(struct near *near, const struct cx_search *set,
    const uint32_t *shortlist, size_t n, const int64_t *has);
void near_release(struct near *near);

#endif
