#include "bin/cx-score/top.h"

#include <stdlib.h>

int
hit_compare(const struct hit *a, const struct hit *b)
{
	if (a->score != b->score)
		return a->score > b->score ? -1 : 1;
	if (a->when != b->when)
		return a->when > b->when ? -1 : 1;
	return cx_str_cmp(a->path, b->path);
}

static int
compare(const void *a, const void *b)
{
	return hit_compare(a, b);
}

struct hit
hit_copy(const struct hit *h)
{
	struct hit copy = *h;

	copy.memory = cx_malloc(cx_add(h->line.len, h->path.len));
	memcpy(copy.memory, h->line.s, h->line.len);
	memcpy(copy.memory + h->line.len, h->path.s, h->path.len);
	copy.line.s = copy.memory;
	copy.path.s = copy.memory + h->line.len;
	return copy;
}

static bool
before(const void *of, uint32_t x, uint32_t y)
{
	const struct top *t = of;

	return hit_compare(&t->hits[x], &t->hits[y]) < 0;
}

void
top_add(struct top *t, const struct hit *h)
{
	struct best *best = &t->best;
	bool full = best->n == t->limit;
	uint32_t worst;

	if (!t->limit) {
		*CX_NEXT(t->hits, t->n, t->cap) = hit_copy(h);
		return;
	}
	if (full && h->score < best->v[0].key)
		return;
	/* There is one place more than hits are kept. */
	if (t->n <= t->limit) {
		t->spare = (uint32_t)t->n;
		(void)CX_NEXT(t->hits, t->n, t->cap);
	}
	if (!best->limit)
		*best = (struct best){.before = before, .of = t,
		    .limit = t->limit};
	t->hits[t->spare] = *h;
	if (!best_wants(best, h->score, t->spare))
		return;
	t->hits[t->spare] = hit_copy(h);
	worst = full ? best->v[0].atom : t->spare;
	best_add(best, h->score, t->spare);
	if (full) {
		free(t->hits[worst].memory);
		t->hits[worst].memory = NULL;
	}
	t->spare = worst;
}

void
top_sort(struct top *t)
{
	if (t->limit && t->n > t->limit)
		t->hits[t->spare] = t->hits[--t->n];
	CX_SORT(t->hits, t->n, compare);
}

void
top_release(struct top *t)
{
	for (size_t i = 0; i < t->n; i++)
		free(t->hits[i].memory);
	free(t->hits);
	best_release(&t->best);
}
