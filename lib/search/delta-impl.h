/*
 * delta-impl.h: between delta-write.c and the other delta-*.c but delta-read.c.
 */
#ifndef CX_SEARCHDELTA_IMPL_H
#define CX_SEARCHDELTA_IMPL_H

#include "lib/link/resolve.h"
#include "lib/search/delta.h"

#define NONE UINT32_MAX

/* Whether the change is an atom of the delta. */
static inline bool
cx_is_new(const struct cx_change *c)
{
	return c->exists;
}

/* Whether the change leaves an atom of the base dead. */
static inline bool
cx_kills(const struct cx_change *c)
{
	return c->old != NONE;
}

/* --- atoms then and now (delta-versions.c) --- */

/*
 * An atom has one number through all: that of the base while nothing has
 * happened to it, else that of the delta, or, when it has gone, its old one.
 */
struct cx_versions {
	const struct cx_search *base;
	struct cx_records *records;
	uint32_t n_base, n_new;
	struct cx_change **atoms; /* of the delta, by number */
	uint32_t *dead; /* ascending, of the base */
	uint32_t *now;	/* by place in dead: its number now; NONE: it is gone */
	size_t n_dead;
	struct cx_json_parser *json;
	struct cx_buf line;
	/* Keys of atoms of the delta and of their links. */
	struct cx_map keys;
	struct cx_versions_key {
		struct cx_atoms own, link;
	} *by_key;
	size_t keys_cap;
	struct cx_arena arena;
};

void cx_versions_init(struct cx_versions *w, struct cx_changes *c);
void cx_versions_release(struct cx_versions *w);

/* What an atom now was in the base; NONE for a new one. */
uint32_t cx_versions_old(const struct cx_versions *w, uint32_t now);
bool cx_versions_is_dead(const struct cx_versions *w, uint32_t old);
/* The number of an atom of the base; one that has gone keeps it. */
uint32_t cx_versions_number(const struct cx_versions *w, uint32_t old);
/* Whether a number is that of an atom that has gone. */
static inline bool
cx_versions_is_gone(const struct cx_versions *w, uint32_t n)
{
	return n < w->n_base && cx_versions_is_dead(w, n);
}
/* The record of an atom, then or now; good until the next call. */
void cx_versions_record(struct cx_versions *w, uint32_t n,
    struct cx_record *rec);
/* Neighbours in the base that are not hubs, by the numbers of now, without
 * those that have gone; tells whether it was a hub. */
bool cx_versions_links(struct cx_versions *w, uint32_t old,
    struct cx_atoms *out);
/* Atoms that may link by a key: numbers of now, and dead ones. */
void cx_versions_sources(struct cx_versions *w, struct cx_str key,
    struct cx_atoms *out);
/* Sorts and keeps one of each. */
void cx_atoms_tidy(struct cx_atoms *v);

/*
 * Links to atoms, as they were (then) or are.  All targets are named first;
 * only atoms that share a key with one of them are looked at.
 */
struct cx_partial_resolver {
	struct cx_versions *world;
	bool then;
	struct cx_resolver *resolver;
	uint32_t *number; /* by the resolver's */
	size_t cap;
	struct cx_map keys; /* that were looked up */
	struct cx_map atoms; /* that are in the resolver */
	struct cx_arena arena;
};

void cx_partial_resolver_init(struct cx_partial_resolver *l,
    struct cx_versions *w, bool then);
void cx_partial_resolver_name(struct cx_partial_resolver *l,
    struct cx_str target);
/* The atom; NONE when there is none or more than one. */
uint32_t cx_partial_resolver_atom(struct cx_partial_resolver *l,
    struct cx_str source, struct cx_str target);
void cx_partial_resolver_release(struct cx_partial_resolver *l);

/* --- links then and now (delta-links.c) --- */

/* A set of keys; zeroed memory is an empty one. */
struct cx_keys {
	struct cx_map map;
	struct cx_arena arena;
};

void cx_key_put(void *keys, struct cx_str key); /* a cx_key_fn */
/* Atoms that may link by one of them, sorted. */
void cx_keys_sources(const struct cx_keys *k, struct cx_versions *w,
    struct cx_atoms *out);
void cx_keys_release(struct cx_keys *k);

/* Goes through the links of an atom, one after the other: names their
 * targets to a lookup, or finds them. */
struct cx_link_walk {
	struct cx_versions *world;
	struct cx_partial_resolver *lookup;
	const struct cx_keys *keys; /* only links with one; NULL: all */
	struct cx_atoms to; /* what they mean, once found */
	struct cx_json_parser *json; /* private, and what follows */
	struct cx_buf text;
	struct cx_str source;
	bool has;
};

void cx_link_walk_init(struct cx_link_walk *v, struct cx_versions *w);
void cx_link_walk_links(struct cx_link_walk *v, uint32_t atom, bool find);
void cx_link_walk_release(struct cx_link_walk *v);

/* An end of a link that is new, or lost: not this atom's any more, though
 * another link may still join it with the other. */
struct cx_end {
	uint32_t atom; /* which has not gone */
	bool lost;
	uint32_t other; /* its old number when it has gone */
};

struct cx_changed_links {
	struct cx_end *v;
	size_t n, cap;
};

/* Appends all ends, by atom. */
void cx_find_ends(struct cx_versions *w, struct cx_changed_links *out);

/* Appends the text of the file near. */
void cx_print_near(struct cx_changes *c, struct cx_buf *out);

#endif
