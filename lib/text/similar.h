/*
 * similar.h: measures how much two texts have in common, and finds the most
 * similar of many.
 *
 * The measure is the cosine of TF-IDF vectors (Salton and Buckley,
 * "Term-weighting approaches in automatic text retrieval", 1988).  Words are
 * those of analyze.h without stemming and stop list, except single ASCII
 * characters.  A word that occurs tf times in a text has the weight tf * idf,
 * where
 *
 *	idf = ln(N / (1 + df)) + 1
 *
 * N is 1 + the number of texts compared with, and df the number of texts that
 * contain the word, including the query.
 *
 * A text and its negation share all other words.  So two texts with different
 * numbers of negations (not, cannot, no, never, without, neither, nor, nobody,
 * none, unless, n't; nicht, pas, sin, не, 不 and the like) are never near.
 *
 * A paraphrase shares fewer words.  Callers that ask for paraphrases also get
 * texts below the cosine that have most terms in common, in whatever form and
 * order: at least CX_SIMILAR_TERMS, or all if there are no more, and a fixed
 * percentage of the terms of the longer text.  A loose one has up to
 * CX_SIMILAR_LOOSE percent fewer; whether it says the same depends on which
 * they are, so the caller judges.
 */
#ifndef CX_SIMILAR_H
#define CX_SIMILAR_H

#include "lib/text/analyze.h"
#include "lib/base/str.h"

#include <stdint.h>

struct cx_similar;

struct cx_similar *cx_similar_new(void);
void cx_similar_free(struct cx_similar *s);

/* Adds a text to compare with; the first has number 0. */
uint32_t cx_similar_add(struct cx_similar *s, struct cx_str text);

/*
 * Statistics of texts that count although they are not added: how many there
 * are, and how many contain a word.  So only candidates need to be added, with
 * cx_similar_show, which does not count them again.
 */
struct cx_similar_rest {
	uint32_t n;
	uint32_t (*df)(void *arg, struct cx_str word);
	void *arg;
};

/* The analyzer, which is borrowed, is for cx_similar_term; its language does
 * not affect the result. */
struct cx_similar *cx_similar_among(struct cx_analyzer *a,
    const struct cx_similar_rest *rest);
uint32_t cx_similar_show(struct cx_similar *s, struct cx_str text);

#define CX_SIMILAR_TERMS 3
#define CX_SIMILAR_SHARE 70
#define CX_SIMILAR_PLAIN_SHARE 60
#define CX_SIMILAR_LOOSE 15

/* From now on paraphrases are near, too.  `same`, if not NULL, is called for
 * each near text and may reject it by returning false; without it, loose ones
 * are not near. */
void cx_similar_reword(struct cx_similar *s,
    bool (*same)(void *arg, uint32_t number, bool loose), void *arg);

/* From now on words for which `plain` returns true do not count as terms: those
 * of a language whose stop words the analyzer does not know.  The forms of the
 * others vary, so CX_SIMILAR_PLAIN_SHARE is enough.  NULL: no such words. */
void cx_similar_plain(struct cx_similar *s,
    bool (*plain)(void *arg, struct cx_str word), void *arg);

struct cx_nearest {
	uint32_t number;
	int64_t cosine; /* in millionths, rounded */
};

/*
 * Finds the text with the greatest cosine to `text`, the first of equals, if it
 * is at least `least` millionths.  The n texts numbered in `without`
 * (ascending, no duplicates) are treated as absent.  Takes time linear in all
 * texts.
 */
bool cx_similar_nearest(struct cx_similar *s, struct cx_str text,
    int64_t least, const uint32_t *without, size_t n,
    struct cx_nearest *out);

/* The same among n_of texts; earlier ones win ties. */
bool cx_similar_nearest_of(struct cx_similar *s, struct cx_str text,
    int64_t least, const uint32_t *of, size_t n_of, const uint32_t *without,
    size_t n, struct cx_nearest *out);

/* A word of a text: the square of its weight there, and the number of its term
 * in the analyzer. */
struct cx_weight {
	double square;
	uint32_t term;
	bool stop; /* a stop word */
};

/*
 * Returns the words of a text with their weights for cx_similar_nearest, valid
 * until the next call.  Another text can be near only if the squares of the
 * words they share add up to *enough.
 */
const struct cx_weight *cx_similar_weights(struct cx_similar *s,
    struct cx_str text, int64_t least, const uint32_t *without, size_t n,
    size_t *count, double *enough);

/* Returns the terms of a text without stop words, each with weight 1: a
 * paraphrase shares terms that add up to *enough.  Valid until the next
 * call. */
const struct cx_weight *cx_similar_terms(struct cx_similar *s,
    struct cx_str text, size_t *count, double *enough);

/* Returns the cosine of two texts as if there were no others, ignoring
 * negations. */
int64_t cx_similar_cosine(struct cx_str a, struct cx_str b);

/* Counts the negations in a text. */
uint32_t cx_negations(struct cx_str text);

#endif
