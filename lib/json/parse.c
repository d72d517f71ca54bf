/* Parses JSON (json.h) into nodes, in one pass and without recursion. */
#include "lib/json/json.h"

#include "lib/base/ascii.h"
#include "lib/base/mem.h"
#include "lib/base/utf8.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

#define DEPTH 255

/* A container that is not closed yet. */
struct open {
	size_t at; /* its node */
	uint32_t len;
	bool object;
};

struct cx_json_parser {
	struct cx_json *nodes;
	size_t n, cap;
	char *text; /* of strings, one after the other, each ends in NUL */
	size_t text_cap;
	char *put; /* the next byte of it */
	const char *at, *end;
	const char *why;
	bool mends; /* half of a pair is U+FFFD */
	struct open open[DEPTH];
	/* The members of an object by shape; of the root, which is closed
	 * last, when all is done. */
	uint32_t first[CX_JSON_SHAPES];
	/* For duplicate members of one large object. */
	struct cx_str *names;
	size_t names_cap;
};

static const char structure[] = "a comma, colon, quote, bracket or brace is "
    "missing or one too many";
static const char not_utf8[] = "not UTF-8";
static const char malformed_number[] = "a number is malformed or too large";

struct cx_json_parser *
cx_json_new(void)
{
	return cx_calloc(1, sizeof(struct cx_json_parser));
}

void
cx_json_free(struct cx_json_parser *p)
{
	if (!p)
		return;
	free(p->nodes);
	free(p->text);
	free(p->names);
	free(p);
}

void
cx_json_mend_surrogates(struct cx_json_parser *p)
{
	p->mends = true;
}

static bool
fail(struct cx_json_parser *p, const char *why)
{
	p->why = why;
	return false;
}

static inline struct cx_json *
add(struct cx_json_parser *p, uint8_t type)
{
	struct cx_json *n = CX_NEXT(p->nodes, p->n, p->cap);

	*n = (struct cx_json){.type = type, .span = 1};
	return n;
}

/* --- strings --- */

/* A code unit of four hexadecimal digits; false if they are not. */
static bool
read_unit(struct cx_json_parser *p, uint32_t *unit)
{
	if (p->end - p->at < 4)
		return false;
	*unit = 0;
	for (int i = 0; i < 4; i++) {
		char c = *p->at++, low = (char)(c | 0x20);
		bool digit = c >= '0' && c <= '9';

		if (!digit && (low < 'a' || low > 'f'))
			return false;
		*unit = *unit << 4 | (uint32_t)(digit ? c - '0' :
		    low - 'a' + 10);
	}
	return true;
}

/* What follows "\u": a code point of one unit or of a pair of surrogates. */
static bool
read_point(struct cx_json_parser *p)
{
	uint32_t cp, low;
	const char *after;

	if (!read_unit(p, &cp))
		return false;
	if (cp >= 0xD800 && cp < 0xE000) {
		after = p->at;
		if (cp < 0xDC00 && p->end - after >= 2 && after[0] == '\\' &&
		    after[1] == 'u' && (p->at += 2, read_unit(p, &low)) &&
		    low >= 0xDC00 && low < 0xE000) {
			cp = 0x10000 + ((cp - 0xD800) << 10) + (low - 0xDC00);
		} else if (p->mends) {
			cp = 0xFFFD;
			p->at = after; /* stands for itself */
		} else {
			return false;
		}
	}
	/* Never longer than what was read. */
	if (cp < 0x80) {
		*p->put++ = (char)cp;
		return true;
	}
	if (cp < 0x800) {
		*p->put++ = (char)(0xC0 | cp >> 6);
	} else {
		if (cp < 0x10000) {
			*p->put++ = (char)(0xE0 | cp >> 12);
		} else {
			*p->put++ = (char)(0xF0 | cp >> 18);
			*p->put++ = (char)(0x80 | (cp >> 12 & 0x3F));
		}
		*p->put++ = (char)(0x80 | (cp >> 6 & 0x3F));
	}
	*p->put++ = (char)(0x80 | (cp & 0x3F));
	return true;
}

/* What follows a backslash. */
static bool
read_escape(struct cx_json_parser *p)
{
	static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
	const char *known;
	char c = p->at < p->end ? *p->at++ : '\0';

	if (c == 'u')
		return read_point(p);
	known = c ? strchr(from, c) : NULL;
	if (!known)
		return false;
	*p->put++ = to[known - from];
	return true;
}

/* Copies what stands for itself, many bytes at a time: neither text has an
 * end within so many. */
