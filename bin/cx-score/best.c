#include "bin/cx-score/best.h"

#include <stdlib.h>

static void
sift_down(struct best *b, size_t i)
{
	struct candidate c = b->v[i];
	size_t worst;

	for (; (worst = 2 * i + 1) < b->n; i = worst) {
		if (worst + 1 < b->n && best_before(b, b->v[worst],
		    b->v[worst + 1]))
			worst++;
		if (!best_before(b, c, b->v[worst]))
			break;
		b->v[i] = b->v[worst];
	}
	b->v[i] = c;
}

void
best_add(struct best *b, int64_t key, uint32_t atom)
{
	struct candidate c = {key, atom};

	if (b->limit && b->n == b->limit) {
		b->v[0] = c;
		sift_down(b, 0);
		return;
	}
	*CX_NEXT(b->v, b->n, b->cap) = c;
	/* Only once it is full does the order matter. */
	if (b->n == b->limit) {
		for (size_t i = b->n / 2; i-- > 0;)
			sift_down(b, i);
	}
}

/* The worst goes behind the others, again and again. */
void
best_sort(struct best *b)
{
	size_t n = b->n;

	for (size_t i = n / 2; i-- > 0;)
		sift_down(b, i);
	while (b->n > 1) {
		struct candidate worst = b->v[0];

		b->v[0] = b->v[--b->n];
		b->v[b->n] = worst;
		sift_down(b, 0);
	}
	b->n = n;
}

void
best_release(struct best *b)
{
	free(b->v);
	*b = (struct best){0};
}
