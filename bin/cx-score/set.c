/* Ranking in a search set. */
#include "bin/cx-score/set.h"
#include "bin/cx-score/blend.h"
#include "bin/cx-score/context.h"
#include "bin/cx-score/cortex.h"
#include "bin/cx-score/current.h"
#include "bin/cx-score/fresh.h"
#include "bin/cx-score/keyword.h"
#include "bin/cx-score/phrase.h"
#include "bin/cx-score/recall.h"
#include "bin/cx-score/result.h"
#include "bin/cx-score/snippet.h"
#include "bin/cx-score/source.h"

#include <stdlib.h>

/* One result of a query. */
struct answer {
	uint32_t atom;
	uint64_t order; /* cx_search_order */
	int64_t score;
	bool partial;
	bool stale;
	const struct found *found; /* of recall, or NULL */
	struct blended blended;    /* under --access */
};

struct ranker {
	struct settings *s;
	const struct cx_search *set;
	struct set_memory *memory; /* NULL: the set is an index */
	struct cx_analyzer *analyzer;
	struct weights weights;
	struct current current;
	struct snippets *snippets;
	struct fresh *fresh; /* NULL without an index */
	bool check_all; /* no atom whose file has gone may be ranked */
	struct cx_records records;
	struct set_source source;
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

	cx_records_get(&r->records, atom, rec);
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

	if (!cx_search_has(r->set, atom) ||
	    (r->s->current && !current_has(&r->current, atom)))
		return false;
	if (r->check_all && state_of(r, atom) == FRESH_GONE)
		return false;
	if (r->s->where && !set_matches(&r->source, atom, r->s->where))
		return false;
	if (!r->has_filter)
		return true;
	get_record(r, atom, &rec);
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

/* --- ranking --- */

static void
add_answer(struct ranker *r, struct answer a)
{
	a.order = cx_search_order(r->set, a.atom);
	CX_GROW(r->answers, r->n, r->cap);
	r->answers[r->n++] = a;
}

static int
by_score(const void *va, const void *vb)
{
	const struct answer *a = va, *b = vb;

	if (a->score != b->score)
		return a->score > b->score ? -1 : 1;
	return (a->order > b->order) - (a->order < b->order);
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
	    get_record, accept, r};

	keyword_run(k, r->set, &r->ask->query, &how);
	for (size_t i = 0; i < k->best.n; i++) {
		uint32_t atom = k->best.v[i].atom;

		add_answer(r, (struct answer){.atom = atom,
		    .score = k->best.v[i].key, .partial = k->of[atom].matched <
		    r->ask->query.positive});
	}
}

static void
run_recall(struct ranker *r, struct recall *recall)
{
	size_t most = r->s->blend ? 0 : limit(r);

	recall_init(recall, r->set, r->analyzer, &r->ask->query);
	if (r->s->blend)
		recall->slack = blend_slack(r->s->blend);
	recall_run(recall, &r->weights, limit(r), accept, r);
	for (size_t i = 0; i < recall->n && (!most || i < most); i++) {
		const struct found *f = &recall->found[i];

		add_answer(r, (struct answer){.atom = f->atom,
		    .score = f->score, .found = f});
	}
}

