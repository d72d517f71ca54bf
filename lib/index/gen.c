/* Opens and commits generations. */
#include "lib/index/gen-impl.h"
#include "lib/base/platform.h"
#include "lib/file/lock.h"
#include "lib/file/publish.h"
#include "lib/file/vault.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h> /* renameat */
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define CURRENT "current"
#define GENERATION "g-"
/* A reader that finds the generation gone looks again this often, the later
 * times after 1 ms: a commit without exchange has a moment without one. */
#define OPEN_TRIES 100
#define OPEN_WAIT_NS 1000000
/* A cleaner may take a symlink away before its rename (publish.h). */
#define LINK_TRIES 16

bool
cx_gen_is_id(struct cx_str s)
{
	if (s.len != CX_DIGEST_HEX)
		return false;
	for (size_t i = 0; i < s.len; i++)
		if (!strchr("0123456789abcdef", s.s[i]) || !s.s[i])
			return false;
	return true;
}

static bool
has_id(const char *name, const char *prefix)
{
	struct cx_str s = cx_str(name), p = cx_str(prefix);

	return cx_str_starts(s, p) && cx_gen_is_id(cx_str_from(s, p.len));
}

/* --- directories --- */

/* Names in a directory. */
struct names {
	char **v;
	size_t n, cap;
};

static int
read_names(struct names *names, int dirfd)
{
	DIR *stream = cx_dir_stream(dirfd, ".");
	const struct dirent *d;
	int error;

	if (!stream)
		return errno;
	while (errno = 0, (d = readdir(stream))) {
		if (d->d_name[0] == '.')
			continue;
		*CX_NEXT(names->v, names->n, names->cap) = cx_strdup(d->d_name);
	}
	error = errno;
	closedir(stream);
	return error;
}

