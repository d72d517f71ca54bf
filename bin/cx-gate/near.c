/* Finds the known text nearest to a candidate, by project. */
#include "bin/cx-gate/gate.h"
#include "lib/atom/bodies.h"
#include "lib/base/map.h"
#include "lib/base/utf8.h"
#include "lib/rank/similar_candidates.h"
#include "lib/search/records.h"
#include "lib/text/doctext.h"
#include "lib/text/facts.h"

#include <errno.h>
#include <stdlib.h>

struct place {
	struct cx_str path, id; /* id "": none */
	/* Of a candidate; text.s NULL: in the file. */
	struct cx_str text, session;
};

/* Texts of one project. */
struct corpus {
	struct cx_similar *texts;
	struct place *place; /* by number of text */
	size_t n, cap;
	struct place *known; /* of an index without a search set */
	size_t n_known, known_cap;
	struct cx_atoms passed;	 /* numbers of candidates */
};

/* Ids or paths. */
struct names {
	struct cx_str *v;
	size_t n, cap;
};

struct near_set;

/* An atom that can be near, and where its path stands among all. */
struct likely {
	uint64_t order;
	uint32_t atom;
};

struct near {
	const struct cx_config *config;
	const char *index;
	const struct cx_vault *vault;
	bool warned; /* of a missing index */
	struct near_set *set; /* NULL: none */
	struct cx_analyzer *analyzer; /* where there is no set */
	struct cx_analyzer *folds;    /* without a language */
	struct cx_arena arena;
	struct cx_map projects;
	struct corpus *corpus; /* by project */
	size_t corpus_cap;
	size_t gone;
	struct cx_atom_text text;   /* room */
	struct names names;	    /* room */
	struct likely *likely;	     /* room */
	size_t n_likely, likely_cap;
	struct cx_atoms of, without; /* room */
	/* What is asked now, and what is like it but another fact. */
	const struct candidate *asked;
	struct cx_facts_asked *facts; /* NULL: not needed yet */
	struct corpus *among;
	struct cx_atoms mould;
};

/* That of a project, which may be new; good until the next call. */
static struct corpus *
find_corpus(struct near *n, struct cx_str project)
{
	uint32_t known = n->projects.n;
	uint32_t k = cx_map_intern(&n->projects, &n->arena, project);

	if (k == known) {
		CX_GROW(n->corpus, k, n->corpus_cap);
		n->corpus[k] = (struct corpus){.texts = NULL};
	}
	return &n->corpus[k];
}

/* Adds the atom's text as its file is now; rest says whether it is counted
 * already (similar.h).  False if there is none, which has been said. */
static bool
near_read(struct near *n, struct corpus *c, struct place place, bool rest)
{
	int err = cx_atom_read(&n->text, n->vault->fd, place.path.s);

	if (err == ENOENT) {
		n->gone++;
		return false;
	}
	/* One that has grown too large is compared by what was read of it. */
	if (err && err != EFBIG) {
		cx_error(CX_PARTIAL, "%s: %s; not compared with it",
		    place.path.s, cx_atom_why(err));
		return false;
	}
	if (rest)
		cx_similar_show(c->texts, n->text.body);
	else
		cx_similar_add(c->texts, n->text.body);
	*CX_NEXT(c->place, c->n, c->cap) = place;
	return true;
}

/* Whether one of the names is the id of p, or its path with or without .md. */
static bool
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

/* --- atoms of a search set, which tells what can be near and in how many
 * bodies each word is, so that the others need not be read --- */

/* An atom that was read, or could not be: text is then NO_TEXT. */
struct seen {
	const struct cx_similar *texts; /* of its project; NULL: not yet */
	uint32_t text;
};

#define NO_TEXT UINT32_MAX

struct near_set {
	struct cx_search *set;
	struct cx_analyzer *analyzer; /* as that of the set */
	struct cx_records records;
	struct seen *seen; /* by atom */
	struct cx_candidates *likely;
};

