#include "lib/atom/textedit.h"

#include "lib/base/utf8.h"
#include "lib/markdown/section.h"
#include "lib/yaml/front.h"

/* Lines that are named where a text occurs. */
#define LINES_NAMED 5

struct work {
	const struct cx_text_edit *e;
	struct cx_str file, body; /* the body is the end of the file */
	const char *nl;		  /* line end of the file */
	bool cut; /* front matter is all, and has no last line end */
	struct cx_buf *why;
	struct cx_sections sections;
	size_t section; /* or CX_SECTION_NONE */
	/* Of the body: what becomes what. */
	size_t from, to;
	struct cx_buf now;
};

static bool
refuse(struct work *w, const char *text)
{
	cx_buf_puts(w->why, text);
	return false;
}

/* --- lines --- */

static struct cx_str
between(struct cx_str s, size_t from, size_t to)
{
	return cx_strn(s.s + from, to - from);
}

/* Where the line that holds `at` ends, before its line end. */
static size_t
line_end(struct cx_str s, size_t at)
{
	while (at < s.len && s.s[at] != '\n')
		at++;
	if (at > 0 && at < s.len && s.s[at - 1] == '\r')
		at--;
	return at;
}

static size_t
line_start(struct cx_str s, size_t at)
{
	while (at > 0 && s.s[at - 1] != '\n')
		at--;
	return at;
}

/* Takes off blank lines around [*from, *to); the last line keeps its blanks,
 * but not its end.  Nothing but blank lines: an empty range at *from. */
static void
shrink(struct cx_str s, size_t *from, size_t *to)
{
	struct cx_str own = cx_str_trim(between(s, *from, *to));

	if (own.len == 0) {
		*to = *from;
		return;
	}
	*from = line_start(s, (size_t)(own.s - s.s));
	*to = line_end(s, (size_t)(own.s - s.s) + own.len);
}

/* Appends s with the line ends of the file. */
static void
put_lines(struct cx_buf *b, const struct work *w, struct cx_str s)
{
	for (size_t i = 0; i < s.len; i++) {
		if (s.s[i] == '\r' && i + 1 < s.len && s.s[i + 1] == '\n')
			continue;
		if (s.s[i] == '\n')
			cx_buf_puts(b, w->nl);
		else
			cx_buf_char(b, s.s[i]);
	}
}

/* What a line goes on with: '-' a list, '|' a table, '>' a quote, else 0. */
static char
kind_of(struct cx_str line)
{
	struct cx_str s = cx_str_trim(line);
	size_t n = cx_str_digits(s);

	if (s.len && (s.s[0] == '|' || s.s[0] == '>'))
		return s.s[0];
	if (n > 0 && n < 10 && n < s.len && (s.s[n] == '.' || s.s[n] == ')'))
		s = cx_str_from(s, n);
	else if (!s.len || !strchr("-+*", s.s[0]))
		return 0;
	return s.len == 1 || cx_is_blank(s.s[1]) ? '-' : 0;
}

/* Whether the line after continues a block that `before` ends with: text
 * beneath an item of a list belongs to it. */
static bool
goes_on(struct cx_str before, struct cx_str after)
{
	char kind = kind_of(between(after, 0, line_end(after, 0)));
	size_t at = before.len;

	if (!kind)
		return false;
	for (;;) {
		size_t start = line_start(before, at);
		struct cx_str line = between(before, start, at);
		char is = kind_of(line);

		if (is || kind != '-' || !line.len || !cx_is_blank(line.s[0]))
			return is == kind;
		if (!start)
			return false;
		at = line_end(before, start - 1);
	}
}

/* --- places --- */

/* Where the text of all, or of the section, begins and ends; the title is none
 * of what is added before. */
static void
place(struct work *w, bool after_title)
{
	const struct cx_section *s = w->sections.v;

	w->from = 0;
	w->to = w->body.len;
	if (w->section != CX_SECTION_NONE) {
		w->from = s[w->section].text;
		w->to = s[w->section].end;
	} else if (after_title && w->sections.n && s->heading.level == 1 &&
	    cx_str_trim(between(w->body, 0, s->start)).len == 0) {
		w->from = s->text;
	}
}

/* Line ends, so that so many are between what ends before and what follows. */
static void
part(struct cx_buf *b, const struct work *w, struct cx_str before, size_t want)
{
	size_t ends = 0;

	while (before.len && cx_is_blank(before.s[before.len - 1])) {
		ends += before.s[before.len - 1] == '\n';
		before.len--;
	}
	for (; before.len && ends < want; ends++)
		cx_buf_puts(b, w->nl);
}

/* The text without blank lines around it. */
static struct cx_str
own_text(struct cx_str s)
{
	size_t from = 0, to = s.len;

	shrink(s, &from, &to);
	return between(s, from, to);
}

/* Puts the text at [from, to) of the body, with blank lines as they are needed;
 * where it comes before or instead of another, those before it are there. */
