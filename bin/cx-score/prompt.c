/*
 * Decides whether a note is what a prompt is about (--about).
 *
 * A prompt is not a query: "can you help me with the session cache?" asks for
 * notes about a session cache, not about helping, and most prompts concern
 * nothing in the notes.  So words of asking do not count, a prompt has no
 * syntax, and a note needs two of the other words, or one in its name, and by
 * BM25 four fifths of the weight of all of them, unknown words having the
 * largest weight.  A word counts its weight if it occurs once in a note of
 * average length: less in a long list of everything, more if repeated.
 * Measured by tests/bench/prompts.
 */
#include "bin/cx-score/score.h"

#include "lib/base/utf8.h"
#include "lib/text/everyday.h"

#include <stdlib.h>
#include <string.h>

/* So many different words are looked for, the first. */
#define WORDS_MAX 64

/* The next word: letters, digits and _, with ' between them. */
static struct cx_str
next_word(struct cx_str *rest)
{
	struct cx_str word = {rest->s, 0};
	uint32_t cp;

	while (rest->len) {
		size_t n = cx_utf8_decode(rest->s, rest->len, &cp, NULL);
		bool in = cx_is_wordchar(cp) || cp == '_';

		if (in || (cp == '\'' && word.len))
			word.len += n;
		else if (word.len)
			break;
		*rest = cx_str_from(*rest, n);
		if (!word.len)
			word.s = rest->s;
	}
	while (word.len && word.s[word.len - 1] == '\'')
		word.len--;
	return word;
}

void
about_words(struct cx_buf *out, struct cx_str prompt)
{
	CX_AUTO_BUF lower = CX_BUF_INIT;
	CX_AUTO(cx_arena_release) struct cx_arena arena = {0};
	CX_AUTO(cx_map_release) struct cx_map seen = {0};
	struct cx_str word;

	while (seen.n < WORDS_MAX && (word = next_word(&prompt)).len) {
		lower.len = 0;
		cx_utf8_lower(&lower, word);
		word = cx_buf_view(&lower);
		/* A letter is a word of a query; of a prompt it is "I". */
		if (word.len == 1 || cx_is_everyday(word) ||
		    cx_map_get(&seen, word) != CX_MAP_NONE)
			continue;
		cx_map_put(&seen, cx_arena_copy(&arena, word));
		if (out->len)
			cx_buf_char(out, ' ');
		cx_buf_str(out, word);
	}
}
