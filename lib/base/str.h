/*
 * str.h: borrowed strings.
 *
 * A struct cx_str points at bytes owned by someone else; it is not terminated
 * and may contain NUL bytes.  It is passed by value.  All functions compare
 * bytes and know nothing of locales; utf8.h handles letters beyond ASCII.  The
 * header is also valid C++, for the two shims.
 */
#ifndef CX_STR_H
#define CX_STR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct cx_str {
	const char *s;
	size_t len;
};

/* A literal, without its terminator. */
#define CX_STR(literal) ((struct cx_str){(literal), sizeof(literal) - 1})

static inline struct cx_str
cx_str(const char *s)
{
	struct cx_str r = {s, strlen(s)};

	return r;
}

static inline struct cx_str
cx_strn(const char *s, size_t len)
{
	struct cx_str r = {s, len};

	return r;
}

static inline bool
cx_str_eq(struct cx_str a, struct cx_str b)
{
	return a.len == b.len && (a.len == 0 || memcmp(a.s, b.s, a.len) == 0);
}

static inline bool
cx_str_is(struct cx_str a, const char *b)
{
	return cx_str_eq(a, cx_str(b));
}

/* Whether a is one of the words, an array terminated by NULL. */
static inline bool
cx_str_in(struct cx_str a, const char *const *words)
{
	while (*words && !cx_str_is(a, *words))
		words++;
	return *words != NULL;
}
#define CX_ONE_OF(a, ...)                                                     \
	cx_str_in((a), (const char *const[]){__VA_ARGS__, NULL})

/* Compares bytes; a prefix sorts before the longer string. */
static inline int
cx_str_cmp(struct cx_str a, struct cx_str b)
{
	size_t n = a.len < b.len ? a.len : b.len;
	int c = n ? memcmp(a.s, b.s, n) : 0;

	return c ? c : (a.len > b.len) - (a.len < b.len);
}

static inline bool
cx_str_starts(struct cx_str s, struct cx_str prefix)
{
	return s.len >= prefix.len &&
	    (prefix.len == 0 || memcmp(s.s, prefix.s, prefix.len) == 0);
}

static inline bool
cx_str_ends(struct cx_str s, struct cx_str suffix)
{
	return s.len >= suffix.len && (suffix.len == 0 ||
	    memcmp(s.s + s.len - suffix.len, suffix.s, suffix.len) == 0);
}

/* Whether s contains needle; every string contains the empty one. */
static inline bool
cx_str_has(struct cx_str s, struct cx_str needle)
{
	const char *p = s.s, *last;

	if (needle.len > s.len || needle.len == 0)
		return needle.len == 0;
	last = s.s + (s.len - needle.len);
	/* For short texts, memmem spends most of its time on preparation. */
	for (int tries = 0; tries < 8; tries++, p++) {
		p = (const char *)memchr(p, needle.s[0],
		    (size_t)(last - p) + 1);
		if (!p)
			return false;
		if (p[needle.len - 1] == needle.s[needle.len - 1] &&
		    memcmp(p, needle.s, needle.len) == 0)
			return true;
		if (p == last)
			return false;
	}
	return memmem(p, (size_t)(s.s + s.len - p), needle.s, needle.len);
}

/* Returns s without its first n bytes; empty if n is beyond the end. */
static inline struct cx_str
cx_str_from(struct cx_str s, size_t n)
{
	if (n > s.len)
		n = s.len;
	if (n > 0) /* s.s may be NULL, where adding is undefined */
		s.s += n;
	s.len -= n;
	return s;
}

/* Blanks are space, tab, CR and LF. */
static inline bool
cx_is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* Strips leading and trailing blanks. */
static inline struct cx_str
cx_str_trim(struct cx_str s)
{
	while (s.len && cx_is_blank(s.s[0]))
		s.s++, s.len--;
	while (s.len && cx_is_blank(s.s[s.len - 1]))
		s.len--;
	return s;
}

/*
 * Splits the next piece off *rest: returns true and the bytes before sep (or
 * all) in *piece, or false if nothing is left.  "a,,b" has three pieces, the
 * empty string none.  A trailing sep ends the last piece.
 */
static inline bool
cx_str_split(struct cx_str *rest, char sep, struct cx_str *piece)
{
	const char *p;

	if (rest->len == 0)
		return false;
	p = (const char *)memchr(rest->s, sep, rest->len);
	piece->s = rest->s;
	if (p) {
		piece->len = (size_t)(p - rest->s);
		rest->s = p + 1;
		rest->len -= piece->len + 1;
	} else {
		piece->len = rest->len;
		rest->s += rest->len;
		rest->len = 0;
	}
	return true;
}

