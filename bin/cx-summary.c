/* cx-summary - summarise the vault on one screen */
#include "lib/base/date.h"
#include "lib/base/map.h"
#include "lib/base/opt.h"
#include "lib/base/platform.h"
#include "lib/base/display_path.h"
#include "lib/base/screen.h"
#include "lib/base/utf8.h"
#include "lib/index/gen.h"
#include "lib/index/meta.h"
#include "lib/record/layer.h"
#include "lib/record/life.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

/* So many of each are listed for people. */
#define LISTED 10

static bool json;
static bool people;		    /* standard output is a terminal */
static size_t columns = SIZE_MAX / 16; /* that it has */
static const char *vault, *inbox, *index_dir;

static const struct cx_opt options[] = {
    CX_OPT_FLAG(0, "json", json, "print one object, with all counts"),
    CX_OPT_TEXT('i', NULL, "DIR", index_dir,
	"use the records and the size of this index"),
    CX_OPT_TEXT(0, "vault", "DIR", vault, "name of the vault"),
    CX_OPT_TEXT(0, "inbox", "TEXT", inbox, "text about the inbox"),
    CX_OPT_NOW, CX_OPT_CONFIG, CX_OPT_END};

static const struct cx_usage usage = {"cx-summary",
    "[--json] [--vault DIR] [--inbox TEXT] [-c CONFIG] [--now DATE] "
    "[-i DIR | FILE...]",
    "summarise the vault on one screen", options, false};

/* How often what occurs. */
struct counts {
	struct cx_map names;
	int64_t *n;
	size_t cap;
};

/* One of the notes that were updated last. */
struct hot {
	struct cx_str path, name, updated;
	int64_t sec;
};

static struct {
	struct cx_arena text;
	int64_t atoms;
	int64_t layer[CX_LAYERS];
	struct counts status, project, type, tags;
	int64_t bytes; /* of the index */
	struct hot hot[LISTED];
	size_t n_hot; /* all of them, not only those that are kept */
} sum;

static void
count(struct counts *c, struct cx_str name, int64_t n)
{
	uint32_t known = c->names.n;
	uint32_t i = cx_map_intern(&c->names, &sum.text, name);

	if (i == known) {
		CX_GROW(c->n, i, c->cap);
		c->n[i] = 0;
	}
	c->n[i] += n;
}

/* The newest first, ties by path. */
static bool
is_before(const struct hot *a, const struct hot *b)
{
	return a->sec != b->sec ? a->sec > b->sec
				: cx_str_cmp(a->path, b->path) < 0;
}

static void
keep_hot(const struct cx_record *rec)
{
	struct hot h = {.path = cx_record_path(rec),
	    .name = cx_record_str(rec, "name", CX_STR("")),
	    .updated = cx_record_str(rec, "updated", CX_STR(""))};
	size_t at = sum.n_hot < LISTED ? sum.n_hot : LISTED;
	struct cx_date d;

	h.sec = cx_date_parse(h.updated, &d) ? d.day : INT64_MIN;
	sum.n_hot++;
	while (at && is_before(&h, &sum.hot[at - 1])) {
		if (at < LISTED)
			sum.hot[at] = sum.hot[at - 1];
		at--;
	}
	if (at == LISTED)
		return;
	h.path = cx_arena_copy(&sum.text, h.path);
	h.name = cx_arena_copy(&sum.text, h.name);
	h.updated = cx_arena_copy(&sum.text, h.updated);
	sum.hot[at] = h;
}

static void
take(const struct cx_record *rec, const struct cx_layers *layers)
{
	enum cx_layer layer = cx_layer_of(layers, cx_record_updated(rec));
	const struct cx_json *tags = cx_record_strings(rec, "tags");
	struct cx_str target, status = cx_status_word(
	    cx_record_str(rec, "status", CX_STR("active")), &target);

	sum.atoms++;
	sum.layer[layer]++;
	count(&sum.status, status, 1);
	count(&sum.project,
	    cx_record_str(rec, "project", CX_STR("unknown")), 1);
	count(&sum.type, cx_record_str(rec, "type", CX_STR("unknown")), 1);
	CX_JSON_EACH(t, tags)
		count(&sum.tags, cx_json_str(t), 1);
	if (layer == CX_HOT && !cx_str_is(status, "archived"))
		keep_hot(rec);
}

