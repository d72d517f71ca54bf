/*
 * fresh.h: is the index behind the files?
 *
 * The stat cache of the generation (lib/index/statcache.h) says how each file
 * and directory looked when it was read.  The files of results are looked at
 * always, before they are printed; directories, whose times change when a
 * file comes or goes, some of them (fast) or every file there is (full).  In
 * a vault of up to 1,000 files fast looks at each.
 */
#ifndef SCORE_FRESH_H
#define SCORE_FRESH_H

#include "bin/cx-score/score.h"
#include "lib/search/search.h"

struct fresh;

enum fresh_state {
	FRESH_SAME,
	FRESH_CHANGED, /* the record may be an old one */
	FRESH_GONE     /* no atom any more */
};

/* Under `require` ends the program with CX_STALE as soon as anything is known
 * to be behind, here and in fresh_look. */
struct fresh *fresh_open(const struct settings *s,
    const struct cx_search *set);
enum fresh_state fresh_look(struct fresh *f, struct cx_str path);
/* Says it, once, if the index is behind; frees. */
void fresh_close(struct fresh *f);

/* Of the option --fresh=WORD,...; false if there is no such word. */
bool fresh_parse(struct settings *s, struct cx_str words);

#endif
