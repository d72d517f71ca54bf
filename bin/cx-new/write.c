/*
 * Publishes new atoms.  The vault's lock is held from the search for free ids
 * and names until the files exist, so that no two of our programs take the
 * same.  A file never replaces one that someone else has created: then the next
 * number is used.
 */
#include "new.h"

#include "lib/access/access.h"
#include "lib/atom/atom.h"
#include "lib/atom/bodies.h"
#include "lib/atom/rewrite.h"
#include "lib/atom/supersede.h"
#include "lib/base/date.h"
#include "lib/json/print.h"
#include "lib/yaml/yamlout.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>

struct run {
	struct drafts *all;
	const struct settings *s;
	struct places places;
	struct cx_editor *editor;
};

/* --- the atom that a new one supersedes --- */

static struct cx_str
copy_text(const struct run *r, const struct cx_front *f, const char *field)
{
	const struct cx_front_member *m = cx_edit_member(r->s->config, f,
	    cx_str(field));

	if (!m || m->key[1].type != CX_JSON_STRING || !m->key[1].len)
		return (struct cx_str){NULL, 0};
	return cx_arena_copy(&r->all->arena, cx_json_str(m->key + 1));
}

static void
inherit_tags(const struct run *r, struct draft *d, const struct cx_front *f)
{
	const struct cx_front_member *m = cx_edit_member(r->s->config, f,
	    CX_STR("tags"));
	const struct cx_json *v, *n;

	if (!m || d->has_tags)
		return;
	v = m->key + 1;
	for (n = v; n < v + v->span; n++)
		if (n->type == CX_JSON_STRING)
			draft_words(r->all, d, &d->tags, cx_json_str(n));
}

/* An id for the old atom, which has none. */
static struct cx_str
make_id(struct run *r, const struct draft *d, struct cx_str text)
{
	struct cx_atom_maker *m = cx_atom_maker_new(r->s->config, false);
	CX_AUTO_BUF line = CX_BUF_INIT, id = CX_BUF_INIT;
	CX_AUTO_JSON json = cx_json_new();
	struct stat st;
	int64_t mtime = cx_now();

	if (fstatat(r->s->vault->fd, d->old_path.s, &st, 0) == 0)
		mtime = (int64_t)st.st_mtime;
	cx_prose_id(&id, cx_atom_record(m, json, d->old_path, text, mtime,
	    &line), &r->places.ids);
	cx_atom_maker_free(m);
	places_add(&r->places, d->old_path, cx_buf_view(&id));
	return cx_arena_copy(&r->all->arena, cx_buf_view(&id));
}

/* Takes what d does not say from the old atom. */
static void
inherit(struct run *r, struct draft *d, const struct cx_front *f,
    struct cx_str text)
{
	const char *why = cx_supersede_why_not(r->s->config, f);

	if (why) {
		draft_refuse(d, CX_PARTIAL, "%s: %s", d->old_path.s, why);
		return;
	}
	d->supersedes = cx_arena_copy(&r->all->arena, cx_supersede_id(f));
	d->names_old = !d->supersedes.len;
	if (d->names_old)
		d->supersedes = make_id(r, d, text);
	if (!d->type.s)
		d->type = copy_text(r, f, "type");
	if (!d->project.s)
		d->project = copy_text(r, f, "project");
	if (!d->number[NUMBER_CONFIDENCE].s)
		d->number[NUMBER_CONFIDENCE] = copy_text(r, f, "confidence");
	if (!d->number[NUMBER_IMPORTANCE].s)
		d->number[NUMBER_IMPORTANCE] = copy_text(r, f, "importance");
	inherit_tags(r, d, f);
}

static void
find_old(struct run *r, struct draft *d)
{
	CX_AUTO(cx_atom_text_release) struct cx_atom_text old = {.front = {0}};
	int err;

	d->old_path = places_find(&r->places, d, r->s);
	for (struct draft *x = r->all->v; x < d && d->old_path.len; x++)
		if (!x->failed && cx_str_eq(x->old_path, d->old_path)) {
			draft_refuse(d, CX_PARTIAL, "%s: is superseded by "
			    "another record of this input", d->old_path.s);
			d->old_path.len = 0;
		}
	if (d->old_path.len) {
		err = cx_atom_read(&old, r->s->vault->fd, d->old_path.s);
		if (err && err != EFBIG)
			draft_refuse(d, CX_PARTIAL, "%s: %s", d->old_path.s,
			    cx_atom_why(err));
		else
			inherit(r, d, &old.front, old.text);
	}
}

