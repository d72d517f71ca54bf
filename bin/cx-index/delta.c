/*
 * Makes a delta next to the base: an index from the existing one and from what
 * has changed since its base was made.
 */
#include "bin/cx-index/index.h"

#include "lib/search/delta.h"
#include "lib/index/searchset.h"
#include "lib/file/vault.h"

#include <stdlib.h>

/* Changes are at most so many, or this part of the base, as each costs every
 * query a little, and the next rebuild a read. */
#define CHANGES_LEAST 1000
#define CHANGES_SHARE 100

struct delta {
	const char *dir;
	const struct cx_config *config;
	struct cx_search *base;
	struct cx_changes *changes;
	struct cx_search_build *build;
	struct cx_table atoms; /* of the stream */
};

/* What the delta that is there holds has changed, too. */
static void
add_old(struct delta *d)
{
	struct cx_search *now = cx_search_open(d->dir);
	struct cx_records records = cx_records_of(now);
	uint32_t base = cx_search_base_atoms(now);
	size_t n;
	const uint32_t *dead = cx_search_dead(now, &n);

	for (size_t i = 0; i < n; i++)
		cx_changes_add(d->changes, cx_records_path(&records, dead[i]),
		    false);
	for (uint32_t i = base; i < cx_search_atoms(now); i++)
		cx_changes_add(d->changes, cx_records_path(&records, i),
		    true);
	cx_records_release(&records);
	cx_search_close(now);
}

/* The base of the index in dir; NULL if that cannot have a delta. */
static struct cx_search *
open_base(const char *dir, const struct cx_config *config)
{
	struct cx_publisher p = {.mode = CX_COMMIT, .path = dir};
	struct cx_search *base;
	cx_gen_id id;
	bool may;

	cx_publisher_open(&p);
	may = index_same(&p, config, true, id);
	cx_publisher_close(&p);
	if (!may)
		return NULL;
	base = cx_search_open_base(dir);
	if (cx_search_atoms(base) < cx_config_int(config, "index",
	    "delta_from")) {
		cx_search_close(base);
		return NULL;
	}
	return base;
}

static size_t
larger(size_t a, size_t b)
{
	return a > b ? a : b;
}

static bool
is_small(const struct delta *d)
{
	size_t atoms = cx_search_atoms(d->base);

	return d->changes->n <= larger(CHANGES_LEAST, atoms / CHANGES_SHARE);
}

struct delta *
delta_open(const char *dir, const struct cx_config *config)
{
	struct cx_search *base = open_base(dir, config);
	struct delta *d;

	if (!base)
		return NULL;
	d = cx_calloc(1, sizeof *d);
	d->dir = dir;
	d->config = config;
	d->base = base;
	d->changes = cx_changes_new(d->base);
	add_old(d);
	return d;
}

void
delta_add(struct delta *d, const struct cx_record *rec)
{
	cx_changes_add(d->changes, cx_record_path(rec), !cx_record_gone(rec));
}

bool
delta_ready(struct delta *d)
{
	cx_changes_end(d->changes);
	return is_small(d);
}

bool
delta_next(const struct delta *d, size_t *i, struct cx_str *path)
{
	while (*i < d->changes->n) {
		const struct cx_change *c = &d->changes->v[(*i)++];

		*path = c->path;
		if (c->exists)
			return true;
	}
	return false;
}

void
delta_close(struct delta *d)
{
	if (!d)
		return;
	cx_changes_free(d->changes);
	cx_search_build_free(d->build);
	cx_table_release(&d->atoms);
	cx_search_close(d->base);
	free(d);
}

/* --- staging --- */

static void
add_changed(void *arg, const struct cx_record *rec, uint32_t arrival)
{
	struct delta *d = arg;
	const struct cx_change *c = cx_changes_find(d->changes,
	    cx_record_path(rec));

	if (!c || !c->exists)
		cx_record_die(rec, "a record that is not asked for; see "
		    "cx-index --needed %s", d->dir);
	cx_search_build_add(d->build, rec, d->atoms.v[arrival].len);
}

bool
delta_read(struct delta *d, char *const *files, int n, struct cx_str *missing)
{
	d->build = cx_search_build_new(d->config, CX_BUILD_DELTA,
	    cx_search_analyzer(d->base));
	cx_table_read(&d->atoms, files, n, add_changed, d);
	for (size_t i = 0; i < d->atoms.n; i++)
		cx_changes_find(d->changes, d->atoms.v[i].path)->line =
		    cx_row_line(&d->atoms, &d->atoms.v[i]);
	for (size_t i = 0; i < d->changes->n; i++) {
		*missing = d->changes->v[i].path;
		if (d->changes->v[i].exists && !d->changes->v[i].line.s)
			return false;
	}
	return true;
}

/* All files of the base stay; what an older delta had does not. */
static void
keep_base(struct cx_stage *s, const struct cx_json *files)
{
	CX_AUTO_BUF name = CX_BUF_INIT;

	CX_JSON_EACH(k, files) {
		int64_t bytes = 0;

		if (cx_str_starts(cx_json_str(k), CX_STR(CX_DELTA)))
			continue;
		name.len = 0;
		cx_buf_str(&name, cx_json_str(k));
		(void)cx_json_geti(k + 1, "bytes", &bytes);
		cx_stage_keep(s, cx_buf_cstr(&name), (uint64_t)bytes,
		    cx_json_gets(k + 1, "digest", CX_STR("")));
	}
}

/* Whether the stage builds on the generation that was looked at. */
static bool
is_base(const struct cx_stage *s, struct cx_str meta)
{
	CX_AUTO_BUF text = CX_BUF_INIT;

	return cx_stage_old(s) >= 0 && cx_read_file(cx_stage_old(s),
	    "meta.json", &text, meta.len + 1, NULL) == 0 &&
	    cx_str_eq(cx_buf_view(&text), meta);
}

/* The members of the base's meta.json, then the delta's. */
static void
write_meta(struct delta *d, struct cx_stage *s, struct cx_str old)
{
	const struct cx_str names[] = {CX_STR("schema"), CX_STR("config"),
	    CX_STR("counts"), CX_STR("search")};
	struct cx_str texts[4];
	struct cx_printer p;

	cx_record_texts(old, names, 4, texts);
	p = cx_printer(cx_stage_file(s, "meta.json"));
	cx_print_object(&p);
	for (int i = 0; i < 4; i++) {
		cx_print_kraw(&p, names[i].s, texts[i]);
	}
	cx_changes_meta(d->changes, d->build, &p);
	cx_print_key(&p, "files");
	cx_stage_print(s, &p);
	cx_meta_seal(&p);
}

struct cx_stage *
delta_stage(struct delta *d, const struct cx_publisher *p)
{
	struct cx_str base = cx_search_meta(d->base);
	struct cx_json_parser *parser = cx_json_new();
	CX_AUTO_BUF text = CX_BUF_INIT;
	struct cx_stage *stage = cx_stage_new(p->fd);
	struct cx_search_sink sink;
	const struct cx_json *meta;
	const char *why;

	if (!is_base(stage, base))
		cx_die(CX_FAIL, "%s: another program has published an index; "
		    "run cx rebuild", p->path);
	cx_buf_str(&text, base);
	cx_buf_room(&text, CX_JSON_PAD);
	meta = cx_json_parse(parser, text.s, text.len, &why);
	keep_base(stage, cx_json_get(meta, "files"));
	sink = index_sink(stage);
	cx_changes_write(d->changes, d->build, &sink);
	cx_stage_sums(stage, CX_DELTA);
	write_meta(d, stage, base);
	cx_json_free(parser);
	return stage;
}
