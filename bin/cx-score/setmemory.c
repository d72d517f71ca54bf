/* A search set in memory, made of a stream. */
#include "bin/cx-score/recall.h"
#include "bin/cx-score/set.h"

#include "lib/atom/bodies.h"
#include "lib/record/collect.h"
#include "lib/search/build.h"

#include <stdlib.h>

/* What a record's text was, by order of arrival. */
struct body {
	struct cx_str text;
	size_t line;
};

struct set_memory {
	bool keep_bodies; /* for phrases, snippets or a filter */
	struct body *bodies;
	size_t n_bodies, cap_bodies;
	struct cx_arena arena;
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
	struct cx_str body = cx_record_str(rec, "body",
	    (struct cx_str){NULL, 0});

	cx_search_build_add(m->build, rec, m->atoms.v[m->atoms.n - 1].len);
	if (!m->keep_bodies)
		return;
	while (m->n_bodies <= number) {
		CX_GROW(m->bodies, m->n_bodies, m->cap_bodies);
		m->bodies[m->n_bodies++] = (struct body){{NULL, 0}, 1};
	}
	if (body.s)
		m->bodies[number] = (struct body){
		    cx_arena_copy(&m->arena, body),
		    cx_body_line(rec, body)};
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

static bool
reads_texts(const struct settings *s, const struct query *q)
{
	struct cx_analyzer *a = cx_analyzer_of(s->config);
	bool reads = recall_reads(a, q);

	cx_analyzer_free(a);
	return reads;
}

struct set_memory *
set_memory_read(struct settings *s)
{
	struct set_memory *m = cx_calloc(1, sizeof *m);
	struct cx_search_sink sink = {begin, more, m};
	struct cx_str files[CX_S_FILES];
	struct cx_printer p;

	m->keep_bodies = s->snippets ||
	    (s->where && cx_expr_names(s->where, "body"));
	for (size_t i = 0; i < s->n_asks; i++) {
		const struct query *q = &s->asks[i].query;

		for (size_t k = 0; k < q->n; k++)
			m->keep_bodies |= q->terms[k].phrase;
		m->keep_bodies |= reads_texts(s, q);
	}
	m->build = cx_search_build_new(s->config, CX_BUILD_MEMORY);
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
	m->set = cx_search_memory(files, NULL, "(stdin)");
	return m;
}

const struct cx_search *
set_memory_search(const struct set_memory *m)
{
	return m->set;
}

bool
set_memory_body(const struct set_memory *m, uint32_t atom,
    struct cx_str *body, size_t *line)
{
	uint32_t number = m->atoms.v[atom].number;

	if (number >= m->n_bodies || !m->bodies[number].text.s)
		return false;
	*body = m->bodies[number].text;
	*line = m->bodies[number].line;
	return true;
}

void
set_memory_free(struct set_memory *m)
{
	if (!m)
		return;
	cx_search_close(m->set);
	cx_collection_release(&m->atoms);
	cx_arena_release(&m->arena);
	free(m->bodies);
	for (int f = 0; f < CX_S_FILES; f++)
		cx_buf_release(&m->files[f]);
	free(m);
}
