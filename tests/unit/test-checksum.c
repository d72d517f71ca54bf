/* Unit tests of checksums: XXH3's values, and blocks. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "lib/base/checksum.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

static void
test_values(void **state)
{
	/* As xxhsum -H3 prints them. */
	static const char long_text[] = "Call me Ishmael. Some years "
	    "ago--never mind how long precisely-";

	(void)state;
	assert_true(cx_checksum("", 0) == UINT64_C(0x2d06800538d394c2));
	assert_true(cx_checksum("a", 1) == UINT64_C(0xe6c632b61e964e1f));
	assert_true(cx_checksum("abc", 3) == UINT64_C(0x78af5f94892f3950));
	assert_true(cx_checksum(long_text, strlen(long_text)) ==
	    UINT64_C(0x3f1a447475ae2069));
}

/* Whatever the processor has, the values are those that any other writes. */
static void
test_processors(void **state)
{
	static unsigned char data[2 * CX_BLOCK + 64];

	(void)state;
	for (size_t i = 0; i < sizeof data; i++)
		data[i] = (unsigned char)(i * 131 + i / 256);
	for (size_t len = 0; len < sizeof data - 8; len++)
		assert_true(cx_checksum(data + len % 8, len) ==
		    XXH3_64bits(data + len % 8, len));
}

static void
test_blocks(void **state)
{
	static unsigned char data[3 * CX_BLOCK + 100];
	const size_t steps[] = {1, 7, 4095, 4096, 4097, 20000};

	(void)state;
	for (size_t i = 0; i < sizeof data; i++)
		data[i] = (unsigned char)(i * 31 + i / 256);
	for (size_t s = 0; s < sizeof steps / sizeof *steps; s++) {
		struct cx_blocks b = {0};

		for (size_t at = 0; at < sizeof data; at += steps[s])
			cx_blocks_add(&b, data + at,
			    sizeof data - at < steps[s] ? sizeof data - at
							: steps[s]);
		cx_blocks_end(&b);
		assert_int_equal(b.n, cx_blocks_of(sizeof data));
		for (size_t i = 0; i < b.n; i++)
			assert_true(b.sum[i] == cx_checksum(data + i * CX_BLOCK,
			    i < 3 ? CX_BLOCK : 100));
		cx_blocks_release(&b);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_values),
	    cmocka_unit_test(test_processors), cmocka_unit_test(test_blocks)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
