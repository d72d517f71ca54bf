/* Appends nodes, their places and problems for all front matter readers. */
#include "lib/yaml/front-impl.h"
#include "lib/base/utf8.h"

#include <stdlib.h>

struct cx_front_key {
	struct cx_str name;
	size_t at;
};

/* One code point. */
static void
step(struct cx_front_parser *p)
{
	struct cx_front_cursor *c = &p->cur;
	const char *s = p->file.s + c->pos.at;
	size_t len, n = 1;
	uint32_t cp;
	bool ok = true;

	if ((unsigned char)*s >= 0x80) {
		len = p->file.len - c->pos.at;
		n = cx_utf8_decode(s, len, &cp, &ok);
	}
	c->chars++;
	c->off += ok ? n : 3; /* U+FFFD takes three bytes */
	c->pos.at += (uint32_t)n;
	if (*s == '\n') {
		c->pos.line++;
		c->pos.col = 1;
	} else {
		c->pos.col++;
	}
}

void
cx_front_seek_char(struct cx_front_parser *p, size_t chars)
{
	while (p->cur.chars < chars && p->cur.off < p->text.len)
		step(p);
}

void
cx_front_seek(struct cx_front_parser *p, size_t off)
{
	while (p->cur.off < off)
		step(p);
}

size_t
cx_front_push(struct cx_front_parser *p, enum cx_json_type type,
    struct cx_front_pos at, enum cx_front_style style)
{
	struct cx_json *n;

	CX_GROW(p->nodes, p->n, p->cap);
	CX_GROW(p->marks, p->n, p->marks_cap);
	n = &p->nodes[p->n];
	n->type = (uint8_t)type;
	n->indexed = false;
	n->span = 1;
	n->len = 0;
	n->u.s = "";
	p->marks[p->n].pos = at;
	p->marks[p->n].end = at.at;
	p->marks[p->n].before = 0;
	p->marks[p->n].style = (uint8_t)style;
	return p->n++;
}

size_t
cx_front_text(struct cx_front_parser *p, struct cx_str s,
    struct cx_front_pos at, enum cx_front_style style)
{
	size_t i = cx_front_push(p, CX_JSON_STRING, at, style);

	if (s.len)
		p->nodes[i].u.s = cx_arena_copy(p->arena, s).s;
	p->nodes[i].len = (uint32_t)s.len;
	return i;
}

void
cx_front_problem(struct cx_front_parser *p, struct cx_front_pos at,
    const char *code, const char *fmt, ...)
{
	struct cx_front_problem *problem;
	va_list ap;

	problem = CX_NEXT(p->problems, p->n_problems, p->problems_cap);
	problem->at = at;
	problem->code = code;
	p->message.len = 0;
	va_start(ap, fmt);
	cx_buf_vfmt(&p->message, fmt, ap);
	va_end(ap);
	problem->text = cx_arena_copy(p->arena, cx_buf_view(&p->message));
}

static int
key_order(const void *va, const void *vb)
{
	const struct cx_front_key *a = va, *b = vb;
	int c = cx_str_cmp(a->name, b->name);

	return c ? c : (a->at > b->at) - (a->at < b->at);
}

/* Sorts the n keys and marks each repeated one with the line of the one
 * before, which loses its value: its span becomes 0.  False if none is. */
static bool
mark_repeated(struct cx_front_parser *p, size_t n)
{
	bool any = false;

	qsort(p->keys, n, sizeof *p->keys, key_order);
	for (size_t i = 1; i < n; i++)
		if (cx_str_eq(p->keys[i - 1].name, p->keys[i].name)) {
			size_t lost = p->keys[i - 1].at;

			p->marks[p->keys[i].at].before =
			    p->marks[lost].pos.line;
			p->nodes[lost].span = 0;
			any = true;
		}
	return any;
}

/* Closes the gaps that members with a key of span 0 leave. */
static void
drop_repeated(struct cx_front_parser *p, size_t at)
{
	struct cx_json *v = p->nodes;
	struct cx_front_mark *m = p->marks;
	size_t to = at + 1, len, i;

	for (i = at + 1; i < p->n; i += len) {
		len = 1 + v[i + 1].span;
		if (m[i].before) {
			struct cx_str name = cx_json_str(&v[i]);
			struct cx_str shown = cx_utf8_prefix(name, 40);

			cx_front_problem(p, m[i].pos, "duplicate-key",
			    "key '%.*s%s' is there again; the value of line "
			    "%lu is dropped: keep one of them",
			    (int)shown.len, shown.s,
			    shown.len < name.len ? "..." : "",
			    (unsigned long)m[i].before);
		}
		if (v[i].span == 0) {
			v[at].len--;
			continue;
		}
		memmove(v + to, v + i, cx_mul(len, sizeof *v));
		memmove(m + to, m + i, cx_mul(len, sizeof *m));
		to += len;
	}
	p->n = to;
	v[at].span = (uint32_t)(to - at);
}

void
cx_front_dedupe(struct cx_front_parser *p, size_t at)
{
	size_t n = 0;
	uint64_t seen = 0;
	bool maybe = false;

	/* Nearly always there is nothing to do, and a set of 64 says so. */
	for (size_t i = at + 1; i < p->n; i += 1 + p->nodes[i + 1].span) {
		struct cx_str k = cx_json_str(&p->nodes[i]);
		unsigned char first = k.len ? (unsigned char)k.s[0] : 0;
		unsigned char last = k.len ? (unsigned char)k.s[k.len - 1] : 0;
		uint64_t bit = 1ull << ((k.len * 7 + first + last * 5u) & 63);

		maybe |= (seen & bit) != 0;
		seen |= bit;
		CX_GROW(p->keys, n, p->keys_cap);
		p->keys[n].name = k;
		p->keys[n++].at = i;
	}
	if (maybe && mark_repeated(p, n))
		drop_repeated(p, at);
}
