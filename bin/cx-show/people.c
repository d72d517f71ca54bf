/* Formats output for people: as wide as the terminal, with ages for dates. */
#include "bin/cx-show/show.h"
#include "lib/base/date.h"
#include "lib/base/display_path.h"
#include "lib/base/utf8.h"
#include "lib/json/print.h"
#include "lib/text/sentences.h"

#include <stdlib.h>
#include <unistd.h>

#define CHANGE_PATHS 3 /* of one change */
#define ELLIPSIS "\xe2\x80\xa6"
#define RULE "\xe2\x94\x80"

static struct cx_buf here_, linked_;

struct cx_str
path_from_here(const struct show *s, struct cx_str path)
{
	return s->people ? cx_display_path(&here_, path) : path;
}

void
put_text(struct cx_buf *out, struct cx_str text)
{
	struct cx_str line;

	while (cx_str_split(&text, '\n', &line)) {
		cx_put_visible_line(out, line);
		cx_buf_char(out, '\n');
	}
}

void
put_blanks(struct cx_buf *out, size_t n)
{
	memset(cx_buf_room(out, n), ' ', n);
	out->len += n;
}

void
put_style(struct cx_buf *out, const struct show *s, const char *style)
{
	if (s->colour)
		cx_buf_puts(out, style);
}

static void
put_url(struct cx_buf *out, struct cx_str path)
{
	for (size_t i = 0; i < path.len; i++) {
		if (cx_is_alnum(path.s[i]) || strchr("/._~-", path.s[i])) {
			cx_buf_char(out, path.s[i]);
			continue;
		}
		cx_buf_char(out, '%');
		cx_buf_hex(out, path.s + i, 1);
	}
}

/* https://gist.github.com/egmontkob/eb114294efbcd5adb1944c9f3cb5feda */
size_t
put_path(struct cx_buf *out, const struct show *s, struct cx_str shown,
    size_t columns)
{
	const char *from = s->links ? getenv("CORTEX_FROM") : NULL;
	char host[256] = "";
	size_t width;

	if (from && gethostname(host, sizeof host - 1) != 0)
		from = NULL;
	if (from) {
		cx_buf_fmt(out, "\033]8;;file://%s", host);
		put_url(out, cx_str(from));
		cx_buf_char(out, '/');
		put_url(out, shown);
		cx_buf_puts(out, "\033\\");
	}
	width = cx_put_fit(out, shown, columns, true);
	if (from)
		cx_buf_puts(out, "\033]8;;\033\\");
	return width;
}

void
put_age_of(struct cx_buf *out, const struct cx_record *rec)
{
	struct cx_date d;

	if (cx_date_parse(cx_record_updated(rec), &d))
		cx_put_age(out, cx_record_updated(rec));
}

/* --- a line of a text --- */

/* A character of a passage as it is shown. */
struct glyph {
	size_t at, len; /* in the visible text */
	size_t width;
	bool marked, blank;
};

struct glyphs {
	struct glyph *v;
	size_t n, cap;
	struct cx_buf text;
};

static struct glyphs line_; /* kept for the next one */

static bool
is_marked(const struct cx_json *marks, size_t at)
{
	const struct cx_json *from;

	CX_JSON_EACH(m, marks) {
		from = cx_json_first(m);
		if (from && from[0].type == CX_JSON_INT && m->len == 2 &&
		    from[1].type == CX_JSON_INT && (int64_t)at >= from[0].u.i &&
		    (int64_t)at - from[0].u.i < from[1].u.i)
			return true;
	}
	return false;
}

/* How far the end of a construct is looked for. */
#define CONSTRUCT_MAX 1000

/* Where `end` stands in s after the first n bytes; 0 if it is not near. */
static size_t
find_end(struct cx_str s, size_t n, const char *end)
{
	const char *p;

	if (s.len > CONSTRUCT_MAX)
		s.len = CONSTRUCT_MAX;
	p = n < s.len ? memmem(s.s + n, s.len - n, end, strlen(end)) : NULL;
	return p ? (size_t)(p - s.s) : 0;
}

