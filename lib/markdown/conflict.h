/*
 * conflict.h: merge conflicts of git that were left in a text.
 *
 * One is known by two of its marks at least, for who clears a conflict away
 * by hand may leave one, and a mark alone is the underline of a heading or a
 * quotation.  One that stands in one block of code is an example.
 *
 *	struct cx_conflicts c;
 *
 *	cx_conflicts(&c, file, body);
 *	while (cx_conflict_next(&c)) ... c.from, c.to ...
 *
 * Linear time; a text without marks costs two searches.
 */
#ifndef CX_CONFLICT_H
#define CX_CONFLICT_H

#include "lib/markdown/md.h"

enum { CX_CONFLICT_MARKS = 3 };

struct cx_conflicts {
	size_t from, to; /* where the lines of the first mark and the last
			    begin */
	/* Private: */
	struct cx_str text;
	size_t body;
	size_t next[CX_CONFLICT_MARKS];
	unsigned seen; /* 1 << each mark */
	struct cx_md md;
	struct cx_md_item block;
	bool more;
};

/* All of a file, of which the Markdown begins at body; both borrowed. */
void cx_conflicts(struct cx_conflicts *c, struct cx_str text, size_t body);
bool cx_conflict_next(struct cx_conflicts *c);

#endif
