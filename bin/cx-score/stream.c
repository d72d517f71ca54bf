/* One pass over a stream: keep the best of each query, print them. */
#include "bin/cx-score/blend.h"
#include "bin/cx-score/context.h"
#include "bin/cx-score/cortex.h"
#include "bin/cx-score/filter.h"
#include "bin/cx-score/result.h"
#include "bin/cx-score/snippet.h"
#include "bin/cx-score/top.h"

#include "lib/json/print.h"
#include "lib/record/life.h"

#include <stdlib.h>

/* One query's share of the pass. */
struct pass {
	struct settings *s;
	const struct ask *ask;
	struct cortex cortex;
	struct top top;
	enum fate fate; /* of the atom of --why-not */
	struct hit asked;
};

static int64_t
given_score(const struct cx_record *rec)
{
	double d;

	if (!cx_json_getd(rec->root, "score", &d))
		cx_record_die(rec, "no number 'score' to sort by; "
		    "rank the records first");
	if (d > 9e12 || d < -9e12)
		cx_record_die(rec, "score %g is out of range", d);
	return (int64_t)(d * MICRO + (d < 0 ? -0.5 : 0.5));
}

static enum fate
score_record(struct pass *p, const struct cx_record *rec, struct hit *h)
{
	struct verdict v;

	if (p->s->rank == RANK_SCORE) {
		h->score = given_score(rec);
		return RANKED;
	}
	h->layer = cx_layer_of(&p->s->layers, cx_record_updated(rec));
	if (p->s->rank == RANK_CONTEXT) {
		h->score = context_score(rec).score;
		return cx_life_over(p->s->config, rec) ? NOT_IN_FORCE : RANKED;
	}
	if (p->s->blend) {
		struct blended b = blend_record(p->s->blend, -1, rec);

		h->score = b.score;
		h->when = b.updated;
		return RANKED;
	}
	v = cortex_score(&p->cortex, rec, h->layer);
	h->score = v.score;
	h->partial = v.partial;
	if (v.excluded)
		return EXCLUDED;
	return v.score > 0 ? RANKED : NO_MATCH;
}

static void
count_record(struct pass *p, const struct cx_record *rec, bool wanted)
{
	struct hit h = {.path = cx_record_path(rec), .line = rec->line};
	enum fate fate = score_record(p, rec, &h);

	if (!wanted && fate != EXCLUDED) {
		fate = NOT_WHERE;
		h.score = 0;
	}
	if (fate == RANKED)
		top_add(&p->top, &h);
	if (p->s->why_not && cx_str_is(h.path, p->s->why_not)) {
		p->fate = fate;
		free(p->asked.memory);
		p->asked = hit_copy(&h);
	}
}

/* A kept line, parsed once more. */
static void
parse(struct cx_json_parser *json, struct cx_buf *padded, struct cx_str line,
    struct cx_record *rec)
{
	const char *why;

	padded->len = 0;
	cx_buf_str(padded, line);
	cx_buf_room(padded, CX_JSON_PAD);
	*rec = (struct cx_record){.line = line, .file = "(kept)"};
	rec->root = cx_json_parse(json, padded->s, padded->len, &why);
	if (!rec->root)
		cx_die(CX_FAIL, "a record was read once and not twice: %s",
		    why);
}

static void
explain(struct pass *p, const struct cx_record *rec,
    const struct blended *blended, struct cx_printer *out)
{
	struct context c;

	if (p->s->rank == RANK_CONTEXT) {
		c = context_score(rec);
		context_explain(&c, out);
	} else if (p->s->blend) {
		cx_print_object(out);
		cx_print_kstr(out, "rank", CX_STR("recall"));
		blend_explain(p->s->blend, blended, out);
		cx_print_end(out);
	} else {
		cortex_explain(&p->cortex, rec, out);
	}
}

