/*
 * undo.h: the journal of the changes to a vault's notes.
 *
 * rewrite.h puts down here what it takes to change the notes back, in the
 * same transaction that changes them, so that every program that writes
 * through it can be undone by cx-undo(1).  A change is what one command does;
 * each transaction of it is a part, a file CX_UNDO_DIR/N.ndjson, with N
 * growing.  Parts of the oldest changes go when there are more than
 * CX_UNDO_CHANGES, or they are large.
 *
 * The first line of a part says which change it is of, the others what is to
 * be put back: a note with digest `after` gets that of `before` when its bytes
 * [from, to) become text.  An empty digest is that of no file.
 *
 * An undo is a change too, and its first line says of which, `of`, and as what,
 * `step`: "undo", or "redo" for one that takes an undo back.  So the journal is
 * the history, of which nothing is ever changed, and its lines say which change
 * is the next to be undone or redone.
 */
#ifndef CX_UNDO_H
#define CX_UNDO_H

#include "lib/atom/rename.h"
#include "lib/base/digest.h"
#include "lib/file/publish.h"

#define CX_UNDO_DIR ".cortex/undo"
#define CX_UNDO_CHANGES 100

/* The name of the change that this process makes: that of CORTEX_CHANGE in the
 * environment, by which the programs of one command make one change, else a
 * random one; name, if not NULL and not empty, is to be it from now on. */
struct cx_str cx_undo_change(const struct cx_str *name);

/* Adds a note to a part; NULL: there was, or is to be, none. */
void cx_undo_add(struct cx_buf *part, const char *path,
    const struct cx_str *old, const struct cx_str *now);
/* Adds a part of n notes to the bulk, whose first rename it is.  rename may
 * be NULL.  False, having said why, if it cannot be; where .cortex is not
 * ours to write, only a warning. */
bool cx_undo_put(struct cx_bulk *bulk, struct cx_lock *lock, int vault_fd,
    const struct cx_buf *part, size_t n, const struct cx_rename *rename);

struct cx_undo_note {
	struct cx_str path; /* terminated */
	struct cx_str before, after;
	size_t from, to;
	struct cx_str text;
};

struct cx_undo {
	struct cx_str change, command;
	struct cx_rename rename;
	struct cx_undo_note *note; /* as they were changed */
	size_t n, cap;
	struct cx_arena arena;
};

/* Whether this is cortex.toml, the only file besides notes that the journal may
 * contain. */
bool cx_undo_config(struct cx_str path);

/* The change that is next to be undone, or redone; false when there is none; a
 * damaged one ends the program. */
bool cx_undo_read(struct cx_undo *u, int vault_fd, bool redo);
/* What this process writes takes u back: as an undo or a redo. */
void cx_undo_step(const struct cx_undo *u, bool redo);
void cx_undo_release(struct cx_undo *u);

#endif
