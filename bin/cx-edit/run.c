/*
 * Editing and publishing.  The vault's lock is held from reading to the
 * rename, so that no two programs of ours lose each other's edits; that a
 * person's editor, which knows no lock, has saved in between is seen before
 * the rename, and then the file is edited anew.
 */
#include "edit.h"

#include "lib/atom/atom.h"
#include "lib/file/lock.h"
#include "lib/record/life.h"
#include "lib/record/pending.h"
#include "lib/file/publish.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

/* A file above this is no note. */
#define FILE_MAX ((size_t)256 << 20)
/* How often to start over when files change under our hands. */
#define TRIES 16

struct run {
	const struct settings *s;
	struct targets *t;
	struct cx_editor *editor;
	struct cx_splices splices;
	struct cx_buf text;
	struct cx_buf diff;
	struct cx_lock lock;
	bool refused; /* something could not be done */
};

static void
complain(struct run *r, enum cx_exit status, const struct target *x,
    const char *what)
{
	cx_error(status, "%s: %s", x->path.s, what);
	r->refused = true;
}

static struct cx_str
value_of(const struct run *r, const char *field)
{
	const struct cx_front_member *m = cx_edit_member(r->s->config,
	    cx_editor_front(r->editor), cx_str(field));

	return m && m->key[1].type == CX_JSON_STRING ? cx_json_str(m->key + 1)
						     : CX_STR("");
}

/* Whether the file is still what it was when it was found, and what the verb
 * needs; the editor has just read it. */
static bool
fits(struct run *r, const struct target *x)
{
	struct cx_str status = value_of(r, "status");

	if (x->id.len && !cx_str_eq(value_of(r, "id"), x->id)) {
		complain(r, CX_PARTIAL, x, "has got another id meanwhile; find "
		    "out again which atom is meant");
		return false;
	}
	if (x->role == ROLE_RESTORED && !cx_status_is(status, "archived")) {
		complain(r, CX_PARTIAL, x, "is not archived, so there is "
		    "nothing to restore");
		return false;
	}
	if (x->role == ROLE_SUPERSEDED &&
	    cx_status_is(status, "superseded")) {
		complain(r, CX_PARTIAL, x, "is superseded already; supersede "
		    "its successor");
		return false;
	}
	return true;
}

/* Edits r->text; true if x->text is to be written. */
static bool
edit(struct run *r, struct target *x, const struct stat *st)
{
	enum cx_edit_status status = cx_edit_apply(r->editor, &x->edit,
	    cx_buf_view(&r->text), &r->splices);

	x->text.len = 0;
	switch (status) {
	case CX_EDIT_NONE:
		complain(r, CX_PARTIAL, x, "has no front matter to edit; give "
		    "it some with cx-migrate");
		return false;
	case CX_EDIT_REFUSED:
		cx_error(CX_PARTIAL, "%s:%s", x->path.s,
		    cx_editor_why(r->editor));
		r->refused = true;
		return false;
	case CX_EDIT_SAME:
	case CX_EDIT_DONE:
		break;
	}
	if (!fits(r, x) || status == CX_EDIT_SAME)
		return false;
	if (st->st_nlink > 1) {
		complain(r, CX_PARTIAL, x, "has more than one hard link, which "
		    "replacing it would break; left as it is");
		return false;
	}
	cx_splices_apply(&x->text, &r->splices, cx_buf_view(&r->text));
	if (r->s->diff)
		cx_splices_diff(&r->diff, &r->splices, cx_buf_view(&r->text),
		    x->path.s);
	return true;
}

/* Reads and edits; *dir is open on its directory if it is to be written. */
static bool
look(struct run *r, struct target *x, int *dir, const char **name,
    struct stat *st)
{
	int err = 0;

	r->text.len = 0;
	*dir = cx_vault_dir(r->s->vault->fd, x->path.s, name);
	if (*dir < 0)
		err = errno;
	else
		err = cx_read_file(*dir, *name, &r->text, FILE_MAX, st);
	if (err)
		complain(r, err == ENOENT || err == ENOTDIR || err == ELOOP
		    ? CX_PARTIAL : CX_FAIL, x, cx_file_error(err));
	else if (edit(r, x, st))
		return true;
	if (*dir >= 0)
		close(*dir); /* was only read through */
	*dir = -1;
	return false;
}

/* What was published of two that belong together is taken back. */
static void
take_back(struct run *r)
{
	for (size_t i = 0; i < r->t->n; i++) {
		struct target *x = &r->t->v[i];
		const char *name;
		int dir;

		if (!x->done)
			continue;
		dir = cx_vault_dir(r->s->vault->fd, x->path.s, &name);
		if (dir < 0 || cx_publish(&r->lock, dir, x->path.s, x->old,
		    NULL).status > CX_PUB_SAME)
			cx_error(CX_FAIL, "%s: has been changed and cannot be "
			    "changed back; run the command again", x->path.s);
		if (dir >= 0)
			close(dir); /* was only looked through */
		x->done = false;
	}
}

