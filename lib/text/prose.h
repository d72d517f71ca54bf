/*
 * prose.h: names, slugs and descriptions out of the text of an atom.
 */
#ifndef CX_PROSE_H
#define CX_PROSE_H

#include "lib/base/map.h"
#include "lib/base/mem.h"
#include "lib/base/str.h"
#include "lib/json/json.h"

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
/* Appends an id for a note that has none: the day of its record and its name,
 * and a number if that is one of `taken`. */
void cx_prose_id(struct cx_buf *id, const struct cx_json *record,
    const struct cx_map *taken);

#endif
