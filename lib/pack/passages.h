/*
 * passages.h: the best passages of a note's text for a query: what cx-score
 * prints for --snippets and cx-mcp shows to an agent.
 *
 * A text is cut into sentences (sentences.h).  Each is worth what the words
 * of the query in it are worth, a word less the more sentences of this text
 * have it (Sparck Jones, "A statistical interpretation of term specificity",
 * 1972), what a third of them have nothing, and a part of what its neighbours
 * are worth, as an answer often stands beside the words of the question.  The
 * best, and what is nearly as good, are taken while the budget lasts, then
 * those nearest to them; a text without any such word begins at its start.
 * What is taken side by side is one passage.
 *
 *	struct cx_passages *p = cx_passages_new(analyzer);
 *
 *	cx_passages_query(p, query);
 *	cx_passages_read(p, body, name);
 *	if (p->tokens > budget)
 *		n = cx_passages_pick(p, budget);
 */
#ifndef CX_PASSAGES_H
#define CX_PASSAGES_H

#include "lib/text/analyze.h"

struct cx_passage {
	struct cx_str text; /* of the body, without blanks around it */
	size_t line;	    /* of the body it begins at, from 0 */
};

struct cx_passages {
	struct cx_str text; /* without a heading that is the name again */
	size_t tokens; /* of all of it, or more than enough */
	/* Set before a text is read: no more will be picked, 0 for not known; a
	 * token is four bytes, for a line that is cut anyway. */
	size_t enough;
	bool rough;
	struct cx_passage *v; /* what was picked, in the order of the text */
	size_t n, picked;     /* picked: its tokens */
	struct cx_passages_own *own;
};

/* What stands between two passages. */
#define CX_PASSAGES_GAP "[…]"

/* The analyzer is borrowed. */
struct cx_passages *cx_passages_new(struct cx_analyzer *a);
void cx_passages_free(struct cx_passages *p);

/* The words to look for instead of those before. */
void cx_passages_query(struct cx_passages *p, struct cx_str words);
/* Reads a text, which must outlive p, without what is no text of it
 * (cx_md_prose) and data inside of it (blob.h). */
void cx_passages_read(struct cx_passages *p, struct cx_str body,
    struct cx_str name);
/* Picks passages of the text of at most so many tokens, those for a gap
 * between two of them included; how many. */
size_t cx_passages_pick(struct cx_passages *p, size_t budget);

/* Hands the words of text that the query has to mark: offset and length, in
 * code points. */
typedef void cx_mark_fn(void *arg, size_t at, size_t len);
void cx_passages_marks(struct cx_passages *p, struct cx_str text,
    cx_mark_fn *mark, void *arg);

#endif
