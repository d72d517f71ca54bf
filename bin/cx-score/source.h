/*
 * source.h: records of a search set.
 */
#ifndef SCORE_SOURCE_H
#define SCORE_SOURCE_H

#include "lib/expr.h"
#include "lib/record.h"
#include "lib/search.h"

struct set_source {
	const struct cx_search *set;
	struct cx_json_parser *json;
	struct cx_buf *line; /* of the record at hand, padded */
	/* A bit for each atom that may match; NULL: that is not known. */
	uint64_t *only;
	/* Whether an atom may be a result; called at most once for each. */
	bool (*accept)(void *arg, uint32_t atom);
	void *arg;
};

/* Parses an atom's record; good until the next call. */
void set_record(const struct set_source *s, uint32_t atom,
    struct cx_record *rec);
/* Its path; good until the next call of either. */
struct cx_str set_path(const struct set_source *s, uint32_t atom);
/* The atom of that path; UINT32_MAX for none. */
uint32_t set_find(const struct set_source *s, struct cx_str path);
/* The first atom whose path is not below this one. */
uint32_t set_lower_bound(const struct set_source *s, struct cx_str path);
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
