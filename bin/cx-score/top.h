/*
 * top.h: the best N of a stream, in memory for N.
 */
#ifndef SCORE_TOP_H
#define SCORE_TOP_H

#include "bin/cx-score/best.h"
#include "lib/record/layer.h"

#include <stdint.h>

struct hit {
	int64_t score;
	int64_t when; /* later first among equals */
	struct cx_str path; /* borrowed from line or owned beside it */
	struct cx_str line;
	char *memory;	    /* holds line and path */
	enum cx_layer layer;
	bool partial;
};

/* limit 0 keeps all. */
struct top {
	struct hit *hits;
	size_t n;
	size_t cap;
	size_t limit;
	struct best best; /* of their numbers */
	uint32_t spare;	  /* the hit that is not one of these */
};

/* A copy that owns its path and line, in memory, which the caller frees. */
struct hit hit_copy(const struct hit *h);

/* Better first: score, then when, descending, then path bytes. */
int hit_compare(const struct hit *a, const struct hit *b);

/* Offers a hit; path and line are copied if it is kept. */
void top_add(struct top *t, const struct hit *h);
/* Sorts, best first; afterwards only top_release. */
void top_sort(struct top *t);
void top_release(struct top *t);

#endif
