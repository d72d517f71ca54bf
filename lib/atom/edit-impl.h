/*
 * edit-impl.h: what edit.c and edit-value.c share; not for others.
 */
#ifndef CX_EDIT_IMPL_H
#define CX_EDIT_IMPL_H

#include "lib/atom/edit.h"
#include "lib/yaml/yamlout.h"

/* What a field will read as. */
enum cx_want {
	CX_WANT_OLD, /* what it was */
	CX_WANT_TEXT,
	CX_WANT_LIST,
	CX_WANT_GONE
};

/* How items of a list are compared. */
enum cx_edit_kind {
	CX_KIND_TEXT,
	CX_KIND_TAGS,
	CX_KIND_LINKS,
	CX_KIND_KEYWORDS
};

/* A field that is being edited. */
struct cx_touch {
	const struct cx_edit_field *field;
	const struct cx_front_member *member; /* NULL: there is none yet */
	struct cx_str key; /* of the member, or the one to add */
	enum cx_edit_kind kind;
	enum cx_want want;
	struct cx_edit_items items; /* for TEXT one, for LIST all */
};

struct cx_editor {
	const struct cx_config *config;
	struct cx_front_parser *parser;
	struct cx_front_parser *checker; /* of the new text */
	struct cx_arena arena;
	struct cx_buf why;
	struct cx_buf scratch;
	struct cx_buf result;
	/* The edit at hand. */
	struct cx_str file;
	struct cx_front front;
	struct cx_splices *out;
	struct cx_map members; /* their keys; first: which has it first */
	size_t *first, cap_first;
	struct cx_map low; /* and without regard to case: which counts then */
	size_t *first_low, cap_low;
	struct cx_touch *touch;
	size_t n, cap;
	struct cx_map keys; /* of touch */
};

/* False, having said why. */
bool cx_edit_refuse(struct cx_editor *ed, struct cx_front_pos at,
    const char *fmt, ...) CX_PRINTF(3, 4);

/* Behind the end of the line that the byte before `end` stands on. */
size_t cx_edit_line_end(const struct cx_editor *ed, size_t end);
/* Start of the line of a place. */
size_t cx_edit_line(const struct cx_editor *ed, size_t at);
/* "\n" or "\r\n", as the line that ends at `end` has it. */
struct cx_str cx_edit_eol(const struct cx_editor *ed, size_t end);

/* edit-value.c: the splices of a field whose member is there; false: refused.
 * Sets want and items. */
bool cx_edit_value(struct cx_editor *ed, struct cx_touch *t);
/* Items of a text with commas. */
void cx_edit_split(struct cx_edit_items *items, struct cx_str text,
    unsigned flags);
/* Appends them as [a, b]. */
void cx_edit_put_items(struct cx_buf *out, enum cx_front_form form,
    const struct cx_edit_items *items);
/* Adds to items what of `more` is not in them. */
void cx_edit_unite(enum cx_edit_kind kind, struct cx_edit_items *items,
    const struct cx_edit_items *more);

#endif
