/*
 * resolvetable.h: maps strings to lists of numbers and finds paths by their
 * ends: the tables of resolve.c, also for other users.
 */
#ifndef CX_RESOLVETABLE_H
#define CX_RESOLVETABLE_H

#include "lib/base/map.h"

/* Maps strings to lists of atoms. */
struct cx_many_pair {
	uint32_t key;
	uint32_t atom;
};

struct cx_many {
	struct cx_map keys;
	struct cx_many_pair *pair;
	size_t npair, pair_cap;
	uint32_t *last; /* by key: the last atom put */
	size_t nlast, last_cap;
	uint32_t *start; /* index into item for each key; one more at the end */
	uint32_t *item;
};

struct cx_atom_slice {
	const uint32_t *item;
	uint32_t n;
};

/*
 * Paths by their last part.  The atoms of one part are sorted by their reversed
 * paths, so that paths with a common tail are adjacent.
 */
struct cx_pathtable {
	struct cx_str *path; /* by atom */
	size_t cap;
	struct cx_many base;
	bool all_md; /* all paths end in ".md" */
	bool built;
};

/* Put all pairs, build once, then get.  Keys are borrowed. */
void cx_many_put(struct cx_many *ix, struct cx_str key, uint32_t atom);
void cx_many_build(struct cx_many *ix);
struct cx_atom_slice cx_many_get(const struct cx_many *ix, struct cx_str key);
void cx_many_release(struct cx_many *ix);

/* Sorts t->path[0..n) into the table. */
void cx_pathtable_build(struct cx_pathtable *t, uint32_t n);
/* Returns the range of l, a list of t, whose paths end in tail or, if whole is
 * set, equal tail. */
struct cx_atom_slice cx_pathtable_tail(const struct cx_pathtable *t,
    struct cx_atom_slice l, struct cx_str tail, bool whole);
/* Prefetches what look-ups of n paths with these last parts will read.  number
 * is scratch space for n. */
void cx_pathtable_soon(const struct cx_pathtable *t, const struct cx_str *last,
    size_t n, uint32_t *number);
void cx_pathtable_release(struct cx_pathtable *t);

/* Whether a directory is named for a language: "en", "pt-br". */
bool cx_is_language(struct cx_str dir);
/* The language that the name of a file ends with, "fr.md" of "a/x.fr.md", as in
 * Hugo; else nothing. */
struct cx_str cx_language_end(struct cx_str path);

#endif
