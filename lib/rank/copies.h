/*
 * copies.h: answers that are copies of a better one, as versions of a page of
 * documentation are: notes of one name whose texts have at least half of their
 * words in common, three in a row (Broder, "On the resemblance and containment
 * of documents", 1997).
 */
#ifndef CX_COPIES_H
#define CX_COPIES_H

#include "lib/rank/blend.h"
#include "lib/rank/pool.h"

/* Whether some answers have one name. */
bool cx_copies_may_be(struct cx_pool *pool, const struct cx_answer *v,
    size_t n);

/* Moves copies behind the others, in order of .copy_of, the place of the better
 * one, which is SIZE_MAX for all others; how many of those there are. */
size_t cx_copies_fold(struct cx_pool *pool, struct cx_answer *v, size_t n);

#endif
