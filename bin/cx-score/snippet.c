#include "bin/cx-score/snippet.h"

#include "lib/atom/bodies.h"
#include "lib/text/passages.h"

#include <stdlib.h>

struct snippets {
	const struct settings *s;
	struct cx_bodies bodies;
	struct cx_analyzer *analyzer;
	struct cx_passages *passages;
};

struct snippets *
snippets_new(const struct settings *s)
{
	struct snippets *sn = cx_calloc(1, sizeof *sn);

	sn->s = s;
	sn->bodies.vault = s->vault;
	sn->bodies.config = s->config;
	sn->bodies.needed = true;
	return sn;
}

void
snippets_free(struct snippets *sn)
{
	cx_passages_free(sn->passages);
	cx_analyzer_free(sn->analyzer);
	cx_bodies_release(&sn->bodies);
	free(sn);
}

bool
snippets_body(struct snippets *sn, const struct cx_record *rec,
    struct cx_str *body, size_t *line)
{
	bool have = cx_body(&sn->bodies, rec, body);

	*line = sn->bodies.line;
	return have;
}

static void
learn_words(struct snippets *sn, const struct query *q)
{
	CX_AUTO_BUF words = CX_BUF_INIT;

	if (!sn->analyzer)
		sn->analyzer = cx_analyzer_of(sn->s->config);
	if (!sn->passages)
		sn->passages = cx_passages_new(sn->analyzer);
	for (size_t i = 0; i < q->n; i++) {
		if (q->terms[i].exclude)
			continue;
		cx_buf_str(&words, q->terms[i].typed);
		cx_buf_char(&words, ' ');
	}
	cx_passages_query(sn->passages, cx_buf_view(&words));
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

void
snippets_print(struct snippets *sn, const struct query *q,
    const struct cx_record *rec, struct cx_str body, size_t line,
    struct cx_printer *p)
{
	learn_words(sn, q);
	cx_passages_read(sn->passages, body, cx_record_str(rec, "name",
	    CX_STR("")));
	cx_passages_pick(sn->passages, sn->s->snippets);
	cx_print_array(p);
	for (size_t i = 0; i < sn->passages->n; i++) {
		const struct cx_passage *v = &sn->passages->v[i];

		cx_print_object(p);
		cx_print_kint(p, "line", (int64_t)(line + v->line));
		cx_print_kstr(p, "text", v->text);
		cx_print_karray(p, "matches");
		cx_passages_marks(sn->passages, v->text, print_mark, p);
		cx_print_end(p);
		cx_print_end(p);
	}
	cx_print_end(p);
}
