/*
 * indexed.c: reads the part of an index that affects links to some notes.
 *
 * The meaning of a link depends on the notes that share a key with it
 * (resolve.h).  So it reads the notes that share one with the requested notes,
 * those that may link by a key of these, and those that share a key with such a
 * link.  A delta is small and is read as a whole.
 */
#include "links.h"

#include "lib/base/map.h"
#include "lib/search/records.h"

#include <stdlib.h>

struct subset {
	const struct cx_search *set;
	struct cx_records records;
	bool *in; /* by number */
	struct cx_map asked, keys; /* of what was asked for, of those notes */
	struct cx_arena arena;
	struct cx_map *which; /* what shares looks in */
	bool found;
};

static void
put_key(void *arg, struct cx_str key)
{
	struct subset *s = arg;

	(void)cx_map_intern(s->which, &s->arena, key);
}

static void
find_key(void *arg, struct cx_str key)
{
	struct subset *s = arg;

	s->found |= cx_map_get(s->which, key) != CX_MAP_NONE;
}

/* The notes of the base that have a key. */
static void
take_key(void *arg, struct cx_str key)
{
	struct subset *s = arg;
	struct cx_atoms own = {0};

	cx_search_keys(s->set, key, '=', &own);
	for (size_t i = 0; i < own.n; i++)
		s->in[own.v[i]] = true;
	free(own.v);
}

static bool
get(struct subset *s, uint32_t atom, struct cx_record *rec)
{
	if (!cx_search_has(s->set, atom))
		return false;
	cx_records_get(&s->records, atom, rec);
	return true;
}

/* The keys of the notes that were asked for, and perhaps of others. */
static void
find_notes(struct subset *s, const struct cx_opt_list *to)
{
	uint32_t n = cx_search_atoms(s->set);
	struct cx_record rec;

	s->which = &s->asked;
	for (size_t i = 0; i < to->n; i++) {
		cx_resolve_target_keys(cx_str(to->v[i]), put_key, s);
		cx_resolve_target_keys(cx_str(to->v[i]), take_key, s);
	}
	for (uint32_t i = cx_search_base_atoms(s->set); i < n; i++)
		s->in[i] = true;
	for (uint32_t i = 0; i < n; i++) {
		if (!s->in[i] || !get(s, i, &rec))
			continue;
		s->which = &s->asked;
		s->found = false;
		cx_resolve_record_keys(&rec, find_key, s);
		s->which = &s->keys;
		if (s->found)
			cx_resolve_record_keys(&rec, put_key, s);
	}
}

static void
take_target(void *arg, const struct cx_edge *edge)
{
	struct subset *s = arg;

	s->found = false;
	cx_resolve_target_keys(edge->target, find_key, s);
	if (s->found)
		cx_resolve_target_keys(edge->target, take_key, s);
}

/* The notes that may link to these, and what decides on that. */
static void
find_sources(struct subset *s)
{
	uint32_t n = cx_search_atoms(s->set);
	struct cx_atoms sources = {0};
	struct cx_record rec;

	s->which = &s->keys;
	for (uint32_t i = 0; i < s->keys.n; i++)
		cx_search_sources(s->set, s->keys.key[i], &sources);
	for (uint32_t i = cx_search_base_atoms(s->set); i < n; i++)
		*CX_NEXT(sources.v, sources.n, sources.cap) = i;
	CX_SORT(sources.v, sources.n, cx_order_u32);
	for (size_t i = 0; i < sources.n; i++) {
		if ((i && sources.v[i] == sources.v[i - 1]) ||
		    !get(s, sources.v[i], &rec))
			continue;
		s->in[sources.v[i]] = true;
		cx_edges(&rec, take_target, s);
	}
	free(sources.v);
}

bool
graph_read_index(struct graph *g, const char *index,
    const struct cx_opt_list *to)
{
	struct cx_search *set = cx_search_find_set(index);
	struct subset s = {.set = set};
	bool known = set && cx_search_has_keys(set);
	uint32_t n = known ? cx_search_atoms(set) : 0;
	struct cx_record rec;

	if (known) {
		s.records = cx_records_of(set);
		s.in = cx_calloc(cx_add(n, 1), sizeof *s.in);
		find_notes(&s, to);
		find_sources(&s);
	}
	for (uint32_t i = 0; i < n; i++)
		if (s.in[i] && get(&s, i, &rec))
			graph_add(g, &rec);
	if (known)
		cx_records_release(&s.records);
	cx_map_release(&s.asked);
	cx_map_release(&s.keys);
	cx_arena_release(&s.arena);
	free(s.in);
	cx_search_close(set);
	return known;
}
