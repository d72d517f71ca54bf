#include "lib/rank/recall-impl.h"
#include "lib/rank/best.h"

#include <stdlib.h>

#define LABEL_NORM (2 * FIX) /* the same for every length */
#define TEXT_B 0.75

/* --- adding up --- */

static void
touch(struct run *u, uint32_t atom, uint32_t folder)
{
	if (u->text[atom] || other_points(u, atom))
		return;
	*CX_NEXT(u->touched, u->n_touched, u->touched_cap) =
	    (struct touched){atom, folder};
}

static inline int64_t
remember(int64_t *norms, double weight, double b, uint32_t length,
    uint64_t n, uint64_t sum)
{
	if (length >= NORMS)
		return field_norm(weight, b, length, n, sum);
	if (norms[length] == 0)
		norms[length] = field_norm(weight, b, length, n, sum);
	return norms[length];
}

int64_t
cx_run_weigh(struct run *u, const struct cx_search_rank *rank,
    const struct cx_posting *p, bool pair)
{
	int64_t x = 0;

	/* A text in two scripts is two fields, each of its own length. */
	if (p->text && pair && !u->pair_norm)
		u->pair_norm = cx_calloc(NORMS, sizeof *u->pair_norm);
	if (p->text && pair)
		x = p->text * remember(u->pair_norm, 1, TEXT_B, rank->pairs,
		    u->sums.paired, u->sums.pairs);
	else if (p->text)
		x = p->text * remember(u->word_norm, 1, TEXT_B, rank->words,
		    u->sums.worded, u->sums.words);
	if (p->names)
		x += p->names * remember(u->name_norm, 3, 0.5, rank->names,
		    u->sums.named, u->sums.names);
	return x + p->labels * LABEL_NORM;
}

/* The next postings of a term. */
static size_t
next_block(struct run *u, const struct cx_recall_term *t,
    struct cx_cursor *list, size_t *at)
{
	size_t n = 0;

	if (!t->own)
		return cx_cursor_next(list, u->block);
	while (n < CX_POSTINGS_LINE && *at < t->n_own)
		u->block[n++] = t->own[(*at)++];
	return n;
}

/* The folders as texts: what their atoms have of this term. */
static void
add_folders(struct run *u, const struct cx_recall_term *t)
{
	size_t df = 0;
	int64_t term_idf;

	for (size_t i = 0; i < u->n_folders; i++) {
		uint32_t atoms;
		uint64_t length;

		cx_search_folder(u->r->set, u->folders[i], &atoms, &length);
		if (atoms >= CX_FOLDER_MIN && atoms <= CX_FOLDER_MAX)
			u->folders[df++] = u->folders[i];
		else
			u->sum[u->folders[i]] = 0;
	}
	term_idf = df ? idf(u->sums.folders, df) : 0;
	for (size_t i = 0; i < df; i++) {
		uint32_t f = u->folders[i], atoms;
		uint64_t length;

		cx_search_folder(u->r->set, f, &atoms, &length);
		u->folder[f] += t->halves * saturate(term_idf,
		    (int64_t)u->sum[f] * field_norm(1, 0.5, length,
			u->sums.folders, u->sums.folders_length)) / 2;
		u->sum[f] = 0;
	}
	u->n_folders = 0;
}

/* What a term is worth to an atom that has it.  Most have it a few times, in
 * the text, and the same lengths come again. */
static inline int64_t
worth(struct run *u, const struct cx_recall_term *t,
    const struct cx_search_rank *rank, const struct cx_posting *p)
{
	int64_t *known;

	if (p->text - 1 >= WORTH_TIMES || (p->names | p->labels) ||
	    rank->words >= WORTH_LENGTHS || t->pair)
		return saturate(t->idf, cx_run_weigh(u, rank, p, t->pair));
	known = &u->worth[p->text - 1][rank->words];
	if (*known == 0)
		*known = saturate(t->idf, cx_run_weigh(u, rank, p, false));
	return *known;
}

