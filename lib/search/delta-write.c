/* The delta's files, but for neighbours. */
#include "lib/search/delta-impl.h"

#include "lib/text/doctext.h"

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
		*CX_NEXT(c->v, c->n, c->cap) = new;
	}
	c->v[n].exists = exists;
}

static int
by_path(const void *a, const void *b)
{
	return cx_str_cmp(((const struct cx_change *)a)->path,
	    ((const struct cx_change *)b)->path);
}

/* --- folders --- */

static int
by_folder(const void *a, const void *b)
{
	return cx_str_cmp(((const struct cx_changed_folder *)a)->path,
	    ((const struct cx_changed_folder *)b)->path);
}

static struct cx_changed_folder *
folder_of(const struct cx_changes *c, struct cx_str path)
{
	const struct cx_changed_folder key = {.path = path};

	return c->n_folders ? bsearch(&key, c->folders, c->n_folders,
	    sizeof key, by_folder) : NULL;
}

/* One entry for each, with what the base has in it without the atoms that
 * are dead. */
static void
find_folders(struct cx_changes *c)
{
	uint32_t next = cx_search_folders(c->base);
	struct cx_map seen = {0};

	for (size_t i = 0; i < c->n; i++) {
		struct cx_str path = cx_dir_part(c->v[i].path);

		if (cx_map_get(&seen, path) != CX_MAP_NONE)
			continue;
		(void)cx_map_put(&seen, path);
		*CX_NEXT(c->folders, c->n_folders,
		    c->folders_cap) = (struct cx_changed_folder){.path = path};
	}
	cx_map_release(&seen);
	CX_SORT(c->folders, c->n_folders, by_folder);
	c->sums = cx_search_sums(c->base);
	for (size_t i = 0; i < c->n_folders; i++) {
		struct cx_changed_folder *f = &c->folders[i];

		f->number = cx_search_folder_find(c->base, f->path);
		if (f->number == NONE) {
			f->number = next++;
			continue;
		}
		cx_search_folder(c->base, f->number, &f->atoms, &f->length);
		cx_search_sums_folder(&c->sums, f->atoms, f->length, -1);
	}
	for (size_t i = 0; i < c->n; i++) {
		struct cx_changed_folder *f;
		struct cx_search_rank r;

		if (!cx_kills(&c->v[i]))
			continue;
		f = folder_of(c, cx_dir_part(c->v[i].path));
		r = cx_search_rank(c->base, c->v[i].old, CX_RANK_PAIRS |
		    CX_RANK_NAMES);
		f->atoms--;
		f->length -= (uint64_t)r.words + r.pairs + r.names;
		c->sums.names -= r.names;
		c->sums.named -= r.names != 0;
		c->sums.words -= r.words;
		c->sums.worded -= r.words != 0;
		c->sums.pairs -= r.pairs;
		c->sums.paired -= r.pairs != 0;
	}
}

static int
by_number(const void *a, const void *b)
{
	uint32_t x = ((const struct cx_changed_folder *)a)->number;
	uint32_t y = ((const struct cx_changed_folder *)b)->number;

	return (x > y) - (x < y);
}

/* Adds what the delta has; folders are by number then. */
static void
add_new(struct cx_changes *c, const struct cx_search_build *b)
{
	struct cx_search_sums new = cx_search_build_sums(b);
	struct cx_changed_folder key = {.number = 0};
	uint32_t atoms;
	uint64_t length;

	c->sums.names += new.names;
	c->sums.named += new.named;
	c->sums.words += new.words;
	c->sums.worded += new.worded;
	c->sums.pairs += new.pairs;
	c->sums.paired += new.paired;
	CX_SORT(c->folders, c->n_folders, by_number);
	for (size_t i = 0; cx_search_build_folder(b, i, &key.number, &atoms,
	    &length); i++) {
		struct cx_changed_folder *f = bsearch(&key, c->folders,
		    c->n_folders, sizeof key, by_number);

		f->atoms += atoms;
		f->length += length;
	}
	for (size_t i = 0; i < c->n_folders; i++)
		cx_search_sums_folder(&c->sums, c->folders[i].atoms,
		    c->folders[i].length, 1);
}

static uint32_t
number_of(void *arg, struct cx_str path)
{
	return folder_of(arg, path)->number;
}

void
cx_changes_end(struct cx_changes *c)
{
	size_t n = 0;

	CX_SORT(c->v, c->n, by_path);
	for (size_t i = 0; i < c->n; i++) {
		struct cx_change a = c->v[i];

		a.old = cx_records_find(&c->records, a.path);
		/* Added since the base, and removed again. */
		if (a.exists || a.old != NONE)
			c->v[n++] = a;
	}
	c->n = n;
	find_folders(c);
}

struct cx_change *
cx_changes_find(struct cx_changes *c, struct cx_str path)
{
	const struct cx_change key = {.path = path};

	return c->n ? bsearch(&key, c->v, c->n, sizeof *c->v, by_path) : NULL;
}

void
cx_changes_build(struct cx_changes *c, struct cx_search_build *b)
{
	cx_search_build_number(b, number_of, c);
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

static void
write_folders(struct cx_changes *c, const struct cx_search_sink *sink)
{
	struct cx_buf *out = sink->begin(sink->arg, CX_DELTA
	    "changedfolders");

	for (size_t i = 0; i < c->n_folders; i++) {
		put_number(out, c->folders[i].number, ' ');
		put_number(out, c->folders[i].atoms, ' ');
		cx_buf_int(out, (int64_t)c->folders[i].length);
		cx_buf_char(out, '\n');
	}
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
	add_new(c, b);
	write_folders(c, sink);
	cx_print_near(c, sink->begin(sink->arg, CX_DELTA "near"));
}

void
cx_changes_meta(struct cx_changes *c, struct cx_search_build *b,
    struct cx_printer *p)
{
	int64_t atoms = cx_search_atoms(c->base) + (int64_t)c->n_atoms;

	for (size_t i = 0; i < c->n; i++)
		atoms -= cx_kills(&c->v[i]);
	cx_search_build_meta(b, p);
	cx_print_kobject(p, "live");
	cx_print_kint(p, "atoms", atoms);
	cx_search_sums_print(&c->sums, p);
	cx_print_end(p);
}
