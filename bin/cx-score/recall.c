#include "bin/cx-score/recall.h"
#include "bin/cx-score/best.h"
#include "bin/cx-score/bm25.h"
#include "bin/cx-score/near.h"

#include <stdlib.h>

#define NORMS 4096 /* lengths whose norm is remembered */

/* The dense state of one run. */
struct run {
	struct recall *r;
	int64_t *text;	/* A, by atom */
	int64_t *other; /* T + D, by atom */
	int64_t *folder; /* G, by folder */
	int64_t folder_most;
	uint32_t *touched; /* atoms that got something, in order of coming */
	size_t n_touched;
	size_t touched_cap;
	uint64_t *excluded; /* a bit an atom; NULL: none */
	const struct weights *weights;
	int64_t norm[NORMS]; /* K of a length; 0: not known yet */
	struct cx_posting block[CX_POSTINGS_LINE];
};

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
look_up(struct recall *r, struct qterm *t, enum where where)
{
	static const enum cx_list lists[PLACES] = {CX_LIST_TEXT,
	    CX_LIST_FOLDER, CX_LIST_TAG_TERM, CX_LIST_DATE_TERM};
	uint32_t n = where == IN_FOLDER ? cx_search_folder_count(r->set)
					: cx_search_count(r->set);

	t->list[where] = cx_search_find(r->set, lists[where], t->text);
	t->idf[where] = t->list[where].df ? idf(n, t->list[where].df) : 0;
}

void
recall_init(struct recall *r, const struct cx_search *set,
    struct cx_analyzer *analyzer, const struct query *q)
{
	uint64_t n = cx_search_count(set);

