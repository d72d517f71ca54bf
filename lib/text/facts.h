/*
 * facts.h: compares texts word by word, as a careful reader does, to see
 * whether two similar texts are about different things.
 *
 * A word is the text between white space, without surrounding punctuation, in
 * lower case.  Some words are exact: those with a digit, with a dot, `_`, `/`,
 * `@` or `=` inside, flags, and those with capitals inside or only capitals: a
 * version, an address, a path, a ticket, an identifier.  Two spellings of one
 * thing are one word: 1,000 and 1000, v2.1 and 2.1, 8GB and 8 GB, three and 3.
 * 2.4 and 2.40 differ, as they are different versions.
 */
#ifndef CX_FACTS_H
#define CX_FACTS_H

#include "lib/text/analyze.h"
#include "lib/base/mem.h"
#include "lib/base/str.h"

enum cx_fact_kind {
	CX_FACT_WORD,
	CX_FACT_NAME,  /* capitalised, but not at the start of a sentence; a
			* number or a day as a word */
	CX_FACT_EXACT
};

struct cx_fact {
	struct cx_str word; /* lower case; valid as long as the facts */
	enum cx_fact_kind kind;
	bool written; /* exact by its form, not just a plain number */
	uint32_t sentence; /* number, from 0 */
	uint32_t clause;   /* likewise; separated by and, but, `,` and more */
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
 * Whether two texts are about different things, however similar: one has an
 * exact word that the other lacks, each has a name that the other lacks, they
 * follow one template but differ in a word here and there, or two words have
 * changed places, as in `npm over pnpm`, or partners: bars in the gauge and
 * pascals in the report.  The analyzer knows inflected forms and words without
 * meaning; where it does not, as in another language, `plain` says which have
 * none, and texts are taken apart in which one word stands for another:
 * morning, evening.
 */
struct cx_facts_asked;
bool cx_facts_differ(struct cx_facts_asked *f, struct cx_str other);
/* Whether two texts that do not differ but share fewer words are still about
 * one thing: they share two exact words or names, and no word of one is the
 * opposite of one of the other. */
bool cx_facts_agree(struct cx_facts_asked *f, struct cx_str other);
/* One of the two, which is compared with many others; the analyzer is
 * borrowed, plain may be NULL. */
struct cx_facts_asked *cx_facts_ask(struct cx_analyzer *a, struct cx_str text,
    bool (*plain)(void *arg, struct cx_str word), void *arg);
void cx_facts_asked_free(struct cx_facts_asked *f);

#endif
