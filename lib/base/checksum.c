#include "lib/base/checksum.h"

/* All in the header: loading a library would cost each program time. */
#define XXH_INLINE_ALL
#include <xxhash.h>

#include <stdlib.h>

/* The C library has asked the processor already.  The compiler's own function
 * asks again, at each start: a virtual machine is interrupted ten times. */
#ifdef CX_CHECKSUM_AVX2
#if __has_include(<sys/platform/x86.h>)
#include <sys/platform/x86.h>
#endif
#ifdef CPU_FEATURE_ACTIVE
#define HAS_AVX2 CPU_FEATURE_ACTIVE(AVX2)
#else
#define HAS_AVX2 __builtin_cpu_supports("avx2")
#endif
#endif

uint64_t
cx_checksum(const void *data, size_t len)
{
#ifdef CX_CHECKSUM_AVX2
	if (HAS_AVX2)
		return cx_checksum_avx2(data, len);
#endif
	return XXH3_64bits(data, len);
}

static void
add(struct cx_blocks *b, const void *data, size_t len)
{
	*CX_NEXT(b->sum, b->n, b->cap) = cx_checksum(data, len);
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
cx_blocks_print(const struct cx_blocks *b, struct cx_buf *out)
{
	for (size_t i = 0; i < b->n; i++) {
		char *at = cx_buf_room(out, CX_SUMS_WIDTH);
		uint64_t sum = b->sum[i];

		for (int k = 16; k-- > 0; sum >>= 4)
			at[k] = "0123456789abcdef"[sum & 15];
		at[16] = '\n';
		out->len += CX_SUMS_WIDTH;
	}
}

void
cx_blocks_digest(const struct cx_blocks *b, char hex[CX_DIGEST_HEX + 1])
{
	CX_AUTO_BUF lines = CX_BUF_INIT;

	cx_blocks_print(b, &lines);
	cx_digest_text(cx_buf_view(&lines), hex);
}

void
cx_blocks_release(struct cx_blocks *b)
{
	free(b->sum);
	cx_buf_release(&b->rest);
	*b = (struct cx_blocks){0};
}
