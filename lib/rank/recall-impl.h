/*
 * recall-impl.h: shared by the files of the recall ranking: recall.c prepares
 * the terms, recall-run.c computes sums and the shortlist, recall-best.c scores
 * that and chooses the results, recall-feedback.c ranks the best again.  All
 * values are integers in units of 2^-20.
 */
#ifndef CX_RECALL_IMPL_H
#define CX_RECALL_IMPL_H

#include "lib/rank/recall.h"

#include <math.h>

#define FIX_BITS 20
#define FIX (INT64_C(1) << FIX_BITS)

/* The number of atoms whose neighbours are examined.  A query of one term ranks
 * all atoms that have it. */
#define SHORTLIST 400
/* The bonus share of an atom whose name is the query, in tenths. */
#define CX_WHOLE_NAME (10 * FIX)
/* In lists of at most this many words, all are required. */
#define FEW_WORDS 3
/* A query of at least this many words may be a whole description. */
#define DESCRIPTION_WORDS 3
/* A query of at least this many terms describes what is wanted: see
 * recall-feedback.c.  Consecutive pairs are half a term each. */
#define FEEDBACK_TERMS 8
/* The most words with punctuation that are searched literally, and the number
 * of best atoms whose texts are searched. */
#define LITERALS 16
#define LITERAL_BEST 400
/* The most runs of three characters that are searched. */
#define RUNS 64
/* The most notes whose texts are read for a query of stop words. */
#define STOP_ATOMS 50000
/* No score is above it. */
#define BEST_MAX (INT64_C(1) << 43)


/* For products of three factors. */
__extension__ typedef __int128 wide;

static inline int64_t
fixed(double x)
{
	return (int64_t)floor(x * FIX + 0.5);
}

static inline int64_t
idf(uint64_t n, uint64_t df)
{
	return fixed(log(1 + ((double)(n - df) + 0.5) / ((double)df + 0.5)));
}

/* idf · 2.2 x / (x + 1.2) for x, in 2^-20 as idf is. */
static inline int64_t
saturate(int64_t term_idf, int64_t x)
{
	if (x < INT64_C(1) << 34)
		return term_idf * 11 * x / (5 * x + 6 * FIX);
	return (int64_t)((wide)term_idf * 11 * x / (5 * (wide)x + 6 * FIX));
}

/* Returns the factor for a term in a field of this length if n fields have a
 * total length of `sum`; b is the share that depends on length. */
static inline int64_t
field_norm(double weight, double b, uint64_t length, uint64_t n, uint64_t sum)
{
	if (sum == 0)
		return 0;
	return fixed(weight / (1 - b + b * (double)length * (double)n /
	    (double)sum));
}

#define FEEDBACK_BEST 20 /* atoms that are ranked again */
#define NORMS 4096 /* lengths whose norm is cached */
#define WORTH_TIMES 4
#define WORTH_LENGTHS 1024

/* An atom with points. */
struct touched {
	uint32_t atom;
	int64_t text; /* A */
};

/* The state of one run. */
struct tally {
	struct cx_recall *r;
	struct cx_search_sums sums;
	/* Ascending by number, then an end mark without points; and the indexes
	 * where atoms 0, PLACES and so on would be. */
	struct touched *touched;
	size_t n_touched, touched_cap;
#define PLACES 256
	uint32_t *places;
	/* By place: how many required terms it has, in total and in its names;
	 * NULL for one term, or many. */
	uint8_t *terms, *named;
	int64_t *date; /* D */
	int64_t best;	     /* M, the largest A */
	uint64_t *refused; /* one bit per atom; NULL: none */
	/* By length; 0: unknown; NULL: none asked for yet. */
	int64_t *name_norm, *word_norm, *pair_norm;
	size_t found_cap;
	/* What follows is not set at first. */
	struct cx_posting block[CX_POSTINGS_LINE];
	struct cx_doc_length ranks[CX_POSTINGS_LINE];
	/* The points for being this often (from 1) in a text of that length,
	 * for the current term; 0: unknown. */
	int64_t worth[WORTH_TIMES][WORTH_LENGTHS];
};

static inline int64_t
larger(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

/* Returns the index of an atom in u->touched, that of the end mark if it is
 * missing. */
size_t cx_run_place(const struct tally *u, uint32_t atom);

static inline int64_t
cx_run_date(const struct tally *u, size_t place)
{
	return u->date ? u->date[place] : 0;
}

/* Whether a term is in the names of an atom, and its points for the atom. */
bool cx_run_named(const struct cx_recall_term *t, uint32_t atom);
int64_t cx_run_points(const struct cx_recall_term *t, uint32_t atom);
/* The flags for cx_doc_length if lengths count. */
static inline unsigned
cx_run_lengths(const struct tally *u)
{
	return u->sums.pairs ? CX_RANK_PAIRS : 0;
}

/* Whether an atom may be a result; a rejected one is remembered. */
bool cx_run_accepts(struct tally *u, uint32_t atom, size_t place);
/* Whether the atom itself has all terms, ignoring words whose pairs are
 * terms. */
static inline bool
cx_run_has_all(const struct tally *u, size_t place)
{
	const struct cx_recall *r = u->r;

	if (u->touched[place].text == 0)
		return false;
	if (u->terms)
		return u->terms[place] == r->n_must;
	for (size_t t = 0; t < r->n_terms && r->n_terms > 1; t++) {
		if (!r->terms[t].whole &&
		    !cx_run_points(&r->terms[t], u->touched[place].atom))
			return false;
	}
	return true;
}
/* Whether it has them all in its names. */
static inline bool
cx_run_named_all(const struct tally *u, size_t place)
{
	const struct cx_recall *r = u->r;

	if (u->named)
		return u->named[place] == r->n_must;
	for (size_t t = 0; t < r->n_terms; t++) {
		if (!r->terms[t].whole &&
		    !cx_run_named(&r->terms[t], u->touched[place].atom))
			return false;
	}
	return true;
}
/* Gets the frequencies of a term in an atom; false if it lacks the term. */
bool cx_run_posting(const struct cx_recall_term *t, uint32_t atom,
    struct cx_posting *tf);
/* Returns the points for frequencies in an atom of these lengths; pair: of a
 * pair. */
int64_t cx_run_weigh(struct tally *u, const struct cx_doc_length *rank,
    const struct cx_posting *p, bool pair);

/* Adds up the points and returns the number of the best possible results, best
 * first in out. */
size_t cx_run_shortlist(struct tally *u, uint32_t out[SHORTLIST]);
void cx_run_release(struct tally *u);
/* Sorts what was found.  Finds the places of the best n among those of all
 * parts, and returns how many these are. */
size_t cx_run_first(struct tally *u, size_t n, size_t *place);
/* Orders by score, then newer first, then by path. */
int cx_found_compare(const void *a, const void *b);
/* Adds to the best of r->found the score from what the best of them contain;
 * best by R. */
void cx_recall_feedback(struct tally *u);
/* Adds the words as they were typed, likewise. */
void cx_recall_typed(struct tally *u);
/* Adds those with characters of the query in a row, likewise. */
void cx_recall_add_runs(struct tally *u);

#endif
