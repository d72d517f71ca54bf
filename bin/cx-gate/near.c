/* What is known already, by project, and which of it is nearest. */
#include "bin/cx-gate/gate.h"
#include "lib/atom/bodies.h"
#include "lib/base/map.h"
#include "lib/search/records.h"
#include "lib/search/search.h"
#include "lib/text/doctext.h"

#include <errno.h>
#include <stdlib.h>

struct place {
	struct cx_str path, id; /* id "": none */
};

/* Texts of one project. */
struct corpus {
	struct cx_similar *texts;
	struct place *place; /* by number of text */
	size_t n, cap;
	struct cx_atoms passed;	 /* numbers of candidates */
};

/* Ids or paths. */
struct names {
	struct cx_str *v;
	size_t n, cap;
};

struct all;
struct near_set;

struct near {
	const struct cx_config *config;
	const char *index;
	const struct cx_vault *vault;
	bool warned; /* of a missing index */
	struct all *all; /* NULL: none */
	struct near_set *set; /* NULL: none */
	struct cx_arena arena;
	struct cx_map projects;
	struct corpus *corpus; /* by project */
	size_t corpus_cap;
	size_t gone;
	struct cx_atom_text text;   /* room */
	struct names names;	    /* room */
	struct cx_atoms of, without; /* room */
};

/* The number of a project. */
static uint32_t
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

static void
put_place(struct corpus *c, struct place place)
{
	*CX_NEXT(c->place, c->n, c->cap) = place;
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
	put_place(c, place);
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

/* --- which atoms can be near --- */

/*
 * The search set says which atoms can be near to a text, and in how many
 * bodies each word is, so that the others need not be read.
 *
 * A cosine is at most the share that the common words have in the length of
 * the asked vector (Cauchy and Schwarz).  Postings tell which atoms have a
 * word's term; stop words have no postings, so all atoms may have them.  An
 * atom that can be near has at least one of the rarest words, as many of
 * them as weigh more than may be missing: only their postings are all read
 * (prefix filtering; Chaudhuri, Ganti and Kaushik, "A primitive operator for
 * similarity joins in data cleaning", ICDE 2006).
 */

/* As long as decoding so many postings takes looking for one atom. */
#define LOOK 256

/* A term of the asked text. */
struct wanted {
	uint32_t term;
	double square; /* what its words weigh */
	struct cx_cursor list;
};

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
	double *sum;	   /* by atom; 0 but while one text is asked */
	struct cx_atoms found;
	struct wanted *wanted;
	size_t n, cap;
};

/* Whether the set is one to ask: it tells all that the index holds, in terms
 * that this version makes. */
static struct near_set *
near_set_open(struct near *n)
{
	struct cx_search *set = cx_search_find_set(n->index, false);
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
	s->sum = cx_calloc(cx_search_atoms(set), sizeof *s->sum);
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
	free(s->sum);
	free(s->found.v);
	free(s->wanted);
	free(s);
}

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
	*seen = (struct seen){c->texts, (uint32_t)c->n};
	if (!near_read(n, c, p, true))
		seen->text = NO_TEXT;
	return seen->text;
}

/* --- names --- */

/* Whether a string that holds s may be written in JSON without s in it,
 * though no character of it is written as \uXXXX, nor / as \/. */
static bool
is_escaped(struct cx_str s)
{
	for (size_t i = 0; i < s.len; i++) {
		if ((unsigned char)s.s[i] < 0x20 || s.s[i] == '"' ||
		    s.s[i] == '\\')
			return true;
	}
	return false;
}

/* Whether the line of JSON may hold one of the names: an id or path. */
static bool
may_hold(struct cx_str line, const struct names *names, bool any_escape)
{
	const char *p = line.s, *end = line.s + line.len;

	for (size_t i = 0; i < names->n; i++)
		if (cx_str_has(line, names->v[i]))
			return true;
	while ((p = memchr(p, '\\', (size_t)(end - p))) != NULL) {
		if (any_escape || end - p < 2 || p[1] == 'u' || p[1] == '/')
			return true;
		p += 2;
	}
	return false;
}

/* Reads the atoms of the project that may have one of these names. */
static void
near_set_named(struct near *n, struct corpus *c, struct cx_str project,
    const struct names *names)
{
	struct cx_search *set = n->set->set;
	bool any_escape = false;

	for (size_t i = 0; i < names->n; i++)
		any_escape |= is_escaped(names->v[i]);
	for (uint32_t i = 0; i < cx_search_atoms(set); i++)
		if (may_hold(cx_search_record(set, i), names, any_escape))
			(void)read_atom(n, c, project, i, names);
}

/* --- the postings of its words --- */

static int
by_df(const void *a, const void *b)
{
	const struct wanted *x = a, *y = b;

	if (x->list.df != y->list.df)
		return x->list.df < y->list.df ? -1 : 1;
	return cx_order_u32(a, b);
}

/*
 * Finds the terms of the weights that some atom has, the rarest first.
 * Returns what they weigh; *always is what words weigh that every atom may
 * have.
 */
