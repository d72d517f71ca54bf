#include "lib/text/literal.h"

#include "lib/base/utf8.h"
#include "lib/text/analyze.h"

static uint32_t
decode(struct cx_str s, size_t at, size_t *n)
{
	uint32_t cp;

	*n = cx_utf8_decode(s.s + at, s.len - at, &cp, NULL);
	return cp;
}

/* The code point before an offset. */
static uint32_t
before(struct cx_str s, size_t at)
{
	size_t from = at - 1, n;

	while (from > 0 && ((unsigned char)s.s[from] & 0xC0) == 0x80)
		from--;
	return decode(s, from, &n);
}

/* Appends s with white space as one blank, and none at its ends. */
static void
put_spaced(struct cx_buf *out, struct cx_str s)
{
	size_t n;

	for (size_t i = 0; i < s.len; i += n) {
		uint32_t cp = decode(s, i, &n);

		if (!cx_is_space(cp))
			cx_buf_add(out, s.s + i, n);
		else if (out->len && out->s[out->len - 1] != ' ')
			cx_buf_char(out, ' ');
	}
	while (out->len && out->s[out->len - 1] == ' ')
		out->len--;
}

static bool
is_word_at(struct cx_str s, size_t at, bool look_before)
{
	size_t n;

	if (look_before ? at == 0 : at >= s.len)
		return false;
	return cx_is_wordchar(look_before ? before(s, at) : decode(s, at, &n));
}

/* Whether the byte of s is a mark of Markdown. */
static bool
is_markup(struct cx_str s, size_t i)
{
	char c = s.s[i];

	switch (c) {
	case '*':
	case '`':
		return true;
	case '_':
		return !is_word_at(s, i, true) || !is_word_at(s, i + 1, false);
	case '[':
	case ']':
		return (i && s.s[i - 1] == c) || (i + 1 < s.len &&
		    s.s[i + 1] == c);
	default:
		return false;
	}
}

void
cx_literal_make(struct cx_literal *l, struct cx_str text)
{
	CX_AUTO_BUF key = CX_BUF_INIT, seen = CX_BUF_INIT, bare = CX_BUF_INIT;
	struct cx_str s;
	size_t n;

	if (l->with_case)
		cx_utf8_nfc(&key, text);
	else
		cx_utf8_key(&key, text);
	s = cx_buf_view(&key);
	for (size_t i = 0; i < s.len; i += n) {
		uint32_t cp = decode(s, i, &n);

		if (cp == 0x3C2) /* a sigma is one */
			cx_utf8_put(&seen, 0x3C3);
		else
			cx_buf_add(&seen, s.s + i, n);
	}
	s = cx_buf_view(&seen);
	for (size_t i = 0; i < s.len; i++) {
		if (!is_markup(s, i))
			cx_buf_char(&bare, s.s[i]);
	}
	l->plain.len = l->bare.len = 0;
	put_spaced(&l->plain, s);
	put_spaced(&l->bare, cx_buf_view(&bare));
}

/* Whether a word goes on here, of a script with spaces. */
static bool
is_edge(uint32_t cp)
{
	return cx_is_wordchar(cp) && !cx_unspaced(cp);
}

static bool
stands_in(struct cx_str x, struct cx_str s)
{
	size_t n, at = 0;
	uint32_t first = decode(x, 0, &n), last = before(x, x.len);
	const char *found;

	while (at + x.len <= s.len && (found = memmem(s.s + at, s.len - at,
	    x.s, x.len))) {
		size_t from = (size_t)(found - s.s), end = from + x.len;

		if (!(from && !cx_unspaced(first) &&
			is_edge(before(s, from))) &&
		    !(end < s.len && cx_is_wordchar(last) &&
			!cx_unspaced(last) && is_edge(decode(s, end, &n))))
			return true;
		at = from + 1;
	}
	return false;
}

bool
cx_literal_in(const struct cx_literal *x, const struct cx_literal *text)
{
	struct cx_str s = cx_buf_view(&x->plain);

	return s.len && (stands_in(s, cx_buf_view(&text->plain)) ||
	    stands_in(s, cx_buf_view(&text->bare)));
}

void
cx_literal_release(struct cx_literal *l)
{
	cx_buf_release(&l->plain);
	cx_buf_release(&l->bare);
}

/* --- words with punctuation --- */

static bool
is_one_of(uint32_t cp, const char *set)
{
	struct cx_str s = cx_str(set);
	size_t n;

	for (size_t i = 0; i < s.len; i += n) {
		if (decode(s, i, &n) == cp)
			return true;
	}
	return false;
}

#define QUOTES "'\"‘’“”«»「」"

/* Without what stands around a word in a sentence. */
static struct cx_str
strip(struct cx_str s)
{
	size_t n;

	while (s.len && is_one_of(decode(s, 0, &n), "([{<" QUOTES))
		s = cx_str_from(s, n);
	while (s.len && is_one_of(before(s, s.len), ".,;:!?)]}>…" QUOTES)) {
		do
			s.len--;
		while (s.len && ((unsigned char)s.s[s.len] & 0xC0) == 0x80);
	}
	return s;
}

static bool
is_literal(struct cx_str s)
{
	bool word = false, other = false;
	size_t n;

	for (size_t i = 0; i < s.len; i += n) {
		uint32_t cp = decode(s, i, &n);
		bool is = cx_is_wordchar(cp);

		word |= is;
		other |= !is && cp != '\'' && cp != 0x2019;
		other |= i && cp >= 'A' && cp <= 'Z' && s.s[i - 1] >= 'a' &&
		    s.s[i - 1] <= 'z';
	}
	return (word && other) || cx_is_accented(s);
}

bool
cx_literal_is_prose(struct cx_str s)
{
	size_t n;

	for (size_t i = 0; i < s.len; i += n) {
		uint32_t cp = decode(s, i, &n);

		if (!cx_is_letter(cp) && (i == 0 || (cp != '-' && cp != '/' &&
			cp != '\'' && cp != 0x2019)))
			return false;
	}
	return true;
}

bool
cx_literal_next(struct cx_str *query, struct cx_str *word)
{
	size_t n, end;

	while (query->len) {
		if (cx_is_space(decode(*query, 0, &n))) {
			*query = cx_str_from(*query, n);
			continue;
		}
		for (end = 0; end < query->len &&
		    !cx_is_space(decode(*query, end, &n)); end += n)
			;
		*word = strip(cx_strn(query->s, end));
		*query = cx_str_from(*query, end);
		if (is_literal(*word))
			return true;
	}
	return false;
}
