/* Committing generations. */
#include "lib/index/gen-impl.h"
#include "lib/file/lock.h"
#include "lib/file/publish.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h> /* renameat */
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* A cleaner may take a symlink away before its rename (publish.h). */
#define TRIES 16

struct commit {
	int dir;
	const char *staged; /* NULL: the generation is there */
	struct cx_buf gen;  /* g-ID */
	struct cx_gen_error error;
};

static bool
fail(struct commit *c, int error, const char *step)
{
	if (!c->error.error)
		c->error = (struct cx_gen_error){error, step};
	return false;
}

/* A symlink dirfd/name with the target to, by rename. */
static bool
put_link(struct commit *c, const char *to, const char *name)
{
	struct cx_buf temp = CX_BUF_INIT;
	int error = ENOENT;

	for (int i = 0; i < TRIES && error == ENOENT; i++) {
		cx_temp_name(&temp);
		error = symlinkat(to, c->dir, temp.s) == 0 ? 0 : errno;
		if (error)
			break;
		error = renameat(c->dir, temp.s, c->dir, name) == 0 ? 0
								     : errno;
		if (error)
			(void)unlinkat(c->dir, temp.s, 0);
	}
	cx_buf_release(&temp);
	return error ? fail(c, error, "make a symlink") : true;
}

