/*
 * md-math.h: mathematics, for md.c alone.
 */
#ifndef CX_MD_MATH_H
#define CX_MD_MATH_H

#include "lib/markdown/md.h"

/* The `$`, `\(` or `\[` at `at` begins a formula that has its end: fills it,
 * or false. */
bool cx_md_math(struct cx_md *m, size_t at, struct cx_md_item *it);

#endif
