/*
 * undo.h: the journal of the changes to a vault's notes.
 *
 * In the transaction that changes notes, rewrite.h records here how to change
 * them back, so cx-undo(1) can undo every program that uses it.  A change is
 * made by one command; each of its transactions is a part, a file
 * CX_UNDO_DIR/N.ndjson, with increasing N.  Parts of the oldest changes are
 * removed when there are CX_UNDO_MORE more than CX_UNDO_CHANGES, or they are
 * large.
 *
 * The first line of a part names its change, the others describe how to
 * restore: a note with digest `after` gets digest `before` when its bytes
 * [from, to) are replaced by text.  An empty digest stands for no file.
 *
 * An undo is a change, too; its first line has the change it reverts, `of`, and
 * `step`: "undo", or "redo" for reverting an undo.  So the journal is the
 * complete history, never modified, and determines which change is the next to
 * be undone or redone.
 */
#ifndef CX_UNDO_H
#define CX_UNDO_H

#include "lib/atom/rename.h"
#include "lib/base/digest.h"
#include "lib/file/publish.h"

#define CX_UNDO_DIR ".cortex/undo"
#define CX_UNDO_CHANGES 100
#define CX_UNDO_MORE 25

/* Returns the name of the change that this process makes: CORTEX_CHANGE in the
 * environment, which the programs of one command share, otherwise a random one;
 * name, unless NULL or empty, sets it. */
struct cx_str cx_undo_change(const struct cx_str *name);

/* Adds a note to a part; NULL: the file did not exist, or is removed. */
void cx_undo_add(struct cx_buf *part, const char *path,
    const struct cx_str *old, const struct cx_str *now);
/* Adds a part of n notes to the bulk as its first rename.  rename may be NULL.
 * Returns false after a message if it fails; if .cortex is not writable, only
 * warns. */
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
	struct cx_undo_note *note; /* in the order of the changes */
	size_t n, cap;
	struct cx_arena arena;
};

/* Whether path is cortex.toml, the only other file allowed in the journal. */
bool cx_undo_config(struct cx_str path);

/* Reads the next change to undo or redo; returns false if there is none; a
 * damaged one is fatal. */
bool cx_undo_read(struct cx_undo *u, int vault_fd, bool redo);
/* Declares that this process reverts u, as an undo or a redo. */
void cx_undo_step(const struct cx_undo *u, bool redo);
void cx_undo_release(struct cx_undo *u);

#endif