/* Ranks the answers anew: those of recall, or, without a query, all. */
static void
run_blend(struct ranker *r, const struct recall *recall)
{
	const struct answer *old = r->answers;
	struct blend_atom *v;
	size_t n = r->n;

	r->source.accept = r->s->alone ? accept : NULL;
	if (r->s->alone) {
		v = blend_all(r->s->blend, &r->source, limit(r), &n);
	} else {
		v = cx_calloc(n, sizeof *v);
		for (size_t i = 0; i < n; i++)
			v[i] = (struct blend_atom){.atom = old[i].atom,
			    .order = old[i].order, .found = old[i].found,
			    .text = (old[i].score * MICRO +
			    recall->found[0].score / 2) /
			    recall->found[0].score};
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
add_context(struct ranker *r, uint32_t atom, const struct cx_record *rec)
{
	struct context c = context_score(rec);

	if (!c.out)
		add_answer(r, (struct answer){.atom = atom,
		    .score = c.score});
}

/* Neighbours of the n answers that there are, without hubs. */
static void
add_linked(struct ranker *r, size_t n)
{
	bool *seen = cx_calloc(cx_search_atoms(r->set), sizeof *seen);
	struct cx_atoms near = {0};

	for (size_t i = 0; i < n; i++)
		seen[r->answers[i].atom] = true;
	for (size_t i = 0; i < n; i++) {
		near.n = 0;
		if (cx_search_links(r->set, r->answers[i].atom, &near))
			continue;
		for (size_t k = 0; k < near.n; k++) {
			struct cx_record rec;

			if (seen[near.v[k]])
				continue;
			seen[near.v[k]] = true;
			get_record(r, near.v[k], &rec);
			add_context(r, near.v[k], &rec);
		}
	}
	free(near.v);
	free(seen);
}

/* There is no short way to the best: their numbers are in no column. */
static void
run_context(struct ranker *r)
{
	for (uint32_t i = 0; i < cx_search_atoms(r->set); i++) {
		struct cx_record rec;

		if (!cx_search_has(r->set, i) || (r->s->current &&
			!current_has(&r->current, i)))
			continue;
		if (r->check_all && state_of(r, i) == FRESH_GONE)
			continue;
		get_record(r, i, &rec);
		if (!r->s->where || cx_expr_match(r->s->where, rec.root))
			add_context(r, i, &rec);
	}
	if (r->s->linked)
		add_linked(r, r->n);
	if (r->n)
		qsort(r->answers, r->n, sizeof *r->answers, by_score);
	if (limit(r) && r->n > limit(r))
		r->n = limit(r);
}

/* Looks at the files of the answers; false if one has gone and others may
 * take its place.  `last`: those that have gone are dropped instead. */
static bool
look(struct ranker *r, bool last)
{
	size_t kept = 0;

	for (size_t i = 0; i < r->n; i++) {
		enum fresh_state state = state_of(r, r->answers[i].atom);

		if (state == FRESH_GONE && !last)
			return false;
		if (state == FRESH_GONE)
			continue;
		r->answers[kept] = r->answers[i];
		r->answers[kept++].stale = state == FRESH_CHANGED;
	}
	r->n = kept;
	return true;
}

/*
 * What has gone is rare, so it is looked for among the best; if one of them
 * has, all is ranked again and each candidate is looked at beforehand.
 */
static void
rank(struct ranker *r, struct keywords *k, struct recall *recall)
{
	r->check_all = has_phrases(&r->ask->query);
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
		if (!r->fresh || look(r, last))
			return;
		recall_release(recall);
		keyword_release(k);
		*recall = (struct recall){.terms = NULL};
		*k = (struct keywords){.of = NULL};
	}
}

/* --- printing --- */

/* What it is worth and why; nothing for one that recall did not find. */
static void
explain(struct ranker *r, const struct answer *a, const struct recall *recall,
    const struct cx_record *rec, struct cx_printer *p)
{
	struct context c;

	if (r->s->rank == RANK_CORTEX) {
		cortex_explain(&r->cortex, rec, p);
	} else if (r->s->rank == RANK_CONTEXT) {
		c = context_score(rec);
		context_explain(&c, p);
	} else if (a->found || (r->s->alone && a->score)) {
		cx_print_object(p);
		cx_print_kstr(p, "rank", CX_STR("recall"));
		if (a->found)
			recall_explain(recall, a->found, p);
		if (r->s->blend)
			blend_explain(r->s->blend, &a->blended, p);
		cx_print_end(p);
	}
}

/* a->score is 0 for an atom that is no result. */
static void
print_answer(struct ranker *r, const struct answer *a,
    const struct recall *recall, const char *why_not)
{
	struct cx_buf why = CX_BUF_INIT, snippets = CX_BUF_INIT;
	struct cx_buf text = CX_BUF_INIT;
	struct cx_printer p = cx_printer(&why), sp = cx_printer(&snippets);
	struct cx_record rec;
	struct cx_str body;
	size_t line = 1;
	struct result res = {.score = a->score, .partial = a->partial,
	    .stale = a->stale, .qid = r->ask->qid,
	    .blended = r->s->blend ? &a->blended : NULL};

	if (r->s->explain || why_not || r->s->snippets || r->s->body) {
		get_record(r, a->atom, &rec);
		res.line = rec.line;
	} else {
		res.line = cx_search_record(r->set, a->atom);
	}
	if (a->found)
		res.partial = recall_partial(recall, a->atom);
	res.layer = cx_layer_of_day(&r->s->layers,
	    cx_search_day(r->set, a->atom));
	if (r->s->explain || why_not) {
		explain(r, a, recall, &rec, &p);
		if (why.len)
			res.why = cx_buf_view(&why);
	}
	if (r->s->snippets) {
		if (!get_body(r, a->atom, &rec, &body, &line))
			body = CX_STR("");
		snippets_print(r->snippets, &r->ask->query, body, line, &sp);
		res.snippets = cx_buf_view(&snippets);
	}
	if (r->s->body && get_body(r, a->atom, &rec, &body, &line)) {
		cx_print_quoted(&text, body);
		res.body = cx_buf_view(&text);
	}
	if (why_not)
		res.why_not = cx_str(why_not);
	result_print(&res);
	cx_buf_release(&why);
	cx_buf_release(&snippets);
	cx_buf_release(&text);
}

static bool
is_excluded(struct ranker *r, const struct keywords *k, uint32_t atom)
{
	const struct query *q = &r->ask->query;
	struct cx_terms ids = {0};
	bool out = false;

	if (r->s->rank == RANK_CORTEX)
		return keyword_excluded(k, atom);
	if (r->s->rank == RANK_CONTEXT)
		return false;
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
	struct answer a = {.atom = cx_records_find(&r->records,
	    cx_str(r->s->why_not))};
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
	} else if (r->s->rank == RANK_CONTEXT) {
		fate = NOT_IN_FORCE;
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
	current_init(&r.current, r.set);
	r.snippets = snippets_new(s);
	r.records = cx_records_of(r.set);
	r.source = (struct set_source){.set = r.set, .records = &r.records,
	    .arg = &r};
	if (s->where)
		set_narrow(&r.source, s->where);
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
	cx_records_release(&r.records);
	weights_release(&r.weights);
	current_release(&r.current);
	free(r.answers);
	cx_search_close(opened);
	set_memory_free(memory);
}