static inline void
copy_plain(struct cx_json_parser *p)
{
	const char *at = p->at;
	char *put = p->put;

#ifdef __SSE2__
	const __m128i quote = _mm_set1_epi8('"'), back = _mm_set1_epi8('\\');
	const __m128i control = _mm_set1_epi8(0x1F);
	unsigned stop;

	do {
		__m128i v = _mm_loadu_si128((const __m128i *)(const void *)at);
		size_t n;

		_mm_storeu_si128((__m128i *)(void *)put, v);
		/* Those above 0x7F have their high bit already. */
		stop = (unsigned)_mm_movemask_epi8(_mm_or_si128(
		    _mm_or_si128(_mm_cmpeq_epi8(v, quote),
			_mm_cmpeq_epi8(v, back)), _mm_or_si128(v,
		    _mm_cmpeq_epi8(_mm_min_epu8(v, control), v))));
		n = stop ? (size_t)__builtin_ctz(stop) : 16;
		at += n;
		put += n;
	} while (!stop && at < p->end);
#elif CX_EIGHT
	uint64_t w, quote, back, stop;

	do {
		memcpy(&w, at, 8);
		memcpy(put, &w, 8);
		/* Of each test the lowest mark is right. */
		quote = w ^ CX_EACH('"');
		back = w ^ CX_EACH('\\');
		stop = (((w - CX_EACH(0x20)) & ~w) |
		    ((quote - CX_EACH(1)) & ~quote) |
		    ((back - CX_EACH(1)) & ~back) | w) & CX_HIGH;
		at += cx_eight_before(stop);
		put += cx_eight_before(stop);
	} while (!stop && at < p->end);
#endif
	p->at = at;
	p->put = put;
}

/* Copies characters of three bytes, of most scripts that have any above 0x7F,
 * but for those with first bytes where not all that follow will do. */
static inline void
copy_threes(struct cx_json_parser *p)
{
	const char *at = p->at;
	char *put = p->put;

	while (p->end - at >= 3 && (at[0] & 0xF0) == 0xE0 &&
	    at[0] != (char)0xE0 && at[0] != (char)0xED &&
	    (at[1] & 0xC0) == 0x80 && (at[2] & 0xC0) == 0x80) {
		memcpy(put, at, 3);
		at += 3;
		put += 3;
	}
	p->at = at;
	p->put = put;
}

/* The rest of a string with more in it than what stands for itself, up to the
 * quote that ends it.  Out of line, as each string would save the registers
 * that only this needs. */
static __attribute__((noinline)) bool
read_rest(struct cx_json_parser *p)
{
	for (;; copy_plain(p)) {
		unsigned char c;
		uint32_t cp;
		size_t bytes;
		bool ok;

		if (p->at < p->end && (*p->at & 0xF0) == 0xE0)
			copy_threes(p);
		if (p->at >= p->end)
			return fail(p, "a string is not closed");
		c = (unsigned char)*p->at;
		if (c == '"')
			return true;
		if (c == '\\') {
			p->at++;
			if (!read_escape(p))
				return fail(p, "a string has a broken escape");
		} else if (c < 0x20) {
			return fail(p, "a string has a control character, "
			    "which is written \\u00XX");
		} else if (c < 0x80) {
			*p->put++ = *p->at++;
		} else {
			bytes = cx_utf8_decode(p->at,
			    (size_t)(p->end - p->at), &cp, &ok);
			if (!ok)
				return fail(p, not_utf8);
			memcpy(p->put, p->at, bytes);
			p->put += bytes;
			p->at += bytes;
		}
	}
}

/* At the quote that begins it. */
static inline bool
read_string(struct cx_json_parser *p)
{
	char *from = p->put;
	struct cx_json *n;

	p->at++;
	copy_plain(p);
	if ((p->at >= p->end || *p->at != '"') && !read_rest(p))
		return false;
	p->at++;
	n = add(p, CX_JSON_STRING);
	n->u.s = from;
	n->len = (uint32_t)(p->put - from);
	*p->put++ = '\0'; /* in the place of a quote */
	return true;
}

/* --- numbers --- */

/*
 * digits * 10^ten, which is right where all three are exact (Clinger, "How to
 * Read Floating Point Numbers Accurately"); else as strtod reads the text,
 * which has to end.
 */
