/*
 * md-inline.h: Markdown links, their definitions, and HTML that hides them,
 * for md.c alone.
 */
#ifndef CX_MD_INLINE_H
#define CX_MD_INLINE_H

#include "lib/markdown/md.h"

/* The `[` at `at` opens a link's text, perhaps. */
void cx_md_open(struct cx_md *m, size_t at);
/* Whether "(destination)" at p, with an optional title, is what says of the
 * brackets before it that they are a link of Markdown. */
bool cx_md_is_tail(const struct cx_md *m, size_t p);
/* The `]` at `at` ends one: fills it, or false. */
bool cx_md_close(struct cx_md *m, size_t at, struct cx_md_item *it);
/* The `[` at `at`, where the own text of its line begins, is a definition:
 * fills it, or false. */
bool cx_md_definition(struct cx_md *m, size_t at, struct cx_md_item *it);
/* Labels meet regardless of case and of how blank they are. */
void cx_md_label(struct cx_buf *b, struct cx_str label);
/* The `{` at `at` begins a tag of Hugo or Jekyll that is a link: fills it, or
 * false. */
bool cx_md_shortcode(const struct cx_md *m, size_t at, struct cx_md_item *it);
/* The `<` at `at` begins HTML or an autolink: brackets in it are text. */
void cx_md_html(struct cx_md *m, size_t at);
/* The `<` at `at` begins a tag with a URL: fills it, or false. */
bool cx_md_url(struct cx_md *m, size_t at, struct cx_md_item *it);

#endif
