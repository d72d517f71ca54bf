/* Prints lines of notes as path:line:text. */
#include "bin/cx-show/show.h"

#include "lib/base/utf8.h"

static void
put_file_line(struct show *s, const struct cx_record *rec, size_t number,
    struct cx_str line)
{
	struct cx_buf *out = cx_out();

	cx_put_visible(out, path_from_here(s, cx_record_path(rec)));
	cx_buf_fmt(out, ":%zu:", number);
	cx_put_visible_line(out, line);
	cx_buf_char(out, '\n');
	s->shown++;
}

/* A place in a file: what is left from line `number` on. */
struct place {
	struct cx_str rest;
	size_t number; /* from 1 */
};

/* Moves to the next line that has a text, from where p is; false, and p stays,
 * if there is none.  It is in *line. */
static bool
move_to(struct place *p, struct cx_str text, struct cx_str *line)
{
	struct place at = *p;

	for (struct cx_str left = at.rest; cx_str_split(&left, '\n', line);
	    at.rest = left, at.number++) {
		if (cx_str_has(*line, text)) {
			*p = at;
			return true;
		}
	}
	return false;
}

/* The same of a part of a line, from the middle of which something may be left
 * out. */
static bool
move_near(struct place *p, struct cx_str text, struct cx_str *line)
{
	return move_to(p, text, line) ||
	    move_to(p, cx_str_from(text, text.len / 2), line) ||
	    move_to(p, cx_strn(text.s, text.len / 2), line);
}

static void
skip_to(struct place *p, size_t number)
{
	struct cx_str line;

	while (p->number < number && cx_str_split(&p->rest, '\n', &line))
		p->number++;
}

/* Whether some match begins at one of n characters from `at` on. */
static bool
has_match(const struct cx_json *matches, size_t at, size_t n)
{
	CX_JSON_EACH(m, matches) {
		const struct cx_json *begin = cx_json_first(m);

		if (begin && begin->type == CX_JSON_INT &&
		    begin->u.i >= (int64_t)at &&
		    begin->u.i < (int64_t)(at + n))
			return true;
	}
	return false;
}

/* The lines of a passage that have a match, or with `any` its first one.
 * Passages are without comments, so a line may be further on. */
static bool
show_passage(struct show *s, const struct cx_record *rec,
    const struct cx_json *passage, struct cx_str file, bool any)
{
	const struct cx_json *matches = cx_json_get(passage, "matches");
	struct cx_str text = cx_json_gets(passage, "text", CX_STR("")), piece;
	struct place p = {file, 1};
	int64_t number = 1;
	size_t at = 0;
	bool shown = false;

	(void)cx_json_geti(passage, "line", &number);
	skip_to(&p, number > 0 ? (size_t)number : 1);
	while (cx_str_split(&text, '\n', &piece) && !(any && shown)) {
		size_t n = cx_utf8_count(piece) + 1;
		struct cx_str line = piece;
		bool found = cx_str_trim(piece).len &&
		    move_near(&p, cx_str_trim(piece), &line);

		if (cx_str_trim(piece).len &&
		    (any || has_match(matches, at, n))) {
			put_file_line(s, rec, p.number, found ? line : piece);
			shown = true;
		}
		at += n;
	}
	return shown;
}

void
show_matches(struct show *s, const struct cx_record *rec)
{
	const struct cx_json *all = cx_json_get(rec->root, "passages");
	struct cx_str file;
	bool shown = false;

	if (!cx_content(&s->bodies, rec, &file))
		return;
	CX_JSON_EACH(p, all)
		shown = show_passage(s, rec, p, file, false) || shown;
	/* A note whose name matches is a result, too. */
	if (!shown && all && cx_json_first(all))
		(void)show_passage(s, rec, cx_json_first(all), file, true);
	else if (!shown)
		put_file_line(s, rec, 1, CX_STR(""));
}

void
show_pattern(struct show *s, const struct cx_record *rec)
{
	struct cx_str rest, line;

	if (!cx_content(&s->bodies, rec, &rest))
		return;
	for (size_t n = 1; cx_str_split(&rest, '\n', &line); n++) {
		if (line.len && line.s[line.len - 1] == '\r')
			line.len--;
		if (cx_pattern_in(s->pattern, line))
			put_file_line(s, rec, n, line);
	}
}
