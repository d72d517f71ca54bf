/*
 * lock.h: the lock of a vault, .cortex/lock, and its contents.
 *
 * Writers hold it for one operation and reread, under it, what they base
 * decisions on.  It is a flock(2): it ends with its holder in any case, and the
 * file is never removed (otherwise two could hold it).
 *
 *	struct cx_lock lock = CX_LOCK_NONE;
 *
 *	if (!cx_lock(&lock, vault.fd))
 *		... errno
 *	pub = cx_publish(&lock, dir, "notes/a.md", text, &seen);
 *	cx_unlock(&lock);
 *
 * Before the publisher creates the first temporary file in a directory, it
 * records the directory in this file, one per line: the vault path and `//`,
 * which no path contains (though it may contain a line end).  cx_unlock empties
 * the file.  A process that gets the lock and finds entries knows where a
 * killed writer may have left temporary files, and removes them.  Text after
 * the last `//` was cut short before anything was written there.  Entries of
 * directories that cannot be read remain, with a warning.  Entries are not
 * synced: files left by a power failure without one are removed by the next
 * writer in that directory.
 */
#ifndef CX_LOCK_H
#define CX_LOCK_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct cx_lock {
	int fd;	      /* of .cortex/lock, or -1 if not held */
	int vault_fd; /* borrowed */
	off_t kept;   /* up to here are entries of others, to keep */
	bool left;    /* a temporary file could not be removed */
	bool lent;    /* our parent holds it; see cx_lock_lend */
};

#define CX_LOCK_NONE                                                          \
	{                                                                     \
		-1, -1, 0, false, false                                       \
	}

#define CX_LOCK_PATH ".cortex/lock"
#define CX_LOCK_WAIT (-1) /* without a limit */

/*
 * Waits for the lock of the vault with the directory vault_fd; after a second,
 * says so on stderr if that is a terminal.  Creates .cortex if needed.  Removes
 * what killed writers left.  Returns false with errno: ELOOP, ENOTDIR or ENODEV
 * if .cortex or lock is something else, ENOLCK if the file system has no locks.
 */
bool cx_lock(struct cx_lock *l, int vault_fd);
/* The same with a limit in seconds, as in cx_lock_file. */
bool cx_lock_wait(struct cx_lock *l, int vault_fd, int64_t wait);
/* Does nothing if the lock is not held. */
void cx_unlock(struct cx_lock *l);

/*
 * The same for another file of the vault, whose directories are created.
 * cx_lock_lend then lends the lock to programs executed from here: they inherit
 * it as descriptor CX_LOCK_FD, and $CORTEX_LOCKED names the process that holds
 * it.  cx_lock succeeds at once if the lock of the vault was lent.  Returns
 * false with errno, EWOULDBLOCK after `wait` seconds; CX_LOCK_WAIT waits
 * indefinitely.
 */
#define CX_LOCK_FD 9
bool cx_lock_file(struct cx_lock *l, int vault_fd, const char *path,
    int64_t wait);
bool cx_lock_lend(const struct cx_lock *l);

/* For the publisher: records the directory of this vault path; returns 0 or an
 * errno. */
int cx_lock_note(struct cx_lock *l, const char *path);
/* Whether the vault's lock has entries: a writer is active, or was killed. */
bool cx_lock_noted(int vault_fd);

/* Waits silently for a flock on fd; returns 0 or an errno. */
int cx_flock(int fd, int operation);

/*
 * cx-move writes its plan to CX_MOVE_PLAN (cx-formats(5)) and removes that file
 * when it is done.  A plan found under the lock is left from a crash: some
 * links are rewritten and others are not.
 */
#define CX_MOVE_PLAN ".cortex/move.plan"

/* Whether there is a plan; if so, warns and says how to finish it.  For
 * writers, right after cx_lock. */
bool cx_move_pending(int vault_fd);

#endif
