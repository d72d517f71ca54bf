/* Records, the keys that group them, and the views. */
#include "bin/cx-index/index.h"
#include "lib/base/platform.h"
#include "lib/json/print.h"

#include <stdlib.h>

static void
add_record(void *arg, const struct cx_record *rec, uint32_t arrival)
{
	const struct cx_json *list;
	struct index *ix = arg;
	struct keys k = {0};

	/* They are asked for in the order of their numbers. */
	if (ix->search)
		cx_search_build_add(ix->search, rec,
		    ix->atoms.v[arrival].len);
	if (ix->layers)
		cx_layer_files_add(ix->layers, rec);
	k.project = cx_map_intern(&ix->projects, &ix->names,
	    cx_record_str(rec, "project", CX_STR("unknown")));
	k.type = cx_map_intern(&ix->types, &ix->names,
	    cx_record_str(rec, "type", CX_STR("unknown")));
	if (ix->n_tags > UINT32_MAX / 2)
		cx_record_die(rec, "too many tags");
	k.tags = (uint32_t)ix->n_tags;
	list = cx_record_strings(rec, "tags");
	CX_JSON_EACH(e, list) {
		CX_GROW(ix->tags, ix->n_tags, ix->cap_tags);
		ix->tags[ix->n_tags++] =
		    cx_map_intern(&ix->tag_names, &ix->names, cx_json_str(e));
	}
	k.n_tags = (uint32_t)(ix->n_tags - k.tags);
	*CX_NEXT(ix->keys, ix->n_keys, ix->cap_keys) = k;
}

/* Tells the search set which of the atoms are gone. */
static void
drop_gone(struct index *ix)
{
	bool *here;

	if (ix->atoms.n == ix->n_keys)
		return;
	here = cx_calloc(ix->n_keys, sizeof *here);
	for (size_t i = 0; i < ix->atoms.n; i++)
		here[ix->atoms.v[i].number] = true;
	for (size_t i = 0; i < ix->n_keys; i++) {
		if (!here[i])
			cx_search_build_drop(ix->search, (uint32_t)i);
	}
	free(here);
}

void
index_begin(struct index *ix, const struct cx_config *config, bool search,
    struct cx_layer_files *layers)
{
	cx_malloc_pages();
	*ix = (struct index){.keys = NULL};
	cx_config_digest(config, ix->config);
	if (search)
		ix->search = cx_search_build_new(config, CX_BUILD_BASE,
		    CX_STR(""));
	if (layers) {
		*layers = (struct cx_layer_files){
		    .layers = cx_layers_init(config, -1, -1)};
		ix->layers = layers;
	}
}

void
index_read(struct index *ix, char *const *files, int n)
{
	cx_table_read(&ix->atoms, files, n, add_record, ix);
	if (ix->search) {
		drop_gone(ix);
		cx_search_build_end(ix->search);
	}
}

void
index_release(struct index *ix)
{
	cx_table_release(&ix->atoms);
	cx_search_build_free(ix->search);
	cx_map_release(&ix->projects);
	cx_map_release(&ix->types);
	cx_map_release(&ix->tag_names);
	cx_arena_release(&ix->names);
	free(ix->keys);
	free(ix->tags);
}

/* --- the files that people read --- */

/* One line an element, with "," and a line end between two. */
static void
line_break(struct cx_buf *out, bool *first)
{
	if (!*first)
		cx_buf_puts(out, ",\n");
	*first = false;
}

static void
close_lines(struct cx_buf *out, bool first, const char *bracket)
{
	cx_buf_puts(out, first ? "" : "\n");
	cx_buf_puts(out, bracket);
	cx_buf_char(out, '\n');
}

static void
write_manifest(const struct index *ix, struct cx_stage *s)
{
	struct cx_buf *out = cx_stage_file(s, "manifest.json");
	bool first = true;

	cx_buf_puts(out, "[\n");
	for (size_t i = 0; i < ix->atoms.n; i++) {
		line_break(out, &first);
		cx_buf_str(out, cx_row_line(&ix->atoms, &ix->atoms.v[i]));
		cx_stage_more(s);
	}
	close_lines(out, first, "]");
}

/* Sources with their targets as they are written, those that have any;
 * returns how many. */
