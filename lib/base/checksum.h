/*
 * checksum.h: has this block been damaged?
 *
 * Files that are mapped and looked into at a few places are not digested
 * whole (digest.h) before each use.  Instead their blocks of CX_BLOCK bytes
 * have checksums, and a reader checks those that it touches.  The function
 * is XXH3 with 64 bits and without a seed (github.com/Cyan4973/xxHash): fast,
 * not against malice.
 */
#ifndef CX_CHECKSUM_H
#define CX_CHECKSUM_H

#include "lib/base/digest.h"
#include "lib/base/mem.h"

#include <stdint.h>

#define CX_BLOCK 4096

uint64_t cx_checksum(const void *data, size_t len);

/* What it calls where the processor has AVX2: the same in half the time.
 * clang does not define __AVX2__ for a function of its own. */
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define CX_CHECKSUM_AVX2
uint64_t cx_checksum_avx2(const void *data, size_t len);
#endif

/* The checksums of the blocks of a file that comes in pieces; the last block
 * may be short.  Zeroed memory is an empty one. */
struct cx_blocks {
	uint64_t *sum;
	size_t n, cap;
	struct cx_buf rest; /* of a block that is not full */
};

void cx_blocks_add(struct cx_blocks *b, const void *data, size_t len);
/* After the last piece. */
void cx_blocks_end(struct cx_blocks *b);
/* Appends them, a line of CX_SUMS_WIDTH bytes each: 16 hexadecimal digits. */
#define CX_SUMS_WIDTH 17
void cx_blocks_print(const struct cx_blocks *b, struct cx_buf *out);
/* The digest of those lines, which stands for that of the file: to digest all
 * of it took a sixth of what an index costs. */
void cx_blocks_digest(const struct cx_blocks *b, char hex[CX_DIGEST_HEX + 1]);
void cx_blocks_release(struct cx_blocks *b);

/* Blocks of a file of so many bytes. */
static inline uint64_t
cx_blocks_of(uint64_t bytes)
{
	return bytes / CX_BLOCK + (bytes % CX_BLOCK != 0);
}

#endif