/* True if the file has to be read again. */
static bool
judge(struct run *r, struct target *x, const struct cx_pub *pub, bool last)
{
	struct cx_buf b = CX_BUF_INIT;

	if (pub->status == CX_PUB_DONE) {
		x->done = true;
		return false;
	}
	if (pub->status == CX_PUB_SAME)
		return false;
	if (pub->status == CX_PUB_STALE && !last)
		return true;
	cx_pub_why(&b, pub);
	complain(r, pub->status == CX_PUB_FAILED ? CX_FAIL : CX_PARTIAL, x,
	    cx_buf_cstr(&b));
	cx_buf_release(&b);
	return false;
}

/* Edits the targets of todo; leaves those in it that are to be done again. */
static size_t
round_of(struct run *r, struct target **todo, size_t n, bool last)
{
	struct cx_bulk *bulk = cx_bulk_new();
	struct target **added = cx_malloc(cx_mul(cx_add(n, 1),
	    sizeof *added));
	size_t k = 0, left = 0;
	bool dropped;

	for (size_t i = 0; i < n; i++) {
		struct target *x = todo[i];
		struct cx_seen seen;
		const char *name;
		struct stat st;
		int dir;

		if (!look(r, x, &dir, &name, &st))
			continue;
		seen = cx_seen(&st);
		cx_bulk_add(bulk, &r->lock, dir, x->path.s,
		    cx_buf_view(&x->text), &seen);
		if (r->s->together)
			x->old = cx_arena_copy(&r->t->arena,
			    cx_buf_view(&r->text));
		close(dir); /* the publisher has its own */
		added[k++] = x;
	}
	dropped = r->s->together && r->refused;
	if (dropped)
		cx_bulk_drop(bulk);
	else
		cx_bulk_commit(bulk);
	for (size_t i = 0; i < k && !dropped; i++) {
		struct cx_pub pub = cx_bulk_result(bulk, i);

		if (judge(r, added[i], &pub, last))
			todo[left++] = added[i];
	}
	cx_bulk_free(bulk);
	free(added);
	return r->s->together && r->refused ? 0 : left;
}

static void
write_all(struct run *r)
{
	struct target **todo = cx_malloc(cx_mul(cx_add(r->t->n, 1),
	    sizeof *todo));
	size_t left = r->t->n;

	if (!cx_lock(&r->lock, r->s->vault->fd))
		cx_die(CX_FAIL, "%s/.cortex/lock: %s; nothing was changed",
		    r->s->vault->path, cx_file_error(errno));
	(void)cx_move_pending(r->s->vault->fd);
	for (size_t i = 0; i < left; i++)
		todo[i] = &r->t->v[i];
	if (r->s->together && !supersede_prepare(r->t, r->s))
		left = 0;
	/* The successor first: if a crash comes between, the old one has no
	 * mark yet, and the same command ends what was begun. */
	if (left == 2 && todo[0]->role == ROLE_SUPERSEDED) {
		todo[0] = todo[1];
		todo[1] = &r->t->v[0];
	}
	for (int tries = 1; left && tries <= TRIES; tries++)
		left = round_of(r, todo, left, tries == TRIES);
	if (r->s->together && r->refused)
		take_back(r);
	cx_unlock(&r->lock);
	free(todo);
}

static void
show_all(struct run *r)
{
	const char *name;
	int dir;

	if (r->s->together && !supersede_prepare(r->t, r->s))
		return;
	for (size_t i = 0; i < r->t->n; i++) {
		struct target *x = &r->t->v[i];
		struct stat st;

		x->done = look(r, x, &dir, &name, &st);
		if (x->done)
			close(dir); /* was only read through */
	}
	for (size_t i = 0; i < r->t->n && r->s->together && r->refused; i++)
		r->t->v[i].done = false;
	if (r->s->diff && !(r->s->together && r->refused))
		cx_buf_str(cx_out(), cx_buf_view(&r->diff));
}

/* The records of what has changed, as they are now. */
static void
print_all(struct run *r)
{
	struct cx_atom_maker *m = cx_atom_maker_new(r->s->config, false);

	for (size_t i = 0; i < r->t->n; i++) {
		struct target *x = &r->t->v[i];
		struct stat st = {0};
		int fd;

		if (!x->done)
			continue;
		fd = cx_vault_open(r->s->vault->fd, x->path.s, O_RDONLY);
		if (fd >= 0) {
			/* Only the date of atoms without one. */
			(void)fstat(fd, &st);
			close(fd);
		}
		cx_atom_print_text(m, x->path, cx_buf_view(&x->text),
		    (int64_t)st.st_mtime, cx_out());
		cx_out_record();
	}
	cx_atom_maker_free(m);
}

void
run(struct targets *t, const struct settings *s)
{
	struct run r = {.s = s, .t = t, .lock = CX_LOCK_NONE,
	    .editor = cx_editor_new(s->config)};

	if (s->dry || s->diff)
		show_all(&r);
	else
		write_all(&r);
	if (!s->diff)
		print_all(&r);
	cx_editor_free(r.editor);
	cx_splices_release(&r.splices);
	cx_buf_release(&r.text);
	cx_buf_release(&r.diff);
}
