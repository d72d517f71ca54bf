/* Which files are meant, and the way of their edits. */
#include "edit.h"
#include "lib/atom/atom.h"
#include "lib/atom/rewrite.h"
#include "lib/atom/supersede.h"
#include "lib/base/map.h"
#include "lib/link/operand.h"
#include "lib/record/life.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

struct target *
target_add(struct targets *t, struct cx_str name, enum cx_operand_by only)
{
	struct target *x;

	x = CX_NEXT(t->v, t->n, t->cap);
	*x = (struct target){.name = cx_arena_copy(&t->arena, name),
	    .only = only};
	return x;
}

void
target_drop(struct targets *t)
{
	cx_edit_release(&t->v[--t->n].edit);
}

/* Edits of one file become one, in the order in which they were given. */
static void
unite(struct targets *t)
{
	struct cx_map paths = {0};
	size_t n = 0;

	for (size_t i = 0; i < t->n; i++) {
		struct target *x = &t->v[i];
		uint32_t k;

		if (x->path.len) {
			k = cx_map_put(&paths, x->path);
			if (k == n) {
				t->v[n++] = *x;
				continue;
			}
			cx_edit_merge(&t->v[k].edit, &x->edit);
		}
		cx_edit_release(&x->edit);
	}
	t->n = n;
	cx_map_release(&paths);
}

void
targets_find(struct targets *t, const struct settings *s)
{
	struct cx_operand *o = cx_calloc(cx_add(t->n, 1), sizeof *o);

	for (size_t i = 0; i < t->n; i++)
		o[i] = (struct cx_operand){.word = t->v[i].name,
		    .only = t->v[i].only};
	(void)cx_operands_find(o, t->n, s->vault, s->config, &t->arena);
	for (size_t i = 0; i < t->n; i++) {
		t->v[i].path = o[i].path;
		if (o[i].by == CX_OPERAND_ID)
			t->v[i].id = t->v[i].name;
	}
	free(o);
	unite(t);
	CX_SORT(t->v, t->n, cx_order_str);
}

void
targets_release(struct targets *t)
{
	for (size_t i = 0; i < t->n; i++)
		cx_edit_release(&t->v[i].edit);
	free(t->v);
	cx_arena_release(&t->arena);
}

/* --- what is asked becomes the transaction of rewrite.h --- */

struct run {
	const struct settings *s;
	struct cx_editor *editor;
	struct cx_atom_maker *maker;
	struct cx_arena arena;
	struct cx_str old_id, new_id; /* of notes that supersede another */
};

static enum cx_rewrite_verdict
refuse(const struct target *x, const char *why)
{
	cx_error(CX_PARTIAL, "%s: %s", x->path.s, why);
	return CX_REWRITE_REFUSE;
}

static struct cx_str
value_of(const struct run *r, const char *field)
{
	const struct cx_front_member *m = cx_edit_member(r->s->config,
	    cx_editor_front(r->editor), cx_str(field));

	return m && m->key[1].type == CX_JSON_STRING ? cx_json_str(m->key + 1)
						     : CX_STR("");
}

/* NULL if the file is still what it was when it was found, and what the verb
 * needs; the editor has just read it. */
static const char *
unfit(const struct run *r, const struct target *x)
{
	if (x->id.len && !cx_str_eq(value_of(r, "id"), x->id))
		return "has got another id meanwhile; find out again which "
		    "note is meant";
	if (x->role == ROLE_RESTORED &&
	    !cx_status_is(value_of(r, "status"), "archived"))
		return "is not archived, so there is nothing to restore";
	return NULL;
}

static enum cx_rewrite_verdict
edit(struct run *r, const struct target *x, const struct cx_edit *e,
    struct cx_rewrite_file *f)
{
	const char *why;

	switch (cx_edit_apply(r->editor, e, cx_buf_view(&f->old),
	    &f->splices)) {
	case CX_EDIT_NONE:
		return refuse(x, "has no front matter to edit; give it some "
		    "with cx migrate --write");
	case CX_EDIT_REFUSED:
		cx_error(CX_PARTIAL, "%s:%s", x->path.s,
		    cx_editor_why(r->editor));
		return CX_REWRITE_REFUSE;
	case CX_EDIT_SAME:
	case CX_EDIT_DONE:
		break;
	}
	why = unfit(r, x);
	if (why)
		return refuse(x, why);
	if (x->role == ROLE_ARCHIVED && !f->splices.n)
		cx_note("%s: is archived already", x->path.s);
	return f->splices.n ? CX_REWRITE_CHANGE : CX_REWRITE_KEEP;
}

