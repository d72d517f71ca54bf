/*
 * walk.h: walks the Markdown files of a vault in byte order of their paths.
 *
 * Each directory is read completely and sorted with `/` after the names of
 * directories, which is the order of full paths.  Memory is needed only for the
 * directories on the way from the vault to the entry.  The order does not
 * depend on the file system.
 *
 *	struct cx_walk *w = cx_walk_open(vault_fd, ignore);
 *	while (cx_walk_next(w, &e))
 *		switch (e.kind) ...
 *			fd = openat(e.dir->fd, e.name, flags);
 *			cx_dir_drop(e.dir);
 *	cx_walk_close(w);
 *
 * It finds regular files whose name ends in .md in any case, including hidden
 * ones.  Symlinks, FIFOs, sockets and devices are counted, never followed or
 * opened.  It skips ignored paths and temporary files of the publisher
 * (.cx-tmp-*).
 */
#ifndef CX_WALK_H
#define CX_WALK_H

#include "lib/file/ignore.h"
#include "lib/base/str.h"

#include <stdint.h>
#include <sys/stat.h>

/* Directories nested deeper are reported, not entered. */
#define CX_WALK_DEPTH 256

/*
 * An open directory with a reference count.  Each entry holds one reference to
 * its directory; its owner drops it, from any thread, when it no longer needs
 * fd; the last drop closes it.
 */
struct cx_dir {
	int fd;
	_Atomic unsigned owners; /* private */
};

void cx_dir_drop(struct cx_dir *dir);

enum cx_walk_kind {
	CX_WALK_FILE,
	CX_WALK_DIRECTORY,  /* only with CX_WALK_DIRS or CX_WALK_SHALLOW */
	CX_WALK_UNREADABLE, /* a directory that cannot be read: error */
	CX_WALK_DEEP	    /* a directory at CX_WALK_DEPTH, not entered */
};

/* path and name (the last part of path, terminated) are valid until the next
 * call of cx_walk_next. */
struct cx_walk_entry {
	enum cx_walk_kind kind;
	int error;	  /* errno for CX_WALK_UNREADABLE, else 0 */
	bool utf8;	  /* the whole path is UTF-8 */
	struct cx_str path; /* relative, `/` between parts; "" is the vault; any
			     * other DIRECTORY ends in `/` */
	const char *name;
	struct cx_dir *dir; /* FILE only; owned by the caller */
	/* For a DIRECTORY that was entered: its status before it was read, and
	 * the number of entries directly in it. */
	const struct stat *st;
	size_t entries;
};

/* What was skipped, not counting ignored paths. */
struct cx_walk_counts {
	uint64_t directories;
	uint64_t symlinks;
	uint64_t special;
	uint64_t ignored; /* ignored .md files and directories */
};

struct cx_walk;

/*
 * Walks the directory vault_fd, which is borrowed until the walk is closed.
 * ignore may be NULL.  Raises the soft limit of open files to the hard one.  If
 * descriptors still run out, cx_walk_next waits up to one second for other
 * threads to drop directories, then returns CX_WALK_UNREADABLE.
 */
struct cx_walk *cx_walk_open(int vault_fd, const struct cx_ignore *ignore);

enum {
	CX_WALK_DIRS = 1,   /* also return directories, before their contents */
	CX_WALK_SHALLOW = 2 /* return directories without entering them */
};

/* The same from the directory fd, whose path is prefix: "" for the vault,
 * otherwise with a trailing `/`. */
struct cx_walk *cx_walk_open_at(int fd, struct cx_str prefix,
    const struct cx_ignore *ignore, unsigned flags);
/* Returns the next entry; false at the end. */
bool cx_walk_next(struct cx_walk *w, struct cx_walk_entry *e);
const struct cx_walk_counts *cx_walk_counts(const struct cx_walk *w);
void cx_walk_close(struct cx_walk *w);

/* Raises the soft RLIMIT_NOFILE to the hard one, as far as possible. */
void cx_raise_files(void);

#endif
