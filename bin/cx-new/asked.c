/*
 * Derives keywords from a question.
 *
 * An answer seldom contains the words of its question, by which it is searched
 * for: "the cold bucket, since March" does not mention backups.
 */
#include "new.h"

#include "lib/base/utf8.h"
#include "lib/text/analyze.h"

#include <stdlib.h>
#include <string.h>

#define KEYWORDS 15

/* What stands between words.  Other signs are of a word: cache-key, C++. */
static bool
parts_words(uint32_t cp)
{
	if (cp < 0x80)
		return cp <= ' ' || strchr(",;?!()[]{}<>\"|", (int)cp);
	return !cx_is_wordchar(cp) && !cx_is_apostrophe(cp) &&
	    !cx_is_ignored(cp) && !cx_is_symbol(cp);
}

/* Takes the next word off *rest, without quotes and markup around it. */
static bool
next_word(struct cx_str *rest, struct cx_str *word)
{
	size_t at = 0, n = 0;
	uint32_t cp;

	*word = *rest;
	for (; at < rest->len; at += n) {
		n = cx_utf8_decode(rest->s + at, rest->len - at, &cp, NULL);
		if (parts_words(cp))
			break;
	}
	word->len = at;
	*rest = cx_str_from(*rest, at < rest->len ? at + n : at);
	while (word->len && strchr("*_~`':#", word->s[0]))
		*word = cx_str_from(*word, 1);
	while (word->len && strchr("*_~`':./-", word->s[word->len - 1]))
		word->len--;
	return word->len || rest->len;
}

/* Whether a word has a term that neither the text has, nor any question. */
static bool
is_new(struct cx_analyzer *a, struct cx_str word, unsigned flags,
    const bool *known, struct cx_terms *terms)
{
	bool found = false;

	terms->n = 0;
	cx_analyze(a, word, flags, terms);
	for (size_t i = 0; i < terms->n && !found; i++)
		found = !known[terms->id[i]] &&
		    !cx_analyzer_weak(a, terms->id[i]);
	return found;
}

void
draft_asked(struct drafts *all, struct draft *d, struct cx_analyzer *a)
{
	unsigned flags = cx_analyze_asked(a, d->asked) | CX_ANALYZE_STOP;
	struct cx_str rest = d->asked, word;
	struct cx_terms terms = {0};
	bool *known;

	/* All terms that there are, then those of the text. */
	while (next_word(&rest, &word))
		cx_analyze(a, word, flags, &terms);
	terms.n = 0;
	cx_analyze(a, d->name, CX_ANALYZE_ALL, &terms);
	cx_analyze(a, d->body, CX_ANALYZE_ALL, &terms);
	known = cx_calloc(cx_analyzer_count(a) + 1, sizeof *known);
	for (size_t i = 0; i < terms.n; i++)
		known[terms.id[i]] = true;
	for (rest = d->asked; d->keywords.n < KEYWORDS &&
	    next_word(&rest, &word);)
		if (is_new(a, word, flags, known, &terms))
			draft_words(all, d, &d->keywords, word);
	cx_terms_release(&terms);
	free(known);
}
