/*
 * lock.h: the lock of a vault, .cortex/lock, and what it says.
 *
 * Writers of a vault hold it for one operation and read again, under it,
 * what they decide on.  It is a flock(2): it ends with its holder, however
 * that ends, and the file is never removed (else two could hold it).
 *
 *	struct cx_lock lock = CX_LOCK_NONE;
 *
 *	if (!cx_lock(&lock, vault.fd))
 *		... errno
 *	pub = cx_publish(&lock, dir, "notes/a.md", text, &seen);
 *	cx_unlock(&lock);
 *
 * Before the publisher makes the first temporary file in a directory it notes
 * the directory in this file, a line each: its vault path and `//`, which no
 * path has within (a line end it may have).  cx_unlock empties the file.  A
 * process that gets the lock and finds something in it knows where a killed
 * writer may have left temporary files, and removes them.  What follows the
 * last `//` was cut short, before anything was written there.  Entries of
 * directories that cannot be read stay, with a warning.  They are not synced:
 * what a power cut leaves without one is removed by the next writer in that
 * directory.
 */
#ifndef CX_LOCK_H
#define CX_LOCK_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct cx_lock {
	int fd;	      /* of .cortex/lock; -1 when it is not held */
	int vault_fd; /* borrowed */
	off_t kept;   /* up to here are the entries of others, which stay */
	bool left;    /* a temporary file of ours could not be removed */
	bool lent;    /* our parent holds it; see cx_lock_lend */
};

#define CX_LOCK_NONE                                                          \
	{                                                                     \
		-1, -1, 0, false, false                                       \
	}

#define CX_LOCK_PATH ".cortex/lock"
#define CX_LOCK_WAIT (-1) /* without a limit */

/*
 * Waits for the lock of the vault whose directory vault_fd is; after a
 * second a line on stderr says so, if that is a terminal.  .cortex is made
 * when it is not there.  Removes what killed writers have left.  False with
 * errno: ELOOP, ENOTDIR or ENODEV when .cortex or lock is something else,
 * ENOLCK where the file system knows no locks.
 */
bool cx_lock(struct cx_lock *l, int vault_fd);
/* The same with a limit in seconds, as for cx_lock_file. */
bool cx_lock_wait(struct cx_lock *l, int vault_fd, int64_t wait);
/* Nothing to do when it is not held. */
void cx_unlock(struct cx_lock *l);

/*
 * The same for another file of the vault, whose directories are made.
 * cx_lock_lend then gives the lock to the programs that this one executes: it
 * is their descriptor CX_LOCK_FD, and $CORTEX_LOCKED the process that has got
 * it.  cx_lock of one that was lent the lock of this vault succeeds at once.
 * False with errno: EWOULDBLOCK when it was not to be had for wait seconds;
 * CX_LOCK_WAIT waits until it is.
 */
#define CX_LOCK_FD 9
bool cx_lock_file(struct cx_lock *l, int vault_fd, const char *path,
    int64_t wait);
bool cx_lock_lend(const struct cx_lock *l);

/* For the publisher: notes the directory of this vault path; 0 or an errno. */
int cx_lock_note(struct cx_lock *l, const char *path);
/* Whether the vault's lock has entries: somebody is writing, or was killed. */
bool cx_lock_noted(int vault_fd);

/* Waits for a flock on fd without a word; 0 or an errno. */
int cx_flock(int fd, int operation);

/*
 * cx-move writes what it is about to do to CX_MOVE_PLAN (cx-formats(5)) and
 * removes that file when all is done.  A plan found under the lock is what a
 * crash has left: some links are rewritten and others not.
 */
#define CX_MOVE_PLAN ".cortex/move.plan"

/* Whether there is one; then a warning says so, and how to finish it.  For
 * writers, right after cx_lock. */
bool cx_move_pending(int vault_fd);

#endif
