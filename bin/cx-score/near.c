#include "bin/cx-score/near.h"

#include <stdlib.h>

static uint32_t
first_slot(const struct near *near, uint32_t atom)
{
	/* Knuth's multiplicative hash. */
	return atom * UINT32_C(2654435769) & (near->slots - 1);
}

static void
widen(struct near *near)
{
	uint32_t slots = near->slots ? near->slots * 2 : near->first_slots;

	cx_free_sparse(near->slot, near->slots, sizeof *near->slot);
	near->slot = cx_calloc_sparse(slots, sizeof *near->slot);
	near->slots = slots;
	for (size_t i = 0; i < near->n; i++) {
		uint32_t s = first_slot(near, near->atoms[i].atom);

		while (near->slot[s])
			s = (s + 1) & (slots - 1);
		near->slot[s] = (uint32_t)i + 1;
	}
}

/* The entry of atom, made if need be; moves the others. */
static struct near_atom *
find(struct near *near, uint32_t atom)
{
	uint32_t s;

	if (near->n >= near->slots / 2)
		widen(near);
	s = first_slot(near, atom);
	for (; near->slot[s]; s = (s + 1) & (near->slots - 1)) {
		if (near->atoms[near->slot[s] - 1].atom == atom)
			return &near->atoms[near->slot[s] - 1];
	}
	CX_GROW(near->atoms, near->n, near->cap);
	near->atoms[near->n] = (struct near_atom){atom, 0, 0, 0};
	near->slot[s] = (uint32_t)++near->n;
	return &near->atoms[near->n - 1];
}

static int
ascending(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

static bool
contains(const uint32_t *v, size_t n, uint32_t x)
{
	return n && bsearch(&x, v, n, sizeof *v, ascending);
}

/* Replaces *l by the N1 of atom; tells whether it is a hub. */
static bool
get_links(struct cx_atoms *l, const struct cx_search *set, uint32_t atom)
{
	l->n = 0;
	return cx_search_links(set, atom, l);
}

/* Gives what s has to its N1, which is own, and to its N2.  s is no hub;
 * mark tells it from the others that give. */
static void
pass_on(struct near *near, const struct cx_search *set, uint32_t s,
    uint32_t mark, int64_t has, const struct cx_atoms *own,
    struct cx_atoms *next)
{
	next->n = 0;
	find(near, s)->mark = mark;
	for (size_t i = 0; i < own->n; i++) {
		struct near_atom *d = find(near, own->v[i]);

		d->mark = mark;
		d->sum1 += has;
		cx_search_links(set, own->v[i], next);
	}
	for (size_t i = 0; i < next->n; i++) {
		struct near_atom *d = find(near, next->v[i]);

		/* Once, whatever the number of ways. */
		if (d->mark != mark)
			d->sum2 += has;
		d->mark = mark;
	}
}

/*
 * What the hub h, one of the shortlist, gets from the others: it is in no
 * N1, so it has to ask.  of_hub is its own N1.
 */
static void
receive(struct near *near, const struct cx_search *set, uint32_t h,
    const uint32_t *shortlist, size_t n, const int64_t *has,
    const struct cx_atoms *of_hub, struct cx_atoms *next)
{
	struct near_atom *d = find(near, h);

	for (size_t i = 0; i < n; i++) {
		bool at_two = false;

		if (contains(of_hub->v, of_hub->n, shortlist[i])) {
			d->sum1 += has[shortlist[i]];
			continue;
		}
		if (shortlist[i] == h || get_links(next, set, shortlist[i]))
			continue;
		for (size_t k = 0; k < next->n && !at_two; k++)
			at_two = contains(of_hub->v, of_hub->n, next->v[k]);
		if (at_two)
			d->sum2 += has[shortlist[i]];
	}
}

void
near_init(struct near *near, const struct cx_search *set,
    const uint32_t *shortlist, size_t n, const int64_t *has)
{
	struct cx_atoms own = {0}, next = {0};

	*near = (struct near){.first_slots = 4096};
	/* Some tens of others for each is usual. */
	while (near->first_slots / 128 < n)
		near->first_slots *= 2;
	for (size_t i = 0; i < n; i++)
		find(near, shortlist[i]);
	for (size_t i = 0; i < n; i++) {
		if (get_links(&own, set, shortlist[i]))
			receive(near, set, shortlist[i], shortlist, n, has,
			    &own, &next);
		else
			pass_on(near, set, shortlist[i], (uint32_t)i + 1,
			    has[shortlist[i]], &own, &next);
	}
	free(own.v);
	free(next.v);
}

void
near_release(struct near *near)
{
	free(near->atoms);
	cx_free_sparse(near->slot, near->slots, sizeof *near->slot);
}
