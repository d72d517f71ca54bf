/* links.h: the graph, shared by the parts of cx-links. */
#ifndef CX_LINKS_H
#define CX_LINKS_H

#include "lib/base/opt.h"
#include "lib/link/edge.h"
#include "lib/link/external.h"

#define NO_ATOM UINT32_MAX

struct link {
	uint32_t source;
	uint32_t atom; /* the atom it resolves to, or NO_ATOM */
	const char *text;
	uint32_t len;
	uint8_t status;
	uint8_t step;
	bool soft;
	bool relation; /* not a link: supersedes or similar */
	const char *member;
};

struct atom {
	size_t first; /* its links are link[first..end) */
	size_t end;
	uint32_t in, out;   /* see graph_degrees */
	bool related;	    /* has a relation to another note */
	int64_t lines;      /* of the file, 0 if unknown */
	struct cx_str body; /* .s NULL if not requested */
};

struct graph {
	struct cx_arena arena;
	struct cx_resolver *resolver;
	struct cx_external *elsewhere;
	struct atom *atom;
	size_t atom_cap;
	uint32_t n;
	struct link *link;
	size_t nlink, link_cap;
	uint32_t *order;  /* atoms by path */
	uint32_t reading; /* the atom whose links are being added */
	bool bodies;      /* keep bodies */
	bool relations;   /* read relations */
	bool reading_relations;
	/* Options: */
	int64_t most;	       /* hubs, 0: all */
	struct cx_opt_list to; /* for backlinks */
	const char *near;
};

/* Add a record and its links; add all records. */
void graph_add(struct graph *g, const struct cx_record *rec);
void graph_read(struct graph *g, struct cx_reader *reader);
/* Resolves all links.  A duplicate path is a broken stream. */
void graph_resolve(struct graph *g);
void graph_release(struct graph *g);

/* indexed.c: reads only the records of an index that affect links to some
 * notes; returns false if these cannot be determined. */
bool graph_read_index(struct graph *g, const char *index,
    const struct cx_opt_list *to);

/*
 * Counts links at both ends: out counts each link as written, broken or not; in
 * counts each link that resolves.  Links of an atom to itself do not count.
 */
void graph_degrees(struct graph *g);

static inline bool
is_orphan(const struct atom *a)
{
	return !a->in && !a->out && !a->related;
}

static inline struct cx_str
link_target(const struct link *l)
{
	return (struct cx_str){l->text, l->len};
}

static inline struct cx_str
atom_path(const struct graph *g, uint32_t atom)
{
	return cx_resolver_path(g->resolver, atom);
}

/* Returns the *n atoms with links, by descending degree, then by path. */
uint32_t *graph_hubs(const struct graph *g, size_t *n);

/* lists.c: each prints NDJSON, by path and then in text order. */
void print_edges(struct graph *g);
void print_orphans(struct graph *g);
void print_hubs(struct graph *g);
void print_broken(struct graph *g);
void print_ambiguous(struct graph *g);
void print_backlinks(struct graph *g);
void print_near(struct graph *g);
void print_report(struct graph *g);
void print_dot(struct graph *g);
void print_mentions(struct graph *g);

#endif
