/*
 * phrase.h: whether an atom has the words of a phrase one after the other.
 */
#ifndef SCORE_PHRASE_H
#define SCORE_PHRASE_H

#include "lib/text/analyze.h"

/* Terms are compared, stop words included: "the deploys" finds "The deploy".
 * A phrase without terms is nowhere. */
bool phrase_in(struct cx_analyzer *a, struct cx_str phrase,
    struct cx_str text);

#endif