static double
real(struct cx_json_parser *p, const char *from, bool negative,
    uint64_t digits, bool all, int64_t ten)
{
	static const double powers[] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6,
	    1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
	    1e18, 1e19, 1e20, 1e21, 1e22};
	size_t n = (size_t)(p->at - from);
	double d;

	if (FLT_EVAL_METHOD == 0 && all && digits <= UINT64_C(1) << 53 &&
	    ten >= -22 && ten <= 22) {
		d = (double)digits;
		d = ten < 0 ? d / powers[-ten] : d * powers[ten];
		return negative ? -d : d;
	}
	/* There is room for all that is left to read. */
	memcpy(p->put, from, n);
	p->put[n] = '\0';
	return strtod(p->put, NULL);
}

/* Digits, which may run on; how many there are. */
static size_t
read_digits(struct cx_json_parser *p, uint64_t *sum, bool *all)
{
	const char *from = p->at;

	for (; p->at < p->end && *p->at >= '0' && *p->at <= '9'; p->at++) {
		unsigned digit = (unsigned)(*p->at - '0');

		if (*sum > (UINT64_MAX - digit) / 10)
			*all = false;
		else if (*all)
			*sum = *sum * 10 + digit;
	}
	return (size_t)(p->at - from);
}

static inline bool
is_next(const struct cx_json_parser *p, char a, char b)
{
	return p->at < p->end && (*p->at == a || *p->at == b);
}

static bool
read_number(struct cx_json_parser *p)
{
	const char *from = p->at;
	bool negative = *from == '-', all = true, whole = true, known = true;
	uint64_t digits = 0, exponent = 0;
	int64_t ten = 0;
	struct cx_json *n;
	double d;

	p->at += negative;
	if (is_next(p, '0', '0'))
		p->at++;
	else if (read_digits(p, &digits, &all) == 0)
		return fail(p, malformed_number);
	if (is_next(p, '.', '.')) {
		whole = false;
		p->at++;
		ten = -(int64_t)read_digits(p, &digits, &all);
		if (ten == 0)
			return fail(p, malformed_number);
	}
	if (is_next(p, 'e', 'E')) {
		bool minus;

		whole = false;
		p->at++;
		minus = is_next(p, '-', '-');
		p->at += is_next(p, '-', '+');
		if (read_digits(p, &exponent, &known) == 0)
			return fail(p, malformed_number);
		if (exponent > INT32_MAX)
			known = false;
		if (known)
			ten += minus ? -(int64_t)exponent : (int64_t)exponent;
	}
	/* 01, 1x */
	if (p->at < p->end && !strchr(" \t\r\n,]}", *p->at))
		return fail(p, malformed_number);
	if (whole && (!all || (negative && digits > UINT64_C(1) << 63)))
		return fail(p, malformed_number);
	if (whole && (negative || digits <= INT64_MAX)) {
		add(p, CX_JSON_INT)->u.i = negative ?
		    (int64_t)(0 - digits) : (int64_t)digits;
		return true;
	}
	d = whole ? (double)digits :
	    real(p, from, negative, digits, all && known, ten);
	if (d > DBL_MAX || d < -DBL_MAX)
		return fail(p, malformed_number);
	n = add(p, CX_JSON_REAL);
	n->u.d = d;
	return true;
}

/* --- members named twice --- */

/*
 * The keys of an object that is whole, each compared with those of its shape
 * before it.  Fills in where the first of each shape stands.
 */
static bool
index_members(struct cx_json_parser *p, const struct cx_json *obj)
{
	memset(p->first, 0, sizeof p->first);
	for (const struct cx_json *k = cx_json_first(obj); k;
	    k = cx_json_next(obj, k)) {
		uint32_t here = (uint32_t)(k - obj);
		uint32_t *from = &p->first[cx_json_shape(k->u.s, k->len)];

		if (*from == 0)
			*from = here;
		for (uint32_t i = *from; i < here; i += 1 + obj[i + 1].span) {
			if (cx_str_eq(cx_json_str(obj + i), cx_json_str(k)))
				return false;
		}
	}
	return true;
}

/* The same for all members of a large object at once. */
static bool
are_distinct(struct cx_json_parser *p, const struct cx_json *obj)
{
	size_t n = 0;

	if (p->names_cap < obj->len) {
		p->names = cx_realloc(p->names, obj->len, sizeof *p->names);
		p->names_cap = obj->len;
	}
	for (const struct cx_json *k = cx_json_first(obj); k;
	    k = cx_json_next(obj, k))
		p->names[n++] = cx_json_str(k);
	CX_SORT(p->names, n, cx_order_str);
	for (size_t i = 1; i < n; i++) {
		if (cx_str_eq(p->names[i - 1], p->names[i]))
			return false;
	}
	return true;
}

#define SMALL 24