static void
release_names(struct names *names)
{
	for (size_t i = 0; i < names->n; i++)
		free(names->v[i]);
	free(names->v);
	*names = (struct names){NULL, 0, 0};
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
compare_times(struct timespec a, struct timespec b)
{
	if (a.tv_sec != b.tv_sec)
		return a.tv_sec < b.tv_sec ? -1 : 1;
	return (a.tv_nsec > b.tv_nsec) - (a.tv_nsec < b.tv_nsec);
}

int
cx_replace_dir(int dirfd, const char *from, const char *to)
{
	CX_AUTO_BUF aside = CX_BUF_INIT;
	int error;

	if (renameat(dirfd, from, dirfd, to) == 0)
		return 0;
	if (errno == ENOTDIR && unlinkat(dirfd, to, 0) == 0)
		return renameat(dirfd, from, dirfd, to) == 0 ? 0 : errno;
	if (errno != EEXIST && errno != ENOTEMPTY)
		return errno;
	error = cx_rename_swap(dirfd, from, to);
	if (!error)
		(void)cx_remove_dir(dirfd, from);
	if (error != EINVAL && error != ENOSYS)
		return error;
	cx_temp_name(&aside);
	error = renameat(dirfd, to, dirfd, aside.s) == 0 ? 0 : errno;
	if (!error)
		error = renameat(dirfd, from, dirfd, to) == 0 ? 0 : errno;
	if (!error)
		(void)cx_remove_dir(dirfd, aside.s);
	return error;
}

static void
remove_aside(int dirfd, const char *name)
{
	CX_AUTO_BUF aside = CX_BUF_INIT;

	cx_temp_name(&aside);
	if (renameat(dirfd, name, dirfd, aside.s) == 0)
		(void)cx_remove_dir(dirfd, aside.s);
}

static bool
same_content(int a, int b)
{
	enum { SIZE = 65536 };
	char *x = cx_malloc(2 * SIZE), *y = x + SIZE;
	off_t at = 0;
	ssize_t n, m;

	do {
		n = pread(a, x, SIZE, at);
		m = n > 0 ? pread(b, y, (size_t)n, at) : n;
		at += n;
	} while (n > 0 && m == n && memcmp(x, y, (size_t)n) == 0);
	free(x);
	return n == 0;
}

int
cx_gen_lock(int dirfd)
{
	int fd = openat(dirfd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (fd >= 0)
		(void)cx_flock(fd, LOCK_EX);
	return fd;
}

static enum cx_gen_status
choose(int dirfd, cx_gen_id id, struct cx_gen_error *error)
{
	struct names all = {NULL, 0, 0};
	enum cx_gen_status status = CX_GEN_NONE;
	struct timespec best = {0, 0}, t;
	int order, failed = read_names(&all, dirfd);

	if (failed) {
		*error = (struct cx_gen_error){failed, "list it"};
		status = CX_GEN_FAILED;
	}
	for (size_t i = 0; !failed && i < all.n; i++) {
		if (!has_id(all.v[i], CX_STAGED))
			continue;
		t = changed(dirfd, all.v[i]);
		order = compare_times(t, best);
		if (order > 0) {
			best = t;
			status = CX_GEN_DONE;
			memcpy(id, all.v[i] + strlen(CX_STAGED),
			    CX_DIGEST_HEX + 1);
		} else if (order == 0) {
			status = CX_GEN_MANY;
		}
	}
	release_names(&all);
	return status;
}

/* Those that were made before the time; NULL: all. */
static void
remove_stages(int dirfd, const struct timespec *before)
{
	struct names all = {NULL, 0, 0};

	if (read_names(&all, dirfd) == 0)
		for (size_t i = 0; i < all.n; i++)
			if (has_id(all.v[i], CX_STAGED) &&
			    (!before || compare_times(changed(dirfd,
				all.v[i]), *before) < 0))
				remove_aside(dirfd, all.v[i]);
	release_names(&all);
}

/* --- reading --- */

static bool
read_link(int dirfd, const char *name, char *to, size_t size)
{
	ssize_t n = readlinkat(dirfd, name, to, size);

	if (n < 0 || (size_t)n >= size)
		return false;
	to[n] = '\0';
	return true;
}

bool
cx_gen_leads(int dirfd, const char *name)
{
	const struct cx_str in = CX_STR(CX_GENERATIONS "/" CURRENT "/");
	char to[512];

	errno = 0;
	if (read_link(dirfd, name, to, sizeof to) &&
	    cx_str_starts(cx_str(to), in) &&
	    strcmp(to + in.len, name) == 0)
		return true;
	errno = errno == ENOENT ? ENOENT : EEXIST;
	return false;
}

bool
cx_gen_current(int store, cx_gen_id id)
{
	char to[sizeof GENERATION + CX_DIGEST_HEX];

	if (!read_link(store, CURRENT, to, sizeof to) ||
	    !has_id(to, GENERATION))
		return false;
	memcpy(id, to + strlen(GENERATION), CX_DIGEST_HEX + 1);
	return true;
}

int
cx_gen_store(int dirfd, bool make)
{
	struct stat st;

	/* A file there is what a copy made of something else. */
	if (make && fstatat(dirfd, CX_GENERATIONS, &st,
		AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(st.st_mode))
		(void)unlinkat(dirfd, CX_GENERATIONS, 0);
	if (make && mkdirat(dirfd, CX_GENERATIONS, 0777) != 0 &&
	    errno != EEXIST)
		return -1;
	return cx_vault_open(dirfd, CX_GENERATIONS, O_RDONLY | O_DIRECTORY);
}

bool
cx_gen_is_view(const char *name)
{
	const char *dot = strchr(name, '.');

	return dot && strcmp(dot, ".json") == 0;
}

/* cx_gen_open in the directory of the generations. */
static int
open_current(int store, char *id)
{
	const struct timespec step = {0, OPEN_WAIT_NS};
	char name[sizeof GENERATION + CX_DIGEST_HEX] = GENERATION;
	char *now = name + sizeof GENERATION - 1;
	int fd;

	for (int i = 0; i < OPEN_TRIES; i++) {
		if (i > 1)
			nanosleep(&step, NULL);
		if (!cx_gen_current(store, now))
			break;
		fd = openat(store, name,
		    O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
		if (fd >= 0 && id)
			memcpy(id, now, CX_DIGEST_HEX + 1);
		if (fd >= 0 || errno != ENOENT)
			return fd;
	}
	errno = ENOENT;
	return -1;
}

int
cx_gen_open(int dirfd, char *id)
{
	int store = cx_gen_store(dirfd, false), fd, error;

	if (store < 0)
		return -1;
	fd = open_current(store, id);
	error = errno;
	close(store); /* only read */
	errno = error;
	return fd;
}

/* Opens the files in gen; how many, with errno if not all. */
static size_t
open_files(int gen, const char *const *names, size_t n, int *fds)
{
	size_t i;

	for (i = 0; i < n; i++) {
		fds[i] = openat(gen, names[i],
		    O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
		if (fds[i] < 0)
			break;
	}
	return i;
}

int
cx_gen_files(int dirfd, const char *const *names, size_t n, int *fds,
    const char **missing)
{
	cx_gen_id id, before = "";
	size_t opened;
	int gen, error;

	for (;;) {
		if (missing)
			*missing = NULL;
		gen = cx_gen_open(dirfd, id);
		if (gen < 0)
			return -1;
		opened = open_files(gen, names, n, fds);
		if (opened == n)
			return gen;
		error = errno;
		if (missing)
			*missing = names[opened];
		while (opened > 0)
			close(fds[--opened]);
		close(gen);
		/* Gone with its generation, or out of a valid one? */
		if (error != ENOENT || strcmp(id, before) == 0)
			break;
		memcpy(before, id, sizeof id);
	}
	errno = error;
	return -1;
}

/* --- committing --- */

struct commit {
	int top; /* has the links */
	int dir; /* has the generations */
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

/* A symlink dir/name with the target to, by rename.  A copy that followed links
 * has in its place a file, which the rename replaces, or a directory. */
static bool
put_link(struct commit *c, int dir, const char *to, const char *name)
{
	CX_AUTO_BUF temp = CX_BUF_INIT;
	int error = ENOENT;

	for (int i = 0; i < LINK_TRIES &&
	    (error == ENOENT || error == EISDIR); i++) {
		if (error == EISDIR)
			remove_aside(dir, name);
		cx_temp_name(&temp);
		error = symlinkat(to, dir, temp.s) == 0 ? 0 : errno;
		if (error)
			break;
		error = renameat(dir, temp.s, dir, name) == 0 ? 0 : errno;
		if (error)
			(void)unlinkat(dir, temp.s, 0);
	}
	return error ? fail(c, error, "make a symlink") : true;
}

/* DIR/NAME leads to the current generation, for each view that it has. */
static bool
put_links(struct commit *c)
{
	struct names files = {NULL, 0, 0};
	CX_AUTO_BUF to = CX_BUF_INIT;
	int gen = openat(c->dir, c->gen.s, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	int error = gen < 0 ? errno : read_names(&files, gen);
	bool ok = error ? fail(c, error, "list it") : true, some = false;

	for (size_t i = 0; ok && i < files.n; i++) {
		if (!cx_gen_is_view(files.v[i]) ||
		    cx_gen_leads(c->top, files.v[i]))
			continue;
		to.len = 0;
		cx_buf_fmt(&to, CX_GENERATIONS "/" CURRENT "/%s", files.v[i]);
		ok = put_link(c, c->top, cx_buf_cstr(&to), files.v[i]);
		some = true;
	}
	error = ok && some ? cx_sync(c->top) : 0;
	if (error)
		ok = fail(c, error, "sync it");
	if (gen >= 0)
		close(gen);
	release_names(&files);
	return ok;
}

/* Removes the links of that kind that lead nowhere any more. */
static void
remove_links(struct commit *c)
{
	struct names all = {NULL, 0, 0};
	struct stat st;

	if (read_names(&all, c->top) != 0)
		return; /* the next commit removes them */
	for (size_t i = 0; i < all.n; i++)
		if (cx_gen_leads(c->top, all.v[i]) &&
		    fstatat(c->top, all.v[i], &st, 0) != 0 && errno == ENOENT)
			(void)unlinkat(c->top, all.v[i], 0);
	release_names(&all);
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
		same = sa.st_size == sb.st_size && same_content(a, b);
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
	struct names files = {NULL, 0, 0};
	bool whole = stage >= 0 && gen >= 0 &&
	    read_names(&files, stage) == 0;

	for (size_t i = 0; whole && i < files.n; i++)
		whole = strcmp(files.v[i], CX_GEN_STATCACHE) == 0 ||
		    same_file(stage, gen, files.v[i]);
	release_names(&files);
	if (stage >= 0)
		close(stage);
	if (gen >= 0)
		close(gen);
	return whole;
}

/* Whether it was synced before: the note by who wrote it, and a file with
 * another link when the generation that it is from was committed. */
static bool
is_synced(int dir, const char *name)
{
	struct stat st;

	return strcmp(name, CX_GEN_STATCACHE) == 0 ||
	    (fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW) == 0 &&
		st.st_nlink > 1);
}

/* Syncs the files of the stage and its directory; 0 or an errno. */
static int
sync_staged(const struct commit *c)
{
	struct names files = {NULL, 0, 0};
	int dir = openat(c->dir, c->staged,
	    O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	int error = dir < 0 ? errno : read_names(&files, dir);

	for (size_t i = 0; !error && i < files.n; i++) {
		int fd;

		if (is_synced(dir, files.v[i]))
			continue;
		fd = openat(dir, files.v[i],
		    O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
		error = fd < 0 ? errno : cx_sync(fd);
		if (fd >= 0)
			close(fd); /* only read */
	}
	if (!error)
		error = cx_sync(dir);
	if (dir >= 0)
		close(dir);
	release_names(&files);
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
	struct names all = {NULL, 0, 0};
	struct timespec best = {0, 0};
	size_t others = 0;

	if (read_names(&all, c->dir) != 0)
		return; /* the next commit removes them */
	for (size_t i = 0; i < all.n; i++) {
		struct timespec t;

		if (!has_id(all.v[i], GENERATION) ||
		    strcmp(all.v[i], c->gen.s) == 0) {
			free(all.v[i]);
			continue;
		}
		t = changed(c->dir, all.v[i]);
		if (compare_times(t, best) > 0)
			best = t;
		all.v[others++] = all.v[i];
	}
	all.n = others;
	for (size_t i = 0; i < all.n; i++)
		if (keep ? strcmp(all.v[i], keep) != 0
			 : compare_times(changed(c->dir, all.v[i]), best) != 0)
			remove_aside(c->dir, all.v[i]);
	release_names(&all);
}

/* The file from, below fromdir, becomes the note of the directory to. */
static bool
move_note(struct commit *c, int fromdir, const char *from, const char *to)
{
	int dir = openat(c->dir, to,
	    O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	int error = dir < 0 ? errno : 0;

	if (!error && renameat(fromdir, from, dir, CX_GEN_STATCACHE) != 0)
		error = errno;
	if (!error)
		error = cx_sync(dir);
	if (dir >= 0)
		close(dir); /* only read */
	return error ? fail(c, error, "put " CX_GEN_STATCACHE " into it")
	    : true;
}

/* The stage, which has the same content as the generation, goes; its note
 * stays. */
static bool
drop_same(struct commit *c)
{
	struct cx_buf note = CX_BUF_INIT;
	bool ok = true;

	cx_buf_fmt(&note, "%s/" CX_GEN_STATCACHE, c->staged);
	if (faccessat(c->dir, cx_buf_cstr(&note), F_OK,
		AT_SYMLINK_NOFOLLOW) == 0)
		ok = move_note(c, c->dir, note.s, c->gen.s);
	cx_buf_release(&note);
	if (ok)
		remove_aside(c->dir, c->staged);
	return ok;
}

/*
 * The links come before `current`, which makes them all valid at once.
 * Nothing is written when everything stands there already.
 */
static bool
commit(struct commit *c, const cx_gen_id id, bool *same)
{
	CX_AUTO_BUF old = CX_BUF_INIT;
	cx_gen_id was = "";
	bool is_current = cx_gen_current(c->dir, was) && strcmp(was, id) == 0;
	struct timespec since = {0, 0};
	int error;

	*same = is_current && (!c->staged || is_whole(c));
	if (c->staged)
		since = changed(c->dir, c->staged);
	if (*same && c->staged && !drop_same(c))
		return false;
	if (!*same && !promote(c))
		return false;
	if (!put_links(c))
		return false;
	if (!is_current && !put_link(c, c->dir, c->gen.s, CURRENT))
		return false;
	error = *same ? 0 : cx_sync(c->dir);
	if (error)
		return fail(c, error, "sync it");
	remove_links(c);
	cx_buf_fmt(&old, GENERATION "%s", was);
	remove_old(c, was[0] && !is_current ? cx_buf_cstr(&old) : NULL);
	remove_stages(c->dir, &since);
	return true;
}

struct cx_gen
cx_gen_commit_dir(int dirfd, int store, const char *staged,
    const cx_gen_id id, const char *note)
{
	struct commit c = {.top = dirfd, .dir = store, .staged = staged};
	struct cx_gen gen = {.status = CX_GEN_FAILED};
	bool same;

	cx_buf_fmt(&c.gen, GENERATION "%s", id);
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
no_stage(int store, const cx_gen_id id)
{
	cx_gen_id now;

	if (!cx_gen_current(store, now))
		return CX_GEN_NONE;
	return strcmp(now, id) == 0 ? CX_GEN_SAME : CX_GEN_PASSED;
}

/* The same as cx_gen_commit, with the lock held. */
static struct cx_gen
commit_stage(int dirfd, int store, const char *id, const char *note)
{
	struct cx_gen gen = {.status = CX_GEN_DONE};
	CX_AUTO_BUF staged = CX_BUF_INIT;
	struct stat st;

	if (id)
		memcpy(gen.id, id, sizeof gen.id);
	else
		gen.status = choose(store, gen.id, &gen.error);
	if (gen.status != CX_GEN_DONE)
		return gen;
	cx_buf_fmt(&staged, CX_STAGED "%s", gen.id);
	if (fstatat(store, cx_buf_cstr(&staged), &st,
		AT_SYMLINK_NOFOLLOW) == 0)
		gen = cx_gen_commit_dir(dirfd, store, staged.s, gen.id, note);
	else if ((gen.status = no_stage(store, gen.id)) == CX_GEN_SAME)
		gen = cx_gen_commit_dir(dirfd, store, NULL, gen.id, note);
	/* What else is staged was for something before this. */
	if (gen.status == CX_GEN_SAME)
		remove_stages(store, NULL);
	return gen;
}

struct cx_gen
cx_gen_commit(int dirfd, const char *id, const char *note)
{
	struct cx_gen gen = {.status = CX_GEN_NONE};
	int lock, store;

	if (id && !cx_gen_is_id(cx_str(id)))
		return gen;
	store = cx_gen_store(dirfd, false);
	if (store < 0 && errno == ENOENT)
		return gen;
	lock = store < 0 ? -1 : cx_gen_lock(dirfd);
	if (lock < 0) {
		gen.status = CX_GEN_FAILED;
		gen.error = (struct cx_gen_error){errno, "open it"};
	} else {
		(void)cx_temp_clean(store); /* of dead writers */
		gen = commit_stage(dirfd, store, id, note);
		close(lock); /* only read */
	}
	if (store >= 0)
		close(store); /* only read */
	return gen;
}