static void
add_text(struct run *u, struct cx_recall_term *t)
{
	struct cx_cursor list = t->list;
	bool several = u->r->n_terms > 1;
	size_t n, at = 0;

	memset(u->worth, 0, sizeof u->worth);
	if (several)
		t->points = cx_malloc(cx_mul(t->df, sizeof *t->points));
	while ((n = next_block(u, t, &list, &at))) {
		cx_search_ranks(u->r->set, u->block, n, t->pair ?
		    CX_RANK_PAIRS : 0, u->ranks);
		for (size_t i = 0; i < n; i++) {
			const struct cx_posting *p = &u->block[i];
			uint32_t folder = u->ranks[i].folder;
			int64_t points = worth(u, t, &u->ranks[i], p);
			int64_t all = t->halves * points / 2;

			if (points > 0) {
				touch(u, p->atom, folder);
				u->text[p->atom] += all;
				if (u->terms)
					u->terms[p->atom]++;
			}
			if (all > t->most)
				t->most = all;
			if (several && t->n_points < t->df)
				t->points[t->n_points++] =
				    (struct cx_recall_points){p->atom,
					(uint32_t)points};
			if (p->text + p->names == 0)
				continue;
			if (u->sum[folder] == 0)
				*CX_NEXT(u->folders, u->n_folders,
				    u->folders_cap) = folder;
			u->sum[folder] += p->text + p->names;
		}
	}
	add_folders(u, t);
}

int64_t
cx_run_points(const struct cx_recall_term *t, uint32_t atom)
{
	size_t lo = 0, hi = t->n_points;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (t->points[mid].atom == atom)
			return (int64_t)t->halves * t->points[mid].points / 2;
		if (t->points[mid].atom < atom)
			lo = mid + 1;
		else
			hi = mid;
	}
	return 0;
}

/* Adds the same to all atoms of a list. */
static void
add_constant(struct run *u, struct cx_cursor list, int64_t points, bool scope)
{
	size_t n;

	if (!u->other)
		u->other = cx_calloc_sparse(cx_search_atoms(u->r->set),
		    sizeof *u->other);
	while (points > 0 && (n = cx_cursor_next(&list, u->block))) {
		for (size_t i = 0; i < n; i++) {
			touch(u, u->block[i].atom, NO_FOLDER);
			u->other[u->block[i].atom] += points;
			if (scope)
				u->scope[u->block[i].atom] += points;
		}
	}
}

static void
add_scope(struct run *u, const struct cx_recall_term *t)
{
	const struct cx_recall *r = u->r;
	int64_t x = idf(cx_search_count(r->set), t->carriers.df);

	if (!u->scope)
		u->scope = cx_calloc_sparse(cx_search_atoms(r->set),
		    sizeof *u->scope);
	if (x > FIX)
		x = FIX;
	add_constant(u, t->carriers, (int64_t)((wide)t->qtf * 35 * x *
	    u->best / (100 * FIX)), true);
}

/* Room for all that may be touched. */
static void
make_room(struct run *u)
{
	const struct cx_recall *r = u->r;
	size_t n = 1, atoms = cx_search_atoms(r->set);

	for (size_t i = 0; i < r->n_terms; i++)
		n += r->terms[i].df;
	u->touched_cap = n < atoms ? n : atoms;
	u->touched = cx_malloc(cx_mul(u->touched_cap, sizeof *u->touched));
}

static void
add_up(struct run *u)
{
	struct cx_recall *r = u->r;

	make_room(u);
	for (size_t i = 0; i < r->n_terms; i++)
		add_text(u, &r->terms[i]);
	for (size_t i = 0; i < u->n_touched; i++) {
		if (u->text[u->touched[i].atom] > u->best)
			u->best = u->text[u->touched[i].atom];
	}
	for (size_t i = 0; i < r->n_terms; i++) {
		if (r->terms[i].scope)
			add_scope(u, &r->terms[i]);
	}
	for (size_t i = 0; i < r->n_dates; i++)
		add_constant(u, r->dates[i].list, r->dates[i].points, false);
}

/* --- the shortlist --- */

