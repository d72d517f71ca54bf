/* Edits of a value that is there. */
#include "lib/atom/atom.h"
#include "lib/atom/edit-impl.h"

#include <stdlib.h>

/* --- items --- */

static void
key_of(struct cx_buf *b, enum cx_edit_kind kind, struct cx_str text)
{
	b->len = 0;
	switch (kind) {
	case CX_KIND_TAGS:
		cx_atom_tag(b, text);
		break;
	case CX_KIND_LINKS:
		cx_buf_str(b, cx_atom_link(text));
		break;
	case CX_KIND_KEYWORDS:
		cx_atom_keyword(b, text);
		break;
	case CX_KIND_TEXT:
		cx_buf_str(b, text);
		break;
	}
}

bool
cx_edit_has(enum cx_edit_kind kind, const struct cx_edit_items *items,
    struct cx_str text)
{
	struct cx_buf a = CX_BUF_INIT, b = CX_BUF_INIT;
	bool has = false;

	key_of(&a, kind, text);
	for (size_t i = 0; i < items->n && !has; i++) {
		key_of(&b, kind, items->v[i].text);
		has = cx_str_eq(cx_buf_view(&a), cx_buf_view(&b));
	}
	cx_buf_release(&a);
	cx_buf_release(&b);
	return has;
}

void
cx_edit_unite(enum cx_edit_kind kind, struct cx_edit_items *items,
    const struct cx_edit_items *more)
{
	for (size_t i = 0; i < more->n; i++)
		if (!cx_edit_has(kind, items, more->v[i].text))
			cx_items_add(items, more->v[i].text,
			    more->v[i].flags);
}

void
cx_edit_split(struct cx_edit_items *items, struct cx_str text, unsigned flags)
{
	struct cx_str piece;

	while (cx_str_split(&text, ',', &piece)) {
		piece = cx_str_trim(piece);
		if (piece.len)
			cx_items_add(items, piece, flags);
	}
}

void
cx_edit_put_flow(struct cx_buf *out, const struct cx_edit_items *items)
{
	cx_buf_char(out, '[');
	for (size_t i = 0; i < items->n; i++) {
		if (i)
			cx_buf_puts(out, ", ");
		cx_yaml_put(out, items->v[i].text,
		    items->v[i].flags | CX_YAML_FLOW, 0);
	}
	cx_buf_char(out, ']');
}

/* --- a value of text --- */

/* Puts `now` where a text | or > stands, before a comment on its first
 * line. */
static void
replace_block(struct cx_editor *ed, const struct cx_front_member *m,
    struct cx_str now)
{
	const char *s = ed->file.s;
	size_t at = m->value_at.at, next = cx_edit_line_end(ed, at + 1);
	size_t end = next;

	while (end > at && cx_is_blank(s[end - 1]))
		end--;
	for (size_t i = at + 1; i < end; i++)
		if (s[i] == '#') {
			end = i;
			while (end > at && cx_is_blank(s[end - 1]))
				end--;
			break;
		}
	cx_splice_add(ed->out, at, end, now);
	if (m->value_end > next)
		cx_splice_add(ed->out, next, m->value_end, CX_STR(""));
}

/* Puts `now`, ready YAML on one line or nothing, where a scalar stands. */
static void
replace(struct cx_editor *ed, const struct cx_front_member *m,
    struct cx_str now)
{
	const char *s = ed->file.s;
	size_t from = m->value_at.at, at;
	struct cx_buf b = CX_BUF_INIT;

	if (m->style == CX_FRONT_BLOCK) {
		replace_block(ed, m, now);
		return;
	}
	/* An empty value stands right behind its colon, and so does one that
	 * becomes empty. */
	if (from == m->value_end && s[from - 1] == ':')
		cx_buf_char(&b, ' ');
	for (at = from; !now.len && (s[at - 1] == ' ' || s[at - 1] == '\t');)
		at--;
	if (!now.len && s[at - 1] == ':')
		from = at;
	cx_buf_str(&b, now);
	cx_splice_add(ed->out, from, m->value_end, cx_buf_view(&b));
	cx_buf_release(&b);
}

