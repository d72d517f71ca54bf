/*
 * Prints a unified diff of splices.  The changes are known and need not be
 * searched for: the splices of a line are a change, without unchanged lines at
 * its start and end.
 */
#include "lib/markdown/splice.h"

#include <stdlib.h>
#include <unistd.h>

#define CONTEXT 3

/* Whole lines [from, to) of the old text become now. */
struct change {
	size_t from, to;
	struct cx_str now;
	char *owned; /* now, if it had to be put together */
};

static size_t
lines(struct cx_str s)
{
	struct cx_str line;
	size_t n = 0;

	while (cx_str_split(&s, '\n', &line))
		n++;
	return n;
}

static struct cx_str
part(struct cx_str s, size_t from, size_t to)
{
	return (struct cx_str){s.s + from, to - from};
}

static size_t
line_before(struct cx_str s, size_t at)
{
	if (at > 0)
		at--;
	while (at > 0 && s.s[at - 1] != '\n')
		at--;
	return at;
}

static size_t
line_after(struct cx_str s, size_t at)
{
	while (at < s.len && s.s[at] != '\n')
		at++;
	return at < s.len ? at + 1 : at;
}

static bool
at_line(struct cx_str s, size_t at)
{
	return at == 0 || s.s[at - 1] == '\n';
}

/* Takes away lines that both have at the start or the end. */
static void
trim(struct cx_str text, struct change *c)
{
	struct cx_str old, line;
	size_t n;

	for (;;) {
		old = part(text, c->from, c->to);
		n = line_after(old, 0);
		line = part(old, 0, n);
		/* A last line without its end is another one with it. */
		if (n == 0 || !cx_str_starts(c->now, line) ||
		    (line.s[n - 1] != '\n' && c->now.len > n))
			break;
		c->from += n;
		c->now = cx_str_from(c->now, n);
	}
	for (;;) {
		old = part(text, c->from, c->to);
		n = line_before(old, old.len);
		line = part(old, n, old.len);
		if (old.len == 0 || !cx_str_ends(c->now, line) ||
		    !at_line(c->now, c->now.len - line.len))
			break;
		c->to -= line.len;
		c->now.len -= line.len;
	}
}

/* The change that the splice *i makes, with those after it that begin on its
 * last line; *i moves on to the first that is not part of it. */
static struct change
make_change(const struct cx_splices *e, size_t *i, struct cx_str text)
{
	struct change c = {.from = e->v[*i].from};
	struct cx_buf b = CX_BUF_INIT;
	size_t done;

	if (!at_line(text, c.from))
		c.from = line_before(text, c.from);
	done = c.from;
	do {
		const struct cx_splice *one = &e->v[(*i)++];

		cx_buf_str(&b, part(text, done, one->from));
		cx_buf_str(&b, cx_splice_text(e, one));
		done = one->to;
		if (at_line(text, done) &&
		    (!b.len || b.s[b.len - 1] == '\n'))
			c.to = done;
		else if (done >= c.to) /* or it is on the same line still */
			c.to = line_after(text, done);
	} while (*i < e->n && (e->v[*i].from < c.to ||
	    (e->v[*i].from == c.to && !at_line(text, c.to))));
	cx_buf_str(&b, part(text, done, c.to));
	c.now = cx_buf_view(&b);
	c.owned = b.s;
	trim(text, &c);
	return c;
}

static void
put(struct cx_buf *out, char sign, struct cx_str s)
{
	/* patch(1) wants the bytes, a person's terminal must not get them. */
	bool people = isatty(STDOUT_FILENO);
	struct cx_str line;
	bool ends;

	while (s.len > 0) {
		ends = memchr(s.s, '\n', s.len) != NULL;
		cx_str_split(&s, '\n', &line);
		cx_buf_char(out, sign);
		if (people)
			cx_put_visible_line(out, line);
		else
			cx_buf_str(out, line);
		cx_buf_char(out, '\n');
		if (!ends)
			cx_buf_puts(out, "\\ No newline at end of file\n");
	}
}

static void
put_range(struct cx_buf *out, char sign, size_t line, size_t n)
{
	/* diff(1): of no lines, the line before them. */
	cx_buf_fmt(out, "%c%zu", sign, n ? line : line - 1);
	if (n != 1)
		cx_buf_fmt(out, ",%zu", n);
}

/* One hunk of the n changes, which stand close; *line and *now are the old
 * and the new number of the line at *seen, and move on with it. */
static void
put_hunk(struct cx_buf *out, struct cx_str text, const struct change *c,
    size_t n, size_t *seen, size_t *line, size_t *now)
{
	size_t from = c[0].from, to = c[n - 1].to, i, skip, olds, news = 0;

	for (i = 0; i < CONTEXT; i++) {
		from = line_before(text, from);
		to = line_after(text, to);
	}
	if (from < *seen)
		from = *seen;
	skip = lines(part(text, *seen, from));
	*line += skip;
	*now += skip;
	olds = news = lines(part(text, from, to));
	for (i = 0; i < n; i++) {
		news -= lines(part(text, c[i].from, c[i].to));
		news += lines(c[i].now);
	}
	cx_buf_puts(out, "@@ ");
	put_range(out, '-', *line, olds);
	put_range((cx_buf_char(out, ' '), out), '+', *now, news);
	cx_buf_puts(out, " @@\n");
	*line += olds;
	*now += news;
	*seen = to;
	for (i = 0; i < n; i++) {
		put(out, ' ', part(text, from, c[i].from));
		put(out, '-', part(text, c[i].from, c[i].to));
		put(out, '+', c[i].now);
		from = c[i].to;
	}
	put(out, ' ', part(text, from, to));
}

/* A name as git writes it and patch(1) reads it: one with blanks is ended by
 * a tab; one with controls, quotes or backslashes is quoted as in C
 * (core.quotePath in git-config(1)). */
static void
put_head(struct cx_buf *out, const char *mark, const char *path)
{
	const char *c = path;

	while ((unsigned char)*c >= ' ' && !strchr("\"\\\177", *c))
		c++;
	if (!*c) {
		cx_buf_fmt(out, "%s %s%s\n", mark, path,
		    strchr(path, ' ') ? "\t" : "");
		return;
	}
	cx_buf_fmt(out, "%s \"", mark);
	for (c = path; *c; c++) {
		if (*c == '"' || *c == '\\')
			cx_buf_fmt(out, "\\%c", *c);
		else if ((unsigned char)*c < ' ' || *c == '\177')
			cx_buf_fmt(out, "\\%03o", (unsigned)*c);
		else
			cx_buf_char(out, *c);
	}
	cx_buf_puts(out, "\"\n");
}

void
cx_splices_diff(struct cx_buf *out, const struct cx_splices *e,
    struct cx_str text, const char *path)
{
	struct change *c;
	size_t i, n = 0, first, seen = 0, line = 1, now = 1;

	if (e->n == 0)
		return;
	c = cx_malloc(cx_mul(e->n, sizeof *c));
	for (i = 0; i < e->n;)
		c[n++] = make_change(e, &i, text);
	put_head(out, "---", path);
	put_head(out, "+++", path);
	for (first = 0, i = 1; i <= n; i++) {
		if (i < n && lines(part(text, c[i - 1].to, c[i].from)) <=
		    2 * CONTEXT)
			continue;
		put_hunk(out, text, c + first, i - first, &seen, &line, &now);
		first = i;
	}
	for (i = 0; i < n; i++)
		free(c[i].owned);
	free(c);
}
