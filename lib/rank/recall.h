/*
 * recall.h: lexical relevance over names, labels and text (cx-score(1)).
 *
 * BM25F over three fields (A), dates (D), neighbours in the link graph (X),
 * and what only orders: length (P), a name or a heading that the query is or
 * has among other words (E), all words in the names or the text (C), a date of
 * these days (Y), a word with punctuation as it stands (L).
 * Every bonus is a share of the best A of the query.  Logarithms and norms are
 * rounded once to multiples of 2^-20; all else is whole numbers, products
 * before quotients, quotients rounded down: a score does not depend on the
 * order of additions.
 *
 * BM25F: Robertson and Zaragoza, "The Probabilistic Relevance Framework",
 * 2009; the idf with 1 + is Lucene's.  Feedback: Lavrenko and Croft,
 * "Relevance-Based Language Models", SIGIR 2001, is where it comes from.
 */
#ifndef CX_RECALL_H
#define CX_RECALL_H

#include "lib/json/print.h"
#include "lib/rank/blend.h"
#include "lib/rank/pool.h"
#include "lib/rank/query.h"
#include "lib/record/layer.h"
#include "lib/text/literal.h"

/* What a term that counts once in the query adds to an atom's A: 2.2 times its
 * idf at most, which is below 23. */
struct cx_recall_points {
	uint32_t atom;
	uint32_t points : 31;
	bool named : 1; /* the term is in its names */
};

/* A term of the query and how often it stands there. */
struct cx_recall_term {
	struct cx_str text;
	uint32_t qtf, df;
	/* How much it counts, in halves: characters in a row are in two pairs
	 * each, so a pair in a row is half a word, as are the words that
	 * cx_analyzer_weak knows. */
	uint32_t halves;
	bool pair; /* of a script without spaces, or a single character */
	bool whole; /* a word whose pairs are terms, too: analyze.h */
	bool joined; /* always in one with another script: analyze.h */
	bool prefix; /* all words that begin so */
	struct cx_cursor list; /* of the texts */
	/* Of a prefix, or of a single character of a script without spaces,
	 * whose list has pairs: its postings. */
	struct cx_posting *own;
	size_t n_own;
	int64_t idf; /* in 2^-20 */
	struct cx_cursor carriers; /* atoms whose tags, project, people */
	bool dated; /* it is a word of the date, too: */
	struct cx_cursor dates;
	const struct cx_recall_points *days; /* or of a day, of these */
	size_t n_days;
	/* What it is worth, by atom, while ranking. */
	struct cx_recall_points *points;
	size_t n_points;
	int64_t most; /* of an atom */
};

/* A word of the query that is part of a date; or a day, with atoms of it and
 * of the days about it, whose points are tenths of these. */
struct cx_recall_date {
	struct cx_cursor list;
	struct cx_recall_points *days; /* NULL: a word */
	size_t n;
	int64_t points;
};

/* An atom with a name or a heading that the query is, or has among other
 * words. */
struct cx_recall_named {
	uint32_t atom;
	int64_t share; /* of M, in tenths of 2^-20 */
};

/* A word of the query that has to be there as it stands. */
struct cx_recall_literal {
	struct cx_literal text;
	struct cx_str word;
	int64_t share; /* of what all words weigh, in 2^-20 */
};

/* The parts of a score, in 2^-20. */
struct cx_hit_parts {
	int64_t text, date, near; /* A D X */
	int64_t length, named, all; /* P E C */
	int64_t young, literal; /* Y L */
	int64_t feedback;
	bool whole; /* E is that of a whole name or description */
};

struct cx_hit {
	uint32_t atom;
	int64_t when; /* its day, CX_NO_DAY without one; see sort */
	uint64_t order; /* cx_search_order */
	int64_t score; /* in 2^-20, above 0 */
	int64_t weight; /* of the status, millionths */
	struct cx_hit_parts part;
};

struct cx_recall {
	struct cx_pool *pool;
	const struct cx_search *set; /* of it, and the next */
	struct cx_analyzer *analyzer;
	const struct cx_query *query;
	struct cx_recall_term *terms;
	size_t n_terms;
	size_t n_must; /* without those that are whole: all of a query */
	struct cx_recall_date *dates;
	size_t n_dates, dates_cap;
	uint64_t length; /* of the query, in halves of a term */
	struct cx_recall_named *named; /* ascending */
	size_t n_named, named_cap;
	bool called; /* the query is the name of one */
	struct cx_buf key; /* the query as a whole name */
	size_t n_words; /* of it, stop words included */
	bool refused_all; /* an atom that has all terms may be no result */
	bool sentence; /* not a list of words: a stop word, or cx_is_asking */
	bool few; /* a list of so few words that all of them are meant */
	bool stops; /* there is nothing but stop words */
	struct cx_recall_literal *literals;
	size_t n_literals, literals_cap;
	struct cx_buf text; /* the words that ask for something */
	int64_t strongest; /* the most that a word weighs */
	/* By which the newer gain; NULL, as after cx_recall_init: none does. */
	const struct cx_layers *layers;
	const struct cx_blend *blend; /* while ranking, and the next */
	int64_t slack; /* of it: so many millionths of the best, at most */
	/* Best first; with blend the others in no order. */
	struct cx_hit *found;
	size_t n;
	int64_t best; /* M: the largest A, also of what is not a result */
};

/* Prepares the terms; what is given is borrowed. */
void cx_recall_init(struct cx_recall *r, struct cx_pool *pool,
    const struct cx_query *q);
/* Whether ranking will ask for texts. */
bool cx_recall_reads(struct cx_analyzer *analyzer, const struct cx_query *q);
/* Ranks; the answer is in r->found.  At least the best `limit` are found of
 * those that pool->accept takes; 0 is all.  With blend, which may be NULL,
 * atoms are found, too, that recency or use may yet lift above the last. */
void cx_recall_run(struct cx_recall *r, const struct cx_blend *blend,
    size_t limit);
/* What the query gives to a note of a layer. */
static inline int64_t
cx_recall_young(const struct cx_recall *r, enum cx_layer layer)
{
	return !r->layers ? 0 : layer == CX_HOT ? r->strongest / 5 :
	    layer == CX_WARM ? r->strongest / 10 : 0;
}
/* A score in millionths, to print. */
int64_t cx_recall_micro(int64_t score);
/* Whether a word of the query is neither in the texts nor scope nor date; f
 * is what was found of the atom, or NULL. */
/* Whether a term is found as part of a date. */
bool cx_recall_dated(const struct cx_recall *r, struct cx_str term);
bool cx_recall_partial(const struct cx_recall *r, uint32_t atom,
    const struct cx_hit *f);
/* Whether the atom is what the words, a prompt, are about: it has two of them,
 * or one in its name, and of what all weigh four fifths. */
bool cx_recall_about(const struct cx_recall *r, const struct cx_hit *f);
/* Whether an atom whose status is worth so much, in millionths, and that no
 * result may be, could come before all results. */
bool cx_recall_may_beat(const struct cx_recall *r, int64_t weight);
/* Members of the object that --explain adds. */
void cx_recall_explain(const struct cx_recall *r, const struct cx_hit *f,
    struct cx_printer *p);
void cx_recall_release(struct cx_recall *r);

#endif
