/*
 * What is known already, by project.  The index says which atoms there are,
 * their files what they say: the body of each atom of a project is read once,
 * when the first candidate of that project asks.
 */
#include "bin/cx-gate/gate.h"
#include "lib/front.h"
#include "lib/map.h"

#include <errno.h>
#include <stdlib.h>

/* An atom of the index that is neither archived nor superseded. */
struct known {
	struct cx_str path, id; /* id.s NULL: none */
	uint32_t project;
};

struct place {
	struct cx_str path, id;
};

struct corpus {
	struct cx_similar *texts;
	struct place *place; /* by number of text */
	size_t n, cap;
};

struct near {
	const char *index;
	const struct cx_vault *vault;
	bool told; /* that there is no index */
	struct cx_arena arena;
	struct cx_map projects;
	struct corpus *corpus; /* by project */
	size_t corpus_cap;
	struct known *known;
	size_t n_known, known_cap;
	size_t gone;
	struct cx_front_parser *parser;
	uint32_t *without;
	size_t without_cap;
};

static uint32_t
project_number(struct near *n, struct cx_str name)
{
	uint32_t k = cx_map_get(&n->projects, name);

	if (k != CX_MAP_NONE)
		return k;
	k = cx_map_put(&n->projects, cx_arena_copy(&n->arena, name));
	if (k == n->corpus_cap)
		n->corpus = cx_grow(n->corpus, &n->corpus_cap,
		    sizeof *n->corpus);
	n->corpus[k] = (struct corpus){NULL, NULL, 0, 0};
	return k;
}

static bool
active(struct cx_str status)
{
	struct cx_str word;

	/* "superseded:EXP-7" is superseded. */
	return !cx_str_split(&status, ':', &word) ||
	    (!cx_str_is(word, "archived") && !cx_str_is(word, "superseded"));
}

static void
load_index(struct near *n)
{
	struct cx_reader *r = cx_reader_index(n->index);
	struct cx_record rec;

	while (cx_reader_next(r, &rec)) {
		struct cx_str id = cx_record_str(&rec, "id", CX_STR(""));
		struct cx_str path = cx_record_path(&rec);

		if (!active(cx_record_str(&rec, "status", CX_STR(""))))
			continue;
		CX_GROW(n->known, n->n_known, n->known_cap);
		n->known[n->n_known++] = (struct known){
		    cx_arena_copy(&n->arena, path),
		    cx_arena_copy(&n->arena, id),
		    project_number(n, cx_record_str(&rec, "project",
			CX_STR("unknown")))};
	}
	cx_reader_close(r);
}

struct near *
near_new(const char *index, const struct cx_vault *vault)
{
	struct near *n = cx_calloc(1, sizeof *n);

	n->index = index;
	n->vault = vault;
	n->parser = cx_front_new();
	if (index)
		load_index(n);
	return n;
}

void
near_free(struct near *n)
{
	if (n->gone)
		cx_warn("%zu atoms of %s are no longer there and were not "
		    "compared with; run cx rebuild", n->gone, n->index);
	for (uint32_t i = 0; i < n->projects.n; i++) {
		cx_similar_free(n->corpus[i].texts);
		free(n->corpus[i].place);
	}
	cx_front_free(n->parser);
	cx_arena_release(&n->arena);
	cx_map_release(&n->projects);
	free(n->corpus);
	free(n->known);
	free(n->without);
	free(n);
}

static void
add_text(struct corpus *c, struct cx_str text, struct place place)
{
	cx_similar_add(c->texts, text);
	CX_GROW(c->place, c->n, c->cap);
	c->place[c->n++] = place;
}

static void
add_atom(struct near *n, struct corpus *c, const struct known *k,
    struct cx_buf *text, struct cx_arena *arena)
{
	struct cx_front front;
	int err;

	text->len = 0;
	err = cx_read_file(n->vault->fd, k->path.s, text, CX_ATOM_MAX, NULL);
	if (err == ENOENT) {
		n->gone++;
		return;
	}
	/* An atom above the limit is compared by what was read of it. */
	if (err && err != EFBIG) {
		cx_error(CX_PARTIAL, "%s: %s; not compared with it",
		    k->path.s, cx_file_error(err));
		return;
	}
	cx_arena_reset(arena);
	cx_front_read(n->parser, cx_buf_view(text), arena, &front);
	add_text(c, cx_str_from(cx_buf_view(text), front.body),
	    (struct place){k->path, k->id});
}

static struct corpus *
corpus_of(struct near *n, struct cx_str project)
{
	uint32_t number = project_number(n, project);
	struct corpus *c = &n->corpus[number];
	struct cx_buf text = CX_BUF_INIT;
	struct cx_arena arena = {0};

	if (c->texts)
		return c;
	c->texts = cx_similar_new();
	for (size_t i = 0; i < n->n_known; i++) {
		if (n->known[i].project == number)
			add_atom(n, c, &n->known[i], &text, &arena);
	}
	cx_buf_release(&text);
	cx_arena_release(&arena);
	return c;
}

/* Whether name, an id or a path with or without .md, is that of p. */
static bool
names(struct cx_str name, const struct place *p)
{
	struct cx_str stem = p->path;

	if (name.len == 0)
		return false;
	if (cx_str_ends(stem, CX_STR(".md")))
		stem.len -= 3;
	return cx_str_eq(name, p->id) || cx_str_eq(name, p->path) ||
	    cx_str_eq(name, stem);
}

/* The numbers of the texts that the candidate supersedes, ascending. */
static size_t
superseded(struct near *n, const struct corpus *c, const struct cx_record *rec)
{
	const struct cx_json *v = cx_json_get(rec->root, "supersedes"), *e;
	size_t count = 0;

	if (!v || v->type == CX_JSON_NULL)
		return 0;
	if (v->type != CX_JSON_STRING)
		v = cx_record_strings(rec, "supersedes");
	for (size_t i = 0; i < c->n; i++) {
		bool hit = v->type == CX_JSON_STRING &&
		    names(cx_json_str(v), &c->place[i]);

		for (e = cx_json_first(v); e && !hit; e = cx_json_next(v, e))
			hit = names(cx_json_str(e), &c->place[i]);
		if (!hit)
			continue;
		CX_GROW(n->without, count, n->without_cap);
		n->without[count++] = (uint32_t)i;
	}
	return count;
}

bool
near_find(struct near *n, const struct candidate *c, int64_t least,
    struct cx_str *path, int64_t *cosine)
{
	struct corpus *corpus;
	struct cx_nearest got;
	size_t without;

	if (!n->index && !n->told)
		cx_note("without -i, duplicates are looked for only among "
		    "what passed before in this stream");
	n->told = true;
	corpus = corpus_of(n, c->project);
	without = superseded(n, corpus, c->rec);
	if (!cx_similar_nearest(corpus->texts, c->content, least, n->without,
	    without, &got))
		return false;
	*path = corpus->place[got.number].path;
	*cosine = got.cosine;
	return true;
}

void
near_remember(struct near *n, const struct candidate *c)
{
	struct cx_buf b = CX_BUF_INIT;
	struct place p;

	cx_buf_fmt(&b, "%s:%zu", c->rec->file, c->rec->lineno);
	p.path = cx_arena_copy(&n->arena, cx_buf_view(&b));
	p.id = cx_arena_copy(&n->arena, cx_json_gets(c->rec->root, "id",
	    CX_STR("")));
	cx_buf_release(&b);
	add_text(corpus_of(n, c->project), c->content, p);
}
