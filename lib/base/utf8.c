#include "lib/base/utf8.h"
#include "lib/base/ascii.h"

#include <utf8proc.h>

size_t
cx_utf8_decode(const char *str, size_t len, uint32_t *cp, bool *ok)
{
	const unsigned char *s = (const unsigned char *)str;
	unsigned char lo = 0x80, hi = 0xBF;
	size_t need, i;
	uint32_t c = s[0];

	if (ok)
		*ok = true;
	if (c < 0x80) {
		*cp = c;
		return 1;
	}
	/* Table 3-7 of the Unicode standard: what may follow which lead. */
	if (c >= 0xC2 && c <= 0xDF) {
		need = 1;
		c &= 0x1F;
	} else if (c >= 0xE0 && c <= 0xEF) {
		need = 2;
		if (c == 0xE0)
			lo = 0xA0;
		else if (c == 0xED)
			hi = 0x9F;
		c &= 0x0F;
	} else if (c >= 0xF0 && c <= 0xF4) {
		need = 3;
		if (c == 0xF0)
			lo = 0x90;
		else if (c == 0xF4)
			hi = 0x8F;
		c &= 0x07;
	} else {
		need = 0;
		lo = 0xFF;
	}
	for (i = 1; i <= need && i < len && s[i] >= lo && s[i] <= hi; i++) {
		c = c << 6 | (s[i] & 0x3F);
		lo = 0x80;
		hi = 0xBF;
	}
	if (need == 0 || i <= need) {
		*cp = CX_REPLACEMENT;
		if (ok)
			*ok = false;
		return i;
	}
	*cp = c;
	return i;
}

void
cx_utf8_put(struct cx_buf *b, uint32_t cp)
{
	utf8proc_uint8_t tmp[4];
	utf8proc_ssize_t n = utf8proc_encode_char((utf8proc_int32_t)cp, tmp);

	cx_buf_add(b, tmp, n > 0 ? (size_t)n : 0);
}

/* Number of leading ASCII bytes. */
static size_t
ascii_prefix(struct cx_str s)
{
	size_t i = 0;

#ifdef __SSE2__
	while (i + 16 <= s.len && !cx_sixteen_bits(cx_sixteen(s.s + i)))
		i += 16;
#endif
	for (; i + 8 <= s.len; i += 8) {
		uint64_t w;

		memcpy(&w, s.s + i, 8);
		if (w & UINT64_C(0x8080808080808080))
			break;
	}
	while (i < s.len && (unsigned char)s.s[i] < 0x80)
		i++;
	return i;
}

size_t
cx_utf8_invalid(struct cx_str s)
{
	size_t i = 0;

	for (;;) {
		uint32_t cp;
		bool ok;
		size_t n;

		i += ascii_prefix(cx_str_from(s, i));
		if (i == s.len)
			return i;
		n = cx_utf8_decode(s.s + i, s.len - i, &cp, &ok);
		if (!ok)
			return i;
		i += n;
	}
}

void
cx_utf8_clean(struct cx_buf *b, struct cx_str s)
{
	for (;;) {
		size_t good = cx_utf8_invalid(s);
		uint32_t cp;

		cx_buf_add(b, s.s, good);
		if (good == s.len)
			return;
		s = cx_str_from(s, good);
		s = cx_str_from(s, cx_utf8_decode(s.s, s.len, &cp, NULL));
		cx_buf_puts(b, "\xEF\xBF\xBD");
	}
}

size_t
cx_utf8_count(struct cx_str s)
{
	size_t n = 0;

	while (s.len) {
		size_t ascii = ascii_prefix(s);
		uint32_t cp;

		n += ascii;
		s = cx_str_from(s, ascii);
		if (s.len) {
			s = cx_str_from(s,
			    cx_utf8_decode(s.s, s.len, &cp, NULL));
			n++;
		}
	}
	return n;
}

struct cx_str
cx_utf8_prefix(struct cx_str s, size_t n)
{
	size_t i = 0;

	while (n-- > 0 && i < s.len) {
		uint32_t cp;

		i += cx_utf8_decode(s.s + i, s.len - i, &cp, NULL);
	}
	s.len = i;
	return s;
}

