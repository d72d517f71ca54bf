/*
 * language.h: detects the languages of texts in the Latin script by their
 * function words: and, the; und, der; les, des.
 */
#ifndef CX_LANGUAGE_H
#define CX_LANGUAGE_H

#include "lib/base/str.h"

/* An upper bound. */
#define CX_LANGUAGES 24
/* The number of words known for each language. */
#define CX_LANGUAGE_WORDS 10

/* Returns the libstemmer name of the n-th language, from 0; "" beyond the last.
 * Words go through their stemmers in this order. */
struct cx_str cx_language(unsigned n);
/* Returns the k-th of its words, folded (analyze.h). */
struct cx_str cx_language_word(unsigned n, unsigned k);

/*
 * Whether a language is frequent in the texts: `seen` is the sum over its words
 * of the number of texts with that word; `most` is the largest such sum of any
 * language; `words` is the number of words in all texts, at most CX_BODY_MAX of
 * each.
 */
bool cx_language_is_frequent(uint64_t seen, uint64_t most, uint64_t words);

#endif
