/* md-heading.c: finds the headings of a text; see md.h. */
#include <stdio.h>

#include "lib/markdown/md-block.h"

/* A link's text for the link at s; how many bytes that was, 0 for none. */
static size_t
put_link(struct cx_buf *out, struct cx_str s)
{
	struct cx_str inner;
	const char *end, *close;

	if (cx_str_starts(s, CX_STR("[["))) {
		end = memmem(s.s, s.len, "]]", 2);
		if (!end)
			return 0;
		inner = cx_strn(s.s + 2, (size_t)(end - s.s) - 2);
		close = memchr(inner.s, '|', inner.len);
		if (close)
			inner = cx_str_from(inner,
			    (size_t)(close - inner.s) + 1);
		cx_buf_str(out, inner);
		return (size_t)(end - s.s) + 2;
	}
	end = memmem(s.s, s.len, "](", 2);
	if (!end || memchr(s.s + 1, '[', (size_t)(end - s.s) - 1))
		return 0;
	close = memchr(end, ')', s.len - (size_t)(end - s.s));
	if (!close)
		return 0;
	cx_buf_add(out, s.s + 1, (size_t)(end - s.s) - 1);
	return (size_t)(close - s.s) + 1;
}

/* How long the image at s is, with a link around it; 0 if none begins here. */
static size_t
image_len(struct cx_str s, struct cx_str *alt)
{
	const bool linked = cx_str_starts(s, CX_STR("[!["));
	struct cx_str rest = s, text;

	if (!linked && !cx_str_starts(s, CX_STR("![")))
		return 0;
	for (int i = 0; i <= linked; i++) {
		const char *end = memmem(rest.s, rest.len, "](", 2);
		const char *close = end ? memchr(end, ')',
		    rest.len - (size_t)(end - rest.s)) : NULL;

		if (!close || (i && end != rest.s))
			return 0;
		if (!i) {
			text = cx_str_from(s, 2 + linked);
			text.len = (size_t)(end - text.s);
			if (memchr(text.s, '[', text.len))
				return 0;
		}
		rest = cx_str_from(rest, (size_t)(close - rest.s) + 1);
	}
	*alt = text;
	return s.len - rest.len;
}

/* Elements of HTML that dress words; <select> or <div> in a title is what it
 * is about. */
static const char *const dress[] = {"a", "abbr", "b", "cite", "code", "del",
    "em", "i", "ins", "kbd", "mark", "q", "s", "small", "span", "strong", "sub",
    "sup", "u", "var"};

struct dressed {
	unsigned open[sizeof dress / sizeof *dress];
	unsigned asked; /* so few that it stays linear */
};

/* How long the tag at s is, if it dresses words and has its other; 0 if not. */
static size_t
tag_len(struct cx_str s, struct dressed *d)
{
	struct cx_md_tag tag;
	char end_tag[16];
	size_t n = d->asked++ < 64 ? cx_md_tag(s, &tag) : 0, k = 0;

	while (n && k < sizeof dress / sizeof *dress &&
	    !cx_str_is(tag.name, dress[k]))
		k++;
	if (n == 0 || k == sizeof dress / sizeof *dress)
		return 0;
	if (!tag.closes) {
		snprintf(end_tag, sizeof end_tag, "</%s>", dress[k]);
		if (!cx_str_has(cx_str_from(s, n), cx_str(end_tag)))
			return 0;
		d->open[k]++;
	} else if (d->open[k]) {
		d->open[k]--;
	} else {
		return 0;
	}
	return n;
}

/* False if nothing is left. */
static bool
put_words(struct cx_buf *out, struct cx_str s)
{
	const size_t from = out->len;
	struct cx_str alt = CX_STR("");
	struct dressed dressed = {0};
	bool code = false;
	size_t brackets = 0, n;

	for (size_t i = 0; i < s.len; i += n) {
		struct cx_str rest = cx_str_from(s, i);

		n = 1;
		if (s.s[i] == '`') {
			code = !code;
			continue;
		}
		if (s.s[i] == '<' && !code) {
			n = tag_len(rest, &dressed);
			if (n)
				continue;
			n = 1;
		}
		if (cx_str_starts(rest, CX_STR("**"))) {
			n = 2;
			continue;
		}
		/* So few that it stays linear. */
		if ((s.s[i] == '[' || cx_str_starts(rest, CX_STR("!["))) &&
		    brackets++ < 16) {
			n = image_len(rest, &alt);
			if (!n && s.s[i] == '[')
				n = put_link(out, rest);
			if (n)
				continue;
			n = 1;
		}
		if (s.s[i] == '\\' && rest.len > 1 &&
		    strchr("\\`*_{}[]()#+-.!|<>~", rest.s[1]) && rest.s[1]) {
			cx_buf_char(out, rest.s[1]);
			n = 2;
			continue;
		}
		/* An image leaves no blanks. */
		if (cx_is_blank(s.s[i]) && alt.len && (out->len == from ||
		    out->s[out->len - 1] == ' '))
			continue;
		cx_buf_char(out, cx_is_blank(s.s[i]) ? ' ' : s.s[i]);
	}
	if (out->len == from)
		cx_buf_str(out, cx_str_trim(alt));
	while (out->len > from && out->s[out->len - 1] == ' ')
		out->len--;
	return out->len > from;
}

