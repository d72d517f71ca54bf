/*
 * bm25.h: the arithmetic of the recall ranking, in whole numbers of 2^-20.
 */
#ifndef SCORE_BM25_H
#define SCORE_BM25_H

#include "bin/cx-score/recall.h"

#include <math.h>

#define K1 1.2
#define B 0.5
#define K1_PLUS_1 ((int64_t)((K1 + 1) * FIX + 0.5))

static inline int64_t
idf(uint64_t n, uint64_t df)
{
	double x = log(1 + ((double)(n - df) + 0.5) / ((double)df + 0.5));

	return (int64_t)(x * FIX + 0.5);
}

/* K of BM25 for a length among n of `sum` in all. */
static inline int64_t
norm(uint64_t length, uint64_t n, uint64_t sum)
{
	double average = sum ? (double)sum / (double)n : 1;

	return (int64_t)(K1 * (1 - B + B * (double)length / average) * FIX +
	    0.5);
}

/* idf · tf (k1 + 1) / (tf + k), in 2^-20. */
static inline int64_t
bm25(int64_t term_idf, uint32_t tf, int64_t k)
{
	int64_t part;

	if (tf > FIX)
		tf = FIX;
	part = (((int64_t)tf * K1_PLUS_1) << FIX_BITS) /
	    (((int64_t)tf << FIX_BITS) + k);
	return (term_idf * part + FIX / 2) >> FIX_BITS;
}

/* 4 · qtf · min(1, idf over tags). */
static inline int64_t
tag_points(const struct qterm *t)
{
	int64_t x = t->idf[IN_TAGS] < FIX ? t->idf[IN_TAGS] : FIX;

	return 4 * x * t->qtf;
}

/* 2 · BM25 with b = 0 and tf = 1. */
static inline int64_t
date_points(const struct qterm *t)
{
	return 2 * bm25(t->idf[IN_DATE], 1, (int64_t)(K1 * FIX + 0.5)) *
	    t->qtf;
}

/* a / b, rounded half up, for a >= 0. */
static inline int64_t
round_div(int64_t a, int64_t b)
{
	return (a + b / 2) / b;
}

#endif