/* DIR/NAME leads through `current`, for each file of the generation. */
static bool
put_links(struct commit *c)
{
	struct cx_names files = {NULL, 0, 0};
	struct cx_buf to = CX_BUF_INIT;
	int gen = openat(c->dir, c->gen.s, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	int error = gen < 0 ? errno : cx_names_read(&files, gen);
	bool ok = error ? fail(c, error, "list it") : true;

	for (size_t i = 0; ok && i < files.n; i++) {
		to.len = 0;
		cx_buf_fmt(&to, CX_CURRENT "/%s", files.v[i]);
		if (!cx_gen_leads(c->dir, files.v[i]))
			ok = put_link(c, cx_buf_cstr(&to), files.v[i]);
	}
	if (gen >= 0)
		close(gen);
	cx_names_release(&files);
	cx_buf_release(&to);
	return ok;
}

/* Removes the links of that kind that lead nowhere any more. */
static void
remove_links(struct commit *c)
{
	struct cx_names all = {NULL, 0, 0};
	struct stat st;

	if (cx_names_read(&all, c->dir) != 0)
		return; /* the next commit removes them */
	for (size_t i = 0; i < all.n; i++)
		if (cx_gen_leads(c->dir, all.v[i]) &&
		    fstatat(c->dir, all.v[i], &st, 0) != 0 && errno == ENOENT)
			(void)unlinkat(c->dir, all.v[i], 0);
	cx_names_release(&all);
}

/* Whether two files hold the same; they often are one file. */
static bool
same_file(int adir, int bdir, const char *name)
{
	int a = openat(adir, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK |
	    O_CLOEXEC);
	int b = openat(bdir, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK |
	    O_CLOEXEC);
	struct stat sa, sb;
	bool same = a >= 0 && b >= 0 && fstat(a, &sa) == 0 &&
	    fstat(b, &sb) == 0 && S_ISREG(sa.st_mode) && S_ISREG(sb.st_mode);

	if (same && (sa.st_ino != sb.st_ino || sa.st_dev != sb.st_dev))
		same = sa.st_size == sb.st_size && cx_same_content(a, b);
	if (a >= 0)
		close(a);
	if (b >= 0)
		close(b);
	return same;
}

/* Whether the generation has the files of the stage. */
static bool
is_whole(const struct commit *c)
{
	int stage = openat(c->dir, c->staged,
	    O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	int gen = openat(c->dir, c->gen.s,
	    O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	struct cx_names files = {NULL, 0, 0};
	bool whole = stage >= 0 && gen >= 0 &&
	    cx_names_read(&files, stage) == 0;

	for (size_t i = 0; whole && i < files.n; i++)
		whole = strcmp(files.v[i], CX_GEN_NOTE) == 0 ||
		    same_file(stage, gen, files.v[i]);
	cx_names_release(&files);
	if (stage >= 0)
		close(stage);
	if (gen >= 0)
		close(gen);
	return whole;
}

/* Syncs the files of the stage and its directory; 0 or an errno. */
static int
sync_staged(const struct commit *c)
{
	struct cx_names files = {NULL, 0, 0};
	int dir = openat(c->dir, c->staged,
	    O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	int error = dir < 0 ? errno : cx_names_read(&files, dir);

	for (size_t i = 0; !error && i < files.n; i++) {
		int fd = openat(dir, files.v[i],
		    O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);

		error = fd < 0 ? errno : cx_sync(fd);
		if (fd >= 0)
			close(fd); /* only read */
	}
	if (!error)
		error = cx_sync(dir);
	if (dir >= 0)
		close(dir);
	cx_names_release(&files);
	return error;
}

/* s-ID becomes g-ID.  One of that name, which is an old generation or a
 * damaged one, gives way; in between the stage has a temporary name, so that
 * a crash leaves nothing that could be committed in its place. */
static bool
promote(struct commit *c)
{
	struct cx_buf temp = CX_BUF_INIT;
	struct stat st;
	int error = sync_staged(c), fd;

	if (error)
		return fail(c, error, "sync");
	if (fstatat(c->dir, c->gen.s, &st, AT_SYMLINK_NOFOLLOW) != 0) {
		if (renameat(c->dir, c->staged, c->dir, c->gen.s) != 0)
			error = errno;
	} else {
		cx_temp_name(&temp);
		fd = openat(c->dir, c->staged,
		    O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
		if (fd < 0)
			return fail(c, errno, "open the new files' directory");
		(void)cx_flock(fd, LOCK_EX | LOCK_NB);
		if (renameat(c->dir, c->staged, c->dir, temp.s) != 0)
			error = errno;
		else
			error = cx_replace_dir(c->dir, temp.s, c->gen.s);
		close(fd);
		cx_buf_release(&temp);
	}
	if (!error)
		error = cx_sync(c->dir);
	return error ? fail(c, error, "rename the new files' directory")
		     : true;
}

/* Leaves of other generations the one named keep, or where that is NULL the
 * youngest. */
static void
remove_old(const struct commit *c, const char *keep)
{
	struct cx_names all = {NULL, 0, 0};
	struct timespec best = {0, 0};
	size_t others = 0;

	if (cx_names_read(&all, c->dir) != 0)
		return; /* the next commit removes them */
	for (size_t i = 0; i < all.n; i++) {
		struct timespec t;

		if (!cx_gen_has_id(all.v[i], CX_GENERATION) ||
		    strcmp(all.v[i], c->gen.s) == 0) {
			free(all.v[i]);
			continue;
		}
		t = cx_changed(c->dir, all.v[i]);
		if (cx_time_cmp(t, best) > 0)
			best = t;
		all.v[others++] = all.v[i];
	}
	all.n = others;
	for (size_t i = 0; i < all.n; i++)
		if (keep ? strcmp(all.v[i], keep) != 0
			 : cx_time_cmp(cx_changed(c->dir, all.v[i]), best) != 0)
			cx_remove_aside(c->dir, all.v[i]);
	cx_names_release(&all);
}

/* The file from, below fromdir, becomes the note of the directory to. */
static bool
move_note(struct commit *c, int fromdir, const char *from, const char *to)
{
	int dir = openat(c->dir, to,
	    O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	int error = dir < 0 ? errno : 0;

	if (!error && renameat(fromdir, from, dir, CX_GEN_NOTE) != 0)
		error = errno;
	if (!error)
		error = cx_sync(dir);
	if (dir >= 0)
		close(dir); /* only read */
	return error ? fail(c, error, "put " CX_GEN_NOTE " into it") : true;
}

/* The stage, which has the same content as the generation, goes; its note
 * stays. */
static bool
drop_same(struct commit *c)
{
	struct cx_buf note = CX_BUF_INIT;
	bool ok = true;

	cx_buf_fmt(&note, "%s/" CX_GEN_NOTE, c->staged);
	if (faccessat(c->dir, cx_buf_cstr(&note), F_OK,
		AT_SYMLINK_NOFOLLOW) == 0)
		ok = move_note(c, c->dir, note.s, c->gen.s);
	cx_buf_release(&note);
	if (ok)
		cx_remove_aside(c->dir, c->staged);
	return ok;
}

/*
 * The links come before `current`, which makes them all valid at once.
 * Nothing is written when everything stands there already.
 */
static bool
commit(struct commit *c, const cx_gen_id id, bool *same)
{
	struct cx_buf old = CX_BUF_INIT;
	cx_gen_id was = "";
	bool is_current = cx_gen_current(c->dir, was) && strcmp(was, id) == 0;
	struct timespec since = {0, 0};
	int error;

	*same = is_current && (!c->staged || is_whole(c));
	if (c->staged)
		since = cx_changed(c->dir, c->staged);
	if (*same && c->staged && !drop_same(c))
		return false;
	if (!*same && !promote(c))
		return false;
	if (!put_links(c))
		return false;
	if (!is_current && !put_link(c, c->gen.s, CX_CURRENT))
		return false;
	error = *same ? 0 : cx_sync(c->dir);
	if (error)
		return fail(c, error, "sync it");
	remove_links(c);
	cx_buf_fmt(&old, CX_GENERATION "%s", was);
	remove_old(c, was[0] && !is_current ? cx_buf_cstr(&old) : NULL);
	cx_gen_remove_stages(c->dir, since);
	cx_buf_release(&old);
	return true;
}

struct cx_gen
cx_gen_commit_dir(int dirfd, const char *staged, const cx_gen_id id,
    const char *note)
{
	struct commit c = {.dir = dirfd, .staged = staged};
	struct cx_gen gen = {.status = CX_GEN_FAILED};
	bool same;

	cx_buf_fmt(&c.gen, CX_GENERATION "%s", id);
	cx_buf_cstr(&c.gen);
	if ((!note || move_note(&c, AT_FDCWD, note, staged ? staged
							   : c.gen.s)) &&
	    commit(&c, id, &same))
		gen.status = same ? CX_GEN_SAME : CX_GEN_DONE;
	gen.error = c.error;
	memcpy(gen.id, id, sizeof gen.id);
	cx_buf_release(&c.gen);
	return gen;
}

/* What to say when the stage that was asked for is not there. */
static enum cx_gen_status
no_stage(int dirfd, const cx_gen_id id)
{
	cx_gen_id now;

	if (!cx_gen_current(dirfd, now))
		return CX_GEN_NONE;
	return strcmp(now, id) == 0 ? CX_GEN_SAME : CX_GEN_PASSED;
}

struct cx_gen
cx_gen_commit(int dirfd, const char *id)
{
	return cx_gen_commit_note(dirfd, id, NULL);
}

struct cx_gen
cx_gen_commit_note(int dirfd, const char *id, const char *note)
{
	struct cx_gen gen = {.status = CX_GEN_NONE};
	struct cx_buf staged = CX_BUF_INIT;
	struct stat st;
	int lock;

	if (id && !cx_gen_is_id(cx_str(id)))
		return gen;
	lock = cx_gen_lock(dirfd);
	if (lock < 0) {
		gen.status = CX_GEN_FAILED;
		gen.error = (struct cx_gen_error){errno, "open it"};
		return gen;
	}
	if (id) {
		memcpy(gen.id, id, sizeof gen.id);
		gen.status = CX_GEN_DONE;
	} else {
		gen.status = cx_gen_choose(dirfd, gen.id, &gen.error);
	}
	if (gen.status == CX_GEN_DONE) {
		cx_buf_fmt(&staged, CX_STAGED "%s", gen.id);
		if (fstatat(dirfd, cx_buf_cstr(&staged), &st,
			AT_SYMLINK_NOFOLLOW) == 0)
			gen = cx_gen_commit_dir(dirfd, staged.s, gen.id,
			    note);
		else if ((gen.status = no_stage(dirfd, gen.id)) ==
		    CX_GEN_SAME)
			gen = cx_gen_commit_dir(dirfd, NULL, gen.id, note);
	}
	cx_buf_release(&staged);
	close(lock); /* only read */
	return gen;
}
