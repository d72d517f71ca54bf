/*
 * weight.h: what the status of an atom of a search set is worth, and whether
 * it is in force.
 */
#ifndef SCORE_WEIGHT_H
#define SCORE_WEIGHT_H

#include "lib/search/search.h"

struct weights {
	const struct cx_search *set;
	int64_t *status; /* by number, millionths */
	int64_t archived;
};

void weights_init(struct weights *w, const struct cx_config *config,
    const struct cx_search *set);
void weights_release(struct weights *w);
/* In millionths; that of an archived atom at most, if it has expired. */
int64_t weight_of(const struct weights *w, uint32_t atom);
/* The highest that there is. */
int64_t weight_most(const struct weights *w);

/* The notes that are still in force (life.h). */
struct current {
	const struct cx_search *set;
	bool *status; /* by number */
};

void current_init(struct current *c, const struct cx_config *config,
    const struct cx_search *set);
bool current_has(const struct current *c, uint32_t atom);
void current_release(struct current *c);

#endif
