/*
 * table.h: all records of a stream, held compactly and in path order.
 *
 * For programs that need every record before they can write: the line of
 * each is kept once, as read but without its body, and where its common
 * members stand in it.  The order of the input has no influence on what is
 * in the collection.
 *
 * Two records of one path end the program with status 4 and both places.  A
 * {"path":...,"gone":true} takes the record of that path out, wherever it
 * stands in the input: a base and then what changed.
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
	uint32_t size[CX_TEXTS]; /* 0: not there */
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
 * Reads the files (see cx_reader_open).  each, if not NULL, is called for
 * every record but the gone, with its number; what it is about may still be
 * taken out.  Members that the texts are of have been checked for their type.
 */
void cx_table_read(struct cx_table *c, char *const *files, int n,
    void (*each)(void *arg, const struct cx_record *rec, uint32_t number),
    void *arg);
void cx_table_release(struct cx_table *c);

struct cx_str cx_row_line(const struct cx_table *c,
    const struct cx_row *h);
/* The JSON text of a member; where there is none, that of its default: what
 * cx-scan prints for a file that says nothing. */
struct cx_str cx_row_text(const struct cx_table *c,
    const struct cx_row *h, enum cx_text text);
/* Appends {"path":...,...} of n of the members. */
void cx_row_entry(struct cx_buf *out, const struct cx_table *c,
    const struct cx_row *h, const enum cx_text *texts, size_t n);
/* For a caller that prints the n atoms of v: called before the i-th, asks
 * memory for what the next will need. */
void cx_row_soon(const struct cx_table *c, const uint32_t *v, size_t i,
    size_t n);

#endif
