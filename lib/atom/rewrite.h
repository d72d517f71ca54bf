/*
 * rewrite.h: one transaction on notes: lock, read, compose, show or publish.
 *
 * A program says which files it is about and composes the new text of each; all
 * else is here.  Editors take no locks: a file that one saves between the
 * reading and the rename is read and composed again.  Nothing is written
 * without a lock: that is a dry run.
 *
 *	struct cx_rewrite w = {.vault = &vault, .lock = dry ? NULL : &lock,
 *	    .compose = compose, .show = show, .arg = me};
 *	struct cx_rewrite_file f[] = {{.path = "a.md"}, {.path = "b.md"}};
 *
 *	if (!dry)
 *		cx_rewrite_lock(&lock, &vault);
 *	cx_rewrite(&w, f, 2);
 *	cx_unlock(&lock);
 *
 * Changes go to the journal of undo.h in the same transaction.  Files of
 * several vaults or of none can be in one transaction as well; then nothing is
 * in a journal, removed, or together in the sense below.
 *
 * Together means all or none.  What was published before another file turned
 * out to be stale or could not be written is restored, unless somebody has
 * saved it since; a crash can leave some of them published and the rest not.
 */
#ifndef CX_REWRITE_H
#define CX_REWRITE_H

#include "lib/atom/rename.h"
#include "lib/file/publish.h"
#include "lib/file/vault.h"
#include "lib/markdown/splice.h"

/* A file above this is not a note. */
#define CX_REWRITE_MAX ((size_t)256 << 20)

enum cx_rewrite_how {
	CX_REWRITE_EDIT,   /* the file is there */
	CX_REWRITE_CREATE, /* it must not exist; compose gives it a path */
	CX_REWRITE_EITHER
};

enum cx_rewrite_verdict {
	CX_REWRITE_KEEP, /* it stays as it is */
	CX_REWRITE_CHANGE,
	CX_REWRITE_REMOVE, /* it is to go; only when undoing */
	CX_REWRITE_REFUSE /* it cannot be done; compose has said why */
};

struct cx_rewrite_file {
	/* The caller's: */
	enum cx_rewrite_how how;
	const char *path; /* in the vault; borrowed */
	const char *shown; /* what messages call it; NULL: path */
	/* Where the transaction has no vault: that of the file and its lock,
	 * held.  NULL: path is not in a vault, but as a person has named it. */
	const struct cx_vault *vault;
	struct cx_lock *lock;
	void *arg;
	bool second; /* composed and published after those that are not */
	/* For compose and show: */
	struct cx_buf old; /* as it was read */
	bool exists;	   /* if so, st is what stat says of it */
	struct stat st;
	unsigned tries; /* 0: it is composed for the first time */
	bool taken; /* to be created, but somebody else has: another path */
	/* From compose, which finds both empty: changes of old, or if there are
	 * none the whole text. */
	struct cx_splices splices;
	struct cx_buf now;
	/* When all is done: */
	bool done;    /* published, or would be */
	bool refused; /* not; a message has said why */
	bool published; /* something was, even if not all is done */
	bool remove;	/* compose has said so */
};

struct cx_rewrite {
	const struct cx_vault *vault; /* NULL: that of each file */
	struct cx_lock *lock; /* held; NULL: a dry run, if there is a vault */
	bool together;
	/* A rename that the caller makes and that belongs to the change, for
	 * the journal; NULL: none. */
	const struct cx_rename *rename;
	/* This takes a change of the journal back, in which that is put down
	 * only when all is done, so that running it again finishes what a
	 * crash has left. */
	bool undoing;
	enum cx_rewrite_verdict (*compose)(void *arg,
	    struct cx_rewrite_file *f);
	/* For each file that is done, in their order, with now; in a dry run
	 * also with old and splices.  May be NULL. */
	void (*show)(void *arg, struct cx_rewrite_file *f);
	void *arg;
};

/* The lock of a vault for writing, or the end of the program; a warning if a
 * move was interrupted. */
void cx_rewrite_lock(struct cx_lock *lock, const struct cx_vault *vault);

/* Does it; true if no file was refused.  Errors raise CX_PARTIAL where the
 * file is the reason, such as one that has gone, and CX_FAIL where the system
 * is. */
bool cx_rewrite(const struct cx_rewrite *w, struct cx_rewrite_file *files,
    size_t n);

#endif