static void
edit_old(struct run *r, struct draft *d, struct cx_rewrite_file *f)
{
	CX_AUTO(cx_edit_release) struct cx_edit e = {0};
	struct cx_str reason = draft_other(d, "reason");

	if (d->names_old)
		cx_edit_set(&e, CX_STR("id"), d->supersedes, CX_YAML_TEXT);
	cx_supersede_old(&e, d->id, reason.s ? reason : CX_STR(""));
	switch (cx_edit_apply(r->editor, &e, cx_buf_view(&f->old),
	    &f->splices)) {
	case CX_EDIT_REFUSED:
		draft_refuse(d, CX_PARTIAL, "%s:%s", f->path,
		    cx_editor_why(r->editor));
		break;
	case CX_EDIT_MADE:
		if (!f->tries)
			cx_note("%s: had no front matter; it %s", f->path,
			    r->s->dry ? "would get some" : "has some now");
		break;
	case CX_EDIT_SAME:
	case CX_EDIT_DONE:
		break;
	}
}

/* --- the transaction --- */

static enum cx_rewrite_verdict
compose(void *arg, struct cx_rewrite_file *f)
{
	struct draft *d = f->arg;
	struct run *r = arg;

	if (f->how == CX_REWRITE_EDIT) {
		edit_old(r, d, f);
		return d->failed ? CX_REWRITE_REFUSE : CX_REWRITE_CHANGE;
	}
	if (f->tries && !f->taken)
		; /* composed again because of the old atom */
	else if (d->kind)
		kind_take(&r->places, d, r->s);
	else
		places_take(&r->places, d);
	f->taken = false;
	if (d->failed || !draft_compose(d, r->s->config))
		return CX_REWRITE_REFUSE;
	f->path = d->path.s;
	cx_buf_str(&f->now, cx_buf_view(&d->text));
	return CX_REWRITE_CHANGE;
}

static void
show(void *arg, struct cx_rewrite_file *f)
{
	struct draft *d = f->arg;

	(void)arg; /* printed once all are there */
	d->done = true;
}

static void
write_all(struct run *r)
{
	struct cx_rewrite w = {.vault = r->s->vault,
	    .lock = r->s->dry ? NULL : r->s->lock, .compose = compose,
	    .show = show, .arg = r};
	struct cx_rewrite_file *files = cx_calloc(cx_add(r->all->n, 1),
	    sizeof *files);
	size_t n = 0;

	for (size_t i = 0; i < r->all->n; i++) {
		struct draft *d = &r->all->v[i];

		if (!d->failed && !d->there && !d->old_path.len)
			files[n++] = (struct cx_rewrite_file){
			    .how = CX_REWRITE_CREATE, .path = "", .arg = d};
	}
	(void)cx_rewrite(&w, files, n);
	free(files);
	/* The new atom, then the old one that names it: the other way round a
	 * crash could leave a successor that does not exist. */
	w.together = true;
	for (size_t i = 0; i < r->all->n; i++) {
		struct draft *d = &r->all->v[i];
		struct cx_rewrite_file pair[] = {
		    {.how = CX_REWRITE_CREATE, .path = "", .arg = d},
		    {.path = d->old_path.s, .arg = d, .second = true}};

		if (!d->failed && d->old_path.len)
			(void)cx_rewrite(&w, pair, 2);
	}
}

/*
 * How many notes agents may save is limited (cx-gate(1)), so what the gate
 * let pass is counted here, whoever runs us.  The notes are there already:
 * a log that cannot be written is no reason to make them again.
 */
