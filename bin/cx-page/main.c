/* cx-page - print the data of a page that shows and searches notes */
#include "page.h"

#include "lib/base/date.h"
#include "lib/base/map.h"
#include "lib/base/opt.h"
#include "lib/base/platform.h"
#include "lib/config/config.h"
#include "lib/file/vault.h"
#include "lib/link/edge.h"
#include "lib/link/resolve.h"
#include "lib/record/layer.h"
#include "lib/record/life.h"
#include "lib/search/made.h"
#include "lib/text/stopwords.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>
#include <zlib.h>

static const char *title = "Notes", *access_fold, *findings, *since, *images;
static const char *index_dir;
static int64_t image_max = 1000;
static bool raw;

static const struct cx_opt options[] = {
    CX_OPT_TEXT(0, "title", "TEXT", title, "title of the page"),
    CX_OPT_TEXT(0, "access", "FILE", access_fold,
	"use of notes, as printed by cx-access fold"),
    CX_OPT_TEXT(0, "findings", "FILE", findings,
	"findings, as printed by cx-check"),
    CX_OPT_TEXT(0, "images", "FILE", images,
	"FILE has the paths of images, one a line"),
    CX_OPT_INT(0, "image-max", "KB", image_max, 0, INT32_MAX,
	"omit images above this size (1000)"),
    CX_OPT_TEXT(0, "index", "DIR", index_dir,
	"stem words like the index in DIR"),
    CX_OPT_FLAG(0, "raw", raw, "print bytes for a program, not a page"),
    CX_OPT_TEXT(0, "since", "FILE", since,
	"omit the text of notes whose record is in FILE"),
    CX_OPT_NOW, CX_OPT_VAULT, CX_OPT_CONFIG, CX_OPT_END};

static const struct cx_usage usage = {"cx-page",
    "[-c CONFIG] [--title TEXT] [--access FILE] [--findings FILE] "
    "[--images FILE [--image-max KB] [-C VAULT]] [--index DIR] [--raw] "
    "[--since FILE] [--now DATE] [FILE...]",
    "print the data of a page that shows and searches notes", options,
    false};

struct note {
	struct cx_str path;
	struct cx_str row; /* members of the page, an object without "}" */
	struct cx_str name, terms, body;
	bool same;	      /* since then: it has none of these */
	size_t link, n_links; /* in links */
	size_t number; /* in order of arrival */
};

struct page {
	struct cx_config *config;
	struct cx_arena arena;
	struct note *note;
	size_t n, cap;
	struct cx_str *link; /* targets */
	size_t n_links, links_cap;
	struct page_terms terms;
	struct cx_resolver *resolver;
	struct page_render render;
	struct cx_map statuses, used;
	struct cx_map before; /* the records of --since */
	struct cx_map targets; /* of the note at hand */
	struct cx_str *use; /* by number in used */
	uint32_t *place; /* by order of arrival: that of the path */
	size_t use_cap;
	struct cx_buf room, text;
};

/* --- reading --- */

/* How each note was used: [times, times read or saved, last]. */
static void
read_access(struct page *g)
{
	char *file[] = {(char *)(uintptr_t)access_fold};
	struct cx_reader *r = cx_reader_open(file, 1);
	struct cx_record rec;

	while (cx_reader_next(r, &rec)) {
		struct cx_printer p = cx_printer(&g->room);
		const struct cx_json *used = cx_record_member(&rec, "used");
		uint32_t n = cx_map_put(&g->used, cx_arena_copy(&g->arena,
		    cx_record_path(&rec)));

		g->room.len = 0;
		cx_print_array(&p);
		cx_print_int(&p, cx_record_int(&rec, "count", 0));
		if (used)
			cx_print_json(&p, used);
		else
			cx_print_int(&p, 0);
		cx_print_str(&p, cx_record_str(&rec, "last", CX_STR("")));
		cx_print_end(&p);
		if (n == g->use_cap)
			g->use = cx_grow(g->use, &g->use_cap, sizeof *g->use);
		g->use[n] = cx_arena_copy(&g->arena, cx_buf_view(&g->room));
	}
	cx_reader_close(r);
}

static void
read_before(struct page *g)
{
	char *file[] = {(char *)(uintptr_t)since};
	struct cx_reader *r = cx_reader_open(file, 1);
	struct cx_record rec;

	while (cx_reader_line(r, &rec))
		cx_map_intern(&g->before, &g->arena, rec.line);
	cx_reader_close(r);
}

