/*
 * source.h: records of a search set, for those that choose among them.
 */
#ifndef SCORE_SOURCE_H
#define SCORE_SOURCE_H

#include "lib/record/expr.h"
#include "lib/search/records.h"

struct set_source {
	const struct cx_search *set;
	struct cx_records *records; /* of it */
	/* A bit for each atom that may match; NULL: that is not known. */
	uint64_t *only;
	/* Whether an atom may be a result; called at most once for each. */
	bool (*accept)(void *arg, uint32_t atom);
	/* Where the filter looks at the text, which the set does not keep: the
	 * record with its `body`, if it has one; false, after a message, when
	 * that cannot be read.  Else NULL. */
	bool (*whole)(void *arg, uint32_t atom, struct cx_record *rec);
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

/* Whether the atom matches; its record is parsed, and its text read, only if
 * need be.  One whose text cannot be read does not match. */
bool set_matches(const struct set_source *s, uint32_t atom,
    struct cx_expr *where);

#endif
