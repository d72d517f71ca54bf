#include "bin/cx-score/recall.h"
#include "bin/cx-score/near.h"

#include "lib/searchset.h"

#include <math.h>
#include <stdlib.h>

/* k1 = 1.2, b = 0.5. */
#define K1 1.2
#define B 0.5
#define K1_PLUS_1 ((int64_t)((K1 + 1) * FIX + 0.5))
#define NORMS 4096 /* lengths whose norm is remembered */

/* The dense state of one run. */
struct run {
	struct recall *r;
	int64_t *text;	/* A, by atom */
	int64_t *other; /* T + D, by atom */
	int64_t *folder; /* G, by folder */
	uint32_t *touched; /* atoms that got something, in order of coming */
	size_t n_touched;
	size_t touched_cap;
	uint64_t *excluded; /* a bit an atom; NULL: none */
	int64_t norm[NORMS]; /* K of a length; 0: not known yet */
	struct posting block[BLOCK];
};

static int64_t
idf(uint64_t n, uint64_t df)
{
	double x = log(1 + ((double)(n - df) + 0.5) / ((double)df + 0.5));

	return (int64_t)(x * FIX + 0.5);
}

/* K of BM25 for a length among n of `sum` in all. */
static int64_t
norm(uint64_t length, uint64_t n, uint64_t sum)
{
	double average = sum ? (double)sum / (double)n : 1;

	return (int64_t)(K1 * (1 - B + B * (double)length / average) * FIX +
	    0.5);
}

/* idf · tf (k1 + 1) / (tf + k), in 2^-20. */
static int64_t
bm25(int64_t term_idf, uint32_t tf, int64_t k)
{
	int64_t part;

	if (tf > FIX)
		tf = FIX;
	part = (((int64_t)tf * K1_PLUS_1) << FIX_BITS) /
	    (((int64_t)tf << FIX_BITS) + k);
	return (term_idf * part + FIX / 2) >> FIX_BITS;
}

/* --- the query's terms --- */

static int
by_text(const void *a, const void *b)
{
	return cx_str_cmp(((const struct qterm *)a)->text,
	    ((const struct qterm *)b)->text);
}

/* The distinct terms of all texts of the query, sorted. */
static struct qterm *
collect(struct recall *r, unsigned flags, size_t *n)
{
	struct cx_terms ids = {0};
	struct qterm *terms;
	size_t kept = 0;

	for (size_t i = 0; i < r->query->n; i++) {
		if (!r->query->terms[i].exclude)
			cx_analyze(r->analyzer, r->query->terms[i].text, flags,
			    &ids);
	}
	terms = cx_calloc(ids.n, sizeof *terms);
	for (size_t i = 0; i < ids.n; i++) {
		terms[i].text = cx_analyzer_term(r->analyzer, ids.id[i]);
		terms[i].qtf = 1;
	}
	if (ids.n)
		qsort(terms, ids.n, sizeof *terms, by_text);
	for (size_t i = 0; i < ids.n; i++) {
		if (kept && cx_str_eq(terms[kept - 1].text, terms[i].text))
			terms[kept - 1].qtf++;
		else
			terms[kept++] = terms[i];
	}
	cx_terms_release(&ids);
	*n = kept;
	return terms;
}

static void
count(struct recall *r, struct qterm *t, enum kind kind)
{
	struct corpus *c = r->corpus;
	struct cursor cur;
	uint64_t n = kind == KIND_FOLDER ? c->n_folders : c->n_docs;

	t->df[kind] = c->ops->open(c, kind, t->text, &cur);
	t->idf[kind] = t->df[kind] ? idf(n, t->df[kind]) : 0;
}

void
recall_init(struct recall *r, struct corpus *c, struct cx_analyzer *analyzer,
    const struct query *q)
{
	*r = (struct recall){.corpus = c, .analyzer = analyzer, .query = q};
	r->terms = collect(r, CX_ANALYZE_STOP, &r->n_terms);
	r->dates = collect(r, CX_ANALYZE_ALL, &r->n_dates);
}

