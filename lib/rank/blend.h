/*
 * blend.h: relevance, recency and activation in one score.
 *
 *	w_text F + w_recency R + w_activation A
 *
 * F is the recall score over the best of all candidates, R is
 * 2^(-age of `updated` / half-life), A the activation of the accesses in a
 * fold or in logs (access.h).  Without a query it is 0.4 R + 0.6 A.  Each
 * part is rounded to millionths, and so is the sum.
 */
#ifndef CX_BLEND_H
#define CX_BLEND_H

#include "lib/access/access.h"
#include "lib/json/print.h"
#include "lib/rank/pool.h"

struct cx_blend;

struct cx_blended {
	int64_t score;
	int64_t text, recency, activation; /* millionths; text -1: no query */
	int64_t updated; /* seconds; INT64_MIN for none */
	int64_t last;	 /* access; CX_NO_TIME */
};

/* A note that is ranked. */
struct cx_answer {
	uint32_t atom;
	uint64_t order; /* cx_search_order */
	int64_t score;
	bool partial; /* it lacks a word of the query */
	bool stale;   /* its file has changed since */
	size_t copy_of; /* copies.h */
	const struct cx_hit *found; /* of recall, or NULL */
	struct cx_blended of; /* where accesses count */
};

/* access is a file, or a directory of logs, which are read once it is known for
 * which atoms; `one`: there will be only one query. */
struct cx_blend *cx_blend_new(const struct cx_config *config,
    const char *access, bool one);
void cx_blend_free(struct cx_blend *b);
/* Reads the logs of the atoms of these paths; NULL: of all.  Before all of the
 * next, but for cx_blend_best and cx_blend_all, which do so themselves. */
void cx_blend_load(struct cx_blend *b, const struct cx_str *paths, size_t n);
/* text: F, or -1 when there is no query. */
struct cx_blended cx_blend_record(const struct cx_blend *b, int64_t text,
    const struct cx_record *rec);
/* Prints the members that --explain adds. */
void cx_blend_explain(const struct cx_blend *b, const struct cx_blended *of,
    struct cx_printer *p);

/* Reads the accesses, unless there are many: without them, the next two take
 * any atom to be as active as possible. */
void cx_blend_find_lifted(struct cx_blend *b, struct cx_records *records);
/* How far below another F an atom may be, in millionths, to come before it
 * for the other parts; any atom, and this one. */
int64_t cx_blend_slack(const struct cx_blend *b);
int64_t cx_blend_slack_of(const struct cx_blend *b, uint32_t atom);

/* Reorders v, of n candidates with atom, order and of.text, so that the best
 * `limit` (0: all) come first, and fills them in; tells how many these are. */
size_t cx_blend_best(struct cx_blend *b, struct cx_pool *pool,
    struct cx_answer *v, size_t n, size_t limit);
/* The best of all atoms that pool->accept takes, without a query; to be
 * freed. */
struct cx_answer *cx_blend_all(struct cx_blend *b, struct cx_pool *pool,
    size_t limit, size_t *n);

#endif
