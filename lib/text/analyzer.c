/* Analyzers, and what they know. */
#include "lib/text/analyze-impl.h"

#include <libstemmer.h>
#include <stdlib.h>
#include <utf8proc.h>

/* Bumped when the same text would give other terms. */
#define ALGORITHM 2
/* The Snowball release whose interface and algorithms we build against. */
#define STEMMER_RELEASE "snowball 2"

struct cx_analyzer *
cx_analyzer_new(struct cx_str language)
{
	struct cx_analyzer *a = cx_calloc(1, sizeof *a);

	cx_buf_str(&a->language, language);
	cx_shortmap_init(&a->shorts);
	if (cx_str_is(language, "none"))
		return a;
	a->stemmer = sb_stemmer_new(cx_buf_cstr(&a->language), "UTF_8");
	a->stop_list = cx_str_is(language, "porter") ||
	    cx_str_is(language, "english");
	if (!a->stemmer) {
		cx_analyzer_free(a);
		return NULL;
	}
	return a;
}

void
cx_analyzer_free(struct cx_analyzer *a)
{
	if (!a)
		return;
	if (a->stemmer)
		sb_stemmer_delete(a->stemmer);
	cx_buf_release(&a->language);
	cx_arena_release(&a->arena);
	cx_map_release(&a->terms);
	cx_map_release(&a->words);
	cx_shortmap_release(&a->shorts);
	free(a->term);
	free(a->word);
	free(a);
}

void
cx_analyzer_close(struct cx_analyzer *a)
{
	cx_shortmap_release(&a->shorts);
	cx_map_release(&a->words);
	free(a->word);
	a->word = NULL;
	a->word_cap = 0;
	free(a->terms.slot);
	a->terms.slot = NULL;
}

struct cx_str
cx_analyzer_term(const struct cx_analyzer *a, uint32_t id)
{
	return a->terms.key[id];
}

bool
cx_analyzer_word(const struct cx_analyzer *a, uint32_t id,
    struct cx_word *out)
{
	*out = (struct cx_word){a->term[id] >> 1, a->term[id] & 1};
	return a->term[id] != NO_WORD;
}

uint32_t
cx_analyzer_count(const struct cx_analyzer *a)
{
	return a->terms.n;
}

void
cx_analyzer_describe(const struct cx_analyzer *a, struct cx_buf *out)
{
	cx_buf_fmt(out, "%d; %.*s; utf8proc %s, unicode %s", ALGORITHM,
	    (int)a->language.len, a->language.s, utf8proc_version(),
	    utf8proc_unicode_version());
	if (a->stemmer)
		cx_buf_puts(out, "; " STEMMER_RELEASE);
}

struct cx_analyzer *
cx_analyzer_like(struct cx_str description)
{
	struct cx_str rest = description, language = {NULL, 0};
	struct cx_buf own = CX_BUF_INIT;
	struct cx_analyzer *a;
	bool same;

	/* "ALGORITHM; LANGUAGE; ..." */
	if (!cx_str_split(&rest, ';', &language) ||
	    !cx_str_split(&rest, ';', &language))
		return NULL;
	a = cx_analyzer_new(cx_str_trim(language));
	if (!a)
		return NULL;
	cx_analyzer_describe(a, &own);
	same = cx_str_eq(cx_buf_view(&own), description);
	cx_buf_release(&own);
	if (same)
		return a;
	cx_analyzer_free(a);
	return NULL;
}

void
cx_terms_release(struct cx_terms *t)
{
	free(t->id);
	*t = (struct cx_terms){0};
}
