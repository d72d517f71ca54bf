/*
 * near.h: what the atoms of a shortlist give to their neighbours.
 *
 * N1 of an atom are the atoms linked from or to it; N2 their neighbours
 * without itself and N1.  An atom with more than CX_HUB links is a hub: it
 * has no N1 and N2, and is in nobody's.  So whoever is given something finds
 * who gives it by its own links, and few need to ask.
 */
#ifndef SCORE_NEAR_H
#define SCORE_NEAR_H

#include "bin/cx-score/recall.h"

struct near {
	const struct recall *r;
	uint32_t *givers; /* the shortlist, ascending */
	size_t n;
	int64_t *points; /* of each giver, what it has of each term */
	uint64_t *gives; /* a bit an atom: it is a giver */
	int64_t *most; /* by term: that one of them has */
	/* By term, what the last one that asked is given: the most that an
	 * atom of N1 has, then of N2. */
	int64_t *one, *two;
	struct cx_atoms own, next; /* private */
};

/* For a query of one term neighbours are nothing. */
void near_init(struct near *near, const struct recall *r,
    const uint32_t *shortlist, size_t n);
/* Finds one of an atom; two is the most that it can be.  False if none of
 * its N1 gives. */
bool near_ask(struct near *near, uint32_t atom);
/* Finds two of the same atom; false if none of its N2 gives. */
bool near_ask_further(struct near *near, uint32_t atom);
void near_release(struct near *near);

static inline bool
near_gives(const struct near *near, uint32_t atom)
{
	return near->gives[atom / 64] >> atom % 64 & 1;
}

#endif
