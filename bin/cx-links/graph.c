/* graph.c: turns records into atoms and links. */
#include "lib/base/mem.h"
#include "links.h"

#include <stdlib.h>

static void
add_link(void *arg, const struct cx_edge *edge)
{
	struct graph *g = arg;
	struct cx_str text = cx_arena_copy(&g->arena, edge->target);
	struct link *l = CX_NEXT(g->link, g->nlink, g->link_cap);

	/* A record is below 4 GiB, as struct cx_json counts. */
	*l = (struct link){.source = g->reading,
	    .atom = NO_ATOM,
	    .text = text.s,
	    .len = (uint32_t)text.len,
	    .soft = edge->soft,
	    .relation = g->reading_relations,
	    .member = edge->member};
}

void
graph_add(struct graph *g, const struct cx_record *rec)
{
	const struct cx_json *body = cx_json_get(rec->root, "body");
	struct atom *a = CX_NEXT(g->atom, g->n, g->atom_cap);

	*a = (struct atom){.first = g->nlink};
	g->reading = cx_resolver_record(g->resolver, rec);
	cx_external_record(g->elsewhere, rec);
	cx_edges(rec, add_link, g);
	g->reading_relations = true;
	if (g->relations)
		cx_relations(rec, add_link, g);
	g->reading_relations = false;
	a->end = g->nlink;
	if (!g->bodies)
		return;
	a->lines = cx_record_int(rec, "lines", 0);
	if (body)
		a->body = cx_arena_copy(
		    &g->arena, cx_record_str(rec, "body", CX_STR("")));
}

struct by_path {
	struct cx_str path;
	uint32_t atom;
};

static void
sort_atoms(struct graph *g)
{
	struct by_path *v;
	bool sorted = true;
	uint32_t i;

	g->order = cx_malloc(cx_mul(cx_add(g->n, 1), sizeof *g->order));
	for (i = 0; i < g->n; i++) {
		g->order[i] = i;
		if (i && cx_str_cmp(atom_path(g, i - 1), atom_path(g, i)) > 0)
			sorted = false;
	}
	if (sorted)
		return; /* as cx-scan gives them */
	v = cx_malloc(cx_mul(g->n, sizeof *v));
	for (i = 0; i < g->n; i++)
		v[i] = (struct by_path){atom_path(g, i), i};
	qsort(v, g->n, sizeof *v, cx_order_str);
	for (i = 0; i < g->n; i++)
		g->order[i] = v[i].atom;
	free(v);
}

static struct cx_str
nth_target(const void *arg, size_t i)
{
	const struct graph *g = arg;

	return link_target(&g->link[i]);
}

void
graph_read(struct graph *g, struct cx_reader *reader)
{
	struct cx_record rec;

	while (cx_reader_next(reader, &rec))
		if (!cx_record_gone(&rec))
			graph_add(g, &rec);
}

void
graph_resolve(struct graph *g)
{
	struct cx_str twin;
	size_t i;

	sort_atoms(g);
	for (i = 1; i < g->n; i++) {
		twin = atom_path(g, g->order[i]);
		if (cx_str_eq(twin, atom_path(g, g->order[i - 1])))
			cx_die(CX_FAIL,
			    "%.*s: two records have this path; "
			    "give the records of one vault, once",
			    (int)twin.len, twin.s);
	}
	for (i = 0; i < g->nlink; i++) {
		struct link *l = &g->link[i];
		struct cx_resolved res;

		cx_resolve_soon(g->resolver, i, g->nlink, nth_target, g);
		res = cx_resolve(g->resolver, atom_path(g, l->source),
		    link_target(l));
		l->status = (uint8_t)cx_external(g->elsewhere, res.status,
		    atom_path(g, l->source), link_target(l), l->soft);
		l->step = (uint8_t)res.step;
		if (res.status == CX_LINK_OK)
			l->atom = res.atom;
	}
}

