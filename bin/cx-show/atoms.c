/* Prints atom records one by one. */
#include "bin/cx-show/show.h"
#include "lib/json/print.h"
#include "lib/base/utf8.h"

#include <math.h>

#define BODY_LINES 3
#define BODY_LINES_SEEN 10 /* at a terminal, where somebody decides by them */
#define BODY_COLUMNS 120
#define PIPE_COLUMNS 80

/* A line for people: at most BODY_COLUMNS wide, "…" for what is cut. */
static void
put_cut(struct cx_buf *out, struct cx_str line)
{
	struct cx_str fit = cx_utf8_fit(line, BODY_COLUMNS);

	if (fit.len < line.len)
		fit = cx_utf8_fit(line, BODY_COLUMNS - 1);
	cx_put_visible(out, fit);
	if (fit.len < line.len)
		cx_buf_puts(out, "\xe2\x80\xa6");
	cx_buf_char(out, '\n');
}

static void
put_title(const struct show *s, const struct cx_record *rec)
{
	struct cx_buf *out = cx_out();
	struct cx_str path = cx_record_path(rec);
	struct cx_str name = cx_record_str(rec, "name", path);
	struct cx_str layer = cx_record_str(rec, "layer", CX_STR(""));
	const struct cx_json *score = cx_json_get(rec->root, "score");
	struct cx_printer p = cx_printer(out);

	if (score && score->type != CX_JSON_INT && score->type != CX_JSON_REAL)
		score = NULL;
	put_style(out, s, ESC_BOLD);
	cx_put_visible(out, name.len ? name : path);
	put_style(out, s, ESC_END);
	if (layer.len || score) {
		cx_buf_puts(out, " (");
		cx_put_visible(out, layer);
		if (layer.len && score)
			cx_buf_puts(out, ", ");
		/* No more than six decimals are ever printed. */
		if (score && score->type == CX_JSON_REAL &&
		    fabs(score->u.d) < 1e9)
			cx_print_micro(&p, llround(score->u.d * 1e6));
		else if (score)
			cx_print_json(&p, score);
		cx_buf_puts(out, ")");
	}
	cx_buf_puts(out, "\n  ");
	put_style(out, s, ESC_DIM);
	cx_put_visible(out, path);
	put_style(out, s, ESC_END);
	cx_buf_char(out, '\n');
}

void
show_brief(struct show *s, const struct cx_record *rec)
{
	struct cx_str body, line;
	int lines = 0, most = s->people ? BODY_LINES_SEEN : BODY_LINES;

	if (s->shown++)
		cx_buf_char(cx_out(), '\n');
	put_title(s, rec);
	if (cx_json_get(rec->root, "passages")) {
		put_best(s, rec, 4, PIPE_COLUMNS);
		put_copies(s, rec, 4, PIPE_COLUMNS);
		return;
	}
	if (!cx_body_visible(&s->bodies, rec, &body))
		return;
	while (lines < most && cx_str_split(&body, '\n', &line)) {
		line = cx_str_trim(line);
		if (!line.len)
			continue;
		cx_buf_puts(cx_out(), "    ");
		if (s->people) {
			cx_put_fit(cx_out(), line,
			    cx_screen_columns() - 5, false);
			cx_buf_char(cx_out(), '\n');
		} else {
			put_cut(cx_out(), line);
		}
		lines++;
	}
}

void
show_path(struct show *s, const struct cx_record *rec)
{
	struct cx_buf *out = cx_out();
	struct cx_str path = path_from_here(s, cx_record_path(rec));
	size_t start = out->len;

	if (s->nul) {
		cx_buf_str(out, path);
		cx_buf_char(out, '\0');
		return;
	}
	/* Visible it would be another path, as it is two or a trick. */
	cx_put_visible(out, path);
	if (out->len - start != path.len) {
		out->len = start;
		cx_error(CX_PARTIAL, "%.*s: control bytes in a path; use -0",
		    (int)path.len, path.s);
		return;
	}
	cx_buf_char(out, '\n');
}

void
show_content(struct show *s, const struct cx_record *rec)
{
	struct cx_buf *out = cx_out();
	struct cx_str path = cx_record_path(rec), text;

	if (!cx_content(&s->bodies, rec, &text))
		return;
	if (s->shown++)
		cx_buf_char(out, '\n');
	put_style(out, s, ESC_BOLD);
	cx_buf_puts(out, "==> ");
	cx_put_visible(out, path_from_here(s, path));
	cx_buf_puts(out, " <==");
	put_style(out, s, ESC_END);
	cx_buf_char(out, '\n');
	put_text(out, text);
}

void
show_json(struct show *s, const struct cx_record *rec)
{
	cx_buf_puts(cx_out(), s->shown++ ? ",\n" : "[\n");
	cx_buf_str(cx_out(), rec->line);
}

void
show_json_end(const struct show *s)
{
	cx_buf_puts(cx_out(), s->shown ? "\n]\n" : "[\n]\n");
}
