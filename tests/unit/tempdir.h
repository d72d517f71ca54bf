/* tempdir.h: a temporary directory for a unit test, under $TMPDIR. */
#ifndef CX_TESTS_TEMPDIR_H
#define CX_TESTS_TEMPDIR_H

#include "lib/base/mem.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Its path, to be freed by temp_remove; *fd is open on it. */
static inline char *
temp_dir(int *fd)
{
	struct cx_buf b = CX_BUF_INIT;
	const char *tmp = getenv("TMPDIR");

	cx_buf_puts(&b, tmp ? tmp : "/tmp");
	cx_buf_puts(&b, "/cx-unit.XXXXXX");
	cx_buf_cstr(&b);
	if (!mkdtemp(b.s))
		cx_die(CX_FAIL, "%s: no temporary directory", b.s);
	*fd = open(b.s, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (*fd < 0)
		cx_die(CX_FAIL, "%s: cannot be opened", b.s);
	return b.s;
}

static inline void
temp_remove(char *path, int fd)
{
	struct cx_buf b = CX_BUF_INIT;

	close(fd);
	cx_buf_fmt(&b, "rm -rf '%s'", path);
	if (system(cx_buf_cstr(&b)) != 0)
		cx_die(CX_FAIL, "%s: cannot be removed", path);
	cx_buf_release(&b);
	free(path);
}

/* Writes dirfd/name anew; the directories on the way are made. */
static inline void
temp_put(int dirfd, const char *name, const char *s, size_t len)
{
	struct cx_buf b = CX_BUF_INIT;
	int fd;

	for (const char *p = name; (p = strchr(p, '/')); p++) {
		b.len = 0;
		cx_buf_add(&b, name, (size_t)(p - name));
		(void)mkdirat(dirfd, cx_buf_cstr(&b), 0777);
	}
	cx_buf_release(&b);
	fd = openat(dirfd, name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC,
	    0666);
	if (fd < 0 || write(fd, s, len) != (ssize_t)len || close(fd) != 0)
		cx_die(CX_FAIL, "%s: cannot be written", name);
}

static inline void
temp_puts(int dirfd, const char *name, const char *s)
{
	temp_put(dirfd, name, s, strlen(s));
}

/* The content of dirfd/name, to be freed; NULL when it cannot be opened. */
static inline char *
temp_get(int dirfd, const char *name)
{
	struct cx_buf b = CX_BUF_INIT;
	int fd = openat(dirfd, name, O_RDONLY | O_CLOEXEC);
	ssize_t n;

	if (fd < 0)
		return NULL;
	do {
		n = read(fd, cx_buf_room(&b, 4096), 4096);
		b.len += n > 0 ? (size_t)n : 0;
	} while (n > 0);
	close(fd);
	cx_buf_cstr(&b);
	return b.s;
}

#endif
