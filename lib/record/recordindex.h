/*
 * recordindex.h: iterates over the current records of an index; private to
 * record.c.
 *
 * The manifest is that of the base.  If there is a delta (searchset.h), some of
 * its records are dead, and those of the delta are inserted between them.
 */
#ifndef CX_RECORDINDEX_H
#define CX_RECORDINDEX_H

#include "lib/base/mem.h"

#include <stdint.h>

/* Zeroed memory: no delta. */
struct cx_lag {
	struct cx_buf manifest, dead, atoms;
	struct cx_str rest_manifest, rest_dead, rest_atoms;
	uint64_t next_dead, next_place; /* UINT64_MAX: no more */
	uint64_t at; /* number of the next manifest record */
};

/* Opens the manifest of the index in dirfd and reads its delta; exits if any of
 * their bytes are damaged.  Returns -1 with errno if there is no manifest. */
int cx_lag_open(struct cx_lag *l, int dirfd, const char *name);
/* Returns the next record of the delta if it precedes that of the manifest. */
bool cx_lag_before(struct cx_lag *l, struct cx_str *line);
/* Call after each record of the manifest: whether it is still valid. */
bool cx_lag_counts(struct cx_lag *l);
/* After the last record of the manifest: whether the delta is used up;
 * otherwise it belongs to another base. */
bool cx_lag_ended(const struct cx_lag *l);
void cx_lag_release(struct cx_lag *l);

#endif
