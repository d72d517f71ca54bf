#include "lib/strset.h"
#include "lib/mem.h"

#include <stdlib.h>

uint64_t
cx_str_hash(struct cx_str s)
{
	uint64_t h = UINT64_C(0xcbf29ce484222325);

	for (size_t i = 0; i < s.len; i++)
		h = (h ^ (unsigned char)s.s[i]) * UINT64_C(0x100000001b3);
	/* The low bits of FNV depend on the low bits of the input only. */
	h ^= h >> 32;
	return h * UINT64_C(0x9e3779b97f4a7c15) >> 7;
}

/* Where s is, or the free slot where it belongs. */
static struct cx_str *
slot(const struct cx_strset *set, struct cx_str s)
{
	size_t i = cx_str_hash(s) & (set->cap - 1);

	while (set->slots[i].s && !cx_str_eq(set->slots[i], s))
		i = (i + 1) & (set->cap - 1);
	return &set->slots[i];
}

static void
widen(struct cx_strset *set)
{
	struct cx_strset old = *set;

	set->cap = old.cap ? cx_mul(old.cap, 2) : 16;
	set->slots = cx_calloc(set->cap, sizeof *set->slots);
	for (size_t i = 0; i < old.cap; i++) {
		if (old.slots[i].s)
			*slot(set, old.slots[i]) = old.slots[i];
	}
	free(old.slots);
}

bool
cx_strset_add(struct cx_strset *set, struct cx_str s)
{
	struct cx_str *at;

	if (set->n >= set->cap / 2)
		widen(set);
	if (!s.s)
		s = CX_STR("");
	at = slot(set, s);
	if (at->s)
		return false;
	*at = s;
	set->n++;
	return true;
}

bool
cx_strset_has(const struct cx_strset *set, struct cx_str s)
{
	return set->n && slot(set, s)->s;
}

void
cx_strset_clear(struct cx_strset *set)
{
	if (set->n)
		memset(set->slots, 0, set->cap * sizeof *set->slots);
	set->n = 0;
}

void
cx_strset_release(struct cx_strset *set)
{
	free(set->slots);
	*set = (struct cx_strset){0};
}
