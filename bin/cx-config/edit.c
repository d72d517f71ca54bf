/* Changes or removes a setting of cortex.toml. */
#include "bin/cx-config/edit.h"
#include "bin/cx-config/toml.h"
#include "lib/base/err.h"
#include "lib/json/print.h"

#define PARTS 8 /* as deep as toml.cc goes */

/* A key, a.b.c, in its parts. */
struct path {
	struct cx_toml *toml;
	struct cx_str part[PARTS]; /* what it means */
	struct cx_str text[PARTS]; /* how it is written */
	size_t n;
	struct cx_str whole;
};

static struct cx_str text_; /* the file */
static struct cx_str newline;
static struct cx_toml *old;
static struct path path;
static struct cx_buf value;	/* as TOML */
static struct cx_toml *wanted;	/* x = value; NULL: the key goes */

/* The byte at a place of a text. */
static size_t
offset(struct cx_str s, struct cx_toml_place at)
{
	size_t i = 0;

	for (; at.line > 1; at.line--) {
		const char *end = memchr(s.s + i, '\n', s.len - i);

		if (!end)
			return s.len;
		i = (size_t)(end - s.s) + 1;
	}
	while (i < s.len && at.column > 1) {
		i++;
		at.column -= i == s.len || (s.s[i] & 0xc0) != 0x80;
	}
	return i;
}

static size_t
begin(const struct cx_json *node)
{
	return offset(text_, cx_toml_at(old, node));
}

static size_t
end(const struct cx_json *node)
{
	return offset(text_, cx_toml_end(old, node));
}

static size_t
line_begin(size_t at)
{
	while (at > 0 && text_.s[at - 1] != '\n')
		at--;
	return at;
}

static size_t
line_end(size_t at)
{
	const char *s = memchr(text_.s + at, '\n', text_.len - at);

	return s ? (size_t)(s - text_.s) + 1 : text_.len;
}

static size_t
skip_blanks(size_t at)
{
	while (at < text_.len && cx_is_blank(text_.s[at]))
		at++;
	return at;
}

/* "key = 0" is a table in a table down to a 0 that stands at its end. */
static void
parse_path(const char *key)
{
	CX_AUTO_BUF line = CX_BUF_INIT;
	struct cx_toml_error error;
	const struct cx_json *at;

	path.whole = cx_str_trim(cx_str(key));
	cx_buf_str(&line, path.whole);
	cx_buf_puts(&line, " = 0");
	path.toml = cx_toml_parse(line.s, line.len, &error);
	at = path.toml ? cx_toml_root(path.toml) : NULL;
	while (at && at->type == CX_JSON_OBJECT && at->len == 1 &&
	    path.n < PARTS) {
		size_t from = offset(cx_buf_view(&line),
		    cx_toml_at(path.toml, at + 1));

		path.part[path.n] = cx_json_str(at + 1);
		path.text[path.n++] = cx_strn(path.whole.s + from,
		    offset(cx_buf_view(&line),
		    cx_toml_end(path.toml, at + 1)) - from);
		at += 2;
	}
	if (!at || at->type != CX_JSON_INT || path.n == 0 ||
	    offset(cx_buf_view(&line), cx_toml_at(path.toml, at)) !=
	    line.len - 1)
		cx_die(CX_USAGE, "'%s' is not a key such as layers.hot", key);
}

/* x = value, if that is one value and nothing else. */
static struct cx_toml *
parse_value(struct cx_str v)
{
	CX_AUTO_BUF line = CX_BUF_INIT;
	struct cx_toml_error error;
	struct cx_toml *t;

	cx_buf_puts(&line, "x = ");
	cx_buf_str(&line, v);
	t = cx_toml_parse(line.s, line.len, &error);
	if (t && (cx_toml_root(t)->len != 1 || offset(cx_buf_view(&line),
	    cx_toml_end(t, cx_toml_root(t) + 2)) != line.len)) {
		cx_toml_free(t);
		t = NULL;
	}
	return t;
}

