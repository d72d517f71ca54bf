/*
 * fields.h: where a note says something of itself.
 *
 * The members of front matter come first.  A key is looked for as it is
 * spelled, then without regard to the case of ASCII letters, as Obsidian and
 * Hugo read it: `Tags` are tags where there are no `tags`.
 *
 * Lines `key:: value` with which a text begins, after its title, say what
 * front matter says, where that does not have the key: page properties of
 * Logseq (docs.logseq.com, "Properties") and inline fields of Dataview
 * (blacksmithgu.github.io/obsidian-dataview, "Adding Metadata").  What makes
 * links of words is left out; the links are found in the text.
 *
 * What the mapping `metadata` holds comes last: Claude Code writes the type of
 * a memory there.
 */
#ifndef CX_FIELDS_H
#define CX_FIELDS_H

#include "lib/yaml/front.h"

struct cx_fields {
	/* Of the front matter, then of the text; of the latter only key and
	 * value_at are set. */
	const struct cx_front_member *v;
	size_t n;
	/* Those of `metadata` follow, up to here. */
	size_t all;
};

#define CX_NO_FIELD SIZE_MAX

/* Reads those of text, whose front matter parser has just read; all live in
 * the arena. */
void cx_fields_read(struct cx_fields *fields, struct cx_arena *arena,
    const struct cx_front_parser *parser, struct cx_str text,
    const struct cx_front *front);

/* The one of n members that has the key, or else one that has it in another
 * case.  One with an empty value counts only if no other is there. */
size_t cx_field_find(const struct cx_front_member *v, size_t n,
    struct cx_str key);
/* The text that front matter has for a key; "" if it has none. */
struct cx_str cx_field_text(const struct cx_front *front, struct cx_str key);
/* Whether the value of a member is empty. */
bool cx_field_is_empty(const struct cx_front_member *m);
/* The key under which a record has a member: in lower case if it is one that
 * programs here look for, else as it is written. */
struct cx_str cx_field_name(struct cx_str key, struct cx_arena *arena);

#endif
