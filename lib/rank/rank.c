#include "lib/rank/rank.h"

#include "lib/rank/context.h"
#include "lib/rank/copies.h"
#include "lib/rank/prefix.h"

#include <stdlib.h>

/* How a phrase filters. */
enum { AS_IT_STANDS, AS_WORDS, AS_NOTHING };

#define COPIES 8	/* of each answer, that are looked for ... */
#define COPIES_FROM 10 /* if some are among so many */

/* --- which atoms may be results --- */

/* Whether a text has the words of a phrase one after the other: terms are
 * compared, stop words included.  A phrase without terms is nowhere. */
static bool
phrase_in(struct cx_analyzer *a, struct cx_str phrase, struct cx_str text)
{
	CX_AUTO(cx_terms_release) struct cx_terms p = {0}, t = {0};
	bool found = false;

	cx_analyze(a, phrase, CX_ANALYZE_ALL, &p);
	cx_analyze(a, text, CX_ANALYZE_ALL, &t);
	for (size_t i = 0; p.n && i + p.n <= t.n && !found; i++)
		found = memcmp(t.id + i, p.id, p.n * sizeof *p.id) == 0;
	return found;
}

/* Whether an atom has the words of a phrase in a row. */
static bool
has_words(struct cx_ranking *r, uint32_t atom, struct cx_str phrase)
{
	struct cx_record rec;
	struct cx_str body;
	size_t line;

	cx_pool_record(r->pool, atom, &rec);
	return phrase_in(r->pool->analyzer, phrase, cx_record_str(&rec, "name",
		CX_STR(""))) || (cx_pool_body(r->pool, atom, &rec, &body,
		    &line) && phrase_in(r->pool->analyzer, phrase, body));
}

/*
 * Whether all phrases are there, and no -"phrase" is: as they stand.  Of one
 * that no atom has, the words in a row will do; one of which no atom has these
 * either is ignored: whoever quotes a title may have it slightly wrong.
 */
static bool
phrases_fit(struct cx_ranking *r, uint32_t atom)
{
	const struct cx_query *q = r->query;
	bool fit = true;

	for (size_t i = 0; i < q->n && fit; i++) {
		const struct cx_query_term *t = &q->terms[i];
		const struct cx_literal *x = &r->phrase[i].text;
		bool found;

		if (!t->phrase || t->field != CX_FIELD_ANY ||
		    r->phrase[i].as == AS_NOTHING)
			continue;
		found = r->phrase[i].as == AS_IT_STANDS ?
		    cx_pool_literals(r->pool, atom, &x, 1) :
		    has_words(r, atom, t->text);
		r->phrase[i].seen = r->phrase[i].seen || found;
		fit = found != t->exclude;
	}
	return fit;
}

/* After a run without results: whether there are phrases that no atom has,
 * which filter less from now on. */
static bool
drop_phrases(struct cx_ranking *r)
{
	bool dropped = false;

	for (size_t i = 0; i < r->query->n; i++) {
		int64_t seen = r->phrase[i].seen;

		if (r->query->terms[i].phrase)
			cx_parts_most(r->pool->parts, &seen, 1);
		r->phrase[i].seen = seen;
	}
	for (size_t i = 0; i < r->query->n && !r->how.with_case; i++) {
		const struct cx_query_term *t = &r->query->terms[i];

		if (!t->phrase || t->exclude || t->field != CX_FIELD_ANY ||
		    r->phrase[i].seen || r->phrase[i].as == AS_NOTHING)
			continue;
		r->phrase[i].as++;
		dropped = true;
	}
	return dropped;
}

/* The keyword ranking looks at fields and phrases itself. */
static bool
needs_filter(const struct cx_ranking *r)
{
	const struct cx_query *q = r->query;
	bool needs = false;

	for (size_t i = 0; i < q->n && r->how.by == CX_RANK_RECALL; i++)
		needs = needs || q->terms[i].field != CX_FIELD_ANY ||
		    q->terms[i].phrase;
	return needs;
}

/* Whether a term leaves out what has it; the keyword ranking sees to that. */
static bool
excludes(const struct cx_ranking *r, const struct cx_query_term *t)
{
	return t->exclude && !t->phrase && t->field == CX_FIELD_ANY &&
	    r->how.by == CX_RANK_RECALL;
}

static void
mark_list(void *arg, struct cx_str word, struct cx_cursor list)
{
	(void)word;
	cx_cursor_mark(&list, arg);
}

