/*
 * delta-impl.h: shared by delta-write.c and the other delta-*.c, except
 * delta-read.c.
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

/* Whether the change makes an atom of the base obsolete. */
static inline bool
cx_kills(const struct cx_change *c)
{
	return c->old != NONE;
}

/* --- old and new atoms (delta-versions.c) --- */

/*
 * Each atom has one number throughout: that of the base if it is unchanged,
 * otherwise that of the delta or, if it is gone, its old one.
 */
struct cx_versions {
	const struct cx_search *base;
	struct cx_records *records;
	uint32_t n_base, n_new;
	struct cx_change **atoms; /* of the delta, by number */
	uint32_t *dead; /* ascending, of the base */
	uint32_t *now;	/* by index in dead: its current number; NONE: gone */
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

/* Returns the number of a current atom in the base; NONE for a new one. */
uint32_t cx_versions_old(const struct cx_versions *w, uint32_t now);
bool cx_versions_is_dead(const struct cx_versions *w, uint32_t old);
/* Returns the current number of an atom of the base; if gone, the same. */
uint32_t cx_versions_number(const struct cx_versions *w, uint32_t old);
/* Whether a number belongs to an atom that is gone. */
static inline bool
cx_versions_is_gone(const struct cx_versions *w, uint32_t n)
{
	return n < w->n_base && cx_versions_is_dead(w, n);
}
/* Gets the record of an old or current atom; valid until the next call. */
void cx_versions_record(struct cx_versions *w, uint32_t n,
    struct cx_record *rec);
/* Appends the neighbours in the base that are not hubs, by current numbers,
 * without those that are gone; returns whether it was a hub. */
bool cx_versions_links(struct cx_versions *w, uint32_t old,
    struct cx_atoms *out);
/* Appends atoms that may link by a key: current numbers, and dead ones. */
void cx_versions_sources(struct cx_versions *w, struct cx_str key,
    struct cx_atoms *out);
/* Sorts and removes duplicates. */
void cx_atoms_tidy(struct cx_atoms *v);

/*
 * Resolves links to atoms as they were (then) or are now.  All targets must be
 * named first; only atoms that share a key with one of them are used.
 */
struct cx_partial_resolver {
	struct cx_versions *world;
	bool then;
	struct cx_resolver *resolver;
	uint32_t *number; /* by number in the resolver */
	size_t cap;
	struct cx_map keys; /* looked up so far */
	struct cx_map atoms; /* in the resolver */
	struct cx_arena arena;
};

void cx_partial_resolver_init(struct cx_partial_resolver *l,
    struct cx_versions *w, bool then);
void cx_partial_resolver_name(struct cx_partial_resolver *l,
    struct cx_str target);
/* Returns the atom; NONE if there is none or more than one. */
uint32_t cx_partial_resolver_atom(struct cx_partial_resolver *l,
    struct cx_str source, struct cx_str target);
void cx_partial_resolver_release(struct cx_partial_resolver *l);

/* --- old and new links (delta-links.c) --- */

/* A set of keys, initialised with zeroes. */
struct cx_keys {
	struct cx_map map;
	struct cx_arena arena;
};

void cx_key_put(void *keys, struct cx_str key); /* a cx_key_fn */
/* Appends the atoms that may link by one of the keys, sorted. */
void cx_keys_sources(const struct cx_keys *k, struct cx_versions *w,
    struct cx_atoms *out);
void cx_keys_release(struct cx_keys *k);

/* Iterates over the links of an atom: passes their targets to a lookup, or
 * resolves them. */
struct cx_link_walk {
	struct cx_versions *world;
	struct cx_partial_resolver *lookup;
	const struct cx_keys *keys; /* only links with these; NULL: all */
	struct cx_atoms to; /* the resolved atoms */
	struct cx_json_parser *json; /* private, and what follows */
	struct cx_buf text;
	struct cx_str source;
	bool has;
};

void cx_link_walk_init(struct cx_link_walk *v, struct cx_versions *w);
void cx_link_walk_links(struct cx_link_walk *v, uint32_t atom, bool find);
void cx_link_walk_release(struct cx_link_walk *v);

/* An end of a link that was added or lost: the link no longer comes from this
 * atom, though another one may still join the two. */
struct cx_end {
	uint32_t atom; /* not gone */
	bool lost;
	uint32_t other; /* its old number if it is gone */
};

struct cx_changed_links {
	struct cx_end *v;
	size_t n, cap;
};

/* Appends all ends, sorted by atom. */
void cx_find_ends(struct cx_versions *w, struct cx_changed_links *out);

/* Appends the text of the file near. */
void cx_print_near(struct cx_changes *c, struct cx_buf *out);

#endif
