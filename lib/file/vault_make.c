/* Directories of a vault, made where they are missing, or by their names. */
#include "lib/file/vault.h"
#include "lib/file/publish.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

int
cx_vault_make_dir(int vault_fd, struct cx_str dir)
{
	int fd = openat(vault_fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	struct cx_buf part = CX_BUF_INIT;
	struct cx_str name;

	while (fd >= 0 && cx_str_split(&dir, '/', &name)) {
		bool made;
		int next = -1, error = 0;

		part.len = 0;
		cx_buf_str(&part, name);
		made = mkdirat(fd, cx_buf_cstr(&part), 0777) == 0;
		if (!made && errno != EEXIST)
			error = errno;
		/* Else a new directory could be gone after a crash. */
		if (made)
			error = cx_sync(fd);
		if (!error) {
			next = cx_vault_open(fd, part.s,
			    O_RDONLY | O_DIRECTORY);
			error = errno;
		}
		close(fd); /* was only looked through */
		fd = next;
		errno = error;
	}
	cx_buf_release(&part);
	return fd;
}

/* The path of a directory of the vault; false if it is not in it, or is it. */
static bool
is_below(struct cx_vault *v, const char *root, struct cx_str path,
    struct cx_buf *below)
{
	below->len = 0;
	if (!cx_vault_hold(v, root))
		return false;
	if (cx_vault_relative(below, v, path))
		return true;
	cx_vault_release(v);
	return false;
}

/* The same by the way it is named, the vault's own directory by a link too. */
static bool
is_seen_below(struct cx_vault *v, struct cx_str path, struct cx_buf *below)
{
	struct cx_buf dir = CX_BUF_INIT, root = CX_BUF_INIT;
	bool found = false;

	while (path.len > 1 && path.s[path.len - 1] == '/')
		path.len--;
	cx_buf_str(&dir, path);
	while (dir.len > 0 && dir.s[--dir.len] != '/')
		;
	if (dir.len > 0 && cx_vault_around(&root, cx_buf_cstr(&dir)) &&
	    cx_vault_hold(v, cx_buf_cstr(&root))) {
		struct cx_vault named = {v->fd, root.s};

		below->len = 0;
		found = cx_vault_relative(below, &named, path);
		if (!found)
			cx_vault_release(v);
	}
	cx_buf_release(&dir);
	cx_buf_release(&root);
	return found;
}

/* The vault that the path is below, held, and the path in it. */
static bool
find_below(struct cx_vault *v, const char *path, struct cx_buf *below)
{
	struct cx_buf full = CX_BUF_INIT, root = CX_BUF_INIT;
	char *here = path[0] == '/' ? NULL : realpath(".", NULL);
	bool found;

	if (here)
		cx_buf_fmt(&full, "%s/", here);
	cx_buf_puts(&full, path);
	found = (cx_vault_find(&root, NULL, NULL) != CX_VAULT_NONE &&
		    is_below(v, cx_buf_cstr(&root), cx_buf_view(&full),
			below)) ||
	    is_seen_below(v, cx_buf_view(&full), below);
	free(here);
	cx_buf_release(&full);
	cx_buf_release(&root);
	return found;
}

int
cx_vault_named_dir(const char *path, bool make)
{
	struct cx_buf below = CX_BUF_INIT;
	struct cx_vault v;
	const char *name;
	int parent, fd = -1, error;

	if (!find_below(&v, path, &below)) {
		cx_buf_release(&below);
		if (make && mkdir(path, 0777) != 0 && errno != EEXIST)
			return -1;
		return open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	}
	parent = cx_vault_dir(v.fd, cx_buf_cstr(&below), &name);
	if (parent >= 0 && (!make || mkdirat(parent, name, 0777) == 0 ||
	    errno == EEXIST))
		fd = cx_vault_open(parent, name, O_RDONLY | O_DIRECTORY);
	error = errno;
	if (parent >= 0)
		close(parent); /* was only looked through */
	cx_vault_release(&v);
	cx_buf_release(&below);
	errno = error;
	return fd;
}
