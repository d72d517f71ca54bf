/* The delta's files, but for neighbours. */
#include "lib/search/searchdelta-impl.h"

#include <stdlib.h>

struct cx_changes *
cx_changes_new(const struct cx_search *base)
{
	struct cx_changes *c = cx_calloc(1, sizeof *c);

	c->base = base;
	c->records = cx_records_of(base);
	return c;
}

void
cx_changes_free(struct cx_changes *c)
{
	if (!c)
		return;
	for (size_t i = 0; i < c->n_folders; i++)
		free(c->folders[i].members.v);
	free(c->folders);
	free(c->v);
	cx_records_release(&c->records);
	cx_map_release(&c->numbers);
	cx_arena_release(&c->arena);
	free(c);
}

void
cx_changes_add(struct cx_changes *c, struct cx_str path, bool exists)
{
	uint32_t n = cx_map_get(&c->numbers, path);

	if (n == CX_MAP_NONE) {
		struct cx_change new = {.old = NONE,
		    .path = cx_arena_copy(&c->arena, path)};

		n = cx_map_put(&c->numbers, new.path);
		CX_GROW(c->v, c->n, c->cap);
		c->v[c->n++] = new;
	}
	c->v[n].exists = exists;
}

static int
by_path(const void *a, const void *b)
{
	return cx_str_cmp(((const struct cx_change *)a)->path,
	    ((const struct cx_change *)b)->path);
}

void
cx_changes_end(struct cx_changes *c)
{
	if (c->n)
		qsort(c->v, c->n, sizeof *c->v, by_path);
	for (size_t i = 0; i < c->n; i++)
		c->v[i].old = cx_records_find(&c->records, c->v[i].path);
	cx_find_siblings(c);
	if (c->n)
		qsort(c->v, c->n, sizeof *c->v, by_path);
}

struct cx_change *
cx_changes_find(struct cx_changes *c, struct cx_str path)
{
	const struct cx_change key = {.path = path};

	return c->n ? bsearch(&key, c->v, c->n, sizeof *c->v, by_path) : NULL;
}

void
cx_changes_build(const struct cx_changes *c, struct cx_search_build *b)
{
	for (size_t i = 0; i < c->n_folders; i++) {
		if (c->folders[i].keeps)
			cx_search_build_folder(b, c->folders[i].path);
	}
}

/* --- writing --- */

static void
put_number(struct cx_buf *out, uint32_t n, char end)
{
	if (n == NONE)
		cx_buf_char(out, '-');
	else
		cx_buf_int(out, n);
	cx_buf_char(out, end);
}

static void
write_manifest(const struct cx_changes *c, const struct cx_search_sink *sink)
{
	struct cx_buf *out = sink->begin(sink->arg, CX_DELTA "manifest.json");
	const char *between = "";

	cx_buf_puts(out, "[\n");
	for (size_t i = 0; i < c->n; i++) {
		if (!cx_is_new(&c->v[i]))
			continue;
		cx_buf_puts(out, between);
		cx_buf_str(out, c->v[i].line);
		between = ",\n";
		sink->more(sink->arg);
	}
	cx_buf_puts(out, *between ? "\n]\n" : "]\n");
}

static void
write_atoms(struct cx_changes *c, const struct cx_search_sink *sink)
{
	struct cx_buf *out = sink->begin(sink->arg, CX_DELTA "dead");
	uint32_t n = cx_search_atoms(c->base);

	for (size_t i = 0; i < c->n; i++) {
		if (cx_kills(&c->v[i]))
			put_number(out, c->v[i].old, '\n');
	}
	out = sink->begin(sink->arg, CX_DELTA "atoms");
	for (size_t i = 0; i < c->n; i++) {
		const struct cx_change *a = &c->v[i];

		if (!cx_is_new(a))
			continue;
		put_number(out, a->old != NONE ? a->old : cx_records_lower(
		    &c->records, 0, n, a->path), ' ');
		put_number(out, a->old, '\n');
	}
}

struct pair {
	uint32_t old, now;
};

static int
by_old(const void *a, const void *b)
{
	uint32_t x = ((const struct pair *)a)->old;
	uint32_t y = ((const struct pair *)b)->old;

	return (x > y) - (x < y);
}

static void
write_pairs(const struct cx_search_sink *sink, const char *name,
    struct pair *v, size_t n)
{
	struct cx_buf *out = sink->begin(sink->arg, name);

	if (n)
		qsort(v, n, sizeof *v, by_old);
	for (size_t i = 0; i < n; i++) {
		put_number(out, v[i].old, ' ');
		put_number(out, v[i].now, '\n');
	}
	free(v);
}

static void
write_folders(struct cx_changes *c, const struct cx_search_build *b,
    const struct cx_search_sink *sink)
{
	struct pair *folders = NULL, *joined = NULL;
	size_t n = 0, cap = 0, n_joined = 0, cap_joined = 0;

	for (size_t i = 0; i < c->n_folders; i++) {
		const struct cx_changed_folder *f = &c->folders[i];
		uint32_t now = cx_search_build_folder_number(b, f->path);

		if (f->old != NONE) {
			CX_GROW(folders, n, cap);
			folders[n++] = (struct pair){f->old, now};
		}
		for (size_t k = 0; f->old == NONE && now != NONE &&
		    k < f->members.n; k++) {
			CX_GROW(joined, n_joined, cap_joined);
			joined[n_joined++] = (struct pair){f->members.v[k],
			    now};
		}
	}
	write_pairs(sink, CX_DELTA "deadfolders", folders, n);
	write_pairs(sink, CX_DELTA "joined", joined, n_joined);
}

void
cx_changes_write(struct cx_changes *c, struct cx_search_build *b,
    const struct cx_search_sink *sink)
{
	c->n_atoms = 0;
	for (size_t i = 0; i < c->n; i++)
		c->n_atoms += cx_is_new(&c->v[i]);
	cx_search_build_write(b, sink);
	write_manifest(c, sink);
	write_atoms(c, sink);
	write_folders(c, b, sink);
	cx_print_near(c, sink->begin(sink->arg, CX_DELTA "near"));
}

void
cx_changes_meta(struct cx_changes *c, struct cx_search_build *b,
    struct cx_printer *p)
{
	int64_t atoms = cx_search_atoms(c->base) + (int64_t)c->n_atoms;
	int64_t length = (int64_t)(cx_search_length_sum(c->base) +
	    cx_search_build_length(b));
	int64_t folders = cx_search_folders(c->base) +
	    (int64_t)cx_search_build_folders(b);
	int64_t folders_length = (int64_t)(
	    cx_search_folder_length_sum(c->base) +
	    cx_search_build_folders_length(b));

	for (size_t i = 0; i < c->n; i++) {
		if (!cx_kills(&c->v[i]))
			continue;
		atoms--;
		length -= cx_search_length(c->base, c->v[i].old);
	}
	for (size_t i = 0; i < c->n_folders; i++) {
		if (c->folders[i].old == NONE)
			continue;
		folders--;
		folders_length -= cx_search_folder_length(c->base,
		    c->folders[i].old);
	}
	cx_search_build_meta(b, p);
	cx_print_key(p, "live");
	cx_print_object(p);
	cx_print_kint(p, "atoms", atoms);
	cx_print_kint(p, "length", length);
	cx_print_kint(p, "folders", folders);
	cx_print_kint(p, "folders_length", folders_length);
	cx_print_end(p);
}
