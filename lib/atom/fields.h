/*
 * fields.h: metadata at the head of a text.
 *
 * Lines `key:: value` with which a text begins, after its title, say what
 * front matter says, where that does not have the key: page properties of
 * Logseq (docs.logseq.com, "Properties") and inline fields of Dataview
 * (blacksmithgu.github.io/obsidian-dataview, "Adding Metadata").  What makes
 * links of words is left out; the links are found in the text.
 */
#ifndef CX_FIELDS_H
#define CX_FIELDS_H

#include "lib/yaml/front.h"

/* The members of the front matter of text, then its fields, *n in all.  They
 * live in the arena; of a field only key and value_at are set. */
const struct cx_front_member *cx_fields_read(struct cx_arena *arena,
    struct cx_str text, const struct cx_front *front, size_t *n);

#endif
