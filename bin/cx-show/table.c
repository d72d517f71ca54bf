/* Records as rows. */
#include "bin/cx-show/show.h"
#include "lib/json/print.h"
#include "lib/base/utf8.h"

#include <stdlib.h>

/* Members in the order of their columns; only those that some record has are
 * printed. */
static const struct {
	const char *member;
	const char *title;
	size_t widest; /* 0: not cut */
	bool right;
} columns[] = {
	{"score", "SCORE", 0, true},
	{"layer", "LAYER", 0, false},
	{"updated", "UPDATED", 25, false},
	{"type", "TYPE", 20, false},
	{"project", "PROJECT", 20, false},
	{"status", "STATUS", 20, false},
	{"severity", "SEVERITY", 20, false},
	{"code", "CODE", 30, false},
	{"name", "NAME", 40, false},
	{"line", "LINE", 0, true},
	{"path", "PATH", 0, false},
	{"message", "MESSAGE", 0, false}
};

#define COLUMNS (sizeof columns / sizeof *columns)

static struct {
	struct cx_arena arena;
	struct cx_str *cells; /* COLUMNS a row */
	size_t n, cap;
	size_t width[COLUMNS]; /* 0: no record has it */
	struct cx_buf scratch;
} table;

/* The value as it is shown, in the arena. */
static struct cx_str
cell(const struct cx_json *value, size_t widest)
{
	struct cx_buf *b = &table.scratch;
	struct cx_printer p = cx_printer(b);
	struct cx_str s;

	b->len = 0;
	if (value && value->type == CX_JSON_STRING)
		cx_put_visible(b, cx_json_str(value));
	else if (value && value->type != CX_JSON_NULL)
		cx_print_json(&p, value);
	s = cx_buf_view(b);
	if (widest && cx_utf8_width(s) > widest) {
		b->len = cx_utf8_fit(s, widest - 1).len;
		cx_buf_puts(b, "\xe2\x80\xa6");
		s = cx_buf_view(b);
	}
	return s.len ? cx_arena_copy(&table.arena, s) : CX_STR("");
}

void
table_add(const struct cx_record *rec)
{
	(void)cx_record_path(rec);
	for (size_t i = 0; i < COLUMNS; i++) {
		const struct cx_json *value =
		    cx_json_get(rec->root, columns[i].member);
		struct cx_str s = cell(value, columns[i].widest);
		size_t width = cx_utf8_width(s);

		if (width > table.width[i])
			table.width[i] = width;
		CX_GROW(table.cells, table.n, table.cap);
		table.cells[table.n++] = s;
	}
}

/* Blanks up to a column are written with what follows them, so no line ends
 * in one. */
static void
print_row(const struct cx_str *cells)
{
	size_t blanks = 0;

	for (size_t i = 0; i < COLUMNS; i++) {
		size_t gap = table.width[i];

		if (!gap)
			continue;
		gap -= cx_utf8_width(cells[i]);
		if (columns[i].right)
			blanks += gap;
		if (cells[i].len) {
			memset(cx_buf_room(cx_out(), blanks), ' ', blanks);
			cx_out()->len += blanks;
			cx_buf_str(cx_out(), cells[i]);
			blanks = 0;
		}
		if (!columns[i].right)
			blanks += gap;
		blanks += 2;
	}
	cx_buf_char(cx_out(), '\n');
	cx_out_record();
}

void
table_print(void)
{
	struct cx_str titles[COLUMNS];

	for (size_t i = 0; i < COLUMNS; i++) {
		titles[i] = cx_str(columns[i].title);
		if (table.width[i] && table.width[i] < titles[i].len)
			table.width[i] = titles[i].len;
	}
	if (table.n)
		print_row(titles);
	for (size_t i = 0; i < table.n; i += COLUMNS)
		print_row(table.cells + i);
	free(table.cells);
	cx_arena_release(&table.arena);
	cx_buf_release(&table.scratch);
}
