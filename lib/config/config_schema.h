/*
 * config_schema.h: the schema of the configuration, only for cx-config and
 * config.c; programs use config.h.
 *
 * A configuration is a tree of at most three levels: section, key and, in
 * [types] and [context.budgets], one more.  The defaults are the schema: a key
 * has the type of its default.  Sections with user-defined keys, limits and
 * enumerations are listed in a table in config_schema.c.
 */
#ifndef CX_CONFIG_SCHEMA_H
#define CX_CONFIG_SCHEMA_H

#include "lib/json/json.h"
#include "lib/json/print.h"

/* JSON text. */
extern const char cx_config_defaults[];
extern const size_t cx_config_defaults_len;

/* Larger configurations are an error. */
#define CX_CONFIG_MAX ((size_t)1 << 20)

#define CX_CONFIG_DEPTH 3

struct cx_config_place {
	struct cx_str key[CX_CONFIG_DEPTH];
	unsigned n;
};

/* Reports a problem with node, which is at a place: a value of the wrong kind
 * (fatal) or an unknown key; text is one line that names the place. */
typedef void cx_config_report(void *arg, const struct cx_config_place *at,
    const struct cx_json *node, bool fatal, const char *text);
/* Appends its name, such as layers.hot. */
void cx_config_put_place(struct cx_buf *b, const struct cx_config_place *at);

/* Checks user, an object, against the schema, in the order of user. */
void cx_config_check(const struct cx_json *user,
    const struct cx_json *defaults, cx_config_report *report, void *arg);

/* Prints one value; user is its node in the user's tree, NULL for a default;
 * json is the text of the value. */
typedef void cx_config_leaf(void *arg, struct cx_printer *p,
    const struct cx_config_place *place, const struct cx_json *user,
    struct cx_str json);

/*
 * Prints defaults overlaid with user (may be NULL), which must have passed
 * cx_config_check: keys in the order of the defaults, then the user's own;
 * unknown ones are left out.  leaf may be NULL to print values unchanged.
 */
void cx_config_merge(struct cx_printer *p, const struct cx_json *user,
    const struct cx_json *defaults, cx_config_leaf *leaf, void *arg);

#endif
