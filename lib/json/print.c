#include "lib/json/print.h"
#include "lib/base/ascii.h"
#include "lib/base/utf8.h"

#include <stdio.h>
#include <stdlib.h>

struct cx_printer
cx_printer(struct cx_buf *out)
{
	return (struct cx_printer){out, 0, 0, false};
}

static void
before_value(struct cx_printer *p)
{
	if (p->comma)
		cx_buf_char(p->out, ',');
	p->comma = true;
}

static void
open_level(struct cx_printer *p, bool object)
{
	before_value(p);
	if (p->depth == CX_PRINT_DEPTH)
		cx_die(CX_FAIL, "JSON nested deeper than %d levels",
		    CX_PRINT_DEPTH);
	p->object = p->object << 1 | object;
	p->depth++;
	p->comma = false;
	cx_buf_char(p->out, object ? '{' : '[');
}

void
cx_print_object(struct cx_printer *p)
{
	open_level(p, true);
}

void
cx_print_array(struct cx_printer *p)
{
	open_level(p, false);
}

void
cx_print_end(struct cx_printer *p)
{
	cx_buf_char(p->out, p->object & 1 ? '}' : ']');
	p->object >>= 1;
	p->depth--;
	p->comma = true;
}

/* Bytes that can be copied: no escape needed and ASCII. */
static const unsigned char plain[256] = {
    ['\x20'] = 1, ['!'] = 1,
#define R(c) [c] = 1
#define R4(c) R(c), R(c + 1), R(c + 2), R(c + 3)
#define R16(c) R4(c), R4(c + 4), R4(c + 8), R4(c + 12)
    R('#'), R4('$'), R4('('), R4(','), R16('0'), R16('@'),
    R4('P'), R4('T'), R4('X'), R(']'), R('^'), R('_'),
    R16('`'), R4('p'), R4('t'), R('x'), R('y'), R('z'), R('{'), R('|'),
    R('}'), R('~')
#undef R16
#undef R4
#undef R
};

/* How many bytes at the start of s can be copied. */
static size_t
plain_prefix(struct cx_str s)
{
	size_t i = 0;

	/* The last step may begin in what the one before it has seen. */
#ifdef __SSE2__
	for (; i < s.len && s.len >= 16; i += 16) {
		__m128i v;
		unsigned marks;

		if (i > s.len - 16)
			i = s.len - 16;
		v = cx_sixteen(s.s + i);
		marks = cx_sixteen_bits(cx_sixteen_odd(v) |
		    cx_sixteen_are(v, '"') | cx_sixteen_are(v, '\\'));
		if (marks)
			return i + (size_t)__builtin_ctz(marks);
	}
#endif
#if CX_EIGHT
	for (; i < s.len && s.len >= 8; i += 8) {
		uint64_t w, c, marks;

		if (i > s.len - 8)
			i = s.len - 8;
		memcpy(&w, s.s + i, 8);
		c = w & ~CX_HIGH;
		/* Each sum sets the high bit of a byte as it should not be,
		 * or fails to: control bytes, ", \\ and DEL. */
		marks = ~((c + CX_EACH(0x80 - 0x20)) &
		    ((c ^ CX_EACH('"')) + CX_EACH(0x7F)) &
		    ((c ^ CX_EACH('\\')) + CX_EACH(0x7F)));
		marks |= w | (c + CX_EACH(1));
		if (marks & CX_HIGH)
			return i + cx_eight_before(marks & CX_HIGH);
	}
#endif
	while (i < s.len && plain[(unsigned char)s.s[i]])
		i++;
	return i;
}

static void
escape(struct cx_buf *b, unsigned char c)
{
	static const char hex[] = "0123456789abcdef";
	static const char from[] = "\"\\\b\f\n\r\t";
	static const char to[] = "\"\\bfnrt";
	const char *at = c ? strchr(from, c) : NULL;
	char *s = cx_buf_room(b, 6);

	s[0] = '\\';
	if (at) {
		s[1] = to[at - from];
		b->len += 2;
		return;
	}
	memcpy(s + 1, "u00", 3);
	s[4] = hex[c >> 4];
	s[5] = hex[c & 15];
	b->len += 6;
}

void
cx_print_quoted(struct cx_buf *b, struct cx_str s)
{
	size_t i = 0, n = plain_prefix(s);

	cx_buf_char(b, '"');
	cx_buf_add(b, s.s, n);
	while ((i += n) < s.len) {
		unsigned char c = (unsigned char)s.s[i];
		uint32_t cp;
		bool ok = true;

		n = 1;
		if (c < 0x80)
			escape(b, c);
		else
			n = cx_utf8_decode(s.s + i, s.len - i, &cp, &ok);
		if (!ok)
			cx_buf_puts(b, "\xEF\xBF\xBD");
		else if (c >= 0x80)
			cx_buf_add(b, s.s + i, n);
		i += n;
		n = plain_prefix(cx_str_from(s, i));
		cx_buf_add(b, s.s + i, n);
	}
	cx_buf_char(b, '"');
}