/* The bytes of "](target)", of whose target the end may be missing. */
static size_t
link_target(struct cx_str s)
{
	size_t depth = 0, i;

	for (i = 1; i < s.len && i < CONSTRUCT_MAX; i++) {
		depth += s.s[i] == '(';
		if (s.s[i] == ')' && --depth == 0)
			return i + 1;
	}
	for (i = 1; i < s.len && !cx_is_blank(s.s[i]) && s.s[i] != '\n'; i++)
		;
	return i;
}

/* The bytes of an HTML tag, which 1 < 2 and Vec<String> do not contain. */
static size_t
html_tag(struct cx_str s)
{
	static const char known[] = " a abbr b br code details div em h1 h2 h3 "
	    "h4 hr i iframe img kbd li ol p pre s small span strong sub "
	    "summary sup table tbody td th thead tr u ul video ";
	char name[16] = " ";
	size_t i = 1, n = 1;

	i += s.len > 1 && s.s[1] == '/';
	while (i < s.len && n < sizeof name - 2 && (cx_hex_digit(s.s[i]) >= 0 ||
	    (s.s[i] >= 'a' && s.s[i] <= 'z')))
		name[n++] = s.s[i++];
	name[n] = ' ';
	if (n == 1 || i == s.len || !strchr(" />\n", s.s[i]) ||
	    !memmem(known, sizeof known - 1, name, n + 1))
		return 0;
	n = find_end(s, i, ">");
	return n ? n + 1 : 0;
}

/* How many bytes at the start of s are Markdown around the text: brackets and
 * targets of links, tags, marks of headings and quotes. */
static size_t
markup(struct cx_str s, bool line_start)
{
	size_t n = 0, end;

	if (line_start) {
		while (n < s.len && n < 6 && s.s[n] == '#')
			n++;
		while (n < s.len && s.s[n] == '`')
			n++;
		if (n >= 3 && s.s[0] == '`') /* of code, and its language */
			return cx_str_upto(s, '\n').len;
		n = n && s.s[0] == '`' ? 0 : n + (n == 0 && s.s[0] == '>');
		if (n && n < s.len && cx_is_blank(s.s[n]))
			return n;
	}
	switch (s.s[0]) {
	case '!':
		n = s.len > 1 && s.s[1] == '[' ?
		    markup(cx_str_from(s, 1), false) : 0;
		return n ? n + 1 : 0;
	case '[':
		if (cx_str_starts(s, CX_STR("[["))) {
			end = find_end(s, 2, "]]");
			n = find_end(s, 2, "|");
			return !end ? 0 : n && n < end ? n + 1 : 2;
		}
		end = find_end(s, 1, "](");
		n = find_end(s, 1, "]");
		return end && n == end;
	case ']':
		if (cx_str_starts(s, CX_STR("](")))
			return link_target(s);
		return cx_str_starts(s, CX_STR("]]")) ? 2 : 0;
	case '*':
		return cx_str_starts(s, CX_STR("**")) ? 2 : 0;
	case '{':
		if (!cx_str_starts(s, CX_STR("{%")))
			return 0;
		end = find_end(s, 2, "%}");
		return end ? end + 2 : s.len;
	case '<':
		if (!cx_str_starts(s, CX_STR("<!--")))
			return html_tag(s);
		end = find_end(s, 4, "-->");
		return end ? end + 3 : 0;
	}
	return 0;
}

/* Runs of blanks and line ends become one blank, and markup goes. */
static void
read_glyphs(struct glyphs *g, struct cx_str text, const struct cx_json *marks)
{
	bool line_start = true;
	size_t hide = 0;
	uint32_t cp;

	g->n = 0;
	g->text.len = 0;
	for (size_t at = 0; text.len; at++) {
		size_t n = cx_utf8_decode(text.s, text.len, &cp, NULL);

		if (!hide)
			hide = markup(text, line_start);
		line_start = cp == '\n' ||
		    (line_start && (cp == ' ' || cp == '>'));
		if (hide) {
			hide -= n < hide ? n : hide;
			text = cx_str_from(text, n);
			continue;
		}
		struct glyph c = {.at = g->text.len, .blank = cx_is_space(cp) ||
		    cp == '\n' || cp == '\r' || cp == '\t'};

		if (cp > ' ' && cp < 0x7F)
			cx_buf_char(&g->text, (char)cp);
		else if (!c.blank)
			cx_put_visible(&g->text, cx_strn(text.s, n));
		else if (g->n && !g->v[g->n - 1].blank)
			cx_buf_char(&g->text, ' ');
		text = cx_str_from(text, n);
		c.len = g->text.len - c.at;
		if (!c.len)
			continue;
		c.width = cp >= ' ' && cp < 0x7F ? 1 :
		    cx_utf8_width(cx_strn(g->text.s + c.at, c.len));
		c.marked = !c.blank && is_marked(marks, at);
		*CX_NEXT(g->v, g->n, g->cap) = c;
	}
}

