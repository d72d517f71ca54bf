/*
 * flat.h: a few derived files that stand in their directory themselves.
 *
 * They are published together (publish.h, in bulk): each is old or new at
 * any time, but a reader of several may see some old and some new.  What
 * must change at once is a generation (gen.h), whose stages these have too:
 * DIR/s-ID/ waits for its commit.
 */
#ifndef CX_FLAT_H
#define CX_FLAT_H

#include "gen.h"

struct cx_flat {
	const char *name;
	struct cx_buf text;
};

/* Publishes n files in dirfd; DONE, SAME or FAILED, without an id. */
struct cx_gen cx_flat_publish(int dirfd, const struct cx_flat *files,
    size_t n);
/* Stages them; see cx_stage_end. */
struct cx_gen_error cx_flat_stage(int dirfd, const struct cx_flat *files,
    size_t n, cx_gen_id id);
/* Publishes what was staged, files of these names; id as for
 * cx_gen_commit. */
struct cx_gen cx_flat_commit(int dirfd, const char *const *names, size_t n,
    const char *id);

#endif