/* Leaves out the atoms that have all terms of a -word. */
static void
exclude(struct cx_ranking *r, const struct cx_query_term *t)
{
	size_t n = cx_search_atoms(r->pool->set) / 64 + 1;
	CX_AUTO_FREE uint64_t *all = cx_pool_bits(r->pool);
	CX_AUTO(cx_terms_release) struct cx_terms ids = {0};

	if (t->prefix)
		cx_prefix_each(r->pool, cx_query_prefix(t), mark_list, all);
	cx_analyze(r->pool->analyzer, cx_query_plain(t), CX_ANALYZE_STOP,
	    &ids);
	for (size_t i = 0; i < ids.n; i++) {
		CX_AUTO_FREE uint64_t *one = cx_pool_bits(r->pool);
		struct cx_cursor list = cx_search_find(r->pool->set,
		    CX_LIST_TEXT, cx_analyzer_term(r->pool->analyzer,
			ids.id[i]));

		cx_cursor_mark(&list, one);
		for (size_t k = 0; k < n; k++)
			all[k] = i || t->prefix ? all[k] & one[k] : one[k];
	}
	if (!r->excluded)
		r->excluded = cx_pool_bits(r->pool);
	for (size_t k = 0; k < n; k++)
		r->excluded[k] |= all[k];
}

static bool
is_excluded(const struct cx_ranking *r, uint32_t atom)
{
	return r->how.by == CX_RANK_KEYWORD ?
	    cx_keywords_excluded(&r->keywords, atom) :
	    r->excluded && r->excluded[atom / 64] >> atom % 64 & 1;
}

enum cx_fresh_state
cx_rank_state(struct cx_ranking *r, uint32_t atom)
{
	struct cx_record rec;

	if (!r->state)
		return CX_FRESH_SAME;
	cx_pool_record(r->pool, atom, &rec);
	return r->state(r->arg, cx_record_path(&rec));
}

/* Whether an atom may be a result; arg is the ranking. */
static bool
accepts(void *arg, uint32_t atom)
{
	struct cx_ranking *r = arg;
	struct cx_pool *pool = r->pool;
	struct cx_record rec;

	if (!cx_search_has(pool->set, atom) ||
	    !cx_pool_may_match(pool, atom) ||
	    (r->excluded && is_excluded(r, atom)))
		return false;
	if (r->how.in_force && !cx_pool_in_force(pool, atom)) {
		int64_t weight = cx_pool_weight(pool, atom);

		if (weight > r->left_out)
			r->left_out = weight;
		return false;
	}
	if (r->check_all && cx_rank_state(r, atom) == CX_FRESH_GONE)
		return false;
	if (r->how.where && !cx_pool_matches(pool, atom, r->how.where))
		return false;
	if (!r->has_filter)
		return true;
	cx_pool_record(pool, atom, &rec);
	return cx_keyword_fields(&r->cortex, &rec) && phrases_fit(r, atom);
}

/* --- the answers of one query --- */

static void
add_answer(struct cx_ranking *r, struct cx_answer a)
{
	a.set = r->pool->set;
	*CX_NEXT(r->answers, r->n, r->cap) = a;
}

/* In millionths. */
static int64_t
share_of(int64_t score, int64_t best)
{
	/* Far from overflow: scores are below 2^43 (recall.h). */
	return (score * CX_MICRO + best / 2) / best;
}

static void
run_cortex(struct cx_ranking *r)
{
	struct cx_keywords *k = &r->keywords;

	cx_keywords_run(k, r->pool, r->query, &r->how.layers, r->how.limit);
	for (size_t i = 0; i < k->best.n; i++)
		add_answer(r, (struct cx_answer){.atom = k->best.v[i].atom,
		    .score = k->best.v[i].key});
}

/* A blend keeps some more, since others may overtake. */
static void
run_recall(struct cx_ranking *r)
{
	struct cx_blend *blend = r->how.blend;
	struct cx_recall *recall = &r->recall;
	size_t limit = r->how.limit;
	int64_t best;

	cx_recall_init(recall, r->pool, r->query);
	/* A blend knows the date itself. */
	recall->layers = blend ? NULL : &r->how.layers;
	if (blend)
		cx_blend_find_lifted(blend, &r->pool->records);
	cx_recall_run(recall, blend, limit);
	best = recall->n ? recall->found[0].score : 0;
	if (blend)
		cx_parts_most(r->pool->parts, &best, 1);
	for (size_t i = 0; i < recall->n && (blend || !limit || i < limit);
	    i++) {
		const struct cx_hit *f = &recall->found[i];

		add_answer(r, (struct cx_answer){.atom = f->atom,
		    .score = cx_recall_micro(f->score),
		    .found = f, .of.text = share_of(f->score, best)});
	}
	if (blend)
		r->n = cx_blend_best(blend, r->pool, r->answers, r->n, limit);
}

