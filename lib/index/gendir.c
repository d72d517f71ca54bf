/* Directories of generations. */
#include "lib/index/gen-impl.h"
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
#include <unistd.h>

int
cx_names_read(struct cx_names *names, int dirfd)
{
	DIR *stream = cx_dir_stream(dirfd, ".");
	const struct dirent *d;
	int error;

	if (!stream)
		return errno;
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

void
cx_names_release(struct cx_names *names)
{
	for (size_t i = 0; i < names->n; i++)
		free(names->v[i]);
	free(names->v);
	*names = (struct cx_names){NULL, 0, 0};
}

struct timespec
cx_changed(int dirfd, const char *name)
{
	struct stat st;

	if (fstatat(dirfd, name, &st, AT_SYMLINK_NOFOLLOW) != 0)
		return (struct timespec){0, 0};
	return cx_seen(&st).ctime;
}

int
cx_time_cmp(struct timespec a, struct timespec b)
{
	if (a.tv_sec != b.tv_sec)
		return a.tv_sec < b.tv_sec ? -1 : 1;
	return (a.tv_nsec > b.tv_nsec) - (a.tv_nsec < b.tv_nsec);
}

int
cx_replace_dir(int dirfd, const char *from, const char *to)
{
	struct cx_buf aside = CX_BUF_INIT;
	int error;

	if (renameat(dirfd, from, dirfd, to) == 0)
		return 0;
	if (errno != EEXIST && errno != ENOTEMPTY)
		return errno;
#ifdef RENAME_EXCHANGE
	if (renameat2(dirfd, from, dirfd, to, RENAME_EXCHANGE) == 0) {
		(void)cx_remove_dir(dirfd, from);
		return 0;
	}
	if (errno != EINVAL && errno != ENOSYS)
		return errno;
#endif
	cx_temp_name(&aside);
	error = renameat(dirfd, to, dirfd, aside.s) == 0 ? 0 : errno;
	if (!error)
		error = renameat(dirfd, from, dirfd, to) == 0 ? 0 : errno;
	if (!error)
		(void)cx_remove_dir(dirfd, aside.s);
	cx_buf_release(&aside);
	return error;
}

void
cx_remove_aside(int dirfd, const char *name)
{
	struct cx_buf aside = CX_BUF_INIT;

	cx_temp_name(&aside);
	if (renameat(dirfd, name, dirfd, aside.s) == 0)
		(void)cx_remove_dir(dirfd, aside.s);
	cx_buf_release(&aside);
}

bool
cx_same_content(int a, int b)
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

enum cx_gen_status
cx_gen_choose(int dirfd, cx_gen_id id, struct cx_gen_error *error)
{
	struct cx_names all = {NULL, 0, 0};
	enum cx_gen_status status = CX_GEN_NONE;
	struct timespec best = {0, 0}, t;
	int order, failed = cx_names_read(&all, dirfd);

	if (failed) {
		*error = (struct cx_gen_error){failed, "list it"};
		status = CX_GEN_FAILED;
	}
	for (size_t i = 0; !failed && i < all.n; i++) {
		if (!cx_gen_has_id(all.v[i], CX_STAGED))
			continue;
		t = cx_changed(dirfd, all.v[i]);
		order = cx_time_cmp(t, best);
		if (order > 0) {
			best = t;
			status = CX_GEN_DONE;
			memcpy(id, all.v[i] + strlen(CX_STAGED),
			    CX_DIGEST_HEX + 1);
		} else if (order == 0) {
			status = CX_GEN_MANY;
		}
	}
	cx_names_release(&all);
	return status;
}

void
cx_gen_remove_stages(int dirfd, struct timespec before)
{
	struct cx_names all = {NULL, 0, 0};

	if (cx_names_read(&all, dirfd) == 0)
		for (size_t i = 0; i < all.n; i++)
			if (cx_gen_has_id(all.v[i], CX_STAGED) &&
			    cx_time_cmp(cx_changed(dirfd, all.v[i]),
				before) < 0)
				cx_remove_aside(dirfd, all.v[i]);
	cx_names_release(&all);
}
