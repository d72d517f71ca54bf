/*
 * All atoms of an index: its records say which there are, and the body of each
 * atom of a project is read when the first candidate of that project asks.
 */
#include "bin/cx-gate/near.h"
#include "lib/text/doctext.h"

#include <stdlib.h>

struct known {
	struct place place;
	uint32_t project;
};

struct near_all {
	struct known *v;
	size_t n, cap;
};

struct near_all *
near_all_open(struct near *n)
{
	char *files[] = {(char *)(uintptr_t)n->index};
	struct near_all *all = cx_calloc(1, sizeof *all);
	struct cx_reader *r = cx_reader_open(files, 1);
	struct cx_record rec;

	while (cx_reader_next(r, &rec)) {
		struct known k;

		if (!cx_doc_compared(n->config, &rec))
			continue;
		k.place.path = cx_arena_copy(&n->arena, cx_record_path(&rec));
		k.place.id = cx_arena_copy(&n->arena,
		    cx_record_str(&rec, "id", CX_STR("")));
		k.project = near_project(n, cx_doc_project(&rec));
		CX_GROW(all->v, all->n, all->cap);
		all->v[all->n++] = k;
	}
	cx_reader_close(r);
	return all;
}

void
near_all_free(struct near_all *all)
{
	if (!all)
		return;
	free(all->v);
	free(all);
}

void
near_all_read(struct near *n, uint32_t project)
{
	for (size_t i = 0; i < n->all->n; i++) {
		const struct known *k = &n->all->v[i];

		if (k->project == project)
			(void)near_read(n, &n->corpus[project], k->place,
			    false);
	}
}
