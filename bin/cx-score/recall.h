/*
 * recall.h: lexical relevance over the whole text (cx-score(1)).
 *
 * BM25 over name and body, words of tags and of dates, the folder as a
 * document, and neighbours in the link graph that pass on what they have.
 * Logarithms and norms are rounded once to multiples of 2^-20; all else is
 * whole numbers, so a score does not depend on the order of additions.
 *
 * BM25: Robertson and Zaragoza, "The Probabilistic Relevance Framework",
 * 2009; the idf with 1 + is Lucene's.
 */
#ifndef SCORE_RECALL_H
#define SCORE_RECALL_H

#include "bin/cx-score/query.h"
#include "bin/cx-score/weight.h"
#include "lib/text/analyze.h"
#include "lib/config/config.h"
#include "lib/json/print.h"
#include "lib/search/search.h"

#define FIX_BITS 20
#define FIX (INT64_C(1) << FIX_BITS)

/* Of so many atoms the neighbours are looked at. */
#define SHORTLIST 400

/* Where a term may stand. */
enum where {
	IN_TEXT,
	IN_FOLDER,
	IN_TAGS,
	IN_DATE,
	PLACES
};

/* A term of the query and how often it stands there. */
struct qterm {
	struct cx_str text;
	uint32_t qtf;
	bool scope; /* a tag of at least 5 % of the atoms: not in texts */
	struct cx_cursor list[PLACES]; /* at its start */
	int64_t idf[PLACES];	       /* in 2^-20 */
};

struct found {
	uint32_t atom;
	uint64_t order; /* cx_search_order */
	int64_t score; /* millionths, above 0 */
	/* The parts, in 2^-20: */
	int64_t text, other, folder, near; /* other: tags and dates */
	int64_t weight; /* of the status, millionths */
};

/* Whether an atom may be a result; called at most once for each. */
typedef bool recall_accept(void *arg, uint32_t atom);

struct recall {
	const struct cx_search *set;
	struct cx_analyzer *analyzer;
	const struct query *query;
	struct qterm *terms; /* stop words dropped */
	size_t n_terms;
	struct qterm *dates; /* stop words kept */
	size_t n_dates;
	/* Atoms are found, too, that are below the last by so many millionths
	 * of the best, as something else may yet lift them above it. */
	int64_t slack;
	int64_t (*slack_of)(void *arg, uint32_t atom); /* of one, no more */
	void *arg;
	struct found *found; /* best first; with slack the others in no order */
	size_t n;
};

/* Prepares the terms; what is given is borrowed. */
void recall_init(struct recall *r, const struct cx_search *set,
    struct cx_analyzer *analyzer, const struct query *q);
/* Ranks; the answer is in r->found.  At least the best `limit` are found, 0
 * is all.  accept may be NULL. */
void recall_run(struct recall *r, const struct weights *weights, size_t limit,
    recall_accept *accept, void *arg);
/* Whether a word of the query is neither in text nor tags nor date. */
bool recall_partial(const struct recall *r, uint32_t atom);
/* Members of the object that --explain adds. */
void recall_explain(const struct recall *r, const struct found *f,
    struct cx_printer *p);
void recall_release(struct recall *r);

#endif
