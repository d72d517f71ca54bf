/*
 * common: what the programs of the benchmark share.  They stand apart from
 * lib/ on purpose: a floor must not move when the library does.
 *
 * Every failure ends the program with one line on stderr and status 4 (2 for
 * usage); nothing here returns an error.
 */
#ifndef BENCH_COMMON_H
#define BENCH_COMMON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

extern const char *bench_prog; /* set by main before anything else */

_Noreturn void die(const char *fmt, ...)
    __attribute__((format(printf, 1, 2)));
_Noreturn void usage(const char *text);

/* count(s, what): a decimal number from 1 to 100,000,000, or usage ends us */
size_t count(const char *s, const char *what);

/* grow(p, &cap, need, size): room for need items of size bytes; owns p */
void *grow(void *p, size_t *cap, size_t need, size_t size);

/* close standard output and end; a failed write is status 4 */
void close_stdout(void);

double seconds(void); /* of the monotonic clock */

/* A byte buffer; s is NUL terminated after each call.  free(s) ends it. */
struct text {
	char *s;
	size_t n, cap;
};

void text_add(struct text *t, const char *s, size_t n);
void text_str(struct text *t, const char *s);

/* the whole of a regular file: open, fstat, read, close */
void slurp(int dir, const char *name, struct text *out);

/*
 * front_matter(s, n, &len): where the YAML between the fences begins, its
 * length, and in *body the offset of the text after it.  NULL: there is none.
 */
const char *front_matter(const char *s, size_t n, size_t *len, size_t *body);

/*
 * walk(root, sorted, fn, ctx): every *.md below root that a vault scan takes
 * (hidden and derived directories are left out, symlinks not followed).
 * dir is an open descriptor of the directory, path is relative to root, and
 * name is the last part of path, in place.
 */
typedef void walk_fn(void *ctx, int dir, const char *name, const char *path);
void walk(const char *root, bool sorted, walk_fn *fn, void *ctx);

/* splitmix64 (Steele, Lea, Flood 2014): the state is one word */
struct rng {
	uint64_t s;
};

uint64_t rng_next(struct rng *r);
uint32_t rng_below(struct rng *r, uint32_t n); /* 0 .. n-1 */
bool rng_in(struct rng *r, uint32_t per_thousand);
uint32_t rng_low(struct rng *r, uint32_t n); /* n*u*u: prefers the low ones */
uint64_t mix64(uint64_t x);

/* hash of bytes (FNV-1a, then mixed) */
uint64_t hash_bytes(const char *s, size_t n);

#endif
