/*
 * strset.h: a set of borrowed strings, for "the first occurrence counts".
 * Zeroed memory is an empty set.  The strings must outlive it.
 */
#ifndef CX_STRSET_H
#define CX_STRSET_H

#include "str.h"

#include <stdbool.h>
#include <stdint.h>

struct cx_strset {
	struct cx_str *slots; /* s NULL: free */
	size_t n;
	size_t cap; /* a power of two, or 0 */
};

/* FNV-1a, 64 bit (Fowler, Noll, Vo; RFC 9923), finished for tables. */
uint64_t cx_str_hash(struct cx_str s);

/* False if it was there already. */
bool cx_strset_add(struct cx_strset *set, struct cx_str s);
bool cx_strset_has(const struct cx_strset *set, struct cx_str s);
/* Empties the set and keeps its memory. */
void cx_strset_clear(struct cx_strset *set);
void cx_strset_release(struct cx_strset *set);

#endif
