/*
 * recall.h: lexical relevance over names, labels and text (cx-score(1)).
 *
 * BM25F over three fields (A), scopes (T), dates (D), the folder (G),
 * neighbours in the link graph (X), and what only orders: length (P), words
 * that say when (W), the whole name (E), a whole heading (H), all words (C).
 * Every bonus is a share of the best A of the query.  Logarithms and norms are
 * rounded once to multiples of 2^-20; all else is whole numbers, products
 * before quotients, quotients rounded down: a score does not depend on the
 * order of additions.
 *
 * BM25F: Robertson and Zaragoza, "The Probabilistic Relevance Framework",
 * 2009; the idf with 1 + is Lucene's.  Feedback: Lavrenko and Croft,
 * "Relevance-Based Language Models", SIGIR 2001, is where it comes from.
 */
#ifndef SCORE_RECALL_H
#define SCORE_RECALL_H

#include "bin/cx-score/query.h"
#include "bin/cx-score/weight.h"
#include "lib/text/analyze.h"
#include "lib/json/print.h"
#include "lib/record/record.h"
#include "lib/search/search.h"

#define FIX_BITS 20
#define FIX (INT64_C(1) << FIX_BITS)

/* Of so many atoms the neighbours are looked at.  A query of one term ranks
 * all that have it. */
#define SHORTLIST 400
/* A query of so many words may be a whole description. */
#define DESCRIPTION_WORDS 3
/* A query of so many terms describes what is wanted: see recall-feedback.c.
 * Pairs in a row are half a term each. */
#define FEEDBACK_TERMS 8

/* What a term that counts once in the query adds to an atom's A: 2.2 times its
 * idf at most, which is below 23. */
struct points {
	uint32_t atom;
	uint32_t points;
};

/* A term of the query and how often it stands there. */
struct qterm {
	struct cx_str text;
	uint32_t qtf, df;
	/* How much it counts, in halves: characters in a row are in two pairs
	 * each, so a pair in a row is half a word. */
	uint32_t halves;
	bool pair; /* of a script without spaces, or a single character */
	bool joined; /* always in one with another script: analyze.h */
	struct cx_cursor list; /* of the texts */
	/* Of a single character of a script without spaces: its postings, as
	 * the list has pairs. */
	struct cx_posting *own;
	size_t n_own;
	int64_t idf; /* in 2^-20 */
	struct cx_cursor carriers; /* atoms whose tags, project, people */
	bool scope;
	bool dated; /* it is a word of the date, too: */
	struct cx_cursor dates;
	/* What it is worth, by atom, while ranking. */
	struct points *points;
	size_t n_points;
	int64_t most; /* of an atom */
};

/* A word of the query that is part of a date. */
struct qdate {
	struct cx_cursor list;
	int64_t points;
};

/* The parts of a score, in 2^-20. */
struct parts {
	int64_t text, scope, date, folder, near; /* A T D G X */
	int64_t length, when, exact, heading, all; /* P W E H C */
	int64_t feedback;
};

struct found {
	uint32_t atom, names; /* terms of its names */
	uint64_t order; /* cx_search_order */
	int64_t score; /* in 2^-20, above 0 */
	int64_t weight; /* of the status, millionths */
	struct parts part;
};

/* Whether an atom may be a result; called at most once for each. */
typedef bool recall_accept(void *arg, uint32_t atom);
/* An atom's record. */
typedef void recall_record(void *arg, uint32_t atom, struct cx_record *rec);
/* An atom's record and text; false, after a message, without. */
typedef bool recall_read(void *arg, uint32_t atom, struct cx_record *rec,
    struct cx_str *body);

struct recall {
	const struct cx_search *set;
	struct cx_analyzer *analyzer;
	const struct query *query;
	struct qterm *terms;
	size_t n_terms;
	struct qdate *dates;
	size_t n_dates, dates_cap;
	uint64_t length; /* of the query, in halves of a term */
	struct cx_atoms exact; /* whose name the query is; ascending */
	struct cx_atoms headed; /* with a heading that is the query */
	struct cx_buf key; /* the query as a whole name */
	size_t n_words; /* of it, stop words included */
	bool refused_all; /* an atom that has all terms may be no result */
	bool asks_when;
	recall_record *record;
	recall_read *read; /* for feedback */
	/* Atoms are found, too, that are below the last by so many millionths
	 * of the best, as something else may yet lift them above it. */
	int64_t slack;
	int64_t (*slack_of)(void *arg, uint32_t atom); /* of one, no more */
	void *arg; /* of slack_of */
	struct found *found; /* best first; with slack the others in no order */
	size_t n;
	int64_t best; /* M: the largest A, also of what is not a result */
};

/* Prepares the terms; what is given is borrowed. */
void recall_init(struct recall *r, const struct cx_search *set,
    struct cx_analyzer *analyzer, const struct query *q);
/* Of an atom, what a term adds, while ranking. */
int64_t run_points(const struct qterm *t, uint32_t atom);
/* Whether ranking will ask for texts. */
bool recall_reads(struct cx_analyzer *analyzer, const struct query *q);
/* Ranks; the answer is in r->found.  At least the best `limit` are found, 0
 * is all.  accept may be NULL; arg is that of accept, r->record and
 * r->read. */
void recall_run(struct recall *r, const struct weights *weights, size_t limit,
    recall_accept *accept, void *arg);
/* A score in millionths, to print. */
int64_t recall_micro(int64_t score);
/* Whether a word of the query is neither in the texts nor scope nor date; f
 * is what was found of the atom, or NULL. */
bool recall_partial(const struct recall *r, uint32_t atom,
    const struct found *f);
/* How often a term is in the fields of an atom; false: in none. */
bool recall_posting(const struct qterm *t, uint32_t atom,
    struct cx_posting *tf);
/* Members of the object that --explain adds. */
void recall_explain(const struct recall *r, const struct found *f,
    struct cx_printer *p);
void recall_release(struct recall *r);

#endif
