/*
 * md-inline.h: Markdown links, their definitions, and HTML that hides them;
 * private to md.c.
 */
#ifndef CX_MD_INLINE_H
#define CX_MD_INLINE_H

#include "lib/markdown/md.h"

/* Handles a `[` at `at`, which may open the text of a link. */
void cx_md_open(struct cx_md *m, size_t at);
/* Whether p starts "(destination)" with an optional title, which turns the
 * brackets before it into a Markdown link. */
bool cx_md_is_tail(const struct cx_md *m, size_t p);
/* Handles a `]` at `at`: fills *it and returns true if it ends a link. */
bool cx_md_close(struct cx_md *m, size_t at, struct cx_md_item *it);
/* Handles a `[` at the start of the text proper of a line: fills *it and
 * returns true if it is a definition. */
bool cx_md_definition(struct cx_md *m, size_t at, struct cx_md_item *it);
/* Appends a label normalised for comparison, regardless of case and blanks. */
void cx_md_label(struct cx_buf *b, struct cx_str label);
/* Handles a `{` at `at`: fills *it and returns true if it starts a Hugo or
 * Jekyll tag that is a link. */
bool cx_md_shortcode(const struct cx_md *m, size_t at, struct cx_md_item *it);
/* Returns the position behind code in {% highlight %} ... {% endhighlight %} of
 * Jekyll, or the same of Hugo, that begins at `at`, or 0.  Notes where
 * {% raw %} ends, in which no tag counts. */
size_t cx_md_highlight(struct cx_md *m, size_t at);
/* Handles a `<` that starts HTML or an autolink: brackets in it are text. */
void cx_md_html(struct cx_md *m, size_t at);
/* Handles a `<` at `at`: fills *it and returns true for a tag with a URL. */
bool cx_md_url(struct cx_md *m, size_t at, struct cx_md_item *it);

#endif
