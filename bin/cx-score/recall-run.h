/*
 * recall-run.h: one run of the recall ranking: recall.c adds up and makes the
 * shortlist, recall-best.c chooses the results; for them alone.
 */
#ifndef SCORE_RECALL_RUN_H
#define SCORE_RECALL_RUN_H

#include "bin/cx-score/near.h"
#include "bin/cx-score/recall.h"

#define NORMS 4096 /* lengths whose norm is remembered */

/* The dense state of one run. */
struct run {
	struct recall *r;
	int64_t *text;	/* A, by atom */
	int64_t *other; /* T + D, by atom */
	int64_t *folder; /* G, by folder */
	int64_t folder_most;
	uint32_t *touched; /* atoms that got something, in order of coming */
	size_t n_touched;
	size_t touched_cap;
	uint64_t *excluded; /* a bit an atom; NULL: none */
	const struct weights *weights;
	int64_t norm[NORMS]; /* K of a length; 0: not known yet */
	struct cx_posting block[CX_POSTINGS_LINE];
};

static inline bool
is_excluded(const struct run *u, uint32_t atom)
{
	return u->excluded && u->excluded[atom / 64] >> atom % 64 & 1;
}

static inline int64_t
folder_points(struct run *u, uint32_t atom)
{
	uint32_t f = cx_search_folder(u->r->set, atom);

	return f == CX_NO_FOLDER ? 0 : u->folder[f];
}

/*
 * Makes the results of what is near, where the shortlist stands first; at
 * least the best `limit`, 0 is all.
 */
void recall_choose(struct run *u, const struct near *near, size_t n_short,
    size_t limit, recall_accept *accept, void *arg);

#endif
