/*
 * json.h: reading JSON.
 *
 * The parser is strict (RFC 8259, UTF-8 checked): it makes an array of nodes
 * in document order, which is walked with pointer arithmetic.  An object that
 * names a member twice is refused, since no reader could say which of the two
 * was meant.  Containers may be nested 255 deep.
 *
 *	struct cx_json_parser *p = cx_json_new();
 *	const struct cx_json *root = cx_json_parse(p, s, len, &why);
 *	const struct cx_json *tags = cx_json_get(root, "tags");
 *	CX_JSON_EACH(t, tags) ...
 *
 * Other parsers of the house (front matter) build the same nodes.
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
 * One value.  span is the number of nodes of the value, itself included: the
 * next sibling of n stands at n + n->span.
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
		/* Where the first key of each shape stands: nodes after the
		 * object, 0 for none. */
		const uint32_t *first;
	} u;
};

/* Names of one shape are compared, others need not be. */
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

/* Bytes that must be readable (their value does not matter) after s[len]
 * given to cx_json_parse. */
#define CX_JSON_PAD 64

/* Out of memory ends the program. */
struct cx_json_parser *cx_json_new(void);
void cx_json_free(struct cx_json_parser *p);
/* A local parser that is freed when its block is left. */
#define CX_AUTO_JSON CX_AUTO(cx_json_free_at) struct cx_json_parser *
static inline void
cx_json_free_at(struct cx_json_parser **p)
{
	cx_json_free(*p);
}

/* From now on half of a surrogate pair in an escape ("\\ud83d", which RFC 8259
 * allows and which is what JavaScript writes of an emoji cut in two) is read as
 * U+FFFD.  For messages of others, whom nobody could ask to mend them: where a
 * text may be written back, refusing it loses nothing. */
void cx_json_mend_surrogates(struct cx_json_parser *p);

/*
 * Parses s[0..len).  Returns the root, whose strings live until the next
 * call with p and do not point into s; or NULL with the cause, a constant
 * string, in *why.
 */
const struct cx_json *cx_json_parse(struct cx_json_parser *p, const char *s,
    size_t len, const char **why);

/* --- walking; a NULL container is an empty one --- */

static inline struct cx_str
cx_json_str(const struct cx_json *n)
{
	return cx_strn(n->u.s, n->len);
}

/* The member's value, or NULL when obj is not an object or has no such one. */
const struct cx_json *cx_json_get(const struct cx_json *obj, const char *name);
const struct cx_json *cx_json_getn(const struct cx_json *obj,
    struct cx_str name);

/* Elements of an array in order; members of an object as key nodes, the
 * value standing at key + 1. */
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

/* The string value of a member; fallback when absent or no string. */
struct cx_str cx_json_gets(const struct cx_json *obj, const char *name,
    struct cx_str fallback);
/* A member as a number in *out; false when absent or no number. */
bool cx_json_getd(const struct cx_json *obj, const char *name, double *out);
bool cx_json_geti(const struct cx_json *obj, const char *name, int64_t *out);

#ifdef __cplusplus
}
#endif
#endif
