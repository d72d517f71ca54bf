/*
 * map.h: strings to small numbers.
 *
 * The first key put gets number 0, the next new one 1, and so on, so callers
 * can keep the values in arrays.  Keys are borrowed and must outlive the map.
 * Zeroed memory is an empty map.
 *
 * The hash is XXH3 with a secret drawn once per process, so that nobody can
 * choose file names that make it slow; the numbers do not depend on it.  At
 * most 2^30 keys; more ends the program.
 */
#ifndef CX_MAP_H
#define CX_MAP_H

#include "lib/base/mem.h"

#define CX_MAP_NONE UINT32_MAX

struct cx_map_slot {
	uint32_t hash;
	uint32_t number; /* + 1; 0 is empty */
};

struct cx_map {
	struct cx_map_slot *slot;
	uint32_t mask; /* number of slots - 1 */
	uint32_t n;    /* keys */
	struct cx_str *key;
	size_t cap;
};

/* Return the number of a key; put adds a new key, get returns CX_MAP_NONE. */
uint32_t cx_map_put(struct cx_map *m, struct cx_str key);
uint32_t cx_map_get(const struct cx_map *m, struct cx_str key);
/* Predicts the result of cx_map_get for each of n keys and prefetches what it
 * will read, so that many look-ups do not wait for memory one by one.
 * number[i] is CX_MAP_NONE if no key has that hash. */
void cx_map_soon(const struct cx_map *m, const struct cx_str *key, size_t n,
    uint32_t *number);
/* Like put, but copies a new key into the arena. */
uint32_t cx_map_intern(struct cx_map *m, struct cx_arena *a, struct cx_str key);
/* Removes all keys but keeps the memory for about as many. */
void cx_map_clear(struct cx_map *m);
/* Ends look-ups: frees everything but the keys. */
void cx_map_close(struct cx_map *m);
void cx_map_release(struct cx_map *m);

/* A set of texts, which it copies.  add takes a set, as callbacks do. */
struct cx_textset {
	struct cx_map map;
	struct cx_arena text;
};
void cx_textset_add(void *set, struct cx_str text);
void cx_textset_release(struct cx_textset *set);

uint64_t cx_hash(struct cx_str s);

#endif
