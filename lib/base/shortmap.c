#include "lib/base/shortmap.h"
#include "lib/base/map.h"

#include <stdlib.h>

void
cx_shortmap_init(struct cx_shortmap *m)
{
	m->mask = 1023;
	m->n = 0;
	m->slot = cx_calloc(m->mask + 1, sizeof *m->slot);
	/* cx_hash has a key that is drawn once a process. */
	m->seed[0] = cx_hash(CX_STR("first")) | 1;
	m->seed[1] = cx_hash(CX_STR("second")) | 1;
}

void
cx_shortmap_release(struct cx_shortmap *m)
{
	free(m->slot);
	*m = (struct cx_shortmap){0};
}

void
cx_shortmap_widen(struct cx_shortmap *m)
{
	struct cx_shortmap_slot *old = m->slot;
	size_t n = m->mask + 1;

	m->mask = n * 2 - 1;
	m->slot = cx_calloc(cx_mul(n, 2), sizeof *m->slot);
	for (size_t i = 0; i < n; i++) {
		if (old[i].key[0])
			*cx_shortmap_find(m, old[i].key,
			    cx_shortmap_hash(m, old[i].key)) = old[i];
	}
	free(old);
}