static void
read_value(const char *v)
{
	wanted = parse_value(cx_str(v));
	if (wanted) {
		cx_buf_puts(&value, v);
		return;
	}
	/* Every JSON string is one of TOML. */
	cx_print_quoted(&value, cx_str(v));
	wanted = parse_value(cx_buf_view(&value));
	if (!wanted)
		cx_die(CX_USAGE, "%s: the value is not UTF-8", path.whole.s);
}

/* --- is the result right? --- */

static bool
is_path(const struct cx_str *keys, size_t n)
{
	if (n != path.n)
		return false;
	for (size_t i = 0; i < n; i++)
		if (!cx_str_eq(keys[i], path.part[i]))
			return false;
	return true;
}

/* Every value of a tree with its keys, but not that of the path.  Tables with
 * nothing in them say nothing. */
static void
print_others(struct cx_buf *out, const struct cx_json *node,
    struct cx_str *keys, size_t n)
{
	struct cx_printer p = cx_printer(out);

	if (is_path(keys, n))
		return;
	if (node->type == CX_JSON_OBJECT && n <= PARTS) {
		CX_JSON_EACH(k, node) {
			keys[n] = cx_json_str(k);
			print_others(out, k + 1, keys, n + 1);
		}
		return;
	}
	for (size_t i = 0; i < n; i++) {
		cx_print_quoted(out, keys[i]);
		cx_buf_char(out, '.');
	}
	cx_print_json(&p, node);
	cx_buf_char(out, '\n');
}

static const struct cx_json *
follow(const struct cx_json *node, size_t n)
{
	for (size_t i = 0; i < n && node; i++)
		node = cx_json_getn(node, path.part[i]);
	return node;
}

static bool
same_value(const struct cx_json *a, const struct cx_json *b)
{
	CX_AUTO_BUF x = CX_BUF_INIT, y = CX_BUF_INIT;
	struct cx_printer p = cx_printer(&x), q = cx_printer(&y);

	cx_print_json(&p, a);
	cx_print_json(&q, b);
	return cx_str_eq(cx_buf_view(&x), cx_buf_view(&y));
}

static bool
is_right(struct cx_str now)
{
	CX_AUTO_BUF before = CX_BUF_INIT, after = CX_BUF_INIT;
	struct cx_str keys[PARTS + 2];
	struct cx_toml_error error;
	struct cx_toml *t = cx_toml_parse(now.s, now.len, &error);
	const struct cx_json *v;
	bool right;

	if (!t)
		return false;
	print_others(&before, cx_toml_root(old), keys, 0);
	print_others(&after, cx_toml_root(t), keys, 0);
	v = follow(cx_toml_root(t), path.n);
	right = cx_str_eq(cx_buf_view(&before), cx_buf_view(&after)) &&
	    (wanted ? v && same_value(v, cx_toml_root(wanted) + 2) : !v);
	cx_toml_free(t);
	return right;
}

/* The text with [from, to) replaced; true if that is right. */
static bool
try(struct cx_buf *out, size_t from, size_t to, const struct cx_buf *by)
{
	size_t len = out->len;

	cx_buf_str(out, cx_strn(text_.s, from));
	cx_buf_str(out, cx_buf_view(by));
	cx_buf_str(out, cx_str_from(text_, to));
	if (is_right(cx_str_from(cx_buf_view(out), len)))
		return true;
	out->len = len;
	return false;
}

/* --- a line of its own --- */

/* "part.part = value", the parts from the n-th on */
static void
put_entry(struct cx_buf *b, size_t n)
{
	cx_buf_add(b, path.text[n].s,
	    (size_t)(path.whole.s + path.whole.len - path.text[n].s));
	cx_buf_puts(b, " = ");
	cx_buf_str(b, cx_buf_view(&value));
}

/* After the line that `at` is in, or at the end. */
static bool
add_line(struct cx_buf *out, size_t at, struct cx_buf *line)
{
	CX_AUTO_BUF b = CX_BUF_INIT;

	at = line_end(at);
	if (at && text_.s[at - 1] != '\n')
		cx_buf_str(&b, newline);
	cx_buf_str(&b, cx_buf_view(line));
	cx_buf_str(&b, newline);
	return try(out, at, at, &b);
}

