/* Edits front matter: applies the edits and verifies the result. */
#include "lib/atom/edit-impl.h"
#include "lib/atom/fields.h"

#include <stdlib.h>

/* Of an item that was said: it is to go. */
#define GONE (1U << 31)

static struct cx_edit_field *
field(struct cx_edit *e, struct cx_str key)
{
	uint32_t n = cx_map_intern(&e->keys, &e->arena, key);

	if (n < e->n)
		return &e->v[n];
	CX_GROW(e->v, e->n, e->cap);
	e->v[e->n] = (struct cx_edit_field){.key = e->keys.key[n]};
	return &e->v[e->n++];
}

static struct cx_edit_field *
anew(struct cx_edit *e, struct cx_str key, enum cx_edit_how how)
{
	struct cx_edit_field *f = field(e, key);

	f->how = how;
	f->put.n = f->drop.n = f->said.n = 0;
	cx_map_clear(&f->texts);
	f->settled = true;
	return f;
}

/* The last word on a text counts; one before becomes none. */
static void
say(struct cx_edit *e, struct cx_edit_field *f, struct cx_str text,
    unsigned flags)
{
	uint32_t known = f->texts.n;
	uint32_t n = cx_map_intern(&f->texts, &e->arena, text);

	if (n == known)
		CX_GROW(f->last, n, f->cap_last);
	else
		f->said.v[f->last[n]].text.s = NULL;
	f->last[n] = f->said.n;
	cx_items_add(&f->said, f->texts.key[n], flags);
	f->settled = false;
}

void
cx_edit_settle(struct cx_edit *e)
{
	for (size_t i = 0; i < e->n; i++) {
		struct cx_edit_field *f = &e->v[i];

		if (f->settled)
			continue;
		f->put.n = f->drop.n = 0;
		for (size_t k = 0; k < f->said.n; k++) {
			struct cx_edit_item x = f->said.v[k];

			if (!x.text.s)
				continue;
			if (!(x.flags & GONE))
				cx_items_add(&f->put, x.text, x.flags);
			else if (f->how == CX_EDIT_CHANGE)
				cx_items_add(&f->drop, x.text, 0);
		}
		f->settled = true;
	}
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
		struct cx_edit_items split = {0};

		cx_edit_split(&split, f->put.v[0].text, f->put.v[0].flags);
		for (size_t i = 0; i < split.n; i++)
			say(e, f, split.v[i].text, split.v[i].flags);
		free(split.v);
		f->settled = false;
	}
	if (f->how != CX_EDIT_CHANGE)
		f->how = CX_EDIT_SET_LIST;
	return f;
}

void
cx_edit_add(struct cx_edit *e, struct cx_str key, struct cx_str text,
    unsigned flags)
{
	say(e, as_list(e, key), text, flags);
}

void
cx_edit_remove(struct cx_edit *e, struct cx_str key, struct cx_str text)
{
	if (field(e, key)->how != CX_EDIT_UNSET)
		say(e, as_list(e, key), text, GONE);
}

void
cx_edit_merge(struct cx_edit *e, struct cx_edit *other)
{
	cx_edit_settle(other);
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
		free(e->v[i].said.v);
		free(e->v[i].last);
		cx_map_release(&e->v[i].texts);
	}
	free(e->v);
	cx_map_release(&e->keys);
	cx_arena_release(&e->arena);
	*e = (struct cx_edit){0};
}

/* --- what an edit has made is read again before it is handed out --- */

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

/* Which touch is that of a member, as of edit_all. */
static const struct cx_touch *
touch_of(const struct cx_editor *ed, size_t member)
{
	uint32_t n = cx_map_get(&ed->keys,
	    cx_json_str(ed->front.members[member].key));
	const struct cx_touch *t = n == CX_MAP_NONE ? NULL : &ed->touch[n];

	return t && t->member == &ed->front.members[member] &&
	    t->want != CX_WANT_OLD ? t : NULL;
}

