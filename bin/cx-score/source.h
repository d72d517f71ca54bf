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
/* Whether the atom matches; its record is parsed only if need be. */
bool set_matches(const struct set_source *s, uint32_t atom,
    struct cx_expr *where);

#endif
