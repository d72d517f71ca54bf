/*
 * stopwords.h: word lists: English words that say nothing about the topic of a
 * text, English irregular forms, and question words of other languages.  All
 * functions take a case-folded word.
 */
#ifndef CX_STOPWORDS_H
#define CX_STOPWORDS_H

#include "lib/base/str.h"

/* An upper bound. */
#define CX_STOPWORDS 192

/* s is not stemmed. */
bool cx_is_stopword(struct cx_str s);
/* Returns the number of a stop word, below CX_STOPWORDS. */
unsigned cx_stopword_number(struct cx_str s);

/* Whether a word, or a pair of characters, of another language shows that a
 * query is a sentence, as an English stop word does: warum, что. */
bool cx_is_asking(struct cx_str s);

/* Returns the base of an irregular form (went: go), or s itself. */
struct cx_str cx_regular_form(struct cx_str s);

/* Return the n-th word of each list, from 0, or "" beyond the last; weak words
 * say little but are searched for. */
struct cx_str cx_stopword(unsigned n);
struct cx_str cx_weak(unsigned n);
struct cx_str cx_asking(unsigned n);
/* Returns the n-th irregular form and its base; false beyond the last. */
bool cx_irregular(unsigned n, struct cx_str *form, struct cx_str *base);

#endif
