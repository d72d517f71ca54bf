/*
 * Publishing new atoms.  The vault's lock is held from looking which ids and
 * names are free until the files stand there, so that no two programs of ours
 * take the same; and a file never replaces one that somebody else has made
 * meanwhile: then the next number is taken.
 */
#include "new.h"

#include "lib/atom/atom.h"
#include "lib/record/pending.h"
#include "lib/file/publish.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

/* How often to take another name, and to edit anew what has changed. */
#define TRIES 16

static const struct cx_seen nothing = {.exists = false};

static const char *
base(const struct draft *d)
{
	return d->path.s + d->dir.len;
}

static void
fail_file(struct draft *d, int error)
{
	draft_refuse(d, error == ELOOP || error == ENOTDIR ? CX_PARTIAL
							   : CX_FAIL,
	    "%s: %s", d->path.s, cx_file_error(error));
}

/* True if another name is to be tried. */
static bool
judge(struct draft *d, const struct cx_pub *pub, bool last)
{
	struct cx_buf b = CX_BUF_INIT;

	if (pub->status == CX_PUB_DONE) {
		d->done = true;
		return false;
	}
	/* The same bytes stand there: it is not ours all the same. */
	if ((pub->status == CX_PUB_STALE || pub->status == CX_PUB_SAME ||
	    pub->status == CX_PUB_KIND) && !last)
		return true;
	cx_pub_why(&b, pub);
	cx_error(pub->status == CX_PUB_FAILED ? CX_FAIL : CX_PARTIAL,
	    "%s: %s", d->path.s, cx_buf_cstr(&b));
	cx_buf_release(&b);
	d->failed = true;
	return false;
}

/* The new atom, then the old one that names it: the other way round a crash
 * could leave a successor that does not exist. */
static void
write_pair(struct draft *d, const struct settings *s, int dir, bool *again)
{
	struct cx_buf text = CX_BUF_INIT;
	struct cx_pub pub = {.status = CX_PUB_STALE};
	struct stat st;
	const char *name;
	int old;

	*again = false;
	/* Before anything is written: can it be edited? */
	if (!supersede_edit(d, s, &text, &st))
		goto out;
	pub = cx_publish(s->lock, dir, d->path.s, cx_buf_view(&d->text),
	    &nothing);
	*again = judge(d, &pub, false);
	/* It stands there, but perhaps not for long: both or neither. */
	if (!d->done && pub.renamed && unlinkat(dir, base(d), 0) != 0)
		cx_error(CX_FAIL, "%s: cannot be removed again: %s",
		    d->path.s, strerror(errno));
	if (!d->done)
		goto out;
	old = cx_vault_dir(s->vault->fd, d->old_path.s, &name);
	pub = (struct cx_pub){CX_PUB_FAILED, errno, "open its directory",
	    false};
	for (int i = 0; old >= 0 && i < TRIES; i++) {
		struct cx_seen seen = cx_seen(&st);

		pub = cx_publish(s->lock, old, d->old_path.s,
		    cx_buf_view(&text), &seen);
		if (pub.status != CX_PUB_STALE ||
		    !supersede_edit(d, s, &text, &st))
			break;
	}
	if (old >= 0)
		close(old); /* was only looked through */
	if (pub.status > CX_PUB_SAME) {
		d->done = false;
		text.len = 0;
		cx_pub_why(&text, &pub);
		cx_error(pub.status == CX_PUB_FAILED ? CX_FAIL : CX_PARTIAL,
		    "%s: %s", d->old_path.s, cx_buf_cstr(&text));
		if (!pub.renamed && unlinkat(dir, base(d), 0) != 0)
			cx_error(CX_FAIL, "%s: cannot be removed again: %s",
			    d->path.s, strerror(errno));
		d->failed = true;
	}
out:
	cx_buf_release(&text);
}

/* Places, composes and publishes those that are neither done nor failed;
 * false when all are. */
static bool
write_round(struct drafts *all, const struct settings *s, struct places *p,
    bool last)
{
	struct cx_bulk *bulk = cx_bulk_new();
	struct draft **added = cx_malloc(cx_mul(cx_add(all->n, 1),
	    sizeof *added));
	size_t n = 0;
	bool any = false, again;

	for (size_t i = 0; i < all->n; i++) {
		struct draft *d = &all->v[i];
		int dir;

		if (d->failed || d->done)
			continue;
		if (d->kind)
			kind_take(p, d, s);
		else
			places_take(p, d);
		if (d->failed || !draft_compose(d, s->config))
			continue;
		if (s->dry) {
			d->done = true;
			continue;
		}
		dir = cx_vault_make_dir(s->vault->fd, d->dir);
		if (dir < 0) {
			fail_file(d, errno);
		} else if (d->old_path.len) {
			write_pair(d, s, dir, &again);
			any |= again;
		} else {
			cx_bulk_add(bulk, s->lock, dir, d->path.s,
			    cx_buf_view(&d->text), &nothing);
			added[n++] = d;
		}
		if (dir >= 0)
			close(dir); /* the publisher has its own */
	}
	cx_bulk_commit(bulk);
	for (size_t i = 0; i < n; i++) {
		struct cx_pub pub = cx_bulk_result(bulk, i);

		any |= judge(added[i], &pub, last);
	}
	cx_bulk_free(bulk);
	free(added);
	return any;
}

static void
print_all(struct drafts *all, const struct settings *s)
{
	struct cx_atom_maker *m = cx_atom_maker_new(s->config, false);

	for (size_t i = 0; i < all->n; i++) {
		struct draft *d = &all->v[i];

		if (!d->done)
			continue;
		cx_atom_print_text(m, d->path, cx_buf_view(&d->text), 0,
		    cx_out());
		cx_out_record();
	}
	cx_atom_maker_free(m);
}

void
drafts_write(struct drafts *all, const struct settings *s)
{
	struct places p;

	if (!s->dry) {
		if (!cx_lock(s->lock, s->vault->fd))
			cx_die(CX_FAIL, "%s/.cortex/lock: %s; nothing was "
			    "written", s->vault->path, cx_file_error(errno));
		(void)cx_move_pending(s->vault->fd);
	}
	places_init(&p, s);
	for (size_t i = 0; i < all->n; i++) {
		struct draft *d = &all->v[i];

		if (!d->failed && d->supersedes.len)
			supersede_inherit(all, d, &p, s);
		if (!d->failed)
			draft_check(all, d, s);
	}
	/* A wrong command line writes nothing. */
	if (cx_status() != CX_USAGE)
		for (int i = 1; i <= TRIES; i++)
			if (!write_round(all, s, &p, i == TRIES))
				break;
	if (!s->dry)
		contents_update(all, s);
	cx_unlock(s->lock);
	print_all(all, s);
	places_release(&p);
}
