/* Derives a value for each field that a note lacks. */
#include "migrate.h"

#include "lib/base/date.h"
#include "lib/atom/notes.h"
#include "lib/text/prose.h"
#include "lib/yaml/yamlout.h"

#include <stdlib.h>

const char *const field_names[FIELDS] = {"id", "name", "type", "project",
    "status", "created", "updated", "tags", "description", "links"};

/* --- ids --- */

static void
seen(void *arg, struct cx_str path, const struct cx_json *record)
{
	struct known_ids *ids = arg;
	struct cx_str id = cx_json_gets(record, "id", CX_STR(""));

	(void)path;
	if (id.len && cx_map_get(&ids->taken, id) == CX_MAP_NONE)
		cx_map_put(&ids->taken, cx_arena_copy(&ids->arena, id));
}

void
ids_read(struct known_ids *ids, const struct settings *s)
{
	cx_notes_each(s->vault, s->config, s->ignore, true, seen, ids);
}

void
ids_release(struct known_ids *ids)
{
	cx_map_release(&ids->taken);
	cx_map_release(&ids->tried);
	cx_map_release(&ids->given);
	free(ids->next);
	free(ids->id);
	cx_arena_release(&ids->arena);
}

/* base, base_2, base_3, ...: the first that nobody has; it is taken then. */
static struct cx_str
take_id(struct known_ids *ids, struct cx_str base)
{
	CX_AUTO_BUF b = CX_BUF_INIT;
	uint32_t n = ids->tried.n, k = cx_map_get(&ids->tried, base);
	struct cx_str id;

	if (k == CX_MAP_NONE) {
		k = cx_map_put(&ids->tried, cx_arena_copy(&ids->arena, base));
		CX_GROW(ids->next, n, ids->cap);
		ids->next[k] = 1;
	}
	do {
		b.len = 0;
		cx_buf_str(&b, base);
		if (ids->next[k] > 1)
			cx_buf_fmt(&b, "_%lu", ids->next[k]);
		ids->next[k]++;
	} while (cx_map_get(&ids->taken, cx_buf_view(&b)) != CX_MAP_NONE);
	id = cx_arena_copy(&ids->arena, cx_buf_view(&b));
	cx_map_put(&ids->taken, id);
	return id;
}

/* A note that is completed again, since somebody has saved it, keeps the id it
 * was given the first time. */
static struct cx_str
give_id(struct known_ids *ids, struct cx_str path, struct cx_str base)
{
	size_t n = ids->given.n;
	uint32_t k = cx_map_put(&ids->given, path);

	if (k == n) {
		CX_GROW(ids->id, n, ids->cap_id);
		ids->id[k] = take_id(ids, base);
	}
	return ids->id[k];
}

/* --- the fields --- */

void
fields_find(struct note *n, const struct cx_config *config)
{
	for (enum field i = 0; i < FIELDS; i++)
		n->has[i] = cx_edit_member(config, &n->front,
		    cx_str(field_names[i])) != NULL;
}

static void
set(struct note *n, enum field field, struct cx_str value, unsigned flags)
{
	cx_edit_set(&n->edit, cx_str(field_names[field]), value, flags);
}

/* A date that the note has; false when it has none that is one. */
static bool
own_day(const struct deriver *d, const struct note *n, enum field field,
    int64_t *day)
{
	const struct cx_front_member *m = cx_edit_member(d->s->config,
	    &n->front, cx_str(field_names[field]));
	struct cx_date date;

	if (!m || m->key[1].type != CX_JSON_STRING ||
	    !cx_date_parse(cx_json_str(m->key + 1), &date))
		return false;
	*day = date.day;
	return true;
}

/* Git's, else the file's; a note was not changed before it was made. */
static void
days(const struct deriver *d, const struct note *n, int64_t *created,
    int64_t *updated)
{
	const struct history_span *h = history_get(&d->history, n->path);
	int64_t mtime = cx_day_of(n->mtime);
	bool own_created, own_updated;

	*created = h ? h->first : mtime;
	*updated = h ? h->last : mtime;
	own_created = own_day(d, n, FIELD_CREATED, created);
	own_updated = own_day(d, n, FIELD_UPDATED, updated);
	if (*updated >= *created)
		return;
	if (!own_updated)
		*updated = *created;
	else if (!own_created)
		*created = *updated;
}

static void
set_day(struct note *n, enum field field, int64_t day)
{
	CX_AUTO_BUF b = CX_BUF_INIT;

	if (n->has[field])
		return;
	cx_date_put(&b, day);
	set(n, field, cx_buf_view(&b), 0);
}

static void
set_id(struct deriver *d, struct note *n, int64_t created, struct cx_str type)
{
	struct cx_str name = cx_json_gets(n->record, "name", CX_STR(""));
	CX_AUTO_BUF b = CX_BUF_INIT;
	size_t len;
	int year, month, day;

	cx_date_civil(created, &year, &month, &day);
	cx_buf_fmt(&b, "%04d%02d%02d_", year, month, day);
	len = b.len;
	cx_prose_slug(&b, name);
	if (b.len == len)
		cx_prose_slug(&b, type);
	if (b.len == len)
		cx_buf_puts(&b, "atom");
	set(n, FIELD_ID, give_id(&d->ids, n->path, cx_buf_view(&b)),
	    CX_YAML_TEXT);
}

static void
set_description(struct note *n)
{
	CX_AUTO_BUF b = CX_BUF_INIT;

	cx_prose_cut(&b, cx_prose_first(n->body, false), CX_DESCRIPTION_MAX);
	if (b.len)
		set(n, FIELD_DESCRIPTION, cx_buf_view(&b), CX_YAML_TEXT);
}

void
derive(struct deriver *d, struct note *n)
{
	const struct cx_config *config = d->s->config;
	struct cx_str project = cx_json_gets(n->record, "project",
	    CX_STR("unknown"));
	struct cx_str type = kind_type(&d->kinds, n, d->s->type);
	int64_t created, updated;

	days(d, n, &created, &updated);
	if (!n->has[FIELD_ID])
		set_id(d, n, created, type);
	/* The name that it has had from its heading or file, so that links
	 * by name still lead here. */
	if (!n->has[FIELD_NAME])
		set(n, FIELD_NAME, cx_json_gets(n->record, "name",
		    CX_STR("")), CX_YAML_TEXT);
	if (!n->has[FIELD_TYPE])
		set(n, FIELD_TYPE, type, CX_YAML_TEXT);
	if (cx_str_is(project, "unknown"))
		project = cx_config_str(config, "projects", "default");
	if (!n->has[FIELD_PROJECT])
		set(n, FIELD_PROJECT, project, CX_YAML_TEXT);
	if (!n->has[FIELD_STATUS])
		set(n, FIELD_STATUS, kind_archived(n) ? CX_STR("archived")
			: CX_STR("active"), CX_YAML_TEXT);
	set_day(n, FIELD_CREATED, created);
	set_day(n, FIELD_UPDATED, updated);
	if (!n->has[FIELD_TAGS])
		kind_tags(&d->kinds, n);
	if (!n->has[FIELD_DESCRIPTION])
		set_description(n);
	if (!n->has[FIELD_LINKS])
		cx_edit_set_list(&n->edit, CX_STR("links"));
}
