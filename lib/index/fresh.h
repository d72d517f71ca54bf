/*
 * fresh.h: is the index behind the files?
 *
 * The stat cache of the generation (statcache.h) says how each file and
 * directory looked when it was read.  Every file there is (full; names are
 * listed unless all directories are as they were), or some directories, whose
 * times change when a file comes or goes, and in a vault of up to 1,000 files
 * each of them (fast).  Programs that print results look at the files of
 * these again, right before.
 *
 *	struct cx_fresh *f = cx_fresh_open(&ask, stat_fd);
 *	if (cx_fresh_behind(f, &path, &what))
 *		cx_note("%s %s", path, what);
 *
 * A damaged cache ends the program with status 4.
 */
#ifndef CX_FRESH_H
#define CX_FRESH_H

#include "lib/base/str.h"

enum cx_fresh_depth { CX_FRESH_FAST, CX_FRESH_FULL, CX_FRESH_NO };

struct cx_config;
struct cx_fresh_ask {
	const char *index; /* its directory */
	const char *vault; /* -C, or NULL: found from where the index lies */
	const struct cx_config *config;
	enum cx_fresh_depth depth;
};

enum cx_fresh_state {
	CX_FRESH_SAME,
	CX_FRESH_CHANGED, /* the record may be an old one */
	CX_FRESH_GONE     /* not a note any more */
};

struct cx_fresh;

/* Of --fresh; NULL: what [search] fresh says.  Any other word ends the program
 * with CX_USAGE. */
enum cx_fresh_depth cx_fresh_depth(const char *how,
    const struct cx_config *config);

/* stat: the cache, open for reading, -1 for none; it may be closed then.  The
 * rest is borrowed until the end. */
struct cx_fresh *cx_fresh_open(const struct cx_fresh_ask *ask, int stat);
/* Why the state is unknown; NULL if it is known or was not asked for. */
const char *cx_fresh_unknown(const struct cx_fresh *f);
/* Whether anything differs, here or at a cx_fresh_look before: the first path
 * and what is with it, as "has changed".  They live until the close. */
bool cx_fresh_behind(const struct cx_fresh *f, struct cx_str *path,
    struct cx_str *what);
/* How the file of a result looks now. */
enum cx_fresh_state cx_fresh_look(struct cx_fresh *f, struct cx_str path);
void cx_fresh_close(struct cx_fresh *f);

#endif
