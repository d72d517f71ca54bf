/*
 * ascii.h: runs of ASCII letters and digits, many bytes at a time.
 *
 * The range tests on all bytes of a word at once are those of "Bit Twiddling
 * Hacks" (Anderson), for bytes below 0x80.
 */
#ifndef CX_ASCII_H
#define CX_ASCII_H

#include "lib/base/str.h"

#include <stdint.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#if defined(__GNUC__) && defined(__BYTE_ORDER__) && \
    __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define CX_EIGHT 1
#define CX_EACH(byte) (UINT64_C(0x0101010101010101) * (byte))
#define CX_HIGH CX_EACH(0x80)

/* Sets the high bit of each byte that is a letter or digit. */
static inline uint64_t
cx_eight_word(uint64_t w)
{
	uint64_t c = w & ~CX_HIGH, low = c | CX_EACH(0x20);
	uint64_t letter = (low + CX_EACH(0x80 - 'a')) &
	    ~(low + CX_EACH(0x7F - 'z'));
	uint64_t digit = (c + CX_EACH(0x80 - '0')) & ~(c + CX_EACH(0x7F - '9'));

	return (letter | digit) & ~w & CX_HIGH;
}

/* Counts the bytes before the first one whose high bit is set in marks. */
static inline size_t
cx_eight_before(uint64_t marks)
{
	return marks ? (size_t)__builtin_ctzll(marks) / 8 : 8;
}

/* Copies the letters and digits that eight bytes begin with to low, in lower
 * case and padded with zeros.  Returns their number. */
static inline size_t
cx_eight_low(const char *s, char *low)
{
	uint64_t w, stop;

	memcpy(&w, s, 8);
	stop = ~cx_eight_word(w) & CX_HIGH;
	/* Digits have this bit already. */
	w |= CX_EACH(0x20);
	/* Keep only the bytes below the lowest mark. */
	if (stop)
		w &= (stop & -stop) / 0x80 - 1;
	memcpy(low, &w, 8);
	return cx_eight_before(stop);
}

/* Whether eight bytes are decimal digits, and their number: neighbours are
 * put together, then pairs, then fours. */
static inline bool
cx_eight_digits(const char *s, uint64_t *n)
{
	uint64_t w;

	memcpy(&w, s, 8);
	/* 0x30 to 0x39 keep their upper half, also with 6 more. */
	if ((w & (w + CX_EACH(6)) & CX_EACH(0xF0)) != CX_EACH('0'))
		return false;
	w = (w & CX_EACH(0x0F)) * (10 << 8 | 1) >> 8;
	w = (w & UINT64_C(0x00FF00FF00FF00FF)) * (100 << 16 | 1) >> 16;
	*n = (w & UINT64_C(0x0000FFFF0000FFFF)) *
	    (UINT64_C(10000) << 32 | 1) >> 32;
	return true;
}
#else
#define CX_EIGHT 0
#endif

#ifdef __SSE2__
/*
 * Returns a bit for each of sixteen bytes that is a letter or digit, with SSE2,
 * which every x86-64 has.  *low gets them in lower case; other bytes may be
 * changed, too.
 */
static inline unsigned
cx_sixteen_word(const char *s, __m128i *low)
{
	__m128i v = _mm_loadu_si128((const __m128i *)(const void *)s);
	__m128i letter, digit;

	*low = _mm_or_si128(v, _mm_set1_epi8(0x20));
	/* 'a' to 'z' and '0' to '9' become the smallest signed numbers. */
	letter = _mm_cmplt_epi8(_mm_add_epi8(*low,
	    _mm_set1_epi8((char)(0x80 - 'a'))), _mm_set1_epi8(-128 + 26));
	digit = _mm_cmplt_epi8(_mm_add_epi8(v,
	    _mm_set1_epi8((char)(0x80 - '0'))), _mm_set1_epi8(-128 + 10));
	return (unsigned)_mm_movemask_epi8(_mm_or_si128(letter, digit));
}