/* Whether the set is one to ask: in terms that this version makes. */
static struct near_set *
near_set_open(struct near *n)
{
	struct cx_search *set = cx_search_find_set(n->index);
	struct cx_analyzer *a = NULL;
	struct near_set *s;

	if (set)
		a = cx_analyzer_like(cx_search_analyzer(set));
	if (!a) {
		cx_search_close(set);
		return NULL;
	}
	s = cx_calloc(1, sizeof *s);
	s->set = set;
	s->analyzer = a;
	s->records = cx_records_of(set);
	s->seen = cx_calloc(cx_search_atoms(set), sizeof *s->seen);
	s->likely = cx_candidates_new(set, a);
	return s;
}

static void
near_set_free(struct near_set *s)
{
	if (!s)
		return;
	cx_records_release(&s->records);
	cx_search_close(s->set);
	cx_analyzer_free(s->analyzer);
	free(s->seen);
	cx_candidates_free(s->likely);
	free(s);
}

static bool same_fact(void *arg, uint32_t number, bool loose);

static uint32_t
bodies_df(void *arg, struct cx_str word)
{
	return cx_body_words_df(arg, word);
}

/* Begins a project that is new. */
static void
near_set_begin(struct near *n, struct corpus *c, struct cx_str project)
{
	struct cx_body_words *b = cx_arena_alloc(&n->arena, sizeof *b);

	*b = cx_search_body_words(n->set->set, project);
	c->texts = cx_similar_among(n->set->analyzer,
	    &(struct cx_similar_rest){b->n, bodies_df, b});
	cx_similar_reword(c->texts, same_fact, n);
}

/* --- atoms --- */

/* Reads the atom unless it has been, if it is one of the project's that
 * texts are compared with and, with names, has one of these.  The number of
 * its text; NO_TEXT. */
static uint32_t
read_atom(struct near *n, struct corpus *c, struct cx_str project,
    uint32_t atom, const struct names *names)
{
	struct seen *seen = &n->set->seen[atom];
	struct cx_record rec;
	struct place p;

	if (seen->texts)
		return seen->texts == c->texts ? seen->text : NO_TEXT;
	cx_records_get(&n->set->records, atom, &rec);
	if (!cx_doc_compared(n->config, &rec) ||
	    !cx_str_eq(cx_doc_project(&rec), project))
		return NO_TEXT;
	p.path = cx_record_path(&rec);
	p.id = cx_record_str(&rec, "id", CX_STR(""));
	if (names && !near_is_named(names, &p))
		return NO_TEXT;
	p.path = cx_arena_copy(&n->arena, p.path);
	p.id = cx_arena_copy(&n->arena, p.id);
	p.text = (struct cx_str){NULL, 0};
	*seen = (struct seen){c->texts, (uint32_t)c->n};
	if (!near_read(n, c, p, true))
		seen->text = NO_TEXT;
	return seen->text;
}

/* Reads the atoms of the project that have one of these names: what a line
 * says without escapes is known before it is parsed. */
static void
near_set_named(struct near *n, struct corpus *c, struct cx_str project,
    const struct names *names)
{
	static const struct cx_str members[] = {{"path", 4}, {"id", 2}};
	struct cx_search *set = n->set->set;

	for (uint32_t i = 0; i < cx_search_atoms(set); i++) {
		struct cx_str texts[2];
		struct place p = {.path = CX_STR(""), .id = CX_STR("")};

		if (!cx_search_has(set, i))
			continue;
		cx_record_texts(cx_search_record(set, i), members, 2, texts);
		if (!cx_record_plain(texts[0], &p.path) ||
		    (texts[1].s && texts[1].s[0] == '"' &&
			!cx_record_plain(texts[1], &p.id)) ||
		    near_is_named(names, &p))
			(void)read_atom(n, c, project, i, names);
	}
}

/* Marks the atoms of the project that can be near to text, by the words that
 * weigh so much together. */
static void
near_set_likely(struct near *n, struct cx_str project,
    const struct cx_weight *w, size_t count, double enough)
{
	const struct cx_atoms *found = cx_candidates_find(n->set->likely,
	    project, w, count, enough);

	for (size_t i = 0; i < found->n; i++)
		*CX_NEXT(n->likely, n->n_likely, n->likely_cap) =
		    (struct likely){cx_search_order(n->set->set,
			found->v[i]), found->v[i]};
}

