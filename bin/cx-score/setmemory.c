/* A search set in memory, made of a stream. */
#include "bin/cx-score/set.h"

#include "lib/collect.h"
#include "lib/searchbuild.h"

#include <stdlib.h>

struct set_memory {
	struct cx_search_build *build;
	struct cx_collection atoms;
	struct cx_buf files[CX_S_FILES];
	struct cx_search *set;
};

static struct cx_buf *
begin(void *arg, const char *name)
{
	struct set_memory *m = arg;
	int f = 0;

	while (f < CX_S_FILES && strcmp(name, cx_search_names[f]) != 0)
		f++;
	if (f == CX_S_FILES)
		cx_die(CX_FAIL, "a search set has no file '%s'", name);
	return &m->files[f];
}

static void
more(void *arg)
{
	(void)arg; /* all of it stays in memory */
}

/* The body stays with the terms it gave; lines are as an index has them. */
static void
add(void *arg, const struct cx_record *rec, uint32_t number)
{
	struct set_memory *m = arg;

	(void)number;
	cx_search_build_add(m->build, rec, m->atoms.v[m->atoms.n - 1].len);
}

static void
write_manifest(struct set_memory *m)
{
	struct cx_buf *b = &m->files[CX_S_MANIFEST];

	cx_buf_puts(b, "[\n");
	for (size_t i = 0; i < m->atoms.n; i++) {
		cx_buf_str(b, cx_held_line(&m->atoms, &m->atoms.v[i]));
		cx_buf_puts(b, i + 1 < m->atoms.n ? ",\n" : "\n");
	}
	cx_buf_puts(b, "]\n");
}

struct set_memory *
set_memory_read(struct settings *s)
{
	struct set_memory *m = cx_calloc(1, sizeof *m);
	struct cx_search_sink sink = {begin, more, m};
	struct cx_str files[CX_S_FILES];
	struct cx_printer p;

	m->build = cx_search_build_new(s->config);
	cx_collect(&m->atoms, s->files, s->n_files, add, m);
	cx_search_build_write(m->build, &sink);
	write_manifest(m);
	p = cx_printer(&m->files[CX_S_META]);
	cx_print_object(&p);
	cx_search_build_meta(m->build, &p);
	cx_print_end(&p);
	cx_search_build_free(m->build);
	for (int f = 0; f < CX_S_FILES; f++)
		files[f] = cx_buf_view(&m->files[f]);
	m->set = cx_search_memory(files, "(stdin)");
	return m;
}

const struct cx_search *
set_memory_search(const struct set_memory *m)
{
	return m->set;
}

void
set_memory_free(struct set_memory *m)
{
	if (!m)
		return;
	cx_search_close(m->set);
	cx_collection_release(&m->atoms);
	for (int f = 0; f < CX_S_FILES; f++)
		cx_buf_release(&m->files[f]);
	free(m);
}