/* Copies the leading ASCII bytes of s in lower case, eight at a time: adding
 * carries into the top bit of bytes from A on, or of those above Z.  The last
 * eight may overlap those before. */
static size_t
lower_ascii(char *to, struct cx_str s)
{
	const uint64_t ones = UINT64_C(0x0101010101010101);
	size_t i = 0;

	while (s.len >= 8) {
		uint64_t w, upper;

		memcpy(&w, s.s + i, 8);
		if (w & ones * 0x80)
			break;
		upper = (w + ones * (0x80 - 'A')) &
		    ~(w + ones * (0x80 - 'Z' - 1)) & ones * 0x80;
		w |= upper >> 2;
		memcpy(to + i, &w, 8);
		if (i + 8 == s.len)
			return s.len;
		i = i + 16 <= s.len ? i + 8 : s.len - 8;
	}
	for (; i < s.len && (unsigned char)s.s[i] < 0x80; i++) {
		char c = s.s[i];

		to[i] = c >= 'A' && c <= 'Z' ? (char)(c | 0x20) : c;
	}
	return i;
}

void
cx_utf8_lower(struct cx_buf *b, struct cx_str s)
{
	while (s.len) {
		size_t ascii = lower_ascii(cx_buf_room(b, s.len), s), n;
		uint32_t cp;

		b->len += ascii;
		s = cx_str_from(s, ascii);
		if (s.len == 0)
			break;
		n = cx_utf8_decode(s.s, s.len, &cp, NULL);
		cx_utf8_put(b, (uint32_t)utf8proc_tolower(
		    (utf8proc_int32_t)cp));
		s = cx_str_from(s, n);
	}
}

/* UAX #15, 13, "Stream-Safe Text Format": no text has more in a row. */
#define MARKS_MAX 30

/* Whether utf8proc, which sorts marks by insertion, is done with s in a time
 * that is linear. */
static bool
has_few_marks(struct cx_str s)
{
	size_t marks = 0;

	while (s.len) {
		uint32_t cp;

		s = cx_str_from(s, cx_utf8_decode(s.s, s.len, &cp, NULL));
		if (!utf8proc_get_property((utf8proc_int32_t)cp)
			 ->combining_class)
			marks = 0;
		else if (++marks > MARKS_MAX)
			return false;
	}
	return true;
}

void
cx_utf8_nfc(struct cx_buf *b, struct cx_str s)
{
	CX_AUTO_BUF clean = CX_BUF_INIT;
	CX_AUTO_FREE utf8proc_uint8_t *got = NULL;
	utf8proc_ssize_t n;

	if (ascii_prefix(s) == s.len) {
		cx_buf_str(b, s);
		return;
	}
	cx_utf8_clean(&clean, s);
	if (!has_few_marks(cx_buf_view(&clean))) {
		cx_buf_str(b, cx_buf_view(&clean));
		return;
	}
	n = utf8proc_map((const utf8proc_uint8_t *)clean.s,
	    (utf8proc_ssize_t)clean.len, &got,
	    UTF8PROC_STABLE | UTF8PROC_COMPOSE);
	if (n < 0)
		cx_no_memory(utf8proc_errmsg(n));
	cx_buf_add(b, got, (size_t)n);
}

static void
nfc_lower(struct cx_buf *b, struct cx_str s)
{
	CX_AUTO_BUF nfc = CX_BUF_INIT;

	cx_utf8_nfc(&nfc, s);
	cx_utf8_lower(b, cx_buf_view(&nfc));
}

/* Drops what is not seen from what was appended to b after `from`.  Few keys
 * need it, and all would pay for its frame. */
static __attribute__((noinline)) void
drop_ignored(struct cx_buf *b, size_t from)
{
	size_t kept = from, n;

	for (size_t i = from; i < b->len; i += n) {
		uint32_t cp;

		n = cx_utf8_decode(b->s + i, b->len - i, &cp, NULL);
		if (cp >= 0x80 && cx_is_ignored(cp))
			continue;
		memmove(b->s + kept, b->s + i, n);
		kept += n;
	}
	b->len = kept;
}

