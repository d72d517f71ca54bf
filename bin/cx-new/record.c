/* Reads drafts from records. */
#include "new.h"

#include "lib/atom/atom.h"
#include "lib/base/date.h"
#include "lib/json/print.h"
#include "lib/record/record.h"
#include "lib/yaml/yamlout.h"

static void fail(struct draft *d, enum cx_exit status, const char *fmt,
    va_list ap) CX_PRINTF(3, 0);

static void
fail(struct draft *d, enum cx_exit status, const char *fmt, va_list ap)
{
	struct cx_buf b = CX_BUF_INIT;

	if (d->lineno)
		cx_buf_fmt(&b, "%s:%zu: ", d->file, d->lineno);
	cx_buf_vfmt(&b, fmt, ap);
	cx_error(status, "%s", cx_buf_cstr(&b));
	cx_buf_release(&b);
	d->failed = true;
}

void
draft_fail(struct draft *d, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	fail(d, d->lineno ? CX_PARTIAL : CX_USAGE, fmt, ap);
	va_end(ap);
}

void
draft_refuse(struct draft *d, enum cx_exit status, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	fail(d, status, fmt, ap);
	va_end(ap);
}

static const char *const text_names[] = {"name", "type", "project", "status",
    "created", "updated", "description", "dir", "expires", "trust",
    "supersedes", "id", "body", "content", "asked"};

/* The place of a text in the draft, in the order of text_names. */
static struct cx_str *
text_of(struct draft *d, size_t i)
{
	struct cx_str *const at[] = {&d->name, &d->type, &d->project,
	    &d->status, &d->created, &d->updated, &d->description, &d->dir,
	    &d->expires, &d->trust, &d->supersedes, &d->own_id, &d->body,
	    &d->body, &d->asked};

	return at[i];
}

#define TEXTS (sizeof text_names / sizeof *text_names)

static const struct {
	const char *name;
	enum number number;
} number_names[] = {{"confidence", NUMBER_CONFIDENCE},
    {"importance", NUMBER_IMPORTANCE}, {"pnl", NUMBER_PNL},
    {"pnl_impact", NUMBER_PNL}};

/* What cx-scan and filters add to a record: it is made again. */
static const char *const derived[] = {"path", "lines", "size_bytes",
    "links_out", "links_soft", "prefixes", "dated", "problems", "score",
    "layer", "why", "quality", NULL};

/* What a record has and front matter has not: there a member of that name is
 * one like any other. */
static const char *const not_front[] = {"body", "content", "dir", "pnl",
    "asked", NULL};

static bool
scalar(struct drafts *all, const struct cx_json *v, struct cx_str *out,
    unsigned *flags)
{
	CX_AUTO_BUF b = CX_BUF_INIT;
	struct cx_printer p = cx_printer(&b);
	struct cx_date date;

	if (v->type >= CX_JSON_ARRAY || v->type == CX_JSON_NULL)
		return false;
	*flags = 0;
	if (v->type == CX_JSON_STRING) {
		*out = cx_arena_copy(&all->arena, cx_json_str(v));
		if (!cx_date_parse(*out, &date))
			*flags = CX_YAML_TEXT;
		return true;
	}
	cx_print_json(&p, v);
	*out = cx_arena_copy(&all->arena, cx_buf_view(&b));
	return true;
}

void
draft_member(struct draft *d, struct cx_str key, bool list)
{
	(void)cx_map_put(&d->other_keys, key);
	CX_GROW(d->others, d->n_others, d->cap_others);
	d->others[d->n_others++] = (struct other){.key = key, .list = list};
}

/* A tag or keyword, as cx-scan will read it, unless it is there. */
static void
add_word(struct drafts *all, struct draft *d, struct cx_edit_items *items,
    struct cx_str text)
{
	const bool tags = items == &d->tags;
	struct cx_map *keys = tags ? &d->tag_keys : &d->keyword_keys;
	const uint32_t n = keys->n;
	CX_AUTO_BUF b = CX_BUF_INIT;

	(tags ? cx_atom_tag : cx_atom_keyword)(&b, text);
	if (b.len &&
	    cx_map_intern(keys, &all->arena, cx_buf_view(&b)) == n)
		cx_items_add(items, tags ? keys->key[n] : cx_arena_copy(
		    &all->arena, cx_str_trim(text)), CX_YAML_TEXT);
}

static bool *
given(struct draft *d, const struct cx_edit_items *items)
{
	return items == &d->tags ? &d->has_tags : &d->has_keywords;
}

void
draft_words(struct drafts *all, struct draft *d, struct cx_edit_items *items,
    struct cx_str text)
{
	struct cx_str piece;

	*given(d, items) = true;
	while (cx_str_split(&text, ',', &piece))
		add_word(all, d, items, piece);
}

/* A text or a list of texts. */
static void
take_items(struct drafts *all, struct draft *d, struct cx_str key,
    const struct cx_json *v, struct cx_edit_items *items)
{
	const struct cx_json *end = v + v->span;
	struct cx_str text;
	unsigned flags;

	for (v += v->type == CX_JSON_ARRAY; v < end; v += v->span) {
		if (!scalar(all, v, &text, &flags)) {
			draft_fail(d, "%.*s: only texts, numbers and lists "
			    "of them can be written", (int)key.len, key.s);
			return;
		}
		if (items == &d->tags || items == &d->keywords)
			add_word(all, d, items, text);
		else
			cx_items_add(items, text, flags);
	}
}

/* Of a member and another name for it, or one in extra, none is dropped. */
static bool
twice(struct draft *d, struct cx_str key, bool there)
{
	if (there)
		draft_fail(d, "%.*s is given twice", (int)key.len, key.s);
	return there;
}

