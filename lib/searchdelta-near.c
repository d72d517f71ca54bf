/*
 * Whose neighbours are not what they were: the file near.
 *
 * What a link means depends on the atoms that share a key with it
 * (resolve.h).  So the links to look at are those of atoms that have changed
 * and those that have a key which a changed atom has or had.  Where one means
 * something else than before, the neighbours of both its ends are found
 * anew; where an atom has become a hub by it, or is one no more, the lines
 * of its neighbours change too.
 */
#include "lib/searchdelta-impl.h"

#include "lib/edge.h"

#include <stdlib.h>

/* An end of a link that is new or lost. */
struct end {
	uint32_t atom;
	bool lost;
	uint32_t other;
};

/* Its neighbours now. */
struct line {
	uint32_t atom;
	bool hub, was_hub;
	bool whole; /* to be found; else it is what it was and more */
	struct cx_atoms all; /* hubs among them */
};

struct near {
	struct cx_changes *c;
	struct cx_world world;
	struct cx_atoms sources; /* of links to look at */
	struct end *ends;
	size_t n_ends, ends_cap;
	struct line *lines; /* by atom */
	size_t n_lines, lines_cap;
	struct cx_json_parser *json; /* of the atom whose links are visited */
	struct cx_buf text;
};

/* --- what to look at --- */

static void
add_source(struct near *n, uint32_t atom)
{
	CX_GROW(n->sources.v, n->sources.n, n->sources.cap);
	n->sources.v[n->sources.n++] = atom;
}

static void
put_text(void *arg, struct cx_str s)
{
	cx_buf_str(arg, s);
	cx_buf_char(arg, '\0');
}

static void
put_target(void *arg, const struct cx_edge *edge)
{
	put_text(arg, edge->target);
}

/* All by which links find an atom. */
static void
put_names(const struct cx_record *rec, struct cx_buf *out)
{
	const struct cx_json *extra = cx_json_get(rec->root, "extra");

	put_text(out, cx_record_str(rec, "id", CX_STR("")));
	put_text(out, cx_record_str(rec, "name", CX_STR("")));
	cx_each_item(cx_json_get(extra, "aliases"), put_text, out);
	cx_each_item(cx_json_get(extra, "alias"), put_text, out);
}

static void
add_key(void *arg, struct cx_str key)
{
	struct near *n = arg;

	cx_world_sources(&n->world, key, &n->sources);
}

/* The changed atom is a source if its links differ; those that link to it
 * are if its names do. */
static void
compare(struct near *n, uint32_t old, uint32_t now)
{
	struct cx_buf names[2] = {CX_BUF_INIT, CX_BUF_INIT};
	struct cx_buf links[2] = {CX_BUF_INIT, CX_BUF_INIT};
	uint32_t atom[2] = {old, now};
	struct cx_record rec;
	bool there = old != NONE && now != NONE;

	for (int i = 0; i < 2; i++) {
		if (atom[i] == NONE)
			continue;
		cx_world_record(&n->world, atom[i], &rec);
		put_names(&rec, &names[i]);
		cx_edges(&rec, put_target, &links[i]);
	}
	if (!there || !cx_str_eq(cx_buf_view(&links[0]),
		cx_buf_view(&links[1])))
		add_source(n, now != NONE ? now : old);
	for (int i = 0; i < 2; i++) {
		if (atom[i] == NONE || (there && cx_str_eq(
			cx_buf_view(&names[0]), cx_buf_view(&names[1]))))
			continue;
		cx_world_record(&n->world, atom[i], &rec);
		cx_resolve_record_keys(&rec, add_key, n);
	}
	for (int i = 0; i < 2; i++) {
		cx_buf_release(&names[i]);
		cx_buf_release(&links[i]);
	}
}

static void
find_sources(struct near *n)
{
	const struct cx_world *w = &n->world;

	for (size_t i = 0; i < w->n_dead; i++)
		compare(n, w->dead[i], w->now[i]);
	for (uint32_t i = 0; i < w->n_new; i++) {
		if (w->atoms[i]->old == NONE)
			compare(n, NONE, w->n_base + i);
	}
	cx_atoms_tidy(&n->sources);
}

/* --- links then and now --- */

/* Each link of an atom goes to one of these. */
struct visit {
	struct near *near;
	struct cx_lookup *lookup;
	struct cx_str source; /* a path */
	struct cx_atoms *out;
	const struct cx_map *keys; /* NULL, or look only at links with one */
	bool has;
};

static void
match_key(void *arg, struct cx_str key)
{
	struct visit *v = arg;

	v->has = v->has || cx_map_get(v->keys, key) != CX_MAP_NONE;
}

