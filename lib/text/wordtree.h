/*
 * wordtree.h: finds many names of several words in a text at once.
 *
 * Aho and Corasick, "Efficient string matching", CACM 18:6, 1975, over words
 * instead of bytes: one step per word of the text, however many names there
 * are.  The caller decides what a word is and how it is folded.
 *
 *	for each word of a name:
 *		node = cx_wordtree_add(&t, node, word);	(0 at first)
 *	number = cx_wordtree_name(&t, node);
 *	cx_wordtree_build(&t);
 *	for each word of a text:
 *		state = cx_wordtree_step(&t, state, word); (0 at first)
 *		hit = t.node[state].match;
 *		if (hit != CX_WORDTREE_NONE)
 *			t.node[hit].name ends here, t.node[hit].depth words long
 */
#ifndef CX_WORDTREE_H
#define CX_WORDTREE_H

#include "lib/base/map.h"

#define CX_WORDTREE_NONE UINT32_MAX

struct cx_wordtree_node {
	uint32_t parent;
	uint32_t word;
	uint32_t depth;
	uint32_t fail;	/* the longest proper suffix that is a node */
	uint32_t match; /* the longest suffix that is a name, or NONE */
	uint32_t name;	/* its number, or NONE */
};

/* Zeroed memory is an empty tree. */
struct cx_wordtree {
	struct cx_wordtree_node *node; /* 0 is the root */
	size_t n, cap;
	uint32_t depth; /* of the deepest node */
	uint32_t names;
	struct cx_map words, children; /* private */
	struct cx_arena arena;
};

/* Returns the child of node for word, which is copied. */
uint32_t cx_wordtree_add(struct cx_wordtree *t, uint32_t node,
    struct cx_str word);
/* Marks node as the end of a name and returns its number; the first is 0. */
uint32_t cx_wordtree_name(struct cx_wordtree *t, uint32_t node);
/* Call after the last name. */
void cx_wordtree_build(struct cx_wordtree *t);
uint32_t cx_wordtree_step(const struct cx_wordtree *t, uint32_t state,
    struct cx_str word);
void cx_wordtree_release(struct cx_wordtree *t);

#endif
