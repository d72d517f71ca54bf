/*
 * everyday.h: words of everyday English, which by themselves do not tell what a
 * text is about.
 */
#ifndef CX_EVERYDAY_H
#define CX_EVERYDAY_H

#include "lib/base/str.h"

/* Whether s, a word in lower case, is one, or a regular form of one: plans,
 * planned, planning, easiest, tried. */
bool cx_is_everyday(struct cx_str s);

#endif
