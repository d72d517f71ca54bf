/*
 * literal.h: literal search: for quoted text and for words with punctuation
 * inside (get_first_dest, 2024-01-02, -avz).
 *
 * Case, the amount and kind of white space, invisible code points (U+00AD) and
 * Markdown marks between words are ignored.  A literal does not match inside a
 * longer word ("art" is not in party), unless the script has no spaces.
 */
#ifndef CX_LITERAL_H
#define CX_LITERAL_H

#include "lib/base/mem.h"
#include "lib/base/str.h"

/* A text to search in or for. */
struct cx_literal {
	struct cx_buf plain; /* normalised for comparison */
	struct cx_buf bare;  /* without marks of Markdown */
	bool with_case;	     /* set by the caller beforehand: case matters */
};

/* Fills *l, which is zeroed or from an earlier call, from s. */
void cx_literal_make(struct cx_literal *l, struct cx_str s);
/* Whether text contains x, which must not be empty. */
bool cx_literal_in(const struct cx_literal *x, const struct cx_literal *text);
void cx_literal_release(struct cx_literal *l);

/* Finds the next word of a query that must match literally, without surrounding
 * punctuation: one with punctuation or a capital inside, or accented
 * (analyze.h).  Returns false if there is none. */
bool cx_literal_next(struct cx_str *query, struct cx_str *word);
/* Whether a word may be prose, which people spell in several ways: high-speed,
 * and/or. */
bool cx_literal_is_prose(struct cx_str word);

#endif
