#include "lib/text/wordtree.h"

#include <stdlib.h>

static uint32_t
new_node(struct cx_wordtree *t, uint32_t parent, uint32_t word)
{
	uint32_t depth = t->n ? t->node[parent].depth + 1 : 0;

	CX_GROW(t->node, t->n, t->cap);
	t->node[t->n] = (struct cx_wordtree_node){parent, word, depth, 0,
	    CX_WORDTREE_NONE, CX_WORDTREE_NONE};
	if (depth > t->depth)
		t->depth = depth;
	return (uint32_t)t->n++;
}

/* Children are numbered as they are made, as all nodes but the root are. */
static uint32_t
child(const struct cx_wordtree *t, uint32_t node, uint32_t word)
{
	const uint32_t pair[2] = {node, word};
	uint32_t n = cx_map_get(&t->children,
	    cx_strn((const char *)pair, sizeof pair));

	return n == CX_MAP_NONE ? 0 : n + 1;
}

uint32_t
cx_wordtree_add(struct cx_wordtree *t, uint32_t node, struct cx_str word)
{
	uint32_t pair[2] = {node, cx_map_intern(&t->words, &t->arena, word)};
	uint32_t next;

	if (t->n == 0)
		new_node(t, 0, 0);
	next = child(t, node, pair[1]);
	if (next)
		return next;
	(void)cx_map_intern(&t->children, &t->arena,
	    cx_strn((const char *)pair, sizeof pair));
	return new_node(t, node, pair[1]);
}

uint32_t
cx_wordtree_name(struct cx_wordtree *t, uint32_t node)
{
	if (t->node[node].name == CX_WORDTREE_NONE)
		t->node[node].name = t->names++;
	return t->node[node].name;
}

/* The state after word, from the longest ending that goes on with it. */
static uint32_t
step(const struct cx_wordtree *t, uint32_t state, uint32_t word)
{
	uint32_t next;

	while ((next = child(t, state, word)) == 0 && state != 0)
		state = t->node[state].fail;
	return next;
}

void
cx_wordtree_build(struct cx_wordtree *t)
{
	uint32_t *order, *begin;

	if (t->n == 0)
		new_node(t, 0, 0);
	/* Shallow nodes first: a fail is always shallower. */
	order = cx_malloc(cx_mul(t->n, sizeof *order));
	begin = cx_calloc((size_t)t->depth + 2, sizeof *begin);
	for (size_t i = 0; i < t->n; i++)
		begin[t->node[i].depth + 1]++;
	for (size_t i = 1; i <= t->depth; i++)
		begin[i] += begin[i - 1];
	for (uint32_t i = 0; i < t->n; i++)
		order[begin[t->node[i].depth]++] = i;
	for (size_t i = 1; i < t->n; i++) {
		struct cx_wordtree_node *d = &t->node[order[i]];

		if (d->depth > 1)
			d->fail = step(t, t->node[d->parent].fail, d->word);
		d->match = d->name != CX_WORDTREE_NONE ? order[i] :
		    t->node[d->fail].match;
	}
	free(begin);
	free(order);
}

uint32_t
cx_wordtree_step(const struct cx_wordtree *t, uint32_t state,
    struct cx_str word)
{
	uint32_t w = cx_map_get(&t->words, word);

	return w == CX_MAP_NONE ? 0 : step(t, state, w);
}

void
cx_wordtree_release(struct cx_wordtree *t)
{
	cx_map_release(&t->words);
	cx_map_release(&t->children);
	cx_arena_release(&t->arena);
	free(t->node);
	*t = (struct cx_wordtree){0};
}
