/*
 * json.h: reading JSON.
 *
 * The parser is strict (RFC 8259, valid UTF-8).  It produces an array of nodes
 * in document order, to be walked with pointer arithmetic.  Duplicate members
 * in an object are an error, because it is unclear which one was meant.
 * Containers may be nested 255 deep.
 *
 *	struct cx_json_parser *p = cx_json_new();
 *	const struct cx_json *root = cx_json_parse(p, s, len, &why);
 *	const struct cx_json *tags = cx_json_get(root, "tags");
 *	CX_JSON_EACH(t, tags) ...
 *
 * The front matter parsers build the same nodes.
 */
#ifndef CX_JSON_H
#define CX_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/base/str.h"

#ifdef __cplusplus
extern "C" {
#endif

enum cx_json_type {
	CX_JSON_NULL,
	CX_JSON_FALSE,
	CX_JSON_TRUE,
	CX_JSON_INT,	/* fits int64_t; u.i */
	CX_JSON_REAL,	/* any other number; u.d, finite */
	CX_JSON_STRING, /* u.s, len bytes of UTF-8, may hold NUL */
	CX_JSON_ARRAY,	/* len elements follow */
	CX_JSON_OBJECT	/* len members follow: key node, value node, ... */
};

/*
 * One value.  span is the number of nodes of the value, including itself: the
 * next sibling of n is n + n->span.
 */
struct cx_json {
	uint8_t type;
	bool indexed; /* an object with u.first */
	uint32_t span;
	uint32_t len;
	union {
		const char *s;
		int64_t i;
		double d;
		/* Offset in nodes to the first key of each shape; 0 if there is
		 * none. */
		const uint32_t *first;
	} u;
};

/* Only names of the same shape have to be compared. */
#define CX_JSON_SHAPES 64
static inline unsigned
cx_json_shape(const char *s, size_t len)
{
	if (len == 0)
		return 0;
	return ((unsigned)len * 11 + (unsigned char)s[0] * 25u +
	    (unsigned char)s[len - 1] * 10u) % CX_JSON_SHAPES;
}

struct cx_json_parser;

/* Number of bytes after s[len] that cx_json_parse may read; their value does
 * not matter. */
#define CX_JSON_PAD 64

/* Running out of memory ends the program. */
struct cx_json_parser *cx_json_new(void);
void cx_json_free(struct cx_json_parser *p);
/* A local parser that is freed when its block is left. */
#define CX_AUTO_JSON CX_AUTO(cx_json_free_at) struct cx_json_parser *
static inline void
cx_json_free_at(struct cx_json_parser **p)
{
	cx_json_free(*p);
}

/* From now on, half of a surrogate pair in an escape ("\\ud83d", which RFC 8259
 * allows and JavaScript writes for an emoji cut in two) is read as U+FFFD.
 * This is for messages from others, who cannot be asked to fix them; where text
 * may be written back, it must be refused, so that nothing is lost. */
void cx_json_mend_surrogates(struct cx_json_parser *p);

/*
 * Parses s[0..len).  Returns the root, whose strings are valid until the next
 * call with p and do not point into s; or NULL with the cause, a constant
 * string, in *why.
 */
const struct cx_json *cx_json_parse(struct cx_json_parser *p, const char *s,
    size_t len, const char **why);

/* --- walking; a NULL container counts as empty --- */

static inline struct cx_str
cx_json_str(const struct cx_json *n)
{
	return cx_strn(n->u.s, n->len);
}

/* Return the value of a member; NULL if obj is not an object or lacks it. */
const struct cx_json *cx_json_get(const struct cx_json *obj, const char *name);
const struct cx_json *cx_json_getn(const struct cx_json *obj,
    struct cx_str name);

/* Iterate over the elements of an array, or over the keys of an object, with
 * each value at key + 1. */
static inline const struct cx_json *
cx_json_first(const struct cx_json *c)
{
	return c && c->type >= CX_JSON_ARRAY && c->len ? c + 1 : NULL;
}

static inline const struct cx_json *
cx_json_next(const struct cx_json *c, const struct cx_json *n)
{
	n += n->span;
	if (c->type == CX_JSON_OBJECT)
		n += n->span;
	return n < c + c->span ? n : NULL;
}

#define CX_JSON_EACH(n, c)                                                    \
	for (const struct cx_json *n = cx_json_first(c); n;                   \
	    n = cx_json_next((c), n))

/* Returns the string value of a member, or fallback if it is absent or not a
 * string. */
struct cx_str cx_json_gets(const struct cx_json *obj, const char *name,
    struct cx_str fallback);
/* Store a numeric member in *out; return false if absent or not a number. */
bool cx_json_getd(const struct cx_json *obj, const char *name, double *out);
bool cx_json_geti(const struct cx_json *obj, const char *name, int64_t *out);

#ifdef __cplusplus
}
#endif
#endif
