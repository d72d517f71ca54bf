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

/* What is compared of one; rows and updated are read when they are needed. */
struct cx_copy {
	struct cx_str name;
	int64_t score, updated;
	uint64_t *rows; /* hashes of words in a row, ascending */
	size_t n, cap;
	bool read;
	size_t copy_of;
};
struct cx_copies {
	struct cx_copy *v; /* best first */
	size_t n;
	void (*read)(void *arg, size_t i, struct cx_copy *c);
	void *arg;
};
/* Puts the numbers of those that stand for a group to order, then those of
 * their copies; returns the number of groups. */
size_t cx_copies_group(const struct cx_copies *c, size_t *order);

/* Moves copies behind the others, ordered by .copy_of, the index of the better
 * answer, which is SIZE_MAX for all others; returns the number of the
 * others.  Of copies with about the same score the newest stands for all. */
size_t cx_copies_fold(struct cx_pool *pool, struct cx_answer *v, size_t n);
/* The same of the answers of all parts: sets the place and score of each, or
 * SIZE_MAX for a copy, and has_copies. */
void cx_copies_fold_parts(struct cx_pool *pool, struct cx_answer *v, size_t n);

#endif
