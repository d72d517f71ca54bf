/*
 * yamlout.h: a text as a YAML scalar on one line.
 *
 * What is written reads back as the text, by libyaml (lib/yaml/front.h) and by
 * any other reader of YAML 1.1 or 1.2, in front matter, after `key: ` or
 * `- ` or within [ ].  Plain where that is so, else in quotes.
 */
#ifndef CX_YAMLOUT_H
#define CX_YAMLOUT_H

#include "lib/base/mem.h"
#include "lib/yaml/front.h"

enum cx_yaml {
	CX_YAML_FLOW = 1, /* it stands within [ ] */
	/*
	 * Quote what other readers than ours would take for a number, a date,
	 * true, false or null: `no`, `10:00`, `1e3`.
	 */
	CX_YAML_TEXT = 2
};

/*
 * Appends s, which is UTF-8 of any content.  quote is 0 (plain if it can
 * be), or the quote to use, ' or "; ' becomes " where the text needs escapes.
 */
void cx_yaml_put(struct cx_buf *out, struct cx_str s, unsigned flags,
    char quote);

/*
 * The same for any form of front matter.  In TOML and JSON a text is in quotes,
 * but for numbers, true and false, and in TOML dates, which are not where
 * CX_YAML_TEXT or a quote is given, nor within [ ].
 */
void cx_front_put(struct cx_buf *out, enum cx_front_form form, struct cx_str s,
    unsigned flags, char quote);
/* A key, and what separates it from its value. */
void cx_front_put_key(struct cx_buf *out, enum cx_front_form form,
    struct cx_str key);

#endif