/* How far a line of so many columns goes that begins with glyph `from`. */
static size_t
line_end(const struct glyphs *g, size_t from, size_t columns)
{
	size_t width = 0, i;

	for (i = from; i < g->n && width + g->v[i].width <= columns; i++)
		width += g->v[i].width;
	return i;
}

static bool
ends_mark(const struct glyphs *g, size_t i)
{
	return g->v[i].marked && (i + 1 == g->n || !g->v[i + 1].marked);
}

/* Where the line begins that shows most of the words looked for: at the first
 * such word boundary, so that there is as much before them as can be. */
static size_t
best_start(const struct glyphs *g, size_t columns)
{
	size_t best = 0, most = 0, end = line_end(g, 0, columns - 1), marks = 0;
	size_t width = 0;

	if (line_end(g, 0, columns) == g->n)
		return 0;
	for (size_t i = 0; i < end; i++) {
		marks += ends_mark(g, i);
		width += g->v[i].width;
	}
	for (size_t i = 0; i < g->n; i++) {
		for (; end < g->n && width + g->v[end].width <= columns -
			(i ? 2 : 1); end++) {
			width += g->v[end].width;
			marks += ends_mark(g, end);
		}
		if ((i == 0 || g->v[i - 1].blank) && marks > most) {
			most = marks;
			best = i;
		}
		if (i == end)
			break;
		width -= g->v[i].width;
		marks -= ends_mark(g, i);
	}
	return best;
}

/* One line of text, with the words that are marked. */
static void
put_line(struct cx_buf *out, const struct show *s, const struct glyphs *g,
    size_t columns)
{
	size_t from = best_start(g, columns), end;
	bool marked = false;

	if (from) {
		cx_buf_puts(out, ELLIPSIS);
		columns--;
	}
	end = line_end(g, from, columns);
	if (end < g->n)
		end = line_end(g, from, columns - 1);
	while (end > from && g->v[end - 1].blank)
		end--;
	for (size_t i = from; i < end; i++) {
		const struct glyph *c = &g->v[i];

		if (c->marked != marked)
			put_style(out, s, c->marked ? ESC_MARK : ESC_END);
		marked = c->marked;
		cx_buf_add(out, g->text.s + c->at, c->len);
	}
	if (marked)
		put_style(out, s, ESC_END);
	if (end < g->n && (end + 1 < g->n || !g->v[end].blank))
		cx_buf_puts(out, ELLIPSIS);
}

/* --- a result --- */

/* The passage with most of the words; NULL if there is none. */
static const struct cx_json *
best_passage(const struct cx_record *rec)
{
	const struct cx_json *all = cx_json_get(rec->root, "passages");
	const struct cx_json *best = NULL;
	uint32_t most = 0;

	if (!all || all->type != CX_JSON_ARRAY)
		return NULL;
	CX_JSON_EACH(p, all) {
		const struct cx_json *m = cx_json_get(p, "matches");

		if (!best || (m && m->len > most)) {
			best = p;
			most = m ? m->len : 0;
		}
	}
	return best;
}

/* The first line with something in it that is neither heading nor markup. */
static struct cx_str
first_line(struct cx_str text)
{
	struct cx_str line = CX_STR("");

	while (cx_str_split(&text, '\n', &line)) {
		line = cx_str_trim(line);
		if (!line.len || line.s[0] == '#')
			continue;
		read_glyphs(&line_, line, NULL);
		for (size_t i = 0; i < line_.n; i++)
			if (!line_.v[i].blank)
				return line;
	}
	return CX_STR("");
}

