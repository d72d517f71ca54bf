/*
 * Walks the vault: each note is read, completed and published, under the
 * vault's lock.  A note that is saved in between is completed again.
 */
#include "lib/atom/rewrite.h"
#include "lib/file/walk.h"
#include "lib/json/print.h"
#include "migrate.h"

#include <stdlib.h>
#include <unistd.h>

/* The new text of a note: what is added stands in its front matter, or in one
 * that is put before the text. */
struct composer {
	const struct cx_config *config;
	struct cx_editor *editor;
	struct cx_front_parser *parser;
	struct cx_atom_maker *maker;
	struct cx_json_parser *json;
	struct cx_arena arena;
	struct cx_buf line;
};

static void
composer_init(struct composer *c, const struct cx_config *config)
{
	*c = (struct composer){.config = config,
	    .editor = cx_editor_new(config), .parser = cx_front_new(),
	    .maker = cx_atom_maker_new(config, false), .json = cx_json_new()};
}

static void
composer_release(struct composer *c)
{
	cx_editor_free(c->editor);
	cx_front_free(c->parser);
	cx_atom_maker_free(c->maker);
	cx_json_free(c->json);
	cx_arena_release(&c->arena);
	cx_buf_release(&c->line);
}

static void
compose_read(struct composer *c, struct note *n)
{
	n->record = cx_atom_record(c->maker, c->json, n->path, n->text,
	    n->mtime, &c->line);
	cx_arena_reset(&c->arena);
	cx_front_read(c->parser, n->text, &c->arena, &n->front);
	n->body = cx_str_from(n->text, n->front.body);
}

/* NULL, or why the note cannot be completed; the body stays byte for byte. */
static const char *
compose(struct composer *c, struct note *n, struct cx_splices *splices)
{
	return cx_edit_apply(c->editor, &n->edit, n->text, splices) ==
	    CX_EDIT_REFUSED ? cx_editor_why(c->editor) : NULL;
}

/* So many notes are written before they are synced and renamed at once. */
#define BATCH 512

struct run {
	const struct settings *s;
	struct deriver d;
	struct composer c;
	struct cx_str *path; /* of all notes */
	size_t n, cap;
	struct cx_arena arena;
	struct cx_atom_maker *printer;
	struct cx_lock lock;
	uint64_t count[FIELDS]; /* notes that lack the field */
	uint64_t complete, bare, refused;
	size_t shown;
};

static void
find_notes(struct run *r, const struct cx_map *only)
{
	struct cx_walk *w = cx_walk_open(r->s->vault->fd, r->s->ignore);
	struct cx_walk_entry e;

	while (cx_walk_next(w, &e)) {
		if (e.kind == CX_WALK_FILE)
			cx_dir_drop(e.dir);
		if (e.kind == CX_WALK_FILE && e.utf8) {
			if (only && cx_map_get(only, e.path) == CX_MAP_NONE)
				continue;
			CX_GROW(r->path, r->n, r->cap);
			r->path[r->n++] = cx_arena_copy(&r->arena, e.path);
		} else if (e.kind == CX_WALK_FILE) {
			cx_error(CX_PARTIAL, "%.*s: the name is not UTF-8; "
			    "rename the file", (int)e.path.len, e.path.s);
		} else {
			cx_error(CX_PARTIAL, "%.*s: %s", (int)e.path.len,
			    e.path.s, e.kind == CX_WALK_DEEP
				? "nested too deep; its notes stay as they are"
				: cx_file_error(e.error));
		}
	}
	cx_walk_close(w);
}

/* Every path that was asked for must be a note. */
static void
check_only(struct run *r, const struct cx_map *only)
{
	CX_AUTO(cx_map_release) struct cx_map found = {0};

	for (size_t i = 0; i < r->n; i++)
		cx_map_put(&found, r->path[i]);
	for (uint32_t i = 0; only && i < only->n; i++)
		if (cx_map_get(&found, only->key[i]) == CX_MAP_NONE)
			cx_error(CX_PARTIAL, "%.*s: the vault's rules exclude "
			    "this note", (int)only->key[i].len, only->key[i].s);
}

/* --- one note --- */

static void
count(struct run *r, const struct note *n)
{
	bool all = true;

	for (enum field i = 0; i < FIELDS; i++) {
		r->count[i] += !n->has[i];
		all = all && (n->has[i] || i == FIELD_DESCRIPTION);
	}
	r->complete += all;
	r->bare += !n->front.found;
}