/* The paths of images; they are resolved as notes are. */
static void
read_images(struct page *g)
{
	CX_AUTO_BUF list = CX_BUF_INIT;
	struct cx_str rest, path;
	CX_AUTO_CLOSE fd = open(images, O_RDONLY | O_CLOEXEC);
	int error = fd < 0 ? errno : cx_read_fd(fd, &list, SIZE_MAX);

	if (error)
		cx_die(CX_FAIL, "%s: %s", images, cx_file_error(error));
	rest = cx_buf_view(&list);
	while (cx_str_split(&rest, '\n', &path)) {
		if (cx_str_starts(path, CX_STR("./")))
			path = cx_str_from(path, 2);
		if (cx_vault_path_theirs(path) && page_is_image(path))
			cx_resolver_add(g->render.images, path, CX_STR(""),
			    CX_STR(""));
	}
}

static void
add_link(void *arg, const struct cx_edge *edge)
{
	struct page *g = arg;

	*CX_NEXT(g->link, g->n_links, g->links_cap) =
	    cx_arena_copy(&g->arena, edge->target);
}

static void
print_due(struct page *g, struct cx_printer *p, const struct cx_record *rec)
{
	struct cx_life life = cx_life_of(g->config, rec);

	for (int i = 0; i < CX_DUES; i++) {
		if (life.days[i]) {
			cx_print_kstr(p, "due", cx_str(cx_due_names[i]));
			cx_print_kint(p, "days", life.days[i]);
			return;
		}
	}
}

/* What the page needs of the record as it is. */
static void
print_members(struct cx_printer *p, const struct cx_record *rec)
{
	static const char *const names[] = {"path", "id", "name", "type",
	    "project", "status", "created", "updated", "dated", "tags",
	    "description", "importance", "pinned", "expires", "supersedes",
	    "superseded_by"};
	const struct cx_json *extra;

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		const struct cx_json *m = cx_record_member(rec, names[i]);

		if (!m || m->type == CX_JSON_NULL || m->type ==
		    CX_JSON_OBJECT || (m->len == 0 && m->type >=
			CX_JSON_STRING))
			continue;
		cx_print_key(p, names[i]);
		cx_print_json(p, m);
	}
	extra = cx_record_member(rec, "extra");
	if (extra && extra->type == CX_JSON_OBJECT && extra->len) {
		cx_print_key(p, "extra");
		cx_print_json(p, extra);
	}
}

/* What is in the record alone. */
static void
add_text(struct page *g, const struct cx_record *rec, struct cx_printer *p,
    struct note *n)
{
	int64_t last = cx_expires(rec);
	struct cx_date updated;

	/* Types are checked here, so the page need not. */
	(void)cx_record_strings(rec, "tags");
	(void)cx_record_str(rec, "name", CX_STR(""));
	print_members(p, rec);
	if (cx_date_parse(cx_record_updated(rec), &updated))
		cx_print_kint(p, "time", updated.sec);
	if (last != CX_NO_DAY)
		cx_print_kint(p, "last_day", last);
	if (!raw)
		page_terms_take(&g->terms, rec, p, &g->text);
	n->terms = cx_arena_copy(&g->arena, cx_buf_view(&g->text));
	n->name = cx_arena_copy(&g->arena, cx_record_str(rec, "name",
	    CX_STR("")));
	n->body = cx_arena_copy(&g->arena, cx_record_str(rec, "body",
	    CX_STR("")));
}

static void
add(struct page *g, const struct cx_record *rec)
{
	struct cx_printer p = cx_printer(&g->room);
	struct cx_str path = cx_record_path(rec);
	uint32_t used = cx_map_get(&g->used, path);
	struct note n = {.link = g->n_links, .number = g->n};

	g->room.len = g->text.len = 0;
	cx_print_object(&p);
	n.same = cx_map_get(&g->before, rec->line) != CX_MAP_NONE;
	if (n.same)
		cx_print_kstr(&p, "path", path);
	else
		add_text(g, rec, &p, &n);
	print_due(g, &p, rec);
	if (used != CX_MAP_NONE) {
		cx_print_kraw(&p, "use", g->use[used]);
	}
	n.row = cx_arena_copy(&g->arena, cx_buf_view(&g->room));
	n.path = cx_arena_copy(&g->arena, path);
	cx_map_put(&g->statuses, cx_arena_copy(&g->arena,
	    cx_record_str(rec, "status", CX_STR("active"))));
	cx_resolver_record(g->resolver, rec);
	cx_edges(rec, add_link, g);
	n.n_links = g->n_links - n.link;
	*CX_NEXT(g->note, g->n, g->cap) = n;
}

/* --- printing --- */

/*
 * An element of the page with data in it, compressed (RFC 1950).  The page is
 * in windows-1252, where every byte is a character, and a script element
 * keeps all of them but NUL, CR and what could be a tag: these are "=" and
 * the byte plus 64.  Base64 would be a third larger.
 */
