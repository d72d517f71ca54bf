/*
 * publish.h: the only way in which files of a vault are written.
 *
 * A file is replaced by writing it to a temporary file in the same directory
 * (O_EXCL), syncing that, renaming it over the old one and syncing the
 * directory: any reader, even after a crash, sees either the old or the new
 * file in full.  If the bytes are the same as before, nothing is written and no
 * timestamp changes.  The new file has the mode, owner and extended attributes
 * of the old one.
 *
 * A temporary file is named .cx-tmp-PID-N and is locked (flock) while its
 * writer lives.  Before the first write to a directory, its unlocked temporary
 * files are removed: their writers have died.  Writers that hold the lock of a
 * vault record the directory in it first (lock.h), so that the next holder of
 * the lock can clean up there, too.  Under a lock, files are named by their
 * vault paths.
 *
 * An editor passes what it read (struct cx_seen); right before the rename the
 * file must still be the same, otherwise the result is CX_PUB_STALE: read it
 * again and start over.  Where the system can exchange two names (Linux), not
 * even a save between this check and the rename is lost.  Anything but a
 * regular file, and files with several hard links, are refused.
 *
 * Names are plain, in an open directory: see vault.h for how to open it.
 * Without a lock, nothing else is needed.
 */
#ifndef CX_PUBLISH_H
#define CX_PUBLISH_H

#include "lib/file/lock.h"
#include "lib/base/mem.h"
#include "lib/base/str.h"

#include <sys/stat.h>

#define CX_TEMP_PREFIX ".cx-tmp-"

/* Identifies a version of a file well enough to notice an edit, as git's index
 * does. */
struct cx_seen {
	bool exists; /* false: it was missing and must still be */
	dev_t dev;
	ino_t ino;
	off_t size;
	struct timespec mtime, ctime;
};

struct cx_seen cx_seen(const struct stat *st);
bool cx_seen_same(const struct cx_seen *seen, const struct stat *st);

enum cx_pub_status {
	CX_PUB_DONE,   /* the new file is in place, durably */
	CX_PUB_SAME,   /* it had these bytes; nothing was written */
	CX_PUB_STALE,  /* the file has changed; nothing was written */
	CX_PUB_LINKED, /* it has hard links; refused */
	CX_PUB_KIND,   /* it is not a regular file; refused */
	CX_PUB_FAILED  /* see error and step */
};

/*
 * error is an errno.  With CX_PUB_FAILED the file is untouched, unless renamed
 * is set: then the new file is in place, complete, and only syncing the
 * directory failed.
 */
struct cx_pub {
	enum cx_pub_status status;
	int error;
	const char *step; /* "write", "sync", ... for the message */
	bool renamed;
};

/*
 * Publishes bytes in dirfd: as path with a lock, as its last part without.
 * lock may be NULL, otherwise it must be held.  seen may be NULL: replace
 * whatever is there.
 */
struct cx_pub cx_publish(struct cx_lock *lock, int dirfd, const char *path,
    struct cx_str bytes, const struct cx_seen *seen);

/*
 * Creates a file from text and then all input from `in`, written as it arrives.
 * If writing fails or the program is killed, the temporary file, whose name is
 * in *left, keeps what was written.  STALE: the file already exists.
 */
struct cx_pub cx_publish_new(int dirfd, const char *name, struct cx_str text,
    int in, struct cx_buf *left);

/* Appends the message for a status other than DONE and SAME, to follow the
 * path. */
void cx_pub_why(struct cx_buf *b, const struct cx_pub *pub);

/*
 * Many files: each is written when it is added, all are synced at once, then
 * all are renamed.  If one cannot be written or the sync fails, none is renamed
 * (cx_bulk_drop).  The renames of a commit are sequential: a crash between them
 * leaves some files old and some new, each complete.
 *
 *	struct cx_bulk *b = cx_bulk_new();
 *	for ...
 *		p = cx_bulk_add(b, &lock, dirfd, path, bytes, &seen);
 *	n = cx_bulk_commit(b);
 *	for (i = 0; i < cx_bulk_count(b); i++) ... cx_bulk_result(b, i)
 *	cx_bulk_free(b);
 *
 * Each file keeps a descriptor open until the end; cx_bulk_new raises the limit
 * (cx_raise_files in walk.h).  When descriptors run out, the locks of the files
 * written so far are released; if another writer then removes one as left over,
 * that file fails with ENOENT.
 */
struct cx_bulk;

struct cx_bulk *cx_bulk_new(void);
/*
 * Like cx_publish; DONE means written and waiting.  Other statuses are final
 * for this file and do not affect the others.  dirfd is borrowed for the call,
 * lock until the end.  Every call adds one result, in order.
 */
struct cx_pub cx_bulk_add(struct cx_bulk *b, struct cx_lock *lock, int dirfd,
    const char *path, struct cx_str bytes, const struct cx_seen *seen);
/* The same, for at most one file per bulk, which is renamed before the others,
 * so that a crash never leaves any of them without it. */
struct cx_pub cx_bulk_add_first(struct cx_bulk *b, struct cx_lock *lock,
    int dirfd, const char *path, struct cx_str bytes,
    const struct cx_seen *seen);
/* Returns how many files failed, were stale or refused, in all. */
size_t cx_bulk_commit(struct cx_bulk *b);
/* Removes the files waiting; nothing is published. */
void cx_bulk_drop(struct cx_bulk *b);
size_t cx_bulk_count(const struct cx_bulk *b);
struct cx_pub cx_bulk_result(const struct cx_bulk *b, size_t i);
/* Drops uncommitted files first. */
void cx_bulk_free(struct cx_bulk *b);

/* Building blocks for those that publish more than single files (gen.h). */

/* Removes temporary files and directories that no live process holds.  Returns
 * 0 or an errno, EWOULDBLOCK if others are in use; callers may ignore it, as
 * the next writer will try again. */
int cx_temp_clean(int dirfd);
/* Removes a directory of plain files; 0 or an errno. */
int cx_remove_dir(int dirfd, const char *name);
/* Like rename(2), but never replaces; returns 0 or an errno, EEXIST if `to`
 * exists (without renameat2(2), an empty directory is replaced).  The caller
 * must sync both directories. */
int cx_rename_new(int from_dir, const char *from, int to_dir, const char *to);
/* Appends a new name for a temporary file of this process. */
void cx_temp_name(struct cx_buf *b);
/* Calls fsync; returns 0 or an errno.  A file system that cannot sync a
 * directory is not an error. */
int cx_sync(int fd);

#endif