/* Where the last value ends that is written in this table, not below a header
 * of its own; `last` if there is none. */
static size_t
last_value(const struct cx_json *table, size_t last)
{
	CX_JSON_EACH(k, table) {
		size_t e = end(k + 1);

		if (begin(k) > begin(k + 1))
			continue; /* a header */
		if (begin(k) == begin(k + 1))
			e = last_value(k + 1, last); /* dotted */
		if (e > last)
			last = e;
	}
	return last;
}

/* In a table { } on one line. */
static bool
add_inline(struct cx_buf *out, const struct cx_json *table, size_t n)
{
	size_t brace = end(table) - 1, at = brace;
	CX_AUTO_BUF b = CX_BUF_INIT;

	while (cx_is_blank(text_.s[at - 1]))
		at--;
	cx_buf_puts(&b, table->len ? ", " : " ");
	put_entry(&b, n);
	if (!table->len)
		cx_buf_char(&b, ' ');
	return try(out, at, table->len ? at : brace, &b);
}

/* Of the table `table`, the n-th part of the path, which has `key`. */
static bool
add_to_table(struct cx_buf *out, const struct cx_json *key, size_t n)
{
	const struct cx_json *table = key + 1;
	CX_AUTO_BUF b = CX_BUF_INIT;
	size_t at = begin(table), last;

	if (begin(key) < at)
		return add_inline(out, table, n);
	last = last_value(table, at);
	if (begin(key) == at) {
		/* Dotted: what its relatives begin with, again. */
		at = skip_blanks(line_begin(last));
		cx_buf_str(&b, cx_strn(text_.s + at, end(key) - at));
		cx_buf_char(&b, '.');
	}
	put_entry(&b, n);
	return add_line(out, last, &b);
}

/* --- lines that are comments --- */

/* Whether the line at `at` is "#NAME = ", or with a # less. */
static bool
is_entry(size_t at, struct cx_str name, bool comment)
{
	if (comment && text_.s[at++] != '#')
		return false;
	return cx_str_starts(cx_str_from(text_, at), name) &&
	    cx_str_starts(cx_str_from(text_, skip_blanks(at + name.len)),
	    CX_STR("="));
}

/* "[NAME]" or, as a comment, "#[NAME]" */
static bool
is_header(size_t at, struct cx_str *name)
{
	size_t e = line_end(at);
	struct cx_str line = cx_str_trim(cx_strn(text_.s + at, e - at));

	if (line.len && line.s[0] == '#')
		line = cx_str_from(line, 1);
	if (!line.len || line.s[0] != '[')
		return false;
	line = cx_str_from(line, 1);
	*name = cx_str_upto(line, ']');
	line.len -= name->len;
	*name = cx_str_trim(*name);
	return line.len > 0;
}

/* The template of cx init has every setting as a comment: of the section if it
 * is there, else with its header. */
static bool
add_from_comment(struct cx_buf *out)
{
	struct cx_str section = cx_strn(path.whole.s,
	    (size_t)(path.text[path.n - 1].s - path.whole.s)), name;
	size_t head = text_.len, last = 0, at, e;
	CX_AUTO_BUF b = CX_BUF_INIT;
	bool here = false, gap = false, found = false;

	section = cx_str_trim(section);
	section.len--; /* the dot */
	section = cx_str_trim(section);
	for (at = 0; at < text_.len && !found; at = e) {
		e = line_end(at);
		if (is_header(at, &name)) {
			/* A live one counts before those in comments. */
			bool live = text_.s[at] != '#';

			here = cx_str_eq(name, section) &&
			    (live || head == text_.len);
			gap = false;
			if (here) {
				head = at;
				last = e;
			}
		} else if (here && is_entry(at, path.text[path.n - 1], true)) {
			found = true;
			last = at;
			break;
		} else if (here && !gap) {
			/* What follows an empty line is of the next one. */
			gap = !cx_str_trim(cx_strn(text_.s + at,
			    e - at)).len;
			last = gap ? last : e;
		}
	}
	if (head == text_.len || (!found && text_.s[head] != '#'))
		return false;
	if (text_.s[head] == '#')
		cx_buf_str(&b, cx_strn(text_.s + head + 1, last - head - 1));
	else
		cx_buf_str(&b, cx_strn(text_.s + head, last - head));
	put_entry(&b, path.n - 1);
	cx_buf_str(&b, newline);
	return try(out, head, found ? line_end(last) : last, &b);
}

