/* about.h: notes that a prompt is about, or none (--about). */
#ifndef SCORE_ABOUT_H
#define SCORE_ABOUT_H

#include "bin/cx-score/recall.h"

/* Appends the words of a prompt that say what it is about, apart by blanks;
 * nothing if none does.  They have no syntax. */
void about_words(struct cx_buf *out, struct cx_str prompt);
/* Whether what recall found is about these words. */
bool about_enough(const struct recall *r, const struct found *f);

#endif