void
recall_release(struct recall *r)
{
	free(r->terms);
	free(r->dates);
	free(r->found);
}

/* --- adding up --- */

static void
touch(struct run *u, uint32_t doc)
{
	if (u->text[doc] || u->other[doc])
		return;
	CX_GROW(u->touched, u->n_touched, u->touched_cap);
	u->touched[u->n_touched++] = doc;
}

static int64_t
norm_of(struct run *u, uint32_t doc)
{
	struct corpus *c = u->r->corpus;
	uint32_t len = c->ops->length(c, doc);

	if (len >= NORMS)
		return norm(len, c->n_docs, c->sum_length);
	if (!u->norm[len])
		u->norm[len] = norm(len, c->n_docs, c->sum_length);
	return u->norm[len];
}

static void
add_text(struct run *u, const struct qterm *t)
{
	struct corpus *c = u->r->corpus;
	struct cursor cur;
	size_t n;

	c->ops->open(c, KIND_TEXT, t->text, &cur);
	while ((n = c->ops->next(c, &cur, u->block))) {
		for (size_t i = 0; i < n; i++) {
			uint32_t doc = u->block[i].doc;
			int64_t got = bm25(t->idf[KIND_TEXT], u->block[i].tf,
			    norm_of(u, doc)) * t->qtf;

			touch(u, doc);
			u->text[doc] += got;
		}
	}
}

static void
add_folders(struct run *u, const struct qterm *t)
{
	struct corpus *c = u->r->corpus;
	struct cursor cur;
	size_t n;

	c->ops->open(c, KIND_FOLDER, t->text, &cur);
	while ((n = c->ops->next(c, &cur, u->block))) {
		for (size_t i = 0; i < n; i++) {
			uint32_t f = u->block[i].doc;
			int64_t k = norm(c->ops->folder_length(c, f),
			    c->n_folders, c->sum_folder_length);

			u->folder[f] += bm25(t->idf[KIND_FOLDER],
			    u->block[i].tf, k) * t->qtf;
		}
	}
}

/* 4 · qtf · min(1, idf over tags). */
static int64_t
tag_points(const struct qterm *t)
{
	int64_t x = t->idf[KIND_TAG] < FIX ? t->idf[KIND_TAG] : FIX;

	return 4 * x * t->qtf;
}

/* 2 · BM25 with b = 0 and tf = 1. */
static int64_t
date_points(const struct qterm *t)
{
	return 2 * bm25(t->idf[KIND_DATE], 1, (int64_t)(K1 * FIX + 0.5)) *
	    t->qtf;
}

static void
add_constant(struct run *u, const struct qterm *t, enum kind kind,
    int64_t points)
{
	struct corpus *c = u->r->corpus;
	struct cursor cur;
	size_t n;

	if (points == 0)
		return;
	c->ops->open(c, kind, t->text, &cur);
	while ((n = c->ops->next(c, &cur, u->block))) {
		for (size_t i = 0; i < n; i++) {
			touch(u, u->block[i].doc);
			u->other[u->block[i].doc] += points;
		}
	}
}

static void
add_up(struct run *u)
{
	struct recall *r = u->r;
	uint64_t n = r->corpus->n_docs;

	for (size_t i = 0; i < r->n_terms; i++) {
		struct qterm *t = &r->terms[i];

		count(r, t, KIND_TEXT);
		count(r, t, KIND_FOLDER);
		count(r, t, KIND_TAG);
		t->scope = t->df[KIND_TAG] &&
		    (uint64_t)t->df[KIND_TAG] * 20 >= n;
		if (!t->scope) {
			add_text(u, t);
			add_folders(u, t);
		}
		add_constant(u, t, KIND_TAG, tag_points(t));
	}
	for (size_t i = 0; i < r->n_dates; i++) {
		count(r, &r->dates[i], KIND_DATE);
		add_constant(u, &r->dates[i], KIND_DATE,
		    date_points(&r->dates[i]));
	}
}

