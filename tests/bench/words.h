/*
 * words: an endless vocabulary with the frequencies of written English.
 *
 * A word is known by its rank, 1 the most frequent.  Ranks follow the two
 * regimes of Gerlach and Altmann (Physical Review X 3, 021006, 2013):
 * frequency ~ 1/rank up to 8192 and ~ rank^-1.77 beyond.  The vocabulary has
 * no end, so the number of distinct words in n drawn ones grows as n^0.56
 * (Heaps' law) by itself.  Integer arithmetic only: every machine draws the
 * same words from the same seed.
 */
#ifndef BENCH_WORDS_H
#define BENCH_WORDS_H

#include "common.h"

enum { WORD_MAX = 32, WORD_CONTENT = 128 };

uint64_t word_draw(struct rng *r);
/* a rank of the octaves lo..hi, each as likely: 2^lo .. 2^(hi+1)-1 */
uint64_t word_draw_octaves(struct rng *r, unsigned lo, unsigned hi);
/* spells a rank into out[WORD_MAX], lower-case ASCII; the length */
size_t word_spell(uint64_t rank, char *out);
/* is it one of the closed class that text searches drop? lower case given */
bool word_is_stop(const char *s, size_t n);
/* 2^x; x and the result in 16.16 fixed point, at most 2^31 */
uint64_t exp2_fixed(int64_t x);

#endif
