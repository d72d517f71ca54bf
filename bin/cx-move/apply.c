/*
 * Carries a plan out: writes the journal, renames, changes the other files, and
 * removes the journal.  Digests show which steps are done, so that the same
 * code completes what a crash interrupted.
 */
#include "move.h"

#include "lib/atom/rewrite.h"
#include "lib/atom/undo.h"

#include <errno.h>
#include <stdlib.h>

struct run {
	struct plan *p;
	const struct settings *s;
	struct world *w;     /* NULL: not read yet */
	struct world found;  /* what was read to finish a plan */
	struct rewriter rewriter;
	bool fresh;	/* nobody has begun before us */
	bool published; /* a file has its new text */
	bool failed;
};

static void
complain(struct run *r, enum cx_exit status, const char *path,
    const char *what)
{
	cx_error(status, "%s: %s", path, what);
	r->failed = true;
}

static struct cx_rename
rename_of(const struct plan *p)
{
	return (struct cx_rename){p->old, p->new, p->have};
}

static bool
move_note(struct run *r)
{
	struct cx_rename name = rename_of(r->p);
	int error = 0;

	if (r->p->new.len)
		error = cx_rename_note(&name, r->s->vault->fd);
	if (error == EEXIST)
		complain(r, CX_PARTIAL, r->p->new.s, "is there, and so is "
		    "what was to get this name; part them");
	else if (error == ENOENT)
		complain(r, CX_PARTIAL, r->p->old.s, "has gone");
	else if (error)
		complain(r, CX_FAIL, r->p->new.s, cx_file_error(error));
	return !error;
}

/* Back to what was, as nothing has been published. */
static void
take_back(struct run *r)
{
	struct cx_rename name = rename_of(r->p);
	int error = 0;

	if (r->p->new.len)
		error = cx_rename_back(&name, r->s->vault->fd);
	if (error)
		cx_error(CX_FAIL, "%s: cannot get its old name back: %s; run "
		    "cx-move --finish", r->p->new.s, strerror(error));
	else
		(void)plan_remove(r->s->vault->fd);
}

/* --- the other files --- */

static struct world *
world_of(struct run *r)
{
	if (!r->w) {
		r->found.s = r->s;
		r->found.old = r->p->old;
		r->found.new = r->p->new;
		world_read(&r->found, true);
		r->w = &r->found;
	}
	return r->w;
}

/* Somebody has saved the file since the plan was made: finds its links to the
 * moved note again. */
static bool
replan(struct run *r, const struct file_plan *f, struct cx_str text,
    struct cx_buf *out)
{
	struct file_plan again = {.path = f->path};
	struct world *w;
	uint32_t n;
	bool ok;

	if (!r->p->new.len && !r->fresh) {
		cx_warn("%s: has changed since this was interrupted; see "
		    "cx check for its links", f->path.s);
		return false;
	}
	w = world_of(r);
	n = cx_resolver_find(w->after, f->path);
	if (n == NO_ATOM || (world_moves(w, n) && !r->fresh)) {
		cx_error(CX_PARTIAL, "%s: has changed since the move was "
		    "interrupted; look at its relative links", f->path.s);
		return false;
	}
	r->rewriter.w = w;
	r->rewriter.lenient = true;
	ok = rewrite(&r->rewriter, &again, n, text) && again.n;
	if (ok)
		cx_splices_apply(out, &again.splices, text);
	cx_splices_release(&again.splices);
	free(again.change);
	return ok;
}

/* What the plan says of a file, unless that is done. */
static enum cx_rewrite_verdict
compose(void *arg, struct cx_rewrite_file *file)
{
	const struct file_plan *f = file->arg;
	const struct cx_splices *e = &f->splices;
	struct cx_str text = cx_buf_view(&file->old);
	char hex[CX_DIGEST_HEX + 1];
	struct run *r = arg;

	if (!file->exists) {
		cx_warn("%s: was removed in the meantime", f->path.s);
		return CX_REWRITE_KEEP;
	}
	cx_digest_text(text, hex);
	if (strcmp(hex, f->after) == 0)
		return CX_REWRITE_KEEP;
	if (strcmp(hex, f->before) == 0 &&
	    (!e->n || e->v[e->n - 1].to <= text.len)) {
		cx_splices_apply(&file->now, e, text);
		cx_digest_text(cx_buf_view(&file->now), hex);
		if (strcmp(hex, f->after) == 0)
			return CX_REWRITE_CHANGE;
		file->now.len = 0;
	}
	if (replan(r, f, text, &file->now))
		return CX_REWRITE_CHANGE;
	/* All or none, where one file is what the others lead to. */
	return r->w && r->w->heading ? CX_REWRITE_REFUSE : CX_REWRITE_KEEP;
}

static bool
rewrite_files(struct run *r)
{
	/* What was interrupted goes on; what begins is all or none. */
	struct cx_rename name = rename_of(r->p);
	struct cx_rewrite w = {.vault = r->s->vault, .lock = r->s->lock,
	    .together = r->fresh, .compose = compose, .arg = r,
	    .rename = &name};
	CX_AUTO_FREE struct cx_rewrite_file *files =
	    cx_calloc(cx_add(r->p->n, 1), sizeof *files);
	bool ok;

	for (size_t i = 0; i < r->p->n; i++)
		files[i] = (struct cx_rewrite_file){
		    .how = CX_REWRITE_EITHER,
		    .path = r->p->file[i].path.s, .arg = &r->p->file[i]};
	ok = cx_rewrite(&w, files, r->p->n);
	for (size_t i = 0; i < r->p->n; i++)
		r->published |= files[i].published;
	return ok;
}

static bool
carry_out(struct run *r)
{
	if (move_note(r) && !rewrite_files(r))
		r->failed = true;
	if (!r->failed)
		r->failed = !plan_remove(r->s->vault->fd);
	else if (r->fresh && !r->published)
		take_back(r);
	else
		cx_note("not all is done; fix that and run cx-move --finish");
	rewriter_release(&r->rewriter);
	return !r->failed;
}

bool
plan_apply(struct plan *p, struct world *w)
{
	struct run r = {.p = p, .s = w->s, .w = w, .fresh = true};

	p->have = cx_rename_have(w->s->vault->fd, p->new);
	p->change = cx_arena_copy(&p->arena, cx_undo_change(NULL));
	return plan_write(p, w->s) && carry_out(&r);
}

bool
plan_finish(const struct settings *s)
{
	struct plan p = {0};
	struct run r = {.p = &p, .s = s};
	bool ok = true;

	if (plan_read(&p, s->vault->fd)) {
		(void)cx_undo_change(&p.change);
		if (p.new.len)
			cx_note("finishing the move of %s to %s, which was "
			    "interrupted", p.old.s, p.new.s);
		else
			cx_note("finishing a change of links, which was "
			    "interrupted");
		ok = carry_out(&r);
		world_release(&r.found);
	}
	plan_release(&p);
	return ok;
}
