#include "bin/cx-score/blend.h"
#include "bin/cx-score/best.h"

#include "lib/date.h"

#include <math.h>
#include <stdlib.h>

#define MICRO INT64_C(1000000)

/* Without a query. */
#define ALONE_RECENCY 400000
#define ALONE_ACTIVATION 600000

static int64_t
micro(const struct cx_config *config, const char *key)
{
	return llrint(cx_config_num(config, "rank", key) * MICRO);
}

struct blend *
blend_new(const struct cx_config *config, const char *fold)
{
	struct blend *b = cx_calloc(1, sizeof *b);

	b->w_text = micro(config, "w_text");
	b->w_recency = micro(config, "w_recency");
	b->w_activation = micro(config, "w_activation");
	b->recency = cx_config_num(config, "rank", "recency_half_life");
	b->activation = cx_config_num(config, "rank", "activation_half_life");
	b->fold = cx_fold_read(fold);
	for (int i = 0; i < BLEND_AGES; i++)
		b->most[i] = -1;
	return b;
}

void
blend_free(struct blend *b)
{
	if (b)
		cx_fold_free(b->fold);
	free(b);
}

static int64_t
recency(const struct blend *b, int64_t updated)
{
	double days = updated < cx_now() ?
	    (double)(cx_now() - updated) / CX_DAY : 0;

	return llrint(exp2(-days / b->recency) * MICRO);
}

static int64_t
activation(const struct blend *b, const struct cx_folded *f)
{
	return f ? cx_activation(f->refs, f->last, cx_now(), b->activation,
	    MICRO) : 0;
}

static int64_t
sum(const struct blend *b, int64_t text, int64_t r, int64_t a)
{
	int64_t x;

	if (text < 0)
		x = ALONE_RECENCY * r + ALONE_ACTIVATION * a;
	else
		x = b->w_text * text + b->w_recency * r + b->w_activation * a;
	return (x + MICRO / 2) / MICRO;
}

struct blended
blend_record(const struct blend *b, int64_t text, const struct cx_record *rec)
{
	const struct cx_folded *f = cx_fold_get(b->fold, cx_record_path(rec));
	struct blended of = {.text = text, .updated = INT64_MIN,
	    .last = f ? f->last : CX_NO_TIME};
	struct cx_date d;

	if (cx_date_parse(cx_record_str(rec, "updated", CX_STR("")), &d)) {
		of.updated = d.sec;
		of.recency = recency(b, d.sec);
	}
	of.activation = activation(b, f);
	of.score = sum(b, text, of.recency, of.activation);
	return of;
}

int64_t
blend_slack(const struct blend *b)
{
	/* Rounding moves a part by a millionth at most. */
	if (b->w_text == 0)
		return INT32_MAX;
	return (b->w_recency + b->w_activation + 4) * MICRO / b->w_text + 4;
}

int
blend_compare(const struct blended *a, const struct blended *b)
{
	if (a->score != b->score)
		return a->score > b->score ? -1 : 1;
	return (a->updated < b->updated) - (a->updated > b->updated);
}

void
blend_explain(const struct blend *b, const struct blended *of,
    struct cx_printer *p)
{
	bool query = of->text >= 0;
	const struct {
		const char *name;
		int64_t value, weight;
	} parts[] = {{"relevance", of->text, b->w_text},
	    {"recency", of->recency, query ? b->w_recency : ALONE_RECENCY},
	    {"activation", of->activation,
		query ? b->w_activation : ALONE_ACTIVATION}};

	for (size_t i = query ? 0 : 1; i < 3; i++) {
		cx_print_key(p, parts[i].name);
		cx_print_object(p);
		cx_print_key(p, "value");
		cx_print_micro(p, parts[i].value);
		cx_print_key(p, "weight");
		cx_print_micro(p, parts[i].weight);
		cx_print_end(p);
	}
}

/* --- in a search set --- */

/* At most this recency: a day as written ends two days later in the zone
 * that is farthest behind. */
static int64_t
most_recency(struct blend *b, int64_t day)
{
	int64_t end, age;

	if (day == CX_NO_DAY)
		return 0;
	end = (day + 2) * CX_DAY;
	age = cx_now() > end ? (cx_now() - end) / CX_DAY : 0;
	if (age >= BLEND_AGES)
		return recency(b, end);
	if (b->most[age] < 0)
		b->most[age] = recency(b, cx_now() - age * CX_DAY);
	return b->most[age];
}

/*
 * The activation of each candidate, in its `of`.  When there are many, the
 * few that were accessed are looked up, instead of a path for each.
 */