static void
read_size(void)
{
	CX_AUTO_CLOSE dir = open(index_dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	CX_AUTO_CLOSE gen = dir < 0 ? -1 : cx_gen_open(dir, NULL);
	const struct cx_json *files;
	CX_AUTO(cx_meta_release) struct cx_meta meta = {.whole = false};
	const char *why = gen < 0 ? strerror(errno) : cx_meta_read(&meta, gen);
	int64_t bytes;

	if (why)
		cx_die(CX_FAIL, "%s: %s: %s; make it with: cx rebuild",
		    index_dir, CX_META_FILE, why);
	files = cx_json_get(meta.root, "files");
	CX_JSON_EACH(k, files)
		if (cx_json_geti(k + 1, "bytes", &bytes) && bytes >= 0)
			sum.bytes += bytes;
}

/* --- printing --- */

static _Thread_local const struct counts *sort_counts;

static int
by_count(const void *va, const void *vb)
{
	uint32_t a = *(const uint32_t *)va, b = *(const uint32_t *)vb;
	const struct counts *c = sort_counts;

	if (c->n[a] != c->n[b])
		return c->n[a] > c->n[b] ? -1 : 1;
	return cx_str_cmp(c->names.key[a], c->names.key[b]);
}

/* To be freed. */
static uint32_t *
sorted(const struct counts *c)
{
	uint32_t *order = cx_calloc(c->names.n + 1, sizeof *order);

	for (uint32_t i = 0; i < c->names.n; i++)
		order[i] = i;
	sort_counts = c;
	qsort(order, c->names.n, sizeof *order, by_count);
	return order;
}

static void
print_counts(struct cx_printer *p, const char *name, const struct counts *c)
{
	CX_AUTO_FREE uint32_t *order = sorted(c);

	cx_print_kobject(p, name);
	for (uint32_t i = 0; i < c->names.n; i++) {
		cx_print_keyn(p, c->names.key[order[i]]);
		cx_print_int(p, c->n[order[i]]);
	}
	cx_print_end(p);
}

static void
print_json(void)
{
	struct cx_printer p = cx_printer(cx_out());

	cx_print_object(&p);
	if (vault)
		cx_print_kstr(&p, "vault", cx_str(vault));
	cx_print_kint(&p, "atoms", sum.atoms);
	cx_print_kobject(&p, "layers");
	for (int i = 0; i < CX_LAYERS; i++)
		cx_print_kint(&p, cx_layer_names[i], sum.layer[i]);
	cx_print_end(&p);
	print_counts(&p, "status", &sum.status);
	print_counts(&p, "projects", &sum.project);
	print_counts(&p, "types", &sum.type);
	print_counts(&p, "tags", &sum.tags);
	if (index_dir)
		cx_print_kint(&p, "index_bytes", sum.bytes);
	cx_print_key(&p, "inbox");
	if (inbox && *inbox)
		cx_print_str(&p, cx_str(inbox));
	else
		cx_print_null(&p);
	cx_print_kint(&p, "nhot", (int64_t)sum.n_hot);
	cx_print_karray(&p, "hot");
	for (size_t i = 0; i < sum.n_hot && i < LISTED; i++) {
		cx_print_object(&p);
		cx_print_kstr(&p, "path", sum.hot[i].path);
		cx_print_kstr(&p, "name", sum.hot[i].name);
		cx_print_kstr(&p, "updated", sum.hot[i].updated);
		cx_print_end(&p);
	}
	cx_print_line(&p);
}

/* Appends one more of a list whose first line begins with a title of ten
 * columns, on the next line where the window ends; *used: of this line. */
static void
put_item(struct cx_str item, bool first, size_t *used)
{
	struct cx_buf *out = cx_out();
	size_t width = cx_utf8_width(item) + 2;

	if (first) {
		*used = 10;
	} else if (*used + width > columns) {
		cx_buf_puts(out, ",\n          ");
		*used = 10;
	} else {
		cx_buf_puts(out, ", ");
	}
	*used += width;
	cx_buf_str(out, item);
}

/* "active 5, archived 1". */
static void
put_counts(const char *title, const struct counts *c)
{
	struct cx_buf *out = cx_out();
	CX_AUTO_BUF item = CX_BUF_INIT;
	CX_AUTO_FREE uint32_t *order = sorted(c);
	size_t used = 0;

	cx_buf_fmt(out, "%-10s", title);
	for (uint32_t i = 0; i < c->names.n && i < LISTED; i++) {
		struct cx_str name = c->names.key[order[i]];

		item.len = 0;
		cx_put_visible(&item, cx_str_is(name, "unknown")
		    ? CX_STR("none") : name);
		cx_buf_fmt(&item, " %lld", (long long)c->n[order[i]]);
		put_item(cx_buf_view(&item), i == 0, &used);
	}
	item.len = 0;
	cx_buf_fmt(&item, "%u more", (unsigned)c->names.n - LISTED);
	if (c->names.n > LISTED)
		put_item(cx_buf_view(&item), false, &used);
	cx_buf_char(out, '\n');
}

static void
put_size(void)
{
	struct cx_buf *out = cx_out();
	struct cx_printer p = cx_printer(out);
	int64_t unit = sum.bytes < 1000000 ? 1000 : 1000000;

	cx_buf_puts(out, "Index     ");
	if (sum.bytes < 1000) {
		cx_buf_fmt(out, "%lld B\n", (long long)sum.bytes);
		return;
	}
	cx_print_micro(&p, (sum.bytes + unit / 20) / (unit / 10) * 100000);
	cx_buf_puts(out, unit == 1000 ? " kB\n" : " MB\n");
}

/* As cx-show --hits has the first line. */
static void
put_note(const struct hot *h)
{
	CX_AUTO_BUF date = CX_BUF_INIT, b = CX_BUF_INIT;
	struct cx_buf *out = cx_out();
	struct cx_str path = h->path;
	size_t used = 4, room;

	if (people) {
		cx_put_age(&date, h->updated);
		path = cx_display_path(&b, path);
	} else {
		cx_put_visible(&date, h->updated);
	}
	cx_buf_puts(out, "  ");
	cx_buf_str(out, cx_buf_view(&date));
	used += cx_utf8_width(cx_buf_view(&date));
	cx_buf_puts(out, "  ");
	room = columns > used + 2 ? columns - used - 2 : 0;
	used = cx_put_fit(out, h->name,
	    cx_name_columns(h->name, path, room), false);
	cx_buf_puts(out, "  ");
	cx_put_fit(out, path, room - used, true);
	cx_buf_char(out, '\n');
}

static void
put_hot(void)
{
	struct cx_buf *out = cx_out();

	if (sum.n_hot)
		cx_buf_puts(out, "Hot\n");
	for (size_t i = 0; i < sum.n_hot && i < LISTED; i++)
		put_note(&sum.hot[i]);
	if (sum.n_hot > LISTED)
		cx_buf_fmt(out, "  and %zu more: cx list\n",
		    sum.n_hot - LISTED);
}

static void
print_text(void)
{
	struct cx_buf *out = cx_out();
	CX_AUTO_BUF item = CX_BUF_INIT;
	size_t used = 0;

	people = isatty(STDOUT_FILENO) == 1;
	if (people)
		columns = cx_screen_columns() - 1;
	if (vault) {
		cx_buf_puts(out, "Vault     ");
		cx_put_fit(out, cx_str(vault), columns - 10, true);
		cx_buf_char(out, '\n');
	}
	cx_buf_fmt(out, "Notes     %lld\nLayers    ", (long long)sum.atoms);
	for (int i = 0; i < CX_LAYERS; i++) {
		item.len = 0;
		cx_buf_fmt(&item, "%s %lld (%lld%%)", cx_layer_names[i],
		    (long long)sum.layer[i],
		    (long long)(sum.atoms ? (sum.layer[i] * 200 + sum.atoms) /
			(2 * sum.atoms) : 0));
		put_item(cx_buf_view(&item), i == 0, &used);
	}
	cx_buf_char(out, '\n');
	put_counts("Status", &sum.status);
	put_counts("Projects", &sum.project);
	put_counts("Types", &sum.type);
	cx_buf_fmt(out, "Tags      %u\n", (unsigned)sum.tags.names.n);
	if (index_dir)
		put_size();
	if (inbox && *inbox) {
		cx_buf_puts(out, "Inbox     ");
		cx_put_visible(out, cx_str(inbox));
		cx_buf_char(out, '\n');
	}
	put_hot();
}

static void
counts_release(struct counts *c)
{
	cx_map_release(&c->names);
	free(c->n);
}

int
main(int argc, char **argv)
{
	struct cx_args a = cx_args_parse(&usage, argc, argv);
	CX_AUTO_CONFIG config = cx_config_load(cx_common.config);
	struct cx_layers layers = cx_layers_init(config, -1, -1);
	char *from[] = {(char *)(uintptr_t)index_dir};
	struct cx_reader *reader;
	struct cx_record rec;

	cx_only_read(-1, false);
	if (index_dir && a.argc)
		cx_usage_die(&a, "records come from -i DIR or from FILE, not "
		    "from both");
	reader = index_dir ? cx_reader_open(from, 1)
			   : cx_reader_open(a.argv, a.argc);
	reader = cx_layers_read(&layers, reader);
	while (cx_reader_next(reader, &rec))
		if (!cx_record_gone(&rec))
			take(&rec, &layers);
	cx_reader_close(reader);
	if (index_dir)
		read_size();
	if (json)
		print_json();
	else
		print_text();
	counts_release(&sum.status);
	counts_release(&sum.project);
	counts_release(&sum.type);
	counts_release(&sum.tags);
	cx_arena_release(&sum.text);
	return cx_finish();
}
