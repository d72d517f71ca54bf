/*
 * publish.h: the one way in which files of a vault come to be.
 *
 * A file is replaced by writing all of it to a temporary file in the same
 * directory (O_EXCL), syncing that, renaming it over the old one and syncing
 * the directory: whoever looks, also after a crash, sees the old file or the
 * new, whole.  When the bytes are those that stand there already, nothing is
 * written and no time changes.  The new file has the mode, the owner and the
 * extended attributes of the old one.
 *
 * A temporary file is named .cx-tmp-PID-N and is locked (flock) while its
 * writer lives.  Before the first write to a directory, those of its
 * temporary files that nobody holds are removed: their writers have died.
 * Writers that hold the lock of a vault say so: then the directory is noted
 * in it before (lock.h), and the next one that gets the lock does the same
 * there.  Under a lock files are named by their vault paths.
 *
 * An editor gives what it read (struct cx_seen); right before the rename the
 * file must still be that one, else CX_PUB_STALE: read it again, start over.
 * Where the system can exchange two names (Linux), not even a save between
 * that look and the rename is lost.
 * What is not a regular file, or has more than one hard link, is refused.
 *
 * Names are plain, in an open directory: see vault.h for getting there.
 * Without a lock they are all that is asked for.
 */
#ifndef CX_PUBLISH_H
#define CX_PUBLISH_H

#include "lib/file/lock.h"
#include "lib/base/mem.h"
#include "lib/base/str.h"

#include <sys/stat.h>

#define CX_TEMP_PREFIX ".cx-tmp-"

/* Which file it was: enough to tell an edit, as git's index does. */
struct cx_seen {
	bool exists; /* false: there was none, and there must be none */
	dev_t dev;
	ino_t ino;
	off_t size;
	struct timespec mtime, ctime;
};

struct cx_seen cx_seen(const struct stat *st);
bool cx_seen_same(const struct cx_seen *seen, const struct stat *st);

enum cx_pub_status {
	CX_PUB_DONE,   /* the new file stands there, durably */
	CX_PUB_SAME,   /* it stood there before; nothing was written */
	CX_PUB_STALE,  /* not the file that was seen; nothing was changed */
	CX_PUB_LINKED, /* it has hard links; refused */
	CX_PUB_KIND,   /* it is not a regular file; refused */
	CX_PUB_FAILED  /* see error and step */
};

/*
 * error is an errno.  With CX_PUB_FAILED the file is untouched, unless
 * renamed is set: then the new file stands there, whole, and only syncing
 * the directory failed.
 */
struct cx_pub {
	enum cx_pub_status status;
	int error;
	const char *step; /* "write", "sync", ... for the message */
	bool renamed;
};

/*
 * Publishes bytes in dirfd, as path without a lock, else as its last part.
 * lock may be NULL; if not, it is held.  seen may be NULL: replace whatever
 * is there.
 */
struct cx_pub cx_publish(struct cx_lock *lock, int dirfd, const char *path,
    struct cx_str bytes, const struct cx_seen *seen);

/*
 * A new file of a directory, of text and then all that in gives, written as it
 * comes: what there was when it could not be written, or the program was
 * killed, stays in the temporary file, whose name is put in *left.  STALE: a
 * file of that name is there.
 */
struct cx_pub cx_publish_new(int dirfd, const char *name, struct cx_str text,
    int in, struct cx_buf *left);

/* What to say of a status other than DONE and SAME, after the path. */
void cx_pub_why(struct cx_buf *b, const struct cx_pub *pub);

/*
 * Many files: each is written when it is added, all are synced at once, then
 * all are renamed.  If one cannot be written or the sync fails, none is
 * renamed (cx_bulk_drop).  The renames of a commit are one by one: a crash
 * between them leaves some files old and some new, each whole.
 *
 *	struct cx_bulk *b = cx_bulk_new();
 *	for ...
 *		p = cx_bulk_add(b, &lock, dirfd, path, bytes, &seen);
 *	n = cx_bulk_commit(b);
 *	for (i = 0; i < cx_bulk_count(b); i++) ... cx_bulk_result(b, i)
 *	cx_bulk_free(b);
 *
 * Each file keeps a descriptor open until the end; cx_bulk_new raises the
 * limit (cx_raise_files in walk.h).  When descriptors run out, the locks of
 * those written so far are given up; should another writer then take one of
 * them for left over, that file fails with ENOENT.
 */
struct cx_bulk;

struct cx_bulk *cx_bulk_new(void);
/*
 * As cx_publish; DONE means written and waiting.  Other statuses are final
 * for this file and do not concern the others.  dirfd is borrowed for the
 * call, lock to the end.  Every call adds one result, in order.
 */
struct cx_pub cx_bulk_add(struct cx_bulk *b, struct cx_lock *lock, int dirfd,
    const char *path, struct cx_str bytes, const struct cx_seen *seen);
/* The same; it is renamed before the others, so that what a crash leaves of
 * them is never without it.  One of a bulk. */
struct cx_pub cx_bulk_add_first(struct cx_bulk *b, struct cx_lock *lock,
    int dirfd, const char *path, struct cx_str bytes,
    const struct cx_seen *seen);
/* Returns how many files have failed, were stale or refused, in all. */
size_t cx_bulk_commit(struct cx_bulk *b);
/* Removes what was written and waits; nothing is published. */
void cx_bulk_drop(struct cx_bulk *b);
size_t cx_bulk_count(const struct cx_bulk *b);
struct cx_pub cx_bulk_result(const struct cx_bulk *b, size_t i);
/* Drops first what was not committed. */
void cx_bulk_free(struct cx_bulk *b);

/* The pieces, for those that publish more than single files (gen.h). */

/* Removes temporary files and directories that no live process holds.  0 or
 * an errno, EWOULDBLOCK if there are others, which is no reason to fail for:
 * what cannot be removed now stays for the next writer. */
int cx_temp_clean(int dirfd);
/* Removes a directory of plain files; 0 or an errno. */
int cx_remove_dir(int dirfd, const char *name);
/* rename(2) that never replaces; 0 or an errno, EEXIST if to is there, be it,
 * without renameat2(2), a directory with something in it.  Both
 * directories are the caller's to sync. */
int cx_rename_new(int from_dir, const char *from, int to_dir, const char *to);
/* A new name for a temporary file of this process. */
void cx_temp_name(struct cx_buf *b);
/* fsync; 0 or an errno.  That a file system does not know it for a
 * directory is not an error. */
int cx_sync(int fd);

#endif