static void
put_between(struct work *w, struct cx_str text, bool there)
{
	struct cx_str before = between(w->body, 0, w->from), next;
	struct cx_str after = cx_str_from(w->body, w->to);
	size_t blank;

	if (w->from == 0 && w->cut)
		cx_buf_puts(&w->now, w->nl);
	part(&w->now, w, before, there || goes_on(own_text(before), text) ?
	    1 : 2);
	put_lines(&w->now, w, text);
	next = own_text(after);
	if (!next.len) {
		if (!after.len && (!w->file.len ||
		    w->file.s[w->file.len - 1] == '\n'))
			cx_buf_puts(&w->now, w->nl);
		return;
	}
	blank = cx_str_count(between(after, 0, (size_t)(next.s - after.s)),
	    '\n');
	for (size_t want = goes_on(text, next) ? 1 : 2; blank < want; blank++)
		cx_buf_puts(&w->now, w->nl);
}

static void
append(struct work *w, struct cx_str text)
{
	size_t from;

	place(w, false);
	from = w->from;
	shrink(w->body, &from, &w->to);
	w->from = w->to;
	put_between(w, text, false);
}

static void
prepend(struct work *w, struct cx_str text)
{
	size_t to;
	bool there;

	place(w, true);
	to = w->to;
	shrink(w->body, &w->from, &to);
	there = to > w->from;
	w->to = w->from;
	put_between(w, text, there);
}

/* The text may begin with the heading that stays. */
static struct cx_str
beneath_heading(const struct work *w, struct cx_str text)
{
	const struct cx_section *s = &w->sections.v[w->section];
	struct cx_md_headings h = {.rest = text};
	struct cx_md_heading one;
	CX_AUTO_BUF words = CX_BUF_INIT;
	struct cx_str first;

	if (!cx_md_heading_next(&h, &one) || one.nested ||
	    one.level != s->heading.level)
		return text;
	first = between(text, 0, (size_t)(one.text.s - text.s));
	cx_md_heading_words(&words, one.text);
	if (cx_str_count(first, '\n') || !cx_str_eq(s->words,
	    cx_str_trim(cx_buf_view(&words))))
		return text;
	return own_text(h.rest);
}

static bool
replace_section(struct work *w, struct cx_str text)
{
	place(w, false);
	text = beneath_heading(w, text);
	if (!text.len)
		return refuse(w, "the new text of the section is empty");
	shrink(w->body, &w->from, &w->to);
	put_between(w, text, w->to > w->from);
	return true;
}

/* --- an exact text --- */

/* The text with LF alone, as the one to be found is compared. */
static void
put_lf(struct cx_buf *b, struct cx_str s)
{
	for (size_t i = 0; i < s.len; i++)
		if (s.s[i] != '\r' || i + 1 == s.len || s.s[i + 1] != '\n')
			cx_buf_char(b, s.s[i]);
}

/* The place in s that is `at` in its form with LF alone. */
static size_t
with_cr(struct cx_str s, size_t at)
{
	size_t i = 0;

	for (; at > 0; at--)
		i += s.s[i] == '\r' && i + 1 < s.len && s.s[i + 1] == '\n' ?
		    2 : 1;
	return i;
}

static bool
find_once(struct work *w, struct cx_str all, struct cx_str old, size_t *at)
{
	size_t n = 0, from = 0, line = 0, seen = 0, before;
	CX_AUTO_BUF lines = CX_BUF_INIT;
	struct cx_str first, rest = cx_str_trim(old);
	const char *p;

	before = cx_str_count(between(w->file, 0, (size_t)(w->body.s -
	    w->file.s) + w->from), '\n') + 1;
	while (n < 1000 && from < all.len && (p = memmem(all.s + from,
	    all.len - from, old.s, old.len))) {
		size_t is = (size_t)(p - all.s);

		if (!n++)
			*at = is;
		line += cx_str_count(between(all, seen, is), '\n');
		seen = is;
		if (n <= LINES_NAMED)
			cx_buf_fmt(&lines, "%s%zu", n > 1 ? ", " : "",
			    before + line);
		from = is + 1;
	}
	if (n == 1)
		return true;
	if (n > 1) {
		cx_buf_fmt(w->why, "the text occurs %s%zu times, at lines %s"
		    "%s; give more of what is around it", n == 1000 ?
		    "at least " : "", n, cx_buf_cstr(&lines),
		    n > LINES_NAMED ? " ..." : "");
		return false;
	}
	cx_buf_fmt(w->why, "the text to replace does not occur%s",
	    w->section != CX_SECTION_NONE ? " in this section" : "");
	(void)cx_str_split(&rest, '\n', &first);
	first = cx_str_trim(first);
	p = first.len && rest.len ? memmem(all.s, all.len, first.s, first.len)
	    : NULL;
	if (p)
		cx_buf_fmt(w->why, ", but its first line does, at line %zu",
		    before + cx_str_count(between(all, 0,
		    (size_t)(p - all.s)), '\n'));
	return false;
}

static bool
replace_text(struct work *w)
{
	CX_AUTO_BUF all = CX_BUF_INIT, old = CX_BUF_INIT;
	struct cx_str region;
	size_t at = 0, from;

	place(w, false);
	region = between(w->body, w->from, w->to);
	put_lf(&all, region);
	put_lf(&old, w->e->old);
	if (!find_once(w, cx_buf_view(&all), cx_buf_view(&old), &at))
		return false;
	from = w->from;
	w->from = from + with_cr(region, at);
	w->to = from + with_cr(region, at + old.len);
	put_lines(&w->now, w, w->e->text);
	return true;
}

