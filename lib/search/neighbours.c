/* Neighbours of atoms, in base and delta. */
#include "lib/search/search-impl.h"

#include <stdlib.h>

static int
by_atom(const void *key, const void *line)
{
	uint32_t a = *(const uint32_t *)key;
	uint32_t b = ((const struct cx_near_line *)line)->atom;

	return (a > b) - (a < b);
}

/* The atom of the delta that stands for a dead one; NONE. */
static uint32_t
replacement(const struct cx_search *s, uint32_t atom)
{
	const struct cx_delta *d = s->delta;
	const uint32_t *at;

	/* Places ascend, and one with that of its old stands last. */
	for (size_t lo = 0, hi = s->more.atoms; lo < hi;) {
		size_t mid = lo + (hi - lo) / 2;

		at = &d->old[mid];
		if (*at == atom)
			return s->base.atoms + (uint32_t)mid;
		if (d->place[mid] < atom || (d->place[mid] == atom &&
			*at == CX_NONE))
			lo = mid + 1;
		else
			hi = mid;
	}
	return CX_NONE;
}

/* A line of the base in the numbers of now; they may lose their order. */
static void
renumber(const struct cx_search *s, struct cx_atoms *v, size_t from)
{
	size_t kept = from;
	bool sorted = true;

	for (size_t i = from; i < v->n; i++) {
		uint32_t n = v->v[i];

		if (cx_is_dead(s, n))
			n = replacement(s, n);
		if (n == CX_NONE)
			continue;
		sorted = sorted && (kept == from || n > v->v[kept - 1]);
		v->v[kept++] = n;
	}
	v->n = kept;
	if (!sorted)
		qsort(v->v + from, v->n - from, sizeof *v->v, cx_order_u32);
}

bool
cx_search_links(const struct cx_search *s, uint32_t atom,
    struct cx_atoms *out)
{
	const struct cx_delta *d = s->delta;
	const struct cx_near_line *line;
	size_t from = out->n;
	bool hub;

	if (s->n_parts) {
		uint32_t i = cx_part_at(s, &atom);

		hub = cx_search_links(s->part[i], atom, out);
		for (size_t k = from; k < out->n; k++)
			out->v[k] += s->first[i];
		return hub;
	}
	if (!d)
		return cx_base_links(s, atom, out);
	line = d->n_near ? bsearch(&atom, d->near, d->n_near, sizeof *d->near,
	    by_atom) : NULL;
	if (line) {
		for (size_t i = line->from; i < line->to; i++) {
			*CX_NEXT(out->v, out->n, out->cap) = d->numbers.v[i];
		}
		return line->hub;
	}
	if (atom >= s->base.atoms)
		atom = d->old[atom - s->base.atoms];
	if (atom == CX_NONE)
		return false;
	hub = cx_base_links(s, atom, out);
	renumber(s, out, from);
	return hub;
}

void
cx_search_sources(const struct cx_search *s, struct cx_str key,
    struct cx_atoms *out)
{
	struct cx_atoms own = {0};

	/* Links that mean an atom come from one of its neighbours; the
	 * others, and those of hubs, linkkeys has. */
	cx_search_keys(s, key, '=', &own);
	for (size_t i = 0; i < own.n; i++)
		(void)cx_base_links(s, own.v[i], out);
	cx_search_keys(s, key, '<', out);
	free(own.v);
}

/* --- how many there are --- */

static void
set_bit(uint64_t *bits, uint32_t n)
{
	bits[n / 64] |= UINT64_C(1) << n % 64;
}

/* Whether the neighbours of an atom that is not a hub, or theirs, are not those
 * of the base: it is in the file near, or a neighbour of one that is. */
static bool
is_touched(const struct cx_search *s, uint32_t atom)
{
	struct cx_delta *d = s->delta;

	if (!d->touched) {
		d->touched = cx_calloc(cx_search_atoms(s) / 64 + 1,
		    sizeof *d->touched);
		for (size_t i = 0; i < d->n_near; i++)
			set_bit(d->touched, d->near[i].atom);
		for (size_t i = 0; i < d->numbers.n; i++)
			set_bit(d->touched, d->numbers.v[i]);
	}
	return d->touched[atom / 64] >> atom % 64 & 1;
}

/* Marks the atoms; tells how many had another mark. */
static uint32_t
mark(struct cx_delta *d, const uint32_t *v, size_t n)
{
	uint32_t new = 0;

	for (size_t i = 0; i < n; i++) {
		new += d->seen[v[i]] != d->mark;
		d->seen[v[i]] = d->mark;
	}
	return new;
}

/* Counts those at one step and at two; who asks for one asks for both. */
static void
count_near(const struct cx_search *s, uint32_t atom, uint32_t n[2])
{
	struct cx_delta *d = s->delta;
	struct cx_atoms own = {0}, next = {0};

	if (!d->seen)
		d->seen = cx_calloc(cx_search_atoms(s), sizeof *d->seen);
	if (++d->mark == 0) {
		memset(d->seen, 0, cx_search_atoms(s) * sizeof *d->seen);
		d->mark = 1;
	}
	(void)cx_search_links(s, atom, &own);
	(void)mark(d, &atom, 1);
	(void)mark(d, own.v, own.n);
	n[0] = (uint32_t)own.n;
	n[1] = 0;
	for (size_t i = 0; i < own.n; i++) {
		next.n = 0;
		(void)cx_search_links(s, own.v[i], &next);
		n[1] += mark(d, next.v, next.n);
	}
	free(own.v);
	free(next.v);
}

/* The columns tell while neighbours are those of the base. */
static uint32_t
near_count(const struct cx_search *s, uint32_t atom, int step)
{
	struct cx_delta *d = s->delta;
	uint32_t old = atom;

	if (atom >= s->base.atoms)
		old = d->old[atom - s->base.atoms];
	if (d && d->n_near && (is_touched(s, atom) ||
		(old != CX_NONE && cx_base_is_hub(s, old)))) {
		if (!d->mark || d->counted != atom)
			count_near(s, atom, d->count);
		d->counted = atom;
		return d->count[step - 1];
	}
	if (old == CX_NONE)
		return 0;
	return step == 1 ? cx_column_n1(s, old) : cx_column_n2(s, old);
}

uint32_t
cx_search_n1(const struct cx_search *s, uint32_t atom)
{
	s = cx_part_of(s, &atom);
	return near_count(s, atom, 1);
}

uint32_t
cx_search_n2(const struct cx_search *s, uint32_t atom)
{
	s = cx_part_of(s, &atom);
	return near_count(s, atom, 2);
}