/* Name and, dimmed, path, in a column of its own if `aligned`; on the right,
 * the age if there is one. */
static void
put_head(const struct show *s, const struct cx_record *rec, size_t columns,
    struct cx_str age, bool aligned)
{
	struct cx_buf *out = cx_out();
	struct cx_str path = path_from_here(s, cx_record_path(rec));
	struct cx_str name = cx_record_str(rec, "name", path);
	size_t room, used;

	if (!name.len)
		name = path;
	room = columns - (age.len ? age.len + 2 : 0) - 2;
	put_style(out, s, ESC_BOLD);
	used = cx_put_fit(out, name, aligned ? room * 3 / 5 :
	    cx_name_columns(name, path, room), false);
	put_style(out, s, ESC_END ESC_DIM);
	for (; aligned && used < room * 3 / 5; used++)
		cx_buf_char(out, ' ');
	cx_buf_puts(out, "  ");
	used += put_path(out, s, path, room - used);
	if (age.len) {
		put_blanks(out, room - used + 2);
		cx_buf_str(out, age);
	}
	put_style(out, s, ESC_END);
	cx_buf_char(out, '\n');
}

/* Text as lines of so many columns, broken at blanks. */
static void
put_wrapped(struct cx_buf *out, struct cx_str text, size_t indent,
    size_t columns)
{
	while (text.len) {
		struct cx_str line = cx_utf8_fit(text, columns - indent);
		size_t end = line.len;

		while (end && end < text.len && text.s[end] != ' ')
			end--;
		line.len = end ? end : line.len ? line.len : text.len;
		put_blanks(out, indent);
		cx_buf_str(out, line);
		cx_buf_char(out, '\n');
		text = cx_str_trim(cx_str_from(text, line.len));
	}
}

#define LINES_OF_PIPE 3

void
put_best(struct show *s, const struct cx_record *rec, size_t indent,
    size_t columns)
{
	CX_AUTO_BUF lines = CX_BUF_INIT;
	const struct cx_json *passage = best_passage(rec);
	struct cx_str text = CX_STR("");

	if (passage)
		text = cx_json_gets(passage, "text", text);
	if (!text.len)
		text = cx_record_str(rec, "description", text);
	if (!text.len && cx_body_visible(&s->bodies, rec, &text))
		text = first_line(text);
	read_glyphs(&line_, text, passage ?
	    cx_json_get(passage, "matches") : NULL);
	if (!line_.n)
		return;
	if (!s->people) {
		/* A few columns are lost where lines are broken. */
		put_line(&lines, s, &line_, LINES_OF_PIPE *
		    (columns - indent) - 2 * columns / 8);
		put_wrapped(cx_out(), cx_buf_view(&lines), indent, columns);
		return;
	}
	put_blanks(cx_out(), indent);
	put_line(cx_out(), s, &line_, columns - indent);
	cx_buf_char(cx_out(), '\n');
}

/* The part of a path that another does not have: 7.5 of docs/7.5/a.md, beside
 * docs/7.4/a.md. */
static struct cx_str
other_part(struct cx_str path, struct cx_str beside)
{
	size_t from = 0, to = 0;

	for (size_t i = 0; i < path.len && i < beside.len &&
	    path.s[i] == beside.s[i]; i++)
		from = path.s[i] == '/' ? i + 1 : from;
	for (size_t i = 1; from + i <= path.len && from + i <= beside.len &&
	    path.s[path.len - i] == beside.s[beside.len - i]; i++)
		to = path.s[path.len - i] == '/' ? i : to;
	return cx_strn(path.s + from, path.len - to - from);
}

void
put_copies(struct show *s, const struct cx_record *rec, size_t indent,
    size_t columns)
{
	const struct cx_json *copies = cx_json_get(rec->root, "copies");
	CX_AUTO_BUF line = CX_BUF_INIT;

	if (!copies || copies->type != CX_JSON_ARRAY || !copies->len)
		return;
	cx_buf_fmt(&line, "and %u like it: ", copies->len);
	CX_JSON_EACH(c, copies) {
		if (c != cx_json_first(copies))
			cx_buf_puts(&line, ", ");
		cx_buf_str(&line, other_part(cx_json_str(c),
		    cx_record_path(rec)));
	}
	put_blanks(cx_out(), indent);
	put_style(cx_out(), s, ESC_DIM);
	cx_put_fit(cx_out(), cx_buf_view(&line), columns - indent, false);
	put_style(cx_out(), s, ESC_END);
	cx_buf_char(cx_out(), '\n');
}

