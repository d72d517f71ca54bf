/*
 * How much accesses can lift an atom.  A few atoms were accessed often and
 * lately; for all others the least active of these few is a bound, so that
 * the text of most candidates settles the matter.
 */
#include "bin/cx-score/blend.h"

#include <stdlib.h>

#define MICRO INT64_C(1000000)

/* Logs beyond so many bytes are not read whole for it. */
#define LIFT_LOGS (2 << 20)

static int
more_active(const void *va, const void *vb)
{
	const struct blend_active *a = va, *b = vb;

	return (a->activation < b->activation) -
	    (a->activation > b->activation);
}

static int
by_atom(const void *va, const void *vb)
{
	const struct blend_active *a = va, *b = vb;

	return (a->atom > b->atom) - (a->atom < b->atom);
}

/* Keeps the most active of the fold, by its number. */
static void
choose(struct blend *b)
{
	struct blend_active *v = b->lifted;
	size_t n = 0;

	b->rest = 0;
	for (size_t i = 0; i < cx_fold_count(b->fold); i++) {
		const struct cx_use *f;
		struct blend_active x = {.atom = (uint32_t)i};

		(void)cx_fold_path(b->fold, i, &f);
		x.activation = f ? blend_activation(b, f) : 0;
		if (n < BLEND_LIFTED) {
			v[n++] = x;
		} else if (x.activation > v[n - 1].activation) {
			b->rest = v[n - 1].activation;
			v[n - 1] = x;
		} else {
			if (x.activation > b->rest)
				b->rest = x.activation;
			continue;
		}
		/* Nearly all are added while there is room. */
		for (size_t k = n - 1; k > 0 && more_active(&v[k - 1],
			&v[k]) > 0; k--) {
			x = v[k];
			v[k] = v[k - 1];
			v[k - 1] = x;
		}
	}
	b->n_lifted = n;
}

void
blend_find_lifted(struct blend *b, struct cx_records *records)
{
	size_t kept = 0;

	if (b->knows_lifted)
		return;
	b->knows_lifted = true;
	b->rest = MICRO;
	if (b->logs >= 0 && b->one &&
	    cx_access_dir_size(b->logs) > LIFT_LOGS)
		return;
	b->one = false;
	blend_load(b, NULL, 0);
	choose(b);
	for (size_t i = 0; i < b->n_lifted; i++) {
		const struct cx_use *f;
		struct blend_active x = b->lifted[i];

		x.atom = cx_records_find(records, cx_fold_path(b->fold,
		    x.atom, &f));
		if (x.atom != UINT32_MAX)
			b->lifted[kept++] = x;
	}
	b->n_lifted = kept;
	CX_SORT(b->lifted, kept, by_atom);
}

int64_t
blend_most_active(const struct blend *b, uint32_t atom)
{
	const struct blend_active key = {.atom = atom}, *found;

	if (!b->knows_lifted)
		return MICRO;
	found = b->n_lifted ? bsearch(&key, b->lifted, b->n_lifted, sizeof key,
	    by_atom) : NULL;
	return found ? found->activation : b->rest;
}
