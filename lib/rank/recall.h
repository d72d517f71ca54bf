/*
 * recall.h: lexical relevance over names, labels and text (cx-score(1)).
 *
 * It combines BM25F over three fields (A), dates (D), neighbours in the link
 * graph (X), and bonuses that only affect the order: length (P), a name or a
 * heading that equals the query or contains it among other words (E), all words
 * in the names or the text (C), a recent date (Y), the words as they were typed
 * and characters in a row (T), a literal match of a word with punctuation (L).
 * Every bonus is a share of the best A of the query.
 * Logarithms and norms are rounded once to multiples of 2^-20; the rest is
 * integer arithmetic, products before quotients, quotients rounded down: scores
 * do not depend on the order of additions.
 *
 * BM25F: Robertson and Zaragoza, "The Probabilistic Relevance Framework", 2009;
 * the idf with 1 + is Lucene's.  Feedback is based on Lavrenko and Croft,
 * "Relevance-Based Language Models", SIGIR 2001.
 */
#ifndef CX_RECALL_H
#define CX_RECALL_H

#include "lib/json/print.h"
#include "lib/rank/blend.h"
#include "lib/rank/pool.h"
#include "lib/rank/query.h"
#include "lib/record/layer.h"
#include "lib/text/literal.h"

/* What a term that occurs once in the query adds to an atom's A: at most 2.2
 * times its idf, which is below 23. */
struct cx_recall_points {
	uint32_t atom;
	uint32_t points : 31;
	bool named : 1; /* the term is in its names */
};

/* A term of the query and its frequency there. */
struct cx_recall_term {
	struct cx_str text;
	uint32_t qtf, df;
	/* Its weight in halves: each of several characters in a row is in two
	 * pairs, so such a pair is half a word, and so are the words of
	 * cx_analyzer_weak. */
	uint32_t halves;
	bool pair; /* of a script without spaces, or a single character */
	bool whole; /* a word whose pairs are terms, too: analyze.h */
	bool joined; /* always joined to another script: analyze.h */
	bool prefix; /* all words with this prefix */
	struct cx_cursor list; /* in texts */
	/* The postings of a prefix, or of a single character of a script
	 * without spaces, whose list has pairs. */
	struct cx_posting *own;
	size_t n_own;
	int64_t idf; /* in 2^-20 */
	struct cx_cursor carriers; /* atoms with it in tags, project, people */
	bool in_day; /* it is a word of a day */
	bool dated; /* it is a word of the date, too: */
	struct cx_cursor dates;
	const struct cx_recall_points *days; /* or of a day, with these */
	size_t n_days;
	/* Its points by atom, while ranking. */
	struct cx_recall_points *points;
	size_t n_points;
	int64_t most; /* for one atom */
};

/* A word of the query that is part of a date; or a day, with the atoms of that
 * day and those around it, whose points are in tenths of `points`. */
struct cx_recall_date {
	struct cx_cursor list;
	struct cx_recall_points *days; /* NULL: a word */
	size_t n;
	int64_t points;
};

/* An atom with a name or a heading that equals the query, or contains it. */
struct cx_recall_named {
	uint32_t atom;
	int64_t share; /* of M, in tenths of 2^-20 */
};

/* A word of the query to be found literally. */
struct cx_recall_literal {
	struct cx_literal text;
	struct cx_str word;
	int64_t share; /* share of the weight of all words, in 2^-20 */
};

/* The parts of a score, in units of 2^-20. */
struct cx_hit_parts {
	int64_t text, date, near; /* A D X */
	int64_t length, named, all; /* P E C */
	int64_t young, typed, literal; /* Y T L */
	int64_t feedback;
	bool whole; /* E is for a whole name or description */
};

struct cx_hit {
	uint32_t atom;
	int64_t when; /* its day, or CX_NO_DAY; see sort */
	const struct cx_search *set; /* for cx_search_before */
	int64_t score; /* in 2^-20, above 0 */
	int64_t weight; /* of the status, millionths */
	struct cx_hit_parts part;
};

/* A word of the query, and its term. */
struct cx_recall_typed {
	uint32_t word;
	const struct cx_recall_term *term;
};

