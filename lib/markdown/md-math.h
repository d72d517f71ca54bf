/*
 * md-math.h: mathematics; private to md.c.
 */
#ifndef CX_MD_MATH_H
#define CX_MD_MATH_H

#include "lib/markdown/md.h"

/* Handles `$`, `\(` or `\[` at `at`: fills *it and returns true if it starts a
 * terminated formula. */
bool cx_md_math(struct cx_md *m, size_t at, struct cx_md_item *it);

#endif
