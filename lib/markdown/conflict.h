/*
 * conflict.h: finds git merge conflicts that were left in a text.
 *
 * A conflict has at least two of its marks: someone who resolves it by hand may
 * leave one, but a single mark can be the underline of a heading or a
 * quotation.  A conflict inside one code block is an example.
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
	size_t from, to; /* starts of the lines of the first and the last
			  * mark */
	/* Private: */
	struct cx_str text;
	size_t body;
	size_t next[CX_CONFLICT_MARKS];
	unsigned seen; /* 1 << mark for each mark seen */
	struct cx_md md;
	struct cx_md_item block;
	bool more;
};

/* text is the whole file, whose Markdown starts at body; both are borrowed. */
void cx_conflicts(struct cx_conflicts *c, struct cx_str text, size_t body);
bool cx_conflict_next(struct cx_conflicts *c);

#endif
