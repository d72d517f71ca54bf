/*
 * fields.h: the fields of a note, from front matter and text.
 *
 * Members of front matter come first.  A key is matched exactly, then ignoring
 * the case of ASCII letters, as Obsidian and Hugo do: `Tags` are tags if there
 * are no `tags`.
 *
 * Lines `key:: value` at the start of a text, after its title, are used for
 * keys missing in front matter: page properties of Logseq (docs.logseq.com,
 * "Properties") and inline fields of Dataview
 * (blacksmithgu.github.io/obsidian-dataview, "Adding Metadata").  Link markup
 * is removed; links are found in the text.
 *
 * Members of the mapping `metadata` come last: Claude Code stores the type of a
 * memory there.
 */
#ifndef CX_FIELDS_H
#define CX_FIELDS_H

#include "lib/yaml/front.h"

struct cx_fields {
	/* From front matter, then from the text; the latter have only key and
	 * value_at. */
	const struct cx_front_member *v;
	size_t n;
	/* Those of `metadata` follow, up to this index. */
	size_t all;
};

#define CX_NO_FIELD SIZE_MAX

/* Reads the fields of text, whose front matter the parser has just read; all
 * live in the arena. */
void cx_fields_read(struct cx_fields *fields, struct cx_arena *arena,
    const struct cx_front_parser *parser, struct cx_str text,
    const struct cx_front *front);

/* Finds the key among n members, exactly or else in another case.  A member
 * with an empty value counts only if there is no other. */
size_t cx_field_find(const struct cx_front_member *v, size_t n,
    struct cx_str key);
/* Returns the text of a key in front matter, or "". */
struct cx_str cx_field_text(const struct cx_front *front, struct cx_str key);
/* Whether the value of a member is empty. */
bool cx_field_is_empty(const struct cx_front_member *m);
/* Returns the name of a member in records: in lower case if programs look for
 * it, otherwise as written. */
struct cx_str cx_field_name(struct cx_str key, struct cx_arena *arena);

#endif