/* The closing sequence of `# so #` (4.2). */
static struct cx_str
without_hashes(struct cx_str s)
{
	size_t n = s.len;

	while (n && s.s[n - 1] == '#')
		n--;
	if (n == 0 || cx_is_blank(s.s[n - 1]))
		s.len = n;
	return cx_str_trim(s);
}

/* Columns of the blanks that a line begins with; a tab goes to the next
 * fourth (2.2). */
static size_t
indent_of(struct cx_str line)
{
	size_t n = 0;

	for (size_t i = 0; i < line.len; i++) {
		if (line.s[i] == '\t')
			n += 4 - n % 4;
		else if (line.s[i] == ' ')
			n++;
		else
			break;
	}
	return n;
}

/* What stands before the text of a line, and the text. */
struct prefix {
	struct cx_str text;
	size_t col; /* where the text of a list's item begins, else 0 */
	bool quoted, nested;
};

static struct prefix
prefix_of(struct cx_str line)
{
	struct prefix p = {.text = line};
	size_t col = 0, n;

	for (;;) {
		n = indent_of(p.text);
		p.text = cx_str_trim(p.text);
		col += n;
		if (p.text.len && p.text.s[0] == '>') {
			n = 1;
			p.quoted = true;
		} else {
			n = cx_md_marker(p.text);
			p.col = n ? 1 : p.col;
		}
		if (n == 0)
			break;
		p.nested = true;
		p.text = cx_str_from(p.text, n);
		col += n;
	}
	p.col = p.col ? col : 0;
	return p;
}

/* Is the line still in fenced code? */
static bool
in_fence(struct cx_md_headings *h, struct cx_str line, size_t indent)
{
	struct cx_str t = cx_str_trim(line);
	size_t n;

	/* It ends with the quote or the item of a list that it stands in. */
	if (h->quoted ? !t.len || t.s[0] != '>' : t.len && indent < h->col) {
		h->fence = 0;
		return false;
	}
	while (h->quoted && t.len && t.s[0] == '>')
		t = cx_str_trim(cx_str_from(t, 1));
	n = cx_str_run(t, h->mark);
	/* One that opens in an item of a list closes there (4.5, 5.2). */
	if (n >= h->fence && n == t.len && (indent < h->indent + 4 || h->col ||
	    h->quoted))
		h->fence = 0;
	return true;
}

/* `{#id}` at the end of a heading (Pandoc, kramdown, Hugo) is not text. */
static struct cx_str
without_attributes(struct cx_str s)
{
	size_t n = s.len;

	if (n == 0 || s.s[n - 1] != '}')
		return s;
	while (n && s.s[n - 1] != '{')
		n--;
	return n && n < s.len && (s.s[n] == '#' || s.s[n] == ':')
	    ? cx_str_trim(cx_strn(s.s, n - 1)) : s;
}

static bool
give(struct cx_md_heading *out, unsigned level, bool nested, struct cx_str s)
{
	*out = (struct cx_md_heading){level, nested, without_attributes(s)};
	return true;
}

/* Skips the formula that a line with nothing but its mark begins, if it has
 * its end: md.h, CX_MD_MATH. */
static bool
skip_formula(struct cx_md_headings *h, struct cx_str t)
{
	const char *close = cx_str_is(t, "$$") ? "$$" :
	    cx_str_is(t, "\\[") ? "\\]" : NULL, *p = NULL;
	struct cx_str line;

	/* One that fails has seen that none of them has an end. */
	if (close && !h->endless[*close == '$'])
		p = memmem(h->rest.s, h->rest.len, close, 2);
	if (close && !p)
		h->endless[*close == '$'] = true;
	if (!p)
		return false;
	h->rest = cx_str_from(h->rest, (size_t)(p - h->rest.s));
	(void)cx_str_split(&h->rest, '\n', &line);
	return true;
}

static size_t
count_marks(struct cx_str t)
{
	size_t marks = 0;

	for (size_t i = 0; i + 1 < t.len; i++)
		if (t.s[i] == '$' && t.s[i + 1] == '$')
			marks++, i++;
	return marks;
}

/* Skips the rest of a formula that begins at the end of the line t, as in a
 * list, and ends in the same paragraph.  What ends with the mark may also end
 * a formula that began earlier in the paragraph. */
