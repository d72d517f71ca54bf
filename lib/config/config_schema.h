/*
 * config_schema.h: what a configuration may say, for cx-config and config.c
 * alone; programs use config.h.
 *
 * A configuration is a tree of at most three levels: section, key and, in
 * [types] and [context.budgets], one more.  The defaults are the schema: a
 * key has the type of its default.  Sections with keys of the user's own,
 * limits and closed sets of words stand in a table in config_schema.c.
 */
#ifndef CX_CONFIG_SCHEMA_H
#define CX_CONFIG_SCHEMA_H

#include "lib/json/json.h"
#include "lib/json/print.h"

/* JSON text. */
extern const char cx_config_defaults[];
extern const size_t cx_config_defaults_len;

/* Larger configurations are refused. */
#define CX_CONFIG_MAX ((size_t)1 << 20)

#define CX_CONFIG_DEPTH 3

struct cx_config_place {
	struct cx_str key[CX_CONFIG_DEPTH];
	unsigned n;
};

/* A finding about node, a value of the wrong kind (fatal) or a key that is
 * not known; text is one line and names the place. */
typedef void cx_config_report(void *arg, const struct cx_json *node,
    bool fatal, const char *text);

/* Compares user, an object, with what is allowed.  Order is user's. */
void cx_config_check(const struct cx_json *user,
    const struct cx_json *defaults, cx_config_report *report, void *arg);

/* Prints one value; user is its node in the user's tree, NULL for a default;
 * json is the text of the value. */
typedef void cx_config_leaf(void *arg, struct cx_printer *p,
    const struct cx_config_place *place, const struct cx_json *user,
    struct cx_str json);

/*
 * Prints defaults overlaid with user (NULL for none), which cx_config_check
 * found no fatal fault in: keys in the order of the defaults, then the
 * user's own; unknown ones are left out.  leaf may be NULL: values as they
 * are.
 */
void cx_config_merge(struct cx_printer *p, const struct cx_json *user,
    const struct cx_json *defaults, cx_config_leaf *leaf, void *arg);

#endif
