/*
 * rank.h: finds the best notes of a pool for a query: by words (keyword.h), by
 * relevance (recall.h), optionally combined with recency and use (blend.h), or
 * without a query by what a session should know first (context.h).
 *
 *	struct cx_ranking r = {.pool = &pool, .how = how};
 *
 *	cx_rank_run(&r, &query);
 *	for (size_t i = 0; i < r.n; i++)
 *		... r.answers[i]
 *	cx_rank_release(&r);
 *
 * A ranking can be run for several queries, one after the other.
 */
#ifndef CX_RANK_H
#define CX_RANK_H

#include "lib/index/fresh.h"
#include "lib/rank/blend.h"
#include "lib/rank/keyword.h"
#include "lib/rank/recall.h"

enum cx_rank {
	CX_RANK_KEYWORD,
	CX_RANK_RECALL,
	CX_RANK_CONTEXT, /* without a query */
	CX_RANK_SCORE    /* the member `score` of records; not for a pool */
};

struct cx_rank_how {
	enum cx_rank by;
	size_t limit;  /* 0: all */
	bool alone;    /* without a query: ranks all */
	bool in_force; /* exclude notes that are over (life.h) */
	bool about;    /* only what the query, a prompt, is about */
	bool with_case; /* case matters in phrases */
	bool fold;     /* treat copies as one answer (copies.h) */
	bool linked;   /* by context: include what is linked with the best */
	struct cx_expr *where;  /* NULL: all */
	struct cx_blend *blend; /* NULL: ignore recency and use */
	struct cx_layers layers;
};

struct cx_ranking {
	struct cx_pool *pool;
	struct cx_rank_how how;
	/* Checks the file of an indexed note; may be NULL. */
	enum cx_fresh_state (*state)(void *arg, struct cx_str path);
	void *arg;
	/* Results of the last query, best first. */
	const struct cx_query *query;
	struct cx_answer *answers;
	size_t n;
	size_t n_all; /* of all parts (parts.h) */
	size_t n_copies; /* after the answers; .copy_of is an index of these */
	/* The largest weight of a note not ranked since it is over; 0: none */
	int64_t left_out;
	/* For explanations. */
	struct cx_keyword_scorer cortex;
	struct cx_recall recall;
	/* Private: */
	struct cx_keywords keywords;
	bool check_all; /* check the files of all ranked atoms */
	bool has_filter;
	uint64_t *excluded; /* by a -word, one bit per atom; NULL: none */
	struct cx_rank_phrase {
		struct cx_literal text; /* of a phrase */
		bool seen; /* found in some atom */
		int as;	   /* how it filters */
	} *phrase; /* by term of the query */
	size_t n_phrases;
	size_t cap;
};

void cx_rank_run(struct cx_ranking *r, const struct cx_query *q);
void cx_rank_release(struct cx_ranking *r);

/* Returns how many notes, at most `limit`, the same query finds without
 * filters, or including notes that are over; *first is the best. */
size_t cx_rank_again(const struct cx_ranking *r, bool filters, bool over,
    size_t limit, uint32_t *first);

/* Whether an answer lacks a word of the query. */
bool cx_rank_partial(const struct cx_ranking *r, const struct cx_answer *a);
enum cx_fresh_state cx_rank_state(struct cx_ranking *r, uint32_t atom);

/* Why a note is not a result, or that it is ranked. */
enum cx_fate {
	CX_NOT_SEEN,
	CX_NOT_WHERE, /* a filter, or field:word, or a phrase */
	CX_EXCLUDED,  /* a -word */
	CX_NOT_IN_FORCE,
	CX_NO_MATCH,
	CX_LOST, /* its file has gone */
	CX_RANKED
};

/* Returns the fate of an atom in the last query, its answer, and in *place its
 * rank from 0, or r->n if it is not a result. */
enum cx_fate cx_rank_fate(struct cx_ranking *r, uint32_t atom,
    struct cx_answer *a, size_t *place);

#endif
