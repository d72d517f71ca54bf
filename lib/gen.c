/* Committing generations. */
#include "lib/gen.h"
#include "lib/gen-impl.h"
#include "lib/lock.h"
#include "lib/publish.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h> /* renameat */
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* A cleaner may take a symlink away before its rename (publish.h). */
#define TRIES 16

struct names {
	char **v;
	size_t n, cap;
};

struct commit {
	int dir;
	cx_gen_id id;
	struct cx_buf staged; /* s-ID */
	struct cx_buf gen;    /* g-ID */
	struct timespec since; /* when it was staged */
	struct cx_gen_error error;
};

static void
names_release(struct names *names)
{
	for (size_t i = 0; i < names->n; i++)
		free(names->v[i]);
	free(names->v);
	*names = (struct names){NULL, 0, 0};
}

/* All names in a directory but hidden ones; 0 or an errno. */
static int
list(int dirfd, struct names *names)
{
	int fd = openat(dirfd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	const struct dirent *d;
	DIR *stream;
	int error;

	if (fd < 0)
		return errno;
	stream = fdopendir(fd);
	if (!stream) {
		error = errno;
		close(fd);
		return error;
	}
	while (errno = 0, (d = readdir(stream))) {
		if (d->d_name[0] == '.')
			continue;
		CX_GROW(names->v, names->n, names->cap);
		names->v[names->n++] = cx_strdup(d->d_name);
	}
	error = errno;
	closedir(stream);
	return error;
}

static struct timespec
changed(int dirfd, const char *name)
{
	struct stat st;

	if (fstatat(dirfd, name, &st, AT_SYMLINK_NOFOLLOW) != 0)
		return (struct timespec){0, 0};
	return cx_seen(&st).ctime;
}

static int
time_cmp(struct timespec a, struct timespec b)
{
	if (a.tv_sec != b.tv_sec)
		return a.tv_sec < b.tv_sec ? -1 : 1;
	return (a.tv_nsec > b.tv_nsec) - (a.tv_nsec < b.tv_nsec);
}

static bool
fail(struct commit *c, int error, const char *step)
{
	if (!c->error.error)
		c->error = (struct cx_gen_error){error, step};
	return false;
}

/* Removes a generation or stage so that a crash leaves no half of it. */
static void
remove_aside(struct commit *c, const char *name)
{
	struct cx_buf aside = CX_BUF_INIT;

	cx_temp_name(&aside);
	/* What fails here stays, and the next commit tries again. */
	if (renameat(c->dir, name, c->dir, aside.s) == 0)
		(void)cx_remove_dir(c->dir, aside.s);
	cx_buf_release(&aside);
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

/* Names in the directory that lead through `current`: those of the files of
 * the generation, and no others. */
static bool
put_links(struct commit *c)
{
	struct names files = {NULL, 0, 0}, all = {NULL, 0, 0};
	struct cx_buf to = CX_BUF_INIT;
	char have[512];
	int gen = openat(c->dir, c->gen.s, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	int error = gen < 0 ? errno : list(gen, &files);
	struct stat st;
	bool ok = true;

	if (!error)
		error = list(c->dir, &all);
	if (error)
		ok = fail(c, error, "list it");
	for (size_t i = 0; ok && i < files.n; i++) {
		to.len = 0;
		cx_buf_fmt(&to, CX_CURRENT "/%s", files.v[i]);
		if (!cx_gen_link(c->dir, files.v[i], have, sizeof have) ||
		    strcmp(have, cx_buf_cstr(&to)) != 0)
			ok = put_link(c, cx_buf_cstr(&to), files.v[i]);
	}
	for (size_t i = 0; ok && i < all.n; i++) {
		to.len = 0;
		cx_buf_fmt(&to, CX_CURRENT "/%s", all.v[i]);
		if (cx_gen_link(c->dir, all.v[i], have, sizeof have) &&
		    strcmp(have, cx_buf_cstr(&to)) == 0 &&
		    fstatat(gen, all.v[i], &st, AT_SYMLINK_NOFOLLOW) != 0)
			(void)unlinkat(c->dir, all.v[i], 0);
	}
	if (gen >= 0)
		close(gen);
	names_release(&files);
	names_release(&all);
	cx_buf_release(&to);
	return ok;
}

/* Whether the generation has the files of the stage, by name and size. */
static bool
is_whole(const struct commit *c)
{
	int stage = openat(c->dir, c->staged.s,
	    O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	int gen = openat(c->dir, c->gen.s,
	    O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	struct names files = {NULL, 0, 0};
	bool whole = stage >= 0 && gen >= 0 && list(stage, &files) == 0;
	struct stat a, b;

	for (size_t i = 0; whole && i < files.n; i++)
		whole = fstatat(stage, files.v[i], &a, 0) == 0 &&
		    fstatat(gen, files.v[i], &b, AT_SYMLINK_NOFOLLOW) == 0 &&
		    S_ISREG(b.st_mode) && a.st_size == b.st_size;
	names_release(&files);
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
	struct names files = {NULL, 0, 0};
	int dir = openat(c->dir, c->staged.s,
	    O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	int error = dir < 0 ? errno : list(dir, &files);

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
	names_release(&files);
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
		if (renameat(c->dir, c->staged.s, c->dir, c->gen.s) != 0)
			error = errno;
	} else {
		cx_temp_name(&temp);
		fd = openat(c->dir, c->staged.s,
		    O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
		if (fd < 0)
			return fail(c, errno, "open the new files' directory");
		(void)cx_flock(fd, LOCK_EX | LOCK_NB);
		if (renameat(c->dir, c->staged.s, c->dir, temp.s) != 0)
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
 * youngest, and of other stages those made after this one. */
static void
remove_old(struct commit *c, const char *keep)
{
	struct names all = {NULL, 0, 0};
	struct timespec best = {0, 0};

	if (list(c->dir, &all) != 0)
		return;
	for (size_t i = 0; !keep && i < all.n; i++) {
		struct timespec t = changed(c->dir, all.v[i]);

		if (cx_gen_has_id(all.v[i], CX_GENERATION) &&
		    strcmp(all.v[i], c->gen.s) != 0 && time_cmp(t, best) > 0)
			best = t;
	}
	for (size_t i = 0; i < all.n; i++) {
		const char *name = all.v[i];

		if (cx_gen_has_id(name, CX_STAGED)) {
			if (time_cmp(changed(c->dir, name), c->since) < 0)
				remove_aside(c, name);
		} else if (cx_gen_has_id(name, CX_GENERATION) &&
		    strcmp(name, c->gen.s) != 0) {
			if (keep ? strcmp(name, keep) != 0
				 : time_cmp(changed(c->dir, name), best) != 0)
				remove_aside(c, name);
		}
	}
	names_release(&all);
}

/* Which stage to commit; DONE when c->id is set. */
static enum cx_gen_status
choose(struct commit *c, const char *id)
{
	struct names all = {NULL, 0, 0};
	enum cx_gen_status status = CX_GEN_NONE;
	struct timespec best = {0, 0};
	cx_gen_id now;
	int error;

	if (id) {
		struct cx_buf name = CX_BUF_INIT;
		struct stat st;

		memcpy(c->id, id, CX_DIGEST_HEX + 1);
		cx_buf_fmt(&name, CX_STAGED "%s", id);
		if (fstatat(c->dir, cx_buf_cstr(&name), &st,
			AT_SYMLINK_NOFOLLOW) == 0)
			status = CX_GEN_DONE;
		else if (cx_gen_current(c->dir, now))
			status = strcmp(now, id) == 0 ? CX_GEN_SAME
						      : CX_GEN_PASSED;
		cx_buf_release(&name);
		return status;
	}
	error = list(c->dir, &all);
	if (error) {
		fail(c, error, "list it");
		status = CX_GEN_FAILED;
	}
	for (size_t i = 0; !error && i < all.n; i++) {
		struct timespec t;
		int order;

		if (!cx_gen_has_id(all.v[i], CX_STAGED))
			continue;
		t = changed(c->dir, all.v[i]);
		order = time_cmp(t, best);
		if (order > 0) {
			best = t;
			status = CX_GEN_DONE;
			memcpy(c->id, all.v[i] + strlen(CX_STAGED),
			    CX_DIGEST_HEX + 1);
		} else if (order == 0) {
			status = CX_GEN_MANY;
		}
	}
	names_release(&all);
	return status;
}

/* With the lock held and c->id a stage. */
static enum cx_gen_status
commit(struct commit *c)
{
	cx_gen_id was = "";
	struct cx_buf old = CX_BUF_INIT;
	bool had = cx_gen_current(c->dir, was), same;
	int error;

	c->since = changed(c->dir, c->staged.s);
	same = had && strcmp(was, c->id) == 0 && is_whole(c);
	if (same) {
		remove_aside(c, c->staged.s);
	} else if (!promote(c)) {
		return CX_GEN_FAILED;
	}
	if (!(had && strcmp(was, c->id) == 0) &&
	    !put_link(c, c->gen.s, CX_CURRENT))
		return CX_GEN_FAILED;
	if (!put_links(c))
		return CX_GEN_FAILED;
	if (!same) {
		error = cx_sync(c->dir);
		if (error) {
			fail(c, error, "sync it");
			return CX_GEN_FAILED;
		}
	}
	cx_buf_fmt(&old, CX_GENERATION "%s", was);
	remove_old(c, had && strcmp(was, c->id) != 0 ? cx_buf_cstr(&old)
						     : NULL);
	cx_buf_release(&old);
	return same ? CX_GEN_SAME : CX_GEN_DONE;
}

struct cx_gen
cx_gen_commit(int dirfd, const char *id)
{
	struct commit c = {.dir = dirfd};
	struct cx_gen gen = {.status = CX_GEN_FAILED};
	int lock = openat(dirfd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (lock < 0) {
		gen.error = (struct cx_gen_error){errno, "open it"};
		return gen;
	}
	/* Where directories know no locks (NFS), two commits at once leave
	 * one of the two generations; readers are as safe as before. */
	(void)cx_flock(lock, LOCK_EX);
	if (id && !cx_gen_is_id(cx_str(id)))
		gen.status = CX_GEN_NONE;
	else
		gen.status = choose(&c, id);
	if (gen.status == CX_GEN_DONE) {
		cx_buf_fmt(&c.staged, CX_STAGED "%s", c.id);
		cx_buf_fmt(&c.gen, CX_GENERATION "%s", c.id);
		cx_buf_cstr(&c.staged);
		cx_buf_cstr(&c.gen);
		gen.status = commit(&c);
	}
	gen.error = c.error;
	memcpy(gen.id, c.id, sizeof gen.id);
	cx_buf_release(&c.staged);
	cx_buf_release(&c.gen);
	close(lock); /* only read */
	return gen;
}
