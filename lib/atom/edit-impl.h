/*
 * edit-impl.h: shared by edit.c and edit-value.c; private to these.
 */
#ifndef CX_EDIT_IMPL_H
#define CX_EDIT_IMPL_H

#include "lib/atom/edit.h"
#include "lib/yaml/yamlout.h"

/* The expected value of a field after the edit. */
enum cx_want {
	CX_WANT_OLD, /* unchanged */
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

/* A field being edited. */
struct cx_touch {
	const struct cx_edit_field *field;
	const struct cx_front_member *member; /* NULL if missing */
	struct cx_str key; /* of the member, or the one to add */
	enum cx_edit_kind kind;
	enum cx_want want;
	struct cx_edit_items items; /* TEXT: one, LIST: all */
};

struct cx_editor {
	const struct cx_config *config;
	struct cx_front_parser *parser;
	struct cx_front_parser *checker; /* to reread the new text */
	struct cx_arena arena;
	struct cx_buf why;
	struct cx_buf scratch;
	struct cx_buf result;
	/* The current edit. */
	struct cx_str file;
	struct cx_front front;
	struct cx_splices *out;
	struct cx_map members; /* their keys; first: the first one with a key */
	size_t *first, cap_first;
	struct cx_map low; /* the same, ignoring case */
	size_t *first_low, cap_low;
	struct cx_touch *touch;
	size_t n, cap;
	struct cx_map keys; /* of touch */
};

/* Records the reason for a refusal and returns false. */
bool cx_edit_refuse(struct cx_editor *ed, struct cx_front_pos at,
    const char *fmt, ...) CX_PRINTF(3, 4);

/* Returns the offset after the end of the line with the byte before `end`. */
size_t cx_edit_line_end(const struct cx_editor *ed, size_t end);
/* Returns the start of the line containing `at`. */
size_t cx_edit_line(const struct cx_editor *ed, size_t at);
/* Returns "\n" or "\r\n", like the line that ends at `end`. */
struct cx_str cx_edit_eol(const struct cx_editor *ed, size_t end);

/* edit-value.c: adds the splices for a field whose member exists; returns false
 * if refused.  Sets want and items. */
bool cx_edit_value(struct cx_editor *ed, struct cx_touch *t);
/* Splits a text at commas into items. */
void cx_edit_split(struct cx_edit_items *items, struct cx_str text,
    unsigned flags);
/* Appends them as [a, b]. */
void cx_edit_put_items(struct cx_buf *out, enum cx_front_form form,
    const struct cx_edit_items *items);
/* Adds those items of `more` that are missing in items. */
void cx_edit_unite(enum cx_edit_kind kind, struct cx_edit_items *items,
    const struct cx_edit_items *more);

#endif
