#include "lib/atom/rewrite.h"

#include "lib/atom/undo.h"
#include "lib/base/err.h"
#include "lib/file/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

/* How often to start over when files change under our hands. */
#define TRIES 16
/* A longer text is read again to be shown. */
#define KEEP_MAX ((size_t)64 << 10)

void
cx_rewrite_lock(struct cx_lock *lock, const struct cx_vault *vault)
{
	if (!cx_lock(lock, vault->fd))
		cx_die(CX_FAIL, "%s/.cortex/lock: %s; nothing was changed",
		    vault->path, cx_file_error(errno));
	(void)cx_move_pending(vault->fd);
}

static void
refuse(struct cx_rewrite_file *f, enum cx_exit status, const char *why)
{
	cx_error(status, "%s: %s", f->shown ? f->shown : f->path, why);
	f->refused = true;
}

static void
refuse_error(struct cx_rewrite_file *f, int error)
{
	refuse(f, error == ENOENT || error == ENOTDIR || error == ELOOP ||
	    error == ENODEV ? CX_PARTIAL : CX_FAIL, cx_file_error(error));
}

static void
forget(struct cx_rewrite_file *f)
{
	cx_buf_release(&f->old);
	cx_buf_release(&f->now);
	cx_splices_release(&f->splices);
}

/* Its directory, made if need be, and its name there; -1 with errno. */
static int
open_dir(const struct cx_rewrite *w, const struct cx_rewrite_file *f,
    bool make, const char **name)
{
	const struct cx_vault *vault = w->vault ? w->vault : f->vault;
	CX_AUTO_BUF dir = CX_BUF_INIT;

	if (vault && !make)
		return cx_vault_dir(vault->fd, f->path, name);
	*name = cx_last_part(cx_str(f->path)).s;
	if (vault)
		return cx_vault_make_dir(vault->fd,
		    cx_dir_part(cx_str(f->path)));
	cx_buf_add(&dir, f->path, (size_t)(*name - f->path));
	return cx_vault_named_dir(dir.len ? cx_buf_cstr(&dir) : ".", false);
}

static int
read_file(const struct cx_rewrite *w, const struct cx_rewrite_file *f,
    struct cx_buf *text, struct stat *st)
{
	const struct cx_vault *vault = w->vault ? w->vault : f->vault;
	CX_AUTO_CLOSE dir = -1;
	const char *name;

	if (vault)
		return cx_read_file(vault->fd, f->path, text, CX_REWRITE_MAX,
		    st);
	dir = open_dir(w, f, false, &name);
	return dir < 0 ? errno :
	    cx_read_file(dir, name, text, CX_REWRITE_MAX, st);
}

/* Reads what stands there, if anything may; 0 or an errno. */
static int
read_old(const struct cx_rewrite *w, struct cx_rewrite_file *f)
{
	int error;

	f->exists = false;
	if (f->how == CX_REWRITE_CREATE)
		return 0;
	error = read_file(w, f, &f->old, &f->st);
	f->exists = !error;
	return error == ENOENT && f->how == CX_REWRITE_EITHER ? 0 : error;
}

/* Reads and composes; true if the file is to change. */
static bool
read_and_compose(const struct cx_rewrite *w, struct cx_rewrite_file *f)
{
	enum cx_rewrite_verdict v;
	int error;

	forget(f);
	error = read_old(w, f);
	if (error) {
		refuse_error(f, error);
		return false;
	}
	v = w->compose(w->arg, f);
	f->tries++;
	f->refused |= v == CX_REWRITE_REFUSE;
	f->remove = v == CX_REWRITE_REMOVE && f->exists;
	if (v != CX_REWRITE_CHANGE && !f->remove)
		return false;
	/* What the journal would not be believed in is not done. */
	if (w->vault && !cx_vault_path_note(cx_str(f->path)) &&
	    !(w->undoing && cx_undo_config(cx_str(f->path)))) {
		refuse(f, CX_PARTIAL, cx_is_note(cx_str(f->path)) ?
		    "is below .git or .cortex, where no note is changed" :
		    "is not a note, as its name does not end in .md");
		return false;
	}
	if (f->exists && f->st.st_nlink > 1) {
		refuse(f, CX_PARTIAL, "has more than one hard link, which "
		    "replacing it would break; left as it is");
		return false;
	}
	if (f->splices.n && !f->remove)
		cx_splices_apply(&f->now, &f->splices, cx_buf_view(&f->old));
	return true;
}

/* What is put down to undo it. */
static void
note(struct cx_buf *journal, const struct cx_rewrite_file *f)
{
	struct cx_str old = cx_buf_view(&f->old), now = cx_buf_view(&f->now);

	cx_undo_add(journal, f->path, f->exists ? &old : NULL,
	    f->remove ? NULL : &now);
}

