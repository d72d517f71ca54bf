/* Which files are meant. */
#include "edit.h"

#include "lib/atom/ids.h"
#include "lib/base/map.h"
#include "lib/base/utf8.h"

#include <stdlib.h>

bool
is_path(struct cx_str name)
{
	return memchr(name.s, '/', name.len) ||
	    (name.len > 3 && name.s[name.len - 3] == '.' &&
		(name.s[name.len - 2] | 0x20) == 'm' &&
		(name.s[name.len - 1] | 0x20) == 'd');
}

struct target *
target_add(struct targets *t, struct cx_str name, bool by_id)
{
	struct target *x;

	CX_GROW(t->v, t->n, t->cap);
	x = &t->v[t->n++];
	*x = (struct target){.name = cx_arena_copy(&t->arena, name),
	    .by_id = by_id};
	if (by_id)
		x->id = x->name;
	return x;
}

void
target_drop(struct targets *t)
{
	cx_edit_release(&t->v[--t->n].edit);
}

/* The ids that are looked for, and where they were found. */
struct search {
	struct targets *t;
	struct cx_map ids;
	struct cx_str *path; /* by number of the id; len 0: nowhere */
	bool *twice;
};

static void
seen(void *arg, struct cx_str path, struct cx_str id)
{
	struct search *s = arg;
	uint32_t n = id.len ? cx_map_get(&s->ids, id) : CX_MAP_NONE;

	if (n == CX_MAP_NONE)
		return;
	if (s->path[n].len) {
		cx_error(CX_PARTIAL, "%.*s: this id is that of %.*s and of "
		    "%.*s; name the file, or give one of them another id",
		    (int)id.len, id.s, (int)s->path[n].len, s->path[n].s,
		    (int)path.len, path.s);
		s->twice[n] = true;
		return;
	}
	s->path[n] = cx_arena_copy(&s->t->arena, path);
}

static void
find_ids(struct targets *t, const struct settings *set)
{
	struct search s = {.t = t};
	struct cx_ignore *ignore;

	for (size_t i = 0; i < t->n; i++)
		if (t->v[i].by_id)
			cx_map_put(&s.ids, t->v[i].name);
	if (!s.ids.n)
		return;
	s.path = cx_calloc(s.ids.n, sizeof *s.path);
	s.twice = cx_calloc(s.ids.n, sizeof *s.twice);
	ignore = cx_ignore_load(set->config, set->vault->fd);
	cx_ids_each(set->vault->fd, ignore, seen, &s);
	cx_ignore_free(ignore);
	for (size_t i = 0; i < t->n; i++) {
		struct target *x = &t->v[i];
		uint32_t n = x->by_id ? cx_map_get(&s.ids, x->name) : 0;

		if (!x->by_id || s.twice[n])
			continue;
		x->path = s.path[n];
		if (!x->path.len)
			cx_error(CX_PARTIAL, "%.*s: no atom has this id; a "
			    "path ends in .md", (int)x->name.len, x->name.s);
	}
	cx_map_release(&s.ids);
	free(s.path);
	free(s.twice);
}

static void
find_path(struct targets *t, struct target *x, const struct settings *s)
{
	struct cx_buf b = CX_BUF_INIT;

	if (!cx_vault_relative(&b, s->vault, x->name) ||
	    !is_path(cx_buf_view(&b)))
		cx_error(CX_PARTIAL, "%.*s: no path of a note in the vault; "
		    "give it from the vault's root on", (int)x->name.len,
		    x->name.s);
	else if (cx_utf8_invalid(cx_buf_view(&b)) < b.len)
		cx_error(CX_PARTIAL, "%.*s: the name is no UTF-8; rename the "
		    "file", (int)x->name.len, x->name.s);
	else
		x->path = cx_arena_copy(&t->arena, cx_buf_view(&b));
	cx_buf_release(&b);
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
	for (size_t i = 0; i < t->n; i++)
		if (!t->v[i].by_id)
			find_path(t, &t->v[i], s);
	find_ids(t, s);
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
