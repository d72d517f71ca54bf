/* Ranking in a search set. */
#include "bin/cx-score/set.h"
#include "bin/cx-score/cortex.h"
#include "bin/cx-score/fresh.h"
#include "bin/cx-score/keyword.h"
#include "bin/cx-score/phrase.h"
#include "bin/cx-score/recall.h"
#include "bin/cx-score/result.h"
#include "bin/cx-score/snippet.h"

#include <stdlib.h>

/* One result of a query. */
struct answer {
	uint32_t atom;
	int64_t score;
	bool partial;
	bool stale;
	const struct found *found; /* of recall, or NULL */
};

struct ranker {
	struct settings *s;
	const struct cx_search *set;
	struct set_memory *memory; /* NULL: the set is an index */
	struct cx_analyzer *analyzer;
	int64_t *weights; /* by status */
	struct snippets *snippets;
	struct fresh *fresh; /* NULL without an index */
	bool check_all; /* no atom whose file has gone may be ranked */
	struct cx_json_parser *json;
	struct cx_buf line; /* of the record at hand, padded */
	/* The query at hand: */
	const struct ask *ask;
	struct cortex cortex;
	bool has_filter;
	struct answer *answers;
	size_t n, cap;
};

static void
get_record(void *arg, uint32_t atom, struct cx_record *rec)
{
	struct ranker *r = arg;
	const char *why;

	r->line.len = 0;
	cx_buf_str(&r->line, cx_search_record(r->set, atom));
	cx_buf_room(&r->line, CX_JSON_PAD);
	*rec = (struct cx_record){.line = cx_buf_view(&r->line),
	    .file = "manifest.json", .lineno = (size_t)atom + 2};
	rec->root = cx_json_parse(r->json, r->line.s, r->line.len, &why);
	if (!rec->root || rec->root->type != CX_JSON_OBJECT)
		cx_record_die(rec, "not a record; the index is damaged: run "
		    "cx rebuild --full");
}

/* --- filters --- */

/* The atom's text, from where the set came from. */
static bool
get_body(struct ranker *r, uint32_t atom, const struct cx_record *rec,
    struct cx_str *body, size_t *line)
{
	if (r->memory)
		return set_memory_body(r->memory, atom, body, line);
	return snippets_body(r->snippets, rec, body, line);
}

/* Whether all phrases are there, and no -"phrase" is. */
static bool
phrases_fit(struct ranker *r, uint32_t atom, const struct cx_record *rec)
{
	const struct query *q = &r->ask->query;

	for (size_t i = 0; i < q->n; i++) {
		const struct term *t = &q->terms[i];
		struct cx_str body;
		size_t line;
		bool found;

		if (!t->phrase || t->field != FIELD_ANY)
			continue;
		found = phrase_in(r->analyzer, t->text,
		    cx_record_str(rec, "name", CX_STR("")));
		if (!found && get_body(r, atom, rec, &body, &line))
			found = phrase_in(r->analyzer, t->text, body);
		if (found == t->exclude)
			return false;
	}
	return true;
}

/* Phrases are looked up in files. */
static bool
has_phrases(const struct query *q)
{
	for (size_t i = 0; i < q->n; i++) {
		if (q->terms[i].phrase)
			return true;
	}
	return false;
}

static enum fresh_state
state_of(struct ranker *r, uint32_t atom)
{
	struct cx_record rec;

	if (!r->fresh)
		return FRESH_SAME;
	get_record(r, atom, &rec);
	return fresh_look(r->fresh, cx_record_path(&rec));
}

static bool
accept(void *arg, uint32_t atom)
{
	struct ranker *r = arg;
	struct cx_record rec;

	if (r->check_all && state_of(r, atom) == FRESH_GONE)
		return false;
	if (!r->has_filter)
		return true;
	get_record(r, atom, &rec);
	if (r->s->where && !cx_expr_match(r->s->where, rec.root))
		return false;
	/* The keyword ranking looks at fields and phrases itself. */
	return r->s->rank != RANK_RECALL ||
	    (cortex_fields(&r->cortex, &rec) && phrases_fit(r, atom, &rec));
}

static bool
needs_filter(const struct ranker *r)
{
	const struct query *q = &r->ask->query;
	bool needs = r->s->where != NULL;

	for (size_t i = 0; i < q->n && r->s->rank == RANK_RECALL; i++)
		needs = needs || q->terms[i].field != FIELD_ANY ||
		    q->terms[i].phrase;
	return needs;
}

/* --- ranking --- */

