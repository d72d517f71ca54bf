/* Ranks a pool, query by query. */
#include "bin/cx-score/score.h"

#include "lib/rank/prefix.h"

static void
print(struct settings *s, const struct ask *ask, struct cx_ranking *r,
    const struct cx_answer *a, const char *why_not)
{
	struct cx_record rec;
	struct result res = {.s = s, .ask = ask, .score = a->score,
	    .stale = a->stale, .blended = s->how.blend ? &a->of : NULL,
	    .cortex = &r->cortex, .ranking = r, .answer = a,
	    .partial = cx_rank_partial(r, a), .why_not = why_not,
	    .layer = cx_layer_of_day(&s->how.layers,
		cx_search_day(r->pool->set, a->atom))};

	if (s->snippets)
		result_learn(&res);
	if (result_parses(s, why_not)) {
		cx_pool_record(r->pool, a->atom, &rec);
		res.rec = &rec;
		res.line = rec.line;
	} else {
		res.line = cx_search_record(r->pool->set, a->atom);
	}
	result_print(&res);
}

static void
answer_why_not(struct settings *s, const struct ask *ask,
    struct cx_ranking *r)
{
	uint32_t atom = vaults_find(s, r->pool, cx_str(s->why_not));
	CX_AUTO_BUF text = CX_BUF_INIT;
	struct cx_answer a;
	enum cx_fate fate;
	size_t place;

	if (atom == UINT32_MAX) {
		cx_error(CX_NO, "--why-not: no note has the path '%s'",
		    s->why_not);
		return;
	}
	fate = cx_rank_fate(r, atom, &a, &place);
	result_why_not(&text, s, &ask->query, fate, place + 1, r->n);
	print(s, ask, r, &a, cx_buf_cstr(&text));
}

static void
answer(struct settings *s, const struct ask *ask, struct cx_ranking *r)
{
	cx_rank_run(r, &ask->query);
	if (s->why_not) {
		answer_why_not(s, ask, r);
		return;
	}
	if (s->search && !s->how.about && r->n_all == 0)
		nothing_found(s, r);
	else if (s->search)
		nothing_better(r);
	if (s->search && !s->how.about && r->n_all)
		nothing_misspelt(s, r);
	for (size_t i = 0; i < r->n; i++) {
		struct cx_record rec;

		print(s, ask, r, &r->answers[i], NULL);
		if (!s->log.source)
			continue;
		cx_pool_record(r->pool, r->answers[i].atom, &rec);
		log_result(&s->log, &rec, r->answers[i].score);
	}
}

/* Terms of the configuration's analyzer are to be in the index. */
static void
check_analyzer(const struct settings *s, const struct cx_pool *pool)
{
	struct cx_str made = cx_search_analyzer(pool->set);
	CX_AUTO_BUF own = CX_BUF_INIT;

	cx_analyzer_describe(pool->analyzer, &own);
	if (s->how.by == CX_RANK_RECALL && !cx_str_eq(cx_buf_view(&own), made))
		cx_die(CX_FAIL, "%s: the index was made with another analyzer "
		    "(%.*s) than this (%s); run cx rebuild --full",
		    cx_search_name(pool->set), (int)made.len, made.s,
		    cx_buf_cstr(&own));
}

/* Whether a pool made of records will be asked for their texts. */
static bool
needs_texts(const struct settings *s)
{
	struct cx_analyzer *a = cx_analyzer_of(s->config);
	bool needs = s->snippets || (s->how.where &&
	    cx_expr_names(s->how.where, "body"));

	for (size_t i = 0; i < s->n_asks; i++) {
		const struct cx_query *q = &s->asks[i].query;

		for (size_t k = 0; k < q->n; k++)
			needs |= q->terms[k].phrase;
		needs |= cx_recall_reads(a, q);
	}
	cx_analyzer_free(a);
	return needs;
}

/* Layers may be counted from the newest note, of all parts. */
static void
find_newest(struct settings *s, const struct cx_pool *pool)
{
	int64_t newest;

	if (!s->how.layers.relative)
		return;
	for (uint32_t i = 0; i < cx_search_atoms(pool->set); i++)
		if (cx_search_has(pool->set, i))
			cx_layers_see(&s->how.layers,
			    cx_search_day(pool->set, i));
	newest = s->how.layers.newest;
	cx_parts_most(pool->parts, &newest, 1);
	cx_layers_see(&s->how.layers, newest);
}

void
score_set(struct settings *s)
{
	struct cx_pool pool;
	struct cx_ranking r = {.pool = &pool};
	struct fresh *fresh = NULL;
	size_t results = 0;

	if (s->n_vaults)
		vaults_join(s, &pool);
	else if (s->index)
		cx_pool_open(&pool, s->index, s->config, &s->bodies);
	else
		cx_pool_read(&pool, s->files, s->n_files, needs_texts(s),
		    s->config);
	pool.parts = s->parts;
	check_analyzer(s, &pool);
	filter_pool(s, &pool);
	find_newest(s, &pool);
	r.how = s->how;
	for (size_t i = 0; i < s->n_asks && s->fuzzy; i++)
		nothing_replace(s, &pool, &s->asks[i].query);
	if (s->index && !s->n_vaults && !s->parts) {
		fresh = fresh_open(s, pool.set);
		r.state = fresh_look;
		r.arg = fresh;
	}
	for (size_t i = 0; i < s->n_asks; i++) {
		answer(s, &s->asks[i], &r);
		results += r.n;
	}
	if (results == 0 && !s->why_not)
		cx_raise(CX_NO);
	if (s->parts)
		cx_buf_fmt(cx_out(), "{\"end\":%zu}\n", results);
	fresh_close(fresh);
	cx_rank_release(&r);
	cx_prefix_release(&pool);
	cx_pool_release(&pool);
}
