/*
 * current.h: the notes that are still in force (life.h), by the columns of a
 * set.
 */
#ifndef SCORE_CURRENT_H
#define SCORE_CURRENT_H

#include "lib/config/config.h"
#include "lib/search/search.h"

struct current {
	const struct cx_search *set;
	bool *status; /* by number */
};

void current_init(struct current *c, const struct cx_config *config,
    const struct cx_search *set);
bool current_has(const struct current *c, uint32_t atom);
void current_release(struct current *c);

#endif
