/* Which files are meant. */
#include "edit.h"

#include "lib/base/map.h"
#include "lib/link/operand.h"

#include <stdlib.h>

struct target *
target_add(struct targets *t, struct cx_str name, enum cx_operand_by only)
{
	struct target *x;

	CX_GROW(t->v, t->n, t->cap);
	x = &t->v[t->n++];
	*x = (struct target){.name = cx_arena_copy(&t->arena, name),
	    .only = only};
	return x;
}

void
target_drop(struct targets *t)
{
	cx_edit_release(&t->v[--t->n].edit);
}

static int
by_path(const void *va, const void *vb)
{
	const struct target *a = va, *b = vb;

	return cx_str_cmp(a->path, b->path);
}

/* Edits of one file become one, in the order in which they were given. */
static void
unite(struct targets *t)
{
	struct cx_map paths = {0};
	size_t n = 0;

	for (size_t i = 0; i < t->n; i++) {
		struct target *x = &t->v[i];
		uint32_t k;

		if (x->path.len) {
			k = cx_map_put(&paths, x->path);
			if (k == n) {
				t->v[n++] = *x;
				continue;
			}
			cx_edit_merge(&t->v[k].edit, &x->edit);
		}
		cx_edit_release(&x->edit);
	}
	t->n = n;
	cx_map_release(&paths);
}

void
targets_find(struct targets *t, const struct settings *s)
{
	struct cx_operand *o = cx_calloc(cx_add(t->n, 1), sizeof *o);

	for (size_t i = 0; i < t->n; i++)
		o[i] = (struct cx_operand){.word = t->v[i].name,
		    .only = t->v[i].only};
	(void)cx_operands_find(o, t->n, s->vault, s->config, &t->arena);
	for (size_t i = 0; i < t->n; i++) {
		t->v[i].path = o[i].path;
		if (o[i].by == CX_OPERAND_ID)
			t->v[i].id = t->v[i].name;
	}
	free(o);
	unite(t);
	if (t->n)
		qsort(t->v, t->n, sizeof *t->v, by_path);
}

void
targets_release(struct targets *t)
{
	for (size_t i = 0; i < t->n; i++)
		cx_edit_release(&t->v[i].edit);
	free(t->v);
	cx_arena_release(&t->arena);
}
