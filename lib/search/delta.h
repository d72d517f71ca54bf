/*
 * delta.h: writes the delta of a search set (searchset.h).
 *
 * Its content depends on the base and on the files that differ from it, which
 * are all read each time: the history of edits does not matter.
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
 * Time and memory are proportional to the changes and what is linked with them,
 * not to the base.
 */
#ifndef CX_SEARCHDELTA_H
#define CX_SEARCHDELTA_H

#include "lib/base/map.h"
#include "lib/search/build.h"
#include "lib/search/records.h"

struct cx_change {
	struct cx_str path;
	bool exists;
	uint32_t old; /* in the base, or UINT32_MAX */
	/* Its line in the manifest, set and kept by the caller. */
	struct cx_str line;
};

struct cx_changes {
	const struct cx_search *base;
	struct cx_change *v; /* by path, after cx_changes_end */
	size_t n, cap;
	size_t n_atoms; /* in the delta: changes with a line */
	struct cx_search_sums sums; /* of base and delta, after writing */
	struct cx_records records; /* of the base */
	struct cx_map numbers;	   /* of paths, while adding */
	struct cx_arena arena;
};

struct cx_changes *cx_changes_new(const struct cx_search *base);
void cx_changes_free(struct cx_changes *c);

/* Adds a change; the last call for a path counts. */
void cx_changes_add(struct cx_changes *c, struct cx_str path, bool exists);
/* Ends adding: looks up the paths in the base. */
void cx_changes_end(struct cx_changes *c);
/* Returns the change of a path, or NULL. */
struct cx_change *cx_changes_find(struct cx_changes *c, struct cx_str path);

/* Writes the files of the delta except `sums`.  All that exist must have
 * lines. */
void cx_changes_write(struct cx_changes *c, struct cx_search_build *b,
    const struct cx_search_sink *sink);
/* Prints the members "delta" and "live" of meta.json into an open object. */
void cx_changes_meta(struct cx_changes *c, struct cx_search_build *b,
    struct cx_printer *p);

#endif
