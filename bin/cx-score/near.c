#include "bin/cx-score/near.h"

#include "lib/searchset.h"

#include <stdlib.h>

static uint32_t
first_slot(const struct near *near, uint32_t doc)
{
	/* Knuth's multiplicative hash. */
	return doc * UINT32_C(2654435769) & (near->slots - 1);
}

static struct near_doc *find(struct near *near, struct corpus *c, uint32_t doc);

static void
widen(struct near *near)
{
	uint32_t slots = near->slots ? near->slots * 2 : 4096;

	free(near->slot);
	near->slot = cx_calloc(slots, sizeof *near->slot);
	near->slots = slots;
	for (size_t i = 0; i < near->n; i++) {
		uint32_t s = first_slot(near, near->docs[i].doc);

		while (near->slot[s])
			s = (s + 1) & (slots - 1);
		near->slot[s] = (uint32_t)i + 1;
	}
}

/* The entry of doc, made if need be; moves the others. */
static struct near_doc *
find(struct near *near, struct corpus *c, uint32_t doc)
{
	uint32_t s;

	if (near->n >= near->slots / 2)
		widen(near);
	s = first_slot(near, doc);
	for (; near->slot[s]; s = (s + 1) & (near->slots - 1)) {
		if (near->docs[near->slot[s] - 1].doc == doc)
			return &near->docs[near->slot[s] - 1];
	}
	CX_GROW(near->docs, near->n, near->cap);
	near->docs[near->n] = (struct near_doc){doc, c->ops->n1(c, doc),
	    c->ops->n2(c, doc), 0, 0};
	near->slot[s] = (uint32_t)++near->n;
	return &near->docs[near->n - 1];
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

/* A doc's links, copied. */
struct list {
	uint32_t *v;
	size_t n;
	size_t cap;
};

static void
copy_links(struct list *l, struct corpus *c, uint32_t doc)
{
	size_t n;
	const uint32_t *v = c->ops->links(c, doc, &n);

	if (n > l->cap) {
		l->v = cx_realloc(l->v, n, sizeof *l->v);
		l->cap = n;
	}
	if (n)
		memcpy(l->v, v, n * sizeof *v);
	l->n = n;
}

static bool
is_hub(struct corpus *c, uint32_t doc)
{
	size_t n;

	c->ops->links(c, doc, &n);
	return n > CX_HUB;
}

/* A set of atoms that one of the shortlist has given to, in a second step. */
struct given {
	uint32_t v[CX_HUB * CX_HUB];
	size_t n;
};

/* Gives what s has, `has`, to its N1 and N2.  s is no hub. */
static void
pass_on(struct near *near, struct corpus *c, uint32_t s, int64_t has,
    struct list *own, struct list *next, struct given *given)
{
	copy_links(own, c, s);
	given->n = 0;
	for (size_t i = 0; i < own->n; i++) {
		uint32_t mid = own->v[i];

		copy_links(next, c, mid);
		if (next->n > CX_HUB) {
			/* A hub receives only as one of the shortlist. */
			continue;
		}
		find(near, c, mid)->sum1 += has;
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
		    !is_hub(c, given->v[i]))
			find(near, c, given->v[i])->sum2 += has;
	}
}

/* What the hub h, one of the shortlist, gets from the others. */
static void
receive(struct near *near, struct corpus *c, uint32_t h,
    const uint32_t *shortlist, size_t n, const int64_t *has,
    struct list *own, struct list *next)
{
	struct near_doc *d;
	int64_t sum1 = 0, sum2 = 0;

	for (size_t i = 0; i < n; i++) {
		bool at_two = false;

		copy_links(own, c, shortlist[i]);
		if (shortlist[i] == h || own->n > CX_HUB)
			continue;
		if (contains(own->v, own->n, h)) {
			sum1 += has[shortlist[i]];
			continue;
		}
		for (size_t k = 0; k < own->n && !at_two; k++) {
			copy_links(next, c, own->v[k]);
			at_two = next->n <= CX_HUB &&
			    contains(next->v, next->n, h);
		}
		if (at_two)
			sum2 += has[shortlist[i]];
	}
	d = find(near, c, h);
	d->sum1 += sum1;
	d->sum2 += sum2;
}

void
near_init(struct near *near, struct corpus *c, const uint32_t *shortlist,
    size_t n, const int64_t *has)
{
	struct list own = {0}, next = {0};
	struct given *given = cx_malloc(sizeof *given);

	*near = (struct near){0};
	for (size_t i = 0; i < n; i++)
		find(near, c, shortlist[i]);
	for (size_t i = 0; i < n; i++) {
		if (is_hub(c, shortlist[i]))
			receive(near, c, shortlist[i], shortlist, n, has, &own,
			    &next);
		else if (has[shortlist[i]])
			pass_on(near, c, shortlist[i], has[shortlist[i]], &own,
			    &next, given);
	}
	free(own.v);
	free(next.v);
	free(given);
}

void
near_release(struct near *near)
{
	free(near->docs);
	free(near->slot);
}
