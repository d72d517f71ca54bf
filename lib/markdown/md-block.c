/* md-block.c: lines, paragraphs, fences and comments; see md-block.h. */
#include "lib/markdown/md-block.h"

#include <stdint.h>

size_t
cx_md_line_end(const struct cx_md *m, size_t at)
{
	const char *p;

	if (at >= m->text.len)
		return m->text.len;
	p = memchr(m->text.s + at, '\n', m->text.len - at);
	return p ? (size_t)(p - m->text.s) : m->text.len;
}

static size_t
next_line(const struct cx_md *m, size_t at)
{
	size_t e = cx_md_line_end(m, at);

	return e < m->text.len ? e + 1 : e;
}

size_t
cx_md_run(const struct cx_md *m, size_t at)
{
	size_t p = at;

	while (p < m->text.len && m->text.s[p] == m->text.s[at])
		p++;
	return p - at;
}

/* Sets m->line.  Looks back no further than it has looked before. */
static void
find_line(struct cx_md *m, size_t at)
{
	size_t p;

	for (p = at; p > m->seen; p--)
		if (m->text.s[p - 1] == '\n') {
			m->line = p;
			m->own = SIZE_MAX;
			break;
		}
	if (at > m->seen)
		m->seen = at;
}

/* Behind blanks and `>`, which are counted. */
static size_t
skip_quotes(const struct cx_md *m, size_t p, size_t *depth)
{
	const char *s = m->text.s;

	*depth = 0;
	for (; p < m->text.len; p++)
		if (s[p] == '>')
			++*depth;
		else if (s[p] != ' ' && s[p] != '\t')
			break;
	return p;
}

size_t
cx_md_marker(struct cx_str s)
{
	size_t n = 0;

	if (s.len && (s.s[0] == '-' || s.s[0] == '*' || s.s[0] == '+')) {
		n = 1;
	} else {
		n = cx_str_digits(cx_strn(s.s, s.len < 9 ? s.len : 9));
		if (n == 0 || n == s.len || (s.s[n] != '.' && s.s[n] != ')'))
			return 0;
		n++;
	}
	return n < s.len && (s.s[n] == ' ' || s.s[n] == '\t') ? n + 1 : 0;
}

/* Where a line's own text begins: after blanks, quotes and list markers. */
static size_t
skip_prefix(const struct cx_md *m, size_t p)
{
	size_t depth, n;

	do {
		p = skip_quotes(m, p, &depth);
		n = cx_md_marker(cx_str_from(m->text, p));
		p += n;
	} while (n > 0);
	return p;
}

void
cx_md_at_line(struct cx_md *m, size_t at)
{
	m->seen = m->line = at;
	m->own = SIZE_MAX;
}

size_t
cx_md_own_text(struct cx_md *m, size_t at)
{
	find_line(m, at);
	if (m->own == SIZE_MAX)
		m->own = skip_prefix(m, m->line);
	return m->own;
}

bool
cx_md_starts(const struct cx_md *m, size_t at, const char *what)
{
	struct cx_str s = cx_str_from(m->text, at);

	return cx_str_starts(s, cx_str(what));
}

bool
cx_md_is_fence(const struct cx_md *m, size_t at)
{
	const char *s = m->text.s;
	size_t n;

	if (at >= m->text.len || (s[at] != '`' && s[at] != '~'))
		return false;
	n = cx_md_run(m, at);
	if (n < 3 || s[at] == '~')
		return n >= 3;
	/* No further than the next backtick: a line may hold many runs. */
	for (at += n; at < m->text.len && s[at] != '\n'; at++)
		if (s[at] == '`')
			return false;
	return true;
}

static bool
ends_line(const struct cx_md *m, size_t at)
{
	const char *s = m->text.s;

	return at == m->text.len || s[at] == '\n' ||
	    (s[at] == '\r' && (at + 1 == m->text.len || s[at + 1] == '\n'));
}

/* Is the line after that of `at`, in quotes of that depth, the one below the
 * header of a table? */
static bool
is_ruled(const struct cx_md *m, size_t at, size_t depth)
{
	size_t d, p = skip_quotes(m, next_line(m, at), &d), from = p;

	while (p < m->text.len && memchr("|-: \t\r", m->text.s[p], 6))
		p++;
	return d == depth && ends_line(m, p) &&
	    memchr(m->text.s + from, '-', p - from);
}

/* Does the line at `at`, in a paragraph of that depth, begin another?  A row
 * does if it is one: |a| may be part of a formula. */
static bool
breaks(const struct cx_md *m, size_t at, size_t depth, bool row)
{
	size_t d, p = skip_quotes(m, at, &d);

	if (d != depth || ends_line(m, p) || m->text.s[p] == '#' ||
	    cx_md_marker(cx_str_from(m->text, p)) > 0)
		return true;
	if (m->text.s[p] == '|')
		return row || is_ruled(m, p, depth);
	return cx_md_is_fence(m, p) || cx_md_starts(m, p, "<!--");
}

