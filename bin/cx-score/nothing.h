/*
 * nothing.h: why a query finds nothing, or not what it was meant to find.
 */
#ifndef SCORE_NOTHING_H
#define SCORE_NOTHING_H

#include "bin/cx-score/ranker.h"

/*
 * Says, in at most three lines on stderr, or as JSON on stdout, which words no
 * note has and what the nearest are; what filters leave out; what is over.
 */
void nothing_found(struct ranker *r);
/* Says which words no note has but something near; the others found notes. */
void nothing_misspelt(struct ranker *r);
/* Says if a note that is over would have come before all results. */
void nothing_better(struct ranker *r, const struct recall *recall);
/* Puts the nearest words in the place of those that no note has, and says
 * so. */
void nothing_replace(struct ranker *r, struct query *q);

#endif