/* --- what a -word leaves out --- */

static void
mark(struct run *u, enum kind kind, struct cx_str term, uint64_t *bits)
{
	struct corpus *c = u->r->corpus;
	struct cursor cur;
	size_t n;

	c->ops->open(c, kind, term, &cur);
	while ((n = c->ops->next(c, &cur, u->block))) {
		for (size_t i = 0; i < n; i++) {
			uint32_t doc = u->block[i].doc;

			bits[doc / 64] |= UINT64_C(1) << doc % 64;
		}
	}
}

/* Leaves out the atoms that have all terms of the word in text or tags. */
static void
exclude(struct run *u, struct cx_str word)
{
	size_t n = u->r->corpus->n_docs / 64 + 1;
	uint64_t *all = cx_calloc(n, sizeof *all);
	struct cx_terms ids = {0};

	cx_analyze(u->r->analyzer, word, CX_ANALYZE_STOP, &ids);
	for (size_t i = 0; i < ids.n; i++) {
		uint64_t *one = cx_calloc(n, sizeof *one);
		struct cx_str t = cx_analyzer_term(u->r->analyzer, ids.id[i]);

		mark(u, KIND_TEXT, t, one);
		mark(u, KIND_TAG, t, one);
		for (size_t k = 0; k < n; k++)
			all[k] = i ? all[k] & one[k] : one[k];
		free(one);
	}
	if (!u->excluded)
		u->excluded = cx_calloc(n, sizeof *u->excluded);
	for (size_t k = 0; k < n; k++)
		u->excluded[k] |= all[k];
	free(all);
	cx_terms_release(&ids);
}

static bool
is_excluded(const struct run *u, uint32_t doc)
{
	return u->excluded && u->excluded[doc / 64] >> doc % 64 & 1;
}

/* --- the shortlist --- */

struct candidate {
	int64_t key;
	uint32_t doc;
};

static int64_t
folder_points(struct run *u, uint32_t doc)
{
	struct corpus *c = u->r->corpus;
	uint32_t f = c->ops->folder(c, doc);

	return f == NO_FOLDER ? 0 : u->folder[f];
}

static bool
better(struct candidate a, struct candidate b)
{
	return a.key != b.key ? a.key > b.key : a.doc < b.doc;
}

static void
sift(struct candidate *v, size_t i, size_t n)
{
	for (;;) {
		size_t best = i, l = 2 * i + 1;

		if (l < n && better(v[l], v[best]))
			best = l;
		if (l + 1 < n && better(v[l + 1], v[best]))
			best = l + 1;
		if (best == i)
			return;
		struct candidate tmp = v[i];
		v[i] = v[best];
		v[best] = tmp;
		i = best;
	}
}

/*
 * The best SHORTLIST atoms that may be results.  A heap of all candidates is
 * popped one by one, so that accept, which may have to parse a record, is
 * asked for the best only.
 */
static size_t
make_shortlist(struct run *u, recall_accept *accept, void *arg, uint32_t *out)
{
	struct candidate *v = cx_malloc(cx_mul(u->n_touched, sizeof *v));
	size_t n = 0, kept = 0;

	for (size_t i = 0; i < u->n_touched; i++) {
		uint32_t doc = u->touched[i];
		int64_t own = u->text[doc] + u->other[doc];

		if (own > 0 && !is_excluded(u, doc))
			v[n++] = (struct candidate){
			    own + folder_points(u, doc), doc};
	}
	for (size_t i = n / 2; i-- > 0;)
		sift(v, i, n);
	while (n && kept < SHORTLIST) {
		if (!accept || accept(arg, v[0].doc))
			out[kept++] = v[0].doc;
		v[0] = v[--n];
		sift(v, 0, n);
	}
	free(v);
	return kept;
}

