/*
 * front.c: finds the fences; the text between them is read by front-fast.c,
 * otherwise front-yaml.c, otherwise front-salvage.c; or by front-toml.c or
 * front-json.c.
 */
#include "lib/yaml/front-impl.h"
#include "lib/base/utf8.h"

#include <stdlib.h>

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
	cx_json_free(p->json);
	cx_buf_release(&p->clean);
	cx_buf_release(&p->message);
	free(p);
}

/* Whether a line, without its "\n", is the fence, or `other`. */
static bool
is_fence(struct cx_str line, const char *fence, const char *other)
{
	if (line.len && line.s[line.len - 1] == '\r')
		line.len--;
	while (line.len &&
	    (line.s[line.len - 1] == ' ' || line.s[line.len - 1] == '\t'))
		line.len--;
	return cx_str_is(line, fence) || cx_str_is(line, other);
}

static struct cx_str
line_at(struct cx_str s, size_t at)
{
	return cx_str_upto(cx_str_from(s, at), '\n');
}

/* The object with which the file begins; false if it begins with none. */
static bool
find_json(struct cx_front_parser *p, struct cx_front *f)
{
	const struct cx_front_pos top = {(uint32_t)f->body, 1, 1};
	struct cx_str rest = cx_str_from(p->file, f->body);
	size_t end = 0;
	const enum cx_front_json what = cx_front_json_end(rest, &end);

	if (what == CX_FRONT_JSON_NONE)
		return false;
	f->form = CX_FRONT_JSON;
	if (what == CX_FRONT_JSON_OPEN)
		cx_front_problem(p, top, "unterminated", "front matter in JSON "
		    "does not end, so all is read as text: close its {");
	if (what == CX_FRONT_JSON_DEEP)
		cx_front_problem(p, top, "too-deep", "JSON nested deeper than "
		    "16 levels is read as text: make it flatter");
	if (what != CX_FRONT_JSON_CLOSED)
		return false;
	f->from = f->body;
	f->to = f->body + end;
	f->body = f->to + line_at(p->file, f->to).len;
	f->body += f->body < p->file.len;
	f->lines = cx_str_count(cx_strn(p->file.s, f->body), '\n');
	return true;
}

/* A rule, an empty line, text and another rule: nothing that YAML could be
 * meant by is in there. */
static bool
between_rules(struct cx_str file, size_t from, size_t to)
{
	struct cx_str rest = cx_strn(file.s + from, to - from);
	struct cx_str line, key, value;
	bool text = false;

	if (!cx_str_split(&rest, '\n', &line) || cx_str_trim(line).len)
		return false;
	while (cx_str_split(&rest, '\n', &line)) {
		if (cx_front_key_line(line, &key, &value) ||
		    cx_str_starts(line, CX_STR("#")) ||
		    cx_str_starts(line, CX_STR("{")) ||
		    cx_str_starts(line, CX_STR("- ")))
			return false;
		text = text || cx_str_trim(line).len;
	}
	return text;
}

/* Finds both fences; false when there is no front matter. */
static bool
find_fences(struct cx_front_parser *p, struct cx_front *f)
{
	struct cx_str file = p->file, line;
	const char *fence = "---", *other = "...";
	size_t at;

	if (file.len > f->body && file.s[f->body] == '{')
		return find_json(p, f);
	if (file.len - f->body < 3)
		return false;
	if (memcmp(file.s + f->body, "+++", 3) == 0) {
		f->form = CX_FRONT_TOML;
		fence = other = "+++";
	} else if (memcmp(file.s + f->body, "---", 3) != 0) {
		return false;
	}
	line = line_at(file, f->body);
	if (!is_fence(line, fence, fence))
		return false;
	at = f->from = f->body + line.len + 1;
	for (f->lines = 2; at < file.len; f->lines++) {
		line = line_at(file, at);
		if (line.len >= 3 && (line.s[0] == *fence ||
		    line.s[0] == *other) && is_fence(line, fence, other)) {
			if (between_rules(file, f->from, at)) {
				f->from = f->lines = 0;
				return false;
			}
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
	    "is read as text: put a line %s after it", fence);
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
	if (f->form != CX_FRONT_YAML) {
		cx_front_problem(p, (struct cx_front_pos){(uint32_t)f->from, 1,
		    1}, "too-large", "front matter has %zu bytes, more than "
		    "%d: it is not read; move text into the body",
		    f->to - f->from, CX_FRONT_MAX);
		return f->from;
	}
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
set_text(struct cx_front_parser *p, const struct cx_front *f, size_t to)
{
	const size_t from = f->from;
	const struct cx_front_cursor start = {0, 0, {(uint32_t)from,
	    f->form == CX_FRONT_JSON ? 1 : 2, 1}};
	struct cx_str raw = cx_strn(p->file.s + from, to - from);
	size_t bad = cx_utf8_invalid(raw);

	p->text = raw;
	p->cur = start;
	p->dirty = bad < raw.len;
	if (!p->dirty)
		return;
	p->clean.len = 0;
	cx_utf8_clean(&p->clean, raw);
	p->text = cx_buf_view(&p->clean);
	cx_front_seek(p, bad);
	cx_front_problem(p, p->cur.pos, "utf8", "front matter is not UTF-8; "
	    "each bad byte is read as U+FFFD: convert the file to UTF-8");
	p->cur = start;
}

static void
read_text(struct cx_front_parser *p, struct cx_front *f)
{
	struct cx_front_cursor start = p->cur;
	enum cx_front_result result = CX_FRONT_READ;

	if (f->form != CX_FRONT_YAML) {
		if (f->form == CX_FRONT_TOML)
			cx_front_toml(p);
		else if (p->text.len)
			cx_front_json(p);
		p->nodes[0].span = (uint32_t)p->n;
		return;
	}
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
		set_text(p, f, limit(p, f));
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
