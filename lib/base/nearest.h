/*
 * nearest.h: what somebody meant who mistyped a word.
 */
#ifndef CX_NEAREST_H
#define CX_NEAREST_H

#include "lib/base/str.h"

/* As much as a mistake can be. */
#define CX_NEAR_MAX 2

/*
 * How many bytes more, less, changed or swapped with their neighbour make
 * `other` out of `word` (Damerau, "A technique for computer detection and
 * correction of spelling errors", 1964; no byte is edited twice).  What begins
 * with the word counts 1.  More than CX_NEAR_MAX where they are not near: also
 * where hardly anything of a short word would be left.
 */
unsigned cx_nearness(struct cx_str word, struct cx_str other);

#endif
