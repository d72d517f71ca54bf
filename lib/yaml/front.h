/*
 * front.h: front matter, which nearly always is YAML.
 *
 * Front matter starts at a first line `---` (a BOM before it, CRLF and blanks
 * after it are fine) and ends at the next line `---` or `...`, with or without
 * a line end.  Opened and never closed, it is not front matter: the whole file
 * is body, and a problem `unterminated` says so.
 *
 * What stands between is YAML 1.1 as libyaml reads it.  Scalars keep the
 * text that was written: quotes, escapes and folding are resolved, but
 * nothing is typed (`no`, `10:00` and `1e3` are strings; an empty value is
 * the empty string).  Tags are ignored, `<<` is a key like any other.
 *
 * YAML that is invalid, or beyond the limits below, is salvaged: a stretch
 * from one `key:` at the start of a line to the next that is valid by itself
 * is read as YAML; in others a plain reader takes `key: rest of line`, a
 * list `[a, b]` on one line and `- item` lines below an empty `key:`, and
 * strips quotes that are balanced.  A line that it cannot take is named in a
 * problem, so no value is lost in silence.
 *
 * Hugo has two more forms (gohugo.io, "Front matter"): TOML between two lines
 * +++, and a JSON object with which the file begins.  They make the same nodes;
 * numbers, dates, true and false are texts as well.  Tables are mappings.
 *
 *	struct cx_front_parser *p = cx_front_new();	one a thread
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

/* Bytes between the fences that are read; what is after is reported. */
#define CX_FRONT_MAX 65536
/* Nesting of lists and mappings, the outermost mapping included. */
#define CX_FRONT_DEPTH 16

/*
 * A place in the file: byte offset from 0; line and column from 1.  Lines
 * end at LF and nowhere else; a column counts code points, a byte that is no
 * UTF-8 counting as one, and a BOM as none.
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
	CX_FRONT_FIELD	 /* of the text, not of front matter (fields.h) */
};

/*
 * A member of the outermost mapping.  The value stands at key + 1.  The
 * bytes of the value are file[value_at.at .. value_end): with quotes,
 * brackets and the `|` of block text, whose end is after its last line
 * (text in three quotes is block text, too, and a [table] has no bytes)
 * break; a list or mapping by indentation ends with its last value.  An
 * empty value has no bytes and stands after the colon.
 */
struct cx_front_member {
	const struct cx_json *key;
	struct cx_front_pos key_at;
	struct cx_front_pos value_at;
	uint32_t value_end;
	enum cx_front_style style;
};

/*
 * What was wrong; text names cause and mend in one line.  Codes:
 *
 *	unterminated	no closing fence: there is no front matter
 *	yaml-invalid	not YAML: salvaged
 *	front-invalid	not TOML: the line is left out; not JSON: all is
 *	duplicate-key	a key again in the same mapping: the last one wins
 *	not-a-mapping	a list or a text where `key: value` should be
 *	too-large	more than CX_FRONT_MAX bytes: the rest is not read
 *	too-deep	nested beyond CX_FRONT_DEPTH: salvaged
 *	alias		`&anchor` or `*alias`: salvaged
 *	complex-key	a list or mapping as key, as in {{date}}: salvaged
 *	documents	more than one YAML document: salvaged
 *	tag		a `!tag` of one's own: ignored
 *	not-read	lines that salvage could not take
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
	size_t from;	/* the bytes between the fences; of JSON with { } */
	size_t to;
	size_t body;	/* where the body starts; or after the BOM */
	size_t lines;	/* number of lines before the body */
	const struct cx_json *root; /* an object, perhaps empty */
	const struct cx_front_member *members; /* of root, in order */
	size_t n;
	const struct cx_front_problem *problems; /* in the order found */
	size_t n_problems;
};

struct cx_front_parser;

struct cx_front_parser *cx_front_new(void);
void cx_front_free(struct cx_front_parser *p);

/*
 * Reads the front matter of a whole file into *f.  All that *f points at
 * lives in arena, none of it in file.  Time and memory are linear in the
 * front matter.  Nothing is printed.
 */
void cx_front_read(struct cx_front_parser *p, struct cx_str file,
    struct cx_arena *arena, struct cx_front *f);

/*
 * Where a node of f->root was written, also within lists and mappings, with
 * the meaning that places have in struct cx_front_member; for those that
 * edit.  f is the last that p has read.
 */
struct cx_front_span {
	struct cx_front_pos at;
	uint32_t end;
	enum cx_front_style style;
};
struct cx_front_span cx_front_where(const struct cx_front_parser *p,
    const struct cx_front *f, const struct cx_json *node);

#endif
