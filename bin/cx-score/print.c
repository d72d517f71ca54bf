/* Prints a result. */
#include "bin/cx-score/score.h"

#include "lib/base/date.h"
#include "lib/rank/context.h"
#include "lib/rank/prefix.h"
#include "lib/pack/passages.h"

/* What finds passages, when it is first needed. */
static struct cx_analyzer *analyzer;
static struct cx_passages *passages;

/* What it is worth and why; nothing for one that recall did not find. */
static void
explain(const struct result *r, struct cx_printer *p)
{
	const struct cx_rank_how *how = &r->s->how;
	const struct cx_hit *found = r->answer ? r->answer->found : NULL;
	struct cx_context c;

	if (how->by == CX_RANK_KEYWORD) {
		cx_keyword_explain(r->cortex, r->rec, p);
	} else if (how->by == CX_RANK_CONTEXT) {
		c = cx_context_score(r->rec);
		cx_context_explain(&c, p);
	} else if (found || how->alone) {
		cx_print_object(p);
		cx_print_kstr(p, "rank", CX_STR("recall"));
		if (found)
			cx_recall_explain(&r->ranking->recall, found, p);
		if (r->blended)
			cx_blend_explain(how->blend, r->blended, p);
		cx_print_end(p);
	}
}

static void
add_word(void *arg, struct cx_str word, struct cx_cursor list)
{
	(void)list;
	cx_buf_str(arg, word);
	cx_buf_char(arg, ' ');
}

void
result_learn(const struct result *r)
{
	static const struct ask *learned;
	const struct cx_query *q = &r->ask->query;
	CX_AUTO_BUF words = CX_BUF_INIT;

	if (learned == r->ask)
		return;
	learned = r->ask;
	if (!passages && !r->ranking)
		analyzer = cx_analyzer_for(r->s->config, CX_STR(""));
	if (!passages)
		passages = cx_passages_new(analyzer ? analyzer :
		    r->ranking->pool->analyzer);
	for (size_t i = 0; i < q->n; i++) {
		if (q->terms[i].exclude)
			continue;
		cx_buf_str(&words, q->terms[i].typed);
		cx_buf_char(&words, ' ');
		if (q->terms[i].prefix && r->ranking)
			cx_prefix_each(r->ranking->pool, cx_query_prefix(
			    &q->terms[i]), add_word, &words);
	}
	cx_passages_query(passages, cx_buf_view(&words));
	passages->enough = r->s->snippets;
	passages->rough = r->s->line;
}

static void
print_mark(void *arg, size_t at, size_t len)
{
	struct cx_printer *p = arg;

	cx_print_array(p);
	cx_print_int(p, (int64_t)at);
	cx_print_int(p, (int64_t)len);
	cx_print_end(p);
}

/* [{"line","text","matches":[[at,length],...]}, ...]: the best passages of
 * body, whose first line has this number. */
static void
print_passages(const struct result *r, struct cx_str body, size_t line,
    struct cx_printer *p)
{
	result_learn(r);
	cx_passages_read(passages, body, cx_record_str(r->rec, "name",
	    CX_STR("")));
	cx_passages_pick(passages, r->s->snippets);
	cx_print_array(p);
	for (size_t i = 0; i < passages->n; i++) {
		const struct cx_passage *v = &passages->v[i];

		cx_print_object(p);
		cx_print_kint(p, "line", (int64_t)(line + v->line));
		cx_print_kstr(p, "text", v->text);
		cx_print_karray(p, "matches");
		cx_passages_marks(passages, v->text, print_mark, p);
		cx_print_end(p);
		cx_print_end(p);
	}
	cx_print_end(p);
}

/* The text of the note; line is the number of its first line. */
static bool
text_of(const struct result *r, struct cx_str *body, size_t *line)
{
	struct cx_bodies *b = &r->s->bodies;
	bool have;

	if (r->ranking)
		return cx_pool_body(r->ranking->pool, r->answer->atom, r->rec,
		    body, line);
	have = cx_body(b, r->rec, body);
	*line = b->line;
	return have;
}

/* The paths of its copies, if it has some. */
static void
print_copies(const struct result *r, struct cx_buf *out)
{
	const struct cx_ranking *ranking = r->ranking;
	size_t place = (size_t)(r->answer - ranking->answers);
	const struct cx_str name = CX_STR("path");
	const struct cx_answer *a = ranking->answers + ranking->n;
	size_t lo = 0, hi = ranking->n_copies;
	struct cx_str path;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (a[mid].copy_of < place)
			lo = mid + 1;
		else
			hi = mid;
	}
	for (a += lo; lo < ranking->n_copies && a->copy_of == place;
	    lo++, a++) {
		cx_record_texts(cx_search_record(ranking->pool->set, a->atom),
		    &name, 1, &path);
		cx_buf_char(out, out->len ? ',' : '[');
		vaults_path(r->s, ranking->pool, a->atom, path, out);
	}
	if (out->len)
		cx_buf_char(out, ']');
}

