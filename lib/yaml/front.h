/*
 * front.h: front matter, which is nearly always YAML.
 *
 * Front matter starts at a first line `---` (a BOM before it and CRLF and
 * blanks after it are fine) and ends at the next line `---` or `...`, with or
 * without a line end.  If it is never closed, the whole file is body, and a
 * problem `unterminated` is recorded.
 *
 * The lines between are YAML 1.1 as libyaml reads it.  Scalars keep the text as
 * written: quotes, escapes and folding are resolved, but nothing is typed
 * (`no`, `10:00` and `1e3` are strings; an empty value is the empty string).
 * Tags are ignored, and `<<` is an ordinary key.
 *
 * YAML that is invalid or beyond the limits below is salvaged: each part from
 * one `key:` at the start of a line to the next is read as YAML if it is valid
 * by itself; in other parts a plain reader takes `key: rest of line`, a list
 * `[a, b]` on one line and `- item` lines below an empty `key:`, and strips
 * balanced quotes.  Lines that it cannot read are reported in a problem, so no
 * value is lost silently.
 *
 * Hugo has two more forms (gohugo.io, "Front matter"): TOML between two lines
 * +++, and a JSON object at the start of the file.  They produce the same
 * nodes; numbers, dates, true and false are text, too.  Tables are mappings.
 *
 *	struct cx_front_parser *p = cx_front_new();	one per thread
 *	struct cx_front f;
 *
 *	cx_front_read(p, file, &arena, &f);
 *	title = cx_json_gets(f.root, "title", CX_STR(""));
 *	body = cx_str_from(file, f.body);
 */
#ifndef CX_FRONT_H
#define CX_FRONT_H

#include "lib/json/json.h"
#include "lib/base/mem.h"

/* The most bytes between the fences that are read; more is reported. */
#define CX_FRONT_MAX 65536
/* The deepest nesting of lists and mappings, counting the outermost mapping. */
#define CX_FRONT_DEPTH 16

/*
 * A place in the file: byte offset from 0; line and column from 1.  Lines end
 * only at LF; columns count code points, a byte that is not UTF-8 as one and a
 * BOM as none.
 */
struct cx_front_pos {
	uint32_t at;
	uint32_t line;
	uint32_t col;
};

enum cx_front_style {
	CX_FRONT_PLAIN,	 /* text, also the empty value */
	CX_FRONT_QUOTED, /* '...' or "..." */
	CX_FRONT_BLOCK,	 /* | or > text; list or mapping by indentation */
	CX_FRONT_FLOW,	 /* [...] or {...} */
	CX_FRONT_FIELD	 /* in the text, not in front matter (fields.h) */
};

/*
 * A member of the outermost mapping.  Its value is at key + 1.  The bytes of
 * the value are file[value_at.at .. value_end), including quotes, brackets and
 * the `|` of block text.  Block text (also text in three quotes) ends after its
 * last line break, and a list or mapping by indentation with its last value; a
 * [table] has no bytes.  An empty value has no bytes, either, and its place is
 * after the colon.
 */
struct cx_front_member {
	const struct cx_json *key;
	struct cx_front_pos key_at;
	struct cx_front_pos value_at;
	uint32_t value_end;
	enum cx_front_style style;
};

/*
 * A problem; text gives the cause and the remedy in one line.  Codes:
 *
 *	unterminated	no closing fence: there is no front matter
 *	yaml-invalid	not YAML: salvaged
 *	front-invalid	not TOML: the line is skipped; not JSON: everything is
 *	duplicate-key	repeated in the same mapping: the last one wins
 *	not-a-mapping	a list or a text instead of `key: value`
 *	too-large	more than CX_FRONT_MAX bytes: the rest is ignored
 *	too-deep	nested beyond CX_FRONT_DEPTH: salvaged
 *	alias		`&anchor` or `*alias`: salvaged
 *	complex-key	a list or mapping as key, as in {{date}}: salvaged
 *	documents	more than one YAML document: salvaged
 *	tag		a custom `!tag`: ignored
 *	not-read	lines that could not be salvaged
 *	utf8		bytes that are not UTF-8, read as U+FFFD
 *	nul, control	NUL and other control bytes, kept: salvaged
 */
struct cx_front_problem {
	struct cx_front_pos at;
	const char *code;
	struct cx_str text;
};

enum cx_front_form {
	CX_FRONT_YAML,
	CX_FRONT_TOML,
	CX_FRONT_JSON
};

struct cx_front {
	bool found;
	enum cx_front_form form;
	bool salvaged;
	size_t from;	/* the bytes between the fences; JSON with { } */
	size_t to;
	size_t body;	/* start of the body, or the byte after the BOM */
	size_t lines;	/* number of lines before the body */
	const struct cx_json *root; /* an object, which may be empty */
	const struct cx_front_member *members; /* of root, in order */
	size_t n;
	const struct cx_front_problem *problems; /* in the order found */
	size_t n_problems;
};

struct cx_front_parser;

struct cx_front_parser *cx_front_new(void);
void cx_front_free(struct cx_front_parser *p);

/*
 * Reads the front matter of a whole file into *f.  Everything that *f points at
 * lives in arena, not in file.  Time and memory are linear in the front matter.
 * Prints nothing.
 */
void cx_front_read(struct cx_front_parser *p, struct cx_str file,
    struct cx_arena *arena, struct cx_front *f);

/*
 * Where a node of f->root, even inside lists and mappings, was written, in the
 * terms of struct cx_front_member; for editing.  f must be the last one that p
 * has read.
 */
struct cx_front_span {
	struct cx_front_pos at;
	uint32_t end;
	enum cx_front_style style;
};
struct cx_front_span cx_front_where(const struct cx_front_parser *p,
    const struct cx_front *f, const struct cx_json *node);

#endif
