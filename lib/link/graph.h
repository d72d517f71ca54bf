/*
 * graph.h: which atoms are neighbours.
 *
 * Two atoms are neighbours when either links to the other, once however many
 * links there are; an atom is not its own.  One with more than CX_HUB
 * (searchset.h) neighbours is a hub.
 *
 *	struct cx_graph g = {0};
 *	cx_graph_link(&g, from, to); ...
 *	cx_graph_build(&g, atoms);
 *	for (i = g.start[atom]; i < g.start[atom + 1]; i++)
 *		... g.to[i]
 */
#ifndef CX_GRAPH_H
#define CX_GRAPH_H

#include "lib/base/mem.h"

struct cx_graph_edge {
	uint32_t from, to;
};

/* Zeroed memory is an empty graph. */
struct cx_graph {
	uint32_t n;	 /* atoms, numbered from 0 */
	size_t *start;	 /* n + 1 */
	uint32_t *to;	 /* neighbours, ascending */
	struct cx_graph_edge *edges; /* until it is built */
	size_t n_edges, cap;
};

/* A link of an atom to itself is ignored. */
void cx_graph_link(struct cx_graph *g, uint32_t from, uint32_t to);
/* All links have been added, between atoms below n.  Time and memory are
 * linear in atoms and links, but for sorting the neighbours of each. */
void cx_graph_build(struct cx_graph *g, uint32_t n);
void cx_graph_release(struct cx_graph *g);

bool cx_graph_is_hub(const struct cx_graph *g, uint32_t atom);

/*
 * How many atoms there are at one step, the neighbours that are not hubs, and
 * at two, their neighbours that are not hubs, without the atom itself and
 * those at one step.  Time: at most CX_HUB a neighbour.
 */
struct cx_graph_near {
	uint32_t one, two;
};

/* seen is room for n numbers that begins zeroed and is kept between calls
 * for one graph. */
struct cx_graph_near cx_graph_near(const struct cx_graph *g, uint32_t atom,
    uint32_t *seen);

#endif
