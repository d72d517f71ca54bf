/* fresh.h: lib/index/fresh.h as cx-score asks and tells it. */
#ifndef SCORE_FRESH_H
#define SCORE_FRESH_H

#include "bin/cx-score/score.h"
#include "lib/index/fresh.h"
#include "lib/search/search.h"

struct fresh;

/* Under `require`, before the index is opened: ends the program with CX_STALE
 * if it was made with another configuration or version. */
void fresh_making(const struct settings *s);
/* Under `require` ends the program with CX_STALE as soon as anything is known
 * to be behind, here and in fresh_look. */
struct fresh *fresh_open(const struct settings *s,
    const struct cx_search *set);
enum cx_fresh_state fresh_look(struct fresh *f, struct cx_str path);
/* Says it, once, if the index is behind; frees. */
void fresh_close(struct fresh *f);

/* Of the option --fresh=WORD,...; false if there is no such word. */
bool fresh_parse(struct settings *s, struct cx_str words);

#endif
