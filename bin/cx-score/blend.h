/*
 * blend.h: relevance, recency and activation in one score.
 *
 *	w_text F + w_recency R + w_activation A
 *
 * F is the recall score over the best of all candidates, R is
 * 2^(-age of `updated` / half-life), A the activation of the accesses in a
 * fold (access.h).  Without a query it is 0.4 R + 0.6 A.  Each part is
 * rounded to millionths, and so is the sum.
 */
#ifndef SCORE_BLEND_H
#define SCORE_BLEND_H

#include "bin/cx-score/source.h"
#include "lib/access.h"
#include "lib/config.h"
#include "lib/print.h"
#include "lib/record.h"
#include "lib/search.h"

#define BLEND_AGES 4096 /* days whose recency is remembered */

struct blend {
	struct cx_fold *fold;
	double recency, activation; /* half-lives in days */
	int64_t w_text, w_recency, w_activation; /* millionths, with a query */
	int64_t most[BLEND_AGES]; /* recency by age; -1: not known yet */
};

struct blended {
	int64_t score;
	int64_t text, recency, activation; /* millionths; text -1: no query */
	int64_t updated; /* seconds; INT64_MIN for none */
	int64_t last;	 /* access; CX_NO_TIME */
};

struct blend *blend_new(const struct cx_config *config, const char *fold);
void blend_free(struct blend *b);

/* How far below another F an atom may be, in millionths, to come before it
 * for the other parts. */
int64_t blend_slack(const struct blend *b);
/* text: F, or -1 when there is no query. */
struct blended blend_record(const struct blend *b, int64_t text,
    const struct cx_record *rec);
/* Better first: score, then `updated`. */
int blend_compare(const struct blended *a, const struct blended *b);
/* Members of the object that --explain adds. */
void blend_explain(const struct blend *b, const struct blended *of,
    struct cx_printer *p);

/* --- in a search set --- */

struct blend_atom {
	uint32_t atom;
	uint64_t order; /* cx_search_order */
	int64_t text; /* as above */
	const void *found; /* the caller's */
	struct blended of; /* zeroed; blend_best fills it */
};

/* Reorders v, of n candidates (when these are all atoms, in their order), so
 * that the best `limit` (0: all) stand first; tells how many these are. */
size_t blend_best(struct blend *b, const struct set_source *source,
    struct blend_atom *v, size_t n, size_t limit);

#endif