void
cx_print_keyn(struct cx_printer *p, struct cx_str name)
{
	before_value(p);
	cx_print_quoted(p->out, name);
	cx_buf_char(p->out, ':');
	p->comma = false;
}

void
cx_print_key(struct cx_printer *p, const char *name)
{
	const size_t n = strlen(name);
	char *to;

	before_value(p);
	to = cx_buf_room(p->out, cx_add(n, 3));
	to[0] = '"';
	memcpy(to + 1, name, n);
	to[n + 1] = '"';
	to[n + 2] = ':';
	p->out->len += n + 3;
	p->comma = false;
}

void
cx_print_str(struct cx_printer *p, struct cx_str s)
{
	before_value(p);
	cx_print_quoted(p->out, s);
}

void
cx_print_int(struct cx_printer *p, int64_t n)
{
	before_value(p);
	cx_buf_int(p->out, n);
}

void
cx_print_real(struct cx_printer *p, double d)
{
	char tmp[40];
	int digits;

	before_value(p);
	/* 30 and not 3e+01: what was written as a whole number stays one. */
	if (d < 1e15 && d > -1e15 && d != 0 && d == (double)(int64_t)d) {
		cx_buf_int(p->out, (int64_t)d);
		return;
	}
	for (digits = 1; digits < 17; digits++) {
		snprintf(tmp, sizeof tmp, "%.*g", digits, d);
		if (strtod(tmp, NULL) == d)
			break;
	}
	if (digits == 17)
		snprintf(tmp, sizeof tmp, "%.17g", d);
	cx_buf_puts(p->out, tmp);
}

void
cx_print_micro(struct cx_printer *p, int64_t n)
{
	uint64_t u = n < 0 ? -(uint64_t)n : (uint64_t)n;
	unsigned frac = (unsigned)(u % 1000000);

	before_value(p);
	if (n < 0)
		cx_buf_char(p->out, '-');
	cx_buf_int(p->out, (int64_t)(u / 1000000));
	if (frac) {
		char tmp[8];
		int len = 7;

		tmp[0] = '.';
		for (int i = 6; i > 0; i--, frac /= 10)
			tmp[i] = (char)('0' + frac % 10);
		while (tmp[len - 1] == '0')
			len--;
		cx_buf_add(p->out, tmp, (size_t)len);
	}
}

void
cx_print_bool(struct cx_printer *p, bool b)
{
	before_value(p);
	cx_buf_puts(p->out, b ? "true" : "false");
}

void
cx_print_null(struct cx_printer *p)
{
	before_value(p);
	cx_buf_puts(p->out, "null");
}

void
cx_print_raw(struct cx_printer *p, struct cx_str json)
{
	before_value(p);
	cx_buf_str(p->out, json);
}

/*
 * Nodes stand in document order, so one loop prints any tree: `ends` holds,
 * per open level, where its nodes end.
 */
void
cx_print_json(struct cx_printer *p, const struct cx_json *n)
{
	const struct cx_json *end = n + n->span;
	const struct cx_json *ends[CX_PRINT_DEPTH];
	unsigned base = p->depth;

	for (; n < end || p->depth > base;) {
		unsigned open = p->depth - base;

		if (open && n == ends[open - 1]) {
			cx_print_end(p);
			continue;
		}
		if (open && (p->object & 1)) {
			cx_print_keyn(p, cx_json_str(n));
			n++;
		}
		switch ((enum cx_json_type)n->type) {
		case CX_JSON_NULL:
			cx_print_null(p);
			break;
		case CX_JSON_FALSE:
		case CX_JSON_TRUE:
			cx_print_bool(p, n->type == CX_JSON_TRUE);
			break;
		case CX_JSON_INT:
			cx_print_int(p, n->u.i);
			break;
		case CX_JSON_REAL:
			cx_print_real(p, n->u.d);
			break;
		case CX_JSON_STRING:
			cx_print_str(p, cx_json_str(n));
			break;
		case CX_JSON_ARRAY:
		case CX_JSON_OBJECT:
			open_level(p, n->type == CX_JSON_OBJECT);
			ends[p->depth - base - 1] = n + n->span;
			break;
		}
		n++;
	}
}

void
cx_print_line(struct cx_printer *p)
{
	while (p->depth)
		cx_print_end(p);
	cx_buf_char(p->out, '\n');
	p->comma = false;
}

void
cx_print_kobject(struct cx_printer *p, const char *name)
{
	cx_print_key(p, name);
	cx_print_object(p);
}

void
cx_print_karray(struct cx_printer *p, const char *name)
{
	cx_print_key(p, name);
	cx_print_array(p);
}

#define PAIR(kind, type)                                                      \
	void cx_print_k##kind(struct cx_printer *p, const char *name, type v) \
	{                                                                     \
		cx_print_key(p, name);                                        \
		cx_print_##kind(p, v);                                        \
	}
PAIR(str, struct cx_str)
PAIR(int, int64_t)
PAIR(real, double)
PAIR(micro, int64_t)
PAIR(bool, bool)
PAIR(raw, struct cx_str)
