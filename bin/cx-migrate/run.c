/*
 * Through the vault: each note is read, completed and published, under the
 * vault's lock.  A note that somebody saves meanwhile is completed anew.
 */
#include "migrate.h"

#include "lib/file/lock.h"
#include "lib/record/pending.h"
#include "lib/json/print.h"
#include "lib/file/publish.h"
#include "lib/file/walk.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

/* A file above this is no note. */
#define FILE_MAX ((size_t)256 << 20)
/* How often to start over when files change under our hands. */
#define TRIES 16
/* So many notes are written before they are synced and renamed at once. */
#define BATCH 512

struct done {
	struct cx_str path;
	int64_t mtime;
};

struct run {
	const struct settings *s;
	struct deriver d;
	struct composer c;
	struct cx_str *path; /* of all notes */
	size_t n, cap;
	struct cx_arena arena;
	struct cx_buf text;
	struct cx_atom_maker *printer;
	struct cx_lock lock;
	uint64_t count[FIELDS]; /* notes that lack the field */
	uint64_t complete, bare, refused;
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
			cx_error(CX_PARTIAL, "%.*s: the name is no UTF-8; "
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
	struct cx_map found = {0};

	for (size_t i = 0; i < r->n; i++)
		cx_map_put(&found, r->path[i]);
	for (uint32_t i = 0; only && i < only->n; i++)
		if (cx_map_get(&found, only->key[i]) == CX_MAP_NONE)
			cx_error(CX_PARTIAL, "%.*s: no note of this vault; "
			    "give its path from the vault's root on",
			    (int)only->key[i].len, only->key[i].s);
	cx_map_release(&found);
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

static bool
refuse(struct run *r, const struct note *n, const char *why)
{
	cx_error(CX_PARTIAL, "%s:%s", n->path.s, why);
	r->refused++;
	return false;
}

/* Completes the note; true if it changes. */
static bool
complete(struct run *r, struct note *n, const struct stat *st, bool first)
{
	const char *why;

	compose_read(&r->c, n);
	fields_find(n, r->s->config);
	if (first)
		count(r, n);
	/* A note that cannot be edited uses up no id. */
	if (n->front.n_problems)
		n->has[FIELD_ID] = true;
	derive(&r->d, n);
	why = compose(&r->c, n);
	if (why)
		return refuse(r, n, why);
	if (!r->c.splices.n)
		return false;
	if (st->st_nlink > 1)
		return refuse(r, n, " has more than one hard link, which "
		    "replacing it would break; left as it is");
	return true;
}

/* Reads and completes; *dir is open on its directory if it is to be
 * written. */
static bool
look(struct run *r, struct cx_str path, int *dir, const char **name,
    struct stat *st, bool first)
{
	struct note n = {.path = path};
	bool changes = false;
	int err = 0;

	r->text.len = 0;
	if (first)
		cx_progress(1, "notes");
	*dir = cx_vault_dir(r->s->vault->fd, path.s, name);
	if (*dir < 0)
		err = errno;
	else
		err = cx_read_file(*dir, *name, &r->text, FILE_MAX, st);
	if (err) {
		cx_error(err == ENOENT ? CX_PARTIAL : CX_FAIL, "%s: %s",
		    path.s, cx_file_error(err));
	} else {
		n.text = cx_buf_view(&r->text);
		n.mtime = (int64_t)st->st_mtime;
		changes = complete(r, &n, st, first);
		cx_edit_release(&n.edit);
	}
	if (changes)
		return true;
	if (*dir >= 0)
		close(*dir); /* was only read through */
	return false;
}

/* --- all of them --- */

static void
print(struct run *r, struct cx_str path, int64_t mtime)
{
	cx_atom_print_text(r->printer, path, cx_buf_view(&r->c.result), mtime,
	    cx_out());
	cx_out_record();
}

/* The record of a note that was published; its text is there. */
static void
print_done(struct run *r, const struct done *d)
{
	int err;

	r->c.result.len = 0;
	err = cx_read_file(r->s->vault->fd, d->path.s, &r->c.result, FILE_MAX,
	    NULL);
	if (err)
		cx_error(CX_PARTIAL, "%s: %s", d->path.s, cx_file_error(err));
	else
		print(r, d->path, d->mtime);
}

/* Writes the n notes, in place of which those are left that changed. */
static size_t
round_of(struct run *r, struct done *todo, size_t n, bool first, bool last)
{
	struct cx_bulk *bulk = cx_bulk_new();
	size_t k = 0, left = 0;
	struct cx_buf b = CX_BUF_INIT;

	for (size_t i = 0; i < n; i++) {
		struct cx_seen seen;
		const char *name;
		struct stat st;
		int dir;

		if (!look(r, todo[i].path, &dir, &name, &st, first))
			continue;
		seen = cx_seen(&st);
		cx_bulk_add(bulk, &r->lock, dir, todo[i].path.s,
		    cx_buf_view(&r->c.result), &seen);
		close(dir); /* the publisher has its own */
		todo[k] = todo[i];
		todo[k++].mtime = (int64_t)st.st_mtime;
	}
	cx_bulk_commit(bulk);
	for (size_t i = 0; i < k; i++) {
		struct cx_pub pub = cx_bulk_result(bulk, i);

		if (pub.status == CX_PUB_DONE) {
			print_done(r, &todo[i]);
		} else if (pub.status == CX_PUB_STALE && !last) {
			todo[left++] = todo[i];
		} else if (pub.status != CX_PUB_SAME) {
			b.len = 0;
			cx_pub_why(&b, &pub);
			cx_error(pub.status == CX_PUB_FAILED ? CX_FAIL
			    : CX_PARTIAL, "%s: %s", todo[i].path.s,
			    cx_buf_cstr(&b));
		}
	}
	cx_bulk_free(bulk);
	cx_buf_release(&b);
	return left;
}

static void
write_all(struct run *r)
{
	struct done *todo = cx_malloc(BATCH * sizeof *todo);

	for (size_t at = 0; at < r->n && cx_status() != CX_FAIL;) {
		size_t n = r->n - at < BATCH ? r->n - at : BATCH;

		for (size_t i = 0; i < n; i++)
			todo[i] = (struct done){.path = r->path[at + i]};
		at += n;
		for (int i = 1; n && i <= TRIES; i++)
			n = round_of(r, todo, n, i == 1, i == TRIES);
	}
	free(todo);
}

static void
show_all(struct run *r)
{
	for (size_t i = 0; i < r->n; i++) {
		struct stat st;
		const char *name;
		int dir;

		if (!look(r, r->path[i], &dir, &name, &st, true))
			continue;
		close(dir); /* was only read through */
		if (r->s->dry)
			print(r, r->path[i], (int64_t)st.st_mtime);
		if (!r->s->diff)
			continue;
		cx_splices_diff(cx_out(), &r->c.splices, cx_buf_view(&r->text),
		    r->path[i].s);
		cx_out_record();
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
	cx_print_key(&p, "missing");
	cx_print_object(&p);
	for (enum field i = 0; i < FIELDS; i++)
		cx_print_kint(&p, field_names[i], (int64_t)r->count[i]);
	cx_print_end(&p);
	cx_print_end(&p);
	cx_print_line(&p);
}

void
run(const struct settings *s, const struct cx_map *only)
{
	struct run r = {.s = s, .d.s = s,
	    .lock = CX_LOCK_NONE,
	    .printer = cx_atom_maker_new(s->config, false)};
	bool show = s->dry || s->diff || s->stats;

	if (!show && !cx_lock(&r.lock, s->vault->fd))
		cx_die(CX_FAIL, "%s/.cortex/lock: %s; nothing was changed",
		    s->vault->path, cx_file_error(errno));
	if (!show)
		(void)cx_move_pending(s->vault->fd);
	composer_init(&r.c, s->config);
	find_notes(&r, only);
	check_only(&r, only);
	ids_read(&r.d.ids, s);
	kinds_init(&r.d.kinds, s->config);
	if (r.n)
		history_read(&r.d.history, s->vault);
	if (show)
		show_all(&r);
	else
		write_all(&r);
	if (s->stats)
		print_stats(&r);
	cx_unlock(&r.lock);
	composer_release(&r.c);
	kinds_release(&r.d.kinds);
	ids_release(&r.d.ids);
	history_release(&r.d.history);
	cx_atom_maker_free(r.printer);
	free(r.path);
	cx_arena_release(&r.arena);
	cx_buf_release(&r.text);
}
