/* The text of a new atom. */
#include "new.h"

#include "lib/yaml/yamlout.h"

static void
put(struct cx_buf *b, const char *key, struct cx_str value, unsigned flags)
{
	if (!value.s)
		return;
	cx_buf_fmt(b, "%s: ", key);
	cx_yaml_put(b, value, flags, 0);
	cx_buf_char(b, '\n');
}

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

/* A field stands under the key from which cx-scan takes it. */
static void
put_field(struct cx_buf *b, const struct cx_config *config, const char *field,
    struct cx_str value, unsigned flags)
{
	const struct cx_json *k = cx_json_first(cx_config_aliases(config,
	    field));

	if (!value.s)
		return;
	cx_yaml_put(b, k ? cx_json_str(k) : cx_str(field), CX_YAML_TEXT, 0);
	cx_buf_puts(b, ": ");
	cx_yaml_put(b, value, flags, 0);
	cx_buf_char(b, '\n');
}

bool
draft_compose(struct draft *d, const struct cx_config *config)
{
	const struct cx_json *tags = cx_json_first(cx_config_aliases(config,
	    "tags"));
	static const char *const numbers[NUMBERS] = {"confidence",
	    "importance", "pnl_impact"};
	struct cx_buf *b = &d->text;

	b->len = 0;
	cx_buf_puts(b, "---\n");
	put(b, "id", d->id, CX_YAML_TEXT);
	put_field(b, config, "name", d->name, CX_YAML_TEXT);
	put(b, "type", d->type, CX_YAML_TEXT);
	put(b, "project", d->project, CX_YAML_TEXT);
	put(b, "status", d->status, CX_YAML_TEXT);
	if (d->kind) {
		put(b, "date", d->created, 0);
		put(b, "summary", d->description, CX_YAML_TEXT);
	} else {
		put_field(b, config, "created", d->created, 0);
		put_field(b, config, "updated", d->updated, 0);
	}
	cx_yaml_put(b, tags ? cx_json_str(tags) : CX_STR("tags"),
	    CX_YAML_TEXT, 0);
	cx_buf_puts(b, ": ");
	put_list(b, &d->tags);
	if (!d->kind)
		put_field(b, config, "description", d->description,
		    CX_YAML_TEXT);
	cx_buf_puts(b, "links: ");
	put_list(b, &d->links);
	if (d->keywords.n) {
		cx_buf_puts(b, "keywords: ");
		put_list(b, &d->keywords);
	}
	for (size_t i = 0; i < NUMBERS; i++)
		put(b, numbers[i], d->number[i], 0);
	put(b, "expires", d->expires, 0);
	put(b, "trust", d->trust, CX_YAML_TEXT);
	put(b, "supersedes", d->supersedes, CX_YAML_TEXT);
	for (size_t i = 0; i < d->n_others; i++)
		put_other(b, &d->others[i]);
	if (b->len > CX_FRONT_MAX) {
		draft_fail(d, "front matter would have %zu bytes, more than "
		    "%d; put long text into the body", b->len, CX_FRONT_MAX);
		return false;
	}
	cx_buf_puts(b, "---\n");
	if (d->kind && !cx_str_trim(d->body).len) {
		kind_template(b, d);
		return true;
	}
	cx_buf_str(b, d->body);
	if (d->body.len && b->s[b->len - 1] != '\n')
		cx_buf_char(b, '\n');
	return true;
}