static void
run_alone(struct cx_ranking *r)
{
	free(r->answers);
	r->answers = cx_blend_all(r->how.blend, r->pool, r->how.limit, &r->n);
	r->cap = r->n;
}

/* What was changed last comes first, then path bytes. */
struct newest {
	const struct cx_search *set;
	int64_t *edited; /* by atom, of those that were scored */
};

static bool
is_newer(const void *of, uint32_t x, uint32_t y)
{
	const struct newest *n = of;

	if (n->edited[x] != n->edited[y])
		return n->edited[x] > n->edited[y];
	return cx_search_before(n->set, x, y);
}

static void
add_context(struct cx_ranking *r, struct newest *newest, struct cx_best *best,
    uint32_t atom)
{
	struct cx_record rec;
	struct cx_context c;

	cx_pool_record(r->pool, atom, &rec);
	c = cx_context_score(&rec);
	newest->edited[atom] = c.edited;
	if (cx_best_wants(best, c.score, atom))
		cx_best_add(best, c.score, atom);
}

/* Neighbours, without hubs, of those that there are. */
static void
add_linked(struct cx_ranking *r, struct newest *newest, struct cx_best *best)
{
	CX_AUTO_FREE uint64_t *seen = cx_pool_bits(r->pool);
	struct cx_atoms near = {0};
	size_t n = best->n;

	for (size_t i = 0; i < n; i++)
		seen[best->v[i].atom / 64] |= UINT64_C(1) <<
		    best->v[i].atom % 64;
	for (size_t i = 0; i < n; i++) {
		near.n = 0;
		if (cx_search_links(r->pool->set, best->v[i].atom, &near))
			continue;
		for (size_t k = 0; k < near.n; k++) {
			uint32_t atom = near.v[k];

			if (seen[atom / 64] >> atom % 64 & 1)
				continue;
			seen[atom / 64] |= UINT64_C(1) << atom % 64;
			if (cx_pool_in_force(r->pool, atom))
				add_context(r, newest, best, atom);
		}
	}
	free(near.v);
}

/* No shortcut to the best: their numbers are in no column. */
static void
run_context(struct cx_ranking *r)
{
	size_t limit = r->how.limit;
	/* All have neighbours. */
	struct newest newest = {r->pool->set,
	    cx_calloc(cx_search_atoms(r->pool->set),
		sizeof *newest.edited)};
	struct cx_best best = {.before = is_newer, .of = &newest,
	    .limit = r->how.linked ? 0 : limit};

	for (uint32_t i = 0; i < cx_search_atoms(r->pool->set); i++) {
		if (cx_pool_in_force(r->pool, i) && accepts(r, i))
			add_context(r, &newest, &best, i);
	}
	if (r->how.linked)
		add_linked(r, &newest, &best);
	cx_best_sort(&best);
	for (size_t i = 0; i < best.n && (!limit || i < limit); i++)
		add_answer(r, (struct cx_answer){.atom = best.v[i].atom,
		    .score = best.v[i].key,
		    .of.updated = newest.edited[best.v[i].atom]});
	cx_best_release(&best);
	free(newest.edited);
}

/* Looks at the files of the answers; false if one has been removed and others
 * may take its place.  `last`: removed ones are dropped instead. */
