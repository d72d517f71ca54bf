/* Makes one pass over a stream, keeps the best of each query, prints them. */
#include "bin/cx-score/score.h"

#include "lib/rank/context.h"
#include "lib/record/life.h"

#include <stdlib.h>

struct hit {
	int64_t score;
	int64_t when; /* later first among equals */
	struct cx_str path; /* borrowed from line or owned beside it */
	struct cx_str line;
	char *memory;	    /* holds line and path */
	enum cx_layer layer;
	bool partial;
};

/* One query's share of the pass. */
struct pass {
	struct settings *s;
	const struct ask *ask;
	struct cx_keyword_scorer cortex;
	/* The best, in memory for so many. */
	struct hit *hits;
	size_t n, cap;
	struct cx_best best; /* of their numbers */
	enum cx_fate fate; /* of the atom of --why-not */
	struct hit asked;
};

/* --- the best --- */

/* Better first: score, then when, descending, then path bytes. */
static int
compare(const void *va, const void *vb)
{
	const struct hit *a = va, *b = vb;

	if (a->score != b->score)
		return a->score > b->score ? -1 : 1;
	if (a->when != b->when)
		return a->when > b->when ? -1 : 1;
	return cx_str_cmp(a->path, b->path);
}

static bool
before(const void *of, uint32_t x, uint32_t y)
{
	const struct pass *p = of;

	return compare(&p->hits[x], &p->hits[y]) < 0;
}

/* A copy that owns its path and line, in memory, which the caller frees. */
static struct hit
copy(const struct hit *h)
{
	struct hit c = *h;

	c.memory = cx_malloc(cx_add(h->line.len, h->path.len));
	memcpy(c.memory, h->line.s, h->line.len);
	memcpy(c.memory + h->line.len, h->path.s, h->path.len);
	c.line.s = c.memory;
	c.path.s = c.memory + h->line.len;
	return c;
}

/* Keeps a copy of a hit if it is one of the best. */
static void
keep(struct pass *p, const struct hit *h)
{
	struct cx_best *best = &p->best;
	uint32_t at = (uint32_t)p->n;

	if (best->limit && best->n == best->limit) {
		at = best->v[0].atom; /* the worst */
		if (compare(h, &p->hits[at]) >= 0)
			return;
		free(p->hits[at].memory);
	} else {
		(void)CX_NEXT(p->hits, p->n, p->cap);
	}
	p->hits[at] = copy(h);
	if (best->limit)
		cx_best_add(best, h->score, at);
}

static void
pass_release(struct pass *p)
{
	for (size_t i = 0; i < p->n; i++)
		free(p->hits[i].memory);
	free(p->hits);
	free(p->asked.memory);
	cx_best_release(&p->best);
	cx_keyword_release(&p->cortex);
}

/* --- scores --- */

static int64_t
given_score(const struct cx_record *rec)
{
	double d;

	if (!cx_json_getd(rec->root, "score", &d))
		cx_record_die(rec, "no number 'score' to sort by; "
		    "rank the records first");
	if (d > 9e12 || d < -9e12)
		cx_record_die(rec, "score %g is out of range", d);
	return (int64_t)(d * CX_MICRO + (d < 0 ? -0.5 : 0.5));
}

static enum cx_fate
score_record(struct pass *p, const struct cx_record *rec, struct hit *h)
{
	const struct cx_rank_how *how = &p->s->how;
	struct cx_verdict v;

	if (how->by == CX_RANK_SCORE) {
		h->score = given_score(rec);
		return CX_RANKED;
	}
	h->layer = cx_layer_of(&how->layers, cx_record_updated(rec));
	if (how->by == CX_RANK_CONTEXT) {
		struct cx_context c = cx_context_score(rec);

		h->score = c.score;
		h->when = c.edited;
		return cx_life_over(p->s->config, rec) ? CX_NOT_IN_FORCE :
		    CX_RANKED;
	}
	if (how->blend) {
		struct cx_blended b = cx_blend_record(how->blend, 0, -1, rec);

		h->score = b.score;
		h->when = b.updated;
		return CX_RANKED;
	}
	v = cx_keyword_score(&p->cortex, rec, h->layer);
	h->score = v.score;
	h->partial = v.partial;
	if (v.excluded)
		return CX_EXCLUDED;
	return v.score > 0 ? CX_RANKED : CX_NO_MATCH;
}

