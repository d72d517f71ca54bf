/*
 * checksum.h: detects damaged blocks of a file.
 *
 * Files that are mapped and read in a few places are not digested (digest.h) as
 * a whole before each use.  Instead each block of CX_BLOCK bytes has a
 * checksum, and a reader verifies the blocks that it touches.  The function is
 * XXH3 with 64 bits and no seed (github.com/Cyan4973/xxHash): fast, but no
 * protection against malice.
 */
#ifndef CX_CHECKSUM_H
#define CX_CHECKSUM_H

#include "lib/base/digest.h"
#include "lib/base/mem.h"

#include <stdint.h>

#define CX_BLOCK 4096

uint64_t cx_checksum(const void *data, size_t len);

/* The version for processors with AVX2, which takes half the time.  clang does
 * not define __AVX2__ for a single function. */
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define CX_CHECKSUM_AVX2
uint64_t cx_checksum_avx2(const void *data, size_t len);
#endif

/* Computes the checksums of the blocks of a file that arrives in pieces; the
 * last block may be short.  Start with zeroed memory. */
struct cx_blocks {
	uint64_t *sum;
	size_t n, cap;
	struct cx_buf rest; /* a block that is not full yet */
};

void cx_blocks_add(struct cx_blocks *b, const void *data, size_t len);
/* Call after the last piece. */
void cx_blocks_end(struct cx_blocks *b);
/* Appends a line of CX_SUMS_WIDTH bytes, 16 hexadecimal digits, for each
 * block. */
#define CX_SUMS_WIDTH 17
void cx_blocks_print(const struct cx_blocks *b, struct cx_buf *out);
/* Digests those lines, as the digest of the file: digesting all its bytes took
 * a sixth of the time of building an index. */
void cx_blocks_digest(const struct cx_blocks *b, char hex[CX_DIGEST_HEX + 1]);
void cx_blocks_release(struct cx_blocks *b);

/* Returns the number of blocks in a file of that many bytes. */
static inline uint64_t
cx_blocks_of(uint64_t bytes)
{
	return bytes / CX_BLOCK + (bytes % CX_BLOCK != 0);
}

#endif