void
graph_release(struct graph *g)
{
	cx_resolver_free(g->resolver);
	cx_external_free(g->elsewhere);
	cx_arena_release(&g->arena);
	free(g->atom);
	free(g->link);
	free(g->order);
}

void
graph_degrees(struct graph *g)
{
	size_t i;

	for (i = 0; i < g->nlink; i++) {
		const struct link *l = &g->link[i];

		if (l->atom == l->source || l->status == CX_LINK_FILE)
			continue;
		if (l->relation) {
			g->atom[l->source].related = true;
			if (l->atom != NO_ATOM)
				g->atom[l->atom].related = true;
			continue;
		}
		g->atom[l->source].out++;
		if (l->atom != NO_ATOM)
			g->atom[l->atom].in++;
	}
}

struct hub {
	uint64_t degree;
	uint32_t rank; /* by path */
};

static int
hub_cmp(const void *x, const void *y)
{
	const struct hub *a = x, *b = y;

	if (a->degree != b->degree)
		return a->degree > b->degree ? -1 : 1;
	return (a->rank > b->rank) - (a->rank < b->rank);
}

uint32_t *
graph_hubs(const struct graph *g, size_t *n)
{
	struct hub *v = cx_malloc(cx_mul(cx_add(g->n, 1), sizeof *v));
	uint32_t *hubs = cx_malloc(cx_mul(cx_add(g->n, 1), sizeof *hubs));
	size_t i;

	*n = 0;
	for (i = 0; i < g->n; i++) {
		const struct atom *a = &g->atom[g->order[i]];

		if (a->in || a->out)
			v[(*n)++] =
			    (struct hub){(uint64_t)a->in + a->out, (uint32_t)i};
	}
	qsort(v, *n, sizeof *v, hub_cmp);
	for (i = 0; i < *n; i++)
		hubs[i] = g->order[v[i].rank];
	free(v);
	return hubs;
}

/* --- the graph in the language of graphviz --- */

/* A quoted string, as node name and as label: both read \\ and \" (and a
 * label \N, \n and others, hence no lone backslash). */
static void
put_quoted(struct cx_buf *b, struct cx_str s)
{
	size_t i;

	cx_buf_char(b, '"');
	for (i = 0; i < s.len; i++) {
		if (s.s[i] == '"' || s.s[i] == '\\')
			cx_buf_char(b, '\\');
		/* Control bytes would end the drawing; the SVG is XML. */
		cx_buf_char(b, (unsigned char)s.s[i] < 0x20 || s.s[i] == 0x7f
				   ? ' '
				   : s.s[i]);
	}
	cx_buf_char(b, '"');
}

void
print_dot(struct graph *g)
{
	struct cx_buf *out = cx_out();
	size_t i, k;

	cx_buf_puts(out, "digraph vault {\n\trankdir=LR;\n"
			 "\tnode [shape=box];\n");
	for (i = 0; i < g->n; i++) {
		uint32_t atom = g->order[i];

		cx_buf_char(out, '\t');
		put_quoted(out, atom_path(g, atom));
		cx_buf_puts(out, " [label=");
		put_quoted(out, cx_resolver_name(g->resolver, atom));
		cx_buf_puts(out, "];\n");
		cx_out_record();
	}
	for (i = 0; i < g->n; i++) {
		uint32_t atom = g->order[i];
		const struct atom *a = &g->atom[atom];

		for (k = a->first; k < a->end; k++) {
			const struct link *l = &g->link[k];

			if (l->atom == NO_ATOM)
				continue;
			cx_buf_char(out, '\t');
			put_quoted(out, atom_path(g, atom));
			cx_buf_puts(out, " -> ");
			put_quoted(out, atom_path(g, l->atom));
			cx_buf_puts(
			    out, l->soft ? " [style=dashed];\n" : ";\n");
			cx_out_record();
		}
	}
	cx_buf_puts(out, "}\n");
}