static bool
skip_tail(struct cx_md_headings *h, struct cx_str t)
{
	const struct cx_str mark = CX_STR("$$");
	struct cx_str rest = h->rest, line;
	size_t before = h->para.s ? h->marks : 0;

	if (t.len == 0 || t.s[0] == '#' || !cx_str_ends(t, mark) ||
	    (before + count_marks(t)) % 2 == 0)
		return false;
	while (cx_str_split(&rest, '\n', &line)) {
		if (cx_str_trim(line).len == 0)
			return false;
		if (cx_str_has(line, mark)) {
			h->rest = rest;
			return true;
		}
	}
	return false;
}

bool
cx_md_heading_next(struct cx_md_headings *h, struct cx_md_heading *out)
{
	struct cx_str line, t;

	while (cx_str_split(&h->rest, '\n', &line)) {
		const size_t indent = indent_of(line);
		struct prefix p = {.nested = indent >= 4};
		struct cx_str para = h->para;
		size_t n;

		t = cx_str_trim(line);
		if (h->comment) {
			h->comment = !cx_str_has(t, CX_STR("-->"));
			continue;
		}
		if (h->fence && in_fence(h, line, indent))
			continue;
		if (skip_formula(h, t) || skip_tail(h, t)) {
			h->para.s = NULL;
			continue;
		}
		n = t.len ? cx_str_run(t, t.s[0]) : 0;
		if (para.s && indent < 4 && n == t.len && n &&
		    strchr("=-", t.s[0])) {
			h->para.s = NULL;
			return give(out, t.s[0] == '=' ? 1 : 2, false, para);
		}
		if (t.len && (strchr(">-+*", t.s[0]) ||
		    (t.s[0] >= '0' && t.s[0] <= '9'))) {
			p = prefix_of(line);
			p.nested |= indent >= 4;
		}
		/* Text: a heading may be underlined below it. */
		if (t.len && !p.quoted && !p.col &&
		    (indent >= 4 || !strchr("#`~<>-+*|", t.s[0]) ||
		    (t.s[0] == '`' && n < 3) || (t.s[0] == '*' && n == 2)) &&
		    (indent < 4 || !strchr("#`~", t.s[0]))) {
			if (!para.s)
				h->para = indent < 4 ? t : para;
			else
				h->para.len = (size_t)(t.s + t.len - para.s);
			h->marks = (para.s ? h->marks : 0) + count_marks(t);
			continue;
		}
		h->para.s = NULL;
		if (p.quoted || p.col) {
			t = p.text;
			n = t.len ? cx_str_run(t, t.s[0]) : 0;
		}
		if (t.len == 0)
			continue;
		if (t.s[0] == '#' && n <= 6 &&
		    (t.len == n || cx_is_blank(t.s[n])))
			return give(out, (unsigned)n, p.nested,
			    without_hashes(cx_str_from(t, n)));
		if ((t.s[0] == '`' || t.s[0] == '~') && n >= 3 &&
		    (t.s[0] == '~' || !memchr(t.s + n, '`', t.len - n))) {
			h->fence = n;
			h->mark = t.s[0];
			h->quoted = p.quoted;
			h->indent = indent < 4 ? indent : 0;
			h->col = p.col ? p.col : indent >= 4 ? 4 : 0;
		}
		h->comment = indent < 4 && cx_str_starts(t, CX_STR("<!--")) &&
		    !cx_str_has(cx_str_from(t, 2), CX_STR("-->"));
	}
	return false;
}

/* "[[a]]": the name of another note. */
static bool
is_link(struct cx_str s)
{
	return cx_str_starts(s, CX_STR("[[")) &&
	    (const char *)memmem(s.s, s.len, "]]", 2) == s.s + s.len - 2;
}

static bool
next_title(struct cx_md_headings *h, struct cx_md_heading *out)
{
	while (cx_md_heading_next(h, out))
		if (out->level == 1 && !out->nested)
			return true;
	return false;
}

bool
cx_md_title(struct cx_str text, bool alone, struct cx_buf *out)
{
	struct cx_md_headings h = {.rest = text};
	struct cx_md_heading one, other;
	size_t was = out->len;

	while (next_title(&h, &one)) {
		if (is_link(one.text))
			return false;
		if (!put_words(out, one.text))
			continue;
		if (!alone)
			return true;
		text = cx_str_trim(cx_strn(text.s,
		    (size_t)(one.text.s - text.s)));
		if ((text.len == 0 || cx_str_is(text, "#")) &&
		    !next_title(&h, &other))
			return true;
		out->len = was;
		return false;
	}
	return false;
}

void
cx_md_heading_words(struct cx_buf *out, struct cx_str text)
{
	(void)put_words(out, text);
}

void
cx_md_name(struct cx_buf *out, struct cx_str name)
{
	struct dressed dressed = {0};
	bool code = false;
	size_t n;

	for (size_t i = 0; i < name.len; i += n) {
		n = 0;
		code ^= name.s[i] == '`';
		if (name.s[i] == '<' && !code)
			n = tag_len(cx_str_from(name, i), &dressed);
		if (!n) {
			cx_buf_char(out, name.s[i]);
			n = 1;
		}
	}
}