static uint64_t
write_graph(const struct index *ix, struct cx_stage *s)
{
	struct cx_buf *out = cx_stage_file(s, "graph.json");
	const struct cx_table *c = &ix->atoms;
	uint64_t written = 0;
	bool first = true;

	cx_buf_puts(out, "{\n");
	for (size_t i = 0; i < c->n; i++) {
		struct cx_str links = cx_row_text(c, &c->v[i],
		    CX_TEXT_LINKS);

		/* An empty list may have blanks in it. */
		if (cx_str_trim(cx_strn(links.s + 1, links.len - 2)).len == 0)
			continue;
		written++;
		line_break(out, &first);
		cx_buf_str(out, cx_row_text(c, &c->v[i], CX_TEXT_PATH));
		cx_buf_char(out, ':');
		cx_buf_str(out, links);
		cx_stage_more(s);
	}
	close_lines(out, first, "}");
	return written;
}

/* Atoms by key: those of key k are v[start[k]] .. v[start[k + 1]]. */
struct groups {
	const struct cx_map *map;
	size_t *start;
	uint32_t *v;
	uint32_t *order; /* keys in byte order */
};

static _Thread_local const struct cx_str *sort_keys;

static int
by_key(const void *a, const void *b)
{
	return cx_str_cmp(sort_keys[*(const uint32_t *)a],
	    sort_keys[*(const uint32_t *)b]);
}

enum group_by { BY_PROJECT, BY_TYPE, BY_TAG };

/* The keys of an atom. */
static const uint32_t *
keys_of(const struct index *ix, size_t atom, enum group_by by, uint32_t *n)
{
	const struct keys *k = &ix->keys[ix->atoms.v[atom].number];

	*n = by == BY_TAG ? k->n_tags : 1;
	switch (by) {
	case BY_PROJECT:
		return &k->project;
	case BY_TYPE:
		return &k->type;
	default:
		return *n ? ix->tags + k->tags : NULL;
	}
}

/* A counting sort: atoms come in path order and stay in it. */
static void
group(const struct index *ix, struct groups *g, enum group_by by)
{
	size_t keys = g->map->n, *at;
	uint32_t n;

	g->start = cx_calloc(cx_add(keys, 1), sizeof *g->start);
	for (size_t i = 0; i < ix->atoms.n; i++) {
		const uint32_t *k = keys_of(ix, i, by, &n);

		for (uint32_t j = 0; j < n; j++)
			g->start[k[j] + 1]++;
	}
	for (size_t k = 0; k < keys; k++)
		g->start[k + 1] += g->start[k];
	at = cx_malloc(cx_mul(cx_add(keys, 1), sizeof *at));
	memcpy(at, g->start, (keys + 1) * sizeof *at);
	g->v = cx_malloc(cx_mul(cx_add(at[keys], 1), sizeof *g->v));
	for (size_t i = 0; i < ix->atoms.n; i++) {
		const uint32_t *k = keys_of(ix, i, by, &n);

		for (uint32_t j = 0; j < n; j++)
			g->v[at[k[j]]++] = (uint32_t)i;
	}
	free(at);
	g->order = cx_malloc(cx_mul(cx_add(keys, 1), sizeof *g->order));
	for (size_t k = 0; k < keys; k++)
		g->order[k] = (uint32_t)k;
	sort_keys = g->map->key;
	CX_SORT(g->order, keys, by_key);
}

static void
write_key(const struct index *ix, struct cx_stage *s, struct cx_buf *out,
    const struct groups *g, uint32_t key, const enum cx_text *texts, size_t n)
{
	const uint32_t *v = g->v + g->start[key];
	size_t many = g->start[key + 1] - g->start[key];

	cx_print_quoted(out, g->map->key[key]);
	cx_buf_puts(out, ":[");
	for (size_t i = 0; i < many; i++) {
		cx_row_soon(&ix->atoms, v, i, many);
		/* A list may have a tag twice. */
		if (i && v[i] == v[i - 1])
			continue;
		if (i)
			cx_buf_char(out, ',');
		cx_row_entry(out, &ix->atoms, &ix->atoms.v[v[i]], texts, n);
		cx_stage_more(s);
	}
	cx_buf_char(out, ']');
}