bool
result_parses(const struct settings *s, bool why_not)
{
	return s->explain || why_not || s->snippets || s->body;
}

void
result_print(const struct result *r)
{
	/* body and last_access come last: what is not asked for stays as it
	 * was read. */
	enum { PATH, SCORE, LAYER, PARTIAL, STALE, COPIES, WHY, PASSAGES,
		WHY_NOT, QID, BODY, LAST, MEMBERS };
	static const char *const names[MEMBERS] = {"path", "score", "layer",
	    "partial", "stale", "copies", "why", "passages", "why_not", "qid",
	    "body", "last_access"};
	struct cx_member m[MEMBERS];
	struct cx_buf text[MEMBERS] = {CX_BUF_INIT}, *out = cx_out();
	const struct cx_str path = CX_STR("path");
	struct cx_printer p = cx_printer(&text[SCORE]);
	struct cx_printer why = cx_printer(&text[WHY]);
	struct cx_printer pass = cx_printer(&text[PASSAGES]);
	struct cx_str body = CX_STR("");
	size_t line = 1, n = MEMBERS;
	bool have = false;
	struct cx_str known;

	if (r->s->n_vaults) {
		cx_record_texts(r->line, &path, 1, &known);
		vaults_path(r->s, r->ranking->pool, r->answer->atom, known,
		    &text[PATH]);
	}
	cx_print_micro(&p, r->score);
	cx_print_quoted(&text[LAYER], cx_str(cx_layer_names[r->layer]));
	if (r->partial)
		cx_buf_puts(&text[PARTIAL], "true");
	if (r->stale)
		cx_buf_puts(&text[STALE], "true");
	if (r->ranking && r->ranking->n_copies)
		print_copies(r, &text[COPIES]);
	/* Who merges the parts knows them. */
	if (r->answer && r->answer->has_copies)
		cx_buf_puts(&text[COPIES], "[]");
	if (r->s->explain || r->why_not)
		explain(r, &why);
	if (r->s->snippets || r->s->body)
		have = text_of(r, &body, &line);
	if (r->s->snippets)
		print_passages(r, have ? body : CX_STR(""), line, &pass);
	if (r->why_not)
		cx_print_quoted(&text[WHY_NOT], cx_str(r->why_not));
	if (r->ask->qid.s)
		cx_buf_str(&text[QID], r->ask->qid);
	if (r->s->body && have)
		cx_print_quoted(&text[BODY], body);
	if (r->blended && r->blended->last != CX_NO_TIME) {
		cx_buf_char(&text[LAST], '"');
		cx_date_put_sec(&text[LAST], r->blended->last);
		cx_buf_puts(&text[LAST], "Z\"");
	}
	for (int i = 0; i < MEMBERS; i++) {
		m[i] = (struct cx_member){names[i], {NULL, 0}};
		if (text[i].len)
			m[i].value = cx_buf_view(&text[i]);
	}
	if (!text[BODY].len)
		m[BODY] = m[--n];
	if (!r->blended)
		n--;
	/* Without another path it stays as it is. */
	if (r->s->parts)
		cx_buf_fmt(out, "{\"place\":%zu,\"record\":",
		    r->answer->place);
	cx_record_put(out, r->line, m + !r->s->n_vaults, n - !r->s->n_vaults);
	if (r->s->parts)
		cx_buf_char(out, '}');
	cx_buf_char(out, '\n');
	cx_out_record();
	for (int i = 0; i < MEMBERS; i++)
		cx_buf_release(&text[i]);
}

void
result_why_not(struct cx_buf *out, const struct settings *s,
    const struct cx_query *q, enum cx_fate fate, size_t place, size_t n)
{
	switch (fate) {
	case CX_NOT_SEEN:
		break;
	case CX_NOT_WHERE:
		cx_buf_puts(out, "left out by ");
		cx_buf_str(out, cx_buf_view(&s->filters));
		cx_buf_puts(out, s->filters.len ?
		    ", or by a field:word or phrase" :
		    "a field:word or phrase of the query");
		break;
	case CX_EXCLUDED:
		cx_buf_puts(out, "left out by a -word of the query");
		break;
	case CX_NOT_IN_FORCE:
		cx_buf_puts(out, "left out: its status has ended it, or it has "
		    "expired");
		break;
	case CX_NO_MATCH:
		if (q->positive == 0)
			cx_buf_puts(out, "the query has no word to match");
		else if (s->how.by == CX_RANK_RECALL)
			cx_buf_puts(out, "too little in common with the query, "
			    "and not linked to what has more");
		else
			cx_buf_puts(out, "no word of the query matches its "
			    "name, tags, project, description or path");
		break;
	case CX_LOST:
		cx_buf_puts(out, "its file was removed after indexing");
		break;
	case CX_RANKED:
		cx_buf_fmt(out, "result %zu of %zu", place, n);
		if (s->top && place > s->top)
			cx_buf_fmt(out, "; --top %zu ends before it", s->top);
		break;
	}
}

void
result_release(void)
{
	cx_passages_free(passages);
	cx_analyzer_free(analyzer);
}
