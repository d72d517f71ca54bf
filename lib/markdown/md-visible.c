/* Extracts the part of a text that is meant for readers. */
#include "lib/markdown/md.h"

#include <stdlib.h>

#define SHORTCODE_MAX 1000 /* bytes; a longer one is text */

struct reading {
	struct cx_buf *out;
	struct cx_str text;
	struct cx_md_kept *kept; /* NULL: nobody asks */
	size_t opened; /* a %% stands there in out, SIZE_MAX: none is open */
	bool block;    /* which may have blank lines before the next one */
};

static void
put(struct reading *r, size_t from, size_t n)
{
	struct cx_md_kept *k = r->kept;
	size_t at = r->out->len;

	cx_buf_add(r->out, r->text.s + from, n);
	if (k && n && (!k->n || at - k->v[k->n - 1].at !=
		from - k->v[k->n - 1].from))
		*CX_NEXT(k->v, k->n, k->cap) = (struct cx_md_part){at, from};
}

static void
take_back(struct reading *r, size_t len)
{
	struct cx_md_kept *k = r->kept;

	r->out->len = len;
	while (k && k->n && k->v[k->n - 1].at >= len)
		k->n--;
}

static bool
at_line_start(const struct cx_buf *out)
{
	return out->len == 0 || out->s[out->len - 1] == '\n';
}

/* After something that was left out up to p: where to go on.  A line that has
 * nothing else is gone with it, if one that is blank stands before. */
static size_t
tidy(struct reading *r, size_t p)
{
	struct cx_buf *out = r->out;
	size_t end = p, n = out->len;

	while (n && cx_is_blank(out->s[n - 1]) && out->s[n - 1] != '\n')
		n--;
	if (n && out->s[n - 1] != '\n')
		return p;
	while (end < r->text.len && r->text.s[end] != '\n') {
		if (!cx_is_blank(r->text.s[end]))
			return p;
		end++;
	}
	if (n >= 2 && out->s[n - 2] != '\n')
		return p;
	take_back(r, n);
	return end < r->text.len ? end + 1 : end;
}

/* Where a shortcode of a site ends that begins at p, as {{< figure >}}, {{% so
 * %}} or {% so %}, which a text up to end has; 0 for none.  One that is shown
 * has a comment in it. */
static size_t
shortcode_end(struct cx_str text, size_t p, size_t end)
{
	static const struct {
		const char *open, *close;
	} forms[] = {{"{{<", ">}}"}, {"{{%", "%}}"}, {"{%", "%}"}};
	struct cx_str rest = cx_strn(text.s + p, end - p < SHORTCODE_MAX ?
	    end - p : SHORTCODE_MAX);

	for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
		size_t n = strlen(forms[i].open);
		const char *close, *blank;

		if (!cx_str_starts(rest, cx_str(forms[i].open)))
			continue;
		close = memmem(rest.s + n, rest.len - n, forms[i].close,
		    strlen(forms[i].close));
		if (!close || cx_str_starts(cx_str_from(rest, n),
			CX_STR("/*")))
			return 0;
		blank = memmem(rest.s, (size_t)(close - rest.s), "\n\n", 2);
		return blank ? 0 : p + (size_t)(close - rest.s) +
		    strlen(forms[i].close);
	}
	return 0;
}

/* Whether a line says that a program has made the file. */
static bool
is_warning(struct cx_str line)
{
	static const char *const also[] = {"generated", "this file",
	    "this document", "this page"};
	char low[200];

	if (line.len >= sizeof low)
		return false;
	for (size_t i = 0; i <= line.len; i++)
		low[i] = i == line.len ? '\0' : line.s[i] >= 'A' &&
		    line.s[i] <= 'Z' ? (char)(line.s[i] | 0x20) : line.s[i];
	if (!strstr(low, "do not edit") && !strstr(low, "don't edit"))
		return false;
	for (size_t i = 0; i < sizeof also / sizeof *also; i++) {
		if (strstr(low, also[i]))
			return true;
	}
	return false;
}

/* The end of the shortcode, or of the line that says not to edit the file, that
 * begins at p; p itself where there is ordinary text. */