/* Load sixteen bytes, and return a bit for each whose high bit is set.  The
 * results of the functions below are combined before they become bits. */
static inline __m128i
cx_sixteen(const char *s)
{
	return _mm_loadu_si128((const __m128i *)(const void *)s);
}
static inline unsigned
cx_sixteen_bits(__m128i v)
{
	return (unsigned)_mm_movemask_epi8(v);
}

/* Sets all bits of each byte that equals c. */
static inline __m128i
cx_sixteen_are(__m128i v, char c)
{
	return _mm_cmpeq_epi8(v, _mm_set1_epi8(c));
}

/* The same for each of the n byte values from c on. */
static inline __m128i
cx_sixteen_from(__m128i v, char c, int n)
{
	return _mm_cmplt_epi8(_mm_sub_epi8(v, _mm_set1_epi8(
	    (char)(c - 0x80))), _mm_set1_epi8((char)(n - 0x80)));
}

/* The same for control characters, DEL and bytes beyond ASCII (negative). */
static inline __m128i
cx_sixteen_odd(__m128i v)
{
	return _mm_or_si128(_mm_cmplt_epi8(v, _mm_set1_epi8(' ')),
	    cx_sixteen_are(v, 0x7F));
}

/* Keeps the first n bytes (n <= 16) and clears the others. */
static inline __m128i
cx_sixteen_first(__m128i v, size_t n)
{
	static const char mask[32] = {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
	    -1, -1, -1, -1, -1, -1};

	return _mm_and_si128(v, _mm_loadu_si128(
	    (const __m128i *)(const void *)(mask + 16 - n)));
}
#endif

static inline bool
cx_is_ascii(struct cx_str s)
{
	for (size_t i = 0; i < s.len; i++) {
		if ((unsigned char)s.s[i] >= 0x80)
			return false;
	}
	return true;
}

static inline bool
cx_is_ascii_word(unsigned char c)
{
	return (c >= '0' && c <= '9') ||
	    ((c | 0x20) >= 'a' && (c | 0x20) <= 'z');
}

/* Counts the ASCII bytes before the first letter, digit or non-ASCII byte. */
static inline size_t
cx_ascii_gap(struct cx_str s)
{
	size_t i = 0;

#if CX_EIGHT
	/* Usually it is one blank. */
	if (s.len > 1 && s.s[0] == ' ' &&
	    cx_is_ascii_word((unsigned char)s.s[1]))
		return 1;
	for (; i + 8 <= s.len; i += 8) {
		uint64_t w, stop;

		memcpy(&w, s.s + i, 8);
		stop = cx_eight_word(w) | (w & CX_HIGH);
		if (stop)
			return i + cx_eight_before(stop);
	}
#endif
	while (i < s.len && (unsigned char)s.s[i] < 0x80 &&
	    !cx_is_ascii_word((unsigned char)s.s[i]))
		i++;
	return i;
}

/*
 * Copies the letters and digits that s begins with, at most 16, to low, in
 * lower case and padded with zeros.  Returns their number.
 */
static inline size_t
cx_ascii_run(struct cx_str s, char low[16])
{
	size_t n = 0;

#ifdef __SSE2__
	if (s.len >= 16) {
		__m128i v;

		n = (size_t)__builtin_ctz(~cx_sixteen_word(s.s, &v));
		_mm_storeu_si128((__m128i *)(void *)low,
		    cx_sixteen_first(v, n));
		return n;
	}
#elif CX_EIGHT
	if (s.len >= 16) {
		n = cx_eight_low(s.s, low);
		if (n == 8)
			return 8 + cx_eight_low(s.s + 8, low + 8);
		memset(low + 8, 0, 8);
		return n;
	}
#endif
	memset(low, 0, 16);
	for (; n < 16 && n < s.len &&
	    cx_is_ascii_word((unsigned char)s.s[n]); n++) {
		char c = s.s[n];

		low[n] = c >= 'A' && c <= 'Z' ? (char)(c | 0x20) : c;
	}
	return n;
}

#endif
