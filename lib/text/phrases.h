/*
 * phrases.h: finds phrases in a text, by whole words.
 *
 * A word is a run of letters and digits of any script, together with the `-`,
 * `_` and apostrophes inside of it, whether straight or curly; the `_` around
 * one are Markdown's emphasis.  Words are compared in lower case; "I've" and
 * "I'll" are the same as "I have" and "I will".  Between the words of a phrase
 * only white space is allowed, any amount of it.  Punctuation that a phrase has
 * may be missing in the text.
 *
 * All phrases are looked for at once (wordtree.h): time is linear in the
 * text.
 */
#ifndef CX_PHRASES_H
#define CX_PHRASES_H

#include "lib/base/mem.h"
#include "lib/base/str.h"

struct cx_phrases;

struct cx_phrases *cx_phrases_new(void);
/* Adds a phrase, copied; false when there is no word in it.  No more may be
 * added once a text has been searched. */
bool cx_phrases_add(struct cx_phrases *p, struct cx_str phrase);
void cx_phrases_free(struct cx_phrases *p);

struct cx_phrase {
	struct cx_str phrase; /* as added; good as long as p */
	size_t at;	      /* where it stands in the text */
	size_t len;
};

/* The phrase that ends first, the longest of those; false when none. */
bool cx_phrases_find(struct cx_phrases *p, struct cx_str text,
    struct cx_phrase *out);

#endif
