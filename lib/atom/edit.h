/*
 * edit.h: front matter edits that change only the necessary bytes.
 *
 * Comments, the order of keys, quotes, block and flow style, CRLF, a BOM and a
 * missing final line end are preserved: an edit is a few splices of the
 * original file.  The new text is read back before it is returned; if it lacks
 * the requested values, or any other member has changed, the edit is refused.
 * So is an edit of front matter that was not fully understood
 * (cx_front_problem), is not YAML, or has anchors.  A file without front matter
 * gets the requested members and nothing else, between two lines ---.
 *
 *	struct cx_edit e = {0};
 *	struct cx_editor *ed = cx_editor_new(config);
 *
 *	cx_edit_set(&e, CX_STR("status"), CX_STR("archived"), 0);
 *	cx_edit_add(&e, CX_STR("tags"), CX_STR("risk"), 0);
 *	switch (cx_edit_apply(ed, &e, file, &splices)) ...
 *
 * A field with several possible keys ([fields] of cx-config(1)) is edited where
 * cx-scan reads it: `updated` may be the key `modified`.
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
	/* As left by cx_edit_settle. */
	struct cx_edit_items put;
	struct cx_edit_items drop;
	/* Private: all additions and removals in order, and the last one of
	 * each text. */
	struct cx_edit_items said;
	struct cx_map texts;
	size_t *last, cap_last;
	bool settled;
};

/* The edits of one file; zeroed memory holds none.  Several edits of one field
 * apply in order.  Texts are UTF-8 and are copied. */
struct cx_edit {
	struct cx_edit_field *v;
	size_t n, cap;
	struct cx_map keys; /* indexes into v */
	struct cx_arena arena;
};

/* Sets a value.  If the field is a list, or a new `tags`, `links` or
 * `keywords`, text is a list with commas. */
void cx_edit_set(struct cx_edit *e, struct cx_str key, struct cx_str text,
    unsigned flags);
/* Sets an empty list, to be filled by cx_edit_add. */
void cx_edit_set_list(struct cx_edit *e, struct cx_str key);
/* Add to a list, of whatever form, unless present; remove from it.  Tags, links
 * and keywords are compared as cx-scan reads them. */
void cx_edit_add(struct cx_edit *e, struct cx_str key, struct cx_str text,
    unsigned flags);
void cx_edit_remove(struct cx_edit *e, struct cx_str key, struct cx_str text);
/* Removes the member, if it exists. */
void cx_edit_unset(struct cx_edit *e, struct cx_str key);
/* Computes put and drop of each field: the texts whose last edit was to add or
 * remove them.  Time is linear in the number of edits. */
void cx_edit_settle(struct cx_edit *e);
/* Appends all edits of other to those of e. */
void cx_edit_merge(struct cx_edit *e, struct cx_edit *other);
void cx_edit_release(struct cx_edit *e);

enum cx_edit_status {
	CX_EDIT_DONE,
	CX_EDIT_SAME,	/* the file has these values; no splices */
	CX_EDIT_MADE,	/* done; front matter was created */
	CX_EDIT_REFUSED /* see cx_editor_why */
};

struct cx_editor;

/* config is borrowed. */
struct cx_editor *cx_editor_new(const struct cx_config *config);
void cx_editor_free(struct cx_editor *ed);

/* Replaces splices with those of the edits, sorted. */
enum cx_edit_status cx_edit_apply(struct cx_editor *ed, struct cx_edit *e,
    struct cx_str file, struct cx_splices *splices);

/* Returns "LINE:COL: cause and remedy" of the last refusal. */
const char *cx_editor_why(struct cx_editor *ed);

/* Returns the front matter that the last cx_edit_apply read, before the
 * edit. */
const struct cx_front *cx_editor_front(const struct cx_editor *ed);
/* Returns the member that cx-scan reads for a field, or NULL. */
const struct cx_front_member *cx_edit_member(const struct cx_config *config,
    const struct cx_front *f, struct cx_str field);

#endif
