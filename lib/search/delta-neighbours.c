/*
 * Finds atoms whose neighbours have changed: the file near.
 *
 * If the meaning of a link has changed (delta-links.c), the neighbours of both
 * its ends are computed again; if that turns an atom into a hub or back, the
 * lines of its neighbours change, too.
 */
#include "lib/search/delta-impl.h"

#include <stdlib.h>

/* Its neighbours now. */
struct line {
	uint32_t atom;
	bool hub, was_hub;
	bool whole; /* to be found; else it is what it was and more */
	struct cx_atoms all; /* hubs among them */
};

struct neighbour_rows {
	struct cx_versions world;
	struct cx_changed_links ends;
	struct line *lines; /* by atom */
	size_t n_lines, lines_cap;
};

/* --- neighbours now --- */

/* Of an atom that was a hub and lost nothing the neighbours need not be
 * found: it had them, and these. */
static bool
only_grew(struct neighbour_rows *n, const struct cx_end *e, size_t n_ends)
{
	for (size_t i = 0; i < n_ends; i++) {
		if (e[i].lost)
			return false;
	}
	return n->lines[n->n_lines - 1].was_hub;
}

static struct line *
line_of(struct neighbour_rows *n, uint32_t atom)
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
join(struct neighbour_rows *n, uint32_t a, uint32_t b)
{
	struct line *l = a != b ? line_of(n, a) : NULL;

	if (!l || !l->whole)
		return;
	*CX_NEXT(l->all.v, l->all.n, l->all.cap) = b;
}

/* All neighbours of atoms with a line: what they link to, and who links to
 * them. */
static void
find_neighbours(struct neighbour_rows *n)
{
	struct cx_versions *w = &n->world;
	struct cx_partial_resolver now;
	struct cx_keys keys = {.map = {0}};
	struct cx_atoms sources = {0};
	struct cx_record rec;
	struct cx_link_walk v;

	cx_partial_resolver_init(&now, w, false);
	cx_link_walk_init(&v, w);
	v.lookup = &now;
	for (size_t i = 0; i < n->n_lines; i++) {
		if (!n->lines[i].whole)
			continue;
		cx_versions_record(w, n->lines[i].atom, &rec);
		cx_resolve_record_keys(&rec, cx_key_put, &keys);
	}
	cx_keys_sources(&keys, w, &sources);
	for (int find = 0; find < 2; find++) {
		v.keys = NULL;
		for (size_t i = 0; i < n->n_lines; i++) {
			if (!n->lines[i].whole)
				continue;
			cx_link_walk_links(&v, n->lines[i].atom, find);
			for (size_t k = 0; k < v.to.n; k++)
				join(n, n->lines[i].atom, v.to.v[k]);
		}
		v.keys = &keys;
		for (size_t i = 0; i < sources.n; i++) {
			if (cx_versions_is_gone(w, sources.v[i]))
				continue;
			cx_link_walk_links(&v, sources.v[i], find);
			for (size_t k = 0; k < v.to.n; k++)
				join(n, v.to.v[k], sources.v[i]);
		}
	}
	cx_partial_resolver_release(&now);
	cx_keys_release(&keys);
	cx_link_walk_release(&v);
	free(sources.v);
}

/* What the base says of an atom, by the numbers of now. */
static bool
line_of_base(struct neighbour_rows *n, uint32_t atom, struct cx_atoms *out)
{
	uint32_t old = cx_versions_old(&n->world, atom);
	bool hub = old != NONE && cx_versions_links(&n->world, old, out);

	cx_atoms_tidy(out);
	return hub;
}

static bool
was_hub(struct neighbour_rows *n, uint32_t atom)
{
	struct cx_atoms none = {0};
	bool hub = line_of_base(n, atom, &none);

	free(none.v);
	return hub;
}

/* A line that only grew was that of a hub, which has no hubs in it: one that
 * is none any more comes in. */
static void
let_in(struct neighbour_rows *n, const struct line *l)
{
	if (l->hub || !l->was_hub)
		return;
	for (size_t k = 0; k < l->all.n; k++) {
		struct line *other = line_of(n, l->all.v[k]);

		if (!other || other->whole)
			continue;
		*CX_NEXT(other->all.v, other->all.n, other->all.cap) = l->atom;
	}
}

