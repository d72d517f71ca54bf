#include "lib/base/checksum.h"

#include <stdlib.h>
#include <string.h>

static const uint64_t P1 = UINT64_C(0x9E3779B185EBCA87);
static const uint64_t P2 = UINT64_C(0xC2B2AE3D27D4EB4F);
static const uint64_t P3 = UINT64_C(0x165667B19E3779F9);
static const uint64_t P4 = UINT64_C(0x85EBCA77C2B2AE63);
static const uint64_t P5 = UINT64_C(0x27D4EB2F165667C5);

static uint64_t
rotate(uint64_t x, unsigned n)
{
	return x << n | x >> (64 - n);
}

/* Little-endian words, whatever the machine. */
static uint64_t
word(const unsigned char *p, unsigned bytes)
{
	uint64_t w = 0;

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	memcpy(&w, p, bytes);
#else
	for (unsigned i = bytes; i-- > 0;)
		w = w << 8 | p[i];
#endif
	return w;
}

static uint64_t
round_of(uint64_t acc, uint64_t lane)
{
	return rotate(acc + lane * P2, 31) * P1;
}

static uint64_t
merge(uint64_t acc, uint64_t lane)
{
	return (acc ^ round_of(0, lane)) * P1 + P4;
}

uint64_t
cx_checksum(const void *data, size_t len)
{
	const unsigned char *p = data, *end = p + len;
	uint64_t h = P5;

	if (len >= 32) {
		uint64_t a = P1 + P2, b = P2, c = 0, d = 0 - P1;

		for (; end - p >= 32; p += 32) {
			a = round_of(a, word(p, 8));
			b = round_of(b, word(p + 8, 8));
			c = round_of(c, word(p + 16, 8));
			d = round_of(d, word(p + 24, 8));
		}
		h = rotate(a, 1) + rotate(b, 7) + rotate(c, 12) +
		    rotate(d, 18);
		h = merge(merge(merge(merge(h, a), b), c), d);
	}
	h += len;
	for (; end - p >= 8; p += 8)
		h = rotate(h ^ round_of(0, word(p, 8)), 27) * P1 + P4;
	if (end - p >= 4) {
		h = rotate(h ^ word(p, 4) * P1, 23) * P2 + P3;
		p += 4;
	}
	for (; p < end; p++)
		h = rotate(h ^ *p * P5, 11) * P1;
	h = (h ^ h >> 33) * P2;
	h = (h ^ h >> 29) * P3;
	return h ^ h >> 32;
}

static void
add(struct cx_blocks *b, const void *data, size_t len)
{
	CX_GROW(b->sum, b->n, b->cap);
	b->sum[b->n++] = cx_checksum(data, len);
}

void
cx_blocks_add(struct cx_blocks *b, const void *data, size_t len)
{
	const char *s = data;

	while (b->rest.len || len < CX_BLOCK) {
		size_t n = CX_BLOCK - b->rest.len;

		if (n > len)
			n = len;
		cx_buf_add(&b->rest, s, n);
		s += n;
		len -= n;
		if (b->rest.len < CX_BLOCK)
			return;
		cx_blocks_end(b);
	}
	for (; len >= CX_BLOCK; s += CX_BLOCK, len -= CX_BLOCK)
		add(b, s, CX_BLOCK);
	cx_buf_add(&b->rest, s, len);
}

void
cx_blocks_end(struct cx_blocks *b)
{
	if (b->rest.len)
		add(b, b->rest.s, b->rest.len);
	b->rest.len = 0;
}

void
cx_blocks_release(struct cx_blocks *b)
{
	free(b->sum);
	cx_buf_release(&b->rest);
	*b = (struct cx_blocks){0};
}
