/* names.c: words, and the automaton over them. */
#include "names.h"

#include "lib/base/utf8.h"

#include <stdlib.h>

/* Shortest name, in characters: "API" would be found everywhere.  Two will do
 * where a character is as good as a word. */
#define SHORTEST 4
#define SHORTEST_DENSE 2

/* Scripts without blanks between words: Thai to Burmese, Khmer, Kana, Han. */
static bool
is_dense(uint32_t c)
{
	return (c >= 0x0e00 && c <= 0x0eff) || (c >= 0x1000 && c <= 0x109f) ||
	       (c >= 0x1780 && c <= 0x17ff) || (c >= 0x3005 && c <= 0x3007) ||
	       (c >= 0x3041 && c <= 0x30ff) || (c >= 0x3400 && c <= 0x9fff) ||
	       (c >= 0xf900 && c <= 0xfaff) || (c >= 0x20000 && c <= 0x3ffff);
}

bool
word_next(struct cx_str text, size_t *at, struct word *w)
{
	uint32_t c = ' ';
	size_t n = 0;

	for (; *at < text.len; *at += n) {
		n = cx_utf8_decode(text.s + *at, text.len - *at, &c, NULL);
		if (!cx_is_space(c))
			break;
	}
	if (*at == text.len)
		return false;
	*w = (struct word){*at, *at + n, cx_is_letter(c), is_dense(c)};
	*at += n;
	if (w->dense || !cx_is_wordchar(c))
		return true;
	for (; *at < text.len; *at += n) {
		n = cx_utf8_decode(text.s + *at, text.len - *at, &c, NULL);
		if (!cx_is_wordchar(c) || is_dense(c))
			break;
		w->letters = w->letters || cx_is_letter(c);
	}
	w->end = *at;
	return true;
}

void
names_init(struct names *m)
{
	*m = (struct names){0};
	CX_GROW(m->node, m->n, m->cap);
	m->node[m->n++] = (struct node){.match = NO_NODE};
}

void
names_release(struct names *m)
{
	cx_arena_release(&m->arena);
	cx_map_release(&m->words);
	cx_map_release(&m->children);
	cx_buf_release(&m->key);
	free(m->node);
}

static struct cx_str
key_of(struct names *m, struct cx_str word)
{
	m->key.len = 0;
	cx_utf8_key(&m->key, word);
	return cx_buf_view(&m->key);
}

static uint32_t
child(const struct names *m, uint32_t node, uint32_t word)
{
	uint32_t pair[2] = {node, word};
	uint32_t n =
	    cx_map_get(&m->children, cx_strn((const char *)pair, sizeof pair));

	return n == CX_MAP_NONE ? NO_NODE : n + 1;
}

static uint32_t
add_child(struct names *m, uint32_t node, struct cx_str word)
{
	struct cx_str key = key_of(m, word);
	uint32_t pair[2], n, w = cx_map_get(&m->words, key);

	if (w == CX_MAP_NONE)
		w = cx_map_put(&m->words, cx_arena_copy(&m->arena, key));
	n = child(m, node, w);
	if (n != NO_NODE)
		return n;
	pair[0] = node;
	pair[1] = w;
	cx_map_put(&m->children,
	    cx_arena_copy(&m->arena, cx_strn((const char *)pair, sizeof pair)));
	CX_GROW(m->node, m->n, m->cap);
	m->node[m->n] = (struct node){.parent = node,
	    .word = w,
	    .depth = m->node[node].depth + 1,
	    .match = NO_NODE};
	return (uint32_t)m->n++;
}

uint32_t
names_add(struct names *m, struct cx_str name)
{
	bool letters = false, dense = false;
	size_t at = 0, count = cx_utf8_count(cx_str_trim(name));
	struct word w;
	uint32_t node = 0;

	while (word_next(name, &at, &w)) {
		letters = letters || w.letters;
		dense = dense || w.dense;
	}
	/* Dates and numbers are no names that a text would mention. */
	if (!letters || count < (dense ? SHORTEST_DENSE : SHORTEST))
		return NO_NODE;
	for (at = 0; word_next(name, &at, &w);)
		node = add_child(
		    m, node, cx_strn(name.s + w.start, w.end - w.start));
	m->node[node].is_name = true;
	return node;
}

static uint32_t
step(const struct names *m, uint32_t state, uint32_t word)
{
	uint32_t next;

	while ((next = child(m, state, word)) == NO_NODE && state != 0)
		state = m->node[state].fail;
	return next == NO_NODE ? 0 : next;
}

void
names_build(struct names *m)
{
	uint32_t *order = cx_malloc(cx_mul(m->n, sizeof *order));
	uint32_t *begin, deepest = 0, i;

	for (i = 0; i < m->n; i++)
		if (m->node[i].depth > deepest)
			deepest = m->node[i].depth;
	begin = cx_calloc((size_t)deepest + 2, sizeof *begin);
	for (i = 0; i < m->n; i++)
		begin[m->node[i].depth + 1]++;
	for (i = 1; i <= deepest; i++)
		begin[i] += begin[i - 1];
	for (i = 0; i < m->n; i++)
		order[begin[m->node[i].depth]++] = i;
	/* Shallow nodes first: a fail is always shallower. */
	for (i = 1; i < m->n; i++) {
		struct node *d = &m->node[order[i]];

		d->fail = d->depth == 1
			      ? 0
			      : step(m, m->node[d->parent].fail, d->word);
		d->match = d->is_name ? order[i] : m->node[d->fail].match;
	}
	free(begin);
	free(order);
}

uint32_t
names_step(struct names *m, uint32_t state, struct cx_str word)
{
	uint32_t w = cx_map_get(&m->words, key_of(m, word));

	return w == CX_MAP_NONE ? 0 : step(m, state, w);
}
