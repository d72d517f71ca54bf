/* Printing the answers of one query. */
#include "bin/cx-score/ranker.h"
#include "bin/cx-score/context.h"
#include "bin/cx-score/result.h"

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
	} else if (a->found || r->s->alone) {
		cx_print_object(p);
		cx_print_kstr(p, "rank", CX_STR("recall"));
		if (a->found)
			recall_explain(recall, a->found, p);
		if (r->s->blend)
			blend_explain(r->s->blend, &a->blended, p);
		cx_print_end(p);
	}
}

void
ranker_print(struct ranker *r, const struct answer *a,
    const struct recall *recall, const char *why_not)
{
	struct cx_buf why = CX_BUF_INIT, snippets = CX_BUF_INIT;
	CX_AUTO_BUF text = CX_BUF_INIT;
	struct cx_printer p = cx_printer(&why), sp = cx_printer(&snippets);
	struct cx_record rec;
	struct cx_str body;
	size_t line = 1;
	struct result res = {.score = a->score, .partial = a->partial,
	    .stale = a->stale, .qid = r->ask->qid,
	    .blended = r->s->blend ? &a->blended : NULL};

	if (r->s->explain || why_not || r->s->snippets || r->s->body) {
		ranker_record(r, a->atom, &rec);
		res.line = rec.line;
	} else {
		res.line = cx_search_record(r->set, a->atom);
	}
	if (a->found)
		res.partial = recall_partial(recall, a->atom, a->found);
	res.layer = cx_layer_of_day(&r->s->layers,
	    cx_search_day(r->set, a->atom));
	if (r->s->explain || why_not) {
		explain(r, a, recall, &rec, &p);
		if (why.len)
			res.why = cx_buf_view(&why);
	}
	if (r->s->snippets) {
		if (!ranker_body(r, a->atom, &rec, &body, &line))
			body = CX_STR("");
		snippets_print(r->snippets, &r->ask->query, &rec, body, line,
		    &sp);
		res.snippets = cx_buf_view(&snippets);
	}
	if (r->s->body && ranker_body(r, a->atom, &rec, &body, &line)) {
		cx_print_quoted(&text, body);
		res.body = cx_buf_view(&text);
	}
	if (why_not)
		res.why_not = cx_str(why_not);
	result_print(&res);
	cx_buf_release(&why);
	cx_buf_release(&snippets);
}

static bool
is_excluded(struct ranker *r, const struct keywords *k, uint32_t atom)
{
	const struct query *q = &r->ask->query;
	CX_AUTO(cx_terms_release) struct cx_terms ids = {0};
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
			struct cx_posting p;

			out = cx_cursor_get(&text, atom, &p);
		}
	}
	return out;
}

/* What recency and accesses say of one that was not ranked. */
static struct blended
blended_alone(struct ranker *r, uint32_t atom)
{
	struct cx_record rec;
	struct cx_str path;

	ranker_record(r, atom, &rec);
	path = cx_record_path(&rec);
	blend_load(r->s->blend, &path, 1);
	return blend_record(r->s->blend, -1, &rec);
}

void
ranker_why_not(struct ranker *r, const struct keywords *k,
    const struct recall *recall)
{
	struct answer a = {.atom = cx_records_find(&r->records,
	    cx_str(r->s->why_not))};
	CX_AUTO_BUF text = CX_BUF_INIT;
	enum fate fate = NO_MATCH;
	size_t place = 0;

	if (a.atom == UINT32_MAX) {
		cx_error(CX_NO, "--why-not: no note has the path '%s'",
		    r->s->why_not);
		return;
	}
	while (place < r->n && r->answers[place].atom != a.atom)
		place++;
	if (place < r->n) {
		fate = RANKED;
		a = r->answers[place];
	} else if (ranker_state(r, a.atom) == CX_FRESH_GONE) {
		fate = LOST;
	} else if (is_excluded(r, k, a.atom)) {
		fate = EXCLUDED;
	} else if (!ranker_accept(r, a.atom)) {
		fate = NOT_WHERE;
	} else if (r->s->rank == RANK_CONTEXT) {
		fate = NOT_IN_FORCE;
	}
	if (r->s->blend && fate != RANKED)
		a.blended = blended_alone(r, a.atom);
	if (r->s->rank == RANK_CORTEX)
		a.partial = k->of[a.atom].matched < r->ask->query.positive;
	else
		a.partial = recall_partial(recall, a.atom, a.found);
	result_why_not(&text, r->s, &r->ask->query, fate, place + 1, r->n);
	ranker_print(r, &a, recall, cx_buf_cstr(&text));
}
