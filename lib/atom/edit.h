/*
 * edit.h: front matter edits that change only the bytes they are about.
 *
 * Comments, the order of keys, quotes, block and flow style, CRLF, a BOM and
 * a missing last line end stay as they are: an edit is a few splices of the
 * file as it was.  The new text is read again before it is handed out; if
 * what was asked does not stand in it, or any other member has changed, the
 * edit is refused.  So is front matter in which something was not understood
 * (cx_front_problem), is not YAML, or has anchors.  A file without any gets
 * what is asked for and nothing else, between two lines ---.
 *
 *	struct cx_edit e = {0};
 *	struct cx_editor *ed = cx_editor_new(config);
 *
 *	cx_edit_set(&e, CX_STR("status"), CX_STR("archived"), 0);
 *	cx_edit_add(&e, CX_STR("tags"), CX_STR("risk"), 0);
 *	switch (cx_edit_apply(ed, &e, file, &splices)) ...
 *
 * A field for which there are several keys ([fields] of cx-config(1)) is
 * edited where cx-scan reads it: `updated` may be the key `modified`.
 */
#ifndef CX_EDIT_H
#define CX_EDIT_H

#include "lib/base/map.h"
#include "lib/config/config.h"
#include "lib/yaml/front.h"
#include "lib/markdown/splice.h"

/* flags are those of yamlout.h: CX_YAML_TEXT or 0. */
struct cx_edit_item {
	struct cx_str text;
	unsigned flags;
};

struct cx_edit_items {
	struct cx_edit_item *v;
	size_t n, cap;
};

void cx_items_add(struct cx_edit_items *items, struct cx_str text,
    unsigned flags);
/* Appends them as [a, b]. */
void cx_items_put(struct cx_buf *out, const struct cx_edit_items *items);

enum cx_edit_how {
	CX_EDIT_CHANGE, /* put is added, drop removed */
	CX_EDIT_SET,	/* put.v[0] */
	CX_EDIT_SET_LIST,
	CX_EDIT_UNSET
};

struct cx_edit_field {
	struct cx_str key;
	enum cx_edit_how how;
	/* As of cx_edit_settle. */
	struct cx_edit_items put;
	struct cx_edit_items drop;
	/* Private: what was added and removed, in order; where a text was
	 * last. */
	struct cx_edit_items said;
	struct cx_map texts;
	size_t *last, cap_last;
	bool settled;
};

/* What to do to one file; zeroed memory is nothing.  Several of one field
 * count in their order.  Texts are UTF-8 and are copied. */
struct cx_edit {
	struct cx_edit_field *v;
	size_t n, cap;
	struct cx_map keys; /* of v */
	struct cx_arena arena;
};

/* A value of text.  Where a list stands, and for a new field `tags` or
 * `links` or `keywords`, it is a list with commas. */
void cx_edit_set(struct cx_edit *e, struct cx_str key, struct cx_str text,
    unsigned flags);
/* A list, empty until cx_edit_add. */
void cx_edit_set_list(struct cx_edit *e, struct cx_str key);
/* Adds to a list, of whatever form, what is not in it; takes from it.  Tags,
 * links and keywords are compared as cx-scan reads them. */
void cx_edit_add(struct cx_edit *e, struct cx_str key, struct cx_str text,
    unsigned flags);
void cx_edit_remove(struct cx_edit *e, struct cx_str key, struct cx_str text);
/* Takes the member away, if there is one. */
void cx_edit_unset(struct cx_edit *e, struct cx_str key);
/* Of each field put and drop: texts whose last word was to add or remove them.
 * Time is linear in all that was said. */
void cx_edit_settle(struct cx_edit *e);
/* All edits of other, after those of e. */
void cx_edit_merge(struct cx_edit *e, struct cx_edit *other);
void cx_edit_release(struct cx_edit *e);

enum cx_edit_status {
	CX_EDIT_DONE,
	CX_EDIT_SAME,	/* what is asked stands there: no splices */
	CX_EDIT_MADE,	/* done; the file had no front matter and has some */
	CX_EDIT_REFUSED /* see cx_editor_why */
};

struct cx_editor;

/* config is borrowed. */
struct cx_editor *cx_editor_new(const struct cx_config *config);
void cx_editor_free(struct cx_editor *ed);

/* Empties splices and fills them, sorted. */
enum cx_edit_status cx_edit_apply(struct cx_editor *ed, struct cx_edit *e,
    struct cx_str file, struct cx_splices *splices);

/* "LINE:COL: cause and mend" of the last refusal. */
const char *cx_editor_why(struct cx_editor *ed);

/* The front matter that the last cx_edit_apply has read, as it was. */
const struct cx_front *cx_editor_front(const struct cx_editor *ed);
/* The member that cx-scan reads for a field; NULL when there is none. */
const struct cx_front_member *cx_edit_member(const struct cx_config *config,
    const struct cx_front *f, struct cx_str field);

#endif
