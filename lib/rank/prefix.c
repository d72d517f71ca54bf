#include "lib/rank/prefix.h"

#include "lib/base/map.h"
#include "lib/text/doctext.h"

#include <stdlib.h>

/* Words that begin so, of the bodies of all parts. */
struct cx_begun {
	struct cx_str beginning;
	struct cx_str *word;
	size_t n, cap;
	struct cx_arena text;
	struct cx_begun *next;
};

struct terms_of {
	struct cx_pool *pool;
	struct cx_str beginning;
	struct cx_map seen; /* terms that do not begin so */
	cx_prefix_fn *take;
	void *arg;
};

/* A word that begins so. */
static void
take_word(void *arg, struct cx_str word)
{
	struct terms_of *t = arg;
	struct cx_analyzer *a = t->pool->analyzer;
	CX_AUTO(cx_terms_release) struct cx_terms ids = {0};

	cx_analyze(a, word, CX_ANALYZE_STOP, &ids);
	for (size_t i = 0; i < ids.n; i++) {
		struct cx_str term = cx_analyzer_term(a, ids.id[i]);
		uint32_t n = t->seen.n;

		if (!cx_str_starts(term, t->beginning) &&
		    cx_map_put(&t->seen, term) == n)
			t->take(t->arg, word, cx_search_find(t->pool->set,
			    CX_LIST_TEXT, term));
	}
}

/* Only an index lists the words of its bodies. */
static void
take_bodies(struct terms_of *t)
{
	struct cx_pool *pool = t->pool;
	CX_AUTO(cx_terms_release) struct cx_terms ids = {0};
	struct cx_record rec;
	struct cx_str body;
	size_t line;

	for (uint32_t i = 0; i < cx_search_atoms(pool->set); i++) {
		cx_pool_record(pool, i, &rec);
		if (!cx_doc_compared(pool->config, &rec) ||
		    !cx_pool_body(pool, i, &rec, &body, &line))
			continue;
		ids.n = 0;
		cx_analyze(pool->analyzer, body, CX_ANALYZE_WORDS, &ids);
		for (size_t k = 0; k < ids.n; k++) {
			struct cx_str word = cx_analyzer_term(pool->analyzer,
			    ids.id[k] >> 1);

			if (cx_str_starts(word, t->beginning))
				take_word(t, word);
		}
	}
}

static void
add_begun(void *arg, struct cx_str word)
{
	struct cx_begun *b = arg;

	*CX_NEXT(b->word, b->n, b->cap) = cx_arena_copy(&b->text, word);
}

/* They are asked for once: who prints results prints them alone. */
static const struct cx_begun *
begun(struct cx_pool *pool, struct cx_str beginning)
{
	struct cx_begun *b = pool->begun, mine = {.n = 0};

	while (b && !cx_str_eq(b->beginning, beginning))
		b = b->next;
	if (b)
		return b;
	cx_search_body_begin(pool->set, beginning, add_begun, &mine);
	b = cx_calloc(1, sizeof *b);
	cx_parts_shared(pool->parts, mine.word, mine.n, 1, add_begun, b);
	b->beginning = cx_arena_copy(&b->text, beginning);
	b->next = pool->begun;
	pool->begun = b;
	free(mine.word);
	cx_arena_release(&mine.text);
	return b;
}

void
cx_prefix_release(struct cx_pool *pool)
{
	struct cx_begun *b;

	while ((b = pool->begun)) {
		pool->begun = b->next;
		free(b->word);
		cx_arena_release(&b->text);
		free(b);
	}
}

void
cx_prefix_each(struct cx_pool *pool, struct cx_str beginning,
    cx_prefix_fn *take, void *arg)
{
	CX_AUTO(cx_terms_release) struct cx_terms ids = {0};
	CX_AUTO_BUF folded = CX_BUF_INIT;
	struct terms_of t = {.pool = pool, .take = take, .arg = arg};
	struct cx_words words;
	struct cx_cursor list;

	cx_analyze(pool->analyzer, beginning, CX_ANALYZE_WORDS |
	    CX_ANALYZE_PLAIN, &ids);
	if (ids.n != 1)
		return;
	cx_buf_str(&folded, cx_analyzer_term(pool->analyzer, ids.id[0] >> 1));
	t.beginning = cx_buf_view(&folded);
	words = cx_search_words(pool->set, CX_LIST_TEXT, t.beginning,
	    CX_MATCH_START);
	while (cx_words_next(&words, &list))
		take(arg, cx_cursor_word(&list), list);
	if (pool->memory) {
		take_bodies(&t);
	} else if (pool->parts) {
		const struct cx_begun *b = begun(pool, t.beginning);

		for (size_t i = 0; i < b->n; i++)
			take_word(&t, b->word[i]);
	} else {
		cx_search_body_begin(pool->set, t.beginning, take_word, &t);
	}
	cx_map_release(&t.seen);
}

/* --- how often --- */

static void
add_list(void *arg, struct cx_str word, struct cx_cursor list)
{
	struct cx_posting block[CX_POSTINGS_LINE], *all = arg;
	size_t n;

	(void)word;
	while ((n = cx_cursor_next(&list, block))) {
		for (size_t i = 0; i < n; i++) {
			struct cx_posting *p = &all[block[i].atom];

			p->text += block[i].text;
			p->names += block[i].names;
			p->labels += block[i].labels;
		}
	}
}

struct cx_posting *
cx_prefix_postings(struct cx_pool *pool, struct cx_str beginning, size_t *n)
{
	uint32_t atoms = cx_search_atoms(pool->set);
	struct cx_posting *all = cx_calloc(atoms, sizeof *all);

	cx_prefix_each(pool, beginning, add_list, all);
	*n = 0;
	for (uint32_t i = 0; i < atoms; i++) {
		struct cx_posting p = all[i];

		p.atom = i;
		if (p.text || p.names || p.labels)
			all[(*n)++] = p;
	}
	return all;
}