/* Adds it unless its file has gone; then it says false. */
static bool
add_answer(struct ranker *r, struct answer a)
{
	enum fresh_state state = state_of(r, a.atom);

	if (state == FRESH_GONE)
		return false;
	a.stale = state == FRESH_CHANGED;
	CX_GROW(r->answers, r->n, r->cap);
	r->answers[r->n++] = a;
	return true;
}

/* --why-not tells the place among all results. */
static size_t
limit(const struct ranker *r)
{
	return r->s->why_not ? 0 : r->s->top;
}

/* These two are false if a file of the best has gone. */

static bool
run_cortex(struct ranker *r, struct keywords *k)
{
	struct keyword_how how = {&r->s->layers, r->weights, limit(r),
	    get_record, accept, r};
	bool all = true;

	keyword_run(k, r->set, &r->ask->query, &how);
	for (size_t i = 0; i < k->best.n && all; i++) {
		uint32_t atom = k->best.v[i].atom;

		all = add_answer(r, (struct answer){atom, k->best.v[i].key,
		    k->of[atom].matched < r->ask->query.positive, false,
		    NULL});
	}
	return all;
}

static bool
run_recall(struct ranker *r, struct recall *recall)
{
	bool all = true;

	recall_init(recall, r->set, r->analyzer, &r->ask->query);
	recall_run(recall, r->weights, limit(r), accept, r);
	for (size_t i = 0; i < recall->n && (!limit(r) || i < limit(r)) && all;
	    i++) {
		const struct found *f = &recall->found[i];

		all = add_answer(r, (struct answer){f->atom, f->score,
		    recall_partial(recall, f->atom), false, f});
	}
	return all;
}

/* What has gone is rare, so it is looked for among the best; if one of them
 * has, others are to take its place, and each is looked at beforehand. */
static void
rank(struct ranker *r, struct keywords *k, struct recall *recall)
{
	bool all;

	r->check_all = has_phrases(&r->ask->query);
	do {
		r->n = 0;
		all = r->s->rank == RANK_RECALL ? run_recall(r, recall)
						: run_cortex(r, k);
		if (!all) {
			recall_release(recall);
			keyword_release(k);
			*recall = (struct recall){.terms = NULL};
			*k = (struct keywords){.of = NULL};
			r->check_all = true;
		}
	} while (!all);
}

/* --- printing --- */

/* a->score is 0 for an atom that is no result. */
static void
print_answer(struct ranker *r, const struct answer *a,
    const struct recall *recall, const char *why_not)
{
	struct cx_buf why = CX_BUF_INIT, snippets = CX_BUF_INIT;
	struct cx_printer p = cx_printer(&why), sp = cx_printer(&snippets);
	struct cx_record rec;
	struct cx_str body;
	size_t line = 1;
	struct result res = {.score = a->score, .partial = a->partial,
	    .stale = a->stale, .qid = r->ask->qid};

	if (r->s->explain || why_not || r->s->snippets) {
		get_record(r, a->atom, &rec);
		res.line = rec.line;
	} else {
		res.line = cx_search_record(r->set, a->atom);
	}
	res.layer = cx_layer_of_day(&r->s->layers,
	    cx_search_day(r->set, a->atom));
	if (r->s->explain || why_not) {
		if (a->found)
			recall_explain(recall, a->found, &p);
		else if (r->s->rank == RANK_CORTEX)
			cortex_explain(&r->cortex, &rec, &p);
		if (why.len)
			res.why = cx_buf_view(&why);
	}
	if (r->s->snippets) {
		if (!get_body(r, a->atom, &rec, &body, &line))
			body = CX_STR("");
		snippets_print(r->snippets, &r->ask->query, body, line, &sp);
		res.snippets = cx_buf_view(&snippets);
	}
	if (why_not)
		res.why_not = cx_str(why_not);
	result_print(&res);
	cx_buf_release(&why);
	cx_buf_release(&snippets);
}