/* --- what must not happen --- */

/* Whether a heading after a text would be none, as in a block of code. */
static bool
is_open(struct cx_str a, struct cx_str b)
{
	static const char mark[] = "\n\n# end";
	CX_AUTO_BUF all = CX_BUF_INIT;
	struct cx_md_headings h;
	struct cx_md_heading one;

	cx_buf_str(&all, a);
	cx_buf_str(&all, b);
	cx_buf_puts(&all, mark);
	h = (struct cx_md_headings){.rest = cx_buf_view(&all)};
	while (cx_md_heading_next(&h, &one))
		if (one.text.s + one.text.len == all.s + all.len &&
		    one.level == 1 && !one.nested)
			return false;
	return true;
}

static bool
keeps_front(const struct work *w)
{
	struct cx_front_parser *p = cx_front_new();
	CX_AUTO(cx_arena_release) struct cx_arena arena = {0};
	CX_AUTO_BUF now = CX_BUF_INIT;
	size_t body = (size_t)(w->body.s - w->file.s);
	struct cx_front front;

	cx_buf_str(&now, between(w->file, 0, body + w->from));
	cx_buf_str(&now, cx_buf_view(&w->now));
	cx_buf_str(&now, cx_str_from(w->body, w->to));
	cx_front_read(p, cx_buf_view(&now), &arena, &front);
	cx_front_free(p);
	return front.body == body + (w->cut ? strlen(w->nl) : 0);
}

static bool
may_be(struct work *w)
{
	struct cx_str before = between(w->body, 0, w->from);
	struct cx_str old = between(w->body, w->from, w->to);
	bool was = w->e->old.len && is_open(before, old);

	if (!w->e->old.len && is_open(before, CX_STR("")))
		return refuse(w, "a block of code or a comment is left open "
		    "before this place");
	if (is_open(before, cx_buf_view(&w->now)) != was)
		return refuse(w, "the text would leave a block of code or a "
		    "comment open, and what follows would be in it");
	if (!keeps_front(w))
		return refuse(w, "the text would be front matter");
	return true;
}

static bool
find_section(struct work *w)
{
	w->section = CX_SECTION_NONE;
	cx_sections_read(&w->sections, w->body);
	if (!cx_str_trim(w->e->section).len)
		return true;
	if (cx_sections_find(&w->sections, w->e->section, &w->section) == 1)
		return true;
	cx_sections_why(&w->sections, w->e->section, w->why);
	return false;
}

static bool
compose(struct work *w)
{
	struct cx_str text = own_text(w->e->text);

	if (cx_utf8_invalid(w->file) < w->file.len)
		return refuse(w, "is not UTF-8; save it as UTF-8 first");
	if (cx_utf8_invalid(w->e->text) < w->e->text.len ||
	    (w->e->text.len && memchr(w->e->text.s, '\0', w->e->text.len)))
		return refuse(w, "the new text is not UTF-8, or has a NUL");
	if (!find_section(w))
		return false;
	if (w->e->old.len)
		return replace_text(w);
	if (!text.len)
		return refuse(w, "the new text is empty");
	if (w->e->how == CX_TEXT_APPEND)
		append(w, text);
	else if (w->e->how == CX_TEXT_PREPEND)
		prepend(w, text);
	else if (w->section == CX_SECTION_NONE)
		return refuse(w, "what is to be replaced: a section, or an "
		    "exact text?");
	else
		return replace_section(w, text);
	return true;
}

/* CRLF, if the first line of the text ends so, else of the file. */
static const char *
line_end_of(struct cx_str file, struct cx_str body)
{
	struct cx_str s = body.len && memchr(body.s, '\n', body.len) ? body :
	    file;
	const char *p = s.len ? memchr(s.s, '\n', s.len) : NULL;

	return p && p > s.s && p[-1] == '\r' ? "\r\n" : "\n";
}

bool
cx_text_edit_apply(const struct cx_text_edit *e, struct cx_str file,
    struct cx_splices *splices, struct cx_buf *why)
{
	struct work w = {.e = e, .file = file, .why = why};
	struct cx_front_parser *p = cx_front_new();
	CX_AUTO(cx_arena_release) struct cx_arena arena = {0};
	struct cx_front front;
	size_t body;
	bool ok;

	cx_front_read(p, file, &arena, &front);
	cx_front_free(p);
	body = front.body;
	w.body = cx_str_from(file, body);
	w.nl = line_end_of(file, w.body);
	w.cut = front.found && file.s[body - 1] != '\n';
	ok = compose(&w) && may_be(&w);
	if (ok && !cx_str_eq(between(w.body, w.from, w.to),
	    cx_buf_view(&w.now)))
		cx_splice_add(splices, body + w.from, body + w.to,
		    cx_buf_view(&w.now));
	cx_sections_release(&w.sections);
	cx_buf_release(&w.now);
	return ok;
}