/* The last full hit may be followed by others that are not, and by one that is
 * again, as the order is by more than words: so the place is kept until the
 * end, or until the output is written. */
static void
note_partial(struct show *s, bool partial)
{
	const size_t len = cx_out()->len;

	if (!partial || len < s->rest_len) {
		s->rest_at = 0;
		s->full = !partial;
	} else if (s->full && !s->rest_at) {
		s->rest_at = len;
	}
}

void
show_hits_end(struct show *s)
{
	static const char label[] = "not all of the words";
	struct cx_buf *out = cx_out();
	const size_t columns = cx_screen_columns() - 1;
	CX_AUTO_BUF rule = CX_BUF_INIT, rest = CX_BUF_INIT;

	if (!s->rest_at)
		return;
	cx_buf_str(&rest, cx_str_from(cx_buf_view(out), s->rest_at));
	out->len = s->rest_at;
	cx_buf_fmt(&rule, RULE RULE " %s ", label);
	for (size_t n = strlen(label) + 4; n < columns; n++)
		cx_buf_puts(&rule, RULE);
	put_style(out, s, ESC_DIM);
	cx_put_fit(out, cx_buf_view(&rule), columns, false);
	put_style(out, s, ESC_END);
	cx_buf_char(out, '\n');
	cx_buf_str(out, cx_buf_view(&rest));
}

void
show_hit(struct show *s, const struct cx_record *rec)
{
	const struct cx_json *partial = cx_record_member(rec, "partial");
	size_t columns = cx_screen_columns() - 1;
	CX_AUTO_BUF age = CX_BUF_INIT;

	s->shown++;
	note_partial(s, partial && partial->type == CX_JSON_TRUE);
	put_age_of(&age, rec);
	put_head(s, rec, columns, cx_buf_view(&age), false);
	put_best(s, rec, 2, columns);
	put_copies(s, rec, 2, columns);
	s->rest_len = cx_out()->len;
}

/* " · " and a member, unless it says nothing. */
static void
put_fact(struct cx_buf *out, const struct cx_record *rec, const char *name)
{
	struct cx_str value = cx_record_str(rec, name, CX_STR(""));

	if (!value.len || cx_str_is(value, "unknown") ||
	    cx_str_is(value, "active"))
		return;
	cx_buf_puts(out, " \xc2\xb7 ");
	cx_put_visible(out, value);
}

void
show_day(struct show *s, const struct cx_record *rec)
{
	static int64_t shown = INT64_MIN;
	struct cx_buf *out = cx_out();
	struct cx_str updated = cx_record_updated(rec);
	int year = 0, month = 0, day = 0;
	struct cx_date d;

	if (!updated.len)
		updated = cx_record_str(rec, "created", updated);
	if (cx_date_parse(updated, &d))
		cx_date_civil(d.day, &year, &month, &day);
	if (shown != year * 12 + month) {
		put_style(out, s, ESC_BOLD);
		if (day)
			cx_buf_fmt(out, "%04d-%02d", year, month);
		else
			cx_buf_puts(out, "no date");
		put_style(out, s, ESC_END);
	} else {
		cx_buf_fmt(out, "%7s", "");
	}
	shown = year * 12 + month;
	if (day)
		cx_buf_fmt(out, "  %2d  ", day);
	else
		cx_buf_fmt(out, "%6s", "");
	put_head(s, rec, cx_screen_columns() - 14, CX_STR(""), true);
}

