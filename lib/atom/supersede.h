/*
 * supersede.h: a note takes the place of another: each names the other.
 *
 *	old	status: superseded, superseded_by, superseded_at: today, and
 *		superseded_reason if there is a reason
 *	new	supersedes, and reason if there is one
 *
 * They name each other by their ids; one that has none is given one
 * (cx_prose_id).
 */
#ifndef CX_SUPERSEDE_H
#define CX_SUPERSEDE_H

#include "lib/atom/edit.h"

/* NULL, or why this cannot be the old note: after its path and ": ". */
const char *cx_supersede_why_not(const struct cx_config *config,
    const struct cx_front *old);
/* The id of a note; "" if it has none. */
struct cx_str cx_supersede_id(const struct cx_front *f);
/* What the old note becomes. */
void cx_supersede_old(struct cx_edit *e, struct cx_str new_id,
    struct cx_str reason);
/* What a new note that is there already becomes.  It may supersede several,
 * and keeps a reason that it has. */
void cx_supersede_new(struct cx_edit *e, const struct cx_front *new,
    struct cx_str old_id, struct cx_str reason);

#endif
