/*
 * toml.h: TOML 1.0 as the nodes of json.h, with the place of each.
 *
 * The parser is toml++; toml.cc is the one file that knows.  Members stand
 * in byte order of their keys.  Dates, inf and nan, which no JSON can say,
 * are refused, as is nesting beyond what a configuration can need.
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
	char cause[240]; /* one line; cut when longer */
};

struct cx_toml;

/* NULL with *error set when it is not TOML.  s need not stay. */
struct cx_toml *cx_toml_parse(const char *s, size_t len,
    struct cx_toml_error *error);
/* The same of another program's file, which may have dates, inf and nan: they
 * become strings. */
struct cx_toml *cx_toml_parse_other(const char *s, size_t len,
    struct cx_toml_error *error);
void cx_toml_free(struct cx_toml *t);

/* An object; lives as long as t. */
const struct cx_json *cx_toml_root(const struct cx_toml *t);
/* Where a key or value of that tree was written, and the place after it.  That
 * of a table with a header is the header, and of a dotted key its part. */
struct cx_toml_place cx_toml_at(const struct cx_toml *t,
    const struct cx_json *node);
struct cx_toml_place cx_toml_end(const struct cx_toml *t,
    const struct cx_json *node);

#ifdef __cplusplus
}
#endif
#endif
