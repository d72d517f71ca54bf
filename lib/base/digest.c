/* BLAKE2b as specified in RFC 7693, whose section numbers are given. */
#include "lib/base/digest.h"

#include <string.h>

#define BLOCK 128

/* 2.6: the first 64 bits of the fractions of the square roots of the first
 * eight primes. */
static const uint64_t iv[8] = {
    0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b,
    0xa54ff53a5f1d36f1, 0x510e527fade682d1, 0x9b05688c2b3e6c1f,
    0x1f83d9abfb41bd6b, 0x5be0cd19137e2179};

/* 2.7: which word of the block goes where in each round; rounds 10 and 11
 * are those of 0 and 1 again. */
static const unsigned char sigma[12][16] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
    {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
    {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
    {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
    {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
    {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
    {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3}};

/* Little-endian whatever the machine; compilers make one load of it. */
static uint64_t
load64(const unsigned char *p)
{
	return (uint64_t)p[0] | (uint64_t)p[1] << 8 | (uint64_t)p[2] << 16 |
	    (uint64_t)p[3] << 24 | (uint64_t)p[4] << 32 |
	    (uint64_t)p[5] << 40 | (uint64_t)p[6] << 48 | (uint64_t)p[7] << 56;
}

static inline uint64_t
rotr(uint64_t x, unsigned n)
{
	return x >> n | x << (64 - n);
}

/* 3.1: the mixing function G. */
#define G(a, b, c, d, x, y)                                                   \
	do {                                                                  \
		v[a] += v[b] + (x);                                           \
		v[d] = rotr(v[d] ^ v[a], 32);                                 \
		v[c] += v[d];                                                 \
		v[b] = rotr(v[b] ^ v[c], 24);                                 \
		v[a] += v[b] + (y);                                           \
		v[d] = rotr(v[d] ^ v[a], 16);                                 \
		v[c] += v[d];                                                 \
		v[b] = rotr(v[b] ^ v[c], 63);                                 \
	} while (0)

/* A round with its schedule known when it is compiled, so that every index
 * is a constant and v and m stay in registers. */
#define ROUND(r)                                                              \
	do {                                                                  \
		G(0, 4, 8, 12, m[sigma[r][0]], m[sigma[r][1]]);               \
		G(1, 5, 9, 13, m[sigma[r][2]], m[sigma[r][3]]);               \
		G(2, 6, 10, 14, m[sigma[r][4]], m[sigma[r][5]]);              \
		G(3, 7, 11, 15, m[sigma[r][6]], m[sigma[r][7]]);              \
		G(0, 5, 10, 15, m[sigma[r][8]], m[sigma[r][9]]);              \
		G(1, 6, 11, 12, m[sigma[r][10]], m[sigma[r][11]]);            \
		G(2, 7, 8, 13, m[sigma[r][12]], m[sigma[r][13]]);             \
		G(3, 4, 9, 14, m[sigma[r][14]], m[sigma[r][15]]);             \
	} while (0)

/* 3.2: the compression function F, over a block of which n bytes count. */
static void
compress(struct cx_digest *d, const unsigned char *block, size_t n, int last)
{
	uint64_t v[16], m[16];
	int i;

	d->low += n;
	if (d->low < n)
		d->high++;
	for (i = 0; i < 16; i++)
		m[i] = load64(block + 8 * i);
	for (i = 0; i < 8; i++) {
		v[i] = d->h[i];
		v[i + 8] = iv[i];
	}
	v[12] ^= d->low;
	v[13] ^= d->high;
	if (last)
		v[14] = ~v[14];
	ROUND(0);
	ROUND(1);
	ROUND(2);
	ROUND(3);
	ROUND(4);
	ROUND(5);
	ROUND(6);
	ROUND(7);
	ROUND(8);
	ROUND(9);
	ROUND(10);
	ROUND(11);
	for (i = 0; i < 8; i++)
		d->h[i] ^= v[i] ^ v[i + 8];
}

void
cx_digest_init(struct cx_digest *d)
{
	memset(d, 0, sizeof *d);
	memcpy(d->h, iv, sizeof iv);
	/* 2.8: no key, fan-out 1, depth 1. */
	d->h[0] ^= 0x01010000 ^ CX_DIGEST_SIZE;
}

/* The last block must be compressed by cx_digest_end, so a full one waits
 * until it is known that more follows. */
void
cx_digest_add(struct cx_digest *d, const void *s, size_t len)
{
	const unsigned char *p = s;
	size_t room = BLOCK - d->used;

	if (len > room) {
		memcpy(d->block + d->used, p, room);
		compress(d, d->block, BLOCK, 0);
		p += room;
		len -= room;
		for (; len > BLOCK; p += BLOCK, len -= BLOCK)
			compress(d, p, BLOCK, 0);
		d->used = 0;
	}
	if (len)
		memcpy(d->block + d->used, p, len);
	d->used += len;
}

void
cx_digest_end(struct cx_digest *d, unsigned char out[CX_DIGEST_SIZE])
{
	memset(d->block + d->used, 0, BLOCK - d->used);
	compress(d, d->block, d->used, 1);
	for (int i = 0; i < CX_DIGEST_SIZE; i++)
		out[i] = (unsigned char)(d->h[i / 8] >> 8 * (i % 8));
}

void
cx_digest_hex(struct cx_digest *d, char out[CX_DIGEST_HEX + 1])
{
	static const char digits[] = "0123456789abcdef";
	unsigned char bytes[CX_DIGEST_SIZE];

	cx_digest_end(d, bytes);
	for (int i = 0; i < CX_DIGEST_SIZE; i++) {
		out[2 * i] = digits[bytes[i] >> 4];
		out[2 * i + 1] = digits[bytes[i] & 15];
	}
	out[CX_DIGEST_HEX] = '\0';
}

void
cx_digest_text(struct cx_str text, char out[CX_DIGEST_HEX + 1])
{
	struct cx_digest d;

	cx_digest_init(&d);
	cx_digest_add(&d, text.s, text.len);
	cx_digest_hex(&d, out);
}
