/* What an edit has made is read again: only then it is handed out. */
#include "lib/atom/edit-impl.h"

static bool
same_value(const struct cx_json *a, const struct cx_json *b)
{
	if (a->span != b->span)
		return false;
	for (size_t i = 0; i < a->span; i++)
		if (a[i].type != b[i].type || a[i].len != b[i].len ||
		    (a[i].type == CX_JSON_STRING &&
			!cx_str_eq(cx_json_str(a + i), cx_json_str(b + i))))
			return false;
	return true;
}

/* The texts of a list, those of lists in it among them. */
static bool
same_list(const struct cx_json *v, const struct cx_edit_items *items)
{
	size_t i = 0;

	if (v->type != CX_JSON_ARRAY)
		return false;
	for (const struct cx_json *n = v; n < v + v->span; n++) {
		if (n->type != CX_JSON_STRING)
			continue;
		if (i == items->n ||
		    !cx_str_eq(cx_json_str(n), items->v[i++].text))
			return false;
	}
	return i == items->n;
}

static bool
as_asked(const struct cx_touch *t, const struct cx_json *v)
{
	if (t->want == CX_WANT_TEXT)
		return v->type == CX_JSON_STRING &&
		    cx_str_eq(cx_json_str(v), t->items.v[0].text);
	return t->want == CX_WANT_LIST && same_list(v, &t->items);
}

static const struct cx_touch *
touch_of(const struct cx_editor *ed, const struct cx_front_member *m)
{
	for (size_t i = 0; i < ed->n; i++)
		if (ed->touch[i].member == m &&
		    ed->touch[i].want != CX_WANT_OLD)
			return &ed->touch[i];
	return NULL;
}

/* All members of before, as they were or as was asked, then the new ones. */
static bool
same_members(const struct cx_editor *ed, const struct cx_front *now)
{
	const struct cx_front *was = &ed->front;
	const struct cx_touch *t;
	size_t n = 0;

	for (size_t i = 0; i < was->n; i++) {
		const struct cx_json *key = was->members[i].key;

		t = touch_of(ed, &was->members[i]);
		if (t && t->want == CX_WANT_GONE)
			continue;
		if (n == now->n ||
		    !cx_str_eq(cx_json_str(key),
			cx_json_str(now->members[n].key)))
			return false;
		if (t ? !as_asked(t, now->members[n].key + 1)
		      : !same_value(key + 1, now->members[n].key + 1))
			return false;
		n++;
	}
	for (size_t i = 0; i < ed->n; i++) {
		t = &ed->touch[i];
		if (t->member || t->want == CX_WANT_OLD)
			continue;
		if (n == now->n ||
		    !cx_str_eq(t->key, cx_json_str(now->members[n].key)) ||
		    !as_asked(t, now->members[n].key + 1))
			return false;
		n++;
	}
	return n == now->n;
}

bool
cx_edit_check(struct cx_editor *ed)
{
	struct cx_str text = cx_buf_view(&ed->result);
	struct cx_front now;

	cx_front_read(ed->checker, text, &ed->arena, &now);
	if (now.found && !now.n_problems && same_members(ed, &now) &&
	    cx_str_eq(cx_str_from(text, now.body),
		cx_str_from(ed->file, ed->front.body)))
		return true;
	if (now.n_problems && strcmp(now.problems[0].code, "too-large") == 0)
		return cx_edit_refuse(ed, now.problems[0].at, "front matter "
		    "would become larger than %d bytes", CX_FRONT_MAX);
	return cx_edit_refuse(ed, (struct cx_front_pos){0, 1, 1}, "front "
	    "matter is written in a way in which this cannot be changed "
	    "safely: edit it by hand");
}
