/* Temporary files of the publisher, and whole writes. */
#include "lib/publish.h"
#include "lib/vault.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>

#define WRITE_MAX ((size_t)1 << 30)

int
cx_write_all(int fd, const void *s, size_t len)
{
	const char *p = s;

	while (len > 0) {
		ssize_t n = write(fd, p, len < WRITE_MAX ? len : WRITE_MAX);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return errno;
		if (n == 0)
			return EIO; /* no progress and no reason */
		p += n;
		len -= (size_t)n;
	}
	return 0;
}

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

void
cx_temp_name(struct cx_buf *b)
{
	static atomic_ulong counter;

	b->len = 0;
	cx_buf_fmt(b, CX_TEMP_PREFIX "%ld-%lu", (long)getpid(),
	    atomic_fetch_add(&counter, 1));
	cx_buf_cstr(b);
}

int
cx_remove_dir(int parent, const char *name)
{
	DIR *stream = cx_dir_stream(parent, name);
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
	closedir(stream);
	if (unlinkat(parent, name, AT_REMOVEDIR) != 0 && !error)
		error = errno;
	return error;
}

/*
 * A symlink cannot be locked; its writer, which renames it at once, makes
 * another when it finds it gone.
 */
static void
clean_one(int dirfd, const char *name)
{
	struct stat st;
	int fd;

	if (fstatat(dirfd, name, &st, AT_SYMLINK_NOFOLLOW) != 0)
		return;
	if (S_ISLNK(st.st_mode)) {
		(void)unlinkat(dirfd, name, 0);
		return;
	}
	if (!S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode))
		return;
	fd = openat(dirfd, name,
	    O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
	if (fd < 0)
		return;
	if (flock(fd, LOCK_EX | LOCK_NB) != 0) {
		close(fd);
		return;
	}
	if (S_ISDIR(st.st_mode))
		(void)cx_remove_dir(dirfd, name);
	else
		(void)unlinkat(dirfd, name, 0);
	close(fd);
}

/*
 * Nothing here is worth failing a publication for: what cannot be removed
 * now stays for the next writer.  Returns whether there was anything.
 */
static bool
each_temp(int dirfd, bool clean)
{
	DIR *stream = cx_dir_stream(dirfd, ".");
	const struct dirent *d;
	bool any = false;

	if (!stream)
		return false;
	while ((d = readdir(stream))) {
		if (strncmp(d->d_name, CX_TEMP_PREFIX,
			sizeof CX_TEMP_PREFIX - 1) != 0)
			continue;
		any = true;
		if (!clean)
			break;
		clean_one(dirfd, d->d_name);
	}
	closedir(stream);
	return any;
}

void
cx_temp_clean(int dirfd)
{
	(void)each_temp(dirfd, true);
}

bool
cx_temp_any(int dirfd)
{
	return each_temp(dirfd, false);
}

bool
cx_temp_other(struct cx_temp_dir *last, int dirfd)
{
	struct stat st;

	if (fstat(dirfd, &st) != 0 ||
	    (st.st_dev == last->dev && st.st_ino == last->ino))
		return false;
	*last = (struct cx_temp_dir){st.st_dev, st.st_ino};
	return true;
}
