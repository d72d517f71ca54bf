/*
 * delta.h: writes the delta of a search set (searchset.h).
 *
 * Its content depends on the base and on the files that differ from it, all of
 * which are read each time: the history of edits does not matter.
 *
 *	struct cx_changes *c = cx_changes_new(base);
 *	cx_changes_add(c, path, exists); ...	all that differ from the base
 *	cx_changes_end(c);
 *	for (i = 0; i < c->n; i++)
 *		if (c->v[i].exists)
 *			... the record of c->v[i].path is needed
 *	... add to build, and set c->v[i].line
 *	cx_changes_write(c, build, &sink);
 *
 * Time and memory go with the changes and with what is linked with them; not
 * with the base.
 */
#ifndef CX_SEARCHDELTA_H
#define CX_SEARCHDELTA_H

#include "lib/base/map.h"
#include "lib/search/build.h"
#include "lib/search/records.h"

struct cx_change {
	struct cx_str path;
	bool exists;
	uint32_t old; /* in the base; UINT32_MAX: not there */
	/* The record as the manifest has it, for the caller to set and keep. */
	struct cx_str line;
};

struct cx_changes {
	const struct cx_search *base;
	struct cx_change *v; /* by path, once ended */
	size_t n, cap;
	size_t n_atoms; /* of the delta: with a line */
	struct cx_search_sums sums; /* of base and delta, once written */
	struct cx_records records; /* of the base */
	struct cx_map numbers;	   /* of paths, while adding */
	struct cx_arena arena;
};

struct cx_changes *cx_changes_new(const struct cx_search *base);
void cx_changes_free(struct cx_changes *c);

/* The last call for a path counts. */
void cx_changes_add(struct cx_changes *c, struct cx_str path, bool exists);
/* Ends adding: finds what the paths are in the base. */
void cx_changes_end(struct cx_changes *c);
/* The change of a path; NULL if there is none. */
struct cx_change *cx_changes_find(struct cx_changes *c, struct cx_str path);

/* Writes the files of the delta but `sums`.  All that exist have lines. */
void cx_changes_write(struct cx_changes *c, struct cx_search_build *b,
    const struct cx_search_sink *sink);
/* Prints the members "delta" and "live" of meta.json into an open object. */
void cx_changes_meta(struct cx_changes *c, struct cx_search_build *b,
    struct cx_printer *p);

#endif
