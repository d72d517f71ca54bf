/* What of a text is for its readers. */
#include "lib/markdown/md.h"

struct reading {
	struct cx_buf *out;
	struct cx_str text;
	size_t opened; /* a %% stands there in out, SIZE_MAX: none is open */
	bool block;    /* which may have blank lines before the next one */
};

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
	out->len = n;
	return end < r->text.len ? end + 1 : end;
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

		if (run == 2 && r->opened != SIZE_MAX) {
			out->len = r->opened;
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
		run += run == 0;
		cx_buf_add(out, s + p, run);
		p += run;
	}
	return p;
}

void
cx_md_visible(struct cx_buf *out, struct cx_str text)
{
	struct reading r = {out, text, SIZE_MAX, false};
	struct cx_buf own = CX_BUF_INIT;
	struct cx_md_item it;
	struct cx_md m;
	size_t p = 0;

	r.out = &own;
	cx_md_init(&m, text, CX_MD_COMMENT | CX_MD_CODE | CX_MD_MATH);
	while (cx_md_next(&m, &it)) {
		if (p < it.start)
			p = read_text(&r, p, it.start);
		/* A line end that was left out is a part of the next. */
		if (it.kind == CX_MD_COMMENT && it.closed) {
			p = tidy(&r, it.end);
		} else if (p < it.end) {
			cx_buf_add(&own, text.s + p, it.end - p);
			p = it.end;
		}
	}
	if (p < text.len)
		(void)read_text(&r, p, text.len);
	cx_buf_str(out, cx_buf_view(&own));
	cx_buf_release(&own);
}