static int
by_path(const void *a, const void *b)
{
	const struct likely *x = a, *y = b;

	return (x->order > y->order) - (x->order < y->order);
}

/*
 * Reads the atoms of the project that can be near to text, by its words as
 * they are or by their terms, and puts the numbers of their texts into n->of,
 * in order of their paths.
 */
static void
near_set_find(struct near *n, struct corpus *c, struct cx_str project,
    struct cx_str text, int64_t least)
{
	const struct cx_weight *w;
	struct cx_atoms *of = &n->of;
	double enough;
	size_t count;

	of->n = n->n_likely = 0;
	w = cx_similar_weights(c->texts, text, least, n->without.v,
	    n->without.n, &count, &enough);
	near_set_likely(n, project, w, count, enough);
	w = cx_similar_terms(c->texts, text, &count, &enough);
	near_set_likely(n, project, w, count, enough);
	CX_SORT(n->likely, n->n_likely, by_path);
	for (size_t i = 0; i < n->n_likely; i++) {
		uint32_t atom = n->likely[i].atom, number;

		if (i && atom == n->likely[i - 1].atom)
			continue;
		number = read_atom(n, c, project, atom, NULL);
		if (number != NO_TEXT)
			*CX_NEXT(of->v, of->n, of->cap) = number;
	}
}

/* --- all of it --- */

/* Lists all atoms of an index without a search set. */
static void
list_all(struct near *n)
{
	char *files[] = {(char *)(uintptr_t)n->index};
	struct cx_reader *r = cx_reader_open(files, 1);
	struct cx_record rec;

	while (cx_reader_next(r, &rec)) {
		struct corpus *c;

		if (!cx_doc_compared(n->config, &rec))
			continue;
		c = find_corpus(n, cx_doc_project(&rec));
		*CX_NEXT(c->known, c->n_known, c->known_cap) = (struct place){
		    .path = cx_arena_copy(&n->arena, cx_record_path(&rec)),
		    .id = cx_arena_copy(&n->arena, cx_record_str(&rec, "id",
			CX_STR("")))};
	}
	cx_reader_close(r);
}

struct near *
near_new(const struct cx_config *config, const char *index,
    const struct cx_vault *vault)
{
	struct near *n = cx_calloc(1, sizeof *n);

	n->config = config;
	n->index = index;
	n->vault = vault;
	if (index)
		n->set = near_set_open(n);
	if (!n->set)
		n->analyzer = cx_analyzer_of(config);
	if (index && !n->set)
		list_all(n);
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
		free(n->corpus[i].known);
		free(n->corpus[i].passed.v);
	}
	near_set_free(n->set);
	if (n->analyzer)
		cx_analyzer_free(n->analyzer);
	if (n->folds)
		cx_analyzer_free(n->folds);
	cx_atom_text_release(&n->text);
	cx_arena_release(&n->arena);
	cx_map_release(&n->projects);
	free(n->corpus);
	free(n->names.v);
	free(n->likely);
	free(n->of.v);
	free(n->without.v);
	free(n->mould.v);
	free(n);
}

/* --- texts --- */

