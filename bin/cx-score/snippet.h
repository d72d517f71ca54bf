/*
 * snippet.h: the lines of an atom that a query is about, and its text.
 */
#ifndef SCORE_SNIPPET_H
#define SCORE_SNIPPET_H

#include "bin/cx-score/score.h"
#include "lib/json/print.h"
#include "lib/record/record.h"

#define SNIPPETS 3	     /* lines of an atom */
#define SNIPPET_CHARS 240 /* of a line */

struct snippets;

struct snippets *snippets_new(const struct settings *s);
void snippets_free(struct snippets *sn);

/* The number in the file of the first line of a record's body. */
size_t snippets_first_line(const struct cx_record *rec, struct cx_str body);

/*
 * The text after the front matter: the record's body, else the vault's file.
 * False, after a message, when it cannot be had.  *line is the number of its
 * first line in the file.  Good until the next call.
 */
bool snippets_body(struct snippets *sn, const struct cx_record *rec,
    struct cx_str *body, size_t *line);

/* Prints [{"line","text"}, ...]: the lines of body with the most different
 * words of the query, at most SNIPPETS, in the order of the text.  line is
 * the number of its first one. */
void snippets_print(struct snippets *sn, const struct query *q,
    struct cx_str body, size_t line, struct cx_printer *p);

#endif
