/*
 * stopwords.h: what is known of words.  Of English ones: those that say nothing
 * about what a text is about, and irregular forms; of other languages those
 * that ask.  All take a case-folded word.
 */
#ifndef CX_STOPWORDS_H
#define CX_STOPWORDS_H

#include "lib/base/str.h"

/* There are not more than this. */
#define CX_STOPWORDS 192

/* s is a folded word, before stemming. */
bool cx_is_stopword(struct cx_str s);
/* The number of a stop word, below CX_STOPWORDS. */
unsigned cx_stopword_number(struct cx_str s);

/* Whether a word, or a pair of characters, of another language shows that a
 * query is a sentence, as a stop word does in English: warum, что. */
bool cx_is_asking(struct cx_str s);

/* The base of an irregular form (went: go); any other word itself. */
struct cx_str cx_regular_form(struct cx_str s);

/* The n-th of such words, from 0; "" beyond the last; of terms that say little
 * but are looked for as well. */
struct cx_str cx_stopword(unsigned n);
struct cx_str cx_weak(unsigned n);
struct cx_str cx_asking(unsigned n);
/* The n-th irregular form and its base; false beyond the last. */
bool cx_irregular(unsigned n, struct cx_str *form, struct cx_str *base);

#endif