static enum cx_rewrite_verdict
compose(void *arg, struct cx_rewrite_file *f)
{
	const struct target *x = f->arg;

	return edit(arg, x, &x->edit, f);
}

/* Both have been read before, for each needs the id of the other. */
static enum cx_rewrite_verdict
compose_pair(void *arg, struct cx_rewrite_file *f)
{
	struct cx_front_parser *p = cx_front_new();
	const struct target *x = f->arg;
	struct cx_arena arena = {0};
	enum cx_rewrite_verdict v;
	struct cx_edit e = {0};
	struct cx_front front;
	struct run *r = arg;
	const char *why;

	cx_front_read(p, cx_buf_view(&f->old), &arena, &front);
	why = x->role == ROLE_SUPERSEDED ?
	    cx_supersede_why_not(r->s->config, &front) : NULL;
	if (x->role == ROLE_SUPERSEDED)
		cx_supersede_old(&e, r->new_id, r->s->reason);
	else
		cx_supersede_new(&e, &front, r->old_id, r->s->reason);
	v = why ? refuse(x, why) : edit(r, x, &e, f);
	cx_edit_release(&e);
	cx_arena_release(&arena);
	cx_front_free(p);
	return v;
}

/* The id of a note that is going to be named. */
static bool
read_id(struct run *r, const struct target *x, struct cx_str *id)
{
	struct cx_front_parser *p = cx_front_new();
	CX_AUTO_BUF text = CX_BUF_INIT;
	struct cx_arena arena = {0};
	struct cx_front f;
	int err = cx_read_file(r->s->vault->fd, x->path.s, &text, CX_ATOM_MAX,
	    NULL);

	*id = CX_STR("");
	if (!err || err == EFBIG) {
		err = 0;
		cx_front_read(p, cx_buf_view(&text), &arena, &f);
		*id = cx_arena_copy(&r->arena, cx_supersede_id(&f));
	}
	if (err || !id->len)
		(void)refuse(x, err ? cx_file_error(err) : CX_SUPERSEDE_NO_ID);
	cx_front_free(p);
	cx_arena_release(&arena);
	return id->len > 0;
}

static bool
prepare_pair(struct run *r, const struct targets *t)
{
	bool ok = t->n == 2;

	if (t->n == 1 && cx_status() == CX_DONE)
		(void)refuse(&t->v[0], "cannot supersede itself");
	for (size_t i = 0; ok && i < t->n; i++)
		ok = read_id(r, &t->v[i], t->v[i].role == ROLE_SUPERSEDED ?
		    &r->old_id : &r->new_id);
	return ok;
}

/* The record of what has changed, as it is now; or the diff. */
static void
show(void *arg, struct cx_rewrite_file *f)
{
	const struct target *x = f->arg;
	struct run *r = arg;
	struct stat st = f->st;
	int fd;

	if (r->s->diff) {
		cx_splices_diff(cx_out(), &f->splices, cx_buf_view(&f->old),
		    f->path);
	} else {
		fd = cx_vault_open(r->s->vault->fd, f->path, O_RDONLY);
		if (fd >= 0) {
			/* Only the date of notes without one. */
			(void)fstat(fd, &st);
			close(fd);
		}
		cx_atom_print_text(r->maker, x->path, cx_buf_view(&f->now),
		    (int64_t)st.st_mtime, cx_out());
	}
	cx_out_record();
}

void
run(struct targets *t, const struct settings *s)
{
	struct cx_lock lock = CX_LOCK_NONE;
	struct run r = {.s = s, .editor = cx_editor_new(s->config),
	    .maker = cx_atom_maker_new(s->config, false)};
	struct cx_rewrite w = {.vault = s->vault, .together = s->together,
	    .compose = s->together ? compose_pair : compose, .show = show,
	    .arg = &r};
	struct cx_rewrite_file *files = cx_calloc(cx_add(t->n, 1),
	    sizeof *files);

	if (!s->dry && !s->diff) {
		cx_rewrite_lock(&lock, s->vault);
		w.lock = &lock;
	}
	if (!s->together || prepare_pair(&r, t)) {
		for (size_t i = 0; i < t->n; i++)
			/* If a crash comes between, the old note has no mark
			 * yet, and the same command completes it. */
			files[i] = (struct cx_rewrite_file){
			    .path = t->v[i].path.s, .arg = &t->v[i],
			    .second = t->v[i].role == ROLE_SUPERSEDED};
		(void)cx_rewrite(&w, files, t->n);
	}
	cx_unlock(&lock);
	free(files);
	cx_editor_free(r.editor);
	cx_atom_maker_free(r.maker);
	cx_arena_release(&r.arena);
}
