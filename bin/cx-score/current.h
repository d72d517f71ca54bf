/*
 * current.h: atoms that are not superseded, archived, invalidated or expired.
 */
#ifndef SCORE_CURRENT_H
#define SCORE_CURRENT_H

#include "lib/record/record.h"
#include "lib/search/search.h"

/* What a status means, without what stands behind its colon. */
bool status_is_current(struct cx_str status);
bool record_is_current(const struct cx_record *rec);

/* The same by the columns of a set. */
struct current {
	const struct cx_search *set;
	bool *status; /* by number */
};

void current_init(struct current *c, const struct cx_search *set);
bool current_has(const struct current *c, uint32_t atom);
void current_release(struct current *c);

#endif
