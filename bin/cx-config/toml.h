/*
 * toml.h: parses TOML 1.0 into the nodes of json.h, with the place of each.
 *
 * The parser is toml++, used only in toml.cc.  Members are in byte order of
 * their keys.  Dates, inf and nan, which JSON cannot express, are errors, and
 * so is nesting deeper than any configuration.
 */
#ifndef CX_TOML_H
#define CX_TOML_H

#include "lib/json/json.h"

#ifdef __cplusplus
extern "C" {
#endif

/* From 1; columns count code points. */
struct cx_toml_place {
	unsigned line, column;
};

struct cx_toml_error {
	struct cx_toml_place at;
	char cause[240]; /* one line; truncated if longer */
};

struct cx_toml;

/* Returns NULL with *error set if s is not TOML.  s need not outlive the
 * call. */
struct cx_toml *cx_toml_parse(const char *s, size_t len,
    struct cx_toml_error *error);
/* The same for another program's file, which may have dates, inf and nan: they
 * become strings. */
struct cx_toml *cx_toml_parse_other(const char *s, size_t len,
    struct cx_toml_error *error);
void cx_toml_free(struct cx_toml *t);

/* Returns an object; valid as long as t. */
const struct cx_json *cx_toml_root(const struct cx_toml *t);
/* Return where a key or value of that tree was written, and the place after it;
 * for a table with a header the header, for a dotted key its part. */
struct cx_toml_place cx_toml_at(const struct cx_toml *t,
    const struct cx_json *node);
struct cx_toml_place cx_toml_end(const struct cx_toml *t,
    const struct cx_json *node);

#ifdef __cplusplus
}
#endif
#endif