void
cx_utf8_key(struct cx_buf *b, struct cx_str s)
{
	size_t from = b->len;
	size_t i = lower_ascii(cx_buf_room(b, s.len), s);

	if (i == s.len) {
		b->len += i;
		return;
	}
	/* What has only characters below U+0300 is in NFC (UAX #15, 5). */
	while (i < s.len && (unsigned char)s.s[i] < 0xCC)
		i++;
	if (i < s.len)
		nfc_lower(b, s);
	else
		cx_utf8_lower(b, s);
	drop_ignored(b, from);
}

struct cx_str
cx_utf8_fit(struct cx_str s, size_t n)
{
	size_t at = 0, columns = 0;

	while (at < s.len) {
		uint32_t cp;
		size_t len = cx_utf8_decode(s.s + at, s.len - at, &cp, NULL);

		columns += (size_t)utf8proc_charwidth((utf8proc_int32_t)cp);
		if (columns > n)
			break;
		at += len;
	}
	return cx_strn(s.s, at);
}

size_t
cx_utf8_width(struct cx_str s)
{
	size_t columns = 0;

	while (s.len) {
		uint32_t cp;
		size_t len = cx_utf8_decode(s.s, s.len, &cp, NULL);

		columns += (size_t)utf8proc_charwidth((utf8proc_int32_t)cp);
		s = cx_str_from(s, len);
	}
	return columns;
}

static utf8proc_category_t
category(uint32_t cp)
{
	return utf8proc_category((utf8proc_int32_t)cp);
}

bool
cx_is_letter(uint32_t cp)
{
	utf8proc_category_t c;

	if (cp < 0x80)
		return (cp | 0x20) >= 'a' && (cp | 0x20) <= 'z';
	c = category(cp);
	return c >= UTF8PROC_CATEGORY_LU && c <= UTF8PROC_CATEGORY_ME;
}

bool
cx_is_mark(uint32_t cp)
{
	utf8proc_category_t c = category(cp);

	return c >= UTF8PROC_CATEGORY_MN && c <= UTF8PROC_CATEGORY_ME;
}

bool
cx_is_ignored(uint32_t cp)
{
	return cp <= 0x10FFFF &&
	    utf8proc_get_property((utf8proc_int32_t)cp)->ignorable;
}

bool
cx_is_upper(uint32_t cp)
{
	utf8proc_category_t c;

	if (cp < 0x80)
		return cp >= 'A' && cp <= 'Z';
	c = category(cp);
	return c == UTF8PROC_CATEGORY_LU || c == UTF8PROC_CATEGORY_LT;
}

bool
cx_is_digit(uint32_t cp)
{
	if (cp < 0x80)
		return cp >= '0' && cp <= '9';
	return category(cp) == UTF8PROC_CATEGORY_ND;
}

bool
cx_is_space(uint32_t cp)
{
	utf8proc_category_t c;

	if (cp < 0x80)
		return cp == ' ' || (cp >= '\t' && cp <= '\r');
	c = category(cp);
	return c >= UTF8PROC_CATEGORY_ZS && c <= UTF8PROC_CATEGORY_ZP;
}

bool
cx_is_wordchar(uint32_t cp)
{
	utf8proc_category_t c;

	if (cp < 0x80)
		return cx_is_letter(cp) || cx_is_digit(cp);
	c = category(cp);
	return c >= UTF8PROC_CATEGORY_LU && c <= UTF8PROC_CATEGORY_NO;
}

size_t
cx_utf8_grapheme(struct cx_str s)
{
	utf8proc_int32_t state = 0;
	uint32_t cp, next;
	size_t at, n;

	if (s.len == 0)
		return 0;
	at = cx_utf8_decode(s.s, s.len, &cp, NULL);
	while (at < s.len) {
		n = cx_utf8_decode(s.s + at, s.len - at, &next, NULL);
		if (utf8proc_grapheme_break_stateful((utf8proc_int32_t)cp,
		    (utf8proc_int32_t)next, &state))
			break;
		cp = next;
		at += n;
	}
	return at;
}

void
cx_utf8_place(struct cx_str text, size_t at, size_t *line, size_t *col)
{
	size_t start = 0;
	const char *nl;

	*line = 1;
	while ((nl = memchr(text.s + start, '\n', at - start))) {
		start = (size_t)(nl - text.s) + 1;
		++*line;
	}
	*col = cx_utf8_count(cx_strn(text.s + start, at - start)) + 1;
}
