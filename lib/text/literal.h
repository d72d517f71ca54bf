/*
 * literal.h: a text as it stands: what stands between quotation marks, and a
 * word with punctuation inside (get_first_dest, 2024-01-02, -avz).
 *
 * Case does not count, nor how much white space there is and of which kind,
 * nor code points that are not seen (U+00AD), nor marks of Markdown between
 * the words.  A literal does not stand in a longer word: "art" is not in
 * party, unless the script has no spaces.
 */
#ifndef CX_LITERAL_H
#define CX_LITERAL_H

#include "lib/base/mem.h"
#include "lib/base/str.h"

/* A text to look in, or for. */
struct cx_literal {
	struct cx_buf plain; /* as it is compared */
	struct cx_buf bare;  /* without marks of Markdown */
	bool with_case;	     /* set before it is made: case counts */
};

/* Makes *l, which is zero or was made before, of s. */
void cx_literal_make(struct cx_literal *l, struct cx_str s);
/* Whether text has x, which is not empty. */
bool cx_literal_in(const struct cx_literal *x, const struct cx_literal *text);
void cx_literal_release(struct cx_literal *l);

/* The next word of a query that has to be found as it stands, without the
 * punctuation around it: with punctuation or a capital inside, or accented
 * (analyze.h); false if there is none. */
bool cx_literal_next(struct cx_str *query, struct cx_str *word);
/* Whether it may be one of a language, which people write in several ways:
 * high-speed, and/or. */
bool cx_literal_is_prose(struct cx_str word);

#endif