void
show_change(struct show *s, const struct cx_record *rec)
{
	const size_t columns = s->people ? cx_screen_columns() : SIZE_MAX;
	const struct cx_json *paths = cx_record_strings(rec, "paths");
	struct cx_buf *out = cx_out();
	CX_AUTO_BUF head = CX_BUF_INIT;
	size_t n = 0;

	cx_put_age(&head, cx_record_str(rec, "date", CX_STR("")));
	cx_buf_puts(&head, "  ");
	cx_buf_str(&head, cx_record_str(rec, "subject", CX_STR("")));
	cx_put_fit(out, cx_buf_view(&head), columns, false);
	cx_buf_char(out, '\n');
	CX_JSON_EACH(p, paths) {
		if (n++ >= CHANGE_PATHS)
			continue;
		cx_buf_puts(out, "  ");
		put_path(out, s, path_from_here(s, cx_json_str(p)),
		    columns - 2);
		cx_buf_char(out, '\n');
	}
	if (n > CHANGE_PATHS)
		cx_buf_fmt(out, "  and %zu more\n", n - CHANGE_PATHS);
}

void
show_did(struct show *s, const struct cx_record *rec)
{
	struct cx_buf *out = cx_out();
	struct cx_str path = cx_record_path(rec);
	struct cx_str from = cx_record_str(rec, "moved", CX_STR(""));
	struct cx_str name = cx_record_str(rec, "name", CX_STR(""));

	s->shown++;
	/* Of a note with links to what was moved there is a record a link. */
	if (!from.len && cx_json_get(rec->root, "kind")) {
		if (cx_str_eq(path, cx_buf_view(&linked_)))
			return;
		linked_.len = 0;
		cx_buf_str(&linked_, path);
		cx_buf_puts(out, strncmp(s->did, "would be ", 9) == 0 ?
		    "would be changed" : "changed");
	} else {
		cx_buf_puts(out, s->did);
	}
	cx_buf_char(out, ' ');
	if (from.len) {
		cx_put_visible(out, path_from_here(s, from));
		cx_buf_puts(out, " to ");
	}
	put_style(out, s, ESC_BOLD);
	put_path(out, s, path_from_here(s, path), SIZE_MAX);
	put_style(out, s, ESC_END);
	if (name.len) {
		cx_buf_puts(out, "  ");
		cx_put_visible(out, name);
	}
	cx_buf_char(out, '\n');
}

/* --- members of records --- */

/* Of a text that is one wikilink, what is shown of it. */
static struct cx_str
without_brackets(struct cx_str s)
{
	struct cx_str inner = s, target;

	if (s.len < 4 || !cx_str_starts(s, CX_STR("[[")) ||
	    !cx_str_ends(s, CX_STR("]]")))
		return s;
	inner = cx_strn(s.s + 2, s.len - 4);
	if (cx_str_has(inner, CX_STR("]]")))
		return s; /* [[a]] and [[b]] */
	s = inner;
	return cx_str_split(&s, '|', &target) && s.len ? s : inner;
}

void
put_value(struct cx_buf *out, const struct cx_json *value)
{
	CX_AUTO_BUF b = CX_BUF_INIT;
	struct cx_printer p = cx_printer(&b);

	if (value->type == CX_JSON_STRING)
		cx_put_visible(out, without_brackets(cx_json_str(value)));
	else
		cx_print_json(&p, value);
	cx_put_visible(out, cx_buf_view(&b));
}

/* An object of a list: its path, and what else it has, on a line. */
static void
put_entry(const struct show *s, struct cx_str name, const struct cx_json *entry)
{
	struct cx_buf *out = cx_out();

	put_style(out, s, ESC_DIM);
	cx_buf_str(out, name);
	put_style(out, s, ESC_END);
	CX_JSON_EACH(m, entry) {
		cx_buf_puts(out, "  ");
		if (cx_str_is(cx_json_str(m), "path") &&
		    m[1].type == CX_JSON_STRING) {
			cx_put_visible(out,
			    path_from_here(s, cx_json_str(m + 1)));
			continue;
		}
		cx_put_visible(out, cx_json_str(m));
		cx_buf_char(out, ' ');
		put_value(out, m + 1);
	}
	cx_buf_char(out, '\n');
}

/* Names are no wider than this, or their values are not aligned. */
#define NAME_COLUMNS 24

/* Measures the names if s is NULL. */
static void
put_members(const struct show *s, const struct cx_json *value,
    struct cx_buf *name, size_t depth, size_t *widest)
{
	struct cx_buf *out = cx_out();
	const struct cx_json *m;
	size_t len = name->len, width;