static struct corpus *
corpus_of(struct near *n, struct cx_str project)
{
	struct corpus *c = find_corpus(n, project);

	if (c->texts)
		return c;
	if (n->set) {
		near_set_begin(n, c, project);
		return c;
	}
	c->texts = cx_similar_among(n->analyzer,
	    &(struct cx_similar_rest){0, NULL, NULL});
	cx_similar_reword(c->texts, same_fact, n);
	for (size_t i = 0; i < c->n_known; i++)
		(void)near_read(n, c, c->known[i], false);
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
	const struct cx_json *v = cx_json_get(rec->root, "supersedes");

	names->n = 0;
	if (!v || v->type == CX_JSON_NULL)
		return;
	if (v->type == CX_JSON_STRING) {
		put_name(names, cx_json_str(v));
		return;
	}
	v = cx_record_strings(rec, "supersedes");
	CX_JSON_EACH(e, v)
		put_name(names, cx_json_str(e));
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

/* Longer plain words may tell two facts apart: morning, evening. */
#define SHORT 3

/* Whether a word says little in the language of what is asked. */
static bool
is_plain(void *arg, struct cx_str word)
{
	struct near *n = arg;

	return cx_utf8_count(word) <= SHORT &&
	    tongue_is_plain(n->folds, n->asked->tongue, word);
}

/* Whether a text that is near says the same; what does not is remembered. */
static bool
same_fact(void *arg, uint32_t number, bool loose)
{
	struct near *n = arg;
	struct place *p = &n->among->place[number];
	struct cx_str text = p->text;

	if (!text.s) {
		/* It was read before, if only in part. */
		(void)cx_atom_read(&n->text, n->vault->fd, p->path.s);
		text = n->text.body;
	}
	if (!n->facts)
		n->facts = cx_facts_ask(n->set ? n->set->analyzer :
		    n->analyzer, n->asked->content, n->asked->tongue ?
		    is_plain : NULL, n);
	if (!cx_facts_differ(n->facts, text))
		return !loose || cx_facts_agree(n->facts, text);
	if (!loose)
		*CX_NEXT(n->mould.v, n->mould.n, n->mould.cap) = number;
	return false;
}

static bool
nearest(struct near *n, struct corpus *corpus, const struct candidate *c,
    int64_t least, struct cx_nearest *got)
{
	struct cx_atoms *of = &n->of;

	if (!n->set)
		return cx_similar_nearest(corpus->texts, c->content, least,
		    n->without.v, n->without.n, got);
	near_set_find(n, corpus, c->project, c->content, least);
	for (size_t i = 0; i < corpus->passed.n; i++)
		*CX_NEXT(of->v, of->n, of->cap) = corpus->passed.v[i];
	return cx_similar_nearest_of(corpus->texts, c->content, least, of->v,
	    of->n, n->without.v, n->without.n, got);
}

bool
near_find(struct near *n, const struct candidate *c, int64_t least,
    struct cx_str *path, int64_t *cosine)
{
	struct corpus *corpus;
	struct cx_nearest got;
	bool found;

	if (!n->index && !n->warned)
		cx_note("without -i, duplicates are looked for only among "
		    "what passed before in this stream");
	n->warned = true;
	corpus = corpus_of(n, c->project);
	list_names(&n->names, c->rec);
	if (n->set && n->names.n)
		near_set_named(n, corpus, c->project, &n->names);
	find_named(n, corpus);
	n->asked = c;
	n->among = corpus;
	n->mould.n = 0;
	if (c->tongue && !n->folds)
		n->folds = cx_analyzer_new(CX_STR("none"));
	cx_similar_plain(corpus->texts, c->tongue ? is_plain : NULL, n);
	found = nearest(n, corpus, c, least, &got);
	cx_facts_asked_free(n->facts);
	n->facts = NULL;
	if (!found)
		return false;
	*path = corpus->place[got.number].path;
	*cosine = got.cosine;
	return true;
}

size_t
near_like(const struct near *n, const struct rate *r,
    const struct candidate *c, struct cx_str *path)
{
	size_t count = 0;

	for (size_t i = 0; i < n->mould.n; i++) {
		const struct place *p = &n->among->place[n->mould.v[i]];

		if (p->text.s ? !cx_str_eq(p->session, c->session) :
		    c->session.len == 0 ||
			!rate_saved(r, c->session, p->path))
			continue;
		*path = p->path;
		count++;
	}
	return count;
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
	p.text = cx_arena_copy(&n->arena, c->content);
	p.session = cx_arena_copy(&n->arena, c->session);
	cx_buf_release(&b);
	*CX_NEXT(passed->v, passed->n, passed->cap) =
	    cx_similar_add(corpus->texts, c->content);
	*CX_NEXT(corpus->place, corpus->n, corpus->cap) = p;
}
