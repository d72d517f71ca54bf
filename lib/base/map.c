/* map.c: open addressing, linear probing, at most half full. */
#include "lib/base/map.h"
#include "lib/base/shortmap.h"

#define XXH_INLINE_ALL /* as in checksum.c */
#include <xxhash.h>

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static unsigned char secret[192];
static pthread_once_t drawn = PTHREAD_ONCE_INIT;

static void
draw_secret(void)
{
	if (getentropy(secret, sizeof secret) != 0)
		cx_die(CX_FAIL, "no random bytes from the system");
}

uint64_t
cx_hash(struct cx_str s)
{
	pthread_once(&drawn, draw_secret);
	return XXH3_64bits_withSecret(s.s, s.len, secret, sizeof secret);
}

static void
grow(struct cx_map *m)
{
	size_t slots = m->slot ? ((size_t)m->mask + 1) * 2 : 64, i;
	struct cx_map_slot *old = m->slot;
	size_t nold = old ? (size_t)m->mask + 1 : 0;

	if (slots > UINT32_C(1) << 31)
		cx_die(CX_FAIL, "more than 2^30 names");
	m->slot = cx_calloc_dense(slots, sizeof *m->slot);
	m->mask = (uint32_t)(slots - 1);
	for (i = 0; i < nold; i++) {
		uint32_t at = old[i].hash & m->mask;

		if (!old[i].number)
			continue;
		while (m->slot[at].number)
			at = (at + 1) & m->mask;
		m->slot[at] = old[i];
	}
	cx_free_sparse(old, nold, sizeof *old);
}

void
cx_map_close(struct cx_map *m)
{
	if (m->slot)
		cx_free_sparse(m->slot, (size_t)m->mask + 1, sizeof *m->slot);
	m->slot = NULL;
	m->mask = 0;
}

/* The slot that holds key, or the empty one where it belongs. */
static uint32_t
find(const struct cx_map *m, struct cx_str key, uint32_t hash)
{
	uint32_t at = hash & m->mask;

	while (m->slot[at].number &&
	       (m->slot[at].hash != hash ||
		   !cx_str_eq(m->key[m->slot[at].number - 1], key)))
		at = (at + 1) & m->mask;
	return at;
}

uint32_t
cx_map_put(struct cx_map *m, struct cx_str key)
{
	uint32_t hash = (uint32_t)cx_hash(key), at;

	if (!m->slot || m->n > m->mask / 2)
		grow(m);
	at = find(m, key, hash);
	if (!m->slot[at].number) {
		*CX_NEXT(m->key, m->n, m->cap) = key;
		m->slot[at] = (struct cx_map_slot){hash, m->n};
	}
	return m->slot[at].number - 1;
}

uint32_t
cx_map_intern(struct cx_map *m, struct cx_arena *a, struct cx_str key)
{
	uint32_t known = m->n, n = cx_map_put(m, key);

	if (n == known)
		m->key[n] = cx_arena_copy(a, key);
	return n;
}

uint32_t
cx_map_get(const struct cx_map *m, struct cx_str key)
{
	if (m->n == 0)
		return CX_MAP_NONE;
	/* An empty slot's 0 - 1 is CX_MAP_NONE. */
	return m->slot[find(m, key, (uint32_t)cx_hash(key))].number - 1;
}

void
cx_map_soon(const struct cx_map *m, const struct cx_str *key, size_t n,
    uint32_t *number)
{
	for (size_t i = 0; i < n; i++) {
		number[i] = (uint32_t)cx_hash(key[i]);
		__builtin_prefetch(&m->slot[number[i] & m->mask]);
	}
	for (size_t i = 0; i < n; i++) {
		uint32_t at = number[i] & m->mask;

		while (m->slot[at].number && m->slot[at].hash != number[i])
			at = (at + 1) & m->mask;
		number[i] = m->slot[at].number - 1;
		if (number[i] != CX_MAP_NONE)
			__builtin_prefetch(&m->key[number[i]]);
	}
	for (size_t i = 0; i < n; i++)
		if (number[i] != CX_MAP_NONE)
			__builtin_prefetch(m->key[number[i]].s);
}

/* A table for much more than it holds goes: else one text of a million words
 * would make every short one after it cost a million slots. */
#define ROOMY 64

void
cx_map_clear(struct cx_map *m)
{
	if (m->mask / ROOMY > m->n)
		cx_map_close(m);
	else if (m->n)
		memset(m->slot, 0, ((size_t)m->mask + 1) * sizeof *m->slot);
	m->n = 0;
}

void
cx_map_release(struct cx_map *m)
{
	cx_map_close(m);
	free(m->key);
	*m = (struct cx_map){0};
}

void
cx_textset_add(void *arg, struct cx_str text)
{
	struct cx_textset *set = arg;

	(void)cx_map_intern(&set->map, &set->text, text);
}

void
cx_textset_release(struct cx_textset *set)
{
	cx_map_release(&set->map);
	cx_arena_release(&set->text);
}

/* --- short words --- */

void
cx_shortmap_init(struct cx_shortmap *m)
{
	m->mask = 1023;
	m->n = 0;
	m->slot = cx_calloc_dense(m->mask + 1, sizeof *m->slot);
	/* cx_hash has a key that is drawn once a process. */
	m->seed[0] = cx_hash(CX_STR("first")) | 1;
	m->seed[1] = cx_hash(CX_STR("second")) | 1;
}

void
cx_shortmap_release(struct cx_shortmap *m)
{
	if (m->slot)
		cx_free_sparse(m->slot, m->mask + 1, sizeof *m->slot);
	*m = (struct cx_shortmap){0};
}

void
cx_shortmap_widen(struct cx_shortmap *m)
{
	struct cx_shortmap_slot *old = m->slot;
	size_t n = m->mask + 1;

	m->mask = n * 2 - 1;
	m->slot = cx_calloc_dense(cx_mul(n, 2), sizeof *m->slot);
	for (size_t i = 0; i < n; i++) {
		if (old[i].key[0])
			*cx_shortmap_find(m, old[i].key,
			    cx_shortmap_hash(m, old[i].key)) = old[i];
	}
	cx_free_sparse(old, n, sizeof *old);
}
