/*
 * best.h: the best of many candidates, one after the other, without sorting
 * those that nobody asks for.
 */
#ifndef SCORE_BEST_H
#define SCORE_BEST_H

#include "lib/mem.h"

#include <stdint.h>

struct candidate {
	int64_t key;
	uint32_t atom;
};

/* Candidates are put with CX_GROW into v; then best_start, best_next. */
struct best {
	struct candidate *v;
	size_t n;
	size_t cap;
};

void best_start(struct best *b);
/* Key descending, then atom ascending; false when none is left. */
bool best_next(struct best *b, struct candidate *out);
void best_release(struct best *b);

#endif
