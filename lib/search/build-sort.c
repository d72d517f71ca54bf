/* A dictionary's words in byte order. */
#include "lib/search/build-impl.h"

#include <stdlib.h>

#define RADIX 65536

static int
by_word(const void *a, const void *b)
{
	const struct sorted_word *x = a, *y = b;

	if (x->prefix != y->prefix)
		return x->prefix < y->prefix ? -1 : 1;
	return cx_str_cmp(x->word, y->word);
}

static uint64_t
prefix_of(struct cx_str s)
{
	uint64_t prefix = 0;

	for (size_t k = 0; k < 8; k++)
		prefix = prefix << 8 |
		    (k < s.len ? (unsigned char)s.s[k] : 0);
	return prefix;
}

/* One pass of a radix sort, by 16 bits of the prefix; false if all have the
 * same there. */
static bool
scatter(const struct sorted_word *from, struct sorted_word *to, size_t n,
    unsigned shift, size_t *at)
{
	size_t sum = 0;

	memset(at, 0, RADIX * sizeof *at);
	for (size_t i = 0; i < n; i++)
		at[from[i].prefix >> shift & (RADIX - 1)]++;
	if (at[from[0].prefix >> shift & (RADIX - 1)] == n)
		return false;
	for (size_t k = 0; k < RADIX; k++) {
		size_t count = at[k];

		at[k] = sum;
		sum += count;
	}
	for (size_t i = 0; i < n; i++)
		to[at[from[i].prefix >> shift & (RADIX - 1)]++] = from[i];
	return true;
}

/* By prefix; those with the same one in any order. */
static void
sort_prefixes(struct sorted_word *v, size_t n)
{
	struct sorted_word *from = v, *swap;
	CX_AUTO_FREE struct sorted_word *room =
	    cx_malloc(cx_mul(n, sizeof *room));
	struct sorted_word *to = room;
	CX_AUTO_FREE size_t *at = cx_malloc(RADIX * sizeof *at);

	for (unsigned shift = 0; shift < 64; shift += 16) {
		if (!scatter(from, to, n, shift, at))
			continue;
		swap = from;
		from = to;
		to = swap;
	}
	if (from != v)
		memcpy(v, from, n * sizeof *v);
}

void
cx_builder_sort(struct sorted_word *v, size_t n)
{
	size_t from = 0;

	for (size_t i = 0; i < n; i++)
		v[i].prefix = prefix_of(v[i].word);
	if (n < RADIX / 16) {
		CX_SORT(v, n, by_word);
		return;
	}
	sort_prefixes(v, n);
	for (size_t i = 1; i <= n; i++) {
		if (i < n && v[i].prefix == v[from].prefix)
			continue;
		if (i - from > 1)
			qsort(v + from, i - from, sizeof *v, by_word);
		from = i;
	}
}