static bool
check_files(struct cx_ranking *r, bool last)
{
	size_t kept = 0;

	for (size_t i = 0; i < r->n; i++) {
		enum cx_fresh_state state = cx_rank_state(r,
		    r->answers[i].atom);

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
reads_files(const struct cx_ranking *r)
{
	const struct cx_query *q = r->query;

	if (r->how.where && cx_expr_names(r->how.where, "body"))
		return true;
	for (size_t i = 0; i < q->n; i++) {
		if (q->terms[i].phrase)
			return true;
	}
	return false;
}

/* What explains the answers to the query before. */
static void
forget(struct cx_ranking *r)
{
	cx_recall_release(&r->recall);
	cx_keywords_release(&r->keywords);
	r->recall = (struct cx_recall){0};
	r->keywords = (struct cx_keywords){0};
	r->n = 0;
}

/* What an answer is ordered by: as in sort() of recall-best.c, in compare() of
 * blend.c, and in is_newer(). */
static struct cx_parts_key
key_of(struct cx_ranking *r, const struct cx_answer *a)
{
	struct cx_parts_key k = {{a->score, 0, 0}, a->atom};

	if (r->how.blend || r->how.by == CX_RANK_CONTEXT) {
		k.key[1] = a->of.updated;
	} else if (a->found) {
		k.key[0] = a->found->score;
		k.key[1] = cx_search_day(r->pool->set, a->atom);
		if (k.key[1] != CX_NO_DAY)
			k.key[2] = cx_pool_updated(r->pool, a->atom);
	}
	return k;
}

/* Keeps those of the answers that are among the best of all parts. */
static void
keep_best(struct cx_ranking *r, size_t limit)
{
	CX_AUTO_FREE struct cx_parts_key *key = NULL;
	CX_AUTO_FREE size_t *place = NULL;
	size_t n = r->n;

	r->n_all = n;
	if (!r->pool->parts)
		return;
	key = cx_calloc(n, sizeof *key);
	place = cx_calloc(n, sizeof *place);
	for (size_t i = 0; i < n; i++)
		key[i] = key_of(r, &r->answers[i]);
	r->n_all = cx_parts_rank(r->pool->parts, &r->pool->records, key, n,
	    limit, place);
	for (r->n = 0; r->n < n && place[r->n] != SIZE_MAX; r->n++)
		r->answers[r->n].place = place[r->n];
}

/*
 * Removed files are rare, so only those of the best are looked at; if one has
 * gone, all is ranked again and each candidate is checked first.
 */
static void
run(struct cx_ranking *r)
{
	r->pool->accept = accepts;
	r->pool->arg = r;
	r->check_all = reads_files(r);
	for (bool last = false;; last = r->check_all = true) {
		forget(r);
		if (r->how.by == CX_RANK_CONTEXT)
			run_context(r);
		else if (r->how.by == CX_RANK_KEYWORD)
			run_cortex(r);
		else if (r->how.alone)
			run_alone(r);
		else
			run_recall(r);
		if (!r->state || check_files(r, last))
			break;
	}
	keep_best(r, r->how.limit);
}

/* Leaves out notes that the prompt is not about. */
static void
keep_about(struct cx_ranking *r)
{
	size_t n = 0;

	for (size_t i = 0; i < r->n; i++) {
		if (r->answers[i].found &&
		    cx_recall_about(&r->recall, r->answers[i].found))
			r->answers[n++] = r->answers[i];
	}
	r->n = n;
	r->left_out = 0;
	keep_best(r, 0);
}

static void
run_with(struct cx_ranking *r, size_t limit)
{
	size_t given = r->how.limit;

	r->how.limit = limit;
	run(r);
	while (r->n_all == 0 && r->has_filter && drop_phrases(r))
		run(r);
	r->how.limit = given;
	if (r->how.about)
		keep_about(r);
}

/*
 * Copies are not answers of their own.  As they may fill all places, more are
 * ranked where there are some among the first.
 */
static void
run_folding(struct cx_ranking *r)
{
	size_t limit = r->how.limit, n;
	size_t look = limit && limit < COPIES_FROM ? COPIES_FROM : limit;

	run_with(r, look);
	r->n_copies = 0;
	if (cx_copies_may_be(r->pool, r->answers, r->n)) {
		if (limit && r->n_all == look)
			run_with(r, look * COPIES);
		n = r->n;
		if (r->pool->parts)
			cx_copies_fold_parts(r->pool, r->answers, n);
		else
			n = cx_copies_fold(r->pool, r->answers, n);
		r->n_copies = r->n - n;
		r->n = n;
	}
	if (r->pool->parts) {
		n = r->n;
		r->n = 0;
		for (size_t i = 0; i < n; i++) {
			if (r->answers[i].place < (limit ? limit : SIZE_MAX))
				r->answers[r->n++] = r->answers[i];
		}
		return;
	}
	if (limit && r->n > limit) {
		memmove(r->answers + limit, r->answers + r->n,
		    r->n_copies * sizeof *r->answers);
		r->n = limit;
	}
}

static void
end_query(struct cx_ranking *r)
{
	forget(r);
	cx_keyword_release(&r->cortex);
	for (size_t i = 0; i < r->n_phrases; i++)
		cx_literal_release(&r->phrase[i].text);
	free(r->phrase);
	free(r->excluded);
	r->phrase = NULL;
	r->n_phrases = 0;
	r->excluded = NULL;
}

void
cx_rank_run(struct cx_ranking *r, const struct cx_query *q)
{
	end_query(r);
	r->query = q;
	r->has_filter = needs_filter(r);
	r->phrase = cx_calloc(q->n, sizeof *r->phrase);
	r->n_phrases = q->n;
	for (size_t i = 0; i < q->n; i++) {
		r->phrase[i].text.with_case = r->how.with_case;
		if (q->terms[i].phrase)
			cx_literal_make(&r->phrase[i].text, q->terms[i].typed);
	}
	cx_keyword_init(&r->cortex, q, r->pool->config, r->how.layers);
	r->left_out = 0;
	for (size_t i = 0; i < q->n; i++) {
		if (excludes(r, &q->terms[i]))
			exclude(r, &q->terms[i]);
	}
	if (r->how.fold && !r->how.alone)
		run_folding(r);
	else
		run_with(r, r->how.limit);
}

void
cx_rank_release(struct cx_ranking *r)
{
	end_query(r);
	free(r->answers);
	r->answers = NULL;
}

/* --- the same query with less in its way --- */

size_t
cx_rank_again(const struct cx_ranking *r, bool filters, bool over,
    size_t limit, uint32_t *first)
{
	/* What was learned of phrases stays. */
	struct cx_ranking again = *r;
	uint64_t *only = r->pool->only;
	struct cx_query q = *r->query;
	size_t n;

	q.terms = cx_calloc(q.n, sizeof *q.terms);
	q.n = q.positive = 0;
	for (size_t i = 0; i < r->query->n; i++) {
		struct cx_query_term t = r->query->terms[i];

		if (filters && (t.exclude || t.field != CX_FIELD_ANY))
			continue;
		t.phrase = t.phrase && !filters;
		q.terms[q.n++] = t;
		q.positive += !t.exclude;
	}
	again.query = &q;
	again.how.limit = limit;
	again.how.in_force = !over;
	again.answers = NULL;
	again.n = again.cap = 0;
	again.recall = (struct cx_recall){0};
	again.keywords = (struct cx_keywords){0};
	cx_keyword_init(&again.cortex, &q, r->pool->config, r->how.layers);
	if (filters) {
		again.how.where = NULL;
		again.has_filter = false;
		again.excluded = NULL;
		r->pool->only = NULL;
	}
	run(&again);
	n = again.n_all;
	*first = again.n && again.answers[0].place == 0 ?
	    again.answers[0].atom : UINT32_MAX;
	forget(&again);
	cx_keyword_release(&again.cortex);
	free(again.answers);
	free(q.terms);
	r->pool->only = only;
	return n;
}

/* --- about one note --- */

bool
cx_rank_partial(const struct cx_ranking *r, const struct cx_answer *a)
{
	if (r->how.by == CX_RANK_KEYWORD)
		return r->keywords.of[a->atom].matched < r->query->positive;
	return cx_recall_partial(&r->recall, a->atom, a->found);
}

/* What recency and accesses say of one that was not ranked. */
static struct cx_blended
blended_alone(struct cx_ranking *r, uint32_t atom)
{
	struct cx_record rec;
	struct cx_str path;

	cx_pool_record(r->pool, atom, &rec);
	path = cx_record_path(&rec);
	cx_blend_load(r->how.blend, &path, 1);
	return cx_blend_record(r->how.blend, cx_search_part(r->pool->set,
	    atom), -1, &rec);
}

enum cx_fate
cx_rank_fate(struct cx_ranking *r, uint32_t atom, struct cx_answer *a,
    size_t *place)
{
	size_t i = 0;

	while (i < r->n && r->answers[i].atom != atom)
		i++;
	*place = i;
	if (i < r->n) {
		*a = r->answers[i];
		return CX_RANKED;
	}
	*a = (struct cx_answer){.atom = atom};
	if (r->how.blend)
		a->of = blended_alone(r, atom);
	if (cx_rank_state(r, atom) == CX_FRESH_GONE)
		return CX_LOST;
	if (is_excluded(r, atom))
		return CX_EXCLUDED;
	if (r->how.in_force && !cx_pool_in_force(r->pool, atom))
		return CX_NOT_IN_FORCE;
	if (!accepts(r, atom))
		return CX_NOT_WHERE;
	return r->how.by == CX_RANK_CONTEXT ? CX_NOT_IN_FORCE : CX_NO_MATCH;
}
