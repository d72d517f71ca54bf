/* Edits the value of an existing member. */
#include "lib/atom/atom.h"
#include "lib/atom/edit-impl.h"

#include <stdlib.h>

/* A list in block or flow style, items put and dropped. */
static bool edit_list(struct cx_editor *ed, struct cx_touch *t);
/* The same, all items set. */
static bool set_list(struct cx_editor *ed, struct cx_touch *t,
    const struct cx_edit_items *items);

void
cx_items_add(struct cx_edit_items *items, struct cx_str text, unsigned flags)
{
	CX_GROW(items->v, items->n, items->cap);
	items->v[items->n++] = (struct cx_edit_item){text, flags};
}

bool
cx_edit_refuse(struct cx_editor *ed, struct cx_front_pos at, const char *fmt,
    ...)
{
	va_list ap;

	ed->why.len = 0;
	cx_buf_fmt(&ed->why, "%lu:%lu: ", (unsigned long)at.line,
	    (unsigned long)at.col);
	va_start(ap, fmt);
	cx_buf_vfmt(&ed->why, fmt, ap);
	va_end(ap);
	return false;
}

size_t
cx_edit_line(const struct cx_editor *ed, size_t at)
{
	while (at > ed->front.from && ed->file.s[at - 1] != '\n')
		at--;
	return at;
}

size_t
cx_edit_line_end(const struct cx_editor *ed, size_t end)
{
	while (end < ed->front.to &&
	    (end == ed->front.from || ed->file.s[end - 1] != '\n'))
		end++;
	return end;
}

struct cx_str
cx_edit_eol(const struct cx_editor *ed, size_t end)
{
	return end >= 2 && ed->file.s[end - 2] == '\r' ? CX_STR("\r\n")
						      : CX_STR("\n");
}

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

/* Texts by what they are compared by. */
struct known {
	enum cx_edit_kind kind;
	struct cx_map map;
	struct cx_arena arena;
	struct cx_buf key;
};

static bool
has(struct known *k, struct cx_str text)
{
	key_of(&k->key, k->kind, text);
	return cx_map_get(&k->map, cx_buf_view(&k->key)) != CX_MAP_NONE;
}

/* False: it was there. */
static bool
know(struct known *k, struct cx_str text)
{
	uint32_t n = k->map.n;

	key_of(&k->key, k->kind, text);
	return cx_map_intern(&k->map, &k->arena, cx_buf_view(&k->key)) == n;
}

static struct known
known(enum cx_edit_kind kind, const struct cx_edit_items *items)
{
	struct known k = {.kind = kind};

	for (size_t i = 0; items && i < items->n; i++)
		(void)know(&k, items->v[i].text);
	return k;
}

static void
forget(struct known *k)
{
	cx_map_release(&k->map);
	cx_arena_release(&k->arena);
	cx_buf_release(&k->key);
}

#define AUTO_KNOWN CX_AUTO(forget) struct known