static void
take_other(struct drafts *all, struct draft *d, struct cx_str key,
    const struct cx_json *v)
{
	struct other *o;

	if (twice(d, key, cx_map_get(&d->other_keys, key) != CX_MAP_NONE))
		return;
	draft_member(d, cx_arena_copy(&all->arena, key),
	    v->type == CX_JSON_ARRAY);
	o = &d->others[d->n_others - 1];
	take_items(all, d, key, v, &o->items);
}

static void
take_text(struct drafts *all, struct draft *d, struct cx_str key,
    const struct cx_json *v, struct cx_str *out)
{
	if (twice(d, key, out->s != NULL))
		return;
	if (v->type != CX_JSON_STRING)
		draft_fail(d, "%.*s is not text", (int)key.len, key.s);
	else
		*out = cx_arena_copy(&all->arena, cx_json_str(v));
}

static void
read_member(struct drafts *all, struct draft *d, struct cx_str key,
    const struct cx_json *v)
{
	unsigned flags;

	if (v->type == CX_JSON_NULL || cx_str_in(key, derived))
		return;
	for (size_t i = 0; i < TEXTS; i++)
		if (cx_str_is(key, text_names[i])) {
			take_text(all, d, key, v, text_of(d, i));
			return;
		}
	for (size_t i = 0; i < sizeof number_names / sizeof *number_names; i++)
		if (cx_str_is(key, number_names[i].name)) {
			struct cx_str *out =
			    &d->number[number_names[i].number];

			if (!twice(d, key, out->s != NULL) &&
			    !scalar(all, v, out, &flags))
				draft_fail(d, "%.*s is not a number",
				    (int)key.len, key.s);
			return;
		}
	if (CX_ONE_OF(key, "tags", "keywords")) {
		struct cx_edit_items *items = cx_str_is(key, "tags") ? &d->tags
		    : &d->keywords;

		if (twice(d, key, *given(d, items)))
			return;
		*given(d, items) = true;
		if (v->type == CX_JSON_STRING)
			draft_words(all, d, items, cx_json_str(v));
		else
			take_items(all, d, key, v, items);
	} else if (cx_str_is(key, "links")) {
		if (!twice(d, key, d->links.n > 0))
			take_items(all, d, key, v, &d->links);
	} else {
		take_other(all, d, key, v);
	}
}

static void
take_extra(struct drafts *all, struct draft *d, const struct cx_json *extra)
{
	if (extra->type != CX_JSON_OBJECT) {
		draft_fail(d, "extra is not an object");
		return;
	}
	CX_JSON_EACH(k, extra) {
		struct cx_str key = cx_json_str(k);

		/* A record that has been an atom: it gets its own. */
		if (cx_str_is(key, "superseded_by") ||
		    cx_str_is(key, "superseded_at") || cx_str_is(key, "id")) {
			cx_warn("%s:%zu: %.*s in extra is not kept", d->file,
			    d->lineno, (int)key.len, key.s);
			continue;
		}
		if ((k + 1)->type != CX_JSON_NULL &&
		    (cx_str_in(key, not_front) || cx_str_in(key, derived)))
			take_other(all, d, key, k + 1);
		else
			read_member(all, d, key, k + 1);
	}
}

void
records_read(struct drafts *all, char *const *files, int n,
    const struct cx_config *config)
{
	struct cx_reader *r = cx_reader_open(files, n);
	struct cx_record rec;

	cx_reader_hint(r, "for a text, give a title: cx new TITLE");
	while (cx_reader_next(r, &rec)) {
		const struct cx_json *k;
		struct draft *d = CX_NEXT(all->v, all->n, all->cap);

		*d = (struct draft){.lineno = rec.lineno};
		d->file = cx_arena_copy(&all->arena, cx_str(rec.file)).s;
		for (k = cx_json_first(rec.root); k && !d->failed;
		    k = cx_json_next(rec.root, k)) {
			if (cx_str_is(cx_json_str(k), "extra"))
				take_extra(all, d, k + 1);
			else
				read_member(all, d, cx_json_str(k), k + 1);
		}
		if (cx_json_get(rec.root, "quality"))
			d->judged = d->project.len ? d->project :
			    cx_config_str(config, "projects", "default");
	}
	cx_reader_close(r);
}

void
draft_defaults(struct draft *d, const struct draft *flags)
{
	struct draft from = *flags;

	for (size_t i = 0; i < TEXTS; i++)
		if (!text_of(d, i)->s)
			*text_of(d, i) = *text_of(&from, i);
	/* Not of a record: there it may be any member of an atom. */
	d->kind_name = flags->kind_name;
	d->evidence = flags->evidence;
	for (enum number i = 0; i < NUMBERS; i++)
		if (!d->number[i].s)
			d->number[i] = flags->number[i];
	for (size_t i = 0; i < flags->tags.n && !d->has_tags; i++)
		cx_items_add(&d->tags, flags->tags.v[i].text, CX_YAML_TEXT);
	d->has_tags |= flags->has_tags;
	for (size_t i = 0; i < flags->keywords.n && !d->has_keywords; i++)
		cx_items_add(&d->keywords, flags->keywords.v[i].text,
		    CX_YAML_TEXT);
	d->has_keywords |= flags->has_keywords;
	for (size_t i = 0; i < flags->n_others; i++) {
		const struct other *o = &flags->others[i];

		if (cx_map_get(&d->other_keys, o->key) != CX_MAP_NONE)
			continue;
		draft_member(d, o->key, false);
		cx_items_add(&d->others[d->n_others - 1].items,
		    o->items.v[0].text, o->items.v[0].flags);
	}
}
