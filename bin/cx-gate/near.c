/* What is known already, by project, and which of it is nearest. */
#include "bin/cx-gate/near.h"
#include "lib/text/doctext.h"

#include <errno.h>
#include <stdlib.h>

uint32_t
near_project(struct near *n, struct cx_str name)
{
	uint32_t known = n->projects.n;
	uint32_t k = cx_map_intern(&n->projects, &n->arena, name);

	if (k < known)
		return k;
	CX_GROW(n->corpus, k, n->corpus_cap);
	n->corpus[k] = (struct corpus){.texts = NULL};
	return k;
}

/* --- all atoms of an index, without a search set --- */

struct known {
	struct place place;
	uint32_t project;
};

struct all {
	struct known *v;
	size_t n, cap;
};

static struct all *
all_open(struct near *n)
{
	char *files[] = {(char *)(uintptr_t)n->index};
	struct all *all = cx_calloc(1, sizeof *all);
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
		*CX_NEXT(all->v, all->n, all->cap) = k;
	}
	cx_reader_close(r);
	return all;
}

static void
all_free(struct all *all)
{
	if (!all)
		return;
	free(all->v);
	free(all);
}

/* Reads the atoms of the project that is new. */
static void
all_read(struct near *n, uint32_t project)
{
	for (size_t i = 0; i < n->all->n; i++) {
		const struct known *k = &n->all->v[i];

		if (k->project == project)
			(void)near_read(n, &n->corpus[project], k->place,
			    false);
	}
}

/* --- all of it --- */

struct near *
near_new(const struct cx_config *config, const char *index,
    const struct cx_vault *vault)
{
	struct near *n = cx_calloc(1, sizeof *n);

	n->config = config;
	n->index = index;
	n->vault = vault;
	n->parser = cx_front_new();
	if (index)
		n->set = near_set_open(n);
	if (index && !n->set)
		n->all = all_open(n);
	return n;
}

void
near_free(struct near *n)
{
	if (n->gone)
		cx_warn("%zu notes of %s are no longer there and were not "
		    "compared with; run cx rebuild", n->gone, n->index);
	for (uint32_t i = 0; i < n->projects.n; i++) {
		cx_similar_free(n->corpus[i].texts);
		free(n->corpus[i].place);
		free(n->corpus[i].passed.v);
	}
	all_free(n->all);
	near_set_free(n->set);
	cx_front_free(n->parser);
	cx_arena_release(&n->arena);
	cx_arena_release(&n->front);
	cx_buf_release(&n->text);
	cx_map_release(&n->projects);
	free(n->corpus);
	free(n->names.v);
	free(n->of.v);
	free(n->without.v);
	free(n);
}

/* --- texts --- */

static void
put_place(struct corpus *c, struct place place)
{
	*CX_NEXT(c->place, c->n, c->cap) = place;
}

bool
near_read(struct near *n, struct corpus *c, struct place place, bool rest)
{
	struct cx_front front;
	struct cx_str body;
	int err;

	n->text.len = 0;
	err = cx_read_file(n->vault->fd, place.path.s, &n->text, CX_ATOM_MAX,
	    NULL);
	if (err == ENOENT) {
		n->gone++;
		return false;
	}
	/* One that has grown too large is compared by what was read of it. */
	if (err && err != EFBIG) {
		cx_error(CX_PARTIAL, "%s: %s; not compared with it",
		    place.path.s, cx_file_error(err));
		return false;
	}
	cx_arena_reset(&n->front);
	cx_front_read(n->parser, cx_buf_view(&n->text), &n->front, &front);
	body = cx_str_from(cx_buf_view(&n->text), front.body);
	if (rest)
		cx_similar_show(c->texts, body);
	else
		cx_similar_add(c->texts, body);
	put_place(c, place);
	return true;
}

static struct corpus *
corpus_of(struct near *n, struct cx_str project)
{
	uint32_t number = near_project(n, project);
	struct corpus *c = &n->corpus[number];

	if (c->texts)
		return c;
	if (n->set) {
		near_set_begin(n, c, project);
		return c;
	}
	c->texts = cx_similar_new();
	if (n->all)
		all_read(n, number);
	return c;
}

