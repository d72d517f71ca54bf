/* From the shortlist and its neighbours to the results. */
#include "bin/cx-score/recall-run.h"
#include "bin/cx-score/bm25.h"

#include <stdlib.h>

static int
best_first(const void *a, const void *b)
{
	const struct found *x = a, *y = b;

	if (x->score != y->score)
		return x->score > y->score ? -1 : 1;
	return x->order < y->order ? -1 : 1;
}

/* 2^-20 to millionths, then the weight: whole numbers, rounded twice. */
static int64_t
final_score(int64_t sum, int64_t weight)
{
	int64_t x = (sum * 1000000 + FIX / 2) >> FIX_BITS;

	return x / 1000000 * weight +
	    round_div(x % 1000000 * weight, 1000000);
}

/* What d can have at most: as if it had few neighbours, so many points of its
 * folder and the best status. */
static int64_t
bound(struct run *u, const struct near_atom *d, int64_t folder,
    int64_t best_weight)
{
	return final_score(u->text[d->atom] + u->other[d->atom] +
	    folder + round_div(7 * d->sum1, 20) +
	    round_div(4 * d->sum2, 20) + 2, best_weight);
}

/* Adds d to the results, if it is one. */
static void
judge(struct run *u, const struct near_atom *d)
{
	struct recall *r = u->r;
	struct found f = {.atom = d->atom, .text = u->text[d->atom],
	    .order = cx_search_order(r->set, d->atom),
	    .other = u->other[d->atom]};
	int64_t n1 = cx_search_n1(r->set, d->atom);
	int64_t n2 = cx_search_n2(r->set, d->atom);

	f.near = round_div(7 * d->sum1, 10 * (n1 > 2 ? n1 : 2)) +
	    round_div(4 * d->sum2, 10 * (n2 > 2 ? n2 : 2));
	f.folder = folder_points(u, d->atom);
	f.weight = weight_of(u->weights, d->atom);
	f.score = final_score(f.text + f.near + f.folder + f.other, f.weight);
	if (f.score > 0)
		r->found[r->n++] = f;
}

/* The most that an atom can have, as far as an end of slack is measured by
 * it; 0 without slack. */
static int64_t
highest(struct run *u, const struct near *near, int64_t best_weight)
{
	int64_t best = 0;

	for (size_t i = 0; i < near->n && u->r->slack; i++) {
		const struct near_atom *d = &near->atoms[i];
		int64_t most = bound(u, d, u->folder_most, best_weight);

		if (most > best)
			most = bound(u, d, folder_points(u, d->atom),
			    best_weight);
		if (most > best)
			best = most;
	}
	return best;
}

/* The least score that may be asked for when the last of the best has this
 * one, and the best that one. */
static int64_t
lowest(int64_t last, int64_t best, int64_t slack)
{
	return slack == 0 ? last : last - best / 1000000 * slack -
	    best % 1000000 * slack / 1000000 - 1;
}

/* Whether d may be among the best; most need no look at their folder, nor at
 * anything else. */
static bool
may_reach(struct run *u, const struct near_atom *d, int64_t last,
    int64_t best, int64_t best_weight)
{
	const struct recall *r = u->r;
	int64_t most = bound(u, d, u->folder_most, best_weight);

	if (most < lowest(last, best, r->slack))
		return false;
	if (r->slack_of)
		last = lowest(last, best, r->slack_of(r->arg, d->atom));
	return most >= last && bound(u, d, folder_points(u, d->atom),
	    best_weight) >= last;
}

static void
first_to_front(struct recall *r)
{
	size_t first = 0;
	struct found f;

	for (size_t i = 1; i < r->n; i++) {
		if (best_first(&r->found[i], &r->found[first]) < 0)
			first = i;
	}
	if (first) {
		f = r->found[0];
		r->found[0] = r->found[first];
		r->found[first] = f;
	}
}

/*
 * The shortlist stands first in near, and there are many more behind it, of
 * which few can be among the best: once the shortlist is judged, those that
 * cannot reach the last of the best so far are passed over.
 */
void
recall_choose(struct run *u, const struct near *near, size_t n_short,
    size_t limit, recall_accept *accept, void *arg)
{
	struct recall *r = u->r;
	int64_t last = 0, best = 0, best_weight = weight_most(u->weights);
	bool all = true;

	r->found = cx_calloc(near->n, sizeof *r->found);
	for (size_t i = 0; i < n_short; i++)
		judge(u, &near->atoms[i]);
	if (limit && r->n >= limit) {
		qsort(r->found, r->n, sizeof *r->found, best_first);
		last = r->found[limit - 1].score;
		best = highest(u, near, best_weight);
		all = false;
	}
	for (size_t i = n_short; i < near->n; i++) {
		const struct near_atom *d = &near->atoms[i];

		if ((all || may_reach(u, d, last, best, best_weight)) &&
		    !is_excluded(u, d->atom) &&
		    (!accept || accept(arg, d->atom)))
			judge(u, d);
	}
	/* What is ranked anew by other things needs to know the best alone. */
	if (r->slack)
		first_to_front(r);
	else if (r->n)
		qsort(r->found, r->n, sizeof *r->found, best_first);
}
