/*
 * snippet.h: the passages of a note that a query is about.
 */
#ifndef SCORE_SNIPPET_H
#define SCORE_SNIPPET_H

#include "bin/cx-score/score.h"
#include "lib/json/print.h"
#include "lib/record/record.h"

/* Tokens of the passages of a note, where the command line says nothing. */
#define SNIPPET_TOKENS 200

struct snippets;

struct snippets *snippets_new(const struct settings *s);
void snippets_free(struct snippets *sn);

/* The text of a note (cx_body); *line is the number of its first line in the
 * file. */
bool snippets_body(struct snippets *sn, const struct cx_record *rec,
    struct cx_str *body, size_t *line);

/* Prints [{"line","text","matches":[[at,length],...]}, ...]: the best
 * passages of body.  line is the number of its first line. */
void snippets_print(struct snippets *sn, const struct query *q,
    const struct cx_record *rec, struct cx_str body, size_t line,
    struct cx_printer *p);

#endif