	*r = (struct recall){.set = set, .analyzer = analyzer, .query = q};
	r->terms = collect(r, CX_ANALYZE_STOP, &r->n_terms);
	for (size_t i = 0; i < r->n_terms; i++) {
		struct qterm *t = &r->terms[i];

		for (int w = 0; w < PLACES; w++)
			look_up(r, t, (enum where)w);
		t->scope = t->list[IN_TAGS].df &&
		    (uint64_t)t->list[IN_TAGS].df * 20 >= n;
	}
	r->dates = collect(r, CX_ANALYZE_ALL, &r->n_dates);
	for (size_t i = 0; i < r->n_dates; i++)
		look_up(r, &r->dates[i], IN_DATE);
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
touch(struct run *u, uint32_t atom)
{
	if (u->text[atom] || u->other[atom])
		return;
	CX_GROW(u->touched, u->n_touched, u->touched_cap);
	u->touched[u->n_touched++] = atom;
}

static int64_t
norm_of(struct run *u, uint32_t atom)
{
	const struct cx_search *set = u->r->set;
	uint32_t len = cx_search_length(set, atom);

	if (len < NORMS && u->norm[len])
		return u->norm[len];
	int64_t k = norm(len, cx_search_count(set), cx_search_length_sum(set));
	if (len < NORMS)
		u->norm[len] = k;
	return k;
}

static void
add_text(struct run *u, const struct qterm *t)
{
	struct cx_cursor list = t->list[IN_TEXT];
	size_t n;

	while ((n = cx_cursor_next(&list, u->block))) {
		for (size_t i = 0; i < n; i++) {
			uint32_t atom = u->block[i].atom;

			touch(u, atom);
			u->text[atom] += bm25(t->idf[IN_TEXT],
			    u->block[i].tf, norm_of(u, atom)) * t->qtf;
		}
	}
}

static void
add_folders(struct run *u, const struct qterm *t)
{
	const struct cx_search *set = u->r->set;
	struct cx_cursor list = t->list[IN_FOLDER];
	size_t n;

	while ((n = cx_cursor_next(&list, u->block))) {
		for (size_t i = 0; i < n; i++) {
			uint32_t f = u->block[i].atom;
			int64_t k = norm(cx_search_folder_length(set, f),
			    cx_search_folder_count(set),
			    cx_search_folder_length_sum(set));

			u->folder[f] += bm25(t->idf[IN_FOLDER],
			    u->block[i].tf, k) * t->qtf;
		}
	}
}

static void
add_constant(struct run *u, struct cx_cursor list, int64_t points)
{
	size_t n;

	while (points && (n = cx_cursor_next(&list, u->block))) {
		for (size_t i = 0; i < n; i++) {
			touch(u, u->block[i].atom);
			u->other[u->block[i].atom] += points;
		}
	}
}

static void
add_up(struct run *u)
{
	struct recall *r = u->r;

	for (size_t i = 0; i < r->n_terms; i++) {
		struct qterm *t = &r->terms[i];

		if (!t->scope) {
			add_text(u, t);
			add_folders(u, t);
		}
		add_constant(u, t->list[IN_TAGS], tag_points(t));
	}
	for (size_t i = 0; i < r->n_dates; i++)
		add_constant(u, r->dates[i].list[IN_DATE],
		    date_points(&r->dates[i]));
}

/* --- what a -word leaves out --- */

static void
mark(struct run *u, enum cx_list in, struct cx_str term, uint64_t *bits)
{
	struct cx_cursor list = cx_search_find(u->r->set, in, term);
	size_t n;

	while ((n = cx_cursor_next(&list, u->block))) {
		for (size_t i = 0; i < n; i++) {
			uint32_t atom = u->block[i].atom;

			bits[atom / 64] |= UINT64_C(1) << atom % 64;
		}
	}
}

/* Leaves out the atoms that have all terms of the word in text or tags. */
static void
exclude(struct run *u, struct cx_str word)
{
	size_t n = cx_search_atoms(u->r->set) / 64 + 1;
	uint64_t *all = cx_calloc(n, sizeof *all);
	struct cx_terms ids = {0};

	cx_analyze(u->r->analyzer, word, CX_ANALYZE_STOP, &ids);
	for (size_t i = 0; i < ids.n; i++) {
		uint64_t *one = cx_calloc(n, sizeof *one);
		struct cx_str t = cx_analyzer_term(u->r->analyzer, ids.id[i]);

		mark(u, CX_LIST_TEXT, t, one);
		mark(u, CX_LIST_TAG_TERM, t, one);
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
is_excluded(const struct run *u, uint32_t atom)
{
	return u->excluded && u->excluded[atom / 64] >> atom % 64 & 1;
}

/* --- the shortlist --- */

static int64_t
folder_points(struct run *u, uint32_t atom)
{
	uint32_t f = cx_search_folder(u->r->set, atom);

	return f == CX_NO_FOLDER ? 0 : u->folder[f];
}

/* The best SHORTLIST atoms that may be results. */
static size_t
make_shortlist(struct run *u, recall_accept *accept, void *arg, uint32_t *out)
{
	struct best best = {.set = u->r->set, .limit = SHORTLIST};
	size_t n;

	for (uint32_t f = 0; f < cx_search_folders(u->r->set); f++) {
		if (u->folder[f] > u->folder_most)
			u->folder_most = u->folder[f];
	}
	for (size_t i = 0; i < u->n_touched; i++) {
		uint32_t atom = u->touched[i];
		int64_t key = u->text[atom] + u->other[atom];

		/* accept may have to parse a record, so it comes last. */
		if (key <= 0 || !best_wants(&best, key + u->folder_most,
			atom) ||
		    is_excluded(u, atom))
			continue;
		key += folder_points(u, atom);
		if (best_wants(&best, key, atom) &&
		    (!accept || accept(arg, atom)))
			best_add(&best, key, atom);
	}
	best_sort(&best);
	for (n = 0; n < best.n; n++)
		out[n] = best.v[n].atom;
	best_release(&best);
	return n;
}

/* --- results --- */

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
static void
finish(struct run *u, const struct near *near, size_t n_short, size_t limit,
    recall_accept *accept, void *arg)
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

void
recall_run(struct recall *r, const struct weights *weights, size_t limit,
    recall_accept *accept, void *arg)
{
	struct run *u = cx_calloc(1, sizeof *u);
	size_t atoms = cx_search_atoms(r->set), n;
	uint32_t shortlist[SHORTLIST];
	struct near near;

	u->r = r;
	u->weights = weights;
	u->text = cx_calloc_sparse(atoms, sizeof *u->text);
	u->other = cx_calloc_sparse(atoms, sizeof *u->other);
	u->folder = cx_calloc(cx_search_folders(r->set), sizeof *u->folder);
	add_up(u);
	for (size_t i = 0; i < r->query->n; i++) {
		const struct term *t = &r->query->terms[i];

		/* -field:word and -"phrase" are for the caller's accept. */
		if (t->exclude && !t->phrase && t->field == FIELD_ANY)
			exclude(u, t->text);
	}
	n = make_shortlist(u, accept, arg, shortlist);
	near_init(&near, r->set, shortlist, n, u->text);
	finish(u, &near, n, limit, accept, arg);
	near_release(&near);
	cx_free_sparse(u->text, atoms, sizeof *u->text);
	cx_free_sparse(u->other, atoms, sizeof *u->other);
	free(u->folder);
	free(u->touched);
	free(u->excluded);
	free(u);
}
