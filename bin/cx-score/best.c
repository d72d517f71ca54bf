#include "bin/cx-score/best.h"

#include <stdlib.h>

static bool
better(struct candidate a, struct candidate b)
{
	return a.key != b.key ? a.key > b.key : a.atom < b.atom;
}

static void
sift(struct best *b, size_t i)
{
	for (;;) {
		size_t top = i, l = 2 * i + 1;
		struct candidate tmp;

		if (l < b->n && better(b->v[l], b->v[top]))
			top = l;
		if (l + 1 < b->n && better(b->v[l + 1], b->v[top]))
			top = l + 1;
		if (top == i)
			return;
		tmp = b->v[i];
		b->v[i] = b->v[top];
		b->v[top] = tmp;
		i = top;
	}
}

void
best_start(struct best *b)
{
	for (size_t i = b->n / 2; i-- > 0;)
		sift(b, i);
}

bool
best_next(struct best *b, struct candidate *out)
{
	if (b->n == 0)
		return false;
	*out = b->v[0];
	b->v[0] = b->v[--b->n];
	sift(b, 0);
	return true;
}

void
best_release(struct best *b)
{
	free(b->v);
	*b = (struct best){0};
}
