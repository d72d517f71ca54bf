/*
 * Finds links with a changed meaning: the ends of those added or lost.
 *
 * The meaning of a link depends on the atoms that share a key with it
 * (resolve.h).  So the links to examine are those of atoms whose links have
 * changed, and those with a key that a changed atom has or had.
 */
#include "lib/search/delta-impl.h"

#include "lib/link/edge.h"

#include <stdlib.h>

/* --- sets of keys --- */

void
cx_key_put(void *arg, struct cx_str key)
{
	struct cx_keys *k = arg;

	if (cx_map_get(&k->map, key) == CX_MAP_NONE)
		(void)cx_map_put(&k->map, cx_arena_copy(&k->arena, key));
}

void
cx_keys_sources(const struct cx_keys *k, struct cx_versions *w,
    struct cx_atoms *out)
{
	for (uint32_t i = 0; i < k->map.n; i++)
		cx_versions_sources(w, k->map.key[i], out);
	cx_atoms_tidy(out);
}

void
cx_keys_release(struct cx_keys *k)
{
	cx_map_release(&k->map);
	cx_arena_release(&k->arena);
}

/* --- links of an atom --- */

void
cx_link_walk_init(struct cx_link_walk *v, struct cx_versions *w)
{
	*v = (struct cx_link_walk){.world = w, .json = cx_json_new()};
}

void
cx_link_walk_release(struct cx_link_walk *v)
{
	cx_json_free(v->json);
	cx_buf_release(&v->text);
	free(v->to.v);
}

static void
match_key(void *arg, struct cx_str key)
{
	struct cx_link_walk *v = arg;

	v->has = v->has || cx_map_get(&v->keys->map, key) != CX_MAP_NONE;
}

static bool
is_asked(struct cx_link_walk *v, struct cx_str target)
{
	v->has = !v->keys;
	if (v->keys)
		cx_resolve_target_keys(target, match_key, v);
	return v->has;
}

static void
name_target(void *arg, const struct cx_edge *edge)
{
	struct cx_link_walk *v = arg;

	if (is_asked(v, edge->target))
		cx_partial_resolver_name(v->lookup, edge->target);
}

static void
find_target(void *arg, const struct cx_edge *edge)
{
	struct cx_link_walk *v = arg;
	uint32_t to;

	if (!is_asked(v, edge->target))
		return;
	to = cx_partial_resolver_atom(v->lookup, v->source, edge->target);
	if (to == NONE)
		return;
	*CX_NEXT(v->to.v, v->to.n, v->to.cap) = to;
}

/* A lookup reads records, too, so these links are of a copy. */
void
cx_link_walk_links(struct cx_link_walk *v, uint32_t atom, bool find)
{
	struct cx_record rec;
	const char *why;

	v->to.n = 0;
	cx_versions_record(v->world, atom, &rec);
	v->text.len = 0;
	cx_buf_str(&v->text, rec.line);
	cx_buf_room(&v->text, CX_JSON_PAD);
	rec.line = cx_buf_view(&v->text);
	rec.root = cx_json_parse(v->json, rec.line.s, rec.line.len, &why);
	v->source = cx_record_path(&rec);
	cx_edges(&rec, find ? find_target : name_target, v);
}

/* --- what to look at --- */

struct look {
	struct cx_versions *world;
	struct cx_keys keys; /* that changed atoms have or had */
	struct cx_atoms changed; /* whose links, all of them, are looked at */
	struct cx_atoms sources; /* all whose links are */
	struct cx_changed_links *ends;
};

/* The length before the text: any byte may stand in it. */
static void
put_text(void *arg, struct cx_str s)
{
	cx_buf_add(arg, (const char *)&s.len, sizeof s.len);
	cx_buf_str(arg, s);
}

static void
put_target(void *arg, const struct cx_edge *edge)
{
	put_text(arg, edge->target);
}

/* All by which links find an atom, but for its path. */
static void
put_names(const struct cx_record *rec, struct cx_buf *out)
{
	const struct cx_json *extra = cx_json_get(rec->root, "extra");

	put_text(out, cx_record_str(rec, "id", CX_STR("")));
	put_text(out, cx_record_str(rec, "name", CX_STR("")));
	cx_each_item(cx_json_get(extra, "aliases"), put_text, out);
	cx_each_item(cx_json_get(extra, "alias"), put_text, out);
}

static void
add_changed(struct look *l, uint32_t atom)
{
	*CX_NEXT(l->changed.v, l->changed.n, l->changed.cap) = atom;
}

/* All links of the changed atom matter if they differ, and all that may lead
 * to it if its names do. */
