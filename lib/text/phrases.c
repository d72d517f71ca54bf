#include "lib/text/phrases.h"
#include "lib/base/map.h"
#include "lib/base/utf8.h"

#include <stdlib.h>

#define ROOT 0

/* A place in the tree of phrases, whose edges are words. */
struct state {
	uint32_t word;	 /* of the edge to it */
	uint32_t parent;
	uint32_t first;	 /* child; 0: none */
	uint32_t next;	 /* sibling; 0: none */
	uint32_t fail;	 /* the longest other ending that begins a phrase */
	uint32_t phrase; /* + 1, the longest that ends here; 0: none */
	uint32_t tokens; /* of that phrase */
};

struct cx_phrases {
	struct cx_arena arena;
	struct cx_str *phrase;
	size_t n, cap;
	struct cx_map words;
	struct cx_map edges; /* state and word, to edge number */
	uint32_t *target;    /* by edge */
	size_t target_cap;
	struct state *state;
	size_t n_states, states_cap;
	size_t depth;  /* of the longest phrase, in tokens */
	size_t *start; /* of the last `depth` tokens, in turn */
	bool built;
	struct cx_buf word;
};

/* --- words --- */

struct tokens {
	struct cx_str text;
	size_t at;
	size_t from, to; /* of the token */
	const char *rest; /* "have": a second word that stands in the same */
};

static bool
apostrophe(uint32_t cp)
{
	return cp == '\'' || cp == 0x2019 || cp == 0x2018 || cp == 0x02BC ||
	    cp == 0xFF07;
}

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
	return cx_is_wordchar(cp) && !apostrophe(cp);
}

/* The length of a run of `_` with a letter behind it, or 0. */
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
		if (!n || (cp != '-' && !apostrophe(cp)) ||
		    !in_word(peek(text, t->at + n, &m)))
			break;
		cx_utf8_lower(out, cx_strn(text.s + plain, t->at - plain));
		cx_buf_char(out, cp == '-' ? '-' : '\'');
		t->at += n;
		plain = t->at;
	}
	cx_utf8_lower(out, cx_strn(text.s + plain, t->at - plain));
}

/* The next token: a word, or one other character that is no white space. */
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

/* --- the automaton --- */

struct edge {
	uint32_t state, word;
};

static struct cx_str
edge_key(const struct edge *e)
{
	return cx_strn((const char *)e, sizeof *e);
}

/* The state that word leads to; ROOT when there is no such edge. */
static uint32_t
follow(const struct cx_phrases *p, uint32_t state, uint32_t word)
{
	struct edge e = {state, word};
	uint32_t n = cx_map_get(&p->edges, edge_key(&e));

	return n == CX_MAP_NONE ? ROOT : p->target[n];
}

static uint32_t
new_state(struct cx_phrases *p, uint32_t parent, uint32_t word)
{
	struct state s = {word, parent, 0, 0, ROOT, 0, 0};

	CX_GROW(p->state, p->n_states, p->states_cap);
	if (p->n_states > 0) {
		s.next = p->state[parent].first;
		p->state[parent].first = (uint32_t)p->n_states;
	}
	p->state[p->n_states] = s;
	return (uint32_t)p->n_states++;
}

static uint32_t
extend(struct cx_phrases *p, uint32_t from, uint32_t word)
{
	struct edge e = {from, word};
	uint32_t to = follow(p, from, word), n;

	if (to != ROOT)
		return to;
	to = new_state(p, from, word);
	n = cx_map_put(&p->edges, cx_arena_copy(&p->arena, edge_key(&e)));
	if (n == p->target_cap)
		p->target = cx_grow(p->target, &p->target_cap,
		    sizeof *p->target);
	p->target[n] = to;
	return to;
}

struct cx_phrases *
cx_phrases_new(void)
{
	struct cx_phrases *p = cx_calloc(1, sizeof *p);

	new_state(p, ROOT, 0);
	return p;
}

void
cx_phrases_free(struct cx_phrases *p)
{
	if (!p)
		return;
	cx_arena_release(&p->arena);
	cx_map_release(&p->words);
	cx_map_release(&p->edges);
	cx_buf_release(&p->word);
	free(p->phrase);
	free(p->target);
	free(p->state);
	free(p->start);
	free(p);
}

/* Adds the tokens, or only the words; returns how many were left out. */
static size_t
add_path(struct cx_phrases *p, struct cx_str phrase, bool punctuation)
{
	struct tokens t = {phrase, 0, 0, 0, NULL};
	uint32_t state = ROOT, tokens = 0, word;
	size_t left_out = 0;

	while (next_token(&t, &p->word)) {
		if (!punctuation && !is_word(&p->word)) {
			left_out++;
			continue;
		}
		word = cx_map_get(&p->words, cx_buf_view(&p->word));
		if (word == CX_MAP_NONE)
			word = cx_map_put(&p->words,
			    cx_arena_copy(&p->arena, cx_buf_view(&p->word)));
		state = extend(p, state, word);
		tokens++;
	}
	if (state != ROOT && !p->state[state].phrase) {
		p->state[state].phrase = (uint32_t)p->n;
		p->state[state].tokens = tokens;
	}
	if (tokens > p->depth)
		p->depth = tokens;
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
	CX_GROW(p->phrase, p->n, p->cap);
	p->phrase[p->n++] = cx_arena_copy(&p->arena, phrase);
	if (add_path(p, phrase, false) > 0)
		add_path(p, phrase, true);
	return true;
}

/* The state after word, from the longest ending that goes on with it. */
static uint32_t
step(const struct cx_phrases *p, uint32_t state, uint32_t word)
{
	for (;;) {
		uint32_t to = follow(p, state, word);

		if (to != ROOT || state == ROOT)
			return to;
		state = p->state[state].fail;
	}
}

/* Fail links, breadth first, so that those of shorter endings are there. */
static void
build(struct cx_phrases *p)
{
	uint32_t *queue = cx_realloc(NULL, p->n_states, sizeof *queue);
	size_t head = 0, tail = 0;

	p->start = cx_realloc(NULL, p->depth + 1, sizeof *p->start);
	queue[tail++] = ROOT;
	while (head < tail) {
		uint32_t at = queue[head++];
		struct state *s = &p->state[at];

		if (s->parent != ROOT)
			s->fail = step(p, p->state[s->parent].fail, s->word);
		if (!s->phrase) {
			s->phrase = p->state[s->fail].phrase;
			s->tokens = p->state[s->fail].tokens;
		}
		for (uint32_t c = s->first; c; c = p->state[c].next)
			queue[tail++] = c;
	}
	free(queue);
	p->built = true;
}

bool
cx_phrases_find(struct cx_phrases *p, struct cx_str text,
    struct cx_phrase *out)
{
	struct tokens t = {text, 0, 0, 0, NULL};
	uint32_t state = ROOT;

	if (!p->built)
		build(p);
	for (size_t n = 0; p->depth && next_token(&t, &p->word); n++) {
		uint32_t word = cx_map_get(&p->words, cx_buf_view(&p->word));
		const struct state *s;

		p->start[n % p->depth] = t.from;
		state = word == CX_MAP_NONE ? ROOT : step(p, state, word);
		s = &p->state[state];
		if (!s->phrase)
			continue;
		out->phrase = p->phrase[s->phrase - 1];
		out->at = p->start[(n + 1 - s->tokens) % p->depth];
		out->len = t.to - out->at;
		return true;
	}
	return false;
}
