/*
 * facts.h: a text as a reader checks it, word by word, and whether two texts
 * that are alike tell of two things.
 *
 * Words are what stands between white space, without the punctuation around
 * it, in lower case.  Some are exact: those with a digit, with a dot, `_`,
 * `/`, `@` or `=` inside, flags, and those with capitals inside or in capitals
 * alone: a version, an address, a path, a ticket, an identifier.  What is
 * written in two ways is one word: 1,000 and 1000, v2.1 and 2.1, 8GB and 8 GB,
 * three and 3.  2.4 and 2.40 are two, as they are two versions.
 */
#ifndef CX_FACTS_H
#define CX_FACTS_H

#include "lib/text/analyze.h"
#include "lib/base/mem.h"
#include "lib/base/str.h"

enum cx_fact_kind {
	CX_FACT_WORD,
	CX_FACT_NAME,  /* capitalised, but not as a sentence begins; a number
			* or a day written as a word */
	CX_FACT_EXACT
};

struct cx_fact {
	struct cx_str word; /* lower case; good as long as the facts */
	enum cx_fact_kind kind;
	bool written; /* exact by how it is written, not for a plain number */
	uint32_t sentence; /* its number, from 0 */
};

struct cx_facts {
	struct cx_fact *v;
	size_t n, cap;
	struct cx_arena arena;
};

/* Appends the words of a text. */
void cx_facts_read(struct cx_facts *f, struct cx_str text);
void cx_facts_release(struct cx_facts *f);

/*
 * Whether two texts tell of different things, however alike they are: one has
 * an exact word that the other lacks, each has a name that the other lacks,
 * they are of one mould, the same but for a word here and there that says
 * something else, or two words have changed places, as in `npm over pnpm`.
 * The analyzer knows which words are forms of one word, and which say nothing.
 */
bool cx_facts_differ(struct cx_analyzer *a, struct cx_str x, struct cx_str y);

#endif
