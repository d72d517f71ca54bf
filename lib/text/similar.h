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
 * number of negations (not, cannot, no, never, without, neither, nor, nobody,
 * none, unless, n't) differs are never near.
 *
 * A text in other words shares fewer.  Who asks for it also gets texts below
 * the cosine that have most terms in common, whatever their forms and order:
 * CX_SIMILAR_TERMS at least, or all where they are no more, and so many of a
 * hundred of those of the longer one.
 */
#ifndef CX_SIMILAR_H
#define CX_SIMILAR_H

#include "lib/text/analyze.h"
#include "lib/base/str.h"

#include <stdint.h>

struct cx_similar;

struct cx_similar *cx_similar_new(void);
void cx_similar_free(struct cx_similar *s);

/* Adds a text to compare with; the first gets number 0. */
uint32_t cx_similar_add(struct cx_similar *s, struct cx_str text);

/*
 * Texts that count though they have not been added: how many there are, and
 * in how many of them a word is.  So those that can be near suffice: they
 * are added with cx_similar_show, which does not count them again.
 */
struct cx_similar_rest {
	uint32_t n;
	uint32_t (*df)(void *arg, struct cx_str word);
	void *arg;
};

/* The analyzer, borrowed, is for cx_similar_term; its language makes no
 * difference to what is near. */
struct cx_similar *cx_similar_among(struct cx_analyzer *a,
    const struct cx_similar_rest *rest);
uint32_t cx_similar_show(struct cx_similar *s, struct cx_str text);

#define CX_SIMILAR_TERMS 3
#define CX_SIMILAR_SHARE 70

/* From now on texts in other words are near as well, and `same`, if it is not
 * NULL, is asked of each text that is near: false leaves it out. */
void cx_similar_reword(struct cx_similar *s,
    bool (*same)(void *arg, uint32_t number), void *arg);

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

/* The same among n_of texts, the earlier before the later. */
bool cx_similar_nearest_of(struct cx_similar *s, struct cx_str text,
    int64_t least, const uint32_t *of, size_t n_of, const uint32_t *without,
    size_t n, struct cx_nearest *out);

/* A word of a text: the square of what it weighs there, and the number of
 * its term in the analyzer. */
struct cx_weight {
	double square;
	uint32_t term;
	bool stop; /* a stop word */
};

/*
 * The words of a text as cx_similar_nearest would weigh them; good until the
 * next call.  Another text can be near only if the squares of the words that
 * it has too come to *enough.
 */
const struct cx_weight *cx_similar_weights(struct cx_similar *s,
    struct cx_str text, int64_t least, const uint32_t *without, size_t n,
    size_t *count, double *enough);

/* The terms of a text without stop words, each weighing 1: the text in other
 * words has those that come to *enough.  Good until the next call. */
const struct cx_weight *cx_similar_terms(struct cx_similar *s,
    struct cx_str text, size_t *count, double *enough);

/* The cosine of two texts, whatever their negations, N counting both and the
 * texts added as without. */
int64_t cx_similar_cosine(struct cx_str a, struct cx_str b);

/* How many negations there are in a text. */
uint32_t cx_negations(struct cx_str text);

#endif