	if (value->type == CX_JSON_OBJECT && value->len && depth < 8) {
		for (m = cx_json_first(value); m; m = cx_json_next(value, m)) {
			if (len)
				cx_buf_char(name, '.');
			cx_put_visible(name, cx_json_str(m));
			put_members(s, m + 1, name, depth + 1, widest);
			name->len = len;
		}
		return;
	}
	if (value->type == CX_JSON_NULL || (value->type >= CX_JSON_ARRAY &&
	    !value->len))
		return;
	m = value->type == CX_JSON_ARRAY ? cx_json_first(value) : NULL;
	if (m && m->type == CX_JSON_OBJECT) {
		for (; s && m; m = cx_json_next(value, m))
			put_entry(s, cx_buf_view(name), m);
		return;
	}
	width = cx_utf8_width(cx_buf_view(name));
	if (!s) {
		if (width > *widest && width <= NAME_COLUMNS)
			*widest = width;
		return;
	}
	put_style(out, s, ESC_DIM);
	cx_buf_str(out, cx_buf_view(name));
	put_style(out, s, ESC_END);
	put_blanks(out, 2 + (width < *widest ? *widest - width : 0));
	m = value->type == CX_JSON_ARRAY ? cx_json_first(value) : NULL;
	if (!m)
		put_value(out, value);
	for (bool more = false; m; m = cx_json_next(value, m), more = true) {
		if (more)
			cx_buf_puts(out, ", ");
		put_value(out, m);
	}
	cx_buf_char(out, '\n');
}

void
show_note(struct show *s, const struct cx_record *rec)
{
	static const char *const facts[] = {"type", "project", "status"};
	const struct cx_json *tags = cx_record_strings(rec, "tags");
	const struct cx_json *by = cx_record_member(rec, "superseded_by");
	struct cx_buf *out = cx_out();
	struct cx_str path = cx_record_path(rec), text;
	struct cx_str name = cx_record_str(rec, "name", path);
	struct cx_str updated = cx_record_updated(rec);
	const struct cx_json *extra = cx_record_member(rec, "extra");
	CX_AUTO_BUF member = CX_BUF_INIT;
	size_t widest = 0;

	if (!cx_body_visible(&s->bodies, rec, &text))
		return;
	if (s->shown++)
		cx_buf_char(out, '\n');
	put_style(out, s, ESC_BOLD);
	cx_put_visible(out, name);
	put_style(out, s, ESC_END ESC_DIM);
	cx_buf_char(out, '\n');
	put_path(out, s, path_from_here(s, path), SIZE_MAX);
	for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
		put_fact(out, rec, facts[i]);
	if (by && by->type == CX_JSON_STRING) {
		cx_buf_puts(out, cx_str_is(cx_record_str(rec, "status",
		    CX_STR("")), "superseded") ? " by " :
		    " \xc2\xb7 superseded by ");
		cx_put_visible(out, cx_json_str(by));
	}
	if (updated.len) {
		cx_buf_puts(out, " \xc2\xb7 ");
		cx_put_age(out, updated);
	}
	CX_JSON_EACH(t, tags) {
		cx_buf_puts(out, " #");
		cx_put_visible(out, cx_json_str(t));
	}
	put_style(out, s, ESC_END);
	cx_buf_char(out, '\n');
	for (int print = 0; print < 2; print++)
		CX_JSON_EACH(m, extra) {
			member.len = 0;
			cx_put_visible(&member, cx_json_str(m));
			/* The line above has it. */
			if (m + 1 != by)
				put_members(print ? s : NULL, m + 1, &member, 1,
				    &widest);
		}
	cx_buf_char(out, '\n');
	put_text(out, cx_without_title(text, name));
}

void
show_members(struct show *s, const struct cx_record *rec)
{
	CX_AUTO_BUF name = CX_BUF_INIT;
	size_t widest = 0;

	if (s->shown++)
		cx_buf_char(cx_out(), '\n');
	put_members(NULL, rec->root, &name, 0, &widest);
	put_members(s, rec->root, &name, 0, &widest);
}

void
people_end(void)
{
	free(line_.v);
	cx_buf_release(&line_.text);
	cx_buf_release(&here_);
	cx_buf_release(&linked_);
}
