#include "bin/cx-score/snippet.h"

#include "lib/text/analyze.h"
#include "lib/yaml/front.h"
#include "lib/base/utf8.h"
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
	struct cx_buf lower;
	struct cx_terms of_line;
	struct cx_terms *of_word; /* by term of the query */
	size_t n_words;
};

struct snippets *
snippets_new(const struct settings *s)
{
	struct snippets *sn = cx_calloc(1, sizeof *sn);

	sn->s = s;
	return sn;
}

static void
forget_words(struct snippets *sn)
{
	for (size_t i = 0; i < sn->n_words; i++)
		cx_terms_release(&sn->of_word[i]);
	free(sn->of_word);
	sn->of_word = NULL;
	sn->n_words = 0;
}

void
snippets_free(struct snippets *sn)
{
	forget_words(sn);
	cx_analyzer_free(sn->analyzer);
	if (sn->front)
		cx_front_free(sn->front);
	cx_arena_release(&sn->arena);
	if (sn->vault_open)
		cx_vault_release(&sn->vault);
	cx_buf_release(&sn->text);
	cx_buf_release(&sn->clean);
	cx_buf_release(&sn->lower);
	cx_terms_release(&sn->of_line);
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

/* The terms of each word of the query, to be compared with those of lines. */
static void
learn_words(struct snippets *sn, const struct query *q)
{
	if (!sn->analyzer)
		sn->analyzer = cx_analyzer_new(cx_config_str(sn->s->config,
		    "rank", "language"));
	if (!sn->analyzer)
		cx_die(CX_USAGE, "[rank] language: no such stemmer");
	forget_words(sn);
	sn->of_word = cx_calloc(q->n, sizeof *sn->of_word);
	sn->n_words = q->n;
	for (size_t i = 0; i < q->n; i++)
		cx_analyze(sn->analyzer, q->terms[i].text, CX_ANALYZE_STOP,
		    &sn->of_word[i]);
}

static bool
has_term(const struct cx_terms *t, uint32_t id)
{
	for (size_t i = 0; i < t->n; i++) {
		if (t->id[i] == id)
			return true;
	}
	return false;
}

/* How many words of the query are in the line, as text or by their terms. */
static size_t
count_words(struct snippets *sn, const struct query *q, struct cx_str line)
{
	size_t n = 0;

	sn->lower.len = sn->of_line.n = 0;
	cx_utf8_key(&sn->lower, line);
	cx_analyze(sn->analyzer, line, CX_ANALYZE_STOP, &sn->of_line);
	for (size_t i = 0; i < q->n; i++) {
		const struct term *t = &q->terms[i];
		const struct cx_terms *w = &sn->of_word[i];
		bool all = w->n > 0;

		if (t->exclude)
			continue;
		for (size_t k = 0; k < w->n && all; k++)
			all = has_term(&sn->of_line, w->id[k]);
		n += all || cx_str_has(cx_buf_view(&sn->lower), t->text);
	}
	return n;
}

struct snippet {
	struct cx_str text;
	size_t line;
	size_t words;
};

/* Keeps the best, the earlier one of equals, in the order of the text. */
static void
keep(struct snippet *best, size_t *n, struct snippet found)
{
	size_t worst = 0;

	if (*n == SNIPPETS) {
		for (size_t i = 1; i < *n; i++) {
			if (best[i].words <= best[worst].words)
				worst = i;
		}
		if (best[worst].words >= found.words)
			return;
		memmove(&best[worst], &best[worst + 1],
		    (*n - worst - 1) * sizeof *best);
		--*n;
	}
	best[(*n)++] = found;
}

void
snippets_print(struct snippets *sn, const struct query *q, struct cx_str body,
    size_t line, struct cx_printer *p)
{
	struct snippet best[SNIPPETS];
	struct cx_str text;
	size_t n = 0;

	cx_print_array(p);
	learn_words(sn, q);
	for (; cx_str_split(&body, '\n', &text); line++) {
		struct snippet s = {cx_str_trim(text), line, 0};

		if (s.text.len)
			s.words = count_words(sn, q, s.text);
		if (s.words)
			keep(best, &n, s);
	}
	for (size_t i = 0; i < n; i++) {
		cx_print_object(p);
		cx_print_kint(p, "line", (int64_t)best[i].line);
		cx_print_kstr(p, "text", cx_utf8_prefix(best[i].text,
		    SNIPPET_CHARS));
		cx_print_end(p);
	}
	cx_print_end(p);
}