/* Waits in the bulk; false with a message. */
static bool
add(const struct cx_rewrite *w, struct cx_bulk *bulk, struct cx_rewrite_file *f)
{
	struct cx_seen seen = {.exists = false};
	struct cx_lock *lock = w->vault ? w->lock : f->lock;
	const char *name;
	CX_AUTO_CLOSE dir = open_dir(w, f, !f->exists, &name);

	if (dir < 0) {
		refuse_error(f, errno);
		return false;
	}
	if (f->exists)
		seen = cx_seen(&f->st);
	cx_bulk_add(bulk, lock, dir, lock ? f->path : name,
	    cx_buf_view(&f->now), &seen);
	if (w->together)
		return true;
	/* Nobody asks for these any more, and there may be many. */
	cx_buf_release(&f->old);
	cx_splices_release(&f->splices);
	if (f->now.len > KEEP_MAX)
		cx_buf_release(&f->now);
	return true;
}

/* True if the file is to be composed again. */
static bool
must_retry(const struct cx_rewrite *w, struct cx_rewrite_file *f,
    const struct cx_pub *pub, bool last)
{
	CX_AUTO_BUF b = CX_BUF_INIT;
	/* Where the same bytes stand, somebody else has created them. */
	bool taken = f->how == CX_REWRITE_CREATE &&
	    (pub->status == CX_PUB_SAME || pub->status == CX_PUB_KIND);

	f->done = pub->status == CX_PUB_DONE;
	f->published = pub->renamed;
	if (f->done || (pub->status == CX_PUB_SAME && !taken))
		return false;
	if ((pub->status == CX_PUB_STALE || taken) && !last) {
		f->taken = f->how == CX_REWRITE_CREATE;
		return true;
	}
	/* The one that failed has said why none is written. */
	f->refused = w->together && pub->error == ECANCELED;
	if (f->refused)
		return false;
	cx_pub_why(&b, pub);
	refuse(f, pub->status == CX_PUB_FAILED ? CX_FAIL : CX_PARTIAL,
	    cx_buf_cstr(&b));
	return false;
}

/* What was published goes back to what it was, if it is still ours: 0 or an
 * errno, EEXIST if somebody has saved it since. */
static int
take_back(const struct cx_rewrite *w, const struct cx_rewrite_file *f)
{
	CX_AUTO_BUF text = CX_BUF_INIT;
	struct cx_pub pub = {.status = CX_PUB_DONE};
	const char *name;
	CX_AUTO_CLOSE dir = cx_vault_dir(w->vault->fd, f->path, &name);
	struct cx_seen seen;
	struct stat st;
	int error;

	if (dir < 0)
		return errno;
	error = cx_read_file(dir, name, &text, CX_REWRITE_MAX, &st);
	seen = error == ENOENT ? (struct cx_seen){.exists = false}
			       : cx_seen(&st);
	if (f->remove && error == ENOENT)
		error = 0;
	if (!error && !cx_str_eq(cx_buf_view(&text), cx_buf_view(&f->now)))
		error = EEXIST;
	else if (!error && f->exists)
		pub = cx_publish(w->lock, dir, f->path, cx_buf_view(&f->old),
		    &seen);
	else if (!error && unlinkat(dir, name, 0) != 0)
		error = errno;
	if (pub.status > CX_PUB_SAME)
		error = pub.status == CX_PUB_FAILED ? pub.error : EEXIST;
	return error;
}

static void
take_all_back(const struct cx_rewrite *w, struct cx_rewrite_file *files,
    size_t n)
{
	/* The last first, so that no note names one that has gone. */
	for (size_t i = n; i-- > 0;) {
		struct cx_rewrite_file *f = &files[i];
		int error = f->published ? take_back(w, f) : 0;

		if (error)
			refuse(f, CX_FAIL, error == EEXIST ? "somebody has "
			    "saved it since, so it is not changed back; "
			    "run the command again" : cx_file_error(error));
		f->done = false;
		f->published = error != 0;
	}
}

/* Takes one away that is as it was read. */
static void
take_away(const struct cx_rewrite *w, struct cx_rewrite_file *f)
{
	struct cx_seen seen = cx_seen(&f->st);
	struct stat st;
	const char *name;
	CX_AUTO_CLOSE dir = cx_vault_dir(w->vault->fd, f->path, &name);
	int error = 0;

	if (dir < 0 || fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW) != 0)
		error = errno;
	else if (!cx_seen_same(&seen, &st))
		refuse(f, CX_PARTIAL, "it was saved in the meantime");
	else if (unlinkat(dir, name, 0) != 0)
		error = errno;
	else
		f->published = true;
	if (!error && f->published)
		error = cx_sync(dir);
	if (error)
		refuse_error(f, error);
	f->done = !f->refused;
}

/* Whether one of them was refused. */
static bool
any_refused(const struct cx_rewrite_file *files, size_t n)
{
	bool any = false;

	for (size_t i = 0; i < n; i++)
		any |= files[i].refused;
	return any;
}

