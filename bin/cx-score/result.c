#include "bin/cx-score/result.h"

#include "lib/base/date.h"
#include "lib/json/print.h"
#include "lib/record/record.h"

/* A moment as a JSON string. */
static struct cx_str
put_moment(struct cx_buf *b, int64_t sec)
{
	cx_buf_char(b, '"');
	cx_date_put_sec(b, sec);
	cx_buf_puts(b, "Z\"");
	return cx_buf_view(b);
}

void
result_print(const struct result *r)
{
	CX_AUTO_BUF score = CX_BUF_INIT, layer = CX_BUF_INIT;
	CX_AUTO_BUF why_not = CX_BUF_INIT, last = CX_BUF_INIT;
	struct cx_buf *out = cx_out();
	struct cx_printer p = cx_printer(&score);
	/* body and last_access stand last: what is not asked for stays as it
	 * was read. */
	enum { SCORE, LAYER, PARTIAL, STALE, WHY, SNIPPET_LINES, WHY_NOT, QID,
		BODY, LAST, MEMBERS };
	struct cx_member m[MEMBERS] = {
	    [SCORE] = {"score", {NULL, 0}},
	    [LAYER] = {"layer", {NULL, 0}},
	    [PARTIAL] = {"partial", {NULL, 0}},
	    [STALE] = {"stale", {NULL, 0}},
	    [WHY] = {"why", r->why},
	    [SNIPPET_LINES] = {"passages", r->snippets},
	    [WHY_NOT] = {"why_not", {NULL, 0}},
	    [QID] = {"qid", r->qid},
	    [BODY] = {"body", r->body},
	    [LAST] = {"last_access", {NULL, 0}},
	};
	size_t n = MEMBERS;

	cx_print_micro(&p, r->score);
	m[SCORE].value = cx_buf_view(&score);
	cx_print_quoted(&layer, cx_str(cx_layer_names[r->layer]));
	m[LAYER].value = cx_buf_view(&layer);
	if (r->partial)
		m[PARTIAL].value = CX_STR("true");
	if (r->stale)
		m[STALE].value = CX_STR("true");
	if (r->why_not.s) {
		cx_print_quoted(&why_not, r->why_not);
		m[WHY_NOT].value = cx_buf_view(&why_not);
	}
	if (r->blended && r->blended->last != CX_NO_TIME)
		m[LAST].value = put_moment(&last, r->blended->last);
	if (!r->body.s)
		m[BODY] = m[--n];
	if (!r->blended)
		n--;
	cx_record_put(out, r->line, m, n);
	cx_buf_char(out, '\n');
	cx_out_record();
}

void
result_why_not(struct cx_buf *out, const struct settings *s,
    const struct query *q, enum fate fate, size_t place, size_t n)
{
	switch (fate) {
	case NOT_SEEN:
		break;
	case NOT_WHERE:
		cx_buf_puts(out, "left out by ");
		cx_buf_str(out, cx_buf_view(&s->filters));
		cx_buf_puts(out, s->filters.len ?
		    ", or by a field:word or phrase" :
		    "a field:word or phrase of the query");
		break;
	case EXCLUDED:
		cx_buf_puts(out, "left out by a -word of the query");
		break;
	case NOT_IN_FORCE:
		cx_buf_puts(out, "left out: its status has ended it, or it has "
		    "expired");
		break;
	case NO_MATCH:
		if (q->positive == 0)
			cx_buf_puts(out, "the query has no word to match");
		else if (s->rank == RANK_RECALL)
			cx_buf_puts(out, "too little in common with the query, "
			    "and not linked to what has more");
		else
			cx_buf_puts(out, "no word of the query matches its "
			    "name, tags, project, description or path");
		break;
	case LOST:
		cx_buf_puts(out, "its file has gone since the index was made");
		break;
	case RANKED:
		cx_buf_fmt(out, "result %zu of %zu", place, n);
		if (s->top && place > s->top)
			cx_buf_fmt(out, "; --top %zu ends before it", s->top);
		break;
	}
}