static void
put_data(const char *id, struct cx_str data)
{
	uLongf size = compressBound(data.len);
	unsigned char *packed = cx_malloc(size);
	struct cx_buf *out = cx_out();

	if (compress2(packed, &size, (const Bytef *)data.s, data.len, 9) !=
	    Z_OK)
		cx_die(CX_FAIL, "cannot compress %zu bytes", data.len);
	cx_buf_fmt(out, "<script type=\"text/plain\" id=\"%s\">", id);
	for (uLongf i = 0; i < size; i++) {
		unsigned char c = packed[i];

		if (c == '\0' || c == '\r' || c == '<' || c == '=') {
			cx_buf_char(out, '=');
			c += 64;
		}
		cx_buf_char(out, (char)c);
	}
	cx_buf_puts(out, "</script>\n");
	free(packed);
	cx_out_flush();
}

static void
print_statuses(struct page *g, struct cx_printer *p)
{
	cx_print_kobject(p, "weights");
	for (uint32_t i = 0; i < g->statuses.n; i++) {
		struct cx_str status = g->statuses.key[i];

		cx_print_keyn(p, status);
		cx_print_array(p);
		cx_print_int(p, cx_config_weight(g->config, status));
		cx_print_int(p, cx_status_ends(g->config, status));
		cx_print_end(p);
	}
	cx_print_end(p);
	cx_print_kint(p, "archived", cx_config_weight(g->config,
	    CX_STR("archived")));
}

static void
print_config(struct page *g, struct cx_printer *p)
{
	static const char *const sections[] = {"types", "status", "projects",
	    "layers"};

	for (size_t i = 0; i < sizeof sections / sizeof *sections; i++) {
		cx_print_key(p, sections[i]);
		cx_print_json(p, cx_json_get(cx_config_root(g->config),
		    sections[i]));
	}
}

/* What the page takes a query apart with. */
static void
print_language(struct page *g, struct cx_printer *p)
{
	const struct cx_analyzer *a = g->terms.analyzer;

	cx_print_karray(p, "stop");
	for (unsigned i = 0; cx_analyzer_stops(a) && cx_stopword(i).len; i++)
		cx_print_str(p, cx_stopword(i));
	cx_print_end(p);
	if (raw)
		return;
	cx_print_karray(p, "weak");
	for (unsigned i = 0; cx_analyzer_weak_term(a, i).len; i++)
		cx_print_str(p, cx_analyzer_weak_term(a, i));
	cx_print_end(p);
	cx_print_karray(p, "asking");
	for (unsigned i = 0; cx_asking(i).len; i++)
		cx_print_str(p, cx_asking(i));
	cx_print_end(p);
	page_terms_print(&g->terms, p);
}

static void
print_findings(struct cx_printer *p)
{
	char *file[] = {(char *)(uintptr_t)findings};
	struct cx_reader *r = cx_reader_open(file, 1);
	struct cx_record rec;

	cx_print_karray(p, "findings");
	while (cx_reader_next(r, &rec))
		cx_print_raw(p, rec.line);
	cx_print_end(p);
	cx_reader_close(r);
}

/* The notes that the links mean, as cx links counts them, -1 for none. */
static void
print_links(struct page *g, const struct note *n, struct cx_printer *p)
{
	cx_print_karray(p, "to");
	for (uint32_t i = 0; i < g->targets.n; i++) {
		struct cx_resolved to = cx_resolve(g->resolver, n->path,
		    g->targets.key[i]);

		cx_print_int(p, to.status == CX_LINK_OK ?
		    (int64_t)g->place[to.atom] : -1);
	}
	cx_print_end(p);
}

/* The images that the notes show: [path, size] each on a line, an empty line,
 * and the bytes of those that are not left out, whose size is 0. */
static void
put_images(struct page *g)
{
	CX_AUTO_BUF list = CX_BUF_INIT, all = CX_BUF_INIT, path = CX_BUF_INIT;
	CX_AUTO_VAULT vault = {-1, NULL};

	if (!g->render.shown.n)
		return;
	cx_vault_init(&vault, cx_common.vault, cx_config_vault(g->config));
	for (uint32_t i = 0; i < g->render.shown.n; i++) {
		struct cx_printer p = cx_printer(&list);
		size_t from = all.len;
		int error;

		path.len = 0;
		cx_buf_str(&path, g->render.shown.key[i]);
		error = cx_read_file(vault.fd, cx_buf_cstr(&path), &all,
		    (size_t)image_max * 1000, NULL);
		if (error == EFBIG)
			all.len = from;
		else if (error)
			cx_error(CX_PARTIAL, "%s: %s", cx_buf_cstr(&path),
			    cx_file_error(error));
		cx_print_array(&p);
		cx_print_str(&p, cx_buf_view(&path));
		cx_print_int(&p, (int64_t)(all.len - from));
		cx_print_end(&p);
		cx_buf_char(&list, '\n');
	}
	cx_buf_char(&list, '\n');
	cx_buf_str(&list, cx_buf_view(&all));
	put_data("cx-images", cx_buf_view(&list));
}

