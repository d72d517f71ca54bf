/*
 * blend.h: combines relevance, recency and activation in one score.
 *
 *	w_text F + w_recency R + w_activation A
 *
 * F is the recall score divided by the best of all candidates, R is 2^(-age of
 * `updated` / half-life), A is the activation from the accesses in a fold or in
 * logs (access.h).  Without a query the score is 0.4 R + 0.6 A.  Each part is
 * rounded to millionths, and so is the sum.
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
	int64_t updated; /* seconds, or INT64_MIN */
	int64_t last;	 /* last access, or CX_NO_TIME */
};

/* A ranked note. */
struct cx_answer {
	uint32_t atom;
	const struct cx_search *set; /* for cx_search_before */
	int64_t score;
	bool partial; /* lacks a word of the query */
	bool stale;   /* its file has changed since indexing */
	size_t copy_of; /* see copies.h */
	size_t place; /* among those of all parts */
	bool has_copies; /* in some of them */
	const struct cx_hit *found; /* from recall, or NULL */
	struct cx_blended of; /* if accesses count */
};

/* access is a file, or a directory of logs, which are read once the atoms are
 * known; `one`: there will be only one query.  Of a union each set has its
 * own: access is NULL, and cx_blend_add is called for each. */
struct cx_blend *cx_blend_new(const struct cx_config *config,
    const char *access, bool one);
void cx_blend_add(struct cx_blend *b, const char *access);
void cx_blend_free(struct cx_blend *b);
/* Reads the logs for the atoms with these paths, or for all if NULL.  Call it
 * before any function below, except cx_blend_best and cx_blend_all, which call
 * it. */
void cx_blend_load(struct cx_blend *b, const struct cx_str *paths, size_t n);
/* Scores a record of this set of a union (0 otherwise); text is F, or -1
 * without a query. */
struct cx_blended cx_blend_record(const struct cx_blend *b, uint32_t part,
    int64_t text, const struct cx_record *rec);
/* Prints the members for --explain. */
void cx_blend_explain(const struct cx_blend *b, const struct cx_blended *of,
    struct cx_printer *p);

/* Reads the accesses, unless there are many: then the next two functions assume
 * that any atom may be fully active. */
void cx_blend_find_lifted(struct cx_blend *b, struct cx_records *records);
/* Return how far F of an atom may be below another's, in millionths, for it to
 * rank first due to the other parts: for any atom, and for this one. */
int64_t cx_blend_slack(const struct cx_blend *b);
int64_t cx_blend_slack_of(const struct cx_blend *b, uint32_t atom);

/* Reorders the n candidates in v, which have atom, order and of.text, so that
 * the best `limit` (0: all) come first, completes these and returns their
 * number. */
size_t cx_blend_best(struct cx_blend *b, struct cx_pool *pool,
    struct cx_answer *v, size_t n, size_t limit);
/* Returns the best of all atoms that pool->accept allows, without a query; the
 * caller frees them. */
struct cx_answer *cx_blend_all(struct cx_blend *b, struct cx_pool *pool,
    size_t limit, size_t *n);

#endif
