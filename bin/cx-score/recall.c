#include "bin/cx-score/recall-run.h"
#include "bin/cx-score/best.h"
#include "bin/cx-score/bm25.h"

#include <stdlib.h>

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

/* --- the shortlist --- */

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
	recall_choose(u, &near, n, limit, accept, arg);
	near_release(&near);
	cx_free_sparse(u->text, atoms, sizeof *u->text);
	cx_free_sparse(u->other, atoms, sizeof *u->other);
	free(u->folder);
	free(u->touched);
	free(u->excluded);
	free(u);
}
