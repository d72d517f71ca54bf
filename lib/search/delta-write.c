/* Writes the delta's files, except neighbours. */
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

/* The sums of the base without the atoms that are dead. */
static void
take_dead(struct cx_changes *c)
{
	c->sums = cx_search_sums(c->base);
	for (size_t i = 0; i < c->n; i++) {
		struct cx_doc_length r;

		if (!cx_kills(&c->v[i]))
			continue;
		r = cx_doc_length(c->base, c->v[i].old, CX_RANK_PAIRS |
		    CX_RANK_NAMES);
		c->sums.names -= r.names;
		c->sums.named -= r.names != 0;
		c->sums.words -= r.words;
		c->sums.worded -= r.words != 0;
		c->sums.pairs -= r.pairs;
		c->sums.paired -= r.pairs != 0;
	}
}

/* Adds what the delta has. */
static void
add_new(struct cx_changes *c, const struct cx_search_build *b)
{
	struct cx_search_sums new = cx_search_build_sums(b);

	c->sums.names += new.names;
	c->sums.named += new.named;
	c->sums.words += new.words;
	c->sums.worded += new.worded;
	c->sums.pairs += new.pairs;
	c->sums.paired += new.paired;
}

void
cx_changes_end(struct cx_changes *c)
{
	size_t n = 0;

	CX_SORT(c->v, c->n, by_path);
	for (size_t i = 0; i < c->n; i++) {
		struct cx_change a = c->v[i];

		a.old = cx_records_find(&c->records, 0, a.path);
		/* Added since the base, and removed again. */
		if (a.exists || a.old != NONE)
			c->v[n++] = a;
	}
	c->n = n;
	take_dead(c);
}

struct cx_change *
cx_changes_find(struct cx_changes *c, struct cx_str path)
{
	const struct cx_change key = {.path = path};

	return c->n ? bsearch(&key, c->v, c->n, sizeof *c->v, by_path) : NULL;
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