void
cx_edit_unite(enum cx_edit_kind kind, struct cx_edit_items *items,
    const struct cx_edit_items *more)
{
	AUTO_KNOWN there = known(kind, items);

	for (size_t i = 0; i < more->n; i++)
		if (know(&there, more->v[i].text))
			cx_items_add(items, more->v[i].text, more->v[i].flags);
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
cx_edit_put_items(struct cx_buf *out, enum cx_front_form form,
    const struct cx_edit_items *items)
{
	cx_buf_char(out, '[');
	for (size_t i = 0; i < items->n; i++) {
		if (i)
			cx_buf_puts(out, ", ");
		cx_front_put(out, form, items->v[i].text,
		    items->v[i].flags | CX_YAML_FLOW, 0);
	}
	cx_buf_char(out, ']');
}

void
cx_items_put(struct cx_buf *out, const struct cx_edit_items *items)
{
	cx_edit_put_items(out, CX_FRONT_YAML, items);
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
	CX_AUTO_BUF b = CX_BUF_INIT;

	if (m->style == CX_FRONT_BLOCK) {
		replace_block(ed, m, now);
		return;
	}
	/* An empty value stands right after its colon, and so does one that
	 * becomes empty. */
	if (from == m->value_end && s[from - 1] == ':')
		cx_buf_char(&b, ' ');
	for (at = from; !now.len && (s[at - 1] == ' ' || s[at - 1] == '\t');)
		at--;
	if (!now.len && s[at - 1] == ':')
		from = at;
	cx_buf_str(&b, now);
	cx_splice_add(ed->out, from, m->value_end, cx_buf_view(&b));
}

static void
set_text(struct cx_editor *ed, struct cx_touch *t, struct cx_edit_item item)
{
	const struct cx_front_member *m = t->member;
	char quote = m->style == CX_FRONT_QUOTED ? ed->file.s[m->value_at.at]
	    : '\0';

	if (cx_str_eq(cx_json_str(m->key + 1), item.text))
		return;
	t->want = CX_WANT_TEXT;
	t->items.n = 0;
	cx_items_add(&t->items, item.text, item.flags);
	ed->scratch.len = 0;
	if (item.text.len || quote || m->style == CX_FRONT_BLOCK ||
	    ed->front.form != CX_FRONT_YAML)
		cx_front_put(&ed->scratch, ed->front.form, item.text,
		    item.flags, quote);
	replace(ed, m, cx_buf_view(&ed->scratch));
}

/* Makes a scalar a list. */
static void
set_flow(struct cx_editor *ed, struct cx_touch *t)
{
	t->want = CX_WANT_LIST;
	ed->scratch.len = 0;
	cx_edit_put_items(&ed->scratch, ed->front.form, &t->items);
	replace(ed, t->member, cx_buf_view(&ed->scratch));
}

/* --- a list that is a text --- */

/* `a, b` less the pieces to drop, and those to put after; the commas and
 * blanks of what stays are left alone. */
static void
change_commas(struct cx_editor *ed, struct cx_touch *t)
{
	const struct cx_edit_field *f = t->field;
	struct cx_str rest = cx_json_str(t->member->key + 1), piece;
	struct cx_str ahead = rest;
	AUTO_KNOWN drop = known(t->kind, &f->drop);
	AUTO_KNOWN kept = known(t->kind, NULL);
	CX_AUTO_BUF b = CX_BUF_INIT;
	bool blanks;

	/* Without a comma, tags are separated by blanks. */
	blanks = t->kind == CX_KIND_TAGS && !memchr(rest.s, ',', rest.len) &&
	    cx_atom_next_tag(&ahead, &piece) && cx_str_trim(ahead).len;
	while (blanks ? cx_atom_next_tag(&rest, &piece)
		      : cx_str_split(&rest, ',', &piece)) {
		if (cx_str_trim(piece).len && has(&drop, piece))
			continue;
		if (b.len)
			cx_buf_char(&b, blanks ? ' ' : ',');
		else
			piece = cx_str_trim(piece);
		cx_buf_str(&b, piece);
		(void)know(&kept, piece);
	}
	for (size_t i = 0; i < f->put.n; i++) {
		if (!know(&kept, f->put.v[i].text))
			continue;
		cx_buf_puts(&b, !b.len ? "" : blanks ? " " : ", ");
		cx_buf_str(&b, f->put.v[i].text);
	}
	set_text(ed, t, (struct cx_edit_item){
	    cx_arena_copy(&ed->arena, cx_buf_view(&b)), 0});
}

/* One text that is the only item. */
static void
change_single(struct cx_editor *ed, struct cx_touch *t)
{
	const struct cx_edit_field *f = t->field;
	struct cx_str old = cx_json_str(t->member->key + 1);
	AUTO_KNOWN drop = known(t->kind, &f->drop);

	t->items.n = 0;
	if (old.len && !has(&drop, old))
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
		    "a mapping: edit it by hand, or take it away with --unset");
	if (v->type == CX_JSON_ARRAY) {
		switch (f->how) {
		case CX_EDIT_CHANGE:
			return edit_list(ed, t);
		case CX_EDIT_SET_LIST:
			return set_list(ed, t, &f->put);
		default:
			cx_edit_split(&split, f->put.v[0].text,
			    f->put.v[0].flags);
			ok = set_list(ed, t, &split);
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

/* --- edits of lists in block and in flow style --- */

/* The list at hand. */
struct list {
	struct cx_editor *ed;
	struct cx_touch *t;
	const struct cx_json *node;
	struct cx_front_span *item; /* of each */
	bool *drop;
	size_t n, dropped;
	size_t kept;	    /* index of the last that stays; n: none does */
	struct cx_edit_items put;
};

/* The only text in an item, of lists in lists too; false when there is none
 * or are several. */
static bool
item_text(const struct cx_json *item, struct cx_str *out)
{
	size_t texts = 0;

	for (const struct cx_json *n = item; n < item + item->span; n++) {
		if (n->type == CX_JSON_OBJECT)
			return false;
		if (n->type == CX_JSON_STRING) {
			*out = cx_json_str(n);
			texts++;
		}
	}
	return texts == 1;
}

/* All texts of items that stay, then those to add. */
static void
expect(struct list *l)
{
	struct cx_edit_items *items = &l->t->items;
	const struct cx_json *n;
	size_t i = 0, added;

	items->n = 0;
	CX_JSON_EACH(e, l->node) {
		if (!l->drop[i++])
			for (n = e; n < e + e->span; n++)
				if (n->type == CX_JSON_STRING)
					cx_items_add(items, cx_json_str(n), 0);
	}
	added = items->n;
	cx_edit_unite(l->t->kind, items, &l->t->field->put);
	for (; added < items->n; added++)
		cx_items_add(&l->put, items->v[added].text,
		    items->v[added].flags);
}

static void
list_init(struct list *l, struct cx_editor *ed, struct cx_touch *t)
{
	AUTO_KNOWN drop = known(t->kind, &t->field->drop);
	struct cx_str text = CX_STR("");
	size_t i = 0;

	*l = (struct list){.ed = ed, .t = t, .node = t->member->key + 1};
	l->n = l->kept = l->node->len;
	l->item = cx_arena_alloc(&ed->arena,
	    cx_mul(cx_add(l->n, 1), sizeof *l->item));
	l->drop = cx_arena_alloc(&ed->arena, cx_add(l->n, 1));
	CX_JSON_EACH(e, l->node) {
		l->item[i] = cx_front_where(ed->parser, &ed->front, e);
		l->drop[i] = item_text(e, &text) &&
		    has(&drop, text);
		l->dropped += l->drop[i];
		if (!l->drop[i])
			l->kept = i;
		i++;
	}
}

/* --- [a, b] --- */

static bool
no_comment(const struct list *l, size_t from, size_t to)
{
	return from >= to || !memchr(l->ed->file.s + from, '#', to - from) ||
	    cx_edit_refuse(l->ed, l->t->member->value_at, "there are comments "
		"within the list: edit it by hand");
}

/* Takes an item away, with what separates it from the one that stays. */
static bool
flow_drop(struct list *l, size_t i, bool kept_before)
{
	struct cx_str file = l->ed->file;
	size_t from = l->item[i].at.at, to = l->item[i].end;
	size_t close = l->t->member->value_end - 1;

	if (kept_before) {
		from = l->item[i - 1].end;
		if (!no_comment(l, from, l->item[i].at.at))
			return false;
	} else if (i + 1 < l->n) {
		to = l->item[i + 1].at.at;
		if (!no_comment(l, l->item[i].end, to))
			return false;
	} else {
		const char *comma = memchr(file.s + to, ',', close - to);

		if (!no_comment(l, to, close))
			return false;
		if (comma)
			to = (size_t)(comma - file.s) + 1;
	}
	cx_splice_add(l->ed->out, from, to, CX_STR(""));
	return true;
}

static bool
flow(struct list *l)
{
	struct cx_buf *b = &l->ed->scratch;
	size_t at = l->t->member->value_at.at + 1;
	bool kept = false;

	for (size_t i = 0; i < l->n; i++) {
		if (l->drop[i] && !flow_drop(l, i, kept))
			return false;
		kept |= !l->drop[i];
	}
	b->len = 0;
	for (size_t i = 0; i < l->put.n; i++) {
		if (kept || i)
			cx_buf_puts(b, ", ");
		cx_front_put(b, l->ed->front.form, l->put.v[i].text,
		    l->put.v[i].flags | CX_YAML_FLOW, 0);
	}
	if (kept)
		at = l->item[l->kept].end;
	if (b->len)
		cx_splice_add(l->ed->out, at, at, cx_buf_view(b));
	return true;
}

/* --- lines of `- a` --- */

/* The line of an item; its dash and what stands before it in *lead. */
static bool
item_line(struct list *l, size_t i, size_t *start, struct cx_str *lead)
{
	const char *s = l->ed->file.s;
	size_t at = l->item[i].at.at, dash;

	*start = cx_edit_line(l->ed, at);
	for (dash = *start; dash < at && s[dash] == ' ';)
		dash++;
	*lead = cx_strn(s + *start, dash + 1 - *start);
	if (dash < at && s[dash] == '-') {
		for (dash++; dash < at && (s[dash] == ' ' || s[dash] == '\t');)
			dash++;
		if (dash == at)
			return true;
	}
	return cx_edit_refuse(l->ed, l->item[i].at, "the item does not stand "
	    "on a line '- item': edit the list by hand");
}

static void
put_lines(struct cx_buf *b, const struct cx_edit_items *items,
    struct cx_str lead, struct cx_str eol)
{
	for (size_t i = 0; i < items->n; i++) {
		cx_buf_str(b, lead);
		cx_buf_char(b, ' ');
		cx_yaml_put(b, items->v[i].text, items->v[i].flags, 0);
		cx_buf_str(b, eol);
	}
}

/* No item is left: `[]` on the line of the key. */
static bool
put_empty(struct list *l)
{
	const char *s = l->ed->file.s;
	struct cx_front_span key = cx_front_where(l->ed->parser,
	    &l->ed->front, l->t->member->key);
	size_t at = key.end;

	while (s[at] == ' ')
		at++;
	if (s[at] != ':')
		return cx_edit_refuse(l->ed, l->t->member->key_at,
		    "the key is not followed by a colon: edit it by hand");
	cx_splice_add(l->ed->out, at + 1, at + 1, CX_STR(" []"));
	return true;
}

static bool
block(struct list *l)
{
	size_t start, end = 0;
	struct cx_str lead = {"", 0};

	for (size_t i = 0; i < l->n; i++) {
		if (!item_line(l, i, &start, &lead))
			return false;
		end = cx_edit_line_end(l->ed, l->item[i].end);
		if (l->drop[i])
			cx_splice_add(l->ed->out, start, end, CX_STR(""));
	}
	if (l->kept == l->n && !l->put.n)
		return put_empty(l);
	l->ed->scratch.len = 0;
	put_lines(&l->ed->scratch, &l->put, lead, cx_edit_eol(l->ed, end));
	if (l->put.n)
		cx_splice_add(l->ed->out, end, end,
		    cx_buf_view(&l->ed->scratch));
	return true;
}

static bool
edit_list(struct cx_editor *ed, struct cx_touch *t)
{
	struct list l;
	bool ok = true;

	list_init(&l, ed, t);
	expect(&l);
	if (l.dropped || l.put.n) {
		t->want = CX_WANT_LIST;
		ok = t->member->style == CX_FRONT_FLOW ? flow(&l) : block(&l);
	}
	free(l.put.v);
	return ok;
}

/* --- all anew --- */

/* Whether the list has just these texts. */
static bool
is_same(const struct list *l, const struct cx_edit_items *items)
{
	size_t i = 0;

	if (l->n != items->n)
		return false;
	CX_JSON_EACH(e, l->node)
		if (e->type != CX_JSON_STRING ||
		    !cx_str_eq(cx_json_str(e), items->v[i++].text))
			return false;
	return true;
}

static bool
set_list(struct cx_editor *ed, struct cx_touch *t,
    const struct cx_edit_items *items)
{
	struct cx_buf *b = &ed->scratch;
	size_t from = t->member->value_at.at, to = t->member->value_end;
	struct cx_str lead;
	struct list l;

	list_init(&l, ed, t);
	t->items.n = 0;
	for (size_t i = 0; i < items->n; i++)
		cx_items_add(&t->items, items->v[i].text, items->v[i].flags);
	if (is_same(&l, items))
		return true;
	t->want = CX_WANT_LIST;
	b->len = 0;
	if (t->member->style == CX_FRONT_FLOW) {
		cx_edit_put_items(b, ed->front.form, &t->items);
	} else {
		if (!item_line(&l, 0, &from, &lead))
			return false;
		to = cx_edit_line_end(ed, to);
		put_lines(b, &t->items, lead, cx_edit_eol(ed, to));
		if (!t->items.n && !put_empty(&l))
			return false;
	}
	cx_splice_add(ed->out, from, to, cx_buf_view(b));
	return true;
}