/* How many members stand before the new ones. */
static size_t
members_before(const struct cx_front *f)
{
	for (size_t i = 0; i < f->n && f->form == CX_FRONT_TOML; i++)
		if (f->members[i].style == CX_FRONT_BLOCK &&
		    f->members[i].key[1].type != CX_JSON_STRING)
			return i;
	return f->n;
}

/* The new members, from *n on. */
static bool
same_new(const struct cx_editor *ed, const struct cx_front *now, size_t *n)
{
	for (size_t i = 0; i < ed->n; i++) {
		const struct cx_touch *t = &ed->touch[i];

		if (t->member || t->want == CX_WANT_OLD)
			continue;
		if (*n == now->n ||
		    !cx_str_eq(t->key, cx_json_str(now->members[*n].key)) ||
		    !as_asked(t, now->members[*n].key + 1))
			return false;
		++*n;
	}
	return true;
}

/* All members of before, as they were or as was asked, and the new ones. */
static bool
same_members(const struct cx_editor *ed, const struct cx_front *now)
{
	const struct cx_front *was = &ed->front;
	const size_t before = members_before(was);
	const struct cx_touch *t;
	size_t n = 0;

	for (size_t i = 0; i < was->n; i++) {
		const struct cx_json *key = was->members[i].key;

		if (i == before && !same_new(ed, now, &n))
			return false;
		t = touch_of(ed, i);
		if (t && t->want == CX_WANT_GONE)
			continue;
		if (n == now->n || !cx_str_eq(cx_json_str(key),
			cx_json_str(now->members[n].key)))
			return false;
		if (t ? !as_asked(t, now->members[n].key + 1)
		      : !same_value(key + 1, now->members[n].key + 1))
			return false;
		n++;
	}
	if (before == was->n && !same_new(ed, now, &n))
		return false;
	return n == now->n;
}