/* The root, whose members are asked for, keeps its index. */
static bool
close_container(struct cx_json_parser *p, const struct open *o)
{
	struct cx_json *c = &p->nodes[o->at];
	bool distinct = true;

	c->len = o->len;
	c->span = (uint32_t)(p->n - o->at);
	if (o->object && o->len > SMALL) {
		distinct = are_distinct(p, c);
	} else if (o->object && (o->len > 1 || o->at == 0)) {
		distinct = index_members(p, c);
		c->indexed = o->at == 0;
		c->u.first = c->indexed ? p->first : NULL;
	}
	return distinct || fail(p, "a member is named twice");
}

/* --- the whole --- */

static inline char
skip_blanks(struct cx_json_parser *p)
{
	/* As nearly always. */
	if (p->at < p->end && (unsigned char)*p->at > ' ')
		return *p->at;
	while (p->at < p->end && (*p->at == ' ' || *p->at == '\n' ||
		*p->at == '\t' || *p->at == '\r'))
		p->at++;
	return p->at < p->end ? *p->at : '\0';
}

static bool
read_word(struct cx_json_parser *p, const char *word, enum cx_json_type type)
{
	size_t n = strlen(word);

	if ((size_t)(p->end - p->at) < n || memcmp(p->at, word, n) != 0 ||
	    (p->at + n < p->end && !strchr(" \t\r\n,]}", p->at[n])))
		return fail(p, "a word must be one of true, false and null");
	p->at += n;
	add(p, (uint8_t)type);
	return true;
}

static bool
read_scalar(struct cx_json_parser *p, char c)
{
	switch (c) {
	case '"':
		return read_string(p);
	case 't':
		return read_word(p, "true", CX_JSON_TRUE);
	case 'f':
		return read_word(p, "false", CX_JSON_FALSE);
	case 'n':
		return read_word(p, "null", CX_JSON_NULL);
	default:
		if (c == '-' || (c >= '0' && c <= '9'))
			return read_number(p);
		return fail(p, structure);
	}
}

/* A key and its colon; at the byte c. */
static bool
read_key(struct cx_json_parser *p, char c)
{
	if (c != '"')
		return fail(p, structure);
	if (!read_string(p))
		return false;
	if (skip_blanks(p) != ':')
		return fail(p, structure);
	p->at++;
	return true;
}

static bool
parse(struct cx_json_parser *p)
{
	struct open *o = NULL; /* the container that is read; NULL: none */
	char c = skip_blanks(p);

	if (p->at == p->end)
		return fail(p, "there is nothing");
	for (;;) {
		if (c == '{' || c == '[') {
			o = o ? o + 1 : p->open;
			if (o == p->open + DEPTH)
				return fail(p, "nested deeper than 255");
			*o = (struct open){p->n, 0, c == '{'};
			add(p, c == '{' ? CX_JSON_OBJECT : CX_JSON_ARRAY);
			p->at++;
			c = skip_blanks(p);
			if (c != (o->object ? '}' : ']')) {
				if (o->object && !read_key(p, c))
					return false;
				c = skip_blanks(p);
				continue;
			}
		} else {
			if (!read_scalar(p, c))
				return false;
			if (o)
				o->len++;
			c = skip_blanks(p);
		}
		/* A value ends here, and perhaps those around it. */
		while (o && c == (o->object ? '}' : ']')) {
			p->at++;
			if (!close_container(p, o))
				return false;
			o = o == p->open ? NULL : o - 1;
			if (o)
				o->len++;
			c = skip_blanks(p);
		}
		if (!o)
			return p->at == p->end || fail(p, structure);
		if (c != ',')
			return fail(p, structure);
		p->at++;
		c = skip_blanks(p);
		if (o->object && !read_key(p, c))
			return false;
		if (o->object)
			c = skip_blanks(p);
	}
}

const struct cx_json *
cx_json_parse(struct cx_json_parser *p, const char *s, size_t len,
    const char **why)
{
	if (len >= UINT32_MAX) {
		*why = "longer than 4 GB";
		return NULL;
	}
	if (p->text_cap < len + CX_JSON_PAD) {
		free(p->text);
		p->text_cap = len + len / 2 + CX_JSON_PAD;
		p->text = cx_malloc(p->text_cap);
	}
	p->put = p->text;
	p->n = 0;
	p->at = s;
	p->end = s + len;
	if (parse(p))
		return p->nodes;
	*why = p->why == structure && cx_utf8_invalid(cx_strn(s, len)) < len ?
	    not_utf8 : p->why;
	return NULL;
}