static void
set_text(struct cx_editor *ed, struct cx_touch *t, struct cx_edit_item item)
{
	const struct cx_front_member *m = t->member;
	char quote = m->style == CX_FRONT_QUOTED
	    ? ed->file.s[m->value_at.at]
	    : '\0';

	if (cx_str_eq(cx_json_str(m->key + 1), item.text))
		return;
	t->want = CX_WANT_TEXT;
	t->items.n = 0;
	cx_items_add(&t->items, item.text, item.flags);
	ed->scratch.len = 0;
	if (item.text.len || quote || m->style == CX_FRONT_BLOCK)
		cx_yaml_put(&ed->scratch, item.text, item.flags, quote);
	replace(ed, m, cx_buf_view(&ed->scratch));
}

/* Makes a scalar a list. */
static void
set_flow(struct cx_editor *ed, struct cx_touch *t)
{
	t->want = CX_WANT_LIST;
	ed->scratch.len = 0;
	cx_edit_put_flow(&ed->scratch, &t->items);
	replace(ed, t->member, cx_buf_view(&ed->scratch));
}

/* --- a list that is a text --- */

/* `a, b` less the pieces to drop, and those to put behind; the commas and
 * blanks of what stays are left alone. */
static void
change_commas(struct cx_editor *ed, struct cx_touch *t)
{
	const struct cx_edit_field *f = t->field;
	struct cx_str rest = cx_json_str(t->member->key + 1), piece;
	struct cx_edit_items kept = {0};
	struct cx_buf b = CX_BUF_INIT;

	while (cx_str_split(&rest, ',', &piece)) {
		if (cx_str_trim(piece).len &&
		    cx_edit_has(t->kind, &f->drop, piece))
			continue;
		if (b.len)
			cx_buf_char(&b, ',');
		else
			piece = cx_str_trim(piece);
		cx_buf_str(&b, piece);
		cx_items_add(&kept, piece, 0);
	}
	for (size_t i = 0; i < f->put.n; i++) {
		if (cx_edit_has(t->kind, &kept, f->put.v[i].text))
			continue;
		cx_buf_puts(&b, b.len ? ", " : "");
		cx_buf_str(&b, f->put.v[i].text);
		cx_items_add(&kept, f->put.v[i].text, 0);
	}
	free(kept.v);
	set_text(ed, t, (struct cx_edit_item){
	    cx_arena_copy(&ed->arena, cx_buf_view(&b)), 0});
	cx_buf_release(&b);
}

/* One text that is the only item. */
static void
change_single(struct cx_editor *ed, struct cx_touch *t)
{
	const struct cx_edit_field *f = t->field;
	struct cx_str old = cx_json_str(t->member->key + 1);

	t->items.n = 0;
	if (old.len && !cx_edit_has(t->kind, &f->drop, old))
		cx_items_add(&t->items, old, 0);
	cx_edit_unite(t->kind, &t->items, &f->put);
	if (t->items.n == 1 && cx_str_eq(t->items.v[0].text, old))
		return;
	if (t->items.n || old.len)
		set_flow(ed, t);
}

bool
cx_edit_value(struct cx_editor *ed, struct cx_touch *t)
{
	const struct cx_edit_field *f = t->field;
	const struct cx_json *v = t->member->key + 1;
	struct cx_edit_items split = {0};
	bool ok = true;

	if (v->type == CX_JSON_OBJECT)
		return cx_edit_refuse(ed, t->member->value_at, "the value is "
		    "a mapping: edit it by hand, or take it away with "
		    "--unset");
	if (v->type == CX_JSON_ARRAY) {
		switch (f->how) {
		case CX_EDIT_CHANGE:
			return cx_edit_list(ed, t);
		case CX_EDIT_SET_LIST:
			return cx_edit_list_set(ed, t, &f->put);
		default:
			cx_edit_split(&split, f->put.v[0].text,
			    f->put.v[0].flags);
			ok = cx_edit_list_set(ed, t, &split);
			free(split.v);
			return ok;
		}
	}
	if (f->how == CX_EDIT_SET) {
		set_text(ed, t, f->put.v[0]);
	} else if (f->how == CX_EDIT_SET_LIST) {
		t->items.n = 0;
		cx_edit_unite(t->kind, &t->items, &f->put);
		set_flow(ed, t);
	} else if ((t->kind == CX_KIND_TAGS || t->kind == CX_KIND_KEYWORDS) &&
	    v->len) {
		change_commas(ed, t);
	} else {
		change_single(ed, t);
	}
	return ok;
}
