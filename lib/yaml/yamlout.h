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

#endif