static bool
is_asked(struct visit *v, struct cx_str target)
{
	v->has = !v->keys;
	if (v->keys)
		cx_resolve_target_keys(target, match_key, v);
	return v->has;
}

static void
name_target(void *arg, const struct cx_edge *edge)
{
	struct visit *v = arg;

	if (is_asked(v, edge->target))
		cx_lookup_name(v->lookup, edge->target);
}

static void
find_target(void *arg, const struct cx_edge *edge)
{
	struct visit *v = arg;
	uint32_t to;

	if (!is_asked(v, edge->target))
		return;
	to = cx_lookup_atom(v->lookup, v->source, edge->target);
	if (to == NONE)
		return;
	CX_GROW(v->out->v, v->out->n, v->out->cap);
	v->out->v[v->out->n++] = to;
}

/* Calls put for each link of an atom, then or now.  A lookup reads records,
 * too, so these links are of a copy. */
static void
visit(struct visit *v, uint32_t atom, cx_edge_fn *put)
{
	struct near *n = v->near;
	struct cx_record rec;
	const char *why;

	cx_world_record(&n->world, atom, &rec);
	n->text.len = 0;
	cx_buf_str(&n->text, rec.line);
	cx_buf_room(&n->text, CX_JSON_PAD);
	rec.line = cx_buf_view(&n->text);
	rec.root = cx_json_parse(n->json, rec.line.s, rec.line.len, &why);
	v->source = cx_record_path(&rec);
	cx_edges(&rec, put, v);
}

/* What an atom was, and is; NONE where it was not, or is not. */
static uint32_t
then_of(const struct near *n, uint32_t atom)
{
	return cx_world_old(&n->world, atom);
}

static uint32_t
now_of(const struct near *n, uint32_t atom)
{
	return atom < n->world.n_base && cx_world_is_dead(&n->world, atom)
	    ? NONE : atom;
}

static void
add_end(struct near *n, uint32_t atom, uint32_t other, bool lost)
{
	if (now_of(n, atom) == NONE || atom == other)
		return;
	CX_GROW(n->ends, n->n_ends, n->ends_cap);
	n->ends[n->n_ends++] = (struct end){atom, lost, other};
}

/* The atoms of a that are not in b, both sorted. */
static void
add_difference(struct near *n, uint32_t source, const struct cx_atoms *a,
    const struct cx_atoms *b, bool lost)
{
	size_t k = 0;

	for (size_t i = 0; i < a->n; i++) {
		while (k < b->n && b->v[k] < a->v[i])
			k++;
		if (k < b->n && b->v[k] == a->v[i])
			continue;
		add_end(n, source, a->v[i], lost);
		add_end(n, a->v[i], source, lost);
	}
}

/* Finds the links that are new or lost. */
static void
find_ends(struct near *n)
{
	struct cx_lookup then, now;
	struct cx_atoms were = {0}, are = {0};
	struct visit v = {.near = n};

	cx_lookup_init(&then, &n->world, true);
	cx_lookup_init(&now, &n->world, false);
	for (int look = 0; look < 2; look++) {
		for (size_t i = 0; i < n->sources.n; i++) {
			uint32_t atom = n->sources.v[i];
			uint32_t old = then_of(n, atom);

			were.n = are.n = 0;
			v.lookup = &then;
			v.out = &were;
			if (old != NONE)
				visit(&v, old, look ? find_target :
				    name_target);
			v.lookup = &now;
			v.out = &are;
			if (now_of(n, atom) != NONE)
				visit(&v, atom, look ? find_target :
				    name_target);
			/* By the numbers of now, or of what has gone. */
			for (size_t k = 0; k < were.n; k++) {
				uint32_t to = cx_world_now(&n->world,
				    were.v[k]);

				if (to != NONE)
					were.v[k] = to;
			}
			cx_atoms_tidy(&were);
			cx_atoms_tidy(&are);
			add_difference(n, atom, &were, &are, true);
			add_difference(n, atom, &are, &were, false);
		}
	}
	cx_lookup_release(&then);
	cx_lookup_release(&now);
	free(were.v);
	free(are.v);
}

/* --- neighbours now --- */

static int
by_end(const void *va, const void *vb)
{
	const struct end *a = va, *b = vb;

	return (a->atom > b->atom) - (a->atom < b->atom);
}

/* Of an atom that was a hub and lost nothing the neighbours need not be
 * found: it had them, and these. */