/* Returns how many keys there are. */
static uint64_t
write_groups(const struct index *ix, struct cx_stage *s, const char *name,
    const struct cx_map *map, enum group_by by)
{
	static const enum cx_text all[] = {CX_TEXT_PATH, CX_TEXT_NAME,
	    CX_TEXT_TYPE, CX_TEXT_PROJECT, CX_TEXT_TAGS, CX_TEXT_UPDATED,
	    CX_TEXT_STATUS};
	static const enum cx_text of_tag[] = {CX_TEXT_PATH, CX_TEXT_NAME,
	    CX_TEXT_PROJECT, CX_TEXT_TYPE};
	struct cx_buf *out = cx_stage_file(s, name);
	struct groups g = {.map = map};
	uint64_t written = 0;
	bool first = true;

	group(ix, &g, by);
	cx_buf_puts(out, "{\n");
	for (size_t i = 0; i < map->n; i++) {
		uint32_t key = g.order[i];

		if (g.start[key] == g.start[key + 1])
			continue; /* only atoms that are gone had it */
		line_break(out, &first);
		if (by == BY_TAG)
			write_key(ix, s, out, &g, key, of_tag,
			    sizeof of_tag / sizeof of_tag[0]);
		else
			write_key(ix, s, out, &g, key, all,
			    sizeof all / sizeof all[0]);
		written++;
	}
	close_lines(out, first, "}");
	free(g.start);
	free(g.v);
	free(g.order);
	return written;
}

static struct cx_buf *
begin_file(void *stage, const char *name)
{
	return cx_stage_file(stage, name);
}

static void
more_to_write(void *stage)
{
	cx_stage_more(stage);
}

struct cx_search_sink
index_sink(struct cx_stage *s)
{
	return (struct cx_search_sink){begin_file, more_to_write, s};
}

/* Says which languages were found, unless the generation before has the same,
 * or it is English alone from the beginning. */
static void
tell_languages(struct cx_str found, int before)
{
	CX_AUTO(cx_meta_release) struct cx_meta m = {.root = NULL};
	CX_AUTO_BUF had = CX_BUF_INIT, text = CX_BUF_INIT;
	struct cx_str rest = found, name = CX_STR("");

	(void)cx_str_split(&rest, ' ', &name);
	if (!cx_str_is(name, "auto"))
		return;
	if (before >= 0 && !cx_meta_read(&m, before))
		cx_buf_str(&had, cx_json_gets(cx_json_get(m.root, "search"),
		    "analyzer", CX_STR("")));
	cx_buf_fmt(&text, "; %.*s;", (int)found.len, found.s);
	if (had.len ? strstr(cx_buf_cstr(&had), cx_buf_cstr(&text)) != NULL :
		      cx_str_is(rest, "porter"))
		return;
	text.len = 0;
	while (cx_str_split(&rest, ' ', &name)) {
		if (text.len)
			cx_buf_puts(&text, rest.len ? ", " : " and ");
		if (cx_str_is(name, "porter"))
			name = CX_STR("english");
		cx_buf_char(&text, (char)(name.s[0] & ~0x20));
		cx_buf_str(&text, cx_str_from(name, 1));
	}
	cx_note("words are stemmed as in %s; [rank] language sets other "
	    "languages", cx_buf_cstr(&text));
}

void
index_write(struct index *ix, struct cx_stage *s, struct cx_stage *layers)
{
	const struct cx_search_sink sink = index_sink(s);
	uint64_t projects, types, tags, linking;
	struct cx_buf *meta;
	size_t atoms = ix->atoms.n;
	struct cx_printer p;

	write_manifest(ix, s);
	projects = write_groups(ix, s, "by_project.json", &ix->projects,
	    BY_PROJECT);
	types = write_groups(ix, s, "by_type.json", &ix->types, BY_TYPE);
	tags = write_groups(ix, s, "by_tag.json", &ix->tag_names, BY_TAG);
	linking = write_graph(ix, s);
	if (ix->layers)
		cx_layer_files_write(ix->layers, &ix->atoms, layers);
	/* Makes room for what the search set needs while it is written. */
	cx_table_release(&ix->atoms);
	if (ix->search)
		cx_search_build_write(ix->search, &sink);
	cx_stage_sums(s, "");
	meta = cx_stage_file(s, "meta.json");
	p = cx_printer(meta);
	cx_print_object(&p);
	cx_print_kint(&p, "schema", CX_INDEX_SCHEMA);
	cx_print_kstr(&p, "config", cx_str(ix->config));
	cx_print_kobject(&p, "counts");
	cx_print_kint(&p, "atoms", (int64_t)atoms);
	cx_print_kint(&p, "projects", (int64_t)projects);
	cx_print_kint(&p, "types", (int64_t)types);
	cx_print_kint(&p, "tags", (int64_t)tags);
	cx_print_kint(&p, "linking", (int64_t)linking);
	cx_print_end(&p);
	if (ix->search) {
		cx_search_build_meta(ix->search, &p);
		tell_languages(cx_search_build_language(ix->search),
		    cx_stage_old(s));
	}
	cx_print_key(&p, "files");
	cx_stage_print(s, &p);
	cx_meta_seal(&p);
}
