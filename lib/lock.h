/*
 * lock.h: the lock of a vault, .cortex/lock.
 *
 * Writers of a vault hold it for one operation and read again, under it,
 * what they decide on.  It is a flock(2): it ends with its holder, however
 * that ends, and the file is never removed (else two could hold it).
 */
#ifndef CX_LOCK_H
#define CX_LOCK_H

/*
 * Waits for the lock of the vault whose directory vault_fd is; after a
 * second a line on stderr says so, if that is a terminal.  .cortex is made
 * when it is not there.  Returns a descriptor for cx_unlock, or -1 with
 * errno: ELOOP or ENOTDIR when .cortex or lock is something else, ENOLCK
 * where the file system knows no locks.
 */
int cx_lock(int vault_fd);
void cx_unlock(int lock);

/* Waits for a flock on fd without a word; 0 or an errno. */
int cx_flock(int fd, int operation);

#endif
