/*
 * prefix.h: finds the words that begin with the prefix in `word*`.
 *
 * The dictionary contains terms, which may be shorter than a prefix: explor for
 * exploratio*.  So words of bodies are examined, too, and their terms count;
 * for notes no longer in force there are only terms.
 */
#ifndef CX_PREFIX_H
#define CX_PREFIX_H

#include "lib/rank/pool.h"

/* Calls take once for each term, with one of its words and its postings,
 * separately for base and delta. */
typedef void cx_prefix_fn(void *arg, struct cx_str word,
    struct cx_cursor list);
void cx_prefix_each(struct cx_pool *pool, struct cx_str beginning,
    cx_prefix_fn *take, void *arg);

/* Returns the total postings of all of them, *n, ascending, to be freed by the
 * caller. */
struct cx_posting *cx_prefix_postings(struct cx_pool *pool,
    struct cx_str beginning, size_t *n);

/* Forgets what pool->begun has. */
void cx_prefix_release(struct cx_pool *pool);

#endif
