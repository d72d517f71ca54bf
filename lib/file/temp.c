/* Directory operations of the publisher and vault.c: temporary files, complete
 * writes, streams, renames. */
#include "lib/file/publish.h"
#include "lib/base/platform.h"
#include "lib/file/publish-impl.h"
#include "lib/file/vault.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/file.h>
#include <unistd.h>

int
cx_sync(int fd)
{
	int rc;

	do {
#ifdef F_FULLFSYNC
		/* fsync of macOS stops at the drive's cache. */
		rc = fcntl(fd, F_FULLFSYNC);
		if (rc != 0 && errno != EINTR)
			rc = fsync(fd);
#else
		rc = fsync(fd);
#endif
	} while (rc != 0 && errno == EINTR);
	return rc == 0 || errno == EINVAL || errno == ENOTSUP ? 0 : errno;
}

int
cx_rename_new(int from_dir, const char *from, int to_dir, const char *to)
{
	struct stat st;
	int error = cx_rename_free(from_dir, from, to_dir, to);

	if (!error)
		cx_out_changed();
	if (error != EINVAL && error != ENOSYS)
		return error;
	/* No directory with anything in it is replaced by one, and no file. */
	if (fstatat(from_dir, from, &st, AT_SYMLINK_NOFOLLOW) == 0 &&
	    S_ISDIR(st.st_mode)) {
		if (renameat(from_dir, from, to_dir, to) != 0)
			return errno;
		cx_out_changed();
		return 0;
	}
	/* link(2) never replaces; a file with two names is taken back. */
	if (linkat(from_dir, from, to_dir, to, 0) != 0)
		return errno;
	error = unlinkat(from_dir, from, 0) == 0 ? 0 : errno;
	if (error && unlinkat(to_dir, to, 0) == 0)
		return error;
	cx_out_changed();
	return error;
}

void
cx_temp_name(struct cx_buf *b)
{
	static atomic_ulong counter;

	b->len = 0;
	cx_buf_fmt(b, CX_TEMP_PREFIX "%ld-%lu", (long)getpid(),
	    atomic_fetch_add(&counter, 1));
	cx_buf_cstr(b);
}

/*
 * A cleaner may come between open and lock: then it holds the lock or the
 * name is gone.  Where there are no locks the cleaner cannot lock either, and
 * removes nothing.
 */
int
cx_temp_open(struct cx_pending *p, int dirfd, mode_t mode)
{
	struct cx_buf name = CX_BUF_INIT;
	struct stat st;

	for (;;) {
		cx_temp_name(&name);
		p->fd = openat(dirfd, name.s,
		    O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
		if (p->fd < 0 && (errno == EEXIST || errno == EINTR))
			continue;
		if (p->fd < 0) {
			int error = errno;

			cx_buf_release(&name);
			return error;
		}
		if ((flock(p->fd, LOCK_EX | LOCK_NB) == 0 ||
			errno != EWOULDBLOCK) &&
		    (fstat(p->fd, &st) != 0 || st.st_nlink > 0)) {
			p->temp = name.s;
			return 0;
		}
		close(p->fd); /* nothing was written */
	}
}

void
cx_temp_remove(struct cx_pending *p, int dirfd)
{
	if (unlinkat(dirfd, p->temp, 0) != 0 && errno != ENOENT && p->lock)
		p->lock->left = true;
}

DIR *
cx_dir_stream(int dirfd, const char *name)
{
	int fd = openat(dirfd, name,
	    O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	DIR *stream = fd < 0 ? NULL : fdopendir(fd);

	if (!stream)
		cx_close_at(&fd);
	return stream;
}

int
cx_remove_dir(int parent, const char *name)
{
	CX_AUTO_DIR stream = cx_dir_stream(parent, name);
	const struct dirent *d;
	int error = 0;

	if (!stream)
		return errno;
	while ((d = readdir(stream))) {
		if (strcmp(d->d_name, ".") != 0 &&
		    strcmp(d->d_name, "..") != 0 &&
		    unlinkat(dirfd(stream), d->d_name, 0) != 0 &&
		    errno != ENOENT)
			error = errno;
	}
	if (unlinkat(parent, name, AT_REMOVEDIR) != 0 && !error)
		error = errno;
	return error;
}

/*
 * A symlink cannot be locked; its writer, which renames it at once, makes
 * another when it finds it gone.  0 or an errno.
 */
static int
clean_one(int dirfd, const char *name)
{
	struct stat st;
	CX_AUTO_CLOSE fd = -1;
	int error = 0;

	if (fstatat(dirfd, name, &st, AT_SYMLINK_NOFOLLOW) != 0)
		return errno;
	if (!S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode) &&
	    !S_ISLNK(st.st_mode))
		return 0; /* nothing that we make */
	if (!S_ISLNK(st.st_mode)) {
		fd = openat(dirfd, name,
		    O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
		if (fd < 0 || flock(fd, LOCK_EX | LOCK_NB) != 0)
			error = errno;
	}
	if (!error && S_ISDIR(st.st_mode))
		error = cx_remove_dir(dirfd, name);
	else if (!error && unlinkat(dirfd, name, 0) != 0)
		error = errno;
	return error;
}

int
cx_temp_clean(int dirfd)
{
	CX_AUTO_DIR stream = cx_dir_stream(dirfd, ".");
	const struct dirent *d;
	int error = 0, one;

	if (!stream)
		return errno;
	while (errno = 0, (d = readdir(stream))) {
		if (strncmp(d->d_name, CX_TEMP_PREFIX,
			sizeof CX_TEMP_PREFIX - 1) != 0)
			continue;
		one = clean_one(dirfd, d->d_name);
		if (one && one != ENOENT && (!error || error == EWOULDBLOCK))
			error = one;
	}
	if (errno)
		error = errno;
	return error;
}
