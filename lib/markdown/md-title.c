/* md-title.c: what a text calls itself; see md.h. */
#include "lib/markdown/md.h"

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

/* False if nothing is left. */
static bool
put_words(struct cx_buf *out, struct cx_str s)
{
	const size_t from = out->len;
	size_t brackets = 0, n;

	for (size_t i = 0; i < s.len; i += n) {
		struct cx_str rest = cx_str_from(s, i);

		n = 1;
		if (s.s[i] == '`')
			continue;
		if (cx_str_starts(rest, CX_STR("**"))) {
			n = 2;
			continue;
		}
		/* So few that it stays linear. */
		if (s.s[i] == '[' && brackets++ < 16) {
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
		cx_buf_char(out, cx_is_blank(s.s[i]) ? ' ' : s.s[i]);
	}
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

static size_t
count(struct cx_str s, char c)
{
	size_t n = 0;

	while (n < s.len && s.s[n] == c)
		n++;
	return n;
}

bool
cx_md_title(struct cx_str text, struct cx_buf *out)
{
	struct cx_str rest = text, line, t, para = {NULL, 0};
	size_t fence = 0, n;
	char mark = '\0';
	bool comment = false;

	while (cx_str_split(&rest, '\n', &line)) {
		size_t indent = count(line, ' ');

		t = cx_str_trim(line);
		if (comment) {
			comment = !cx_str_has(t, CX_STR("-->"));
			continue;
		}
		if (fence) {
			n = count(t, mark);
			if (n >= fence && n == t.len && indent < 4)
				fence = 0;
			continue;
		}
		n = t.len ? count(t, t.s[0]) : 0;
		if (t.len == 0 || (indent < 4 && strchr("#`~<>-+*|", t.s[0]) &&
		    (t.s[0] != '`' || n >= 3) && (t.s[0] != '*' || n != 2)))
			goto other;
		if (para.s && t.s[0] == '=' && n == t.len && indent < 4 &&
		    put_words(out, para))
			return true;
		/* Text: a heading may be underlined below it. */
		if (!para.s)
			para = indent < 4 && *line.s != '\t' ? t : para;
		else
			para.len = (size_t)(t.s + t.len - para.s);
		continue;
	other:
		para.s = NULL;
		if (t.len == 0 || indent >= 4 || *line.s == '\t')
			continue;
		if (t.s[0] == '#' && n == 1 &&
		    (t.len == 1 || cx_is_blank(t.s[1])) &&
		    put_words(out, without_hashes(cx_str_from(t, 1))))
			return true;
		if ((t.s[0] == '`' || t.s[0] == '~') && n >= 3 &&
		    (t.s[0] == '~' || !memchr(t.s + n, '`', t.len - n))) {
			fence = n;
			mark = t.s[0];
		}
		comment = cx_str_starts(t, CX_STR("<!--")) &&
		    !cx_str_has(cx_str_from(t, 2), CX_STR("-->"));
	}
	return false;
}
