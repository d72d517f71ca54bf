/*
 * phrases.h: finds phrases in a text, by whole words.
 *
 * A word is a run of letters and digits of any script, including `-`, `_` and
 * straight or curly apostrophes inside; surrounding `_` are Markdown emphasis.
 * Words are compared in lower case; "I've" and "I'll" are the same as "I have"
 * and "I will".  Words of a phrase may be separated only by white space, of any
 * amount.  Punctuation in a phrase may be missing in the text.
 *
 * All phrases are searched at once (wordtree.h): time is linear in the text.
 */
#ifndef CX_PHRASES_H
#define CX_PHRASES_H

#include "lib/base/mem.h"
#include "lib/base/str.h"

struct cx_phrases;

struct cx_phrases *cx_phrases_new(void);
/* Adds a copy of a phrase; returns false if it contains no word.  All phrases
 * must be added before the first search. */
bool cx_phrases_add(struct cx_phrases *p, struct cx_str phrase);
void cx_phrases_free(struct cx_phrases *p);

struct cx_phrase {
	struct cx_str phrase; /* as added; valid as long as p */
	size_t at;	      /* offset in the text */
	size_t len;
};

/* Finds the phrase that ends first, the longest if there are several; returns
 * false if there is none. */
bool cx_phrases_find(struct cx_phrases *p, struct cx_str text,
    struct cx_phrase *out);

#endif
