/* Ranking in a search set, query by query. */
#include "bin/cx-score/ranker.h"
#include "bin/cx-score/about.h"
#include "bin/cx-score/filter.h"
#include "bin/cx-score/nothing.h"
#include "lib/text/analyze.h"

#include "lib/file/vault.h"

#include <stdlib.h>

void
ranker_record(void *arg, uint32_t atom, struct cx_record *rec)
{
	struct ranker *r = arg;

	cx_records_get(&r->records, atom, rec);
}

bool
ranker_body(struct ranker *r, uint32_t atom, const struct cx_record *rec,
    struct cx_str *body, size_t *line)
{
	if (r->memory)
		return set_memory_body(r->memory, atom, body, line);
	return snippets_body(r->snippets, rec, body, line);
}

bool
ranker_read(void *arg, uint32_t atom, struct cx_record *rec,
    struct cx_str *body)
{
	size_t line;

	ranker_record(arg, atom, rec);
	return ranker_body(arg, atom, rec, body, &line);
}

/* The record as a stream would bring it, with the text; that of a file above
 * the limit has none (cx-formats(5)). */
static bool
whole_record(void *arg, uint32_t atom, struct cx_record *rec)
{
	struct ranker *r = arg;
	struct cx_buf quoted = CX_BUF_INIT;
	struct cx_member m = {.name = "body"};
	struct cx_str body;
	const char *why;
	size_t line;

	ranker_record(arg, atom, rec);
	if (r->memory ? !set_memory_body(r->memory, atom, &body, &line) :
	    cx_record_int(rec, "size_bytes", 0) > (int64_t)CX_ATOM_MAX)
		return true;
	if (!r->memory && !snippets_body(r->snippets, rec, &body, &line))
		return false;
	cx_print_quoted(&quoted, body);
	m.value = cx_buf_view(&quoted);
	r->line.len = 0;
	cx_record_put(&r->line, rec->line, &m, 1);
	cx_buf_room(&r->line, CX_JSON_PAD);
	cx_buf_release(&quoted);
	rec->line = cx_buf_view(&r->line);
	rec->root = cx_json_parse(r->json, r->line.s, r->line.len, &why);
	if (!rec->root)
		cx_record_die(rec, "its text cannot be parsed: %s", why);
	return true;
}

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

/* Whether all phrases are there, and no -"phrase" is.  One that no atom has
 * says nothing: whoever quotes a title may have it a little wrong. */
static bool
phrases_fit(struct ranker *r, uint32_t atom, const struct cx_record *rec)
{
	const struct query *q = &r->ask->query;
	bool fit = true;

	for (size_t i = 0; i < q->n; i++) {
		const struct term *t = &q->terms[i];
		struct cx_str body;
		size_t line;
		bool found;

		if (!t->phrase || t->field != FIELD_ANY || r->no_phrase[i])
			continue;
		found = phrase_in(r->analyzer, t->text,
		    cx_record_str(rec, "name", CX_STR("")));
		if (!found && ranker_body(r, atom, rec, &body, &line))
			found = phrase_in(r->analyzer, t->text, body);
		r->phrase_seen[i] = r->phrase_seen[i] || found;
		fit = fit && found != t->exclude;
	}
	return fit;
}

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

enum cx_fresh_state
ranker_state(struct ranker *r, uint32_t atom)
{
	struct cx_record rec;

	if (!r->fresh)
		return CX_FRESH_SAME;
	ranker_record(r, atom, &rec);
	return fresh_look(r->fresh, cx_record_path(&rec));
}

bool
ranker_accept(void *arg, uint32_t atom)
{
	struct ranker *r = arg;
	struct cx_record rec;

	if (!cx_search_has(r->set, atom) || !set_may_match(&r->source, atom))
		return false;
	if (r->s->current && !current_has(&r->current, atom)) {
		int64_t weight = weight_of(&r->weights, atom);

		if (weight > r->left_out)
			r->left_out = weight;
		return false;
	}
	if (r->check_all && ranker_state(r, atom) == CX_FRESH_GONE)
		return false;
	if (r->s->where && !set_matches(&r->source, atom, r->s->where))
		return false;
	if (!r->has_filter)
		return true;
	ranker_record(r, atom, &rec);
	return cortex_fields(&r->cortex, &rec) && phrases_fit(r, atom, &rec);
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
		r.source.whole = whole_record;
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
