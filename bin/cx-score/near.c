#include "bin/cx-score/recall-run.h"

#include <stdlib.h>

/* The entry of atom, made if need be; moves the others. */
static size_t
find(struct near *near, uint32_t atom)
{
	size_t row = 2 * near->terms;

	if (near->place[atom])
		return near->place[atom] - 1;
	CX_GROW(near->atoms, near->n, near->cap);
	near->atoms[near->n] = (struct near_atom){atom, 0};
	while ((near->n + 1) * row > near->most_cap)
		near->most = cx_grow(near->most, &near->most_cap,
		    sizeof *near->most);
	if (row)
		memset(near->most + near->n * row, 0, row *
		    sizeof *near->most);
	near->place[atom] = (uint32_t)++near->n;
	return near->n - 1;
}

/* What the giver has of each term that it has at all. */
struct gift {
	size_t n;
	struct {
		size_t term;
		int64_t points;
	} v[];
};

static void
add_gift(struct near *near, size_t to, int step, const struct gift *gift)
{
	int64_t *most = near->most + (2 * to + (size_t)step - 1) *
	    near->terms;

	for (size_t i = 0; i < gift->n; i++) {
		if (most[gift->v[i].term] < gift->v[i].points)
			most[gift->v[i].term] = gift->v[i].points;
	}
}

/* Gives to the N1 of s, which is own, and to its N2.  s is not a hub; mark
 * tells it from the others that give. */
static void
pass_on(struct near *near, const struct cx_search *set, uint32_t s,
    uint32_t mark, const struct gift *gift, const struct cx_atoms *own,
    struct cx_atoms *next)
{
	next->n = 0;
	near->atoms[find(near, s)].mark = mark;
	for (size_t i = 0; i < own->n; i++) {
		size_t d = find(near, own->v[i]);

		near->atoms[d].mark = mark;
		add_gift(near, d, 1, gift);
		cx_search_links(set, own->v[i], next);
	}
	for (size_t i = 0; i < next->n; i++) {
		size_t d = find(near, next->v[i]);

		/* Once, whatever the number of ways. */
		if (near->atoms[d].mark != mark)
			add_gift(near, d, 2, gift);
		near->atoms[d].mark = mark;
	}
}

void
near_init(struct near *near, const struct recall *r,
    const uint32_t *shortlist, size_t n)
{
	struct cx_atoms own = {0}, next = {0};
	struct gift *gift = cx_malloc(cx_add(sizeof *gift,
	    cx_mul(r->n_terms, sizeof gift->v[0])));

	*near = (struct near){.terms = r->n_terms > 1 ? r->n_terms : 0,
	    .all = cx_search_atoms(r->set)};
	near->place = cx_calloc_sparse(near->all, sizeof *near->place);
	for (size_t i = 0; i < n; i++)
		(void)find(near, shortlist[i]);
	for (size_t i = 0; i < n && near->terms; i++) {
		own.n = 0;
		if (cx_search_links(r->set, shortlist[i], &own))
			continue;
		gift->n = 0;
		for (size_t t = 0; t < r->n_terms; t++) {
			int64_t points = run_points(&r->terms[t],
			    shortlist[i]);

			if (!points)
				continue;
			gift->v[gift->n].term = t;
			gift->v[gift->n++].points = points;
		}
		pass_on(near, r->set, shortlist[i], (uint32_t)i + 1, gift,
		    &own, &next);
	}
	free(gift);
	free(own.v);
	free(next.v);
}

void
near_add(struct near *near, uint32_t atom)
{
	(void)find(near, atom);
}

void
near_release(struct near *near)
{
	free(near->atoms);
	free(near->most);
	cx_free_sparse(near->place, near->all, sizeof *near->place);
}