/* Completes the note. */
static enum cx_rewrite_verdict
complete(void *arg, struct cx_rewrite_file *f)
{
	struct note n = {.path = cx_str(f->path),
	    .text = cx_buf_view(&f->old), .mtime = (int64_t)f->st.st_mtime};
	struct run *r = arg;
	const char *why;

	compose_read(&r->c, &n);
	fields_find(&n, r->s->config);
	if (!f->tries) {
		cx_progress(1, "notes");
		count(r, &n);
	}
	/* A note that cannot be edited uses up no id. */
	if (n.front.n_problems)
		n.has[FIELD_ID] = true;
	derive(&r->d, &n);
	why = compose(&r->c, &n, &f->splices);
	if (why)
		cx_error(CX_PARTIAL, "%s:%s", f->path, why);
	cx_edit_release(&n.edit);
	return why ? CX_REWRITE_REFUSE
		   : f->splices.n ? CX_REWRITE_CHANGE : CX_REWRITE_KEEP;
}

static void
show(void *arg, struct cx_rewrite_file *f)
{
	struct run *r = arg;

	if (r->s->stats)
		return;
	r->shown++;
	if (r->s->diff)
		cx_splices_diff(cx_out(), &f->splices, cx_buf_view(&f->old),
		    f->path);
	else
		cx_atom_print_text(r->printer, cx_str(f->path),
		    cx_buf_view(&f->now), (int64_t)f->st.st_mtime, cx_out());
	cx_out_record();
}

/* --- all of them --- */

static void
complete_all(struct run *r)
{
	struct cx_rewrite w = {.vault = r->s->vault,
	    .lock = r->lock.fd >= 0 ? &r->lock : NULL, .compose = complete,
	    .show = show, .arg = r};
	CX_AUTO_FREE struct cx_rewrite_file *files = cx_malloc(BATCH *
	    sizeof *files);

	for (size_t at = 0; at < r->n && cx_status() != CX_FAIL;) {
		size_t n = r->n - at < BATCH ? r->n - at : BATCH;

		for (size_t i = 0; i < n; i++)
			files[i] = (struct cx_rewrite_file){
			    .path = r->path[at++].s};
		(void)cx_rewrite(&w, files, n);
		for (size_t i = 0; i < n; i++)
			r->refused += files[i].refused;
	}
}

static void
print_stats(const struct run *r)
{
	struct cx_printer p = cx_printer(cx_out());

	cx_print_object(&p);
	cx_print_kint(&p, "notes", (int64_t)r->n);
	cx_print_kint(&p, "complete", (int64_t)r->complete);
	cx_print_kint(&p, "without_front_matter", (int64_t)r->bare);
	cx_print_kint(&p, "refused", (int64_t)r->refused);
	cx_print_kobject(&p, "missing");
	for (enum field i = 0; i < FIELDS; i++)
		cx_print_kint(&p, field_names[i], (int64_t)r->count[i]);
	cx_print_line(&p);
}

void
run(const struct settings *s, const struct cx_map *only)
{
	struct run r = {.s = s, .d.s = s, .lock = CX_LOCK_NONE,
	    .printer = cx_atom_maker_new(s->config, false)};

	if (s->write) {
		cx_rewrite_lock(&r.lock, s->vault);
		warn_unsafe(s->vault);
	}
	composer_init(&r.c, s->config);
	find_notes(&r, only);
	check_only(&r, only);
	ids_read(&r.d.ids, s);
	kinds_init(&r.d.kinds, s->config);
	if (r.n)
		history_read(&r.d.history, s->vault);
	complete_all(&r);
	if (s->stats)
		print_stats(&r);
	else if (s->diff && isatty(STDOUT_FILENO) && !r.refused)
		cx_buf_puts(cx_out(), r.shown ? "\ncx migrate --write makes "
		    "these changes; cx undo takes them back\n" :
		    "nothing to migrate\n");
	cx_unlock(&r.lock);
	composer_release(&r.c);
	kinds_release(&r.d.kinds);
	ids_release(&r.d.ids);
	history_release(&r.d.history);
	cx_atom_maker_free(r.printer);
	free(r.path);
	cx_arena_release(&r.arena);
}
