/* What is asked: edits, gathered field by field. */
#include "lib/atom/edit-impl.h"

#include <stdlib.h>

void
cx_items_add(struct cx_edit_items *items, struct cx_str text, unsigned flags)
{
	CX_GROW(items->v, items->n, items->cap);
	items->v[items->n++] = (struct cx_edit_item){text, flags};
}

static void
items_drop(struct cx_edit_items *items, struct cx_str text)
{
	size_t to = 0;

	for (size_t i = 0; i < items->n; i++)
		if (!cx_str_eq(items->v[i].text, text))
			items->v[to++] = items->v[i];
	items->n = to;
}

static struct cx_edit_field *
field(struct cx_edit *e, struct cx_str key)
{
	for (size_t i = 0; i < e->n; i++)
		if (cx_str_eq(e->v[i].key, key))
			return &e->v[i];
	CX_GROW(e->v, e->n, e->cap);
	e->v[e->n] = (struct cx_edit_field){
	    .key = cx_arena_copy(&e->arena, key)};
	return &e->v[e->n++];
}

static struct cx_edit_field *
anew(struct cx_edit *e, struct cx_str key, enum cx_edit_how how)
{
	struct cx_edit_field *f = field(e, key);

	f->how = how;
	f->put.n = f->drop.n = 0;
	return f;
}

void
cx_edit_set(struct cx_edit *e, struct cx_str key, struct cx_str text,
    unsigned flags)
{
	cx_items_add(&anew(e, key, CX_EDIT_SET)->put,
	    cx_arena_copy(&e->arena, text), flags);
}

void
cx_edit_set_list(struct cx_edit *e, struct cx_str key)
{
	anew(e, key, CX_EDIT_SET_LIST);
}

void
cx_edit_unset(struct cx_edit *e, struct cx_str key)
{
	anew(e, key, CX_EDIT_UNSET);
}

/* A value that was set before becomes a list. */
static struct cx_edit_field *
as_list(struct cx_edit *e, struct cx_str key)
{
	struct cx_edit_field *f = field(e, key);

	if (f->how == CX_EDIT_SET) {
		struct cx_edit_item one = f->put.v[0];

		f->put.n = 0;
		cx_edit_split(&f->put, one.text, one.flags);
	}
	if (f->how != CX_EDIT_CHANGE)
		f->how = CX_EDIT_SET_LIST;
	return f;
}

void
cx_edit_add(struct cx_edit *e, struct cx_str key, struct cx_str text,
    unsigned flags)
{
	struct cx_edit_field *f = as_list(e, key);

	items_drop(&f->drop, text);
	items_drop(&f->put, text);
	cx_items_add(&f->put, cx_arena_copy(&e->arena, text), flags);
}

void
cx_edit_remove(struct cx_edit *e, struct cx_str key, struct cx_str text)
{
	struct cx_edit_field *f = field(e, key);

	if (f->how == CX_EDIT_UNSET)
		return;
	f = as_list(e, key);
	items_drop(&f->put, text);
	if (f->how == CX_EDIT_CHANGE)
		cx_items_add(&f->drop, cx_arena_copy(&e->arena, text), 0);
}

void
cx_edit_merge(struct cx_edit *e, const struct cx_edit *other)
{
	for (size_t i = 0; i < other->n; i++) {
		const struct cx_edit_field *f = &other->v[i];

		for (size_t k = 0; k < f->drop.n; k++)
			cx_edit_remove(e, f->key, f->drop.v[k].text);
		if (f->how == CX_EDIT_UNSET)
			cx_edit_unset(e, f->key);
		if (f->how == CX_EDIT_SET_LIST)
			cx_edit_set_list(e, f->key);
		for (size_t k = 0; k < f->put.n; k++) {
			if (f->how == CX_EDIT_SET)
				cx_edit_set(e, f->key, f->put.v[k].text,
				    f->put.v[k].flags);
			else
				cx_edit_add(e, f->key, f->put.v[k].text,
				    f->put.v[k].flags);
		}
	}
}

void
cx_edit_release(struct cx_edit *e)
{
	for (size_t i = 0; i < e->n; i++) {
		free(e->v[i].put.v);
		free(e->v[i].drop.v);
	}
	free(e->v);
	cx_arena_release(&e->arena);
	*e = (struct cx_edit){0};
}
