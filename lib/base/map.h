/*
 * map.h: strings to small numbers.
 *
 * The first key put gets number 0, the next new one 1, and so on, so that
 * callers keep what belongs to a key in arrays of their own.  Keys are
 * borrowed and must outlive the map.  Zeroed memory is an empty map.
 *
 * The hash is XXH3 under a secret drawn once a process, so that nobody can
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

/* The key's number; put adds it, get says CX_MAP_NONE if it is not there. */
uint32_t cx_map_put(struct cx_map *m, struct cx_str key);
uint32_t cx_map_get(const struct cx_map *m, struct cx_str key);
/* What get is likely to say of each key, with what it will read on its way to
 * the processor: who looks up many does not wait for each.  number[i] is
 * CX_MAP_NONE where no key has such a hash. */
void cx_map_soon(const struct cx_map *m, const struct cx_str *key, size_t n,
    uint32_t *number);
/* As put, but copies a new key, so the caller may free it afterwards. */
uint32_t cx_map_intern(struct cx_map *m, struct cx_arena *a, struct cx_str key);
/* Forgets all keys, keeps memory for about as many. */
void cx_map_clear(struct cx_map *m);
/* Nothing is looked up any more: keeps the keys only. */
void cx_map_close(struct cx_map *m);
void cx_map_release(struct cx_map *m);

uint64_t cx_hash(struct cx_str s);

#endif
