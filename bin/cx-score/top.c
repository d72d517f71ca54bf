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

static void
swap(struct hit *a, struct hit *b)
{
	struct hit tmp = *a;

	*a = *b;
	*b = tmp;
}

static void
sift_up(struct top *t, size_t i)
{
	while (i > 0) {
		size_t up = (i - 1) / 2;

		if (hit_compare(&t->hits[up], &t->hits[i]) >= 0)
			return;
		swap(&t->hits[up], &t->hits[i]);
		i = up;
	}
}

static void
sift_down(struct top *t, size_t i)
{
	for (;;) {
		size_t worst = i, l = 2 * i + 1, r = l + 1;

		if (l < t->n && hit_compare(&t->hits[l], &t->hits[worst]) > 0)
			worst = l;
		if (r < t->n && hit_compare(&t->hits[r], &t->hits[worst]) > 0)
			worst = r;
		if (worst == i)
			return;
		swap(&t->hits[i], &t->hits[worst]);
		i = worst;
	}
}

static bool
wants(const struct top *t, const struct hit *h)
{
	return t->limit == 0 || t->n < t->limit ||
	    hit_compare(h, &t->hits[0]) < 0;
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

void
top_add(struct top *t, const struct hit *h)
{
	struct hit kept;

	if (!wants(t, h))
		return;
	kept = hit_copy(h);
	if (t->limit && t->n == t->limit) {
		free(t->hits[0].memory);
		t->hits[0] = kept;
		sift_down(t, 0);
		return;
	}
	*CX_NEXT(t->hits, t->n, t->cap) = kept;
	if (t->limit)
		sift_up(t, t->n - 1);
}

void
top_sort(struct top *t)
{
	CX_SORT(t->hits, t->n, compare);
}

void
top_release(struct top *t)
{
	for (size_t i = 0; i < t->n; i++)
		free(t->hits[i].memory);
	free(t->hits);
	*t = (struct top){0};
}
