/* Paths below a vault, opened and read without leaving it. */
#include "lib/file/vault.h"
#include "lib/json/json.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/syscall.h>
#endif
#ifdef SYS_openat2
#include <linux/openat2.h>
#endif

/* One read takes at most this; more than SSIZE_MAX is undefined, and Linux
 * stops at 2 GiB anyway. */
#define READ_MAX ((size_t)1 << 30)

bool
cx_vault_path_ok(struct cx_str path)
{
	struct cx_str part;

	if (path.len == 0 || path.s[path.len - 1] == '/' ||
	    memchr(path.s, '\0', path.len))
		return false;
	while (cx_str_split(&path, '/', &part)) {
		if (part.len == 0 || cx_str_is(part, ".") ||
		    cx_str_is(part, ".."))
			return false;
	}
	return true;
}

bool
cx_vault_relative(struct cx_buf *out, const struct cx_vault *v,
    struct cx_str path)
{
	size_t before = out->len;
	struct cx_str part;

	if (path.len && memchr(path.s, '\0', path.len))
		return false;
	if (path.len && path.s[0] == '/') {
		struct cx_str root = cx_str(v->path);

		if (!cx_str_starts(path, root))
			return false;
		path = cx_str_from(path, root.len);
		/* "/v" is not above "/vault/a"; the root is "/" itself. */
		if (root.len > 1 && path.len && path.s[0] != '/')
			return false;
	}
	while (cx_str_split(&path, '/', &part)) {
		if (part.len == 0 || cx_str_is(part, "."))
			continue;
		if (cx_str_is(part, "..")) {
			out->len = before;
			return false;
		}
		if (out->len > before)
			cx_buf_char(out, '/');
		cx_buf_str(out, part);
	}
	return out->len > before;
}

/* Linux says ENOTDIR for O_DIRECTORY on a symlink, and FreeBSD EMLINK for
 * O_NOFOLLOW; it is ELOOP here. */
static int
open_part(int dirfd, const char *name, int flags)
{
	int fd = openat(dirfd, name, flags);
	struct stat st;
	int err = errno;

	if (fd < 0 && (err == ENOTDIR || err == EMLINK)) {
		if (fstatat(dirfd, name, &st, AT_SYMLINK_NOFOLLOW) == 0 &&
		    S_ISLNK(st.st_mode))
			err = ELOOP;
		errno = err;
	}
	return fd;
}

/* Part by part, for where the kernel cannot do it in one. */
static int
open_parts(int dirfd, const char *path, int flags)
{
	char *copy = cx_strdup(path);
	char *name = copy, *slash;
	int fd = dirfd, next, err;

	do {
		slash = strchr(name, '/');
		if (slash)
			*slash = '\0';
		next = open_part(fd, name, slash
		    ? O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
		    : flags);
		err = errno;
		if (fd != dirfd)
			close(fd);
		fd = next;
		if (slash)
			name = slash + 1;
	} while (fd >= 0 && slash);
	free(copy);
	errno = err;
	return fd;
}

int
cx_vault_open(int dirfd, const char *path, int flags)
{
	if (!cx_vault_path_ok(cx_str(path)) || (flags & O_CREAT)) {
		errno = EINVAL;
		return -1;
	}
	flags |= O_CLOEXEC | O_NOFOLLOW | O_NOCTTY;
	if (!strchr(path, '/'))
		return open_part(dirfd, path, flags);
#ifdef SYS_openat2
	struct open_how how = {.flags = (unsigned)flags,
	    .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS};
	long fd = syscall(SYS_openat2, dirfd, path, &how, sizeof how);

	/* Old kernels lack the call, sandboxes forbid it, and EAGAIN says
	 * that a rename came between. */
	if (fd >= 0 || (errno != ENOSYS && errno != EPERM && errno != EAGAIN))
		return (int)fd;
#endif
	return open_parts(dirfd, path, flags);
}

/*
 * Reads to the end, hint being the size that the file seems to have.  A read
 * that stops short just where the file is said to end is taken as the end,
 * which saves a call for nearly every file.
 */
