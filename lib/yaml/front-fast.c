/*
 * front-fast.c: reads the most common front matter without libyaml.
 *
 * On typical notes libyaml and its small allocations take a third of the time
 * of a scan.  So lines of these forms are read here, and text with any other
 * line is left to libyaml as a whole:
 *
 *	key:			key: plain value
 *	key: "no escapes"	key: 'no quotes'
 *	key: [a, "b c"]		- item, where item is not a list
 *
 * with keys and first letters restricted so that YAML has only one reading of
 * them.  Tests and fuzzing compare both readers.
 */
#include "lib/yaml/front-impl.h"
#include "lib/base/ascii.h"

#define KEY_MAX 128 /* libyaml: 1024; what is longer is its business */

struct scan {
	struct cx_front_parser *p;
	const char *s;
	size_t i;     /* here */
	size_t end;   /* of the line, without its line end */
	size_t start; /* of the line */
	size_t base;  /* of the text in the file */
	uint32_t line;
	size_t value;  /* node of an empty value or block list; else 0 */
	size_t indent; /* of its items; SIZE_MAX before the first */
};

/* No control characters but line ends, none of the code points that are line
 * ends or refused in YAML 1.1 (NEL, LS, PS, BOM, C1, U+FFFE, U+FFFF). */
static bool
is_common(struct cx_str text)
{
	const unsigned char *s = (const unsigned char *)text.s;

	for (size_t i = 0; i < text.len; i++) {
		unsigned char c = s[i];

#ifdef __SSE2__
		if (i % 16 == 0 && text.len - i >= 16 &&
		    !cx_sixteen_bits(cx_sixteen_odd(cx_sixteen(text.s + i)) &
			~cx_sixteen_are(cx_sixteen(text.s + i), '\n'))) {
			i += 15;
			continue;
		}
#endif
		if (c >= 0x20 && c < 0x7f)
			continue;
		if (c < 0x20 && c != '\n' && !(c == '\r' && s[i + 1] == '\n'))
			return false;
		if (c == 0x7f || (c == 0xc2 && s[i + 1] < 0xa0) ||
		    (c == 0xe2 && s[i + 1] == 0x80 && (s[i + 2] | 1) == 0xa9) ||
		    (c == 0xef && s[i + 1] == 0xbb && s[i + 2] == 0xbf) ||
		    (c == 0xef && s[i + 1] == 0xbf && s[i + 2] >= 0xbe))
			return false;
	}
	return true;
}

/* May begin a plain scalar, whatever follows. */
static bool
is_first(char c)
{
	return cx_is_ascii_word((unsigned char)c) || c == '_' || c == '/' ||
	    c == '.' || c == '(' || (unsigned char)c >= 0x80;
}

/* Stands for itself in a plain scalar within brackets and in a key. */
static bool
is_safe(char c)
{
	return cx_is_ascii_word((unsigned char)c) || c == '_' || c == '-' ||
	    c == '.' || c == ' ';
}

/* Columns of what stands before here are of ASCII only, or nobody asks. */
static struct cx_front_pos
here(const struct scan *f)
{
	return (struct cx_front_pos){(uint32_t)(f->base + f->i), f->line,
	    (uint32_t)(f->i - f->start) + 1};
}

static void
blanks(struct scan *f)
{
	while (f->i < f->end && f->s[f->i] == ' ')
		f->i++;
}

/* The bytes from here to `to` as a string, then here is at `to` + quote. */
static void
take(struct scan *f, size_t to, size_t quote)
{
	struct cx_front_pos at = here(f);
	size_t node = cx_front_text(f->p, cx_strn(f->s + f->i + quote,
	    to - f->i - quote), at, quote ? CX_FRONT_QUOTED : CX_FRONT_PLAIN);

	f->i = to + quote;
	f->p->marks[node].end = (uint32_t)(f->base + f->i);
}

/* A scalar at here; false when it is not of the simple kind. */
static bool
scalar(struct scan *f, bool flow)
{
	const char *s = f->s, *close;
	size_t i = f->i, left = f->end - i;

	if (!left)
		return false;
	if (s[i] == '"' || s[i] == '\'') {
		close = memchr(s + i + 1, s[i], left - 1);
		if (!close || (s[i] == '"' &&
		    memchr(s + i, '\\', (size_t)(close - s) - i)))
			return false;
		take(f, (size_t)(close - s), 1);
		return true;
	}
	if (!is_first(s[i]))
		return false;
	for (; i < f->end; i++) {
		char c = s[i];

		if (flow && (c == ',' || c == ']'))
			break;
		if (flow && !is_safe(c) && c != '/' && (unsigned char)c < 0x80)
			return false;
		if (c == ':' && (i + 1 == f->end || s[i + 1] == ' '))
			return false;
		if (c == '#' && s[i - 1] == ' ')
			return false;
	}
	while (s[i - 1] == ' ')
		i--;
	take(f, i, 0);
	return true;
}