static void
compare(struct look *l, uint32_t old, uint32_t now)
{
	struct cx_buf names[2] = {CX_BUF_INIT, CX_BUF_INIT};
	struct cx_buf links[2] = {CX_BUF_INIT, CX_BUF_INIT};
	uint32_t atom[2] = {old, now};
	struct cx_record rec;
	bool there = old != NONE && now != NONE;
	bool same;

	for (int i = 0; i < 2; i++) {
		if (atom[i] == NONE)
			continue;
		cx_versions_record(l->world, atom[i], &rec);
		put_names(&rec, &names[i]);
		cx_edges(&rec, put_target, &links[i]);
	}
	if (!there || !cx_str_eq(cx_buf_view(&links[0]),
		cx_buf_view(&links[1])))
		add_changed(l, now != NONE ? now : old);
	same = there && cx_str_eq(cx_buf_view(&names[0]),
	    cx_buf_view(&names[1]));
	for (int i = 0; i < 2; i++) {
		if (atom[i] != NONE && !same) {
			cx_versions_record(l->world, atom[i], &rec);
			cx_resolve_record_keys(&rec, cx_key_put, &l->keys);
		}
		cx_buf_release(&names[i]);
		cx_buf_release(&links[i]);
	}
}

static void
find_sources(struct look *l)
{
	struct cx_versions *w = l->world;

	for (size_t i = 0; i < w->n_dead; i++)
		compare(l, w->dead[i], w->now[i]);
	for (uint32_t i = 0; i < w->n_new; i++) {
		if (w->atoms[i]->old == NONE)
			compare(l, NONE, w->n_base + i);
	}
	cx_atoms_tidy(&l->changed);
	for (size_t i = 0; i < l->changed.n; i++) {
		CX_GROW(l->sources.v, l->sources.n, l->sources.cap);
		l->sources.v[l->sources.n++] = l->changed.v[i];
	}
	cx_keys_sources(&l->keys, w, &l->sources);
}

/* --- links then and now --- */

static void
add_end(struct look *l, uint32_t atom, uint32_t other, bool lost)
{
	struct cx_changed_links *e = l->ends;

	if (cx_versions_is_gone(l->world, atom) || atom == other)
		return;
	*CX_NEXT(e->v, e->n, e->cap) = (struct cx_end){atom, lost, other};
}

/* The atoms of a that are not in b, both sorted. */
static void
add_difference(struct look *l, uint32_t source, const struct cx_atoms *a,
    const struct cx_atoms *b, bool lost)
{
	size_t k = 0;

	for (size_t i = 0; i < a->n; i++) {
		while (k < b->n && b->v[k] < a->v[i])
			k++;
		if (k < b->n && b->v[k] == a->v[i])
			continue;
		add_end(l, source, a->v[i], lost);
		add_end(l, a->v[i], source, lost);
	}
}

static int
by_end(const void *va, const void *vb)
{
	const struct cx_end *a = va, *b = vb;

	return (a->atom > b->atom) - (a->atom < b->atom);
}

void
cx_find_ends(struct cx_versions *w, struct cx_changed_links *out)
{
	struct look l = {.world = w, .ends = out};
	struct cx_link_walk then, now;
	struct cx_partial_resolver was, is;
	size_t c = 0;

	find_sources(&l);
	cx_link_walk_init(&then, w);
	cx_link_walk_init(&now, w);
	cx_partial_resolver_init(&was, w, true);
	cx_partial_resolver_init(&is, w, false);
	then.lookup = &was;
	now.lookup = &is;
	for (int find = 0; find < 2; find++, c = 0) {
		for (size_t i = 0; i < l.sources.n; i++) {
			uint32_t atom = l.sources.v[i];
			uint32_t old = cx_versions_old(w, atom);
			bool all = c < l.changed.n && l.changed.v[c] == atom;

			c += all;
			then.keys = now.keys = all ? NULL : &l.keys;
			then.to.n = now.to.n = 0;
			if (old != NONE)
				cx_link_walk_links(&then, old, find);
			if (!cx_versions_is_gone(w, atom))
				cx_link_walk_links(&now, atom, find);
			/* By the numbers of now, or of what has gone. */
			for (size_t k = 0; k < then.to.n; k++)
				then.to.v[k] = cx_versions_number(w,
				    then.to.v[k]);
			cx_atoms_tidy(&then.to);
			cx_atoms_tidy(&now.to);
			add_difference(&l, atom, &then.to, &now.to, true);
			add_difference(&l, atom, &now.to, &then.to, false);
		}
	}
	CX_SORT(out->v, out->n, by_end);
	cx_link_walk_release(&then);
	cx_link_walk_release(&now);
	cx_partial_resolver_release(&was);
	cx_partial_resolver_release(&is);
	cx_keys_release(&l.keys);
	free(l.changed.v);
	free(l.sources.v);
}