/* Adds to the journal that a change has been taken back; noted: so many
 * notes, and less than all if a crash came between. */
static void
note_undo(const struct cx_rewrite *w, struct cx_buf *journal, size_t noted,
    size_t n)
{
	struct cx_bulk *bulk = cx_bulk_new();
	struct cx_pub pub;

	if (noted < n)
		journal->len = 0;
	if (cx_undo_put(bulk, w->lock, w->vault->fd, journal,
	    noted < n ? 0 : n, noted < n ? NULL : w->rename) &&
	    cx_bulk_count(bulk)) {
		cx_bulk_commit(bulk);
		pub = cx_bulk_result(bulk, 0);
		if (pub.status > CX_PUB_SAME)
			cx_error(CX_FAIL, CX_UNDO_DIR ": %s",
			    strerror(pub.error));
	}
	cx_bulk_free(bulk);
}

/* Composes and publishes those that are waiting; true if some still are. */
static bool
publish(const struct cx_rewrite *w, struct cx_rewrite_file *files, size_t n,
    bool *waiting, bool last)
{
	struct cx_bulk *bulk = cx_bulk_new();
	CX_AUTO_BUF journal = CX_BUF_INIT;
	CX_AUTO_FREE size_t *added = cx_malloc(cx_mul(cx_add(n, 1),
	    sizeof *added));
	size_t k = 0, gone = 0, noted = 0;
	bool again = false, drop;

	for (size_t pass = 0; pass < 2 * n; pass++) {
		size_t i = pass % n;

		if (!waiting[i] || files[i].second != (pass >= n))
			continue;
		waiting[i] = false;
		if (!read_and_compose(w, &files[i]))
			continue;
		if (w->vault) {
			note(&journal, &files[i]);
			noted++;
		}
		gone += files[i].remove;
		if (!files[i].remove && add(w, bulk, &files[i]))
			added[k++] = i;
	}
	drop = w->together && any_refused(files, n);
	/* Before the others are, as they can be brought back. */
	for (size_t i = 0; gone && i < n && !drop; i++) {
		if (files[i].remove)
			take_away(w, &files[i]);
		drop = files[i].refused;
	}
	/* A rename is a change even if no text changes. */
	if (!drop && !w->undoing && (noted || w->rename) &&
	    !cx_undo_put(bulk, w->lock, w->vault->fd, &journal, noted,
	    w->rename)) {
		drop = true;
		for (size_t i = 0; i < k; i++)
			files[added[i]].refused = true;
	}
	if (drop)
		cx_bulk_drop(bulk);
	else
		cx_bulk_commit(bulk);
	/* The journal was added last. */
	if (!drop && cx_bulk_count(bulk) > k &&
	    cx_bulk_result(bulk, k).status > CX_PUB_SAME)
		cx_error(CX_FAIL, CX_UNDO_DIR ": %s", strerror(
		    cx_bulk_result(bulk, k).error));
	for (size_t i = 0; i < k && !drop; i++) {
		struct cx_pub pub = cx_bulk_result(bulk, i);

		waiting[added[i]] = must_retry(w, &files[added[i]], &pub, last);
		again |= waiting[added[i]];
	}
	if (w->undoing && !drop && !again && !any_refused(files, n))
		note_undo(w, &journal, noted, n);
	cx_bulk_free(bulk);
	if (!w->together || !(again || any_refused(files, n)))
		return again;
	take_all_back(w, files, n);
	for (size_t i = 0; i < n; i++)
		waiting[i] = true;
	return again && !any_refused(files, n);
}

static void
show(const struct cx_rewrite *w, struct cx_rewrite_file *f)
{
	int error = f->now.len || f->remove ? 0 : read_file(w, f,
	    &f->now, NULL);

	if (error)
		refuse_error(f, error);
	else
		w->show(w->arg, f);
}

bool
cx_rewrite(const struct cx_rewrite *w, struct cx_rewrite_file *files, size_t n)
{
	CX_AUTO_FREE bool *waiting = cx_malloc(cx_add(n, 1));
	bool dry = w->vault && !w->lock, refused;

	memset(waiting, 1, n);
	for (size_t i = 0; i < n && dry; i++) {
		files[i].done = read_and_compose(w, &files[i]);
		/* There may be more of them than there is room for. */
		if (w->together)
			continue;
		if (files[i].done && w->show)
			show(w, &files[i]);
		forget(&files[i]);
	}
	for (int i = 1; !dry && (n || w->rename) && i <= TRIES; i++)
		if (!publish(w, files, n, waiting, i == TRIES))
			break;
	refused = any_refused(files, n);
	for (size_t i = 0; i < n; i++) {
		struct cx_rewrite_file *f = &files[i];

		f->done &= !(w->together && refused);
		if (f->done && w->show && (!dry || w->together))
			show(w, f);
		forget(f);
	}
	return !refused;
}
