/*
 * table.h: all records of a stream, stored compactly and in path order.
 *
 * For programs that need all records before they can write: it stores the line
 * of each record without its body, and the positions of common members in it.
 * The order of the input does not affect the contents.
 *
 * Two records with the same path are fatal (status 4, with both places).  A
 * {"path":...,"gone":true} removes the record of that path, wherever it is in
 * the input: a base followed by changes.
 */
#ifndef CX_TABLE_H
#define CX_TABLE_H

#include "lib/base/mem.h"
#include "lib/record/record.h"

enum cx_text {
	CX_TEXT_PATH,
	CX_TEXT_NAME,
	CX_TEXT_TYPE,
	CX_TEXT_PROJECT,
	CX_TEXT_STATUS,
	CX_TEXT_TAGS,
	CX_TEXT_UPDATED,
	CX_TEXT_LINES,
	CX_TEXT_LINKS,
	CX_TEXTS
};

struct cx_row {
	struct cx_str path; /* decoded */
	size_t line;	    /* offset in lines */
	uint32_t len;
	uint32_t number;	 /* in order of arrival, from 0 */
	uint32_t at[CX_TEXTS];	 /* in the line */
	uint32_t size[CX_TEXTS]; /* 0 if absent */
	const char *file;
	size_t lineno;
};

struct cx_table {
	struct cx_row *v;
	size_t n, cap;
	struct cx_buf lines;
	struct cx_arena paths;
};

/*
 * Reads the files (see cx_reader_open).  each, if not NULL, is called for every
 * record except removals, with its number; the record may still be removed
 * later.  The types of the members stored have been checked.
 */
void cx_table_read(struct cx_table *c, char *const *files, int n,
    void (*each)(void *arg, const struct cx_record *rec, uint32_t number),
    void *arg);
void cx_table_release(struct cx_table *c);

struct cx_str cx_row_line(const struct cx_table *c,
    const struct cx_row *h);
/* Returns the JSON text of a member or, if absent, of its default, which
 * cx-scan prints for a file without it. */
struct cx_str cx_row_text(const struct cx_table *c,
    const struct cx_row *h, enum cx_text text);
/* Appends {"path":...,...} with n of the members. */
void cx_row_entry(struct cx_buf *out, const struct cx_table *c,
    const struct cx_row *h, const enum cx_text *texts, size_t n);
/* For a caller that prints the n atoms of v: call it before the i-th to
 * prefetch memory for the next. */
void cx_row_soon(const struct cx_table *c, const uint32_t *v, size_t i,
    size_t n);

#endif
