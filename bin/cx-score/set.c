/* Ranking in a search set, query by query. */
#include "bin/cx-score/ranker.h"
#include "bin/cx-score/about.h"
#include "bin/cx-score/filter.h"
#include "bin/cx-score/nothing.h"
#include "lib/text/analyze.h"

#include <stdlib.h>

/* After a run without results: whether there are phrases that no atom has,
 * which filter no more. */
static bool
drop_phrases(struct ranker *r)
{
	const struct query *q = &r->ask->query;
	bool dropped = false;

	for (size_t i = 0; i < q->n; i++) {
		const struct term *t = &q->terms[i];

		if (!t->phrase || t->exclude || t->field != FIELD_ANY ||
		    r->phrase_seen[i] || r->no_phrase[i])
			continue;
		r->no_phrase[i] = dropped = true;
	}
	return dropped;
}

/* The keyword ranking looks at fields and phrases itself. */
static bool
needs_filter(const struct ranker *r)
{
	const struct query *q = &r->ask->query;
	bool needs = false;

	for (size_t i = 0; i < q->n && r->s->rank == RANK_RECALL; i++)
		needs = needs || q->terms[i].field != FIELD_ANY ||
		    q->terms[i].phrase;
	return needs;
}

/* Leaves out notes that the prompt is not about. */
static void
keep_about(struct ranker *r, const struct recall *recall)
{
	size_t n = 0;

	for (size_t i = 0; i < r->n; i++) {
		if (r->answers[i].found &&
		    about_enough(recall, r->answers[i].found))
			r->answers[n++] = r->answers[i];
	}
	r->n = n;
	r->left_out = 0;
}

static void
log_answer(struct ranker *r, const struct answer *a)
{
	struct cx_record rec;

	if (!r->s->log.source)
		return;
	ranker_record(r, a->atom, &rec);
	log_result(&r->s->log, &rec, a->score);
}

static void
run(struct ranker *r)
{
	struct keywords k = {0};
	struct recall recall = {0};

	r->has_filter = needs_filter(r);
	r->phrase_seen = cx_calloc(r->ask->query.n, sizeof *r->phrase_seen);
	r->no_phrase = cx_calloc(r->ask->query.n, sizeof *r->no_phrase);
	cortex_init(&r->cortex, &r->ask->query, r->s->config, r->s->layers);
	r->left_out = 0;
	ranker_run(r, &k, &recall);
	if (r->n == 0 && r->has_filter && drop_phrases(r)) {
		recall_release(&recall);
		ranker_run(r, &k, &recall);
	}
	if (r->s->about)
		keep_about(r, &recall);
	if (r->s->search && !r->s->why_not && !r->s->about && r->n == 0)
		nothing_found(r);
	else if (r->s->search && !r->s->why_not && r->left_out)
		nothing_better(r, &recall);
	if (r->s->search && !r->s->why_not && !r->s->about && r->n)
		nothing_misspelt(r);
	if (r->s->why_not)
		ranker_why_not(r, &k, &recall);
	for (size_t i = 0; i < r->n && !r->s->why_not; i++) {
		ranker_print(r, &r->answers[i], &recall, NULL);
		log_answer(r, &r->answers[i]);
	}
	recall_release(&recall);
	keyword_release(&k);
	cortex_release(&r->cortex);
	free(r->phrase_seen);
	free(r->no_phrase);
}

/* The analyzer of the configuration, which must be the one of the index. */
static struct cx_analyzer *
make_analyzer(const struct settings *s, const struct cx_search *set)
{
	struct cx_analyzer *a = cx_analyzer_of(s->config);
	CX_AUTO_BUF own = CX_BUF_INIT;

	cx_analyzer_describe(a, &own);
	if (s->rank == RANK_RECALL &&
	    !cx_str_eq(cx_buf_view(&own), cx_search_analyzer(set)))
		cx_die(CX_FAIL, "%s: the index was made with another analyzer "
		    "(%.*s) than this (%s); run cx rebuild --full",
		    cx_search_name(set), (int)cx_search_analyzer(set).len,
		    cx_search_analyzer(set).s, cx_buf_cstr(&own));
	return a;
}

void
score_set(struct settings *s)
{
	struct set_memory *memory = s->index ? NULL : set_memory_read(s);
	struct cx_search *opened = s->index ? cx_search_open(s->index) : NULL;
	struct ranker r = {.s = s, .set = opened, .memory = memory};
	size_t results = 0;

	if (memory)
		r.set = set_memory_search(memory);
	r.analyzer = make_analyzer(s, r.set);
	weights_init(&r.weights, s->config, r.set);
	current_init(&r.current, s->config, r.set);
	r.snippets = snippets_new(s);
	r.records = cx_records_of(r.set);
	r.source = (struct set_source){.set = r.set, .records = &r.records,
	    .arg = &r};
	if (s->scope) {
		filter_scope(s, &r.source);
		filters_compile(s);
	}
	if (s->where)
		set_narrow(&r.source, s->where);
	if (s->where && cx_expr_names(s->where, "body")) {
		r.json = cx_json_new();
		r.source.whole = ranker_whole;
	}
	filter_narrow(s, &r.source);
	if (s->fuzzy) {
		for (size_t i = 0; i < s->n_asks; i++)
			nothing_replace(&r, &s->asks[i].query);
	}
	if (opened)
		r.fresh = fresh_open(s, opened);
	for (size_t i = 0; i < s->n_asks; i++) {
		r.ask = &s->asks[i];
		run(&r);
		results += r.n;
	}
	if (results == 0 && !s->why_not)
		cx_raise(CX_NO);
	fresh_close(r.fresh);
	snippets_free(r.snippets);
	cx_analyzer_free(r.analyzer);
	free(r.source.only);
	cx_json_free(r.json);
	cx_buf_release(&r.line);
	cx_records_release(&r.records);
	weights_release(&r.weights);
	current_release(&r.current);
	free(r.answers);
	cx_search_close(opened);
	set_memory_free(memory);
}
