/*
 * yamlout.h: a text as a YAML scalar on one line.
 *
 * The scalar reads back as the text with libyaml (lib/yaml/front.h) and any
 * other reader of YAML 1.1 or 1.2, in front matter, after `key: ` or `- ` or
 * within [ ].  It is plain if that is safe, otherwise quoted.
 */
#ifndef CX_YAMLOUT_H
#define CX_YAMLOUT_H

#include "lib/base/mem.h"
#include "lib/yaml/front.h"

enum cx_yaml {
	CX_YAML_FLOW = 1, /* within [ ] */
	/*
	 * Quote what other readers would take for a number, a date, true, false
	 * or null: `no`, `10:00`, `1e3`.
	 */
	CX_YAML_TEXT = 2
};

/*
 * Appends s, any UTF-8.  quote is 0 (plain if possible) or the quote to use, '
 * or "; ' becomes " where the text needs escapes.
 */
void cx_yaml_put(struct cx_buf *out, struct cx_str s, unsigned flags,
    char quote);

/*
 * The same for any form of front matter.  TOML and JSON need quotes around
 * text, but not around numbers, true, false and (in TOML) dates; these are
 * quoted, too, with CX_YAML_TEXT, an explicit quote or within [ ].
 */
void cx_front_put(struct cx_buf *out, enum cx_front_form form, struct cx_str s,
    unsigned flags, char quote);
/* Appends a key and the separator before its value. */
void cx_front_put_key(struct cx_buf *out, enum cx_front_form form,
    struct cx_str key);

#endif
