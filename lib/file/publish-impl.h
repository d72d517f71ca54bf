/*
 * publish-impl.h: shared by publish.c, bulk.c, temp.c and statcache-write.c;
 * private to these.
 */
#ifndef CX_PUBLISH_IMPL_H
#define CX_PUBLISH_IMPL_H

#include "lib/file/publish.h"

/* A file that is written and waiting for its rename. */
struct cx_pending {
	int fd;	    /* of the temporary file; locked; -1 if given up */
	char *temp; /* its name */
	char *name; /* of the file to replace */
	struct cx_lock *lock; /* or NULL */
	bool check; /* seen was given */
	struct cx_seen seen;
};

/*
 * Does everything up to the sync: compares, refuses, writes the temporary file.
 * DONE: *p is waiting, and one of the two functions below must release it.  Any
 * other status: *p holds nothing.  first: the directory has not been used
 * before; it is recorded and cleaned if anything is written.
 */
struct cx_pub cx_pending_write(struct cx_pending *p, struct cx_lock *lock,
    int dirfd, const char *path, struct cx_str bytes,
    const struct cx_seen *seen, bool first);
/* Starts a file that is too large for memory: the caller writes its bytes to
 * p->fd.  Returns DONE or the reason for refusal. */
struct cx_pub cx_pending_begin(struct cx_pending *p, int dirfd,
    const char *name);
/* Closes, checks and renames; does not sync the directory. */
struct cx_pub cx_pending_rename(struct cx_pending *p, int dirfd);
/* Removes the temporary file. */
void cx_pending_drop(struct cx_pending *p, int dirfd);

/* Creates and locks the temporary file of p; returns 0 or an errno. */
int cx_temp_open(struct cx_pending *p, int dirfd, mode_t mode);
/* Removes it; if that fails, the next writer will. */
void cx_temp_remove(struct cx_pending *p, int dirfd);

static inline struct cx_pub
cx_pub_failed(int error, const char *step)
{
	return (struct cx_pub){CX_PUB_FAILED, error, step, false};
}

/* filemeta.c: gives the file `to` the mode, owner and extended attributes of
 * the file `from`; returns 0 or an errno, with the one that failed in *what. */
int cx_keep_meta(int from, const struct stat *st, int to, const char **what);

#endif
