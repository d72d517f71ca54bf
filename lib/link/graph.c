#include "lib/link/graph.h"
#include "lib/index/searchset.h"

#include <stdlib.h>

void
cx_graph_link(struct cx_graph *g, uint32_t from, uint32_t to)
{
	if (from == to)
		return;
	CX_GROW(g->edges, g->n_edges, g->cap);
	g->edges[g->n_edges++] = (struct cx_graph_edge){from, to};
}

/* Sorts each atom's neighbours, keeps one of each. */
static void
tidy(struct cx_graph *g)
{
	size_t kept = 0, from = 0;

	for (uint32_t a = 0; a < g->n; a++) {
		size_t end = g->start[a + 1], first = kept;

		if (end - from > 1)
			qsort(g->to + from, end - from, sizeof *g->to,
			    cx_order_u32);
		for (; from < end; from++) {
			if (kept == first || g->to[kept - 1] != g->to[from])
				g->to[kept++] = g->to[from];
		}
		g->start[a] = first;
	}
	g->start[g->n] = kept;
}

void
cx_graph_build(struct cx_graph *g, uint32_t n)
{
	size_t *at;

	g->n = n;
	g->start = cx_calloc(cx_add(n, 2), sizeof *g->start);
	g->to = cx_malloc(cx_mul(cx_mul(g->n_edges, 2), sizeof *g->to));
	/* start[a + 1] becomes the begin of a, and by filling its end. */
	at = g->start + 1;
	for (size_t i = 0; i < g->n_edges; i++) {
		at[g->edges[i].from + 1]++;
		at[g->edges[i].to + 1]++;
	}
	for (uint32_t a = 0; a < n; a++)
		at[a + 1] += at[a];
	for (size_t i = 0; i < g->n_edges; i++) {
		const struct cx_graph_edge *e = &g->edges[i];

		g->to[at[e->from]++] = e->to;
		g->to[at[e->to]++] = e->from;
	}
	free(g->edges);
	g->edges = NULL;
	g->n_edges = g->cap = 0;
	tidy(g);
}

void
cx_graph_release(struct cx_graph *g)
{
	free(g->start);
	free(g->to);
	free(g->edges);
	*g = (struct cx_graph){0};
}

bool
cx_graph_is_hub(const struct cx_graph *g, uint32_t atom)
{
	return g->start[atom + 1] - g->start[atom] > CX_HUB;
}

struct cx_graph_near
cx_graph_near(const struct cx_graph *g, uint32_t atom, uint32_t *seen)
{
	const uint32_t *own = g->to + g->start[atom];
	size_t n = g->start[atom + 1] - g->start[atom];
	struct cx_graph_near near = {0, 0};
	uint32_t mark = atom + 1;

	seen[atom] = mark;
	for (size_t i = 0; i < n; i++)
		seen[own[i]] = mark;
	for (size_t i = 0; i < n; i++) {
		if (cx_graph_is_hub(g, own[i]))
			continue;
		near.one++;
		for (size_t k = g->start[own[i]]; k < g->start[own[i] + 1];
		    k++) {
			uint32_t far = g->to[k];

			if (seen[far] == mark)
				continue;
			seen[far] = mark;
			near.two += !cx_graph_is_hub(g, far);
		}
	}
	return near;
}
