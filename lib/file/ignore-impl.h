/*
 * ignore-impl.h: a compiled pattern; for ignore.c and ignorematch.c.
 *
 * A pattern is compiled to tokens, cut into path parts.  Only a part can hold
 * a `*`, and only a whole part can be a `**`; so matching is the same loop
 * twice, once over parts and once over bytes, each going back to its last
 * star only.  A later star never needs an earlier one to move: the earliest
 * match of what stands between two stars leaves most room for the rest.
 */
#ifndef CX_IGNORE_IMPL_H
#define CX_IGNORE_IMPL_H

#include "lib/file/ignore.h"
#include "lib/base/mem.h"

/* Tokens: 0..255 that byte; else one of these. */
enum { TOK_ANY = 256, TOK_STAR, TOK_CLASS /* + index of the class */ };

struct part {
	size_t first; /* of its tokens */
	size_t n;
	bool deep; /* `**`: any number of parts, at least one at the end */
};

enum shape { SHAPE_GLOB, SHAPE_EXACT, SHAPE_SUFFIX };

struct rule {
	bool negative;
	bool dirs;
	bool files;
	bool basename;	   /* no slash: compared with the last part alone */
	enum shape shape;  /* what tokens[0] (or [1], behind a star) .. hold */
	size_t text;	   /* offset of the literal of EXACT and SUFFIX */
	size_t text_len;
	size_t first_part; /* of parts */
	size_t parts;
};

struct class {
	uint32_t bits[8];
};

struct cx_ignore {
	struct rule *rules;
	size_t n_rules, cap_rules;
	struct part *parts;
	size_t n_parts, cap_parts;
	uint32_t *tokens;
	size_t n_tokens, cap_tokens;
	struct class *classes;
	size_t n_classes, cap_classes;
	struct cx_buf text;
};

#endif
