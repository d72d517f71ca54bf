/*
 * names.h: finds many names in a text at once.
 *
 * Aho and Corasick's automaton (Comm. ACM 18:6, 1975) over words: a step per
 * word of the text, however many names there are.  Words are runs of letters
 * and digits in lower case and NFC; a character of a script that is written
 * without blanks (Han, Kana, Thai, ...) is a word, and so is any other
 * character that is no blank.  So a name meets the same words with any blanks
 * between them, and never a part of a word.
 */
#ifndef CX_LINKS_NAMES_H
#define CX_LINKS_NAMES_H

#include "lib/base/map.h"

#define NO_NODE UINT32_MAX

/* A word of a text. */
struct word {
	size_t start, end; /* bytes */
	bool letters;      /* has a letter */
	bool dense;        /* of a script without blanks */
};

/* The next word of text from *at on; false at the end. */
bool word_next(struct cx_str text, size_t *at, struct word *w);

struct node {
	uint32_t parent;
	uint32_t word;
	uint32_t depth;
	uint32_t fail;  /* longest proper suffix that is a node */
	uint32_t match; /* longest suffix that is a name: this, or NO_NODE */
	bool is_name;
};

struct names {
	struct cx_arena arena;
	struct cx_map words;
	struct cx_map children; /* (node, word) to child - 1 */
	struct node *node;      /* 0 is the root */
	size_t n, cap;
	struct cx_buf key;
};

void names_init(struct names *m);
void names_release(struct names *m);
/* The node of a name; NO_NODE if it is too short to look for. */
uint32_t names_add(struct names *m, struct cx_str name);
/* After the last names_add. */
void names_build(struct names *m);
/* The state (0 at first) after one more word. */
uint32_t names_step(struct names *m, uint32_t state, struct cx_str word);

#endif