static bool
only_grew(struct near *n, const struct end *e, size_t n_ends)
{
	for (size_t i = 0; i < n_ends; i++) {
		if (e[i].lost)
			return false;
	}
	return n->lines[n->n_lines - 1].was_hub;
}

static void
put_into(void *arg, struct cx_str key)
{
	struct cx_lookup *keys = arg;

	if (cx_map_get(&keys->keys, key) == CX_MAP_NONE)
		(void)cx_map_put(&keys->keys, cx_arena_copy(&keys->arena,
		    key));
}

static struct line *
line_of(struct near *n, uint32_t atom)
{
	size_t lo = 0, hi = n->n_lines;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (n->lines[mid].atom == atom)
			return &n->lines[mid];
		if (n->lines[mid].atom < atom)
			lo = mid + 1;
		else
			hi = mid;
	}
	return NULL;
}

/* Two atoms are neighbours, as far as their lines are to be found. */
static void
join(struct near *n, uint32_t a, uint32_t b)
{
	struct line *l = a != b ? line_of(n, a) : NULL;

	if (!l || !l->whole)
		return;
	CX_GROW(l->all.v, l->all.n, l->all.cap);
	l->all.v[l->all.n++] = b;
}

/* All neighbours of atoms with a line: what they link to, and who links to
 * them. */
static void
find_neighbours(struct near *n)
{
	struct cx_lookup now, keys;
	struct cx_atoms sources = {0}, to = {0};
	struct cx_record rec;
	struct visit v = {.near = n, .lookup = &now, .out = &to};

	cx_lookup_init(&now, &n->world, false);
	cx_lookup_init(&keys, &n->world, false);
	for (size_t i = 0; i < n->n_lines; i++) {
		if (!n->lines[i].whole)
			continue;
		cx_world_record(&n->world, n->lines[i].atom, &rec);
		cx_resolve_record_keys(&rec, put_into, &keys);
	}
	for (uint32_t k = 0; k < keys.keys.n; k++)
		cx_world_sources(&n->world, keys.keys.key[k], &sources);
	cx_atoms_tidy(&sources);
	for (int look = 0; look < 2; look++) {
		cx_edge_fn *put = look ? find_target : name_target;

		v.keys = NULL;
		for (size_t i = 0; i < n->n_lines; i++) {
			to.n = 0;
			if (n->lines[i].whole)
				visit(&v, n->lines[i].atom, put);
			for (size_t k = 0; k < to.n; k++)
				join(n, n->lines[i].atom, to.v[k]);
		}
		v.keys = &keys.keys;
		for (size_t i = 0; i < sources.n; i++) {
			to.n = 0;
			if (now_of(n, sources.v[i]) != NONE)
				visit(&v, sources.v[i], put);
			for (size_t k = 0; k < to.n; k++)
				join(n, to.v[k], sources.v[i]);
		}
	}
	cx_lookup_release(&now);
	cx_lookup_release(&keys);
	free(sources.v);
	free(to.v);
}

static bool
was_hub(struct near *n, uint32_t atom)
{
	struct cx_atoms none = {0};
	uint32_t old = then_of(n, atom);
	bool hub = old != NONE && cx_search_links(n->c->base, old, &none);

	free(none.v);
	return hub;
}

/* A line for each atom at an end. */
static void
find_lines(struct near *n)
{
	if (n->n_ends)
		qsort(n->ends, n->n_ends, sizeof *n->ends, by_end);
	for (size_t i = 0, k; i < n->n_ends; i = k) {
		struct line l = {.atom = n->ends[i].atom};
		struct line *at;

		for (k = i; k < n->n_ends && n->ends[k].atom == l.atom; k++)
			;
		l.was_hub = was_hub(n, l.atom);
		CX_GROW(n->lines, n->n_lines, n->lines_cap);
		at = &n->lines[n->n_lines++];
		*at = l;
		at->whole = !only_grew(n, &n->ends[i], k - i);
		if (at->whole)
			continue;
		(void)cx_world_links(&n->world, then_of(n, l.atom), &at->all);
		at->hub = true;
		for (size_t e = i; e < k; e++) {
			CX_GROW(at->all.v, at->all.n, at->all.cap);
			at->all.v[at->all.n++] = n->ends[e].other;
		}
	}
	find_neighbours(n);
	for (size_t i = 0; i < n->n_lines; i++) {
		struct line *l = &n->lines[i];

		cx_atoms_tidy(&l->all);
		l->hub = l->hub || l->all.n > CX_HUB;
	}
}

/* --- hubs --- */