/* Three characters in a row of a script without spaces. */
struct cx_recall_run {
	struct cx_str text; /* in run_text */
	bool met; /* the note at hand has it */
};

struct cx_recall {
	struct cx_pool *pool;
	const struct cx_search *set; /* of the pool, as is analyzer */
	struct cx_analyzer *analyzer;
	const struct cx_query *query;
	struct cx_recall_term *terms;
	size_t n_terms;
	size_t n_must; /* without whole words: all of a query */
	struct cx_recall_date *dates;
	size_t n_dates, dates_cap;
	uint64_t length; /* of the query, in halves of a term */
	struct cx_search_sums sums; /* of all parts, as is each df */
	struct cx_recall_named *named; /* ascending */
	size_t n_named, named_cap;
	bool names; /* some atom has a name or heading of it, of any part */
	bool called; /* some atom has the query as its name */
	struct cx_buf key; /* the query as a whole name */
	size_t n_words; /* number of its words, with stop words */
	bool refused_all; /* an atom with all terms was rejected */
	bool sentence; /* it has a stop word or cx_is_asking */
	bool few; /* a list of few words, all required */
	bool stops; /* it has only stop words */
	/* The words as they were typed, each once, if they count beside their
	 * stems. */
	struct cx_recall_typed *typed;
	size_t n_typed, typed_cap;
	struct cx_buf run_text; /* the query in NFC */
	struct cx_recall_run *runs; /* each once */
	size_t n_runs, runs_cap;
	struct cx_recall_literal *literals;
	size_t n_literals, literals_cap;
	struct cx_buf text; /* the words that ask for something */
	int64_t strongest; /* the largest weight of a word */
	/* Limits for the bonus of new notes; NULL (after cx_recall_init): no
	 * bonus. */
	const struct cx_layers *layers;
	const struct cx_blend *blend; /* while ranking, as is slack */
	int64_t slack; /* cx_blend_slack, in millionths of the best */
	/* Best first; with blend the remaining ones are unordered. */
	struct cx_hit *found;
	size_t n;
	int64_t best; /* M: the largest A, even if not a result */
};

/* Prepares the terms; the arguments are borrowed. */
void cx_recall_init(struct cx_recall *r, struct cx_pool *pool,
    const struct cx_query *q);
/* Whether ranking will need texts. */
bool cx_recall_reads(struct cx_analyzer *analyzer, const struct cx_query *q);
/* Ranks and puts the answer into r->found: at least the best `limit` (0: all)
 * of the atoms that pool->accept allows.  With blend, which may be NULL, it
 * includes atoms that recency or use may still lift above the last. */
void cx_recall_run(struct cx_recall *r, const struct cx_blend *blend,
    size_t limit);
/* Returns the bonus of a note in a layer. */
static inline int64_t
cx_recall_young(const struct cx_recall *r, enum cx_layer layer)
{
	return !r->layers ? 0 : layer == CX_HOT ? r->strongest / 5 :
	    layer == CX_WARM ? r->strongest / 10 : 0;
}
/* Converts a score to millionths, to print it. */
int64_t cx_recall_micro(int64_t score);
/* Whether a term was found as part of a date. */
bool cx_recall_dated(const struct cx_recall *r, struct cx_str term);
/* Whether a word of the query is neither in the texts nor a scope nor a date;
 * f is the hit of the atom, or NULL. */
bool cx_recall_partial(const struct cx_recall *r, uint32_t atom,
    const struct cx_hit *f);
/* Whether the atom is what the words of a prompt are about: it has two of them,
 * or one in its name, and four fifths of the weight of all. */
bool cx_recall_about(const struct cx_recall *r, const struct cx_hit *f);
/* Whether an atom excluded from the results, with a status weight in
 * millionths, could rank above the best, of this score; 0 for none. */
bool cx_recall_may_beat(const struct cx_recall *r, int64_t weight,
    bool refused_all, int64_t best);
/* Prints the members for --explain. */
void cx_recall_explain(const struct cx_recall *r, const struct cx_hit *f,
    struct cx_printer *p);
void cx_recall_release(struct cx_recall *r);

#endif
