/*
 * analyze-impl.h: an analyzer, between analyze.c, which takes texts apart, and
 * analyzer.c, which makes one and tells what it knows; for them alone.
 */
#ifndef CX_ANALYZE_IMPL_H
#define CX_ANALYZE_IMPL_H

#include "lib/text/analyze.h"
#include "lib/base/map.h"
#include "lib/base/shortmap.h"

/* Twice a number of a word or term, plus 1 if the word is a stop word. */
typedef uint32_t word;

#define NO_WORD UINT32_MAX

struct cx_analyzer {
	struct sb_stemmer *stemmer; /* NULL: none */
	bool stop_list;
	struct cx_buf language;
	struct cx_arena arena; /* bytes of terms and words */
	struct cx_map terms;   /* and words */
	word *term;	       /* of a word, by its number; NO_WORD: not met */
	size_t term_cap;
	/* ASCII words in lower case, to word: */
	struct cx_shortmap shorts;
	struct cx_map words; /* the longer ones */
	word *word;	     /* by number in words */
	size_t word_cap;
};

#endif
