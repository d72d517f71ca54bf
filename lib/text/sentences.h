/*
 * sentences.h: a text as sentences.  One ends at . ! ? and the like with a
 * blank after it, or at the end of a paragraph, a list item, a heading, a
 * row of a table, a line of code; a line end within a paragraph ends nothing.
 */
#ifndef CX_SENTENCES_H
#define CX_SENTENCES_H

#include "lib/base/str.h"

/* A sentence may be longer; then it comes in pieces of about this, each but
 * the last soft. */
#define CX_SENTENCE_SOFT 240

typedef void cx_sentence_fn(void *arg, struct cx_str s, bool soft);

/* Hands all of text to take, in order and without gaps: each sentence has the
 * blanks after it. */
void cx_sentences(struct cx_str text, cx_sentence_fn *take, void *arg);

/* A text without blanks around it and without a first heading that only
 * repeats the name of its note. */
struct cx_str cx_without_title(struct cx_str body, struct cx_str name);

#endif
