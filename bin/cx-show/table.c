/* Prints records as rows of a table. */
#include "bin/cx-show/show.h"
#include "lib/base/utf8.h"

#include <stdlib.h>

/* Members in the order of their columns; only those that some record has are
 * printed. */
enum {
	SCORE = 0,
	LAYER = 2,
	UPDATED = 3,
	STATUS = 6,
	NAME = 9,
	PATH = 11
};

static const struct {
	const char *member;
	const char *title;
	size_t widest; /* 0: not cut */
	bool right;
} columns[] = {
	{"score", "SCORE", 0, true},
	{"degree", "DEGREE", 0, true},
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
	{"text", "TEXT", 40, false},
	{"to", "TO", 0, false},
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

/* The value as it is shown, in the arena.  People are not shown what a note
 * has because it says nothing else, and read ages more easily than dates. */
static struct cx_str
cell(const struct show *s, const struct cx_record *rec, size_t column)
{
	const struct cx_json *value =
	    cx_json_get(rec->root, columns[column].member);
	struct cx_buf *b = &table.scratch;
	size_t len;

	b->len = 0;
	if (s->people && (column == SCORE || column == LAYER))
		; /* they are best first, and have an age */
	else if (s->people && column == UPDATED)
		put_age_of(b, rec);
	else if (column == PATH)
		cx_buf_str(b, path_from_here(s, cx_record_path(rec)));
	else if (value && value->type != CX_JSON_NULL)
		put_value(b, value);
	if (s->people && ((column == STATUS &&
	    cx_str_is(cx_buf_view(b), "active")) ||
	    cx_str_is(cx_buf_view(b), "unknown")))
		b->len = 0;
	len = b->len;
	if (columns[column].widest && cx_utf8_width(cx_buf_view(b)) >
	    columns[column].widest) {
		struct cx_str all = cx_arena_copy(&table.arena, cx_buf_view(b));

		b->len = 0;
		cx_put_fit(b, all, columns[column].widest, false);
		len = b->len;
	}
	return len ? cx_arena_copy(&table.arena, cx_buf_view(b)) : CX_STR("");
}

void
table_add(const struct show *show, const struct cx_record *rec)
{
	(void)cx_record_path(rec);
	for (size_t i = 0; i < COLUMNS; i++) {
		struct cx_str s = cell(show, rec, i);
		size_t width = cx_utf8_width(s);

		if (width > table.width[i])
			table.width[i] = width;
		*CX_NEXT(table.cells, table.n, table.cap) = s;
	}
}

static size_t
total_width(void)
{
	size_t total = 0;

	for (size_t i = 0; i < COLUMNS; i++)
		total += table.width[i] ? table.width[i] + 2 : 0;
	return total ? total - 2 : 0;
}

/* Whether a column says the same of all, and so nothing. */
static bool
says_nothing(size_t column)
{
	for (size_t i = column + COLUMNS; i < table.n; i += COLUMNS)
		if (!cx_str_eq(table.cells[i], table.cells[column]))
			return false;
	return table.n > COLUMNS;
}

/* Makes the columns fit a window: those that say nothing go, then the longest
 * is cut while that helps, then those go that can be had otherwise. */
static void
fit(size_t window)
{
	static const char *const rest[] = {"status", "project", "type",
	    "updated"};
	size_t total, widest, i;

	for (i = 0; i < COLUMNS; i++)
		if (total_width() > window && i < STATUS + 1 && says_nothing(i))
			table.width[i] = 0;
	for (size_t r = 0; (total = total_width()) > window;) {
		for (widest = 0, i = 1; i < COLUMNS; i++)
			if (table.width[i] > table.width[widest])
				widest = i;
		if (table.width[widest] > 24) {
			table.width[widest]--;
		} else if (r < sizeof rest / sizeof *rest) {
			for (i = 0; i < COLUMNS; i++)
				if (!strcmp(columns[i].member, rest[r]))
					table.width[i] = 0;
			r++;
		} else if (table.width[widest] > 4) {
			table.width[widest]--;
		} else {
			break;
		}
	}
}

/* Blanks up to a column are written with what follows them, so no line ends
 * in one. */
static void
print_row(const struct show *s, const struct cx_str *cells)
{
	size_t blanks = 0;

	for (size_t i = 0; i < COLUMNS; i++) {
		size_t gap = table.width[i], width = cx_utf8_width(cells[i]);
		bool path = i == PATH;

		if (!gap)
			continue;
		gap -= width < gap ? width : gap;
		if (columns[i].right)
			blanks += gap;
		if (cells[i].len) {
			put_blanks(cx_out(), blanks);
			put_style(cx_out(), s, path ? ESC_DIM : "");
			if (path)
				put_path(cx_out(), s, cells[i], table.width[i]);
			else
				cx_put_fit(cx_out(), cells[i], table.width[i],
				    false);
			put_style(cx_out(), s, path ? ESC_END : "");
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
table_print(const struct show *s)
{
	struct cx_str titles[COLUMNS];

	if (s->people)
		fit(cx_screen_columns() - 1);
	for (size_t i = 0; i < COLUMNS; i++) {
		titles[i] = cx_str(columns[i].title);
		if (table.width[i] && table.width[i] < titles[i].len &&
		    !s->people)
			table.width[i] = titles[i].len;
	}
	if (table.n && !s->people)
		print_row(s, titles);
	for (size_t i = 0; i < table.n; i += COLUMNS)
		print_row(s, table.cells + i);
	free(table.cells);
	cx_arena_release(&table.arena);
	cx_buf_release(&table.scratch);
}