/* The atom of that path, by binary search; UINT32_MAX for none. */
static uint32_t
find_path(struct ranker *r, struct cx_str path)
{
	uint32_t lo = 0, hi = cx_search_atoms(r->set);

	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;
		struct cx_record rec;
		int c;

		get_record(r, mid, &rec);
		c = cx_str_cmp(cx_record_path(&rec), path);
		if (c == 0)
			return mid;
		if (c < 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	return UINT32_MAX;
}

static bool
is_excluded(struct ranker *r, const struct keywords *k, uint32_t atom)
{
	const struct query *q = &r->ask->query;
	struct cx_terms ids = {0};
	bool out = false;

	if (r->s->rank == RANK_CORTEX)
		return keyword_excluded(k, atom);
	for (size_t i = 0; i < q->n && !out; i++) {
		if (!q->terms[i].exclude || q->terms[i].phrase ||
		    q->terms[i].field != FIELD_ANY)
			continue;
		ids.n = 0;
		cx_analyze(r->analyzer, q->terms[i].text, CX_ANALYZE_STOP,
		    &ids);
		out = ids.n > 0;
		for (size_t t = 0; t < ids.n && out; t++) {
			struct cx_str term = cx_analyzer_term(r->analyzer,
			    ids.id[t]);
			struct cx_cursor text = cx_search_find(r->set,
			    CX_LIST_TEXT, term);
			struct cx_cursor tags = cx_search_find(r->set,
			    CX_LIST_TAG_TERM, term);

			out = cx_cursor_tf(&text, atom) ||
			    cx_cursor_tf(&tags, atom);
		}
	}
	cx_terms_release(&ids);
	return out;
}

static void
answer_why_not(struct ranker *r, const struct keywords *k,
    const struct recall *recall)
{
	struct answer a = {.atom = find_path(r, cx_str(r->s->why_not))};
	struct cx_buf text = CX_BUF_INIT;
	enum fate fate = NO_MATCH;
	size_t place = 0;

	if (a.atom == UINT32_MAX) {
		cx_error(CX_NO, "--why-not: no atom has the path '%s'",
		    r->s->why_not);
		return;
	}
	while (place < r->n && r->answers[place].atom != a.atom)
		place++;
	if (place < r->n) {
		fate = RANKED;
		a = r->answers[place];
	} else if (state_of(r, a.atom) == FRESH_GONE) {
		fate = LOST;
	} else if (is_excluded(r, k, a.atom)) {
		fate = EXCLUDED;
	} else if (!accept(r, a.atom)) {
		fate = NOT_WHERE;
	}
	if (r->s->rank == RANK_CORTEX)
		a.partial = k->of[a.atom].matched < r->ask->query.positive;
	else
		a.partial = recall_partial(recall, a.atom);
	result_why_not(&text, r->s, &r->ask->query, fate, place + 1, r->n);
	print_answer(r, &a, recall, cx_buf_cstr(&text));
	cx_buf_release(&text);
}

static void
run(struct ranker *r)
{
	struct keywords k = {0};
	struct recall recall = {0};

	r->has_filter = needs_filter(r);
	cortex_init(&r->cortex, &r->ask->query, r->s->config, r->s->layers);
	rank(r, &k, &recall);
	if (r->s->why_not)
		answer_why_not(r, &k, &recall);
	for (size_t i = 0; i < r->n && !r->s->why_not; i++)
		print_answer(r, &r->answers[i], &recall, NULL);
	recall_release(&recall);
	keyword_release(&k);
	cortex_release(&r->cortex);
}

/* The analyzer of the configuration, which must be the one of the index. */
static struct cx_analyzer *
make_analyzer(const struct settings *s, const struct cx_search *set)
{
	struct cx_str language = cx_config_str(s->config, "rank", "language");
	struct cx_analyzer *a = cx_analyzer_new(language);
	struct cx_buf own = CX_BUF_INIT;

	if (!a)
		cx_die(CX_USAGE, "[rank] language: there is no stemmer '%.*s'",
		    (int)language.len, language.s);
	cx_analyzer_describe(a, &own);
	if (s->rank == RANK_RECALL &&
	    !cx_str_eq(cx_buf_view(&own), cx_search_analyzer(set)))
		cx_die(CX_FAIL, "%s: the index was made with another analyzer "
		    "(%.*s) than this (%s); run cx rebuild --full",
		    cx_search_name(set), (int)cx_search_analyzer(set).len,
		    cx_search_analyzer(set).s, cx_buf_cstr(&own));
	cx_buf_release(&own);
	return a;
}

static int64_t *
make_weights(const struct settings *s, const struct cx_search *set)
{
	uint32_t n = cx_search_statuses(set);
	int64_t *w = cx_calloc(n, sizeof *w);

	for (uint32_t i = 0; i < n; i++)
		w[i] = cx_config_weight(s->config,
		    cx_search_status_name(set, i));
	return w;
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
	r.weights = make_weights(s, r.set);
	r.snippets = snippets_new(s);
	r.json = cx_json_new();
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
	cx_json_free(r.json);
	cx_buf_release(&r.line);
	free(r.weights);
	free(r.answers);
	cx_search_close(opened);
	set_memory_free(memory);
}
