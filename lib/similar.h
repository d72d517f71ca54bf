/*
 * similar.h: how much two texts have in common, and which of many is nearest.
 *
 * The measure is the cosine of TF-IDF vectors (Salton and Buckley, "Term-
 * weighting approaches in automatic text retrieval", 1988).  Words are those
 * of analyze.h, neither stemmed nor stopped, without single ASCII characters.
 * A word that stands tf times in a text weighs tf * idf, where
 *
 *	idf = ln(N / (1 + df)) + 1
 *
 * N is 1 + the number of texts compared with, and df the number of texts
 * that have the word, the asked one included.
 *
 * A text and its negation share all other words.  So two texts in which the
 * number of negations (not, cannot, no, never, without, n't) differs are
 * never near.
 */
#ifndef CX_SIMILAR_H
#define CX_SIMILAR_H

#include "mem.h"
#include "str.h"

#include <stdint.h>

struct cx_similar;

struct cx_similar *cx_similar_new(void);
void cx_similar_free(struct cx_similar *s);

/* Adds a text to compare with; the first gets number 0. */
uint32_t cx_similar_add(struct cx_similar *s, struct cx_str text);
uint32_t cx_similar_count(const struct cx_similar *s);

struct cx_nearest {
	uint32_t number;
	int64_t cosine; /* in millionths, rounded */
};

/*
 * The text with the greatest cosine to `text`, the first of equals, if that
 * is at least `least` millionths.  The n texts whose numbers are in `without`
 * (ascending, each once) count as not there.  Time is linear in all texts.
 */
bool cx_similar_nearest(struct cx_similar *s, struct cx_str text,
    int64_t least, const uint32_t *without, size_t n,
    struct cx_nearest *out);

/* The cosine of two texts, whatever their negations, N counting both and the
 * texts added as without. */
int64_t cx_similar_cosine(struct cx_str a, struct cx_str b);

/* How many negations there are in a text. */
uint32_t cx_negations(struct cx_str text);

#endif
