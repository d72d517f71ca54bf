/* lists.c: prints the answers of cx-links as records. */
#include "links.h"

#include "lib/json/print.h"

#include <stdlib.h>

/* Calls print for each link, by the path of its atom. */
static void
each_link(struct graph *g, void (*print)(struct graph *, const struct link *))
{
	size_t i, k;

	for (i = 0; i < g->n; i++) {
		const struct atom *a = &g->atom[g->order[i]];

		for (k = a->first; k < a->end; k++)
			print(g, &g->link[k]);
	}
}

static struct cx_resolved
again(struct graph *g, const struct link *l)
{
	return cx_resolve(g->resolver, atom_path(g, l->source), link_target(l));
}

/* "candidates":[...] and their number. */
static void
print_candidates(
    struct graph *g, struct cx_printer *p, const struct cx_resolved *res)
{
	size_t n, i;
	const uint32_t *c = cx_resolve_candidates(g->resolver, res, &n);

	cx_print_karray(p, "candidates");
	for (i = 0; i < n; i++)
		cx_print_str(p, atom_path(g, c[i]));
	cx_print_end(p);
	cx_print_kint(p, "ncandidates", res->ncandidates);
}

static void
end_line(struct cx_printer *p)
{
	cx_print_line(p);
	cx_out_record();
}

/* What only some links have. */
static void
print_kind(struct cx_printer *p, const struct link *l)
{
	if (strcmp(l->member, "links_out") != 0)
		cx_print_kstr(p, "member", cx_str(l->member));
	if (l->soft) {
		cx_print_kbool(p, "soft", true);
	}
}

static void
print_edge(struct graph *g, const struct link *l)
{
	struct cx_printer p = cx_printer(cx_out());

	cx_print_object(&p);
	cx_print_kstr(&p, "path", atom_path(g, l->source));
	cx_print_kstr(&p, "target", link_target(l));
	cx_print_key(&p, "to");
	if (l->atom == NO_ATOM)
		cx_print_null(&p);
	else
		cx_print_str(&p, atom_path(g, l->atom));
	cx_print_kstr(&p, "status", cx_str(cx_resolve_status_name(l->status)));
	if (l->status == CX_LINK_OK || l->status == CX_LINK_AMBIGUOUS)
		cx_print_kstr(&p, "by", cx_str(cx_resolve_step_name(l->step)));
	print_kind(&p, l);
	if (l->status == CX_LINK_AMBIGUOUS) {
		struct cx_resolved res = again(g, l);

		print_candidates(g, &p, &res);
	}
	end_line(&p);
}

void
print_edges(struct graph *g)
{
	each_link(g, print_edge);
}

static void
print_atom(struct graph *g, uint32_t atom, bool degree)
{
	const struct atom *a = &g->atom[atom];
	struct cx_printer p = cx_printer(cx_out());

	cx_print_object(&p);
	cx_print_kstr(&p, "path", atom_path(g, atom));
	cx_print_kstr(&p, "name", cx_resolver_name(g->resolver, atom));
	if (degree) {
		cx_print_kint(&p, "degree", (int64_t)a->in + a->out);
		cx_print_kint(&p, "in", a->in);
		cx_print_kint(&p, "out", a->out);
	}
	end_line(&p);
}

void
print_orphans(struct graph *g)
{
	size_t i;

	graph_degrees(g);
	for (i = 0; i < g->n; i++) {
		const struct atom *a = &g->atom[g->order[i]];

		if (is_orphan(a))
			print_atom(g, g->order[i], false);
	}
}

void
print_hubs(struct graph *g)
{
	uint32_t *hubs;
	size_t n, i;

	graph_degrees(g);
	hubs = graph_hubs(g, &n);
	if (g->most && (uint64_t)g->most < n)
		n = (size_t)g->most;
	for (i = 0; i < n; i++)
		print_atom(g, hubs[i], true);
	free(hubs);
}

/* A finding in the form that cx-show renders.  A reference in backticks
 * often points outside of a vault: no more than information. */
