/* Blending in a search set: few of its records are looked at. */
#include "bin/cx-score/best.h"
#include "bin/cx-score/blend.h"

#include "lib/base/date.h"

#include <stdlib.h>

/* The best so far, in order. */
struct kept {
	struct blend_atom *v;
	size_t n, limit;
};

/* --- what the columns say --- */

/* Full days between the end of a day, in the zone that is farthest behind,
 * and now; of what is not a day or too long ago, BLEND_AGES. */
static size_t
age_of(int64_t day)
{
	int64_t end;

	if (day == CX_NO_DAY)
		return BLEND_AGES;
	end = (day + 2) * CX_DAY;
	if (cx_now() <= end)
		return 0;
	if (cx_now() - end >= BLEND_AGES * (int64_t)CX_DAY)
		return BLEND_AGES;
	return (size_t)((cx_now() - end) / CX_DAY);
}

/* At most this recency. */
static int64_t
most_recency(struct blend *b, size_t age)
{
	if (b->most[age] < 0)
		b->most[age] = blend_recency(b,
		    cx_now() - (int64_t)age * CX_DAY);
	return b->most[age];
}

/* At least this one: that of a day which began in the zone farthest ahead. */
static int64_t
least_recency(struct blend *b, int64_t day)
{
	size_t age = age_of(day) + 4;

	return age < BLEND_AGES ? most_recency(b, age) : 0;
}

/* --- scores --- */

static int
compare(const void *va, const void *vb)
{
	const struct blend_atom *a = va, *b = vb;
	int c = blend_compare(&a->of, &b->of);

	return c ? c : (a->order > b->order) - (a->order < b->order);
}

/* The score of a candidate whose activation is known, from its date alone:
 * to parse all of each record would take most of the time. */
static void
find_score(const struct blend *b, const struct set_source *source,
    struct blend_atom *x)
{
	const struct cx_str names[] = {CX_STR("updated"), CX_STR("dated")};
	struct cx_str text, texts[2];
	struct cx_record rec;
	struct cx_date d;

	cx_record_texts(cx_search_record(source->set, x->atom), names, 2,
	    texts);
	if (cx_str_is(texts[1], "\"mtime\"") ||
	    !cx_record_plain(texts[0], &text)) {
		cx_records_get(source->records, x->atom, &rec);
		x->of = blend_record(b, x->text, &rec);
		return;
	}
	x->of.updated = INT64_MIN;
	x->of.recency = 0;
	if (cx_date_parse(text, &d)) {
		x->of.updated = d.sec;
		x->of.recency = blend_recency(b, d.sec);
	}
	x->of.score = blend_sum(b, x->text, x->of.recency, x->of.activation);
}

/* Whether one of this score at most cannot be among the best. */
static bool
too_low(const struct kept *k, int64_t most)
{
	return k->n == k->limit && most < k->v[k->limit - 1].of.score;
}

/* Puts x to its place, unless it is below all and there are enough. */
static void
keep(const struct blend *b, const struct set_source *source, struct kept *k,
    struct blend_atom x)
{
	size_t at;

	if (!set_may_match(source, x.atom))
		return;
	find_score(b, source, &x);
	if (k->n == k->limit && compare(&x, &k->v[k->limit - 1]) > 0)
		return;
	/* A filter may parse the record: last. */
	if (source->accept && !source->accept(source->arg, x.atom))
		return;
	for (at = k->n; at > 0 && compare(&x, &k->v[at - 1]) < 0; at--)
		;
	if (k->n < k->limit)
		k->n++;
	memmove(&k->v[at + 1], &k->v[at], (k->n - 1 - at) * sizeof *k->v);
	k->v[at] = x;
}

/* All that is told of the best: until now, only what the score needs. */
static void
complete(const struct blend *b, const struct set_source *source,
    struct blend_atom *v, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct cx_record rec;

		cx_records_get(source->records, v[i].atom, &rec);
		v[i].of = blend_record(b, v[i].text, &rec);
	}
}

static void
sort(const struct blend *b, const struct set_source *source,
    struct blend_atom *v, size_t n)
{
	complete(b, source, v, n);
	CX_SORT(v, n, compare);
}

/* A heap, the best on top: sorting all would cost more than the few that are
 * taken from it. */