static bool
check(struct cx_editor *ed)
{
	struct cx_str text = cx_buf_view(&ed->result);
	struct cx_front now;

	cx_front_read(ed->checker, text, &ed->arena, &now);
	if (now.found && now.form == ed->front.form && !now.n_problems &&
	    same_members(ed, &now) &&
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

/* --- the way of edits into front matter --- */

struct cx_editor *
cx_editor_new(const struct cx_config *config)
{
	struct cx_editor *ed = cx_calloc(1, sizeof *ed);

	ed->config = config;
	ed->parser = cx_front_new();
	ed->checker = cx_front_new();
	return ed;
}

void
cx_editor_free(struct cx_editor *ed)
{
	if (!ed)
		return;
	for (size_t i = 0; i < ed->cap; i++)
		free(ed->touch[i].items.v);
	free(ed->touch);
	cx_front_free(ed->parser);
	cx_front_free(ed->checker);
	cx_map_release(&ed->keys);
	cx_map_release(&ed->members);
	cx_map_release(&ed->low);
	free(ed->first);
	free(ed->first_low);
	cx_arena_release(&ed->arena);
	cx_buf_release(&ed->why);
	cx_buf_release(&ed->scratch);
	cx_buf_release(&ed->result);
	free(ed);
}

const char *
cx_editor_why(struct cx_editor *ed)
{
	return cx_buf_cstr(&ed->why);
}

const struct cx_front *
cx_editor_front(const struct cx_editor *ed)
{
	return &ed->front;
}

/* The keys of a field; NULL if it has only its own. */
static const struct cx_json *
aliases(const struct cx_config *config, struct cx_str field_name)
{
	return cx_json_getn(cx_json_get(cx_config_root(config), "fields"),
	    field_name);
}

static void
put_low(struct cx_buf *b, struct cx_str key)
{
	for (size_t i = 0; i < key.len; i++)
		cx_buf_char(b, cx_lower(key.s[i]));
}

/* Puts the members in maps: by key, and by key in lower case the first that has
 * a value. */
static void
read_members(struct cx_editor *ed)
{
	const struct cx_front *f = &ed->front;

	cx_map_clear(&ed->members);
	cx_map_clear(&ed->low);
	for (size_t i = 0; i < f->n; i++) {
		struct cx_str key = cx_json_str(f->members[i].key);
		uint32_t n = ed->members.n, k;
		CX_AUTO_BUF b = CX_BUF_INIT;

		if (cx_map_put(&ed->members, key) == n) {
			CX_GROW(ed->first, n, ed->cap_first);
			ed->first[n] = i;
		}
		n = ed->low.n;
		put_low(&b, key);
		k = cx_map_intern(&ed->low, &ed->arena, cx_buf_view(&b));
		if (ed->low.n > n) {
			CX_GROW(ed->first_low, n, ed->cap_low);
			ed->first_low[k] = i;
		} else if (cx_field_is_empty(&f->members[ed->first_low[k]])) {
			ed->first_low[k] = i;
		}
	}
}

/* As cx_field_find; ed, if not NULL, has the members in maps. */
static const struct cx_front_member *
find(const struct cx_editor *ed, const struct cx_front *f, struct cx_str key)
{
	const struct cx_front_member *exact = NULL, *low = NULL;
	CX_AUTO_BUF b = CX_BUF_INIT;
	uint32_t n;
	size_t i;

	if (!ed) {
		i = cx_field_find(f->members, f->n, key);
		return i == CX_NO_FIELD ? NULL : &f->members[i];
	}
	n = cx_map_get(&ed->members, key);
	if (n != CX_MAP_NONE)
		exact = &f->members[ed->first[n]];
	if (exact && !cx_field_is_empty(exact))
		return exact;
	put_low(&b, key);
	n = cx_map_get(&ed->low, cx_buf_view(&b));
	if (n != CX_MAP_NONE)
		low = &f->members[ed->first_low[n]];
	return exact && (!low || cx_field_is_empty(low)) ? exact : low;
}

static const struct cx_front_member *
member_of(const struct cx_editor *ed, const struct cx_config *config,
    const struct cx_front *f, struct cx_str field_name)
{
	const struct cx_json *keys = aliases(config, field_name);
	const struct cx_front_member *empty = NULL, *m;

	if (!keys)
		return find(ed, f, field_name);
	/* As in lib/atom/atom.c, an empty value does not count, but is better
	 * than a new key. */
	CX_JSON_EACH(k, keys) {
		m = find(ed, f, cx_json_str(k));
		if (m && !cx_field_is_empty(m))
			return m;
		if (m && !empty)
			empty = m;
	}
	return empty;
}

const struct cx_front_member *
cx_edit_member(const struct cx_config *config, const struct cx_front *f,
    struct cx_str field_name)
{
	return member_of(NULL, config, f, field_name);
}

static void
look_up(struct cx_editor *ed, struct cx_touch *t)
{
	struct cx_str key = t->field->key;
	const struct cx_json *names = aliases(ed->config, key);
	const struct cx_json *k = cx_json_first(names);
	size_t more = names ? names->len : 0;
	const struct cx_json *tags = cx_config_aliases(ed->config, "tags");

	t->member = member_of(ed, ed->config, &ed->front, key);
	t->want = CX_WANT_OLD;
	t->key = key;
	t->kind = cx_str_alike(key, CX_STR("links")) ? CX_KIND_LINKS :
	    cx_str_alike(key, CX_STR("keywords")) ? CX_KIND_KEYWORDS
						   : CX_KIND_TEXT;
	if (k)
		t->key = cx_json_str(k);
	/* TOML and JSON are Hugo's, which has its own names. */
	for (; ed->front.form != CX_FRONT_YAML && more--; k++)
		if (CX_ONE_OF(cx_json_str(k), "title", "date", "lastmod"))
			t->key = cx_json_str(k);
	if (t->member)
		t->key = cx_json_str(t->member->key);
	CX_JSON_EACH(tag, tags)
		if (cx_str_alike(cx_json_str(tag), t->key))
			t->kind = CX_KIND_TAGS;
}

/* --- members that come and go --- */

/* What stands before the first key on its line; false when that is no
 * blanks, so that no line can be a member. */
static bool
indent(struct cx_editor *ed, struct cx_str *out)
{
	const struct cx_front *f = &ed->front;
	struct cx_str rest = cx_strn(ed->file.s + f->from, f->to - f->from);
	struct cx_str line;
	size_t at, start;

	*out = CX_STR("");
	if (f->n) {
		at = f->members[0].key_at.at;
		start = cx_edit_line(ed, at);
		*out = cx_strn(ed->file.s + start, at - start);
		for (size_t i = 0; i < out->len; i++)
			if (out->s[i] != ' ')
				return cx_edit_refuse(ed, f->members[0].key_at,
				    "no member can be added here: write "
				    "'key: value' lines first");
		return true;
	}
	while (cx_str_split(&rest, '\n', &line)) {
		line = cx_str_trim(line);
		if (line.len && line.s[0] != '#')
			return cx_edit_refuse(ed, (struct cx_front_pos){
			    (uint32_t)f->from, 2, 1}, "no member can be added "
			    "here: write 'key: value' lines first");
	}
	return true;
}

/* Where new members go: before the first table of TOML, in JSON before the
 * last brace. */
static size_t
new_place(const struct cx_editor *ed)
{
	const struct cx_front *f = &ed->front;
	size_t n = members_before(f);

	if (f->form == CX_FRONT_YAML)
		return f->to;
	if (f->form == CX_FRONT_JSON)
		return n ? f->members[n - 1].value_end : f->from + 1;
	return n ? cx_edit_line_end(ed, f->members[n - 1].value_end) : f->from;
}

/* What stands between two members of JSON, as it stands before the last. */
static void
put_comma(const struct cx_editor *ed, struct cx_buf *b)
{
	const struct cx_front *f = &ed->front;
	bool first = !f->n;
	size_t at, from;

	for (size_t i = 0; i < ed->out->n && first; i++)
		first = ed->out->v[i].from != f->from + 1;
	if (!first)
		cx_buf_char(b, ',');
	if (!f->n) {
		cx_buf_puts(b, first ? "" : " ");
		return;
	}
	at = from = f->members[f->n - 1].key_at.at;
	while (memchr(" \t\r\n", ed->file.s[from - 1], 4))
		from--;
	cx_buf_add(b, ed->file.s + from, at - from);
	if (at == from)
		cx_buf_char(b, ' ');
}

static bool
add_member(struct cx_editor *ed, struct cx_touch *t, struct cx_str *blanks)
{
	const struct cx_edit_field *f = t->field;
	struct cx_buf *b = &ed->scratch;
	size_t at;

	t->items.n = 0;
	if (f->how == CX_EDIT_UNSET || (f->how == CX_EDIT_CHANGE && !f->put.n))
		return true;
	if (ed->front.form == CX_FRONT_YAML && !blanks->s &&
	    !indent(ed, blanks))
		return false;
	t->want = CX_WANT_LIST;
	if (f->how == CX_EDIT_SET && t->kind == CX_KIND_TEXT) {
		t->want = CX_WANT_TEXT;
		cx_items_add(&t->items, f->put.v[0].text, f->put.v[0].flags);
	} else if (f->how == CX_EDIT_SET) {
		cx_edit_split(&t->items, f->put.v[0].text, f->put.v[0].flags);
	} else {
		cx_edit_unite(t->kind, &t->items, &f->put);
	}
	b->len = 0;
	if (ed->front.form == CX_FRONT_JSON)
		put_comma(ed, b);
	else if (ed->front.form == CX_FRONT_YAML)
		cx_buf_str(b, *blanks);
	cx_front_put_key(b, ed->front.form, t->key);
	if (t->want == CX_WANT_TEXT)
		cx_front_put(b, ed->front.form, t->items.v[0].text,
		    t->items.v[0].flags, 0);
	else
		cx_edit_put_items(b, ed->front.form, &t->items);
	if (ed->front.form != CX_FRONT_JSON)
		cx_buf_str(b, cx_edit_eol(ed, ed->front.from));
	at = new_place(ed);
	cx_splice_add(ed->out, at, at, cx_buf_view(b));
	return true;
}

/* A member of JSON, with the comma before it or after it. */
static bool
remove_json(struct cx_editor *ed, struct cx_touch *t)
{
	const struct cx_front *f = &ed->front;
	size_t i = (size_t)(t->member - f->members);
	size_t from = t->member->key_at.at, to = t->member->value_end;

	for (size_t k = 0; k < ed->n; k++)
		if (ed->touch[k].want == CX_WANT_GONE)
			return cx_edit_refuse(ed, t->member->key_at, "of JSON "
			    "only one member is removed at a time");
	if (i)
		from = f->members[i - 1].value_end;
	else if (f->n > 1)
		to = f->members[1].key_at.at;
	cx_splice_add(ed->out, from, to, CX_STR(""));
	t->want = CX_WANT_GONE;
	return true;
}

/* A [table], or one made of a.b = c. */
static bool
is_table(const struct cx_editor *ed, const struct cx_front_member *m)
{
	return ed->front.form == CX_FRONT_TOML && m->style == CX_FRONT_BLOCK &&
	    m->key[1].type != CX_JSON_STRING;
}

/* The lines of a member. */
static bool
remove_member(struct cx_editor *ed, struct cx_touch *t)
{
	size_t at = t->member->key_at.at, start = cx_edit_line(ed, at);
	size_t end = t->member->value_end;

	if (ed->front.form == CX_FRONT_JSON)
		return remove_json(ed, t);
	if (is_table(ed, t->member))
		return cx_edit_refuse(ed, t->member->key_at, "the value is a "
		    "table: remove it by hand");
	for (size_t i = start; i < at; i++)
		if (ed->file.s[i] != ' ')
			return cx_edit_refuse(ed, t->member->key_at,
			    "the key is not the first on its line: remove it "
			    "by hand");
	cx_splice_add(ed->out, start, cx_edit_line_end(ed, end), CX_STR(""));
	t->want = CX_WANT_GONE;
	return true;
}

static bool
edit_member(struct cx_editor *ed, struct cx_touch *t)
{
	size_t at;

	if (t->field->how == CX_EDIT_UNSET)
		return remove_member(ed, t);
	at = t->member->value_at.at;
	if (ed->front.form != CX_FRONT_YAML &&
	    t->member->style == CX_FRONT_BLOCK)
		return cx_edit_refuse(ed, t->member->value_at, "the value is "
		    "a table, or text in three quotes: edit it by hand");
	if (ed->front.form == CX_FRONT_YAML && t->member->value_end > at &&
	    strchr("!&*", ed->file.s[at]))
		return cx_edit_refuse(ed, t->member->value_at,
		    "the value has a YAML tag: edit it by hand");
	return cx_edit_value(ed, t);
}

/* Room for one more; what it held is kept for its memory. */
static struct cx_touch *
next_touch(struct cx_editor *ed)
{
	size_t before = ed->cap;

	CX_GROW(ed->touch, ed->n, ed->cap);
	if (ed->cap > before)
		memset(ed->touch + before, 0,
		    (ed->cap - before) * sizeof *ed->touch);
	return &ed->touch[ed->n];
}

static bool
edit_all(struct cx_editor *ed, const struct cx_edit *e)
{
	static const struct cx_front_pos top = {0, 1, 1};
	struct cx_str blanks = {NULL, 0};

	read_members(ed);
	cx_map_clear(&ed->keys);
	for (ed->n = 0; ed->n < e->n; ed->n++) {
		struct cx_touch *t = next_touch(ed);
		size_t same;

		t->field = &e->v[ed->n];
		look_up(ed, t);
		same = cx_map_put(&ed->keys, t->key);
		if (same < ed->n)
			return cx_edit_refuse(ed, top, "%.*s and "
			    "%.*s are the same key here: edit one",
			    (int)ed->touch[same].field->key.len,
			    ed->touch[same].field->key.s,
			    (int)t->field->key.len, t->field->key.s);
		if (t->member && !edit_member(ed, t))
			return false;
	}
	/* New members follow all that is there, also an item added to a list
	 * that ends the front matter. */
	for (size_t i = 0; i < ed->n; i++)
		if (!ed->touch[i].member && !add_member(ed, &ed->touch[i],
		    &blanks))
			return false;
	return true;
}

static enum cx_edit_status
apply(struct cx_editor *ed, const struct cx_edit *e, struct cx_str file,
    struct cx_splices *splices)
{
	splices->n = splices->text.len = 0;
	ed->file = file;
	ed->out = splices;
	if (!edit_all(ed, e))
		return CX_EDIT_REFUSED;
	if (!splices->n)
		return CX_EDIT_SAME;
	cx_splices_sort(splices);
	ed->result.len = 0;
	cx_splices_apply(&ed->result, splices, file);
	return check(ed) ? CX_EDIT_DONE : CX_EDIT_REFUSED;
}

/* --- a note without front matter --- */

/* A line --- with a blank one after it is a rule. */
static bool
is_rule(struct cx_str file, const struct cx_front *f)
{
	struct cx_str rest = cx_str_from(file, f->found ? f->from : f->body);
	struct cx_str line;

	if (!f->n_problems || f->form != CX_FRONT_YAML ||
	    !CX_ONE_OF(cx_str(f->problems[0].code), "unterminated",
		"not-a-mapping"))
		return false;
	if (!f->found)
		cx_str_split(&rest, '\n', &line);
	return cx_str_trim(cx_str_upto(rest, '\n')).len == 0;
}

/* Puts the least that is needed before the text, and after a BOM. */
static enum cx_edit_status
make(struct cx_editor *ed, const struct cx_edit *e, struct cx_str file,
    struct cx_splices *splices)
{
	const size_t at = cx_str_starts(file, CX_STR("\xef\xbb\xbf")) ? 3 : 0;
	const struct cx_str line = cx_str_upto(file, '\n');
	const struct cx_str empty = cx_str_ends(line, CX_STR("\r"))
	    ? CX_STR("---\r\n---\r\n") : CX_STR("---\n---\n");
	static const struct cx_front_pos top = {0, 1, 1};
	enum cx_edit_status status;
	struct cx_front now;

	if (file.len && memchr(file.s, '\0', file.len)) {
		cx_edit_refuse(ed, top, "the file has NUL bytes, so it is no "
		    "text in UTF-8; convert it with iconv -t UTF-8");
		return CX_EDIT_REFUSED;
	}
	cx_front_read(ed->parser, empty, &ed->arena, &ed->front);
	status = apply(ed, e, empty, splices);
	if (status != CX_EDIT_DONE)
		return status;
	splices->n = splices->text.len = 0;
	cx_splice_add(splices, at, at, cx_buf_view(&ed->result));
	ed->result.len = 0;
	cx_splices_apply(&ed->result, splices, file);
	cx_front_read(ed->checker, cx_buf_view(&ed->result), &ed->arena, &now);
	if (now.found && !now.n_problems && cx_str_eq(cx_str_from(file, at),
	    cx_str_from(cx_buf_view(&ed->result), now.body)))
		return CX_EDIT_MADE;
	cx_edit_refuse(ed, top, "front matter would not be read as such here: "
	    "write it by hand");
	return CX_EDIT_REFUSED;
}

enum cx_edit_status
cx_edit_apply(struct cx_editor *ed, struct cx_edit *e, struct cx_str file,
    struct cx_splices *splices)
{
	const struct cx_front *f = &ed->front;

	cx_edit_settle(e);
	splices->n = splices->text.len = 0;
	cx_arena_reset(&ed->arena);
	cx_front_read(ed->parser, file, &ed->arena, &ed->front);
	if (is_rule(file, f) || (!f->found && !f->n_problems))
		return make(ed, e, file, splices);
	if (f->n_problems) {
		struct cx_str text = f->problems[0].text;

		cx_edit_refuse(ed, f->problems[0].at,
		    "%.*s; until then it is not edited", (int)text.len, text.s);
		return CX_EDIT_REFUSED;
	}
	return apply(ed, e, file, splices);
}
