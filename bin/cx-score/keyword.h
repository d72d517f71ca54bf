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
#include "lib/config.h"
#include "lib/layer.h"
#include "lib/record.h"
#include "lib/search.h"

/* What is kept for an atom that something matched. */
struct keyword {
	int64_t points;
	uint32_t matched; /* different words of the query */
	uint32_t last;	  /* the word counted last, + 1 */
};

struct keywords {
	struct keyword *of; /* by atom */
	struct best best;   /* results, to be taken best first */
	uint64_t *excluded; /* a bit an atom; NULL: none */
};

/* Parses an atom's record; good until the next call. */
typedef void keyword_record(void *arg, uint32_t atom, struct cx_record *rec);

void keyword_run(struct keywords *k, const struct cx_search *set,
    const struct query *q, const struct cx_layers *layers,
    const struct weights *weights, keyword_record *record, void *arg);
bool keyword_excluded(const struct keywords *k, uint32_t atom);
void keyword_release(struct keywords *k);

#endif
