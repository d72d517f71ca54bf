/* Old and current versions of atoms and their keys. */
#include "lib/search/delta-impl.h"

#include "lib/link/edge.h"

#include <stdlib.h>

void
cx_atoms_tidy(struct cx_atoms *v)
{
	size_t kept = 0;

	CX_SORT(v->v, v->n, cx_order_u32);
	for (size_t i = 0; i < v->n; i++) {
		if (kept == 0 || v->v[i] != v->v[kept - 1])
			v->v[kept++] = v->v[i];
	}
	v->n = kept;
}

/* --- keys of the delta --- */

struct put {
	struct cx_versions *world;
	uint32_t atom;
	bool link;
};

static void
put_key(void *arg, struct cx_str key)
{
	struct put *p = arg;
	struct cx_versions *w = p->world;
	uint32_t n = cx_map_get(&w->keys, key);
	struct cx_atoms *list;

	if (n == CX_MAP_NONE) {
		n = cx_map_put(&w->keys, cx_arena_copy(&w->arena, key));
		CX_GROW(w->by_key, n, w->keys_cap);
		w->by_key[n] = (struct cx_versions_key){{0}, {0}};
	}
	list = p->link ? &w->by_key[n].link : &w->by_key[n].own;
	*CX_NEXT(list->v, list->n, list->cap) = p->atom;
}

static void
put_link(void *arg, const struct cx_edge *edge)
{
	cx_resolve_target_keys(edge->target, put_key, arg);
}

void
cx_versions_init(struct cx_versions *w, struct cx_changes *c)
{
	struct put put = {.world = w};
	struct cx_record rec;

	*w = (struct cx_versions){.base = c->base, .records = &c->records,
	    .n_base = cx_search_atoms(c->base), .json = cx_json_new()};
	w->atoms = cx_calloc(c->n, sizeof(struct cx_change *));
	w->dead = cx_calloc(c->n, sizeof *w->dead);
	w->now = cx_calloc(c->n, sizeof *w->now);
	for (size_t i = 0; i < c->n; i++) {
		struct cx_change *a = &c->v[i];

		if (cx_kills(a)) {
			w->dead[w->n_dead] = a->old;
			w->now[w->n_dead++] = cx_is_new(a)
			    ? w->n_base + w->n_new : NONE;
		}
		if (cx_is_new(a))
			w->atoms[w->n_new++] = a;
	}
	for (put.atom = w->n_base; put.atom < w->n_base + w->n_new;
	    put.atom++) {
		cx_versions_record(w, put.atom, &rec);
		put.link = false;
		cx_resolve_record_keys(&rec, put_key, &put);
		put.link = true;
		cx_edges(&rec, put_link, &put);
	}
}

void
cx_versions_release(struct cx_versions *w)
{
	for (uint32_t i = 0; i < w->keys.n; i++) {
		free(w->by_key[i].own.v);
		free(w->by_key[i].link.v);
	}
	free(w->by_key);
	free(w->atoms);
	free(w->dead);
	free(w->now);
	cx_json_free(w->json);
	cx_buf_release(&w->line);
	cx_map_release(&w->keys);
	cx_arena_release(&w->arena);
}

/* --- numbers --- */

/* The place of an atom in dead; n_dead if it is alive. */
static size_t
place(const struct cx_versions *w, uint32_t old)
{
	const uint32_t *at = w->n_dead ? bsearch(&old, w->dead, w->n_dead,
	    sizeof *w->dead, cx_order_u32) : NULL;

	return at ? (size_t)(at - w->dead) : w->n_dead;
}

bool
cx_versions_is_dead(const struct cx_versions *w, uint32_t old)
{
	return place(w, old) < w->n_dead;
}

/* The number of an atom of the base; NONE if it has gone. */
static uint32_t
number_now(const struct cx_versions *w, uint32_t old)
{
	size_t at = place(w, old);

	return at == w->n_dead ? old : w->now[at];
}

uint32_t
cx_versions_old(const struct cx_versions *w, uint32_t now)
{
	return now < w->n_base ? now : w->atoms[now - w->n_base]->old;
}

