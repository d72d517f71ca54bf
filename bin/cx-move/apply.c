/*
 * Carrying a plan out: the journal, the rename, the other files, and away
 * with the journal.  What is done already is told by digests, so that the
 * same steps finish what a crash has left.
 */
#include "move.h"

#include "lib/record/pending.h"
#include "lib/file/publish.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

/* How often to look again at files that change under our hands. */
#define TRIES 16

struct run {
	struct plan *p;
	const struct settings *s;
	struct world *w;     /* NULL: not read yet */
	struct world found;  /* what was read to finish a plan */
	struct rewriter rewriter;
	struct cx_buf text, result;
	bool fresh;	/* nobody has begun before us */
	bool published; /* a file has its new text */
	bool failed;
	bool *done;
};

static void
complain(struct run *r, enum cx_exit status, const char *path,
    const char *what)
{
	cx_error(status, "%s: %s", path, what);
	r->failed = true;
}

static bool
move_note(struct run *r)
{
	int error = 0;

	if (r->p->new.len)
		error = rename_note(r->p, r->s->vault->fd);
	if (error == EEXIST)
		complain(r, CX_PARTIAL, r->p->new.s, "is there, and so is "
		    "the note that was to get this name; part them");
	else if (error == ENOENT)
		complain(r, CX_PARTIAL, r->p->old.s, "has gone");
	else if (error)
		complain(r, CX_FAIL, r->p->new.s, cx_file_error(error));
	return !error;
}

/* Back to what was, as nothing has been published. */
static void
take_back(struct run *r, size_t have)
{
	int error = 0;

	if (r->p->new.len)
		error = rename_back(r->p, r->s->vault->fd, have);
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
		world_read(&r->found, r->p->new);
		r->w = &r->found;
	}
	return r->w;
}

/* A file that is not what the plan was made for: somebody has saved it.  Its
 * links to the moved note are looked for anew. */
static bool
replan(struct run *r, const struct file_plan *f, struct cx_str text)
{
	struct file_plan again = {.path = f->path};
	struct world *w;
	uint32_t n;
	bool ok;

	if (!r->p->new.len && !r->fresh)
		return false; /* a reference more; it leads where it led */
	w = world_of(r);
	n = cx_resolver_find(w->after, f->path);
	if (n == NO_ATOM || (n == w->moved && !r->fresh)) {
		cx_error(CX_PARTIAL, "%s: has changed since the move was "
		    "interrupted; look at its relative links", f->path.s);
		return false;
	}
	r->rewriter.w = w;
	r->rewriter.lenient = true;
	ok = rewrite(&r->rewriter, &again, n, text) && again.n;
	if (ok)
		cx_splices_apply(&r->result, &again.splices, text);
	cx_splices_release(&again.splices);
	free(again.change);
	return ok;
}

/* The file's new text in result; false if it stays as it is. */
static bool
compose(struct run *r, const struct file_plan *f, struct cx_str text)
{
	const struct cx_splices *e = &f->splices;
	char hex[CX_DIGEST_HEX + 1];

	r->result.len = 0;
	text_digest(text, hex);
	if (strcmp(hex, f->after) == 0)
		return false;
	if (strcmp(hex, f->before) != 0 ||
	    (e->n && e->v[e->n - 1].to > text.len))
		return replan(r, f, text);
	cx_splices_apply(&r->result, e, text);
	text_digest(cx_buf_view(&r->result), hex);
	if (strcmp(hex, f->after) == 0)
		return true;
	r->result.len = 0;
	return replan(r, f, text);
}