bool
cx_run_accepts(struct run *u, uint32_t atom)
{
	struct cx_pool *pool = u->r->pool;

	if (u->refused && u->refused[atom / 64] >> atom % 64 & 1)
		return false;
	if (pool->accept(pool->arg, atom))
		return true;
	if (!u->refused)
		u->refused = cx_pool_bits(pool);
	u->refused[atom / 64] |= UINT64_C(1) << atom % 64;
	u->r->refused_all = u->r->refused_all || cx_run_has_all(u, atom);
	return false;
}

/* A note without siblings counts as one in the best folder, as far as it has
 * the words itself. */
int64_t
cx_run_folder(struct run *u, uint32_t atom, uint32_t folder)
{
	int64_t *p = &u->folder[folder];
	uint32_t atoms;
	uint64_t length;

	if (*p > 0 || !u->folder_most || !u->best)
		return folder_points(u, folder);
	if (*p == 0) {
		cx_search_folder(u->r->set, folder, &atoms, &length);
		*p = atoms >= CX_FOLDER_MIN && atoms <= CX_FOLDER_MAX ?
		    FOLDER_NOTHING : FOLDER_ALONE;
	}
	return *p == FOLDER_NOTHING ? 0 : (int64_t)((wide)u->folder_most *
	    u->text[atom] / u->best);
}

int64_t
cx_run_touched_folder(struct run *u, struct touched *t)
{
	if (t->folder == NO_FOLDER)
		t->folder = cx_search_rank(u->r->set, t->atom, 0).folder;
	return cx_run_folder(u, t->atom, t->folder);
}

/* The best SHORTLIST atoms that may be results. */
static size_t
choose_best(struct run *u, uint32_t *out)
{
	struct cx_best best = {.set = u->r->set, .limit = SHORTLIST};
	size_t n;

	for (uint32_t f = 0; f < cx_search_folders(u->r->set); f++) {
		if (folder_points(u, f) > u->folder_most)
			u->folder_most = folder_points(u, f);
	}
	for (size_t i = 0; i < u->n_touched; i++) {
		uint32_t atom = u->touched[i].atom;
		int64_t key = u->text[atom] + other_points(u, atom);

		/* accept may have to parse a record, so it comes last. */
		if (key <= 0 || !cx_best_wants(&best, key + u->folder_most,
			atom))
			continue;
		key += cx_run_touched_folder(u, &u->touched[i]);
		if (cx_best_wants(&best, key, atom) && cx_run_accepts(u, atom))
			cx_best_add(&best, key, atom);
	}
	cx_best_sort(&best);
	for (n = 0; n < best.n; n++)
		out[n] = best.v[n].atom;
	cx_best_release(&best);
	return n;
}

size_t
cx_run_shortlist(struct run *u, uint32_t out[SHORTLIST])
{
	const struct cx_recall *r = u->r;
	size_t atoms = cx_search_atoms(r->set);
	size_t folders = cx_search_folders(r->set);

	u->sums = cx_search_sums(r->set);
	u->text = cx_calloc_sparse(atoms, sizeof *u->text);
	u->folder = cx_calloc(folders, sizeof *u->folder);
	u->sum = cx_calloc(folders, sizeof *u->sum);
	if (r->n_terms > 1 && r->n_terms <= UINT8_MAX)
		u->terms = cx_calloc_sparse(atoms, sizeof *u->terms);
	add_up(u);
	return choose_best(u, out);
}

void
cx_run_release(struct run *u)
{
	size_t atoms = cx_search_atoms(u->r->set);

	cx_free_sparse(u->text, atoms, sizeof *u->text);
	cx_free_sparse(u->terms, u->terms ? atoms : 0, sizeof *u->terms);
	if (u->other)
		cx_free_sparse(u->other, atoms, sizeof *u->other);
	if (u->scope)
		cx_free_sparse(u->scope, atoms, sizeof *u->scope);
	free(u->folder);
	free(u->pair_norm);
	free(u->sum);
	free(u->folders);
	free(u->touched);
	free(u->refused);
}