static int
read_all(int fd, struct cx_buf *text, size_t limit, size_t hint, bool sized)
{
	size_t before = text->len, got = 0;

	if (limit > SIZE_MAX / 2)
		limit = SIZE_MAX / 2;
	if (hint > limit)
		hint = limit;
	for (;;) {
		size_t want = got <= hint ? hint - got + 1 : got;
		ssize_t n;

		if (want > limit - got + 1)
			want = limit - got + 1;
		if (want < 4096 && got > hint)
			want = 4096;
		if (want > READ_MAX)
			want = READ_MAX;
		cx_buf_room(text, cx_add(want, CX_JSON_PAD));
		n = read(fd, text->s + text->len, want);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0) {
			text->len = before;
			return errno;
		}
		text->len += (size_t)n;
		got += (size_t)n;
		if (got > limit) {
			text->len = before + limit;
			return EFBIG;
		}
		if (n == 0 || (sized && got == hint && (size_t)n < want))
			return 0;
	}
}

int
cx_read_fd(int fd, struct cx_buf *text, size_t limit)
{
	return read_all(fd, text, limit, 64 * 1024, false);
}

static int
read_regular(int fd, struct cx_buf *text, size_t limit, struct stat *st)
{
	if (fstat(fd, st) != 0)
		return errno;
	if (S_ISDIR(st->st_mode))
		return EISDIR;
	if (!S_ISREG(st->st_mode))
		return ENODEV;
	return read_all(fd, text, limit,
	    (uintmax_t)st->st_size > limit ? limit : (size_t)st->st_size, true);
}

int
cx_read_file(int dirfd, const char *path, struct cx_buf *text, size_t limit,
    struct stat *st)
{
	struct stat mine;
	/* O_NONBLOCK: a FIFO without writer must not hold us. */
	int fd = cx_vault_open(dirfd, path, O_RDONLY | O_NONBLOCK);
	int err;

	/* What opening a socket gives. */
	if (fd < 0)
		return errno == ENXIO ? ENODEV : errno;
	err = read_regular(fd, text, limit, st ? st : &mine);
	close(fd);
	return err;
}

int
cx_each_chunk(int dirfd, const char *path,
    void (*use)(void *arg, const void *data, size_t len), void *arg)
{
	int fd = cx_vault_open(dirfd, path, O_RDONLY | O_NONBLOCK), err = 0;
	char buf[65536];
	ssize_t n;

	if (fd < 0)
		return errno;
	while ((n = read(fd, buf, sizeof buf)) != 0) {
		if (n > 0)
			use(arg, buf, (size_t)n);
		else if (errno != EINTR) {
			err = errno;
			break;
		}
	}
	close(fd); /* only read */
	return err;
}

const char *
cx_file_error(int err)
{
	switch (err) {
	case ELOOP:
		return "symlinks are not followed inside a vault";
	case EISDIR:
		return "is a directory, not a file";
	case ENODEV:
		return "is not a regular file";
	case EFBIG:
		return "too large";
	case EINVAL:
		return "is not a path inside the vault";
	default:
		return strerror(err);
	}
}

DIR *
cx_dir_stream(int dirfd, const char *name)
{
	int fd = openat(dirfd, name,
	    O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	DIR *stream = fd < 0 ? NULL : fdopendir(fd);
	int error = errno;

	if (fd >= 0 && !stream)
		close(fd); /* was not read */
	errno = error;
	return stream;
}

int
cx_vault_dir(int dirfd, const char *path, const char **name)
{
	const char *slash = strrchr(path, '/');
	struct cx_buf dir = CX_BUF_INIT;
	int fd, error;

	*name = slash ? slash + 1 : path;
	if (!cx_vault_path_ok(cx_str(path))) {
		errno = EINVAL;
		return -1;
	}
	if (!slash)
		return openat(dirfd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	cx_buf_add(&dir, path, (size_t)(slash - path));
	fd = cx_vault_open(dirfd, cx_buf_cstr(&dir), O_RDONLY | O_DIRECTORY);
	error = errno;
	cx_buf_release(&dir);
	errno = error;
	return fd;
}
