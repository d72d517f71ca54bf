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
#ifndef SCORE_BLEND_H
#define SCORE_BLEND_H

#include "bin/cx-score/source.h"
#include "lib/access/access.h"
#include "lib/json/print.h"
#include "lib/record/record.h"

#define BLEND_AGES 4096 /* days whose recency is remembered */
#define BLEND_LIFTED 64 /* atoms whose activation is known beforehand */

struct blend_active {
	uint32_t atom;
	int64_t activation; /* millionths */
};

struct blend {
	const char *name; /* of the fold, or of the directory of logs */
	int logs;	  /* the directory; -1: a fold */
	bool one;	  /* query: of logs, only candidates are read */
	bool complained;  /* of bad lines */
	struct cx_fold *fold; /* NULL: not read yet */
	double recency, activation; /* half-lives in days */
	int64_t w_text, w_recency, w_activation; /* millionths, with a query */
	int64_t most[BLEND_AGES + 1]; /* recency by age; -1: not known yet */
	/* blend-lift.c: the most active atoms, and what others have at most */
	bool knows_lifted;
	struct blend_active lifted[BLEND_LIFTED];
	size_t n_lifted;
	int64_t rest;
};

struct blended {
	int64_t score;
	int64_t text, recency, activation; /* millionths; text -1: no query */
	int64_t updated; /* seconds; INT64_MIN for none */
	int64_t last;	 /* access; CX_NO_TIME */
};

/* access is a file, or a directory of logs, which are read when it is known
 * of which atoms; one tells that there is only one query. */
struct blend *blend_new(const struct cx_config *config, const char *access,
    bool one);
void blend_free(struct blend *b);

/* How far below another F an atom of at most this activation may be, in
 * millionths, to come before it for the other parts. */
int64_t blend_slack(const struct blend *b, int64_t activation);
/* text: F, or -1 when there is no query. */
struct blended blend_record(const struct blend *b, int64_t text,
    const struct cx_record *rec);
/* Better first: score, then `updated`. */
int blend_compare(const struct blended *a, const struct blended *b);
/* Members of the object that --explain adds. */
void blend_explain(const struct blend *b, const struct blended *of,
    struct cx_printer *p);

/* --- in a search set --- */

/* Reads what there is of accesses, unless it is much, so that the next can
 * say less than a million. */
void blend_find_lifted(struct blend *b, struct cx_records *records);
/* The activation that an atom has at most. */
int64_t blend_most_active(const struct blend *b, uint32_t atom);

struct blend_atom {
	uint32_t atom;
	uint64_t order; /* cx_search_order */
	int64_t text; /* as above */
	const void *found; /* the caller's */
	struct blended of; /* zeroed; blend_best fills it */
};

/* Reorders v, of n candidates, so that the best `limit` (0: all) stand first;
 * tells how many these are. */
size_t blend_best(struct blend *b, const struct set_source *source,
    struct blend_atom *v, size_t n, size_t limit);
/* The best of all atoms that source->accept takes, without a query; to be
 * freed. */
struct blend_atom *blend_all(struct blend *b, const struct set_source *source,
    size_t limit, size_t *n);

/* --- between blend.c and blend-set.c --- */

int64_t blend_recency(const struct blend *b, int64_t updated);
/* f may be NULL. */
int64_t blend_activation(const struct blend *b, const struct cx_use *f);
/* The score of its parts. */
int64_t blend_sum(const struct blend *b, int64_t text, int64_t r, int64_t a);
/* Sees to it that b->fold has the atoms of these paths; NULL: all. */
void blend_load(struct blend *b, const struct cx_str *paths, size_t n);

#endif
