/* The records, and the keys that they are grouped by. */
#include "bin/cx-index/index.h"

#include <stdlib.h>

static void
take(void *arg, const struct cx_record *rec, uint32_t arrival)
{
	const struct cx_json *list, *e;
	struct index *ix = arg;
	struct keys k = {0};

	/* They come in the order of their numbers. */
	if (ix->search)
		cx_search_build_add(ix->search, rec,
		    ix->atoms.v[arrival].len);
	k.project = cx_map_intern(&ix->projects, &ix->names,
	    cx_record_str(rec, "project", CX_STR("unknown")));
	k.type = cx_map_intern(&ix->types, &ix->names,
	    cx_record_str(rec, "type", CX_STR("unknown")));
	if (ix->n_tags > UINT32_MAX / 2)
		cx_record_die(rec, "too many tags");
	k.tags = (uint32_t)ix->n_tags;
	list = cx_record_strings(rec, "tags");
	for (e = cx_json_first(list); e; e = cx_json_next(list, e)) {
		CX_GROW(ix->tags, ix->n_tags, ix->cap_tags);
		ix->tags[ix->n_tags++] =
		    cx_map_intern(&ix->tag_names, &ix->names, cx_json_str(e));
	}
	k.n_tags = (uint32_t)(ix->n_tags - k.tags);
	CX_GROW(ix->keys, ix->n_keys, ix->cap_keys);
	ix->keys[ix->n_keys++] = k;
}

/* Tells the search set which of the atoms are gone. */
static void
drop_gone(struct index *ix)
{
	bool *here;

	if (ix->atoms.n == ix->n_keys)
		return;
	here = cx_calloc(ix->n_keys, sizeof *here);
	for (size_t i = 0; i < ix->atoms.n; i++)
		here[ix->atoms.v[i].number] = true;
	for (size_t i = 0; i < ix->n_keys; i++) {
		if (!here[i])
			cx_search_build_drop(ix->search, (uint32_t)i);
	}
	free(here);
}

void
index_read(struct index *ix, char *const *files, int n)
{
	cx_collect(&ix->atoms, files, n, take, ix);
	if (ix->search) {
		drop_gone(ix);
		cx_search_build_end(ix->search);
	}
}

void
index_release(struct index *ix)
{
	cx_collection_release(&ix->atoms);
	cx_search_build_free(ix->search);
	cx_map_release(&ix->projects);
	cx_map_release(&ix->types);
	cx_map_release(&ix->tag_names);
	cx_arena_release(&ix->names);
	free(ix->keys);
	free(ix->tags);
}
