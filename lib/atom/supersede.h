/*
 * supersede.h: replaces a note by another; each names the other.
 *
 *	old	status: superseded, superseded_by, superseded_at: today, and
 *		superseded_reason if there is a reason
 *	new	supersedes, and reason if there is one
 *
 * They name each other by id; a note without an id is given one (cx_prose_id).
 */
#ifndef CX_SUPERSEDE_H
#define CX_SUPERSEDE_H

#include "lib/atom/edit.h"

/* Returns NULL, or why this cannot be the old note, to follow its path and ":
 * ". */
const char *cx_supersede_why_not(const struct cx_config *config,
    const struct cx_front *old);
/* Returns the id of a note, or "". */
struct cx_str cx_supersede_id(const struct cx_front *f);
/* Adds the edits of the old note. */
void cx_supersede_old(struct cx_edit *e, struct cx_str new_id,
    struct cx_str reason);
/* Adds the edits of an existing new note.  It may supersede several and keeps
 * its reason. */
void cx_supersede_new(struct cx_edit *e, const struct cx_front *new,
    struct cx_str old_id, struct cx_str reason);

#endif