static void
sift(struct candidate *v, size_t n, size_t i)
{
	for (;;) {
		size_t top = i, l = 2 * i + 1;
		struct candidate tmp;

		if (l < n && v[l].key > v[top].key)
			top = l;
		if (l + 1 < n && v[l + 1].key > v[top].key)
			top = l + 1;
		if (top == i)
			return;
		tmp = v[i];
		v[i] = v[top];
		v[top] = tmp;
		i = top;
	}
}

static void
heap_init(struct candidate *v, size_t n)
{
	for (size_t i = n / 2; i-- > 0;)
		sift(v, n, i);
}

static struct candidate
heap_take(struct candidate *v, size_t *n)
{
	struct candidate c = v[0];

	v[0] = v[--*n];
	sift(v, *n, 0);
	return c;
}

/* --- candidates of a query --- */

/*
 * Drops those that are below `limit` others whatever their dates and
 * accesses: most are, and their paths are then of no interest.
 */
static size_t
drop_hopeless(struct blend *b, const struct set_source *source,
    struct blend_atom *v, size_t n, size_t limit)
{
	struct best best = {.set = source->set, .limit = limit};
	size_t left = 0;
	int64_t least;

	for (size_t i = 0; i < n; i++) {
		int64_t low = blend_sum(b, v[i].text, least_recency(b,
		    cx_search_day(source->set, v[i].atom)), 0);

		if (best_wants(&best, low, v[i].atom))
			best_add(&best, low, v[i].atom);
	}
	least = best.v[0].key; /* of the worst */
	for (size_t i = 0; i < n; i++) {
		int64_t day = cx_search_day(source->set, v[i].atom);

		if (blend_sum(b, v[i].text, most_recency(b, age_of(day)),
			blend_most_active(b, v[i].atom)) >= least)
			v[left++] = v[i];
	}
	best_release(&best);
	return left;
}

static void
find_activation(struct blend *b, const struct set_source *source,
    struct blend_atom *v, size_t n)
{
	CX_AUTO_FREE struct cx_str *paths = cx_calloc(n, sizeof *paths);
	struct cx_arena arena = {NULL, NULL, NULL};

	for (size_t i = 0; i < n; i++)
		paths[i] = cx_arena_copy(&arena,
		    cx_records_path(source->records, v[i].atom));
	blend_load(b, paths, n);
	for (size_t i = 0; i < n; i++)
		v[i].of.activation = blend_activation(b, cx_fold_get(b->fold,
		    paths[i]));
	cx_arena_release(&arena);
}

/*
 * Records are looked at best first, by what the columns say at most, until no
 * other can be among the best.
 */
static size_t
best_few(struct blend *b, const struct set_source *source,
    struct blend_atom *v, size_t n, size_t limit)
{
	CX_AUTO_FREE struct candidate *heap = cx_calloc(n, sizeof *heap);
	struct kept kept = {.limit = limit};

	for (size_t i = 0; i < n; i++)
		heap[i] = (struct candidate){blend_sum(b, v[i].text,
		    most_recency(b, age_of(cx_search_day(source->set,
			v[i].atom))), v[i].of.activation), (uint32_t)i};
	heap_init(heap, n);
	kept.v = cx_calloc(limit, sizeof *kept.v);
	while (n && !too_low(&kept, heap[0].key))
		keep(b, source, &kept, v[heap_take(heap, &n).atom]);
	memcpy(v, kept.v, kept.n * sizeof *v);
	free(kept.v);
	return kept.n;
}

size_t
blend_best(struct blend *b, const struct set_source *source,
    struct blend_atom *v, size_t n, size_t limit)
{
	bool all = limit == 0 || limit >= n;

	if (!all)
		n = drop_hopeless(b, source, v, n, limit);
	find_activation(b, source, v, n);
	if (!all)
		n = best_few(b, source, v, n, limit);
	sort(b, source, v, n);
	return n;
}

/* --- without a query --- */

/*
 * Those that were accessed, the most active first, until one could not be
 * among the best if it were of today.  True if no other can, either.
 */
