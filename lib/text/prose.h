/*
 * prose.h: derives names, slugs and descriptions from the text of an atom.
 */
#ifndef CX_PROSE_H
#define CX_PROSE_H

#include "lib/base/map.h"
#include "lib/base/mem.h"
#include "lib/base/str.h"
#include "lib/json/json.h"

/* Maximum length of a description, in characters. */
#define CX_DESCRIPTION_MAX 150

/* Returns the first line of prose, or of a heading, without leading marks, as a
 * part of body; empty if there is none. */
struct cx_str cx_prose_first(struct cx_str body, bool heading);
/* Appends s on one line, cut between words to at most n characters. */
void cx_prose_cut(struct cx_buf *out, struct cx_str s, size_t n);
/* Appends name in lower case, at most 60 letters, digits and `_`; nothing if it
 * has no letter or digit. */
void cx_prose_slug(struct cx_buf *out, struct cx_str name);
/* Appends an id for a note without one: the date of its record and its name,
 * with a number if the id is in `taken`. */
void cx_prose_id(struct cx_buf *id, const struct cx_json *record,
    const struct cx_map *taken);

#endif
