/*
 * recordindex.h: the records that an index has now, for a reader; private to
 * record.c.
 *
 * The manifest is that of the base.  Beside a delta (searchset.h) some of its
 * records are dead, and those of the delta stand between.
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
	uint64_t at; /* number of the next record of the manifest */
};

/* Opens the manifest of the index in dirfd, and reads its delta; ends the
 * program if a byte of them is not as it was written.  -1 with errno when
 * there is none. */
int cx_lag_open(struct cx_lag *l, int dirfd, const char *name);
/* The next record of the delta if it comes before that of the manifest. */
bool cx_lag_before(struct cx_lag *l, struct cx_str *line);
/* A record of the manifest was read: whether it still counts. */
bool cx_lag_counts(struct cx_lag *l);
/* After the last record of the manifest: whether no more of the delta waits,
 * which is of another base then. */
bool cx_lag_ended(const struct cx_lag *l);
void cx_lag_release(struct cx_lag *l);

#endif