/* These know only ASCII letters and digits. */
static inline bool
cx_is_decimal(char c)
{
	return c >= '0' && c <= '9';
}
static inline bool
cx_is_alpha(char c)
{
	return (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
}
static inline bool
cx_is_alnum(char c)
{
	return cx_is_alpha(c) || cx_is_decimal(c);
}
static inline char
cx_lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c | 0x20) : c;
}

/* Compares two strings, ignoring the case of ASCII letters. */
static inline bool
cx_str_alike(struct cx_str a, struct cx_str b)
{
	if (a.len != b.len)
		return false;
	for (size_t i = 0; i < a.len; i++)
		if (cx_lower(a.s[i]) != cx_lower(b.s[i]))
			return false;
	return true;
}

/* Counts the leading digits of s; strips trailing digits. */
static inline size_t
cx_str_digits(struct cx_str s)
{
	size_t n = 0;

	while (n < s.len && cx_is_decimal(s.s[n]))
		n++;
	return n;
}
static inline struct cx_str
cx_before_number(struct cx_str s)
{
	while (s.len && cx_is_decimal(s.s[s.len - 1]))
		s.len--;
	return s;
}

/* Whether s is a decimal number: sign, digits with a point, exponent. */
static inline bool
cx_str_is_decimal(struct cx_str s)
{
	size_t i = s.len && (s.s[0] == '-' || s.s[0] == '+'), n;

	n = cx_str_digits(cx_str_from(s, i));
	i += n;
	if (i < s.len && s.s[i] == '.') {
		i += 1 + cx_str_digits(cx_str_from(s, i + 1));
		n += s.s[i - 1] != '.';
	}
	if (n && i < s.len && (s.s[i] | 0x20) == 'e') {
		i++;
		i += i < s.len && (s.s[i] == '-' || s.s[i] == '+');
		n = cx_str_digits(cx_str_from(s, i));
		i += n;
	}
	return n && i == s.len;
}

/* Whether s contains an ASCII control character. */
static inline bool
cx_str_has_control(struct cx_str s)
{
	for (size_t i = 0; i < s.len; i++)
		if ((unsigned char)s.s[i] < ' ' || s.s[i] == 0x7f)
			return true;
	return false;
}

/* Reads the decimal digits at the start of *s and removes them.  Returns false,
 * changing nothing, if there are none or their value exceeds `most`. */
static inline bool
cx_str_number(struct cx_str *s, uint64_t most, uint64_t *out)
{
	uint64_t n = 0;
	size_t i = 0;

	for (; i < s->len && cx_is_decimal(s->s[i]); i++) {
		uint64_t digit = (uint64_t)(s->s[i] - '0');

		if (n > most / 10 || digit > most - n * 10)
			return false;
		n = n * 10 + digit;
	}
	if (i == 0)
		return false;
	*s = cx_str_from(*s, i);
	*out = n;
	return true;
}

/* Returns what precedes the first c, or all of s if there is none. */
static inline struct cx_str
cx_str_upto(struct cx_str s, char c)
{
	const char *p = s.len ? (const char *)memchr(s.s, c, s.len) : NULL;

	return p ? cx_strn(s.s, (size_t)(p - s.s)) : s;
}

/* The last c in s, or NULL. */
static inline const char *
cx_str_last(struct cx_str s, char c)
{
	while (s.len)
		if (s.s[--s.len] == c)
			return s.s + s.len;
	return NULL;
}

/* Split a path: what follows the last "/" and what precedes it, "" if none. */
static inline struct cx_str
cx_last_part(struct cx_str path)
{
	const char *p = cx_str_last(path, '/');

	return p ? cx_str_from(path, (size_t)(p - path.s) + 1) : path;
}
static inline struct cx_str
cx_dir_part(struct cx_str path)
{
	path.len -= cx_last_part(path).len;
	path.len -= path.len != 0;
	return path;
}

/* Counts the occurrences of c in s. */
static inline size_t
cx_str_count(struct cx_str s, char c)
{
	size_t n = 0;

	/* Few enough that a compiler can count them in bytes. */
	for (size_t i = 0, end; i < s.len; i = end) {
		unsigned char few = 0;

		end = s.len - i < 240 ? s.len : i + 240;
		for (size_t k = i; k < end; k++)
			few += s.s[k] == c;
		n += few;
	}
	return n;
}

/* Counts how often c is repeated at the start of s. */
static inline size_t
cx_str_run(struct cx_str s, char c)
{
	size_t n = 0;

	while (n < s.len && s.s[n] == c)
		n++;
	return n;
}

/* Returns the value of a hexadecimal digit, or -1. */
static inline int
cx_hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c = (char)(c | 0x20);
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

#endif
