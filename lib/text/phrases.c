#include "lib/text/phrases.h"
#include "lib/base/utf8.h"
#include "lib/text/wordtree.h"

#include <stdlib.h>

struct cx_phrases {
	struct cx_wordtree tree;
	struct cx_arena arena;
	struct cx_str *phrase; /* by number in the tree */
	size_t n, cap;
	size_t *start; /* of the last tokens, in turn; NULL: not built */
	struct cx_buf word;
};

/* --- words --- */

struct tokens {
	struct cx_str text;
	size_t at;
	size_t from, to; /* of the token */
	const char *rest; /* "have": a second word that stands in the same */
};

static uint32_t
peek(struct cx_str text, size_t at, size_t *len)
{
	uint32_t cp = ' ';

	*len = 0;
	if (at < text.len)
		*len = cx_utf8_decode(text.s + at, text.len - at, &cp, NULL);
	return cp;
}

static bool
in_word(uint32_t cp)
{
	return cx_is_wordchar(cp) && !cx_is_apostrophe(cp);
}

/* The length of a run of `_` with a letter after it, or 0. */
static size_t
inner_line(struct cx_str text, size_t at)
{
	size_t to = at, n;

	while (to < text.len && text.s[to] == '_')
		to++;
	return in_word(peek(text, to, &n)) ? to - at : 0;
}

/* Puts a word in lower case, its apostrophes straight. */
static void
take_word(struct tokens *t, struct cx_buf *out)
{
	struct cx_str text = t->text;
	size_t n, m, plain = t->from;
	uint32_t cp;

	for (;;) {
		cp = peek(text, t->at, &n);
		if (n && in_word(cp)) {
			t->at += n;
			continue;
		}
		if (cp == '_' && (m = inner_line(text, t->at)) > 0) {
			t->at += m;
			continue;
		}
		if (!n || (cp != '-' && !cx_is_apostrophe(cp)) ||
		    !in_word(peek(text, t->at + n, &m)))
			break;
		cx_utf8_lower(out, cx_strn(text.s + plain, t->at - plain));
		cx_buf_char(out, cp == '-' ? '-' : '\'');
		t->at += n;
		plain = t->at;
	}
	cx_utf8_lower(out, cx_strn(text.s + plain, t->at - plain));
}

/* The next token: a word, or one other character that is not white space. */
static bool
next_token(struct tokens *t, struct cx_buf *out)
{
	size_t n;
	uint32_t cp;

	out->len = 0;
	if (t->rest) {
		cx_buf_puts(out, t->rest);
		t->rest = NULL;
		return true;
	}
	while (cp = peek(t->text, t->at, &n), n && cx_is_space(cp))
		t->at += n;
	if (!n)
		return false;
	t->from = t->at;
	if (in_word(cp)) {
		take_word(t, out);
		if (cx_str_ends(cx_buf_view(out), CX_STR("'ve")))
			t->rest = "have";
		else if (cx_str_ends(cx_buf_view(out), CX_STR("'ll")))
			t->rest = "will";
		if (t->rest)
			out->len -= 3;
	} else {
		cx_buf_add(out, t->text.s + t->at, n);
		t->at += n;
	}
	t->to = t->at;
	return true;
}

/* Whether the token in out is a word. */
static bool
is_word(const struct cx_buf *out)
{
	size_t n;

	return in_word(peek(cx_buf_view(out), 0, &n));
}

/* --- phrases --- */

struct cx_phrases *
cx_phrases_new(void)
{
	return cx_calloc(1, sizeof(struct cx_phrases));
}

void
cx_phrases_free(struct cx_phrases *p)
{
	if (!p)
		return;
	cx_wordtree_release(&p->tree);
	cx_arena_release(&p->arena);
	cx_buf_release(&p->word);
	free(p->phrase);
	free(p->start);
	free(p);
}

/* Adds the tokens, or only the words; returns how many were left out. */
static size_t
add_path(struct cx_phrases *p, struct cx_str phrase, bool punctuation)
{
	struct tokens t = {phrase, 0, 0, 0, NULL};
	size_t left_out = 0;
	uint32_t node = 0;

	while (next_token(&t, &p->word)) {
		if (punctuation || is_word(&p->word))
			node = cx_wordtree_add(&p->tree, node,
			    cx_buf_view(&p->word));
		else
			left_out++;
	}
	if (cx_wordtree_name(&p->tree, node) == p->n) {
		*CX_NEXT(p->phrase, p->n, p->cap) = phrase;
	}
	return left_out;
}

bool
cx_phrases_add(struct cx_phrases *p, struct cx_str phrase)
{
	struct tokens t = {phrase, 0, 0, 0, NULL};
	bool words = false;

	while (next_token(&t, &p->word))
		words = words || is_word(&p->word);
	if (!words)
		return false;
	phrase = cx_arena_copy(&p->arena, phrase);
	if (add_path(p, phrase, false) > 0)
		add_path(p, phrase, true);
	return true;
}

bool
cx_phrases_find(struct cx_phrases *p, struct cx_str text, struct cx_phrase *out)
{
	struct tokens t = {text, 0, 0, 0, NULL};
	const size_t depth = p->tree.depth;
	uint32_t state = 0, hit;

	if (!p->start) {
		cx_wordtree_build(&p->tree);
		p->start = cx_calloc(depth + 1, sizeof *p->start);
	}
	for (size_t n = 0; depth && next_token(&t, &p->word); n++) {
		p->start[n % depth] = t.from;
		state = cx_wordtree_step(&p->tree, state,
		    cx_buf_view(&p->word));
		hit = p->tree.node[state].match;
		if (hit == CX_WORDTREE_NONE)
			continue;
		out->phrase = p->phrase[p->tree.node[hit].name];
		out->at = p->start[(n + 1 - p->tree.node[hit].depth) % depth];
		out->len = t.to - out->at;
		return true;
	}
	return false;
}
