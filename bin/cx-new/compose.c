/* Composes the text of a new atom. */
#include "new.h"

#include "lib/yaml/front.h"
#include "lib/yaml/yamlout.h"

static void
put_list(struct cx_buf *b, const struct cx_edit_items *items)
{
	cx_items_put(b, items);
	cx_buf_char(b, '\n');
}

static void
put_other(struct cx_buf *b, const struct other *o)
{
	cx_yaml_put(b, o->key, CX_YAML_TEXT, 0);
	cx_buf_puts(b, ": ");
	if (o->list) {
		put_list(b, &o->items);
		return;
	}
	cx_yaml_put(b, o->items.v[0].text, o->items.v[0].flags, 0);
	cx_buf_char(b, '\n');
}

/* What is written of a draft. */
struct writer {
	struct cx_buf *b;
	const struct draft *d;
	const struct cx_config *config;
	struct cx_front front; /* of the template */
};

/* A field stands under the key from which cx-scan takes it.  Where neighbours
 * are followed, it is there if most of them have it, or it was given. */
static bool
put_key(struct writer *w, const char *field, bool given)
{
	const struct cx_json *k = cx_json_first(cx_json_get(cx_json_get(
	    cx_config_root(w->config), "fields"), field));
	struct cx_str key = {NULL, 0};

	if (w->d->front.s && (!given || cx_edit_member(w->config, &w->front,
	    cx_str(field))))
		return false;
	if (w->d->habit.least)
		key = habit_key(&w->d->habit, field);
	if (w->d->habit.least && !key.s && !given)
		return false;
	cx_yaml_put(w->b, key.s ? key : k ? cx_json_str(k) : cx_str(field),
	    CX_YAML_TEXT, 0);
	cx_buf_puts(w->b, ": ");
	return true;
}

static void
put(struct writer *w, const char *field, struct cx_str value, unsigned flags,
    bool given)
{
	if (!value.s || !put_key(w, field, given))
		return;
	cx_yaml_put(w->b, value, flags, 0);
	cx_buf_char(w->b, '\n');
}

static void
put_items(struct writer *w, const char *field,
    const struct cx_edit_items *items, bool given)
{
	if (put_key(w, field, given))
		put_list(w->b, items);
}

static void
put_members(struct writer *w)
{
	static const char *const numbers[NUMBERS] = {"confidence",
	    "importance", "pnl_impact"};
	const struct draft *d = w->d;
	bool found = d->front.s || cx_str_eq(d->stem, d->name) ||
	    cx_str_starts(cx_str_trim(d->body), CX_STR("# "));

	put(w, "id", d->id, CX_YAML_TEXT, d->own_id.s);
	put(w, "name", d->name, CX_YAML_TEXT, !found);
	put(w, "type", d->type, CX_YAML_TEXT, d->given & GIVEN_TYPE);
	put(w, "project", d->project, CX_YAML_TEXT, d->given & GIVEN_PROJECT);
	put(w, "status", d->status, CX_YAML_TEXT, d->given & GIVEN_STATUS);
	if (d->kind) {
		put(w, "date", d->created, 0, true);
		put(w, "summary", d->description, CX_YAML_TEXT, true);
	} else {
		put(w, "created", d->created, 0, false);
		put(w, "updated", d->updated, 0, false);
	}
	put_items(w, "tags", &d->tags, d->tags.n);
	if (!d->kind)
		put(w, "description", d->description, CX_YAML_TEXT,
		    d->given & GIVEN_DESCRIPTION);
	put_items(w, "links", &d->links, d->links.n);
	if (d->keywords.n)
		put_items(w, "keywords", &d->keywords, true);
	for (size_t i = 0; i < NUMBERS; i++)
		put(w, numbers[i], d->number[i], 0, true);
	put(w, "expires", d->expires, 0, true);
	put(w, "trust", d->trust, CX_YAML_TEXT, true);
	put(w, "supersedes", d->supersedes, CX_YAML_TEXT, true);
	for (size_t i = 0; i < d->n_others; i++)
		put_other(w->b, &d->others[i]);
}

bool
draft_compose(struct draft *d, const struct cx_config *config)
{
	struct cx_front_parser *parser = cx_front_new();
	CX_AUTO(cx_arena_release) struct cx_arena arena = {0};
	struct cx_buf *b = &d->text;
	struct writer w = {.b = b, .d = d, .config = config};
	size_t n;

	b->len = 0;
	cx_front_read(parser, d->front, &arena, &w.front);
	if (w.front.found)
		cx_buf_add(b, d->front.s, w.front.to);
	else
		cx_buf_puts(b, "---\n");
	n = b->len;
	if (w.front.form == CX_FRONT_YAML)
		put_members(&w);
	if (w.front.found)
		cx_buf_str(b, cx_str_from(d->front, w.front.to));
	else if (b->len == n)
		b->len = 0; /* nothing to say */
	else
		cx_buf_puts(b, "---\n");
	cx_front_free(parser);
	if (b->len > CX_FRONT_MAX) {
		draft_fail(d, "front matter would have %zu bytes, more than "
		    "%d; put long text into the body", b->len, CX_FRONT_MAX);
		return false;
	}
	if (d->kind && !cx_str_trim(d->body).len) {
		kind_template(b, d);
		return true;
	}
	cx_buf_str(b, d->body);
	if (d->body.len && b->s[b->len - 1] != '\n')
		cx_buf_char(b, '\n');
	return true;
}