/* Reads a file and writes what it is to become; true if that waits. */
static bool
prepare(struct run *r, struct cx_bulk *bulk, size_t i)
{
	const struct file_plan *f = &r->p->file[i];
	struct cx_seen seen;
	struct stat st;
	const char *name;
	bool add = false;
	int dir = cx_vault_dir(r->s->vault->fd, f->path.s, &name);
	int err = dir < 0 ? errno : 0;

	r->text.len = 0;
	if (!err)
		err = cx_read_file(dir, name, &r->text, FILE_MAX, &st);
	if (err == ENOENT) {
		cx_warn("%s: has gone meanwhile", f->path.s);
		r->done[i] = true;
	} else if (err) {
		complain(r, CX_FAIL, f->path.s, cx_file_error(err));
	} else if (compose(r, f, cx_buf_view(&r->text))) {
		seen = cx_seen(&st);
		cx_bulk_add(bulk, r->s->lock, dir, f->path.s,
		    cx_buf_view(&r->result), &seen);
		add = true;
	} else {
		r->done[i] = true;
	}
	if (dir >= 0)
		close(dir); /* the publisher has its own */
	return add;
}

static void
judge(struct run *r, size_t i, const struct cx_pub *pub, bool last)
{
	struct cx_buf b = CX_BUF_INIT;

	r->published |= pub->renamed;
	r->done[i] = pub->status <= CX_PUB_SAME;
	if (r->done[i] || (pub->status == CX_PUB_STALE && !last))
		return;
	cx_pub_why(&b, pub);
	complain(r, pub->status == CX_PUB_FAILED ? CX_FAIL : CX_PARTIAL,
	    r->p->file[i].path.s, cx_buf_cstr(&b));
	cx_buf_release(&b);
}

/* True if some are to be looked at again. */
static bool
round_of(struct run *r, bool last)
{
	struct cx_bulk *bulk = cx_bulk_new();
	size_t *added = cx_malloc(cx_mul(cx_add(r->p->n, 1), sizeof *added));
	size_t n = 0;
	bool again = false;

	for (size_t i = 0; i < r->p->n; i++)
		if (!r->done[i] && prepare(r, bulk, i))
			added[n++] = i;
	if (r->failed)
		cx_bulk_drop(bulk);
	else
		cx_bulk_commit(bulk);
	for (size_t i = 0; i < n; i++) {
		struct cx_pub pub = cx_bulk_result(bulk, i);

		/* What was dropped for another's sake has no word of its
		 * own. */
		if (pub.status == CX_PUB_FAILED && pub.error == ECANCELED)
			continue;
		judge(r, added[i], &pub, last);
		again |= !r->done[added[i]];
	}
	cx_bulk_free(bulk);
	free(added);
	return again && !r->failed;
}

static bool
carry_out(struct run *r)
{
	size_t have = rename_have(r->s->vault->fd, r->p->new);

	r->done = cx_calloc(cx_add(r->p->n, 1), sizeof *r->done);
	if (move_note(r))
		for (int i = 1; i <= TRIES; i++)
			if (!round_of(r, i == TRIES))
				break;
	if (!r->failed)
		r->failed = !plan_remove(r->s->vault->fd);
	else if (r->fresh && !r->published)
		take_back(r, have);
	else
		cx_note("not all is done; mend that and run cx-move --finish");
	free(r->done);
	rewriter_release(&r->rewriter);
	cx_buf_release(&r->text);
	cx_buf_release(&r->result);
	return !r->failed;
}

bool
plan_apply(struct plan *p, struct world *w)
{
	struct run r = {.p = p, .s = w->s, .w = w, .fresh = true};

	return plan_write(p, w->s) && carry_out(&r);
}

bool
plan_finish(const struct settings *s)
{
	struct plan p = {0};
	struct run r = {.p = &p, .s = s};
	bool ok = true;

	if (plan_read(&p, s->vault->fd)) {
		if (p.new.len)
			cx_note("finishing the move of %s to %s, which was "
			    "interrupted", p.old.s, p.new.s);
		else
			cx_note("finishing a conversion, which was "
			    "interrupted");
		ok = carry_out(&r);
		world_release(&r.found);
	}
	plan_release(&p);
	return ok;
}