static void
print_hit(struct pass *p, struct snippets *snippets,
    struct cx_json_parser *json, const struct hit *h, const char *why_not)
{
	struct result r = {.line = h->line, .score = h->score,
	    .layer = h->layer, .partial = h->partial, .qid = p->ask->qid};
	CX_AUTO_BUF found = CX_BUF_INIT, padded = CX_BUF_INIT;
	struct cx_buf why = CX_BUF_INIT;
	struct cx_printer pr = cx_printer(&why), sp = cx_printer(&found);
	struct blended blended;
	struct cx_record rec;
	struct cx_str body;
	size_t line = 1;

	if (p->s->explain || p->s->snippets || p->s->blend || why_not)
		parse(json, &padded, h->line, &rec);
	if (p->s->blend) {
		blended = blend_record(p->s->blend, -1, &rec);
		r.blended = &blended;
	}
	if (p->s->explain || why_not) {
		explain(p, &rec, &blended, &pr);
		r.why = cx_buf_view(&why);
	}
	if (p->s->snippets) {
		if (!snippets_body(snippets, &rec, &body, &line))
			body = CX_STR("");
		snippets_print(snippets, &p->ask->query, &rec, body, line,
		    &sp);
		r.snippets = cx_buf_view(&found);
	}
	if (why_not)
		r.why_not = cx_str(why_not);
	result_print(&r);
	cx_buf_release(&why);
}

static void
answer_why_not(struct pass *p, struct snippets *snippets,
    struct cx_json_parser *json)
{
	CX_AUTO_BUF text = CX_BUF_INIT;
	size_t place = 0;

	if (p->fate == NOT_SEEN) {
		cx_error(CX_NO, "--why-not: no record has the path '%s'",
		    p->s->why_not);
		return;
	}
	while (place < p->top.n &&
	    hit_compare(&p->top.hits[place], &p->asked) < 0)
		place++;
	result_why_not(&text, p->s, &p->ask->query, p->fate, place + 1,
	    p->top.n);
	print_hit(p, snippets, json, &p->asked, cx_buf_cstr(&text));
}

static void
print_results(struct pass *p, struct snippets *snippets,
    struct cx_json_parser *json)
{
	for (size_t i = 0; i < p->top.n; i++) {
		if (p->s->rank == RANK_SCORE) {
			cx_buf_str(cx_out(), p->top.hits[i].line);
			cx_buf_char(cx_out(), '\n');
			cx_out_record();
		} else {
			print_hit(p, snippets, json, &p->top.hits[i], NULL);
		}
	}
}

static void
read_all(struct settings *s, struct pass *passes)
{
	struct cx_reader *r = cx_reader_open(s->files, s->n_files);
	struct cx_record rec;

	while (cx_reader_next(r, &rec)) {
		bool wanted;

		if (cx_record_gone(&rec))
			continue;
		wanted = (!s->current || !cx_life_over(s->config, &rec)) &&
		    (!s->where || cx_expr_match(s->where, rec.root)) &&
		    filter_passes(s, &rec);
		for (size_t i = 0; i < s->n_asks; i++)
			count_record(&passes[i], &rec, wanted);
	}
	cx_reader_close(r);
}

void
score_stream(struct settings *s)
{
	CX_AUTO_FREE struct pass *passes = cx_calloc(s->n_asks, sizeof *passes);
	struct cx_json_parser *json = cx_json_new();
	struct snippets *snippets = snippets_new(s);
	size_t results = 0;

	for (size_t i = 0; i < s->n_asks; i++) {
		passes[i] = (struct pass){.s = s, .ask = &s->asks[i]};
		/* --why-not tells the place among all results. */
		passes[i].top.limit = s->why_not ? 0 : s->top;
		cortex_init(&passes[i].cortex, &s->asks[i].query, s->config,
		    s->layers);
	}
	read_all(s, passes);
	for (size_t i = 0; i < s->n_asks; i++) {
		struct pass *p = &passes[i];

		results += p->top.n;
		top_sort(&p->top);
		if (s->why_not)
			answer_why_not(p, snippets, json);
		else
			print_results(p, snippets, json);
		free(p->asked.memory);
		top_release(&p->top);
		cortex_release(&p->cortex);
	}
	if (results == 0 && !s->why_not)
		cx_raise(CX_NO);
	snippets_free(snippets);
	cx_json_free(json);
}
