/*
 * front.c: fences, places, nodes; what stands between the fences is read by
 * front-fast.c, else front-yaml.c, else front-salvage.c.
 */
#include "lib/yaml/front-impl.h"
#include "lib/base/utf8.h"

#include <stdlib.h>

struct cx_front_key {
	struct cx_str name;
	size_t at;
};

struct cx_front_parser *
cx_front_new(void)
{
	return cx_calloc(1, sizeof(struct cx_front_parser));
}

void
cx_front_free(struct cx_front_parser *p)
{
	if (!p)
		return;
	free(p->nodes);
	free(p->marks);
	free(p->problems);
	free(p->keys);
	cx_buf_release(&p->clean);
	cx_buf_release(&p->message);
	free(p);
}

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

/* Whether a line, without its "\n", is a fence. */
static bool
is_fence(struct cx_str line, bool closing)
{
	if (line.len && line.s[line.len - 1] == '\r')
		line.len--;
	while (line.len &&
	    (line.s[line.len - 1] == ' ' || line.s[line.len - 1] == '\t'))
		line.len--;
	return cx_str_is(line, "---") || (closing && cx_str_is(line, "..."));
}

static struct cx_str
line_at(struct cx_str s, size_t at)
{
	const char *end = memchr(s.s + at, '\n', s.len - at);

	return cx_strn(s.s + at, end ? (size_t)(end - s.s) - at : s.len - at);
}

/* Finds both fences; false when there is no front matter. */
static bool
find_fences(struct cx_front_parser *p, struct cx_front *f)
{
	struct cx_str file = p->file, line;
	size_t at;

	if (file.len - f->body < 3 || memcmp(file.s + f->body, "---", 3) != 0)
		return false;
	line = line_at(file, f->body);
	if (!is_fence(line, false))
		return false;
	at = f->from = f->body + line.len + 1;
	for (f->lines = 2; at < file.len; f->lines++) {
		line = line_at(file, at);
		if (line.len >= 3 && (line.s[0] == '-' || line.s[0] == '.') &&
		    is_fence(line, true)) {
			f->to = at;
			at += line.len;
			f->body = at < file.len ? at + 1 : at;
			return true;
		}
		at += line.len + 1;
	}
	f->lines = 0;
	f->from = 0;
	cx_front_problem(p, (struct cx_front_pos){(uint32_t)f->body, 1, 1},
	    "unterminated", "front matter is opened but never closed, so all "
	    "is read as text: put a line --- behind it");
	return false;
}

/* Where to stop reading: at the last line within the limit that begins a
 * member, so that no value is read by half. */
static size_t
limit(struct cx_front_parser *p, struct cx_front *f)
{
	size_t cut = f->from;
	unsigned long line = 2, cut_line = 2;
	struct cx_str key, rest;

	if (f->to - f->from <= CX_FRONT_MAX)
		return f->to;
	for (size_t at = f->from; at <= f->from + CX_FRONT_MAX; line++) {
		struct cx_str s = line_at(p->file, at);

		if (cx_front_key_line(s, &key, &rest)) {
			cut = at;
			cut_line = line;
		}
		at += s.len + 1;
	}
	cx_front_problem(p, (struct cx_front_pos){(uint32_t)cut,
	    (uint32_t)cut_line, 1}, "too-large",
	    "front matter has %zu bytes, more than %d: lines %lu to %zu are "
	    "not read; move text into the body", f->to - f->from, CX_FRONT_MAX,
	    cut_line, f->lines - 1);
	return cut;
}

/* Sets the text to read and the cursor to its start. */
static void
set_text(struct cx_front_parser *p, size_t from, size_t to)
{
	struct cx_str raw = cx_strn(p->file.s + from, to - from);
	size_t bad = cx_utf8_invalid(raw);

	p->text = raw;
	p->cur = (struct cx_front_cursor){0, 0, {(uint32_t)from, 2, 1}};
	p->dirty = bad < raw.len;
	if (!p->dirty)
		return;
	p->clean.len = 0;
	cx_utf8_clean(&p->clean, raw);
	p->text = cx_buf_view(&p->clean);
	cx_front_seek(p, bad);
	cx_front_problem(p, p->cur.pos, "utf8", "front matter is not UTF-8; "
	    "each bad byte is read as U+FFFD: convert the file to UTF-8");
	p->cur = (struct cx_front_cursor){0, 0, {(uint32_t)from, 2, 1}};
}

static void
read_text(struct cx_front_parser *p, struct cx_front *f)
{
	struct cx_front_cursor start = p->cur;
	enum cx_front_result result = CX_FRONT_READ;

	p->fast = !p->slow && cx_front_fast(p);
	if (!p->fast)
		result = cx_front_yaml(p, p->text.len);
	switch (result) {
	case CX_FRONT_READ:
		break;
	case CX_FRONT_OTHER:
		cx_front_problem(p, start.pos, "not-a-mapping", "front matter "
		    "is a list or a text: write 'key: value' lines, or put "
		    "an empty line before the first --- if it is a rule");
		break;
	case CX_FRONT_BROKEN:
		f->salvaged = true;
		p->cur = start;
		cx_front_salvage(p);
		break;
	}
	p->nodes[0].span = (uint32_t)p->n;
	cx_front_dedupe(p, 0);
}

/* Copies what was found into the arena. */
static void
hand_over(struct cx_front_parser *p, struct cx_front *f)
{
	struct cx_json *v;
	struct cx_front_member *m;
	struct cx_front_problem *problems;
	size_t i = 1;

	v = cx_arena_alloc(p->arena, cx_mul(p->n, sizeof *v));
	memcpy(v, p->nodes, p->n * sizeof *v);
	f->root = v;
	f->n = v->len;
	if (f->n) {
		f->members = m =
		    cx_arena_alloc(p->arena, cx_mul(f->n, sizeof *m));
		for (; i < p->n; i += 1 + v[i + 1].span, m++) {
			m->key = v + i;
			m->key_at = p->marks[i].pos;
			m->value_at = p->marks[i + 1].pos;
			m->value_end = p->marks[i + 1].end;
			m->style = p->marks[i + 1].style;
		}
	}
	f->n_problems = p->n_problems;
	if (!f->n_problems)
		return;
	problems = cx_arena_alloc(p->arena,
	    cx_mul(f->n_problems, sizeof *problems));
	memcpy(problems, p->problems, f->n_problems * sizeof *problems);
	f->problems = problems;
}

void
cx_front_read(struct cx_front_parser *p, struct cx_str file,
    struct cx_arena *arena, struct cx_front *f)
{
	static const struct cx_front_pos top = {0, 1, 1};

	memset(f, 0, sizeof *f);
	p->arena = arena;
	p->file = file;
	p->n = p->n_problems = 0;
	cx_front_push(p, CX_JSON_OBJECT, top, CX_FRONT_BLOCK);
	if (cx_str_starts(file, CX_STR("\xef\xbb\xbf")))
		f->body = 3;
	f->found = find_fences(p, f);
	if (f->found) {
		set_text(p, f->from, limit(p, f));
		read_text(p, f);
	}
	hand_over(p, f);
}

struct cx_front_span
cx_front_where(const struct cx_front_parser *p, const struct cx_front *f,
    const struct cx_json *node)
{
	const struct cx_front_mark *m = &p->marks[node - f->root];

	return (struct cx_front_span){m->pos, m->end, m->style};
}