static double
want(struct near_set *s, const struct cx_weight *w, size_t n, double *always)
{
	double have = 0;
	size_t kept = 0;

	s->n = 0;
	*always = 0;
	for (size_t i = 0; i < n; i++) {
		if (w[i].stop) {
			*always += w[i].square;
			continue;
		}
		*CX_NEXT(s->wanted, s->n, s->cap) = (struct wanted){
		    .square = w[i].square, .term = w[i].term};
	}
	CX_SORT(s->wanted, s->n, cx_order_u32);
	for (size_t i = 0; i < s->n; i++) {
		struct wanted t = s->wanted[i];

		for (; i + 1 < s->n && s->wanted[i + 1].term == t.term; i++)
			t.square += s->wanted[i + 1].square;
		t.list = cx_search_find(s->set, CX_LIST_TEXT,
		    cx_analyzer_term(s->analyzer, t.term));
		if (!t.list.df)
			continue;
		have += t.square;
		s->wanted[kept++] = t;
	}
	s->n = kept;
	CX_SORT(s->wanted, kept, by_df);
	return have;
}

static void
put_found(struct near_set *s, uint32_t atom)
{
	*CX_NEXT(s->found.v, s->found.n, s->found.cap) = atom;
}

/* All atoms that have the term. */
static void
take_all(struct near_set *s, struct wanted *t)
{
	struct cx_posting p[CX_POSTINGS_LINE];
	size_t n;

	while ((n = cx_cursor_next(&t->list, p)) > 0) {
		for (size_t i = 0; i < n; i++) {
			if (s->sum[p[i].atom] == 0)
				put_found(s, p[i].atom);
			s->sum[p[i].atom] += t->square;
		}
	}
}

/* Drops those found that have less than enough, though they had all of
 * `rest` too. */
static void
drop_far(struct near_set *s, double rest, double enough)
{
	size_t kept = 0;

	for (size_t i = 0; i < s->found.n; i++) {
		uint32_t atom = s->found.v[i];

		if (s->sum[atom] + rest >= enough)
			s->found.v[kept++] = atom;
		else
			s->sum[atom] = 0;
	}
	s->found.n = kept;
}

/* Of those found, which are ascending, the atoms that have the term. */
static void
take_found(struct near_set *s, struct wanted *t)
{
	struct cx_posting p[CX_POSTINGS_LINE];
	size_t n, k = 0;

	if (t->list.df / LOOK > s->found.n) {
		for (size_t i = 0; i < s->found.n; i++)
			if (cx_cursor_get(&t->list, s->found.v[i], p))
				s->sum[s->found.v[i]] += t->square;
		return;
	}
	while ((n = cx_cursor_next(&t->list, p)) > 0) {
		for (size_t i = 0; i < n; i++) {
			while (k < s->found.n && s->found.v[k] < p[i].atom)
				k++;
			if (k < s->found.n && s->found.v[k] == p[i].atom)
				s->sum[p[i].atom] += t->square;
		}
	}
}

/* The atoms that have terms which weigh enough, to s->found; have is what
 * all terms weigh, which is enough, and none is not. */
static void
find_enough(struct near_set *s, double have, double enough)
{
	double missing = 0;
	size_t i = 0;

	/* Who has none of these lacks too much. */
	while (i < s->n && have - missing >= enough) {
		missing += s->wanted[i].square;
		take_all(s, &s->wanted[i++]);
	}
	CX_SORT(s->found.v, s->found.n, cx_order_u32);
	for (; i < s->n && s->found.n; i++) {
		drop_far(s, have - missing, enough);
		missing += s->wanted[i].square;
		take_found(s, &s->wanted[i]);
	}
	drop_far(s, 0, enough);
	for (size_t k = 0; k < s->found.n; k++)
		s->sum[s->found.v[k]] = 0;
}

/* All atoms of the project, and some more. */
static void
find_project(struct near_set *s, struct cx_str project)
{
	struct cx_posting p[CX_POSTINGS_LINE];
	struct cx_cursor list;
	size_t n;

	/* The list is of what records say; some say nothing. */
	if (project.len == 0 || cx_str_is(project, CX_NO_PROJECT)) {
		for (uint32_t i = 0; i < cx_search_atoms(s->set); i++)
			put_found(s, i);
		return;
	}
	list = cx_search_project(s->set, project);
	while ((n = cx_cursor_next(&list, p)) > 0)
		for (size_t i = 0; i < n; i++)
			put_found(s, p[i].atom);
}

/*
 * Reads the atoms of the project that can be near to text, and appends the
 * numbers of their texts to n->of, in order of their paths.
 */
static void
near_set_find(struct near *n, struct corpus *c, struct cx_str project,
    struct cx_str text, int64_t least)
{
	struct near_set *s = n->set;
	const struct cx_weight *w;
	double enough, have, always;
	size_t count;

	w = cx_similar_weights(c->texts, text, least, n->without.v,
	    n->without.n, &count, &enough);
	have = want(s, w, count, &always);
	s->found.n = 0;
	if (always >= enough)
		find_project(s, project);
	else if (always + have >= enough)
		find_enough(s, have, enough - always);
	for (size_t i = 0; i < s->found.n; i++) {
		uint32_t number = read_atom(n, c, project, s->found.v[i],
		    NULL);

		if (number == NO_TEXT)
			continue;
		*CX_NEXT(n->of.v, n->of.n, n->of.cap) = number;
	}
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
	cx_atom_text_release(&n->text);
	cx_arena_release(&n->arena);
	cx_map_release(&n->projects);
	free(n->corpus);
	free(n->names.v);
	free(n->of.v);
	free(n->without.v);
	free(n);
}

/* --- texts --- */

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

	if (!n->index && !n->warned)
		cx_note("without -i, duplicates are looked for only among "
		    "what passed before in this stream");
	n->warned = true;
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
