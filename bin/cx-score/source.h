/*
 * source.h: records of a search set, for those that choose among them.
 */
#ifndef SCORE_SOURCE_H
#define SCORE_SOURCE_H

#include "lib/record/expr.h"
#include "lib/search/searchrecord.h"

struct set_source {
	const struct cx_search *set;
	struct cx_records *records; /* of it */
	/* A bit for each atom that may match; NULL: that is not known. */
	uint64_t *only;
	/* Whether an atom may be a result; called at most once for each. */
	bool (*accept)(void *arg, uint32_t atom);
	void *arg;
};

/* Sees from lists of the set which atoms may match; the caller frees
 * s->only. */
void set_narrow(struct set_source *s, const struct cx_expr *where);
static inline bool
set_may_match(const struct set_source *s, uint32_t atom)
{
	return !s->only || (s->only[atom / 64] >> atom % 64 & 1);
}

/* Whether the atom matches; its record is parsed only if need be. */
bool set_matches(const struct set_source *s, uint32_t atom,
    struct cx_expr *where);

#endif