static size_t
pass(struct reading *r, size_t p, size_t end)
{
	struct cx_str rest = cx_strn(r->text.s + p, r->text.len - p);
	struct cx_str line = CX_STR("");
	size_t to;

	if (!r->kept)
		return p;
	if (at_line_start(r->out)) {
		(void)cx_str_split(&rest, '\n', &line);
		if (is_warning(line))
			return p + line.len + (p + line.len < r->text.len);
	}
	to = r->text.s[p] == '{' ? shortcode_end(r->text, p, end) : 0;
	return to ? tidy(r, to) : p;
}

/* Text between constructs: %% and the next %% are a comment of Obsidian, as
 * `%% so %%` in a paragraph or from a line that begins with it on. */
static size_t
read_text(struct reading *r, size_t p, size_t end)
{
	const char *s = r->text.s;

	while (p < end) {
		size_t run = s[p] == '%' ?
		    cx_str_run(cx_strn(s + p, end - p), '%') : 0;
		struct cx_buf *out = r->out;
		size_t to = pass(r, p, end);

		if (to > p) {
			p = to;
			continue;
		}
		if (run == 2 && r->opened != SIZE_MAX) {
			take_back(r, r->opened);
			r->opened = SIZE_MAX;
			p = tidy(r, p + 2);
			if (p > end)
				return p;
			continue;
		}
		if (run == 2 && (at_line_start(out) ||
			cx_is_blank(out->s[out->len - 1]))) {
			r->opened = out->len;
			r->block = at_line_start(out);
		} else if (s[p] == '\n' && at_line_start(out) && !r->block) {
			r->opened = SIZE_MAX;
		}
		/* At once what cannot begin or end anything. */
		for (run += run == 0; s[p] != '\n' && s[p] != '%' &&
		    p + run < end && s[p + run] != '\n' && s[p + run] != '%' &&
		    s[p + run] != '{'; run++)
			;
		put(r, p, run);
		p += run;
	}
	return p;
}

static void
read_all(struct cx_buf *out, struct cx_str text, struct cx_md_kept *kept)
{
	struct cx_buf own = CX_BUF_INIT;
	struct reading r = {&own, text, kept, SIZE_MAX, false};
	struct cx_md_item it;
	struct cx_md m;
	size_t p = 0;

	cx_md_init(&m, text, CX_MD_COMMENT | CX_MD_CODE | CX_MD_MATH);
	while (cx_md_next(&m, &it)) {
		if (p < it.start)
			p = read_text(&r, p, it.start);
		/* A line end that was left out is a part of the next. */
		if (p >= it.end)
			continue;
		if (it.kind == CX_MD_COMMENT && it.closed) {
			p = tidy(&r, it.end);
		} else {
			put(&r, p, it.end - p);
			p = it.end;
		}
	}
	if (p < text.len)
		(void)read_text(&r, p, text.len);
	cx_buf_str(out, cx_buf_view(&own));
	cx_buf_release(&own);
}

void
cx_md_visible(struct cx_buf *out, struct cx_str text)
{
	read_all(out, text, NULL);
}

/* Whether anything may have to be left out. */
static bool
may_have(struct cx_str text)
{
	static const bool sign[256] = {['<'] = true, ['%'] = true,
	    ['{'] = true, ['e'] = true, ['E'] = true};

	for (size_t i = 0; i + 3 < text.len; i++) {
		const char *s = text.s + i;

		if (!sign[(unsigned char)s[0]])
			continue;
		if ((s[0] == '<' && s[1] == '!') || (s[0] == '%' &&
			s[1] == '%') || (s[0] == '{' && (s[1] == '{' ||
			s[1] == '%')) || ((s[1] | 0x20) == 'd' &&
			(s[2] | 0x20) == 'i' && (s[3] | 0x20) == 't'))
			return true;
	}
	return false;
}

struct cx_str
cx_md_prose(struct cx_str text, struct cx_buf *room, struct cx_md_kept *kept)
{
	room->len = kept->n = 0;
	if (may_have(text)) {
		read_all(room, text, kept);
	} else {
		cx_buf_str(room, text);
		*CX_NEXT(kept->v, kept->n, kept->cap) =
		    (struct cx_md_part){0, 0};
	}
	return cx_buf_view(room);
}

size_t
cx_md_kept_at(const struct cx_md_kept *kept, size_t at)
{
	size_t lo = 0, hi = kept->n;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (kept->v[mid].at <= at)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo ? kept->v[lo - 1].from + at - kept->v[lo - 1].at : 0;
}

void
cx_md_kept_release(struct cx_md_kept *kept)
{
	free(kept->v);
	*kept = (struct cx_md_kept){NULL, 0, 0};
}
