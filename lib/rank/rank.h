/*
 * rank.h: the best notes of a pool for a query: by words (keyword.h), by
 * relevance (recall.h), of which recency and use may be a part (blend.h), or
 * without a query what a session should know first (context.h).
 *
 *	struct cx_ranking r = {.pool = &pool, .how = how};
 *
 *	cx_rank_run(&r, &query);
 *	for (size_t i = 0; i < r.n; i++)
 *		... r.answers[i]
 *	cx_rank_release(&r);
 *
 * A ranking is run for one query after the other.
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
	CX_RANK_SCORE    /* the member `score` of records; not of a pool */
};

struct cx_rank_how {
	enum cx_rank by;
	size_t limit;  /* 0: all */
	bool alone;    /* there is no query: all are ranked */
	bool in_force; /* leave out what is over (life.h) */
	bool about;    /* only what the query, a prompt, is about */
	bool with_case; /* phrases, in which case counts */
	bool fold;     /* copies are no answers of their own (copies.h) */
	bool linked;   /* by context: also what is linked with the best */
	struct cx_expr *where;  /* NULL: all */
	struct cx_blend *blend; /* NULL: recency and use do not count */
	struct cx_layers layers;
};

struct cx_ranking {
	struct cx_pool *pool;
	struct cx_rank_how how;
	/* What a file is now, of an index; or NULL. */
	enum cx_fresh_state (*state)(void *arg, struct cx_str path);
	void *arg;
	/* Of the last query: the answers, best first. */
	const struct cx_query *query;
	struct cx_answer *answers;
	size_t n;
	size_t n_copies; /* that come after them; .copy_of is their place */
	/* The largest weight of what is over and so was not ranked; 0: none */
	int64_t left_out;
	/* What explains them. */
	struct cx_keyword_scorer cortex;
	struct cx_recall recall;
	/* Private: */
	struct cx_keywords keywords;
	bool check_all; /* no atom whose file has gone may be ranked */
	bool has_filter;
	uint64_t *excluded; /* by a -word, a bit an atom; NULL: none */
	struct cx_rank_phrase {
		struct cx_literal text; /* of a phrase */
		bool seen; /* some atom has it */
		int as;	   /* how it filters */
	} *phrase; /* by term of the query */
	size_t n_phrases;
	size_t cap;
};

void cx_rank_run(struct cx_ranking *r, const struct cx_query *q);
void cx_rank_release(struct cx_ranking *r);

/* How many the same query finds without filters, or also with what is over, at
 * most `limit`; *first is the best. */
size_t cx_rank_again(const struct cx_ranking *r, bool filters, bool over,
    size_t limit, uint32_t *first);

/* Whether it lacks a word of the query. */
bool cx_rank_partial(const struct cx_ranking *r, const struct cx_answer *a);
enum cx_fresh_state cx_rank_state(struct cx_ranking *r, uint32_t atom);

/* Why a note is not a result, or comes where it does. */
enum cx_fate {
	CX_NOT_SEEN,
	CX_NOT_WHERE, /* a filter, or field:word, or a phrase */
	CX_EXCLUDED,  /* a -word */
	CX_NOT_IN_FORCE,
	CX_NO_MATCH,
	CX_LOST, /* its file has gone */
	CX_RANKED
};

/* That of an atom of the last query, and its answer; *place from 0 among all
 * of them, r->n if it is not one. */
enum cx_fate cx_rank_fate(struct cx_ranking *r, uint32_t atom,
    struct cx_answer *a, size_t *place);

#endif
