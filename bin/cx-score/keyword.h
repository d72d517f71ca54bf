/*
 * keyword.h: the cortex ranking through a search set.
 *
 * A word of letters and digits is in a field if it is in one of the field's
 * words, so the dictionary answers; any other is looked up by its longest
 * run and then verified on the record.  The answer is that of cortex.h.
 */
#ifndef SCORE_KEYWORD_H
#define SCORE_KEYWORD_H

#include "bin/cx-score/best.h"
#include "bin/cx-score/query.h"
#include "bin/cx-score/weight.h"
#include "lib/record/layer.h"
#include "lib/record/record.h"

/* What is kept for an atom that something matched: small, as there is one
 * for each atom. */
struct keyword {
	uint32_t points;
	uint16_t matched; /* different words of the query */
	uint16_t last;	  /* the word counted last, + 1 */
};

/* Words of a query; more is a usage error. */
#define KEYWORDS_MAX 60000

struct keywords {
	struct keyword *of; /* by atom */
	size_t atoms;
	struct best best;   /* results, best first */
	uint64_t *excluded; /* a bit an atom; NULL: none */
};

/* Whether an atom may be a result. */
typedef bool keyword_accept(void *arg, uint32_t atom);

/* Parses an atom's record; good until the next call. */
typedef void keyword_record(void *arg, uint32_t atom, struct cx_record *rec);

struct keyword_how {
	const struct cx_layers *layers;
	const struct weights *weights;
	size_t limit;		/* results; 0: all */
	keyword_record *record;
	keyword_accept *accept; /* asked as late as can be */
	void *arg;
};

void keyword_run(struct keywords *k, const struct cx_search *set,
    const struct query *q, const struct keyword_how *how);
bool keyword_excluded(const struct keywords *k, uint32_t atom);
void keyword_release(struct keywords *k);

#endif