static struct cx_printer
begin_finding(struct graph *g, const struct link *l, const char *code,
    const char *message)
{
	struct cx_printer p = cx_printer(cx_out());

	cx_print_object(&p);
	cx_print_kstr(&p, "path", atom_path(g, l->source));
	cx_print_kstr(
	    &p, "severity", l->soft ? CX_STR("info") : CX_STR("warning"));
	cx_print_kstr(&p, "code", cx_str(code));
	cx_print_kstr(&p, "message", cx_str(message));
	cx_print_kstr(&p, "target", link_target(l));
	print_kind(&p, l);
	if (!l->soft)
		cx_raise(CX_NO);
	return p;
}

static void
put_link(struct cx_buf *b, const struct link *l)
{
	cx_buf_puts(b, l->soft ? "the reference '" : "the link '");
	cx_buf_str(b, link_target(l));
	cx_buf_char(b, '\'');
}

static void
print_broken_link(struct graph *g, const struct link *l)
{
	CX_AUTO_BUF b = CX_BUF_INIT;
	struct cx_printer p;

	if (l->status != CX_LINK_BROKEN)
		return;
	put_link(&b, l);
	cx_buf_puts(&b, " goes to no note");
	p = begin_finding(g, l, "broken-link", cx_buf_cstr(&b));
	end_line(&p);
}

void
print_broken(struct graph *g)
{
	each_link(g, print_broken_link);
}

static void
print_ambiguous_link(struct graph *g, const struct link *l)
{
	CX_AUTO_BUF b = CX_BUF_INIT;
	struct cx_resolved res;
	struct cx_printer p;

	if (l->status != CX_LINK_AMBIGUOUS)
		return;
	res = again(g, l);
	put_link(&b, l);
	cx_buf_fmt(
	    &b, " may mean %u notes; write more of the path", res.ncandidates);
	p = begin_finding(g, l, "ambiguous-link", cx_buf_cstr(&b));
	print_candidates(g, &p, &res);
	end_line(&p);
}

void
print_ambiguous(struct graph *g)
{
	each_link(g, print_ambiguous_link);
}

/* What a person calls an atom; NO_ATOM, after a message, for none. */
static uint32_t
find_atom(struct graph *g, struct cx_str to)
{
	struct cx_resolved res = cx_resolve(g->resolver, CX_STR(""), to);
	size_t n;

	if (res.status == CX_LINK_BROKEN) {
		cx_error(CX_USAGE, "%.*s: no note has this path, name or id",
		    (int)to.len, to.s);
		return NO_ATOM;
	}
	if (res.status == CX_LINK_AMBIGUOUS) {
		const uint32_t *c =
		    cx_resolve_candidates(g->resolver, &res, &n);
		struct cx_str a = atom_path(g, c[0]), b = atom_path(g, c[1]);

		cx_error(CX_USAGE,
		    "%.*s: may mean %u notes, such as %.*s and "
		    "%.*s; give the path of one",
		    (int)to.len, to.s, res.ncandidates, (int)a.len, a.s,
		    (int)b.len, b.s);
		return NO_ATOM;
	}
	return res.atom;
}

void
print_backlinks(struct graph *g)
{
	bool *asked = cx_calloc(g->n, sizeof *asked);

	for (size_t i = 0; i < g->to.n; i++) {
		uint32_t atom = find_atom(g, cx_str(g->to.v[i]));

		if (atom != NO_ATOM)
			asked[atom] = true;
	}
	for (size_t i = 0; i < g->n; i++) {
		const struct atom *a = &g->atom[g->order[i]];

		for (size_t k = a->first; k < a->end; k++)
			if (g->link[k].atom != NO_ATOM &&
			    asked[g->link[k].atom])
				print_edge(g, &g->link[k]);
	}
	free(asked);
}

void
print_near(struct graph *g)
{
	uint32_t atom = find_atom(g, cx_str(g->near));
	CX_AUTO_FREE bool *near = cx_calloc(g->n, sizeof *near);
	size_t i, k;

	for (i = 0; i < g->n && atom != NO_ATOM; i++) {
		const struct atom *a = &g->atom[i];

		for (k = a->first; k < a->end; k++) {
			if (g->link[k].atom == NO_ATOM)
				continue;
			if (g->link[k].atom == atom)
				near[i] = true;
			if (i == atom)
				near[g->link[k].atom] = true;
		}
	}
	for (i = 0; i < g->n; i++) {
		if (near[g->order[i]] && g->order[i] != atom)
			print_atom(g, g->order[i], false);
	}
}
