/*
 * bm25.h: the arithmetic of the recall ranking, in whole numbers of 2^-20.
 */
#ifndef SCORE_BM25_H
#define SCORE_BM25_H

#include "bin/cx-score/recall.h"

#include <math.h>

/* For products of three factors. */
__extension__ typedef __int128 wide;

static inline int64_t
fixed(double x)
{
	return (int64_t)floor(x * FIX + 0.5);
}

static inline int64_t
idf(uint64_t n, uint64_t df)
{
	return fixed(log(1 + ((double)(n - df) + 0.5) / ((double)df + 0.5)));
}

/* idf · 2.2 x / (x + 1.2) for x, in 2^-20 as idf is. */
static inline int64_t
saturate(int64_t term_idf, int64_t x)
{
	if (x < INT64_C(1) << 34)
		return term_idf * 11 * x / (5 * x + 6 * FIX);
	return (int64_t)((wide)term_idf * 11 * x / (5 * (wide)x + 6 * FIX));
}

/* What a term counts in a field of this length when n have `sum` in all; b is
 * the part of it that length has. */
static inline int64_t
field_norm(double weight, double b, uint64_t length, uint64_t n, uint64_t sum)
{
	if (sum == 0)
		return 0;
	return fixed(weight / (1 - b + b * (double)length * (double)n /
	    (double)sum));
}

#endif