static void
count_saved(const struct drafts *all, const struct settings *s)
{
	CX_AUTO_BUF lines = CX_BUF_INIT, name = CX_BUF_INIT;
	struct cx_access_result r;
	size_t n = 0;

	for (size_t i = 0; i < all->n; i++) {
		const struct draft *d = &all->v[i];

		if (!d->done || !d->judged.s)
			continue;
		cx_access_put(&lines, &(struct cx_access_line){
		    .kind = CX_ACCESS_EVENT, .path = d->path, .ts = cx_now(),
		    .source = CX_STR("save"), .project = d->judged,
		    .session = draft_other(d, "session")});
		n++;
	}
	if (n) {
		/* Above a limit of the system the write fails, with no
		 * signal. */
		signal(SIGXFSZ, SIG_IGN);
		r = cx_access_append(s->vault->fd, cx_now(),
		    cx_buf_view(&lines),
		    cx_config_bool(s->config, "access", "share"), &name);
		if (r.error)
			cx_warn("%s: cannot %s it: %s; %zu saved %s not "
			    "counted", cx_buf_cstr(&name), r.step,
			    cx_file_error(r.error), n,
			    n == 1 ? "note is" : "notes are");
	}
}

/* How many notes with the name of another are named. */
#define TWINS 3

static void
print_all(struct drafts *all, const struct settings *s)
{
	struct cx_atom_maker *m = cx_atom_maker_new(s->config, false);
	CX_AUTO_BUF line = CX_BUF_INIT, twin = CX_BUF_INIT;
	size_t twins = 0;

	for (size_t i = 0; i < all->n; i++) {
		struct draft *d = &all->v[i];
		struct cx_member same = {"same_name", {NULL, 0}};

		if (!d->done)
			continue;
		if (d->twin.len && !cx_str_eq(d->twin, d->old_path)) {
			if (twins++ < TWINS)
				cx_note("%.*s has this name already; the new "
				    "note is %s", (int)d->twin.len, d->twin.s,
				    d->path.s);
			twin.len = 0;
			cx_print_quoted(&twin, d->twin);
			same.value = cx_buf_view(&twin);
		}
		if (s->quiet)
			continue;
		line.len = 0;
		cx_atom_print_text(m, d->path, cx_buf_view(&d->text),
		    cx_now(), &line);
		cx_record_put(cx_out(), cx_strn(line.s, line.len - 1), &same,
		    1);
		cx_buf_char(cx_out(), '\n');
		cx_out_record();
	}
	if (twins > TWINS)
		cx_note("so it is with %zu more: their records have same_name",
		    twins - TWINS);
	cx_atom_maker_free(m);
}

void
drafts_write(struct drafts *all, const struct settings *s)
{
	struct run r = {.all = all, .s = s,
	    .editor = cx_editor_new(s->config)};
	struct cx_analyzer *analyzer = NULL;
	size_t there = 0;

	if (!s->dry)
		cx_rewrite_lock(s->lock, s->vault);
	places_init(&r.places, s, all);
	for (size_t i = 0; i < all->n; i++) {
		struct draft *d = &all->v[i];

		if (!d->failed && places_has(&r.places, d)) {
			d->there = true;
			there++;
			continue;
		}
		if (!d->failed && d->supersedes.len)
			find_old(&r, d);
		if (!d->failed && d->titled)
			habit_take(all, d, s, r.places.notes, r.places.n);
		if (!d->failed)
			draft_check(all, d, s);
		if (!d->failed && d->asked.len) {
			if (!analyzer)
				analyzer = cx_analyzer_of(s->config);
			draft_asked(all, d, analyzer);
		}
	}
	cx_analyzer_free(analyzer);
	/* A wrong command line writes nothing. */
	if (cx_status() != CX_USAGE)
		write_all(&r);
	if (!s->dry)
		contents_update(all, s);
	cx_unlock(s->lock);
	if (!s->dry)
		count_saved(all, s);
	print_all(all, s);
	if (there)
		cx_note("skipped %zu of %zu records: notes with their ids are "
		    "in the vault already", there, all->n);
	/* An editor may be started with it. */
	if (all->n && all->v[0].done)
		all->v[0].path = cx_arena_copy(&all->arena, all->v[0].path);
	places_release(&r.places);
	cx_editor_free(r.editor);
}
