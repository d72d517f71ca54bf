/*
 * front-impl.h: shared by front.c and the readers front-fast.c, front-yaml.c
 * and front-salvage.c, implemented in front-nodes.c.  Private to these.
 */
#ifndef CX_FRONT_IMPL_H
#define CX_FRONT_IMPL_H

#include "lib/yaml/front.h"

/*
 * A position in the text that only moves forward.  Invalid UTF-8 is replaced
 * before parsing, so byte offsets in the file and in the text may differ; code
 * points never do.
 */
struct cx_front_cursor {
	size_t chars; /* code points of text passed */
	size_t off;   /* bytes of text passed */
	struct cx_front_pos pos;
};

/* The place in the file of each node. */
struct cx_front_mark {
	struct cx_front_pos pos;
	uint32_t end;
	uint32_t before; /* line of an earlier equal key, or 0 */
	uint8_t style;
};

struct cx_front_parser {
	struct cx_json *nodes; /* nodes[0] is the root */
	struct cx_front_mark *marks;
	size_t n, cap, marks_cap;
	struct cx_front_problem *problems;
	size_t n_problems, problems_cap;
	struct cx_front_key *keys; /* scratch of cx_front_dedupe */
	size_t keys_cap;
	struct cx_buf clean; /* the text, if the file has invalid UTF-8 */
	struct cx_buf message;
	struct cx_json_parser *json; /* allocated on demand */

	struct cx_arena *arena;
	struct cx_str file;
	struct cx_str text; /* valid UTF-8 */
	struct cx_front_cursor cur;
	bool dirty; /* text is in clean */
	bool slow;  /* for tests: use only libyaml */
	bool fast;  /* for tests: read by the fast reader */
};

/* Move the cursor forward, to a number of code points or to a byte of text. */
void cx_front_seek_char(struct cx_front_parser *p, size_t chars);
void cx_front_seek(struct cx_front_parser *p, size_t off);

/* Appends a node and its mark; returns its index. */
size_t cx_front_push(struct cx_front_parser *p, enum cx_json_type type,
    struct cx_front_pos at, enum cx_front_style style);
/* Like cx_front_push for a string, which is copied. */
size_t cx_front_text(struct cx_front_parser *p, struct cx_str s,
    struct cx_front_pos at, enum cx_front_style style);

/* Drops each member of the mapping nodes[at], the last value so far, whose key
 * is repeated later. */
void cx_front_dedupe(struct cx_front_parser *p, size_t at);

void cx_front_problem(struct cx_front_parser *p, struct cx_front_pos at,
    const char *code, const char *fmt, ...) CX_PRINTF(4, 5);

/*
 * Reads text[from..to) as one YAML document with libyaml, with the cursor at
 * from, and appends its members to the root.  If it is not valid or not a
 * mapping, appends only one problem.
 */
enum cx_front_result {
	CX_FRONT_READ,
	CX_FRONT_OTHER, /* valid, but a list or a scalar */
	CX_FRONT_BROKEN
};
enum cx_front_result cx_front_yaml(struct cx_front_parser *p, size_t to);

/* Reads all of text if its syntax is simple, with the same result as
 * cx_front_yaml; otherwise returns false and changes nothing. */
bool cx_front_fast(struct cx_front_parser *p);

/* Reads all of text piece by piece and line by line. */
void cx_front_salvage(struct cx_front_parser *p);

/* Read all of text as TOML or JSON. */
void cx_front_toml(struct cx_front_parser *p);
void cx_front_json(struct cx_front_parser *p);

/* Whether s begins with an object alone on its lines; *end is its end. */
enum cx_front_json {
	CX_FRONT_JSON_NONE,
	CX_FRONT_JSON_CLOSED,
	CX_FRONT_JSON_OPEN, /* unterminated */
	CX_FRONT_JSON_DEEP  /* beyond CX_FRONT_DEPTH */
};
enum cx_front_json cx_front_json_end(struct cx_str s, size_t *end);

/* Whether a line (without its end) starts a member. */
bool cx_front_key_line(struct cx_str line, struct cx_str *key,
    struct cx_str *rest);

#endif
