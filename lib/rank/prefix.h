/*
 * prefix.h: the words that begin with what `word*` says.
 *
 * The dictionary has terms, which may be shorter than a beginning: explor for
 * exploratio*.  So words of bodies are looked at, too, and their terms count;
 * of what is no longer in force only the terms are.
 */
#ifndef CX_PREFIX_H
#define CX_PREFIX_H

#include "lib/rank/pool.h"

/* Calls take for each term once: a word of it, and its postings; of base and
 * delta one after the other. */
typedef void cx_prefix_fn(void *arg, struct cx_str word,
    struct cx_cursor list);
void cx_prefix_each(struct cx_pool *pool, struct cx_str beginning,
    cx_prefix_fn *take, void *arg);

/* How often an atom has one of them; *n of them, ascending, to be freed. */
struct cx_posting *cx_prefix_postings(struct cx_pool *pool,
    struct cx_str beginning, size_t *n);

#endif
