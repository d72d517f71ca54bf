/*
 * passages.h: the best passages of a note's text for a query, for cx-score
 * --snippets and cx-mcp.
 *
 * A text is split into sentences (sentences.h).  A sentence scores the sum of
 * its query words, each weighing less the more sentences of this text have it
 * (Sparck Jones, "A statistical interpretation of term specificity", 1972) and
 * nothing if a third of them do, plus a part of the scores of its neighbours,
 * because answers are often next to the words of the question.  The best
 * sentences and those nearly as good are taken while the budget lasts, then
 * those nearest to them; a text without any query word starts at its beginning.
 * Adjacent sentences form one passage.
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
	struct cx_str text; /* part of the body, without surrounding blanks */
	size_t line;	    /* its first line in the body, from 0 */
};

struct cx_passages {
	struct cx_str text; /* without a heading that repeats the name */
	size_t tokens; /* of all of it, or more than `enough` */
	/* Set before reading: an upper bound of the budget, 0 if unknown; rough
	 * counts a token as four bytes, for lines that are cut anyway. */
	size_t enough;
	bool rough;
	struct cx_passage *v; /* the passages, in text order */
	size_t n, picked;     /* picked: its tokens */
	struct cx_passages_own *own;
};

/* The separator between passages. */
#define CX_PASSAGES_GAP "[…]"

/* The analyzer is borrowed. */
struct cx_passages *cx_passages_new(struct cx_analyzer *a);
void cx_passages_free(struct cx_passages *p);

/* Replaces the query. */
void cx_passages_query(struct cx_passages *p, struct cx_str words);
/* Reads a text, which must outlive p, ignoring markup that is not its text
 * (cx_md_prose) and embedded data (blob.h). */
void cx_passages_read(struct cx_passages *p, struct cx_str body,
    struct cx_str name);
/* Picks passages of at most `budget` tokens, including the separators; returns
 * their number. */
size_t cx_passages_pick(struct cx_passages *p, size_t budget);

/* Reports the words of text to highlight for the query: offset and length, in
 * code points. */
typedef void cx_mark_fn(void *arg, size_t at, size_t len);
void cx_passages_marks(struct cx_passages *p, struct cx_str text,
    cx_mark_fn *mark, void *arg);

#endif
