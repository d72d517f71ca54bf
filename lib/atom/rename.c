/* Renames a note or a folder, and back. */
#include "lib/atom/rename.h"

#include "lib/file/publish.h"
#include "lib/file/vault.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

/* The way to a path's directory and its name. */
struct place {
	int dir;
	const char *name;
	struct stat st;
	bool there;
};

static bool
place_look(struct place *x)
{
	x->there = fstatat(x->dir, x->name, &x->st, AT_SYMLINK_NOFOLLOW) == 0;
	return x->there || errno == ENOENT;
}

/* from becomes to; 0 or an errno, EEXIST if both are there. */
static int
rename_place(struct place *from, struct place *to)
{
	int error = 0;

	if (!place_look(from) || !place_look(to))
		return errno;
	if (from->there && to->there) {
		/* Where rename(2) always replaces, it is a link and then an
		 * unlink; a crash came between. */
		if (from->st.st_dev != to->st.st_dev ||
		    from->st.st_ino != to->st.st_ino)
			return EEXIST;
		error = unlinkat(from->dir, from->name, 0) ? errno : 0;
	} else if (from->there) {
		error = cx_rename_new(from->dir, from->name, to->dir, to->name);
	} else if (!to->there) {
		return ENOENT;
	}
	if (!error)
		error = cx_sync(to->dir);
	return error ? error : cx_sync(from->dir);
}

bool
cx_rename_path(const struct cx_rename *p, struct cx_str path,
    struct cx_buf *out)
{
	bool moves = p->from.len && cx_str_starts(path, p->from) &&
	    (path.len == p->from.len || path.s[p->from.len] == '/');

	if (moves)
		cx_buf_str(out, p->to);
	cx_buf_str(out, moves ? cx_str_from(path, p->from.len) : path);
	return moves;
}

size_t
cx_rename_have(int vault_fd, struct cx_str path)
{
	CX_AUTO_BUF b = CX_BUF_INIT;
	struct stat st;
	size_t have = 0;

	for (size_t i = 0; i < path.len; i++) {
		if (path.s[i] != '/')
			continue;
		b.len = 0;
		cx_buf_add(&b, path.s, i);
		if (fstatat(vault_fd, cx_buf_cstr(&b), &st,
		    AT_SYMLINK_NOFOLLOW) != 0)
			break;
		have = i + 1;
	}
	return have;
}

void
cx_rename_tidy(int vault_fd, struct cx_str path, size_t have)
{
	CX_AUTO_BUF b = CX_BUF_INIT;

	for (size_t i = path.len; i > have; i--) {
		if (path.s[i - 1] != '/')
			continue;
		b.len = 0;
		cx_buf_add(&b, path.s, i - 1);
		if (unlinkat(vault_fd, cx_buf_cstr(&b), AT_REMOVEDIR) != 0 &&
		    errno != ENOENT)
			break;
	}
}

static void
place_close(const struct place *x)
{
	cx_close_at(&x->dir); /* was synced, if changed */
}

#define AUTO_PLACE CX_AUTO(place_close) struct place

int
cx_rename_note(const struct cx_rename *p, int vault_fd)
{
	AUTO_PLACE old = {.dir = -1}, new = {.dir = -1};

	new.name = cx_last_part(p->to).s;
	old.dir = cx_vault_dir(vault_fd, p->from.s, &old.name);
	if (old.dir >= 0)
		new.dir = cx_vault_make_dir(vault_fd, cx_dir_part(p->to));
	return old.dir < 0 || new.dir < 0 ? errno : rename_place(&old, &new);
}

int
cx_rename_back(const struct cx_rename *p, int vault_fd)
{
	AUTO_PLACE old = {.dir = -1}, new = {.dir = -1};
	int error = 0;

	old.dir = cx_vault_dir(vault_fd, p->from.s, &old.name);
	if (old.dir >= 0)
		new.dir = cx_vault_dir(vault_fd, p->to.s, &new.name);
	/* Without its directory it has not got there. */
	if (old.dir < 0 || (new.dir < 0 && errno != ENOENT))
		error = errno;
	else if (new.dir >= 0)
		error = rename_place(&new, &old);
	/* The other file of the new name is somebody else's. */
	if (error == EEXIST)
		error = 0;
	if (!error)
		cx_rename_tidy(vault_fd, p->to, p->have);
	return error;
}
