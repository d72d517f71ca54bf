/*
 * stopwords.h: words that say nothing about what a text is about.
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

#endif
