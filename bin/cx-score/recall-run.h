/*
 * recall-run.h: one run of the recall ranking: recall.c adds up and makes the
 * shortlist, recall-best.c runs it and chooses the results, recall-feedback.c
 * ranks the best again; for them alone.
 */
#ifndef SCORE_RECALL_RUN_H
#define SCORE_RECALL_RUN_H

#include "bin/cx-score/bm25.h"
#include "bin/cx-score/recall.h"

#define FEEDBACK_BEST 20 /* that are ranked again */
#define NORMS 4096 /* lengths whose norm is remembered */
#define WORTH_TIMES 4
#define WORTH_LENGTHS 1024

/* An atom that got something, and its folder; NO_FOLDER: not looked at. */
struct touched {
	uint32_t atom, folder;
#define NO_FOLDER UINT32_MAX
};

/* The dense state of one run. */
struct run {
	struct recall *r;
	const struct weights *weights;
	recall_accept *accept;
	void *arg; /* of accept and read */
	struct cx_search_sums sums;
	int64_t *text;	/* A, by atom */
	uint8_t *terms; /* how many of the terms, by atom; NULL: one, or many */
	int64_t *other; /* T + D, by atom; NULL: none */
	int64_t *scope; /* T, by atom; NULL: none */
	int64_t *folder; /* by folder: BM25, of which G is a part; or ... */
#define FOLDER_NOTHING (-1) /* that, with siblings, */
#define FOLDER_ALONE (-2)   /* or without */
	int64_t folder_most; /* G */
	int64_t best;	     /* M, the largest A */
	struct touched *touched; /* in order of coming */
	size_t n_touched;
	size_t touched_cap;
	uint64_t *excluded; /* a bit an atom; NULL: none */
	/* By length; 0: unknown. */
	int64_t name_norm[NORMS], word_norm[NORMS];
	int64_t *pair_norm; /* NULL: no pair yet */
	uint64_t *sum;	/* by folder: frequencies of the term at hand */
	uint32_t *folders; /* that have some */
	size_t n_folders, folders_cap, found_cap;
	struct cx_posting block[CX_POSTINGS_LINE];
	struct cx_search_rank ranks[CX_POSTINGS_LINE];
	/* What being so often, from once on, in a text of that length is worth
	 * of the term at hand; 0: unknown. */
	int64_t worth[WORTH_TIMES][WORTH_LENGTHS];
};

static inline bool
is_excluded(const struct run *u, uint32_t atom)
{
	return u->excluded && u->excluded[atom / 64] >> atom % 64 & 1;
}

static inline int64_t
other_points(const struct run *u, uint32_t atom)
{
	return u->other ? u->other[atom] : 0;
}

static inline int64_t
folder_points(const struct run *u, uint32_t folder)
{
	return 3 * u->folder[folder] / 10;
}

/* G of an atom. */
int64_t run_folder(struct run *u, uint32_t atom, uint32_t folder);
int64_t run_touched_folder(struct run *u, struct touched *t);
/* What cx_search_rank is asked for besides, where lengths count. */
static inline unsigned
run_lengths(const struct run *u)
{
	return u->sums.pairs ? CX_RANK_PAIRS : 0;
}

/* Whether an atom may be a result; one that may not is asked about once. */
bool run_accepts(struct run *u, uint32_t atom);
/* Whether the atom itself has all terms. */
static inline bool
run_has_all(const struct run *u, uint32_t atom)
{
	const struct recall *r = u->r;

	if (u->text[atom] == 0)
		return false;
	if (u->terms)
		return u->terms[atom] == r->n_terms;
	for (size_t t = 0; t < r->n_terms && r->n_terms > 1; t++) {
		if (!run_points(&r->terms[t], atom))
			return false;
	}
	return true;
}
/* What frequencies in an atom of these lengths count; pair: of a pair. */
int64_t run_weigh(struct run *u, const struct cx_search_rank *rank,
    const struct cx_posting *p, bool pair);

/* Adds up what the atoms get: the best that may be results, best first; how
 * many. */
size_t run_shortlist(struct run *u, uint32_t out[SHORTLIST]);
void run_release(struct run *u);
/* Adds to the best of r->found what the best of them say; best by R. */
void recall_feedback(struct run *u);

#endif
