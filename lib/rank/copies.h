/*
 * copies.h: groups answers that are copies of a better one, such as versions of
 * a page of documentation: notes with the same name whose texts share at least
 * half of their sequences of three words (Broder, "On the resemblance and
 * containment of documents", 1997).
 */
#ifndef CX_COPIES_H
#define CX_COPIES_H

#include "lib/rank/blend.h"
#include "lib/rank/pool.h"

/* Whether some answers have the same name. */
bool cx_copies_may_be(struct cx_pool *pool, const struct cx_answer *v,
    size_t n);

/* Moves copies behind the others, ordered by .copy_of, the index of the better
 * answer, which is SIZE_MAX for all others; returns the number of the
 * others.  Of copies with about the same score the newest stands for all. */
size_t cx_copies_fold(struct cx_pool *pool, struct cx_answer *v, size_t n);

#endif
