/* Many bytes at a time is the same as one by one; words that are short. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

#include <cmocka.h>

#include "lib/base/ascii.h"
#include "lib/base/shortmap.h"

static bool
is_word(unsigned char c)
{
	return c && strchr("0123456789abcdefghijklmnopqrstuvwxyz"
	    "ABCDEFGHIJKLMNOPQRSTUVWXYZ", c);
}

static void
check(struct cx_str s)
{
	char low[16], want[16] = {0};
	size_t n = 0, gap = 0;

	for (; n < 16 && n < s.len && is_word((unsigned char)s.s[n]); n++)
		want[n] = s.s[n] >= 'A' && s.s[n] <= 'Z'
		    ? (char)(s.s[n] - 'A' + 'a')
		    : s.s[n];
	while (gap < s.len && (unsigned char)s.s[gap] < 0x80 &&
	    !is_word((unsigned char)s.s[gap]))
		gap++;
	assert_int_equal(cx_ascii_run(s, low), n);
	assert_memory_equal(low, want, 16);
	assert_int_equal(cx_ascii_gap(s), gap);
}

/* Every byte at every place of strings of every length. */
static void
every_byte(void **state)
{
	static const char fill[] = {'a', 'Z', '5', ' ', '-'};

	(void)state;
	for (size_t len = 0; len <= 20; len++) {
		for (size_t f = 0; f < sizeof fill; f++) {
			/* On the heap, so that reading beyond is seen. */
			char *s = malloc(len + !len);

			assert_non_null(s);
			memset(s, fill[f], len + !len);
			check(cx_strn(s, len));
			for (size_t at = 0; at < len; at++) {
				for (int c = 0; c < 256; c++) {
					s[at] = (char)c;
					check(cx_strn(s, len));
				}
				s[at] = fill[f];
			}
			free(s);
		}
	}
}

#if CX_EIGHT
static void
digits(void **state)
{
	static const char *const fill[] = {"00000000", "99999999", "18273645"};
	char s[9];

	(void)state;
	for (size_t f = 0; f < sizeof fill / sizeof *fill; f++) {
		for (size_t at = 0; at < 8; at++) {
			for (int c = 0; c < 256; c++) {
				uint64_t n = 0;
				bool is = c >= '0' && c <= '9';

				memcpy(s, fill[f], sizeof s);
				s[at] = (char)c;
				assert_int_equal(cx_eight_digits(s, &n), is);
				assert_int_equal(n, is ? strtoul(s, NULL, 10)
						       : 0);
			}
		}
	}
}
#endif

#ifdef __SSE2__
static void
sixteen(void **state)
{
	char s[16];
	__m128i v;

	(void)state;
	for (unsigned at = 0; at < 16; at++) {
		memset(s, 'a', sizeof s);
		for (int c = 0; c < 256; c++) {
			bool odd = c < ' ' || c >= 0x7F;

			s[at] = (char)c;
			v = cx_sixteen(s);
			assert_int_equal(cx_sixteen_bits(v),
			    c >= 0x80 ? 1u << at : 0);
			assert_int_equal(cx_sixteen_bits(cx_sixteen_odd(v)),
			    odd ? 1u << at : 0);
			assert_int_equal(
			    cx_sixteen_bits(cx_sixteen_are(v, '#')),
			    c == '#' ? 1u << at : 0);
			assert_int_equal(
			    cx_sixteen_bits(cx_sixteen_from(v, '[', 3)),
			    c >= '[' && c <= ']' ? 1u << at : 0);
		}
	}
	v = cx_sixteen("aXaaaaaaaaaaaaaX");
	assert_int_equal(cx_sixteen_bits(cx_sixteen_are(v, 'X')), 0x8002);
}
#endif

static void
short_map(void **state)
{
	struct cx_shortmap m;

	(void)state;
	cx_shortmap_init(&m);
	for (int round = 0; round < 2; round++) {
		for (uint32_t i = 0; i < 20000; i++) {
			uint64_t key[2] = {i % 100 + 1, i / 100};
			uint32_t *v = cx_shortmap_at(&m, key,
			    cx_shortmap_hash(&m, key));

			assert_int_equal(*v, round ? i : UINT32_MAX);
			*v = i;
		}
	}
	assert_int_equal(m.n, 20000);
	cx_shortmap_release(&m);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(every_byte),
#if CX_EIGHT
	    cmocka_unit_test(digits),
#endif
#ifdef __SSE2__
	    cmocka_unit_test(sixteen),
#endif
	    cmocka_unit_test(short_map)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