static void
count_record(struct pass *p, const struct cx_record *rec, enum cx_fate left_out)
{
	struct hit h = {.path = cx_record_path(rec), .line = rec->line};
	enum cx_fate fate = score_record(p, rec, &h);

	if (left_out != CX_NOT_SEEN && fate != CX_EXCLUDED) {
		fate = left_out;
		h.score = 0;
	}
	if (fate == CX_RANKED)
		keep(p, &h);
	if (p->s->why_not && cx_str_is(h.path, p->s->why_not)) {
		p->fate = fate;
		free(p->asked.memory);
		p->asked = copy(&h);
	}
}

static void
read_all(struct settings *s, struct cx_reader *r, struct pass *passes)
{
	struct cx_expr *where = s->how.where;
	struct cx_record rec;

	while (cx_reader_next(r, &rec)) {
		enum cx_fate left_out = CX_NOT_SEEN;

		if (cx_record_gone(&rec))
			continue;
		if (s->how.in_force && cx_life_over(s->config, &rec))
			left_out = CX_NOT_IN_FORCE;
		else if ((where && !cx_expr_match(where, rec.root)) ||
		    !filter_passes(s, &rec))
			left_out = CX_NOT_WHERE;
		for (size_t i = 0; i < s->n_asks; i++)
			count_record(&passes[i], &rec, left_out);
	}
	cx_reader_close(r);
}

/* --- printing --- */

/* A kept line, parsed once more. */
static void
parse(struct cx_json_parser *json, struct cx_buf *padded, struct cx_str line,
    struct cx_record *rec)
{
	const char *why;

	cx_buf_str(padded, line);
	cx_buf_room(padded, CX_JSON_PAD);
	*rec = (struct cx_record){.line = line, .file = "(kept)"};
	rec->root = cx_json_parse(json, padded->s, padded->len, &why);
	if (!rec->root)
		cx_die(CX_FAIL, "a record was read once and not twice: %s",
		    why);
}

static void
print_hit(struct pass *p, struct cx_json_parser *json, const struct hit *h,
    const char *why_not)
{
	struct result r = {.s = p->s, .ask = p->ask, .line = h->line,
	    .score = h->score, .layer = h->layer, .partial = h->partial,
	    .cortex = &p->cortex, .why_not = why_not};
	CX_AUTO_BUF padded = CX_BUF_INIT;
	struct cx_blended blended;
	struct cx_record rec;

	if (p->s->how.by == CX_RANK_SCORE && !why_not) {
		cx_buf_str(cx_out(), h->line);
		cx_buf_char(cx_out(), '\n');
		cx_out_record();
		return;
	}
	if (result_parses(p->s, why_not) || p->s->how.blend) {
		parse(json, &padded, h->line, &rec);
		r.rec = &rec;
	}
	if (p->s->how.blend) {
		blended = cx_blend_record(p->s->how.blend, 0, -1, &rec);
		r.blended = &blended;
	}
	result_print(&r);
}

static void
answer_why_not(struct pass *p, struct cx_json_parser *json)
{
	CX_AUTO_BUF text = CX_BUF_INIT;
	size_t place = 0;

	if (p->fate == CX_NOT_SEEN) {
		cx_error(CX_NO, "--why-not: no record has the path '%s'",
		    p->s->why_not);
		return;
	}
	while (place < p->n && compare(&p->hits[place], &p->asked) < 0)
		place++;
	result_why_not(&text, p->s, &p->ask->query, p->fate, place + 1, p->n);
	print_hit(p, json, &p->asked, cx_buf_cstr(&text));
}

void
score_stream(struct settings *s)
{
	CX_AUTO_FREE struct pass *passes = cx_calloc(s->n_asks, sizeof *passes);
	CX_AUTO_JSON json = cx_json_new();
	struct cx_reader *r = cx_layers_read(&s->how.layers,
	    cx_reader_open(s->files, s->n_files));
	size_t results = 0;

	for (size_t i = 0; i < s->n_asks; i++) {
		struct pass *p = &passes[i];

		*p = (struct pass){.s = s, .ask = &s->asks[i],
		    .best = {.before = before, .of = p,
			.limit = s->how.limit}};
		cx_keyword_init(&p->cortex, &p->ask->query, s->config,
		    s->how.layers);
	}
	read_all(s, r, passes);
	for (size_t i = 0; i < s->n_asks; i++) {
		struct pass *p = &passes[i];

		results += p->n;
		CX_SORT(p->hits, p->n, compare);
		if (s->why_not)
			answer_why_not(p, json);
		for (size_t k = 0; k < p->n && !s->why_not; k++)
			print_hit(p, json, &p->hits[k], NULL);
		pass_release(p);
	}
	if (results == 0 && !s->why_not)
		cx_raise(CX_NO);
}
