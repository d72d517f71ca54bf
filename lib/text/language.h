/*
 * language.h: in which languages of the Latin script texts are written, by the
 * words that join others in them: and, the; und, der; les, des.
 */
#ifndef CX_LANGUAGE_H
#define CX_LANGUAGE_H

#include "lib/base/str.h"

/* There are not more than this. */
#define CX_LANGUAGES 24
/* How many words are known of each. */
#define CX_LANGUAGE_WORDS 10

/* The n-th language, as libstemmer calls it, from 0; "" beyond the last.  That
 * is also the order in which words go through their stemmers. */
struct cx_str cx_language(unsigned n);
/* The k-th of its words, folded (analyze.h). */
struct cx_str cx_language_word(unsigned n, unsigned k);

/*
 * Whether a language is one of texts: `seen` are how many texts have each of
 * its words, in all; `most` is the same of the language that has most; `words`
 * is how many words the texts have, of each at most CX_BODY_MAX.
 */
bool cx_language_is_frequent(uint64_t seen, uint64_t most, uint64_t words);

#endif