/* Each in its element; or their sizes on a line, and then they. */
static void
put_all(struct cx_str notes, struct cx_str terms, struct cx_str texts)
{
	if (!raw) {
		put_data("cx-notes", notes);
		put_data("cx-terms", terms);
		put_data("cx-texts", texts);
		return;
	}
	cx_buf_fmt(cx_out(), "[%zu,%zu,%zu]\n", notes.len, terms.len,
	    texts.len);
	cx_buf_str(cx_out(), notes);
	cx_buf_str(cx_out(), terms);
	cx_buf_str(cx_out(), texts);
}

static void
put_page(struct page *g)
{
	CX_AUTO_BUF json = CX_BUF_INIT, terms = CX_BUF_INIT;
	CX_AUTO_BUF texts = CX_BUF_INIT;
	struct cx_printer p = cx_printer(&json);

	CX_SORT(g->note, g->n, cx_order_str);
	g->place = cx_calloc(g->n, sizeof *g->place);
	for (size_t i = 0; i < g->n; i++)
		g->place[g->note[i].number] = (uint32_t)i;
	cx_print_object(&p);
	cx_print_kint(&p, "schema", 1);
	cx_print_kstr(&p, "title", cx_str(title));
	if (cx_common.now)
		cx_print_kint(&p, "now", cx_now());
	print_config(g, &p);
	print_statuses(g, &p);
	print_language(g, &p);
	if (findings)
		print_findings(&p);
	cx_print_karray(&p, "notes");
	for (size_t i = 0; i < g->n; i++) {
		const struct note *n = &g->note[i];
		size_t from = texts.len;

		/* The row continues where it ended. */
		cx_print_object(&p);
		cx_buf_str(&json, cx_str_from(n->row, 1));
		p.comma = true;
		cx_map_clear(&g->targets);
		for (size_t k = 0; k < n->n_links; k++)
			cx_map_put(&g->targets, g->link[n->link + k]);
		if (!n->same) {
			/* Beside each other, as most of one is in the
			 * other. */
			cx_buf_str(&texts, n->body);
			page_render(&g->render, n->path, n->name, n->body,
			    &texts);
			cx_print_karray(&p, "sizes");
			cx_print_int(&p, (int64_t)n->terms.len);
			cx_print_int(&p, (int64_t)n->body.len);
			cx_print_int(&p, (int64_t)(texts.len - from -
			    n->body.len));
			cx_print_end(&p);
		}
		print_links(g, n, &p);
		cx_print_end(&p);
		cx_buf_str(&terms, n->terms);
	}
	cx_print_end(&p);
	cx_print_end(&p);
	put_all(cx_buf_view(&json), cx_buf_view(&terms), cx_buf_view(&texts));
	if (!raw)
		put_images(g);
	free(g->place);
}

int
main(int argc, char **argv)
{
	struct cx_args a = cx_args_parse(&usage, argc, argv);
	struct page g = {.config = cx_config_load(cx_common.config)};
	struct cx_reader *reader;
	struct cx_record rec;
	uint32_t twin;

	if (isatty(STDOUT_FILENO))
		cx_usage_die(&a, "won't print a page to a terminal; cx site "
		    "makes one");
	if (since && !raw)
		cx_usage_die(&a, "--since is for --raw");
	cx_only_read(-1, false);
	g.terms.analyzer = index_dir ? cx_made_analyzer(index_dir, g.config) :
				       cx_analyzer_of(g.config);
	g.resolver = cx_resolver_new();
	g.render.notes = g.resolver;
	g.render.images = cx_resolver_new();
	g.render.targets = &g.targets;
	if (images)
		read_images(&g);
	if (access_fold)
		read_access(&g);
	if (since)
		read_before(&g);
	reader = cx_reader_open(a.argv, a.argc);
	while (cx_reader_next(reader, &rec)) {
		if (!cx_record_gone(&rec))
			add(&g, &rec);
	}
	cx_reader_close(reader);
	twin = cx_resolver_twin(g.resolver);
	if (twin != UINT32_MAX)
		cx_die(CX_FAIL, "two records have the path %.*s",
		    (int)cx_resolver_path(g.resolver, twin).len,
		    cx_resolver_path(g.resolver, twin).s);
	put_page(&g);
	cx_resolver_free(g.resolver);
	cx_resolver_free(g.render.images);
	page_render_release(&g.render);
	page_terms_release(&g.terms);
	cx_map_release(&g.statuses);
	cx_map_release(&g.used);
	cx_map_release(&g.before);
	cx_map_release(&g.targets);
	free(g.use);
	free(g.note);
	free(g.link);
	cx_buf_release(&g.room);
	cx_buf_release(&g.text);
	cx_arena_release(&g.arena);
	cx_config_free(g.config);
	return cx_finish();
}
