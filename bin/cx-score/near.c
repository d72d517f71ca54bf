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
	uint32_t slots = near->slots ? near->slots * 2 : 4096;

	free(near->slot);
	near->slot = cx_calloc(slots, sizeof *near->slot);
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
find(struct near *near, const struct cx_search *set, uint32_t atom)
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
	near->atoms[near->n] = (struct near_atom){atom, cx_search_n1(set, atom),
	    cx_search_n2(set, atom), 0, 0};
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

/* Replaces *l by the links of atom. */
static void
get_links(struct cx_atoms *l, const struct cx_search *set, uint32_t atom)
{
	l->n = 0;
	cx_search_links(set, atom, l);
}

/* Replaces *l too. */
static bool
is_hub(struct cx_atoms *l, const struct cx_search *set, uint32_t atom)
{
	get_links(l, set, atom);
	return l->n > CX_HUB;
}

/* A set of atoms that one of the shortlist has given to, in a second step. */
struct given {
	uint32_t v[CX_HUB * CX_HUB];
	size_t n;
};

/* Gives what s has, `has`, to its N1 and N2.  s is no hub. */
static void
pass_on(struct near *near, const struct cx_search *set, uint32_t s, int64_t has,
    struct cx_atoms *own, struct cx_atoms *next, struct given *given)
{
	get_links(own, set, s);
	given->n = 0;
	for (size_t i = 0; i < own->n; i++) {
		uint32_t mid = own->v[i];

		get_links(next, set, mid);
		if (next->n > CX_HUB) {
			/* A hub receives only as one of the shortlist. */
			continue;
		}
		find(near, set, mid)->sum1 += has;
		for (size_t k = 0; k < next->n; k++) {
			uint32_t far = next->v[k];

			if (far != s && !contains(own->v, own->n, far))
				given->v[given->n++] = far;
		}
	}
	/* Each once, whatever the number of ways. */
	if (given->n)
		qsort(given->v, given->n, sizeof *given->v, ascending);
	for (size_t i = 0; i < given->n; i++) {
		if ((i == 0 || given->v[i] != given->v[i - 1]) &&
		    !is_hub(next, set, given->v[i]))
			find(near, set, given->v[i])->sum2 += has;
	}
}

/* What the hub h, one of the shortlist, gets from the others. */
static void
receive(struct near *near, const struct cx_search *set, uint32_t h,
    const uint32_t *shortlist, size_t n, const int64_t *has,
    struct cx_atoms *own, struct cx_atoms *next)
{
	struct near_atom *d;
	int64_t sum1 = 0, sum2 = 0;

	for (size_t i = 0; i < n; i++) {
		bool at_two = false;

		get_links(own, set, shortlist[i]);
		if (shortlist[i] == h || own->n > CX_HUB)
			continue;
		if (contains(own->v, own->n, h)) {
			sum1 += has[shortlist[i]];
			continue;
		}
		for (size_t k = 0; k < own->n && !at_two; k++) {
			get_links(next, set, own->v[k]);
			at_two = next->n <= CX_HUB &&
			    contains(next->v, next->n, h);
		}
		if (at_two)
			sum2 += has[shortlist[i]];
	}
	d = find(near, set, h);
	d->sum1 += sum1;
	d->sum2 += sum2;
}

void
near_init(struct near *near, const struct cx_search *set,
    const uint32_t *shortlist, size_t n, const int64_t *has)
{
	struct cx_atoms own = {0}, next = {0};
	struct given *given = cx_malloc(sizeof *given);

	*near = (struct near){0};
	for (size_t i = 0; i < n; i++)
		find(near, set, shortlist[i]);
	for (size_t i = 0; i < n; i++) {
		if (is_hub(&own, set, shortlist[i]))
			receive(near, set, shortlist[i], shortlist, n, has,
			    &own, &next);
		else if (has[shortlist[i]])
			pass_on(near, set, shortlist[i], has[shortlist[i]],
			    &own, &next, given);
	}
	free(own.v);
	free(next.v);
	free(given);
}

void
near_release(struct near *near)
{
	free(near->atoms);
	free(near->slot);
}
