/* The answers of one query, best first. */
#include "bin/cx-score/ranker.h"
#include "bin/cx-score/context.h"

#include <stdlib.h>

static void
add_answer(struct ranker *r, struct answer a)
{
	a.order = cx_search_order(r->set, a.atom);
	*CX_NEXT(r->answers, r->n, r->cap) = a;
}

/* --why-not tells the place among all results. */
static size_t
limit(const struct ranker *r)
{
	return r->s->why_not ? 0 : r->s->top;
}

static void
run_cortex(struct ranker *r, struct keywords *k)
{
	struct keyword_how how = {&r->s->layers, &r->weights, limit(r),
	    ranker_record, ranker_accept, r};

	keyword_run(k, r->set, &r->ask->query, &how);
	for (size_t i = 0; i < k->best.n; i++) {
		uint32_t atom = k->best.v[i].atom;

		add_answer(r, (struct answer){.atom = atom,
		    .score = k->best.v[i].key, .partial = k->of[atom].matched <
		    r->ask->query.positive});
	}
}

static int64_t
slack_of(void *arg, uint32_t atom)
{
	return blend_slack(arg, blend_most_active(arg, atom));
}

static void
run_recall(struct ranker *r, struct recall *recall)
{
	recall_init(recall, r->set, r->analyzer, &r->ask->query);
	recall->record = ranker_record;
	recall->read = ranker_read;
	if (r->s->blend) {
		blend_find_lifted(r->s->blend, &r->records);
		recall->slack = blend_slack(r->s->blend, MICRO);
		recall->slack_of = slack_of;
		recall->arg = r->s->blend;
	}
	recall_run(recall, &r->weights, limit(r), ranker_accept, r);
	/* What is ranked anew makes its answers of what was found itself. */
	for (size_t i = 0; i < recall->n && !r->s->blend &&
	    (!limit(r) || i < limit(r)); i++) {
		const struct found *f = &recall->found[i];

		add_answer(r, (struct answer){.atom = f->atom,
		    .score = recall_micro(f->score), .found = f});
	}
}

/* In millionths. */
static int64_t
share_of(int64_t score, int64_t best)
{
	/* Far from overflow: scores are below 2^43 (recall.h). */
	return (score * MICRO + best / 2) / best;
}

/* Ranks the answers anew: those of recall, or, without a query, all. */
static void
run_blend(struct ranker *r, const struct recall *recall)
{
	const struct found *old = recall->found;
	struct blend_atom *v;
	size_t n = recall->n;

	r->source.accept = r->s->alone ? ranker_accept : NULL;
	if (r->s->alone) {
		v = blend_all(r->s->blend, &r->source, limit(r), &n);
	} else {
		v = cx_calloc(n, sizeof *v);
		for (size_t i = 0; i < n; i++)
			v[i] = (struct blend_atom){.atom = old[i].atom,
			    .order = old[i].order, .found = &old[i],
			    .text = share_of(old[i].score, old[0].score)};
		n = blend_best(r->s->blend, &r->source, v, n, limit(r));
	}
	r->n = 0;
	for (size_t i = 0; i < n; i++)
		add_answer(r, (struct answer){.atom = v[i].atom,
		    .score = v[i].of.score, .found = v[i].found,
		    .blended = v[i].of});
	free(v);
}

static void
add_context(struct ranker *r, struct best *best, uint32_t atom)
{
	struct cx_record rec;
	int64_t score;

	if (!current_has(&r->current, atom))
		return;
	ranker_record(r, atom, &rec);
	score = context_score(&rec).score;
	if (best_wants(best, score, atom))
		best_add(best, score, atom);
}

/* Neighbours, without hubs, of those that there are. */
static void
add_linked(struct ranker *r, struct best *best)
{
	bool *seen = cx_calloc(cx_search_atoms(r->set), sizeof *seen);
	struct cx_atoms near = {0};
	size_t n = best->n;

	for (size_t i = 0; i < n; i++)
		seen[best->v[i].atom] = true;
	for (size_t i = 0; i < n; i++) {
		near.n = 0;
		if (cx_search_links(r->set, best->v[i].atom, &near))
			continue;
		for (size_t k = 0; k < near.n; k++) {
			if (seen[near.v[k]])
				continue;
			seen[near.v[k]] = true;
			add_context(r, best, near.v[k]);
		}
	}
	free(near.v);
	free(seen);
}

/* There is no short way to the best: their numbers are in no column. */
static void
run_context(struct ranker *r)
{
	/* All have neighbours. */
	struct best best = {.set = r->set,
	    .limit = r->s->linked ? 0 : limit(r)};

	for (uint32_t i = 0; i < cx_search_atoms(r->set); i++) {
		if (!cx_search_has(r->set, i) || !set_may_match(&r->source, i))
			continue;
		if (r->check_all && ranker_state(r, i) == CX_FRESH_GONE)
			continue;
		if (r->s->where && !set_matches(&r->source, i, r->s->where))
			continue;
		add_context(r, &best, i);
	}
	if (r->s->linked)
		add_linked(r, &best);
	best_sort(&best);
	for (size_t i = 0; i < best.n && (!limit(r) || i < limit(r)); i++)
		add_answer(r, (struct answer){.atom = best.v[i].atom,
		    .score = best.v[i].key});
	best_release(&best);
}

/* Looks at the files of the answers; false if one has gone and others may
 * take its place.  `last`: those that have gone are dropped instead. */
static bool
check_files(struct ranker *r, bool last)
{
	size_t kept = 0;

	for (size_t i = 0; i < r->n; i++) {
		enum cx_fresh_state state = ranker_state(r, r->answers[i].atom);

		if (state == CX_FRESH_GONE && !last)
			return false;
		if (state == CX_FRESH_GONE)
			continue;
		r->answers[kept] = r->answers[i];
		r->answers[kept++].stale = state == CX_FRESH_CHANGED;
	}
	r->n = kept;
	return true;
}

/* Phrases, and the text that a filter looks at, are looked up in files. */
static bool
reads_files(const struct ranker *r)
{
	const struct query *q = &r->ask->query;

	if (r->source.whole)
		return true;
	for (size_t i = 0; i < q->n; i++) {
		if (q->terms[i].phrase)
			return true;
	}
	return false;
}

/*
 * What has gone is rare, so it is looked for among the best; if one of them
 * has, all is ranked again and each candidate is looked at beforehand.
 */
void
ranker_run(struct ranker *r, struct keywords *k, struct recall *recall)
{
	r->check_all = reads_files(r);
	for (bool last = false;; last = r->check_all = true) {
		r->n = 0;
		if (r->s->rank == RANK_CONTEXT)
			run_context(r);
		else if (r->s->rank == RANK_CORTEX)
			run_cortex(r, k);
		else if (!r->s->alone)
			run_recall(r, recall);
		if (r->s->blend)
			run_blend(r, recall);
		if (!r->fresh || check_files(r, last))
			return;
		recall_release(recall);
		keyword_release(k);
		*recall = (struct recall){.terms = NULL};
		*k = (struct keywords){.of = NULL};
	}
}