/* --- results --- */

static int64_t
round_div(int64_t a, int64_t b)
{
	return (a + b / 2) / b;
}

/* Whether all words of the query are in text, tags or date. */
static bool
has_all(struct recall *r, uint32_t doc)
{
	struct corpus *c = r->corpus;

	for (size_t i = 0; i < r->n_terms; i++) {
		struct cx_str t = r->terms[i].text;

		if (!c->ops->tf(c, KIND_TEXT, t, doc) &&
		    !c->ops->tf(c, KIND_TAG, t, doc) &&
		    !c->ops->tf(c, KIND_DATE, t, doc))
			return false;
	}
	return true;
}

static void
split_other(struct run *u, struct found *f)
{
	struct recall *r = u->r;
	struct corpus *c = r->corpus;

	if (u->other[f->doc] == 0)
		return;
	for (size_t i = 0; i < r->n_terms; i++) {
		if (r->terms[i].df[KIND_TAG] &&
		    c->ops->tf(c, KIND_TAG, r->terms[i].text, f->doc))
			f->tags += tag_points(&r->terms[i]);
	}
	f->dates = u->other[f->doc] - f->tags;
}

static int
best_first(const void *a, const void *b)
{
	const struct found *x = a, *y = b;

	if (x->score != y->score)
		return x->score > y->score ? -1 : 1;
	return x->doc < y->doc ? -1 : 1;
}

static void
finish(struct run *u, const struct near *near, recall_accept *accept,
    void *arg, const uint32_t *shortlist, size_t n_short)
{
	struct recall *r = u->r;
	struct corpus *c = r->corpus;

	r->found = cx_calloc(near->n, sizeof *r->found);
	for (size_t i = 0; i < near->n; i++) {
		const struct near_doc *d = &near->docs[i];
		struct found f = {.doc = d->doc, .text = u->text[d->doc]};
		int64_t sum;

		if (i >= n_short && (is_excluded(u, d->doc) ||
		    (accept && !accept(arg, d->doc))))
			continue;
		f.near = round_div(7 * d->sum1, 10 * (d->n1 > 2 ? d->n1 : 2)) +
		    round_div(4 * d->sum2, 10 * (d->n2 > 2 ? d->n2 : 2));
		f.folder = folder_points(u, d->doc);
		f.weight = c->ops->weight(c, d->doc);
		sum = f.text + f.near + f.folder + u->other[d->doc];
		/* 2^-20 to millionths, in two roundings of whole numbers. */
		f.score = (sum * 1000000 + FIX / 2) >> FIX_BITS;
		f.score = f.score / 1000000 * f.weight +
		    round_div(f.score % 1000000 * f.weight, 1000000);
		if (f.score <= 0)
			continue;
		split_other(u, &f);
		r->found[r->n++] = f;
	}
	(void)shortlist;
	if (r->n)
		qsort(r->found, r->n, sizeof *r->found, best_first);
}

void
recall_run(struct recall *r, recall_accept *accept, void *arg)
{
	struct corpus *c = r->corpus;
	struct run *u = cx_calloc(1, sizeof *u);
	uint32_t shortlist[SHORTLIST];
	struct near near;
	size_t n;

	u->r = r;
	u->text = cx_calloc(c->n_docs, sizeof *u->text);
	u->other = cx_calloc(c->n_docs, sizeof *u->other);
	u->folder = cx_calloc(c->n_folders, sizeof *u->folder);
	add_up(u);
	for (size_t i = 0; i < r->query->n; i++) {
		if (r->query->terms[i].exclude)
			exclude(u, r->query->terms[i].text);
	}
	n = make_shortlist(u, accept, arg, shortlist);
	near_init(&near, c, shortlist, n, u->text);
	finish(u, &near, accept, arg, shortlist, n);
	near_release(&near);
	free(u->text);
	free(u->other);
	free(u->folder);
	free(u->touched);
	free(u->excluded);
	free(u);
}