static void
find_activation(struct blend *b, const struct set_source *source,
    struct blend_atom *v, size_t n)
{
	size_t folded = cx_fold_count(b->fold);
	bool all = n == cx_search_atoms(source->set);

	if (folded == 0)
		return;
	/* As many may also be the results of a query, in another order. */
	for (size_t i = 0; all && i < n; i++)
		all = v[i].atom == i;
	if (!all || folded > n / 16) {
		for (size_t i = 0; i < n; i++)
			v[i].of.activation = activation(b, cx_fold_get(b->fold,
			    cx_records_path(source->records, v[i].atom)));
		return;
	}
	for (size_t k = 0; k < folded; k++) {
		const struct cx_folded *f;
		uint32_t atom = cx_records_find(source->records,
		    cx_fold_path(b->fold, k, &f));

		if (atom != UINT32_MAX)
			v[atom].of.activation = activation(b, f);
	}
}

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
	const struct cx_str name = CX_STR("updated");
	struct cx_str text;
	struct cx_record rec;
	struct cx_date d;

	cx_record_texts(cx_search_record(source->set, x->atom), &name, 1,
	    &text);
	if (text.len < 2 || text.s[0] != '"' ||
	    memchr(text.s, '\\', text.len)) {
		cx_records_get(source->records, x->atom, &rec);
		x->of = blend_record(b, x->text, &rec);
		return;
	}
	x->of.updated = INT64_MIN;
	x->of.recency = 0;
	if (cx_date_parse(cx_strn(text.s + 1, text.len - 2), &d)) {
		x->of.updated = d.sec;
		x->of.recency = recency(b, d.sec);
	}
	x->of.score = sum(b, x->text, x->of.recency, x->of.activation);
}

/* Puts x to its place among the n best, of which the last may go. */
static size_t
keep(struct blend_atom *kept, size_t n, size_t limit, struct blend_atom x)
{
	size_t at = n;

	while (at > 0 && compare(&x, &kept[at - 1]) < 0)
		at--;
	if (at == limit)
		return n;
	if (n == limit)
		n--;
	memmove(&kept[at + 1], &kept[at], (n - at) * sizeof *kept);
	kept[at] = x;
	return n + 1;
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

/*
 * Records are looked at best first, by what the columns say at most, until no
 * other can be among the best.
 */
static size_t
best_few(struct blend *b, const struct set_source *source,
    struct blend_atom *v, size_t n, size_t limit)
{
	struct blend_atom *kept = cx_calloc(limit, sizeof *kept);
	struct candidate *heap = cx_calloc(n, sizeof *heap);
	size_t n_kept = 0, left = n;

	find_activation(b, source, v, n);
	for (size_t i = 0; i < n; i++)
		heap[i] = (struct candidate){sum(b, v[i].text,
		    most_recency(b, cx_search_day(source->set, v[i].atom)),
		    v[i].of.activation), (uint32_t)i};
	for (size_t i = n / 2; i-- > 0;)
		sift(heap, n, i);
	while (left) {
		struct candidate c = heap[0];
		struct blend_atom *x = &v[c.atom];

		if (n_kept == limit && c.key < kept[limit - 1].of.score)
			break;
		heap[0] = heap[--left];
		sift(heap, left, 0);
		find_score(b, source, x);
		if (n_kept == limit && compare(x, &kept[limit - 1]) > 0)
			continue;
		/* A filter parses the record: last. */
		if (source->accept && !source->accept(source->arg, x->atom))
			continue;
		n_kept = keep(kept, n_kept, limit, *x);
	}
	for (size_t i = 0; i < n_kept; i++) {
		struct cx_record rec;

		v[i] = kept[i];
		cx_records_get(source->records, v[i].atom, &rec);
		v[i].of = blend_record(b, v[i].text, &rec);
	}
	free(heap);
	free(kept);
	return n_kept;
}

size_t
blend_best(struct blend *b, const struct set_source *source,
    struct blend_atom *v, size_t n, size_t limit)
{
	size_t kept = 0;

	if (n == 0)
		return 0;
	if (limit && limit < n)
		return best_few(b, source, v, n, limit);
	for (size_t i = 0; i < n; i++) {
		struct cx_record rec;

		if (source->accept && !source->accept(source->arg, v[i].atom))
			continue;
		cx_records_get(source->records, v[i].atom, &rec);
		v[kept] = v[i];
		v[kept].of = blend_record(b, v[i].text, &rec);
		kept++;
	}
	if (kept)
		qsort(v, kept, sizeof *v, compare);
	return kept;
}
