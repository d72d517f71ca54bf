/*
 * fresh.h: checks whether the index is behind the files.
 *
 * The stat cache of the generation (statcache.h) records the status of each
 * file and directory when it was read.  With `full`, every file is checked
 * (names are listed only if a directory has changed).  With `fast`, directories
 * are, whose times change when a file comes or goes, and in a vault of up to
 * 1,000 files every file.  Programs that print results also check the files of
 * these, right before printing.
 *
 *	struct cx_fresh *f = cx_fresh_open(&ask, stat_fd);
 *	if (cx_fresh_behind(f, &path, &what))
 *		cx_note("%s %s", path, what);
 *
 * A damaged cache is fatal (status 4).
 */
#ifndef CX_FRESH_H
#define CX_FRESH_H

#include "lib/base/str.h"

enum cx_fresh_depth { CX_FRESH_FAST, CX_FRESH_FULL, CX_FRESH_NO };

struct cx_config;
struct cx_fresh_ask {
	const char *index; /* its directory */
	const char *vault; /* -C, or NULL: found from the index */
	const struct cx_config *config;
	enum cx_fresh_depth depth;
};

enum cx_fresh_state {
	CX_FRESH_SAME,
	CX_FRESH_CHANGED, /* the record may be out of date */
	CX_FRESH_GONE     /* no longer a note */
};

struct cx_fresh;

/* Parses the argument of --fresh; NULL stands for [search] fresh.  Any other
 * word exits with CX_USAGE. */
enum cx_fresh_depth cx_fresh_depth(const char *how,
    const struct cx_config *config);

/* stat: the cache, open for reading, or -1; the caller may close it afterwards.
 * Everything else is borrowed until the end. */
struct cx_fresh *cx_fresh_open(const struct cx_fresh_ask *ask, int stat);
/* Returns why the state is unknown; NULL if it is known or was not
 * requested. */
const char *cx_fresh_unknown(const struct cx_fresh *f);
/* Whether anything differs, at the start or in a cx_fresh_look since: the first
 * path, and a phrase such as "has changed".  They are valid until the close. */
bool cx_fresh_behind(const struct cx_fresh *f, struct cx_str *path,
    struct cx_str *what);
/* Checks the file of a result now. */
enum cx_fresh_state cx_fresh_look(struct cx_fresh *f, struct cx_str path);
void cx_fresh_close(struct cx_fresh *f);

/*
 * Whether the times of a directory tell that a name in it came or went.
 * Network file systems, and FAT in its variants, need not keep them (git asks
 * the same of a file system before it trusts its untracked cache).
 */
bool cx_dirs_tell(int vault);

#endif
