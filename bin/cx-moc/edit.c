/* Edits: which bytes of a file change; regions as records. */
#include "moc.h"

#include <stdlib.h>

#include "lib/base/date.h"
#include "lib/base/err.h"
#include "lib/json/print.h"
#include "lib/base/utf8.h"

/* Does the line of a marker end with CRLF?  Then the region's lines do. */
static bool
is_crlf(struct cx_str text, const struct cx_marker *m)
{
	return m->next >= 2 && text.s[m->next - 1] == '\n' &&
	    text.s[m->next - 2] == '\r';
}

/* The text as lines of a region. */
static void
put_lines(struct cx_buf *out, struct cx_str text, bool crlf)
{
	struct cx_str line;

	while (cx_str_split(&text, '\n', &line)) {
		cx_buf_str(out, line);
		if (crlf && !cx_str_ends(line, CX_STR("\r")))
			cx_buf_char(out, '\r');
		cx_buf_char(out, '\n');
	}
}

static void
add(struct cx_splices *e, struct cx_splice one)
{
	*CX_NEXT(e->v, e->n, e->cap) = one;
}

static bool
is_same(const struct cx_splices *e, const struct cx_splice *one,
    struct cx_str text)
{
	struct cx_str old = {text.s + one->from, one->to - one->from};

	return cx_str_eq(old, cx_splice_text(e, one));
}

/*
 * The bytes of updated's value: without its quotes, which stay.  False when
 * it is not a plain value on one line.
 */
static bool
find_updated(struct cx_str text, const struct cx_front *f, const char *path,
    struct cx_splice *one)
{
	const struct cx_front_member *m = NULL;
	size_t i, from, to;

	for (i = 0; i < f->n; i++)
		if (cx_str_is(cx_json_str(f->members[i].key), "updated"))
			m = &f->members[i];
	if (!m)
		return false;
	from = m->value_at.at;
	to = m->value_end;
	if (to > text.len || from > to || m->style > CX_FRONT_QUOTED ||
	    (to > from && memchr(text.s + from, '\n', to - from)) ||
	    (m->style == CX_FRONT_QUOTED && to - from < 2)) {
		if (path)
			cx_warn("%s:%u: updated is not a date on one line; "
			    "left as it is", path, (unsigned)m->key_at.line);
		return false;
	}
	if (m->style == CX_FRONT_QUOTED) {
		from++;
		to--;
	}
	*one = (struct cx_splice){.from = from, .to = to};
	return true;
}

/* Puts the date of today before the other edits. */
static void
touch_updated(struct cx_splices *e, struct cx_str text,
    const struct cx_front *f, const char *path)
{
	struct cx_splice one;

	if (!find_updated(text, f, path, &one))
		return;
	one.at = e->text.len;
	/* An empty value stands right behind its colon. */
	if (one.from == one.to && text.s[one.from - 1] == ':')
		cx_buf_char(&e->text, ' ');
	cx_date_put(&e->text, cx_today());
	one.len = e->text.len - one.at;
	if (is_same(e, &one, text))
		return;
	add(e, one);
	memmove(e->v + 1, e->v, (e->n - 1) * sizeof *e->v);
	e->v[0] = one;
}

static void
mark_used(const struct cx_markers *m, struct moc_sections *s)
{
	struct moc_section *sec;
	size_t i;

	for (i = 0; i < m->n; i++) {
		sec = moc_sections_get(s, m->v[i].name);
		if (sec)
			sec->used = true;
	}
}

static void
edit_region(struct cx_splices *e, struct cx_str text,
    const struct cx_marker *m, struct moc_sections *s)
{
	const struct moc_section *sec = moc_sections_get(s, m[0].name);
	struct cx_splice one = {.from = m[0].next, .to = m[1].line,
	    .at = e->text.len, .label = m[0].name};

	if (!sec || sec->refused)
		return;
	put_lines(&e->text, sec->text, is_crlf(text, m));
	one.len = e->text.len - one.at;
	if (is_same(e, &one, text))
		e->text.len = one.at;
	else
		add(e, one);
}

struct file {
	const char *path;
	struct cx_str text;
	size_t seen, line; /* the last place, and lines before it */
};

static void
say(void *arg, size_t at, bool wrong, const char *why)
{
	struct file *f = arg;
	size_t line;

	if (at < f->seen)
		f->seen = f->line = 0;
	f->line += cx_line_of(cx_str_from(f->text, f->seen), at - f->seen) - 1;
	f->seen = at;
	line = f->line + 1;

	if (wrong)
		cx_error(CX_PARTIAL, "%s:%zu: %s; file left as it is",
		    f->path, line, why);
	else
		cx_warn("%s:%zu: %s", f->path, line, why);
}

bool
moc_edit(struct cx_splices *e, struct cx_str text,
    const struct cx_front *front, const char *path, struct moc_sections *s,
    bool touch, bool again)
{
	struct cx_markers m = {0};
	struct file to = {path, text, 0, 0};
	size_t i;
	bool paired;

	e->n = e->text.len = 0;
	cx_markers_find(&m, text, front->body, again ? NULL : say, &to);
	mark_used(&m, s);
	paired = cx_markers_pair(&m, text, say, &to);
	for (i = 0; paired && i < m.n; i += 2)
		edit_region(e, text, &m.v[i], s);
	cx_markers_release(&m);
	if (touch && e->n > 0)
		touch_updated(e, text, front, again ? NULL : path);
	return paired;
}

/* The text of a region as a section: CRLF, which put_lines gives back, is
 * no business of collectors. */
static void
region_text(struct cx_buf *out, struct cx_str text, const struct cx_marker *m)
{
	struct cx_str rest = {text.s + m[0].next, m[1].line - m[0].next}, line;
	bool crlf = is_crlf(text, m);

	while (cx_str_split(&rest, '\n', &line)) {
		if (crlf && cx_str_ends(line, CX_STR("\r")))
			line.len--;
		cx_buf_str(out, line);
		cx_buf_char(out, '\n');
	}
}

void
moc_print_regions(struct cx_str text, size_t body, const char *path)
{
	struct cx_markers m = {0};
	struct file to = {path, text, 0, 0};
	CX_AUTO_BUF b = CX_BUF_INIT;
	struct cx_printer p = cx_printer(cx_out());
	size_t i, line = 1, seen = 0;

	cx_markers_find(&m, text, body, say, &to);
	if (!cx_markers_pair(&m, text, say, &to))
		m.n = 0;
	for (i = 0; i < m.n; i += 2) {
		b.len = 0;
		region_text(&b, text, &m.v[i]);
		line += cx_line_of(cx_str_from(text, seen),
		    m.v[i].line - seen) - 1;
		seen = m.v[i].line;
		if (cx_utf8_invalid(cx_buf_view(&b)) < b.len)
			cx_warn("%s:%zu: region AUTO:%.*s is not all UTF-8; "
				"the record has U+FFFD there", path, line,
			    (int)m.v[i].name.len, m.v[i].name.s);
		cx_print_object(&p);
		cx_print_kstr(&p, "section", m.v[i].name);
		cx_print_kstr(&p, "text", cx_buf_view(&b));
		cx_print_kstr(&p, "path", cx_str(path));
		cx_print_kint(&p, "line", (int64_t)line);
		cx_print_end(&p);
		cx_print_line(&p);
		cx_out_record();
	}
	cx_markers_release(&m);
}
