/*
 * source.h: records of a search set, for those that choose among them.
 */
#ifndef SCORE_SOURCE_H
#define SCORE_SOURCE_H

#include "lib/searchrecord.h"

struct set_source {
	const struct cx_search *set;
	struct cx_records *records; /* of it */
	/* Whether an atom may be a result; called at most once for each. */
	bool (*accept)(void *arg, uint32_t atom);
	void *arg;
};

#endif