/* --- what a candidate supersedes --- */

static void
put_name(struct names *names, struct cx_str name)
{
	if (name.len == 0)
		return;
	*CX_NEXT(names->v, names->n, names->cap) = name;
}

static void
list_names(struct names *names, const struct cx_record *rec)
{
	const struct cx_json *v = cx_json_get(rec->root, "supersedes"), *e;

	names->n = 0;
	if (!v || v->type == CX_JSON_NULL)
		return;
	if (v->type == CX_JSON_STRING) {
		put_name(names, cx_json_str(v));
		return;
	}
	v = cx_record_strings(rec, "supersedes");
	for (e = cx_json_first(v); e; e = cx_json_next(v, e))
		put_name(names, cx_json_str(e));
}

bool
near_is_named(const struct names *names, const struct place *p)
{
	struct cx_str stem = p->path;

	if (cx_str_ends(stem, CX_STR(".md")))
		stem.len -= 3;
	for (size_t i = 0; i < names->n; i++) {
		struct cx_str name = names->v[i];

		if (cx_str_eq(name, p->id) || cx_str_eq(name, p->path) ||
		    cx_str_eq(name, stem))
			return true;
	}
	return false;
}

/* The numbers of the texts that are named to n->without. */
static void
find_named(struct near *n, const struct corpus *c)
{
	struct cx_atoms *out = &n->without;

	out->n = 0;
	for (size_t i = 0; n->names.n && i < c->n; i++) {
		if (!near_is_named(&n->names, &c->place[i]))
			continue;
		*CX_NEXT(out->v, out->n, out->cap) = (uint32_t)i;
	}
}

/* --- asking --- */

static bool
nearest(struct near *n, struct corpus *corpus, const struct candidate *c,
    int64_t least, struct cx_nearest *got)
{
	struct cx_atoms *of = &n->of;

	if (!n->set)
		return cx_similar_nearest(corpus->texts, c->content, least,
		    n->without.v, n->without.n, got);
	of->n = 0;
	near_set_find(n, corpus, c->project, c->content, least);
	for (size_t i = 0; i < corpus->passed.n; i++) {
		*CX_NEXT(of->v, of->n, of->cap) = corpus->passed.v[i];
	}
	return cx_similar_nearest_of(corpus->texts, c->content, least, of->v,
	    of->n, n->without.v, n->without.n, got);
}

bool
near_find(struct near *n, const struct candidate *c, int64_t least,
    struct cx_str *path, int64_t *cosine)
{
	struct corpus *corpus;
	struct cx_nearest got;

	if (!n->index && !n->told)
		cx_note("without -i, duplicates are looked for only among "
		    "what passed before in this stream");
	n->told = true;
	corpus = corpus_of(n, c->project);
	list_names(&n->names, c->rec);
	if (n->set && n->names.n)
		near_set_named(n, corpus, c->project, &n->names);
	find_named(n, corpus);
	if (!nearest(n, corpus, c, least, &got))
		return false;
	*path = corpus->place[got.number].path;
	*cosine = got.cosine;
	return true;
}

void
near_remember(struct near *n, const struct candidate *c)
{
	struct corpus *corpus = corpus_of(n, c->project);
	struct cx_atoms *passed = &corpus->passed;
	struct cx_buf b = CX_BUF_INIT;
	struct place p;

	cx_buf_fmt(&b, "%s:%zu", c->rec->file, c->rec->lineno);
	p.path = cx_arena_copy(&n->arena, cx_buf_view(&b));
	p.id = cx_arena_copy(&n->arena, cx_json_gets(c->rec->root, "id",
	    CX_STR("")));
	cx_buf_release(&b);
	CX_GROW(passed->v, passed->n, passed->cap);
	passed->v[passed->n++] = cx_similar_add(corpus->texts, c->content);
	put_place(corpus, p);
}
