/*
 * publish-impl.h: what publish.c, bulk.c, temp.c and statcache-write.c share;
 * for them alone.
 */
#ifndef CX_PUBLISH_IMPL_H
#define CX_PUBLISH_IMPL_H

#include "lib/file/publish.h"

/* A file that is written and waits for its rename. */
struct cx_pending {
	int fd;	    /* of the temporary file; locked; -1 when given up */
	char *temp; /* its name */
	char *name; /* of the file to replace */
	struct cx_lock *lock; /* or NULL */
	bool check; /* seen was given */
	struct cx_seen seen;
};

/*
 * Everything up to the sync: compares, refuses, writes the temporary file.
 * DONE: *p is waiting and is to be released by one of the two below.  Any
 * other status: *p holds nothing.  first: it is the first one in its directory,
 * which is noted and cleaned if anything is to be written.
 */
struct cx_pub cx_pending_write(struct cx_pending *p, struct cx_lock *lock,
    int dirfd, const char *path, struct cx_str bytes,
    const struct cx_seen *seen, bool first);
/* Begins a file that is too large to be held: the caller writes its bytes to
 * p->fd.  DONE, or what is refused. */
struct cx_pub cx_pending_begin(struct cx_pending *p, int dirfd,
    const char *name);
/* Close, check, rename; not the sync of the directory. */
struct cx_pub cx_pending_rename(struct cx_pending *p, int dirfd);
/* Removes the temporary file. */
void cx_pending_drop(struct cx_pending *p, int dirfd);

/* Makes the temporary file of p and locks it; 0 or an errno. */
int cx_temp_open(struct cx_pending *p, int dirfd, mode_t mode);
/* What stays all the same is removed by the next writer. */
void cx_temp_remove(struct cx_pending *p, int dirfd);

static inline struct cx_pub
cx_pub_failed(int error, const char *step)
{
	return (struct cx_pub){CX_PUB_FAILED, error, step, false};
}

/* filemeta.c: gives the file to what mode, owner and extended attributes
 * the file from has; 0 or an errno, with what could not be kept in *what. */
int cx_keep_meta(int from, const struct stat *st, int to, const char **what);

#endif