size_t
cx_md_para_end(struct cx_md *m, size_t at)
{
	size_t depth, p;
	bool row;

	if (at < m->para)
		return m->para;
	find_line(m, at);
	p = skip_quotes(m, m->line, &depth);
	row = p < m->text.len && m->text.s[p] == '|';
	for (p = next_line(m, at); p < m->text.len; p = next_line(m, p))
		if (breaks(m, p, depth, row))
			break;
	return m->para = p;
}

size_t
cx_md_arrow(const struct cx_md *m, size_t at, size_t end)
{
	const char *s = m->text.s, *q;
	size_t p;

	for (p = at + 2; p < end; p++) {
		q = memchr(s + p, '>', end - p);
		if (!q)
			break;
		p = (size_t)(q - s);
		if (s[p - 1] == '-' && s[p - 2] == '-')
			return p + 1;
	}
	return 0;
}

size_t
cx_md_comment_end(struct cx_md *m, size_t at, bool *closed)
{
	size_t depth, d, p, e, line;

	find_line(m, at);
	skip_quotes(m, m->line, &depth);
	for (p = at + 2; p < m->text.len; p = line) {
		e = depth ? cx_md_line_end(m, p) : m->text.len;
		line = cx_md_arrow(m, p, e);
		*closed = line > 0;
		if (*closed)
			return line;
		line = next_line(m, e);
		skip_quotes(m, line, &d);
		if (d < depth)
			return line;
	}
	return m->text.len;
}

size_t
cx_md_fence_end(struct cx_md *m, size_t at, bool *closed)
{
	const char *s = m->text.s;
	size_t depth, d, n = cx_md_run(m, at), p, q, k;

	find_line(m, at);
	skip_quotes(m, m->line, &depth);
	for (p = next_line(m, at); p < m->text.len; p = next_line(m, q)) {
		q = skip_quotes(m, p, &d);
		if (q < m->text.len && s[q] == s[at] &&
		    (k = cx_md_run(m, q)) >= n) {
			for (q += k; q < m->text.len; q++)
				if (s[q] != ' ' && s[q] != '\t')
					break;
			*closed = ends_line(m, q);
			if (*closed)
				return next_line(m, q);
		}
		if (d < depth)
			return p;
	}
	return m->text.len;
}

/* --- for Markdown links and HTML --- */

/* Is the line [from, to) a rule, or what underlines a heading? */
static bool
is_rule(struct cx_str line)
{
	size_t n = 0;
	char c = '\0';

	for (size_t i = 0; i < line.len; i++) {
		if (cx_is_blank(line.s[i]))
			continue;
		if (!strchr("-=_*", line.s[i]) || (c && line.s[i] != c))
			return false;
		c = line.s[i];
		n++;
	}
	return n > 0;
}

bool
cx_md_begins(struct cx_md *m, size_t at)
{
	const char *s = m->text.s;
	size_t own = cx_md_own_text(m, at), from, to, depth, before;
	struct cx_str prev;

	to = m->line;
	if (to == 0 || m->def_end + 1 == to)
		return true;
	from = skip_quotes(m, m->line, &depth);
	if (from != own)
		return true; /* a list marker stands before */
	from = to -= 1;
	while (from > 0 && s[from - 1] != '\n')
		from--;
	from = skip_quotes(m, from, &before);
	prev = cx_str_trim(cx_strn(s + from, to > from ? to - from : 0));
	return before < depth || prev.len == 0 || prev.s[0] == '#' ||
	    cx_str_starts(prev, CX_STR("```")) ||
	    cx_str_starts(prev, CX_STR("~~~")) ||
	    cx_str_ends(prev, CX_STR("-->")) || is_rule(prev);
}

/* Columns from p up to at; a tab goes to the next fourth (2.2). */
static size_t
columns(const struct cx_md *m, size_t p, size_t at)
{
	size_t n = 0;

	for (; p < at; p++)
		n += m->text.s[p] == '\t' ? 4 - n % 4 : 1;
	return n;
}

size_t
cx_md_blank_line(struct cx_md *m, size_t at)
{
	size_t depth, d, p, q, item = 0, within = 0;

	find_line(m, at);
	/* An item of a list ends where a line is indented less (5.2); where
	 * it begins above, at the next item that is. */
	q = skip_quotes(m, m->line, &depth);
	if (q != cx_md_own_text(m, at))
		item = columns(m, m->line, at);
	else if ((within = columns(m, m->line, q)) < 2)
		within = 0;
	for (p = next_line(m, at); p < m->text.len; p = next_line(m, p)) {
		q = skip_quotes(m, p, &d);
		if (d < depth || ends_line(m, q) || columns(m, p, q) < item ||
		    (columns(m, p, q) < within &&
			cx_md_marker(cx_str_from(m->text, q)) > 0))
			break;
	}
	return p;
}

size_t
cx_md_line_after(const struct cx_md *m, size_t at, const char *mark)
{
	struct cx_str rest = cx_str_from(m->text, at);
	const char *p = memmem(rest.s, rest.len, mark, strlen(mark));

	return p ? cx_md_line_end(m, (size_t)(p - m->text.s)) : m->text.len;
}
