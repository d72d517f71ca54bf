/*
 * shortmap.h: a map for words of at most CX_SHORT bytes, none of them NUL.
 *
 * Keys are stored in the slots of the table, so a look-up touches one place in
 * memory and compares two numbers; map.h touches three.  Use it for look-ups of
 * every word of a text.  The hash has a random key, as in map.h.
 *
 *	uint64_t key[CX_SHORT / 8] = {0};
 *
 *	memcpy(key, word.s, word.len);
 *	value = cx_shortmap_at(&m, key, cx_shortmap_hash(&m, key));
 */
#ifndef CX_SHORTMAP_H
#define CX_SHORTMAP_H

#include "lib/base/mem.h"

#define CX_SHORT 16

struct cx_shortmap_slot {
	uint64_t key[CX_SHORT / 8]; /* first element 0: empty slot */
	uint32_t value;
};

struct cx_shortmap {
	struct cx_shortmap_slot *slot;
	size_t mask; /* number of slots - 1 */
	size_t n;
	uint64_t seed[2];
};

void cx_shortmap_init(struct cx_shortmap *m);
void cx_shortmap_release(struct cx_shortmap *m);
/* Doubles the table; private. */
void cx_shortmap_widen(struct cx_shortmap *m);

static inline uint64_t
cx_shortmap_hash(const struct cx_shortmap *m, const uint64_t key[2])
{
	uint64_t h = (key[0] ^ m->seed[0]) * m->seed[1];

	h = ((h ^ h >> 32) + key[1]) * m->seed[0];
	return (h ^ h >> 29) * m->seed[1] >> 32;
}

/* Prefetches the slot that cx_shortmap_at will read. */
static inline void
cx_shortmap_ask(const struct cx_shortmap *m, uint64_t hash)
{
#ifdef __GNUC__
	__builtin_prefetch(&m->slot[hash & m->mask]);
#else
	(void)m, (void)hash;
#endif
}

/* Returns the slot of key or the empty slot where it belongs; private. */
static inline struct cx_shortmap_slot *
cx_shortmap_find(const struct cx_shortmap *m, const uint64_t key[2],
    uint64_t hash)
{
	size_t at = hash & m->mask;

	while (m->slot[at].key[0] && (m->slot[at].key[0] != key[0] ||
	    m->slot[at].key[1] != key[1]))
		at = (at + 1) & m->mask;
	return &m->slot[at];
}

/* Returns the value of a word, which must not be empty; UINT32_MAX if it is
 * new, and the caller must set it.  Valid until the next call. */
static inline uint32_t *
cx_shortmap_at(struct cx_shortmap *m, const uint64_t key[2], uint64_t hash)
{
	struct cx_shortmap_slot *slot = cx_shortmap_find(m, key, hash);

	if (!slot->key[0]) {
		if (m->n++ > m->mask / 4 * 3) {
			cx_shortmap_widen(m);
			slot = cx_shortmap_find(m, key, hash);
		}
		memcpy(slot->key, key, sizeof slot->key);
		slot->value = UINT32_MAX;
	}
	return &slot->value;
}

#endif
