/*
 * everyday.h: words that say nothing of what somebody means by themselves,
 * those of everyday English.
 */
#ifndef CX_EVERYDAY_H
#define CX_EVERYDAY_H

#include "lib/base/str.h"

/* s is a word in lower case, which may be in one of the usual forms: plans,
 * planned, planning, easiest, tried. */
bool cx_is_everyday(struct cx_str s);

#endif
