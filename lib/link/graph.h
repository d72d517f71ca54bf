/*
 * graph.h: neighbours in the link graph.
 *
 * Two atoms are neighbours if either links to the other, counted once; an atom
 * is not its own neighbour.  An atom with more than CX_HUB (searchset.h)
 * neighbours is a hub.
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
	size_t *start;	 /* n + 1 indexes into to */
	uint32_t *to;	 /* neighbours, ascending */
	struct cx_graph_edge *edges; /* until cx_graph_build */
	size_t n_edges, cap;
};

/* Adds a link; a link of an atom to itself is ignored. */
void cx_graph_link(struct cx_graph *g, uint32_t from, uint32_t to);
/* Call when all links, between atoms below n, have been added.  Time and memory
 * are linear in atoms and links, except for sorting the neighbours of each
 * atom. */
void cx_graph_build(struct cx_graph *g, uint32_t n);
void cx_graph_release(struct cx_graph *g);

bool cx_graph_is_hub(const struct cx_graph *g, uint32_t atom);

/*
 * Counts the atoms at one step (neighbours that are not hubs) and at two steps
 * (their neighbours that are not hubs, without the atom itself and those at one
 * step).  Time: at most CX_HUB per neighbour.
 */
struct cx_graph_near {
	uint32_t one, two;
};

/* seen is scratch space for n numbers, zeroed at first and kept between calls
 * for one graph. */
struct cx_graph_near cx_graph_near(const struct cx_graph *g, uint32_t atom,
    uint32_t *seen);

#endif
