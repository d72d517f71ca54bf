#include "lib/file/publish.h"
#include "lib/base/platform.h"
#include "lib/file/publish-impl.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* How often to write again if another writer removed our temporary file as a
 * left-over, between its close and its rename. */
#define TRIES 16

struct cx_seen
cx_seen(const struct stat *st)
{
	struct cx_seen s = {.exists = true, .dev = st->st_dev,
	    .ino = st->st_ino, .size = st->st_size};

	s.mtime = st->st_mtim;
	s.ctime = st->st_ctim;
	return s;
}

static bool
time_same(struct timespec a, struct timespec b)
{
	return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

bool
cx_seen_same(const struct cx_seen *seen, const struct stat *st)
{
	struct cx_seen now = cx_seen(st);

	return seen->exists && seen->dev == now.dev && seen->ino == now.ino &&
	    seen->size == now.size && time_same(seen->mtime, now.mtime) &&
	    time_same(seen->ctime, now.ctime);
}

/* Whether the file fd holds these bytes; an errno in *error. */
static bool
same_bytes(int fd, const struct stat *st, struct cx_str bytes, int *error)
{
	char chunk[16384];
	size_t at = 0;
	ssize_t n;

	*error = 0;
	if ((uintmax_t)st->st_size != bytes.len)
		return false;
	for (;;) {
		n = read(fd, chunk, sizeof chunk);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			*error = errno;
		if (n <= 0)
			break;
		if ((size_t)n > bytes.len - at ||
		    memcmp(chunk, bytes.s + at, (size_t)n) != 0)
			return false;
		at += (size_t)n;
	}
	return !*error && at == bytes.len;
}

void
cx_pending_drop(struct cx_pending *p, int dirfd)
{
	if (p->temp)
		cx_temp_remove(p, dirfd);
	if (p->fd >= 0)
		close(p->fd); /* of what is thrown away */
	free(p->temp);
	free(p->name);
	*p = (struct cx_pending){.fd = -1};
}

static struct cx_pub
write_temp(struct cx_pending *p, int dirfd, struct cx_str bytes, int old,
    const struct stat *st)
{
	const char *step;
	int error;

	/* A private file is private while it is written, too. */
	error = cx_temp_open(p, dirfd, old < 0 ? 0666 : 0600);
	if (error)
		return cx_pub_failed(error, "create a file beside it");
	step = "write";
	error = cx_write_all(p->fd, bytes.s, bytes.len);
	if (!error && old >= 0)
		error = cx_keep_meta(old, st, p->fd, &step);
	if (!error)
		return (struct cx_pub){.status = CX_PUB_DONE};
	cx_pending_drop(p, dirfd);
	return cx_pub_failed(error, step);
}

static bool
plain_name(const char *name)
{
	return name[0] && !strchr(name, '/') && strcmp(name, ".") != 0 &&
	    strcmp(name, "..") != 0;
}

/* Opens the file to be replaced: *old is -1 when there is none. */
static struct cx_pub
open_old(int dirfd, const char *name, int *old, struct stat *st)
{
	*old = -1;
	if (!plain_name(name))
		return cx_pub_failed(EINVAL, "use its name");
	if (fstatat(dirfd, name, st, AT_SYMLINK_NOFOLLOW) != 0)
		return errno == ENOENT ? (struct cx_pub){.status = CX_PUB_DONE}
		    : cx_pub_failed(errno, "look at it");
	if (!S_ISREG(st->st_mode))
		return (struct cx_pub){.status = CX_PUB_KIND};
	*old = openat(dirfd, name,
	    O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
	if (*old < 0 && errno != ENOENT)
		return cx_pub_failed(errno, "read it");
	if (*old >= 0 && fstat(*old, st) != 0) {
		int error = errno;

		close(*old);
		return cx_pub_failed(error, "look at it");
	}
	return (struct cx_pub){.status = CX_PUB_DONE};
}

/* Before the first temporary file in a directory; 0 or an errno. */
static int
begin_dir(struct cx_lock *lock, int dirfd, const char *path)
{
	int error = lock ? cx_lock_note(lock, path) : 0;

	if (!error)
		(void)cx_temp_clean(dirfd);
	return error;
}

struct cx_pub
cx_pending_write(struct cx_pending *p, struct cx_lock *lock, int dirfd,
    const char *path, struct cx_str bytes, const struct cx_seen *seen,
    bool first)
{
	const char *name = lock ? cx_last_part(cx_str(path)).s : path;
	struct stat st;
	struct cx_pub pub;
	int old, error = 0;

	*p = (struct cx_pending){.fd = -1, .lock = lock};
	pub = open_old(dirfd, name, &old, &st);
	if (pub.status != CX_PUB_DONE)
		return pub;
	if (old >= 0 && same_bytes(old, &st, bytes, &error))
		pub.status = CX_PUB_SAME;
	else if (error)
		pub = cx_pub_failed(error, "read it");
	else if (seen && (seen->exists != (old >= 0) ||
		     (old >= 0 && !cx_seen_same(seen, &st))))
		pub.status = CX_PUB_STALE;
	else if (old >= 0 && st.st_nlink > 1)
		pub.status = CX_PUB_LINKED;
	else if (first && (error = begin_dir(lock, dirfd, path)) != 0)
		pub = cx_pub_failed(error, "note its directory in "
		    ".cortex/lock");
	else
		pub = write_temp(p, dirfd, bytes, old, &st);
	if (old >= 0)
		close(old); /* was only read */
	if (pub.status == CX_PUB_DONE) {
		p->name = cx_strdup(name);
		p->check = seen != NULL;
		if (seen)
			p->seen = *seen;
	}
	return pub;
}

struct cx_pub
cx_pending_begin(struct cx_pending *p, int dirfd, const char *name)
{
	struct stat st;
	struct cx_pub pub;
	int old;

	*p = (struct cx_pending){.fd = -1};
	pub = open_old(dirfd, name, &old, &st);
	if (pub.status != CX_PUB_DONE)
		return pub;
	if (old >= 0 && st.st_nlink > 1) {
		pub.status = CX_PUB_LINKED;
	} else {
		(void)cx_temp_clean(dirfd);
		pub = write_temp(p, dirfd, CX_STR(""), old, &st);
	}
	if (old >= 0)
		close(old); /* was only read */
	if (pub.status == CX_PUB_DONE)
		p->name = cx_strdup(name);
	return pub;
}

/* Whether the file is still the one that p's editor saw. */
static bool
still(const struct cx_pending *p, int dirfd)
{
	struct stat st;

	if (!p->check)
		return true;
	if (fstatat(dirfd, p->name, &st, AT_SYMLINK_NOFOLLOW) != 0)
		return errno == ENOENT && !p->seen.exists;
	return cx_seen_same(&p->seen, &st);
}

/* Whether it is the file that was seen.  A rename changes its ctime. */
static bool
was_seen(const struct cx_seen *seen, int dirfd, const char *name)
{
	struct cx_seen now;
	struct stat st;

	if (fstatat(dirfd, name, &st, AT_SYMLINK_NOFOLLOW) != 0)
		return false;
	now = cx_seen(&st);
	return now.dev == seen->dev && now.ino == seen->ino &&
	    now.size == seen->size && time_same(now.mtime, seen->mtime);
}

/*
 * rename(2) that replaces only the file that was seen: both change names, and
 * what has got the temporary one is looked at.  If somebody has saved since
 * still() has looked, theirs goes back, and EEXIST.  0 or an errno.
 */
static int
rename_seen(struct cx_pending *p, int dirfd)
{
	int error = cx_rename_swap(dirfd, p->temp, p->name);

	if (!error) {
		if (was_seen(&p->seen, dirfd, p->temp)) {
			if (unlinkat(dirfd, p->temp, 0) != 0)
				cx_temp_remove(p, dirfd);
			return 0;
		}
		return cx_rename_swap(dirfd, p->temp, p->name) == 0 ||
		    renameat(dirfd, p->temp, dirfd, p->name) == 0 ? EEXIST
								  : errno;
	}
	if (error != EINVAL && error != ENOSYS)
		return error;
	return renameat(dirfd, p->temp, dirfd, p->name) == 0 ? 0 : errno;
}

struct cx_pub
cx_pending_rename(struct cx_pending *p, int dirfd)
{
	struct cx_pub pub = {.status = CX_PUB_DONE};
	int error;

	/* Network file systems report failed writes here. */
	if (p->fd >= 0 && close(p->fd) != 0 && errno != EINTR) {
		pub = cx_pub_failed(errno, "close");
		p->fd = -1;
		cx_pending_drop(p, dirfd);
		return pub;
	}
	p->fd = -1;
	if (!still(p, dirfd)) {
		pub.status = CX_PUB_STALE;
	} else {
		if (p->check && !p->seen.exists)
			error = cx_rename_new(dirfd, p->temp, dirfd, p->name);
		else if (p->check)
			error = rename_seen(p, dirfd);
		else
			error = renameat(dirfd, p->temp, dirfd, p->name) == 0
			    ? 0 : errno;
		if (error == EEXIST)
			pub.status = CX_PUB_STALE;
		else if (error)
			pub = cx_pub_failed(error, "rename");
	}
	if (pub.status == CX_PUB_DONE) {
		pub.renamed = true;
		cx_out_changed();
		free(p->temp);
		p->temp = NULL;
	}
	cx_pending_drop(p, dirfd);
	return pub;
}

struct cx_pub
cx_publish(struct cx_lock *lock, int dirfd, const char *path,
    struct cx_str bytes, const struct cx_seen *seen)
{
	struct cx_pending p;
	struct cx_pub pub;
	int error;

	for (int i = 0; i < TRIES; i++) {
		pub = cx_pending_write(&p, lock, dirfd, path, bytes, seen,
		    i == 0);
		if (pub.status != CX_PUB_DONE)
			return pub;
		error = cx_sync(p.fd);
		if (error) {
			cx_pending_drop(&p, dirfd);
			return cx_pub_failed(error, "sync");
		}
		pub = cx_pending_rename(&p, dirfd);
		if (pub.status != CX_PUB_FAILED || pub.error != ENOENT)
			break;
	}
	if (pub.status != CX_PUB_DONE)
		return pub;
	error = cx_sync(dirfd);
	if (error) {
		pub = cx_pub_failed(error, "sync its directory");
		pub.renamed = true;
	}
	return pub;
}

struct cx_pub
cx_publish_new(int dirfd, const char *name, struct cx_str text, int in,
    struct cx_buf *left)
{
	struct cx_pending p = {.fd = -1, .check = true};
	struct cx_pub pub = {.status = CX_PUB_STALE};
	const char *step = "create a file beside it";
	struct stat st;
	char chunk[65536];
	ssize_t n;
	int error;

	if (!plain_name(name))
		return cx_pub_failed(EINVAL, "use its name");
	if (fstatat(dirfd, name, &st, AT_SYMLINK_NOFOLLOW) == 0)
		return pub;
	error = cx_temp_open(&p, dirfd, 0666);
	if (error)
		return cx_pub_failed(error, step);
	p.name = cx_strdup(name);
	step = "write";
	error = cx_write_all(p.fd, text.s, text.len);
	while (!error && (n = read(in, chunk, sizeof chunk)) != 0) {
		if (n > 0) {
			error = cx_write_all(p.fd, chunk, (size_t)n);
		} else if (errno != EINTR) {
			/* As if it had been killed, but that nobody wants. */
			pub = cx_pub_failed(errno, "read standard input");
			cx_pending_drop(&p, dirfd);
			return pub;
		}
	}
	if (!error && (error = cx_sync(p.fd)) != 0)
		step = "sync";
	if (error) {
		pub = cx_pub_failed(error, step);
		if (fstat(p.fd, &st) == 0 && st.st_size > 0) {
			cx_buf_puts(left, p.temp);
			free(p.temp);
			p.temp = NULL;
		}
		cx_pending_drop(&p, dirfd);
		return pub;
	}
	pub = cx_pending_rename(&p, dirfd);
	if (pub.status == CX_PUB_DONE && (error = cx_sync(dirfd)) != 0) {
		pub = cx_pub_failed(error, "sync its directory");
		pub.renamed = true;
	}
	return pub;
}

void
cx_pub_why(struct cx_buf *b, const struct cx_pub *pub)
{
	static const char *const said[] = {
	    [CX_PUB_DONE] = "written", [CX_PUB_SAME] = "nothing to change",
	    [CX_PUB_STALE] = "changed by somebody else; left as it "
		"is, run the command again",
	    [CX_PUB_LINKED] = "has more than one hard link, which replacing "
		"it would break; left as it is",
	    [CX_PUB_KIND] = "is not a regular file; left as it is"};

	if (pub->status != CX_PUB_FAILED)
		cx_buf_puts(b, said[pub->status]);
	else
		cx_buf_fmt(b, "cannot %s: %s; %s", pub->step,
		    strerror(pub->error), pub->renamed ? "the new text stands "
		    "there but may not survive a power cut" : "left as it was");
}
