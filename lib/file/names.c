/* names.c: see names.h. */
#include "lib/file/names.h"

#include "lib/base/str.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void
cx_names_open(struct cx_names *n, const char *vault)
{
	*n = (struct cx_names){.root = strlen(vault) + 1};
	*CX_NEXT(n->todo, n->n, n->cap) = cx_strdup(vault);
}

void
cx_names_close(struct cx_names *n)
{
	if (n->stream)
		closedir(n->stream);
	while (n->n)
		free(n->todo[--n->n]);
	free(n->todo);
	cx_buf_release(&n->path);
}

/* The next directory; 0 or an errno. */
static int
enter(struct cx_names *n)
{
	char *path = n->todo[--n->n];
	int fd, error;

	n->path.len = 0;
	cx_buf_puts(&n->path, path);
	n->dir = n->path.len;
	free(path);
	fd = open(cx_buf_cstr(&n->path), O_RDONLY | O_DIRECTORY | O_CLOEXEC |
	    (n->dir < n->root ? 0 : O_NOFOLLOW));
	if (fd < 0)
		return errno;
	n->stream = fdopendir(fd);
	if (n->stream)
		return 0;
	error = errno;
	close(fd);
	return error;
}

/* File systems need not tell types in directories (readdir(3)). */
static mode_t
type_of(int dir, const struct dirent *d)
{
	struct stat st;

#ifdef DT_UNKNOWN
	if (d->d_type != DT_UNKNOWN)
		return DTTOIF(d->d_type);
#endif
	return fstatat(dir, d->d_name, &st, AT_SYMLINK_NOFOLLOW) == 0
	    ? st.st_mode & S_IFMT : 0;
}

bool
cx_names_next(struct cx_names *n)
{
	const struct dirent *d;

	n->type = S_IFDIR;
	while (n->stream || n->n) {
		if (!n->stream && (n->error = enter(n)))
			return true;
		errno = 0;
		d = readdir(n->stream);
		if (!d) {
			n->error = errno;
			closedir(n->stream);
			n->stream = NULL;
			n->path.len = n->dir;
			cx_buf_cstr(&n->path);
			if (n->error)
				return true;
			continue;
		}
		if (CX_ONE_OF(cx_str(d->d_name), ".", ".."))
			continue;
		n->type = type_of(dirfd(n->stream), d);
		if (S_ISDIR(n->type) && strcmp(d->d_name, ".git") == 0)
			continue;
		n->path.len = n->dir;
		cx_buf_char(&n->path, '/');
		cx_buf_puts(&n->path, d->d_name);
		n->name = cx_buf_cstr(&n->path) + n->dir + 1;
		if (S_ISDIR(n->type))
			*CX_NEXT(n->todo, n->n, n->cap) =
			    cx_strdup(n->path.s);
		return true;
	}
	return false;
}
