#include "bin/cx-score/snippet.h"

#include "lib/text/passages.h"
#include "lib/base/utf8.h"
#include "lib/yaml/front.h"
#include "lib/file/vault.h"

#include <errno.h>
#include <stdlib.h>

struct snippets {
	const struct settings *s;
	struct cx_analyzer *analyzer;
	struct cx_front_parser *front;
	struct cx_arena arena;
	struct cx_vault vault;
	bool vault_open;
	struct cx_buf text;
	struct cx_buf clean; /* the text as UTF-8, where it is not */
	struct cx_passages *passages;
};

struct snippets *
snippets_new(const struct settings *s)
{
	struct snippets *sn = cx_calloc(1, sizeof *sn);

	sn->s = s;
	return sn;
}

void
snippets_free(struct snippets *sn)
{
	cx_passages_free(sn->passages);
	cx_analyzer_free(sn->analyzer);
	if (sn->front)
		cx_front_free(sn->front);
	cx_arena_release(&sn->arena);
	if (sn->vault_open)
		cx_vault_release(&sn->vault);
	cx_buf_release(&sn->text);
	cx_buf_release(&sn->clean);
	free(sn);
}

static size_t
newlines(struct cx_str s)
{
	size_t n = 0;
	const char *at;

	while (s.len && (at = memchr(s.s, '\n', s.len))) {
		s = cx_str_from(s, (size_t)(at - s.s) + 1);
		n++;
	}
	return n;
}

size_t
snippets_first_line(const struct cx_record *rec, struct cx_str body)
{
	int64_t lines = cx_record_int(rec, "lines", 0);
	size_t of_body = newlines(body) + 1;

	return (size_t)lines > of_body ? (size_t)lines - of_body + 1 : 1;
}

bool
snippets_body(struct snippets *sn, const struct cx_record *rec,
    struct cx_str *body, size_t *line)
{
	const struct cx_json *own = cx_json_get(rec->root, "body");
	struct cx_buf path = CX_BUF_INIT;
	struct cx_front front;
	struct cx_str text;
	int err;

	if (own && own->type == CX_JSON_STRING) {
		*body = cx_json_str(own);
		*line = snippets_first_line(rec, *body);
		return true;
	}
	if (!sn->vault_open)
		cx_vault_init(&sn->vault, sn->s->vault,
		    cx_config_vault(sn->s->config));
	sn->vault_open = true;
	cx_buf_str(&path, cx_record_path(rec));
	sn->text.len = 0;
	err = cx_read_file(sn->vault.fd, cx_buf_cstr(&path), &sn->text,
	    CX_ATOM_MAX, NULL);
	if (err && err != EFBIG)
		cx_error(CX_PARTIAL, "%s: %s", path.s, cx_file_error(err));
	cx_buf_release(&path);
	if (err && err != EFBIG)
		return false;
	if (!sn->front)
		sn->front = cx_front_new();
	text = cx_buf_view(&sn->text);
	if (cx_utf8_invalid(text) < text.len) {
		sn->clean.len = 0;
		cx_utf8_clean(&sn->clean, text);
		text = cx_buf_view(&sn->clean);
	}
	cx_arena_reset(&sn->arena);
	cx_front_read(sn->front, text, &sn->arena, &front);
	*body = cx_str_from(text, front.body);
	*line = front.lines + 1;
	return true;
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
		cx_print_key(p, "matches");
		cx_print_array(p);
		cx_passages_marks(sn->passages, v->text, print_mark, p);
		cx_print_end(p);
		cx_print_end(p);
	}
	cx_print_end(p);
}
