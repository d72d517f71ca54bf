/* One pass over a stream: keep the best, print them. */
#include "bin/cx-score/cortex.h"
#include "bin/cx-score/score.h"
#include "bin/cx-score/top.h"

#include "lib/print.h"
#include "lib/record.h"

#include <stdlib.h>

/* What became of the atom of --why-not. */
enum fate {
	NOT_SEEN,
	GONE,
	NOT_WHERE,
	EXCLUDED,
	NO_MATCH,
	RANKED
};

struct pass {
	struct settings *s;
	struct cortex cortex;
	struct cx_json_parser *json; /* for lines that were kept */
	struct top top;
	enum fate fate;
	struct hit asked;      /* the atom of --why-not, copied */
	struct cx_buf asked_line;
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
judge(struct pass *p, const struct cx_record *rec, struct hit *h)
{
	struct verdict v;

	if (cx_record_gone(rec))
		return GONE;
	if (p->s->where && !cx_expr_match(p->s->where, rec->root))
		return NOT_WHERE;
	if (p->s->rank == RANK_SCORE) {
		h->score = given_score(rec);
		return RANKED;
	}
	v = cortex_score(&p->cortex, rec);
	h->score = v.score;
	h->layer = v.layer;
	h->partial = v.partial;
	if (v.excluded)
		return EXCLUDED;
	return v.score > 0 ? RANKED : NO_MATCH;
}

static void
take(struct pass *p, const struct cx_record *rec)
{
	struct hit h = {.path = cx_record_path(rec), .line = rec->line};
	enum fate fate = judge(p, rec, &h);

	if (fate == RANKED)
		top_add(&p->top, &h);
	if (!p->s->why_not || !cx_str_is(h.path, p->s->why_not))
		return;
	p->fate = fate;
	p->asked = h;
	p->asked_line.len = 0;
	cx_buf_str(&p->asked_line, rec->line);
	cx_buf_room(&p->asked_line, CX_JSON_PAD);
	p->asked.line = cx_buf_view(&p->asked_line);
	p->asked.path = cx_str(p->s->why_not);
}

/* Appends the `why` of a kept line, which is parsed once more. */
static void
explain(struct pass *p, struct cx_str line, struct cx_printer *pr)
{
	struct cx_buf padded = CX_BUF_INIT;
	struct cx_record rec = {.line = line, .file = "(kept)"};
	const char *why;

	cx_buf_str(&padded, line);
	cx_buf_room(&padded, CX_JSON_PAD);
	rec.root = cx_json_parse(p->json, padded.s, padded.len, &why);
	if (!rec.root)
		cx_die(CX_FAIL, "a record was read once and not twice: %s",
		    why);
	cortex_explain(&p->cortex, &rec, pr);
	cx_buf_release(&padded);
}

enum { M_SCORE, M_LAYER, M_PARTIAL, M_WHY, M_WHY_NOT, MEMBERS };

/* Prints h with what was found out; why_not NULL for a result. */
static void
print_hit(struct pass *p, const struct hit *h, const char *why_not)
{
	struct cx_buf score = CX_BUF_INIT, layer = CX_BUF_INIT;
	struct cx_buf why = CX_BUF_INIT, text = CX_BUF_INIT;
	struct cx_printer pr = cx_printer(&score);
	struct cx_member m[MEMBERS] = {
	    [M_SCORE] = {"score", {NULL, 0}},
	    [M_LAYER] = {"layer", {NULL, 0}},
	    [M_PARTIAL] = {"partial", {NULL, 0}},
	    [M_WHY] = {"why", {NULL, 0}},
	    [M_WHY_NOT] = {"why_not", {NULL, 0}},
	};
	struct cx_buf *out = cx_out();

	cx_print_micro(&pr, h->score);
	m[M_SCORE].value = cx_buf_view(&score);
	cx_print_quoted(&layer, cx_str(cx_layer_names[h->layer]));
	m[M_LAYER].value = cx_buf_view(&layer);
	if (h->partial)
		m[M_PARTIAL].value = CX_STR("true");
	if (p->s->explain || why_not) {
		struct cx_printer wp = cx_printer(&why);

		explain(p, h->line, &wp);
		m[M_WHY].value = cx_buf_view(&why);
	}
	if (why_not) {
		cx_print_quoted(&text, cx_str(why_not));
		m[M_WHY_NOT].value = cx_buf_view(&text);
	}
	cx_record_put(out, h->line, m, MEMBERS);
	cx_buf_char(out, '\n');
	cx_out_record();
	cx_buf_release(&score);
	cx_buf_release(&layer);
	cx_buf_release(&why);
	cx_buf_release(&text);
}

/* How many results stand before h; all of them were kept. */
static size_t
place_of(const struct pass *p, const struct hit *h)
{
	size_t before = 0;

	while (before < p->top.n && hit_compare(&p->top.hits[before], h) < 0)
		before++;
	return before + 1;
}

static void
answer_why_not(struct pass *p)
{
	struct cx_buf text = CX_BUF_INIT;
	size_t place;

	switch (p->fate) {
	case NOT_SEEN:
	case GONE:
		cx_error(CX_NO, "--why-not: no record has the path '%s'",
		    p->s->why_not);
		return;
	case NOT_WHERE:
		cx_buf_puts(&text, "left out by --where");
		break;
	case EXCLUDED:
		cx_buf_puts(&text, "left out by a -word of the query");
		break;
	case NO_MATCH:
		cx_buf_puts(&text, p->s->query.positive ?
		    "no word of the query matches its name, tags, project, "
		    "description or path" : "the query has no word to match");
		break;
	case RANKED:
		place = place_of(p, &p->asked);
		cx_buf_fmt(&text, "result %zu of %zu", place, p->top.n);
		if (p->s->top && place > p->s->top)
			cx_buf_fmt(&text, "; --top %zu ends before it",
			    p->s->top);
		break;
	}
	print_hit(p, &p->asked, cx_buf_cstr(&text));
	cx_buf_release(&text);
}

static void
print_results(struct pass *p)
{
	if (p->top.n == 0)
		cx_raise(CX_NO);
	for (size_t i = 0; i < p->top.n; i++) {
		if (p->s->rank == RANK_SCORE) {
			cx_buf_str(cx_out(), p->top.hits[i].line);
			cx_buf_char(cx_out(), '\n');
			cx_out_record();
		} else {
			print_hit(p, &p->top.hits[i], NULL);
		}
	}
}

void
score_stream(struct settings *s)
{
	struct pass p = {.s = s, .json = cx_json_new()};
	struct cx_reader *r = cx_reader_open(s->files, s->n_files);
	struct cx_record rec;

	/* --why-not tells the place among all results. */
	p.top.limit = s->why_not ? 0 : s->top;
	cortex_init(&p.cortex, &s->query, s->config, s->layers);
	while (cx_reader_next(r, &rec))
		take(&p, &rec);
	cx_reader_close(r);
	top_sort(&p.top);
	if (s->why_not)
		answer_why_not(&p);
	else
		print_results(&p);
	top_release(&p.top);
	cortex_release(&p.cortex);
	cx_buf_release(&p.asked_line);
	cx_json_free(p.json);
}
