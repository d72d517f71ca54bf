/*
 * prose.h: names, slugs and descriptions out of the text of an atom.
 */
#ifndef CX_PROSE_H
#define CX_PROSE_H

#include "lib/base/mem.h"
#include "lib/base/str.h"

/* A description has at most so many characters. */
#define CX_DESCRIPTION_MAX 150

/* The first line of prose, or of a heading, without marks before it: a part
 * of body; empty when there is none. */
struct cx_str cx_prose_first(struct cx_str body, bool heading);
/* Appends s on one line, at most n characters, cut between words. */
void cx_prose_cut(struct cx_buf *out, struct cx_str s, size_t n);
/* Appends name in lower case, at most 60 letters, digits and `_`; nothing if
 * it has neither. */
void cx_prose_slug(struct cx_buf *out, struct cx_str name);

#endif