/* [a, "b"] at here. */
static bool
list(struct scan *f)
{
	struct cx_front_parser *p = f->p;
	size_t node = cx_front_push(p, CX_JSON_ARRAY, here(f), CX_FRONT_FLOW);

	f->i++;
	blanks(f);
	if (f->i < f->end && f->s[f->i] == ']') {
		f->i++;
	} else {
		char c;

		do {
			blanks(f);
			if (!scalar(f, true))
				return false;
			p->nodes[node].len++;
			blanks(f);
			c = f->i < f->end ? f->s[f->i] : '\0';
			f->i++;
		} while (c == ',');
		if (c != ']')
			return false;
	}
	p->nodes[node].span = (uint32_t)(p->n - node);
	p->marks[node].end = (uint32_t)(f->base + f->i);
	return true;
}

/* The empty string or a scalar, after a colon or dash at here. */
static bool
value(struct scan *f)
{
	size_t i = f->i;

	blanks(f);
	if (f->i < f->end)
		return scalar(f, false);
	f->i = i;
	take(f, i, 0);
	f->i = f->end;
	return true;
}

static bool
member(struct scan *f)
{
	struct cx_front_parser *p = f->p;
	size_t i = f->start;

	if (!cx_is_ascii_word((unsigned char)f->s[i]) && f->s[i] != '_')
		return false;
	while (i < f->end && is_safe(f->s[i]))
		i++;
	if (i == f->end || f->s[i] != ':' || f->s[i - 1] == ' ' ||
	    i - f->start > KEY_MAX || (i + 1 < f->end && f->s[i + 1] != ' '))
		return false;
	take(f, i, 0);
	p->nodes[0].len++;
	f->i = i + 1;
	blanks(f);
	f->value = f->i == f->end ? p->n : 0;
	f->indent = SIZE_MAX;
	if (f->i < f->end && f->s[f->i] == '[')
		return list(f);
	f->i = i + 1;
	return value(f);
}

static bool
item(struct scan *f)
{
	struct cx_front_parser *p = f->p;
	struct cx_front_pos dash;
	size_t indent;

	blanks(f);
	indent = f->i - f->start;
	if (!f->value || (f->indent != SIZE_MAX && f->indent != indent) ||
	    f->i == f->end || f->s[f->i] != '-' ||
	    (f->i + 1 < f->end && f->s[f->i + 1] != ' '))
		return false;
	dash = here(f);
	f->i++;
	if (f->indent == SIZE_MAX) {
		p->nodes[f->value].type = CX_JSON_ARRAY;
		p->marks[f->value].pos = dash;
		p->marks[f->value].style = CX_FRONT_BLOCK;
		f->indent = indent;
	}
	if (!value(f))
		return false;
	p->nodes[f->value].len++;
	p->nodes[f->value].span = (uint32_t)(p->n - f->value);
	p->marks[f->value].end = p->marks[p->n - 1].end;
	return true;
}

static bool
line(struct scan *f)
{
	char c = f->s[f->start];

	f->i = f->start;
	if (f->end == f->start)
		return false;
	if (!(c == ' ' || c == '-' ? item(f) : member(f)))
		return false;
	blanks(f);
	return f->i == f->end;
}

bool
cx_front_fast(struct cx_front_parser *p)
{
	struct scan f = {.p = p, .s = p->text.s, .base = p->cur.pos.at,
	    .line = p->cur.pos.line};
	size_t len = p->text.len, next, n = p->n;
	uint32_t members = p->nodes[0].len;
	bool ok = len && !p->dirty && f.s[len - 1] == '\n' &&
	    is_common(p->text);

	for (; ok && f.start < len; f.start = next, f.line++) {
		const char *nl = memchr(f.s + f.start, '\n', len - f.start);

		next = (size_t)(nl - f.s) + 1;
		f.end = next - 1;
		if (f.end > f.start && f.s[f.end - 1] == '\r')
			f.end--;
		ok = line(&f);
	}
	if (!ok) {
		p->n = n;
		p->nodes[0].len = members;
	}
	return ok;
}
