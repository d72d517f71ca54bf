/*
 * records.h: the records of a search set, and look-ups by path.
 */
#ifndef CX_SEARCHRECORD_H
#define CX_SEARCHRECORD_H

#include "lib/record/record.h"
#include "lib/search/search.h"

struct cx_records {
	const struct cx_search *set;
	struct cx_json_parser *json; /* private, as is line */
	struct cx_buf line;	     /* of the current record, padded */
};

struct cx_records cx_records_of(const struct cx_search *set);
void cx_records_release(struct cx_records *r);

/* Parses an atom's record; valid until the next call of a function below. */
void cx_records_get(struct cx_records *r, uint32_t atom,
    struct cx_record *rec);
/* Returns its path; valid as long. */
struct cx_str cx_records_path(struct cx_records *r, uint32_t atom);
/* Returns the atom with that path, of this set of a union (0 otherwise), or
 * UINT32_MAX. */
uint32_t cx_records_find(struct cx_records *r, uint32_t part,
    struct cx_str path);
/* Returns the first of the atoms from..to, which ascend by path, whose path is
 * not before this one, or `to`. */
uint32_t cx_records_lower(struct cx_records *r, uint32_t from, uint32_t to,
    struct cx_str path);

#endif
