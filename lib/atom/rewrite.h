/*
 * rewrite.h: a transaction on notes: lock, read, compose, show or publish.
 *
 * The program names the files and composes the new text of each; the rest is
 * done here.  Editors take no locks: a file saved between reading and renaming
 * is read and composed again.  Without a lock nothing is written: that is a dry
 * run.
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
 * Changes are recorded in the journal of undo.h in the same transaction.  A
 * transaction may also include files of several vaults or of none; then there
 * is no journal, no removal, and no `together` as described below.
 *
 * `together` means all or none.  If a file turns out to be stale or cannot be
 * written, those published before are restored, unless someone has saved them
 * since; a crash can leave some of them published and the rest not.
 */
#ifndef CX_REWRITE_H
#define CX_REWRITE_H

#include "lib/atom/rename.h"
#include "lib/file/publish.h"
#include "lib/file/vault.h"
#include "lib/markdown/splice.h"

/* Larger files are not notes. */
#define CX_REWRITE_MAX ((size_t)256 << 20)

enum cx_rewrite_how {
	CX_REWRITE_EDIT,   /* the file must exist */
	CX_REWRITE_CREATE, /* it must not exist; compose gives it a path */
	CX_REWRITE_EITHER
};

enum cx_rewrite_verdict {
	CX_REWRITE_KEEP, /* leave the file unchanged */
	CX_REWRITE_CHANGE,
	CX_REWRITE_REMOVE, /* remove it; only when undoing */
	CX_REWRITE_REFUSE /* impossible; compose has reported why */
};

struct cx_rewrite_file {
	/* Set by the caller: */
	enum cx_rewrite_how how;
	const char *path; /* in the vault; borrowed */
	const char *shown; /* what messages call it; NULL: path */
	/* If the transaction has no vault: that of the file and its lock, which
	 * must be held.  NULL: path is as a person typed it. */
	const struct cx_vault *vault;
	struct cx_lock *lock;
	void *arg;
	bool second; /* composed and published after all others */
	/* For compose and show: */
	struct cx_buf old; /* the original text */
	bool exists;	   /* if so, st is its status */
	struct stat st;
	unsigned tries; /* 0 at the first attempt */
	bool taken; /* the path to create is taken; choose another */
	/* Set by compose, initially empty: changes of old, or if there are none
	 * the whole text. */
	struct cx_splices splices;
	struct cx_buf now;
	/* Results: */
	bool done;    /* published, or would be */
	bool refused; /* not published; reported */
	bool published; /* something was, even if not all was done */
	bool remove;	/* as decided by compose */
};

struct cx_rewrite {
	const struct cx_vault *vault; /* NULL: that of each file */
	struct cx_lock *lock; /* held; NULL: a dry run, if vault is set */
	bool together;
	/* A rename by the caller that belongs to the change, for the journal,
	 * or NULL. */
	const struct cx_rename *rename;
	/* Undoes a change of the journal, which is recorded only at the end, so
	 * that running it again completes an interrupted undo. */
	bool undoing;
	enum cx_rewrite_verdict (*compose)(void *arg,
	    struct cx_rewrite_file *f);
	/* For each file done, in order, with now; in a dry run also with old
	 * and splices.  May be NULL. */
	void (*show)(void *arg, struct cx_rewrite_file *f);
	void *arg;
};

/* Locks a vault for writing, or exits; warns if a move was interrupted. */
void cx_rewrite_lock(struct cx_lock *lock, const struct cx_vault *vault);

/* Runs the transaction; returns true if no file was refused.  Errors raise
 * CX_PARTIAL if the file is the reason, such as one that has gone, and CX_FAIL
 * if the system is. */
bool cx_rewrite(const struct cx_rewrite *w, struct cx_rewrite_file *files,
    size_t n);

#endif
