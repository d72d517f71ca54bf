/*
 * sentences.h: splits a text into sentences.  A sentence ends at . ! ? and the
 * like followed by a blank, or with a paragraph, a list item, a heading, a
 * table row or a line of code; line ends within a paragraph do not count.
 */
#ifndef CX_SENTENCES_H
#define CX_SENTENCES_H

#include "lib/base/str.h"

/* Longer sentences are passed in pieces of about this many bytes, all but the
 * last with soft set. */
#define CX_SENTENCE_SOFT 240

typedef void cx_sentence_fn(void *arg, struct cx_str s, bool soft);

/* Passes all of text to take, in order and without gaps: each sentence includes
 * the blanks after it. */
void cx_sentences(struct cx_str text, cx_sentence_fn *take, void *arg);

/* Returns a text without surrounding blanks and without a first heading that
 * only repeats the name of its note. */
struct cx_str cx_without_title(struct cx_str body, struct cx_str name);

#endif