static bool
is_hub(struct near *n, uint32_t atom)
{
	const struct line *l = line_of(n, atom);

	return l ? l->hub : was_hub(n, atom);
}

/* An atom into or out of a line that has no other cause to change. */
struct move {
	uint32_t line, atom;
	bool in;
};

struct moves {
	struct move *v;
	size_t n, cap;
};

static int
by_line(const void *va, const void *vb)
{
	const struct move *a = va, *b = vb;

	if (a->line != b->line)
		return a->line < b->line ? -1 : 1;
	return (a->atom > b->atom) - (a->atom < b->atom);
}

static void
find_moves(struct near *n, struct moves *m)
{
	struct cx_atoms around = {0};

	for (size_t i = 0; i < n->n_lines; i++) {
		const struct line *l = &n->lines[i];

		if (l->hub == l->was_hub || then_of(n, l->atom) == NONE)
			continue;
		around.n = 0;
		(void)cx_world_links(&n->world, then_of(n, l->atom), &around);
		for (size_t k = 0; k < l->all.n; k++) {
			CX_GROW(around.v, around.n, around.cap);
			around.v[around.n++] = l->all.v[k];
		}
		cx_atoms_tidy(&around);
		for (size_t k = 0; k < around.n; k++) {
			if (line_of(n, around.v[k]))
				continue; /* it asks is_hub itself */
			CX_GROW(m->v, m->n, m->cap);
			m->v[m->n++] = (struct move){around.v[k], l->atom,
			    !l->hub};
		}
	}
	if (m->n)
		qsort(m->v, m->n, sizeof *m->v, by_line);
	free(around.v);
}

/* --- printing --- */

static void
print_line(struct cx_buf *out, uint32_t atom, bool hub,
    const struct cx_atoms *v)
{
	cx_buf_int(out, atom);
	if (hub)
		cx_buf_puts(out, " *");
	for (size_t i = 0; i < v->n; i++) {
		cx_buf_char(out, ' ');
		cx_buf_int(out, v->v[i]);
	}
	cx_buf_char(out, '\n');
}

static void
print_own(struct near *n, const struct line *l, struct cx_buf *out)
{
	struct cx_atoms v = {0};

	for (size_t i = 0; i < l->all.n; i++) {
		if (is_hub(n, l->all.v[i]))
			continue;
		CX_GROW(v.v, v.n, v.cap);
		v.v[v.n++] = l->all.v[i];
	}
	print_line(out, l->atom, l->hub, &v);
	free(v.v);
}

/* The line of an atom as it was, but for n moves. */
static void
print_moved(struct near *n, const struct move *m, size_t n_moves,
    struct cx_buf *out)
{
	struct cx_atoms v = {0};
	uint32_t old = then_of(n, m->line);
	size_t kept = 0;
	bool hub = old != NONE && cx_world_links(&n->world, old, &v);

	for (size_t i = 0; i < v.n; i++) {
		bool out_of = false;

		for (size_t k = 0; k < n_moves; k++)
			out_of = out_of || (!m[k].in && m[k].atom == v.v[i]);
		if (!out_of)
			v.v[kept++] = v.v[i];
	}
	v.n = kept;
	for (size_t k = 0; k < n_moves; k++) {
		if (!m[k].in)
			continue;
		CX_GROW(v.v, v.n, v.cap);
		v.v[v.n++] = m[k].atom;
	}
	cx_atoms_tidy(&v);
	print_line(out, m->line, hub, &v);
	free(v.v);
}

static void
print_lines(struct near *n, struct cx_buf *out)
{
	struct moves m = {0};
	size_t l = 0, i = 0, k;

	find_moves(n, &m);
	while (l < n->n_lines || i < m.n) {
		if (i == m.n || (l < n->n_lines &&
			n->lines[l].atom < m.v[i].line)) {
			print_own(n, &n->lines[l++], out);
			continue;
		}
		for (k = i; k < m.n && m.v[k].line == m.v[i].line; k++)
			;
		print_moved(n, &m.v[i], k - i, out);
		i = k;
	}
	free(m.v);
}

void
cx_print_near(struct cx_changes *c, struct cx_buf *out)
{
	struct near n = {.c = c, .json = cx_json_new()};

	cx_world_init(&n.world, c);
	find_sources(&n);
	find_ends(&n);
	find_lines(&n);
	print_lines(&n, out);
	for (size_t i = 0; i < n.n_lines; i++)
		free(n.lines[i].all.v);
	free(n.lines);
	free(n.ends);
	free(n.sources.v);
	cx_json_free(n.json);
	cx_buf_release(&n.text);
	cx_world_release(&n.world);
}
