/*
 * stopwords.h: words that say nothing about what a text is about.
 */
#ifndef CX_STOPWORDS_H
#define CX_STOPWORDS_H

#include "str.h"

/* s is a folded word, before stemming. */
bool cx_is_stopword(struct cx_str s);

#endif
