/*
 * fresh-impl.h: what the parts of fresh.h share; for them alone.
 */
#ifndef SCORE_FRESH_IMPL_H
#define SCORE_FRESH_IMPL_H

#include "bin/cx-score/fresh.h"
#include "lib/file/ignore.h"
#include "lib/base/map.h"
#include "lib/index/statcache.h"

struct fresh {
	const struct settings *s;
	bool known; /* there is a cache, and a vault to compare it with */
	struct cx_stats stats;
	struct cx_stat_entry entry;
	int vault;
	struct cx_ignore *ignore; /* once it is needed */
	struct cx_buf behind;	  /* why it is; empty: it is not */
	size_t files;		  /* looked at so far */
	struct cx_map dirs;	  /* of results, "" among them */
	bool *dir_is;		  /* by number: a directory of the vault */
	size_t dirs_cap;
	struct cx_arena names;
};

/* The entry of a path, or the next one, into f->entry.  A damaged cache ends
 * the program. */
bool fresh_find(struct fresh *f, struct cx_str lines, struct cx_str path);
bool fresh_next(struct fresh *f, struct cx_str *lines);
void fresh_damaged(const struct fresh *f) CX_NORETURN;
/* The index is behind because of a path; the first cause is told. */
void fresh_behind(struct fresh *f, struct cx_str path, const char *what);

/* freshvault.c: -C, else where the index lies, else what else is known, if
 * it is the directory that was scanned. */
bool fresh_find_vault(struct fresh *f);

/* freshwalk.c: looking at the files that decide on all others; at some
 * directories; at the files of a small vault; at all there is. */
void fresh_at_rules(struct fresh *f);
void fresh_at_dirs(struct fresh *f);
void fresh_at_known(struct fresh *f);
void fresh_at_all(struct fresh *f);

#endif
