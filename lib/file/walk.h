/*
 * walk.h: the markdown files of a vault, in byte order of their paths.
 *
 * Each directory is read whole and sorted with `/` after the names of
 * directories, which is the order of full paths; then it is left entry by
 * entry.  Memory is that of the directories on the way from the vault to the
 * entry, not of the vault.  Order does not depend on the file system.
 *
 *	struct cx_walk *w = cx_walk_open(vault_fd, ignore);
 *	while (cx_walk_next(w, &e))
 *		switch (e.kind) ...
 *			fd = openat(e.dir->fd, e.name, flags);
 *			cx_dir_drop(e.dir);
 *	cx_walk_close(w);
 *
 * Found are regular files whose name ends in .md in any case, hidden ones
 * too.  Symlinks, FIFOs, sockets and devices are counted, never followed and
 * never opened.  Left out: what the ignore rules say, and temporary files of
 * the publisher (.cx-tmp-*).
 */
#ifndef CX_WALK_H
#define CX_WALK_H

#include "lib/file/ignore.h"
#include "lib/base/str.h"

#include <stdint.h>
#include <sys/stat.h>

/* Directories nested deeper are reported and not entered. */
#define CX_WALK_DEPTH 256

/*
 * An open directory that several own.  Whoever has an entry owns one
 * reference to its directory and drops it, from any thread, when it needs fd
 * no more; the last one closes.
 */
struct cx_dir {
	int fd;
	_Atomic unsigned owners; /* private */
};

void cx_dir_drop(struct cx_dir *dir);

enum cx_walk_kind {
	CX_WALK_FILE,
	CX_WALK_DIRECTORY,  /* only under CX_WALK_DIRS and CX_WALK_SHALLOW */
	CX_WALK_UNREADABLE, /* a directory that cannot be read: error */
	CX_WALK_DEEP	    /* a directory at CX_WALK_DEPTH, not entered */
};

/* path and name (the last part of path, terminated) live until the next call
 * of cx_walk_next. */
struct cx_walk_entry {
	enum cx_walk_kind kind;
	int error;	  /* errno for CX_WALK_UNREADABLE, else 0 */
	bool utf8;	  /* the whole path is UTF-8 */
	struct cx_str path; /* relative, `/` between parts; "" the vault; that
			     * of a DIRECTORY else ends in `/` */
	const char *name;
	struct cx_dir *dir; /* FILE only; owned by the caller */
	/* Of a DIRECTORY that was entered: as it was before it was read, and
	 * the number of entries that come out of it directly. */
	const struct stat *st;
	size_t entries;
};

/* What was passed over, the ignored ones not among them. */
struct cx_walk_counts {
	uint64_t directories;
	uint64_t symlinks;
	uint64_t special;
	uint64_t ignored; /* .md files and directories that rules leave out */
};

struct cx_walk;

/*
 * Walks the directory vault_fd, which is borrowed until the walk is closed.
 * ignore may be NULL.  Raises the soft limit of open files to the hard one.
 * When descriptors run out all the same, cx_walk_next waits up to one second
 * for other threads to drop directories, then gives CX_WALK_UNREADABLE.
 */
struct cx_walk *cx_walk_open(int vault_fd, const struct cx_ignore *ignore);

enum {
	CX_WALK_DIRS = 1,   /* a directory is an entry, before what is in it */
	CX_WALK_SHALLOW = 2 /* directories are entries and not entered */
};

/* The same from the directory fd on, whose path is prefix: "" for the vault,
 * else with a `/` at its end. */
struct cx_walk *cx_walk_open_at(int fd, struct cx_str prefix,
    const struct cx_ignore *ignore, unsigned flags);
/* False at the end. */
bool cx_walk_next(struct cx_walk *w, struct cx_walk_entry *e);
const struct cx_walk_counts *cx_walk_counts(const struct cx_walk *w);
void cx_walk_close(struct cx_walk *w);

/* Raises RLIMIT_NOFILE's soft limit to the hard one, as far as it goes. */
void cx_raise_files(void);

#endif