void
cx_versions_record(struct cx_versions *w, uint32_t n, struct cx_record *rec)
{
	const char *why;

	if (n < w->n_base) {
		cx_records_get(w->records, n, rec);
		return;
	}
	w->line.len = 0;
	cx_buf_str(&w->line, w->atoms[n - w->n_base]->line);
	cx_buf_room(&w->line, CX_JSON_PAD);
	*rec = (struct cx_record){.line = cx_buf_view(&w->line),
	    .file = "(delta)", .lineno = n - w->n_base + 1};
	rec->root = cx_json_parse(w->json, w->line.s, w->line.len, &why);
	if (!rec->root)
		cx_record_die(rec, "%s", why); /* it was parsed before */
}

/* --- neighbours and sources --- */

bool
cx_versions_links(struct cx_versions *w, uint32_t old, struct cx_atoms *out)
{
	size_t from = out->n, kept = from;
	bool hub = cx_search_links(w->base, old, out);

	for (size_t i = from; i < out->n; i++) {
		uint32_t now = number_now(w, out->v[i]);

		if (now != NONE)
			out->v[kept++] = now;
	}
	out->n = kept;
	return hub;
}

uint32_t
cx_versions_number(const struct cx_versions *w, uint32_t old)
{
	uint32_t now = number_now(w, old);

	return now == NONE ? old : now;
}

void
cx_versions_sources(struct cx_versions *w, struct cx_str key,
    struct cx_atoms *out)
{
	uint32_t n = cx_map_get(&w->keys, key);
	size_t from = out->n;

	cx_search_sources(w->base, key, out);
	for (size_t i = from; i < out->n; i++)
		out->v[i] = cx_versions_number(w, out->v[i]);
	for (size_t i = 0; n != CX_MAP_NONE && i < w->by_key[n].link.n; i++) {
		*CX_NEXT(out->v, out->n, out->cap) = w->by_key[n].link.v[i];
	}
}

/* --- links to atoms --- */

void
cx_partial_resolver_init(struct cx_partial_resolver *l, struct cx_versions *w,
    bool then)
{
	*l = (struct cx_partial_resolver){.world = w, .then = then,
	    .resolver = cx_resolver_new()};
}

void
cx_partial_resolver_release(struct cx_partial_resolver *l)
{
	cx_resolver_free(l->resolver);
	cx_map_release(&l->keys);
	cx_map_release(&l->atoms);
	cx_arena_release(&l->arena);
	free(l->number);
}

static void
add_atom(struct cx_partial_resolver *l, uint32_t n)
{
	struct cx_str key = {(const char *)&n, sizeof n};
	struct cx_record rec;
	uint32_t k;

	if (cx_map_get(&l->atoms, key) != CX_MAP_NONE)
		return;
	(void)cx_map_put(&l->atoms, cx_arena_copy(&l->arena, key));
	cx_versions_record(l->world, n, &rec);
	k = cx_resolver_record(l->resolver, &rec);
	CX_GROW(l->number, k, l->cap);
	l->number[k] = n;
}

static void
add_key(void *arg, struct cx_str key)
{
	struct cx_partial_resolver *l = arg;
	struct cx_versions *w = l->world;
	struct cx_atoms own = {0};
	uint32_t n;

	if (cx_map_get(&l->keys, key) != CX_MAP_NONE)
		return;
	(void)cx_map_put(&l->keys, cx_arena_copy(&l->arena, key));
	cx_search_keys(w->base, key, '=', &own);
	for (size_t i = 0; i < own.n; i++) {
		if (l->then || !cx_versions_is_dead(w, own.v[i]))
			add_atom(l, own.v[i]);
	}
	free(own.v);
	n = cx_map_get(&w->keys, key);
	for (size_t i = 0; !l->then && n != CX_MAP_NONE &&
	    i < w->by_key[n].own.n; i++)
		add_atom(l, w->by_key[n].own.v[i]);
}

void
cx_partial_resolver_name(struct cx_partial_resolver *l, struct cx_str target)
{
	cx_resolve_target_keys(target, add_key, l);
}

uint32_t
cx_partial_resolver_atom(struct cx_partial_resolver *l, struct cx_str source,
    struct cx_str target)
{
	struct cx_resolved to = cx_resolve(l->resolver, source, target);

	return to.status == CX_LINK_OK ? l->number[to.atom] : NONE;
}