static bool
try_accessed(struct blend *b, const struct set_source *source, struct kept *k,
    bool *seen)
{
	size_t n = cx_fold_count(b->fold), left = 0;
	CX_AUTO_FREE struct candidate *heap = cx_calloc(n, sizeof *heap);
	const struct cx_use *f;
	bool enough = false;

	for (size_t i = 0; i < n; i++) {
		(void)cx_fold_path(b->fold, i, &f);
		if (f)
			heap[left++] = (struct candidate){
			    blend_activation(b, f), (uint32_t)i};
	}
	heap_init(heap, left);
	while (left && !enough) {
		struct candidate c = heap_take(heap, &left);
		struct blend_atom x = {.text = -1, .of = {.activation =
		    c.key}};

		enough = too_low(k, blend_sum(b, -1, 1000000, c.key));
		x.atom = enough ? UINT32_MAX : cx_records_find(
		    source->records, cx_fold_path(b->fold, c.atom, &f));
		if (x.atom == UINT32_MAX)
			continue;
		x.order = cx_search_order(source->set, x.atom);
		seen[x.atom] = true;
		keep(b, source, k, x);
	}
	return enough;
}

/* The others, the latest first. */
static void
try_others(struct blend *b, const struct set_source *source, struct kept *k,
    const bool *seen)
{
	uint32_t n = cx_search_atoms(source->set);
	CX_AUTO_FREE uint16_t *age = cx_calloc(n, sizeof *age);
	CX_AUTO_FREE uint32_t *atoms = cx_calloc(n, sizeof *atoms);
	uint32_t end[BLEND_AGES + 2] = {0};

	for (uint32_t i = 0; i < n; i++) {
		age[i] = (uint16_t)age_of(cx_search_day(source->set, i));
		end[age[i] + 1]++;
	}
	for (size_t a = 0; a < BLEND_AGES; a++)
		end[a + 1] += end[a];
	for (uint32_t i = 0; i < n; i++)
		atoms[end[age[i]]++] = i;
	for (uint32_t i = 0; i < n; i++) {
		struct blend_atom x = {.atom = atoms[i], .text = -1,
		    .order = cx_search_order(source->set, atoms[i])};

		if (too_low(k, blend_sum(b, -1, most_recency(b,
			age[x.atom]), 0)))
			break;
		if (!seen[x.atom])
			keep(b, source, k, x);
	}
}

/* Whether a filter leaves few of the atoms, as far as that is known. */
static bool
are_few(const struct set_source *source)
{
	uint32_t atoms = cx_search_atoms(source->set), n = 0;

	if (!source->only)
		return false;
	for (uint32_t i = 0; i < atoms; i++)
		n += set_may_match(source, i);
	return n < atoms / 8;
}

/* Those that source->accept takes, as candidates. */
static struct blend_atom *
candidates(const struct set_source *source, size_t *n)
{
	struct blend_atom *v = NULL;
	size_t cap = 0;

	*n = 0;
	for (uint32_t i = 0; i < cx_search_atoms(source->set); i++) {
		if (!set_may_match(source, i) || (source->accept &&
		    !source->accept(source->arg, i)))
			continue;
		CX_GROW(v, *n, cap);
		v[(*n)++] = (struct blend_atom){.atom = i, .text = -1,
		    .order = cx_search_order(source->set, i)};
	}
	return v;
}

/* Of nearly all atoms, few are looked at. */
static struct blend_atom *
all_best(struct blend *b, const struct set_source *source, size_t limit,
    size_t *n)
{
	struct kept kept = {.limit = limit};
	bool *seen = cx_calloc(cx_search_atoms(source->set), sizeof *seen);

	kept.v = cx_calloc(limit, sizeof *kept.v);
	blend_load(b, NULL, 0);
	if (!try_accessed(b, source, &kept, seen))
		try_others(b, source, &kept, seen);
	sort(b, source, kept.v, kept.n);
	free(seen);
	*n = kept.n;
	return kept.v;
}

struct blend_atom *
blend_all(struct blend *b, const struct set_source *source, size_t limit,
    size_t *n)
{
	struct set_source chosen = *source;
	struct blend_atom *v;

	if (limit && limit < cx_search_atoms(source->set) && !are_few(source))
		return all_best(b, source, limit, n);
	v = candidates(source, n);
	chosen.accept = NULL;
	*n = blend_best(b, &chosen, v, *n, limit);
	return v;
}