/* A line for each atom at an end. */
static void
find_lines(struct neighbour_rows *n)
{
	const struct cx_end *ends = n->ends.v;

	for (size_t i = 0, k; i < n->ends.n; i = k) {
		struct line l = {.atom = ends[i].atom};
		struct line *at;

		for (k = i; k < n->ends.n && ends[k].atom == l.atom; k++)
			;
		l.was_hub = was_hub(n, l.atom);
		at = CX_NEXT(n->lines, n->n_lines, n->lines_cap);
		*at = l;
		at->whole = !only_grew(n, &ends[i], k - i);
		if (at->whole)
			continue;
		(void)line_of_base(n, l.atom, &at->all);
		at->hub = true;
		for (size_t e = i; e < k; e++) {
			CX_GROW(at->all.v, at->all.n, at->all.cap);
			at->all.v[at->all.n++] = ends[e].other;
		}
	}
	find_neighbours(n);
	for (size_t i = 0; i < n->n_lines; i++) {
		struct line *l = &n->lines[i];

		cx_atoms_tidy(&l->all);
		l->hub = l->hub || l->all.n > CX_HUB;
	}
	for (size_t i = 0; i < n->n_lines; i++)
		let_in(n, &n->lines[i]);
	for (size_t i = 0; i < n->n_lines; i++)
		cx_atoms_tidy(&n->lines[i].all);
}

/* --- hubs --- */

static bool
is_hub(struct neighbour_rows *n, uint32_t atom)
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
find_moves(struct neighbour_rows *n, struct moves *m)
{
	struct cx_atoms around = {0};

	for (size_t i = 0; i < n->n_lines; i++) {
		const struct line *l = &n->lines[i];

		if (l->hub == l->was_hub)
			continue;
		around.n = 0;
		(void)line_of_base(n, l->atom, &around);
		for (size_t k = 0; k < l->all.n; k++) {
			*CX_NEXT(around.v, around.n, around.cap) = l->all.v[k];
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
	CX_SORT(m->v, m->n, by_line);
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

/* Whether the base says the same, and of atoms that there all still are:
 * what it counts holds, then. */
static bool
is_of_base(struct neighbour_rows *n, uint32_t atom, bool hub,
    const struct cx_atoms *v)
{
	uint32_t old = cx_versions_old(&n->world, atom);
	struct cx_atoms was = {0};
	bool same;

	if (old != NONE)
		(void)cx_search_links(n->world.base, old, &was);
	same = was.n == v->n;
	was.n = 0;
	same = line_of_base(n, atom, &was) == hub && same && was.n == v->n &&
	    (v->n == 0 || memcmp(v->v, was.v, v->n * sizeof *v->v) == 0);
	free(was.v);
	return same;
}

/* The ends of a link to a hub that is new or lost often need no line. */
static void
print_own(struct neighbour_rows *n, const struct line *l, struct cx_buf *out)
{
	struct cx_atoms v = {0};

	for (size_t i = 0; i < l->all.n; i++) {
		if (is_hub(n, l->all.v[i]))
			continue;
		*CX_NEXT(v.v, v.n, v.cap) = l->all.v[i];
	}
	if (!is_of_base(n, l->atom, l->hub, &v))
		print_line(out, l->atom, l->hub, &v);
	free(v.v);
}

/* The line of an atom as it was, but for n moves. */
static void
print_moved(struct neighbour_rows *n, const struct move *m, size_t n_moves,
    struct cx_buf *out)
{
	struct cx_atoms v = {0};
	size_t kept = 0;
	bool hub = line_of_base(n, m->line, &v);

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
		*CX_NEXT(v.v, v.n, v.cap) = m[k].atom;
	}
	cx_atoms_tidy(&v);
	print_line(out, m->line, hub, &v);
	free(v.v);
}

static void
print_lines(struct neighbour_rows *n, struct cx_buf *out)
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
	struct neighbour_rows n = {.lines = NULL};

	cx_versions_init(&n.world, c);
	cx_find_ends(&n.world, &n.ends);
	find_lines(&n);
	print_lines(&n, out);
	for (size_t i = 0; i < n.n_lines; i++)
		free(n.lines[i].all.v);
	free(n.lines);
	free(n.ends.v);
	cx_versions_release(&n.world);
}
