#include "lib/rank/best.h"

#include <stdlib.h>

static void
sift_down(struct cx_best *b, size_t i)
{
	struct cx_ranked c = b->v[i];
	size_t worst;

	for (; (worst = 2 * i + 1) < b->n; i = worst) {
		if (worst + 1 < b->n && cx_best_before(b, b->v[worst],
		    b->v[worst + 1]))
			worst++;
		if (!cx_best_before(b, c, b->v[worst]))
			break;
		b->v[i] = b->v[worst];
	}
	b->v[i] = c;
}

void
cx_best_heap(struct cx_best *b)
{
	for (size_t i = b->n / 2; i-- > 0;)
		sift_down(b, i);
}

void
cx_best_add(struct cx_best *b, int64_t key, uint32_t atom)
{
	struct cx_ranked c = {key, atom};

	if (b->limit && b->n == b->limit) {
		b->v[0] = c;
		sift_down(b, 0);
		return;
	}
	*CX_NEXT(b->v, b->n, b->cap) = c;
	/* The order matters only once it is full. */
	if (b->n == b->limit)
		cx_best_heap(b);
}

struct cx_ranked
cx_best_take(struct cx_best *b)
{
	struct cx_ranked worst = b->v[0];

	b->v[0] = b->v[--b->n];
	sift_down(b, 0);
	return worst;
}

/* Heap sort: the worst goes to the end, again and again. */
void
cx_best_sort(struct cx_best *b)
{
	size_t n = b->n;

	cx_best_heap(b);
	while (b->n > 1) {
		struct cx_ranked worst = cx_best_take(b);

		b->v[b->n] = worst;
	}
	b->n = n;
}

void
cx_best_release(struct cx_best *b)
{
	free(b->v);
	*b = (struct cx_best){0};
}