static bool
add_section(struct cx_buf *out)
{
	CX_AUTO_BUF b = CX_BUF_INIT;
	size_t last = path.n - 1;

	if (last == 0)
		return false;
	if (text_.len)
		cx_buf_str(&b, newline);
	cx_buf_char(&b, '[');
	cx_buf_add(&b, path.whole.s, (size_t)(path.text[last - 1].s +
	    path.text[last - 1].len - path.whole.s));
	cx_buf_char(&b, ']');
	cx_buf_str(&b, newline);
	put_entry(&b, last);
	return add_line(out, text_.len, &b);
}

/* --- what there is --- */

/* An entry with the line that it has for itself, or out of { a, b }. */
static bool
take_out(struct cx_buf *out, const struct cx_json *key)
{
	struct cx_buf none = CX_BUF_INIT;
	size_t from = line_begin(begin(key)), to = line_end(end(key + 1));

	if (try(out, from, to, &none))
		return true;
	/* With the comma after it, else with the one before it. */
	from = begin(key);
	to = skip_blanks(end(key + 1));
	if (to < text_.len && text_.s[to] == ',') {
		to = skip_blanks(to + 1);
	} else {
		to = end(key + 1);
		while (from > 0 && cx_is_blank(text_.s[from - 1]))
			from--;
		if (from > 0 && text_.s[from - 1] == ',')
			from--;
		while (from > 0 && cx_is_blank(text_.s[from - 1]))
			from--;
	}
	return try(out, from, to, &none);
}

bool
edit_setting(struct cx_buf *out, struct cx_str text, const char *key,
    const char *new_value)
{
	const struct cx_json *at, *name = NULL;
	struct cx_toml_error error;
	const char *lf;
	size_t n = 0;
	bool done;

	text_ = text;
	lf = memchr(text.s, '\n', text.len);
	newline = lf && lf > text.s && lf[-1] == '\r' ? CX_STR("\r\n") :
	    CX_STR("\n");
	old = cx_toml_parse(text.s, text.len, &error);
	if (!old)
		cx_die(CX_USAGE, "cortex.toml:%u:%u: %s", error.at.line,
		    error.at.column, error.cause);
	parse_path(key);
	if (new_value)
		read_value(new_value);
	at = cx_toml_root(old);
	for (; n < path.n; n++) {
		const struct cx_json *k = cx_json_first(at);

		if (at->type != CX_JSON_OBJECT)
			cx_die(CX_USAGE, "%.*s is not a table",
			    (int)(path.text[n - 1].s + path.text[n - 1].len -
			    path.whole.s), path.whole.s);
		while (k && !cx_str_eq(cx_json_str(k), path.part[n]))
			k = cx_json_next(at, k);
		if (!k)
			break;
		name = k;
		at = k + 1;
	}
	if (n < path.n && !new_value) {
		done = false;
	} else if (n < path.n) {
		done = add_from_comment(out) ||
		    (name && add_to_table(out, name, n)) || add_section(out);
	} else if (begin(name) >= begin(at)) {
		cx_die(CX_USAGE, "%s is a table: set its keys, such as %s.NAME",
		    key, key);
	} else if (new_value) {
		done = try(out, begin(at), end(at), &value);
	} else {
		done = take_out(out, name);
	}
	if (!done && (new_value || n == path.n))
		cx_die(CX_USAGE, "%s cannot be changed without changing other "
		    "settings; edit cortex.toml by hand", key);
	cx_toml_free(old);
	cx_toml_free(path.toml);
	cx_toml_free(wanted);
	cx_buf_release(&value);
	return done;
}
