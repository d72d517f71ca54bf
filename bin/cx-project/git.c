/* The repository of a directory: gitrepository-layout(5), without git. */
#include "cx-project.h"
#include "lib/file/gitremote.h"
#include "lib/file/vault.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#define LIMIT ((size_t)1 << 20)

/* A file of git's, by its path; 0 or an errno. */
static int
read_path(struct cx_buf *path, struct cx_buf *text)
{
	int fd = open(cx_buf_cstr(path),
	    O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	struct stat st;
	int error = 0;

	if (fd < 0)
		return errno == ENXIO ? ENODEV : errno;
	if (fstat(fd, &st) != 0)
		error = errno;
	else if (S_ISDIR(st.st_mode))
		error = EISDIR;
	else if (!S_ISREG(st.st_mode))
		error = ENODEV;
	else
		error = cx_read_fd(fd, text, LIMIT);
	close(fd); /* was only read */
	return error;
}

/* Makes base what `to`, a line of a file, means from there. */
static void
go(struct cx_buf *base, struct cx_str to)
{
	to = cx_str_trim(to);
	if (to.len && to.s[0] == '/')
		base->len = 0;
	else
		cx_buf_char(base, '/');
	cx_buf_str(base, to);
}

static void
join(struct cx_buf *path, const struct cx_buf *dir, const char *name)
{
	path->len = 0;
	cx_buf_str(path, cx_buf_view(dir));
	cx_buf_puts(path, name);
}

/*
 * Where the repository's files are.  In a worktree or submodule .git is a
 * file "gitdir: PATH"; a worktree's directory names, in turn, the one that
 * it has in common with others.  False: there is no .git.
 */
static bool
find(struct cx_str dir, struct cx_buf *git)
{
	const struct cx_str key = CX_STR("gitdir:");
	struct cx_buf text = CX_BUF_INIT, path = CX_BUF_INIT;
	int error;

	git->len = 0;
	cx_buf_str(git, dir);
	join(&path, git, "/.git");
	error = read_path(&path, &text);
	if (error == ENOENT || error == ENOTDIR || error == EACCES) {
		cx_buf_release(&path);
		return false;
	}
	if (error == EISDIR) {
		cx_buf_puts(git, "/.git");
	} else if (error) {
		cx_die(CX_FAIL, "%s: %s", path.s, cx_file_error(error));
	} else {
		if (!cx_str_starts(cx_buf_view(&text), key))
			cx_die(CX_USAGE, "%s: does not begin with 'gitdir:'; "
			    "git would not read it either", path.s);
		go(git, cx_str_from(cx_buf_view(&text), key.len));
	}
	text.len = 0;
	join(&path, git, "/commondir");
	error = read_path(&path, &text);
	if (!error)
		go(git, cx_buf_view(&text));
	else if (error != ENOENT && error != ENOTDIR)
		cx_die(CX_FAIL, "%s: %s", path.s, cx_file_error(error));
	cx_buf_release(&text);
	cx_buf_release(&path);
	return true;
}

/* `..` and `.` taken out by their names: the directory may be elsewhere. */
static void
clean(struct cx_buf *out, struct cx_str path)
{
	size_t start = out->len;
	struct cx_str part;

	while (cx_str_split(&path, '/', &part)) {
		if (part.len == 0 || cx_str_is(part, "."))
			continue;
		if (cx_str_is(part, "..")) {
			while (out->len > start && out->s[out->len - 1] != '/')
				out->len--;
			if (out->len > start)
				out->len--;
			continue;
		}
		cx_buf_char(out, '/');
		cx_buf_str(out, part);
	}
}

/* A remote that is a relative path counts from the repository. */
static bool
put_remote(struct cx_buf *remote, struct cx_str dir, struct cx_str url)
{
	struct cx_buf b = CX_BUF_INIT;
	bool ok;

	if (cx_str_starts(url, CX_STR("./")) ||
	    cx_str_starts(url, CX_STR("../"))) {
		struct cx_buf full = CX_BUF_INIT;

		cx_buf_str(&full, dir);
		cx_buf_char(&full, '/');
		cx_buf_str(&full, url);
		clean(&b, cx_buf_view(&full));
		cx_buf_release(&full);
		url = cx_buf_view(&b);
	}
	ok = cx_git_normalise(remote, url);
	cx_buf_release(&b);
	return ok;
}

enum repository
git_read(struct cx_str dir, struct cx_buf *remote)
{
	struct cx_buf git = CX_BUF_INIT, path = CX_BUF_INIT;
	struct cx_buf text = CX_BUF_INIT, url = CX_BUF_INIT;
	enum repository r = NO_REPOSITORY;
	enum cx_git_status status;
	size_t line = 0;
	bool is_file;
	int error;

	if (!find(dir, &git))
		goto out;
	join(&path, &git, "/config");
	error = read_path(&path, &text);
	is_file = !cx_str_ends(cx_buf_view(&git), CX_STR("/.git"));
	/* Any directory may be called .git; what a file names must be one. */
	if ((error == ENOENT || error == ENOTDIR) && !is_file)
		goto out;
	if (error)
		cx_die(CX_FAIL, "%s: %s%s%.*s/.git", path.s,
		    cx_file_error(error), is_file ? "; named by " : "; of ",
		    (int)dir.len, dir.s);
	r = WITHOUT_REMOTE;
	status = cx_git_origin(cx_buf_view(&text), &url, &line);
	if (status == CX_GIT_BROKEN)
		cx_die(CX_USAGE, "%s:%zu: not understood; git config -l "
		    "should say why", path.s, line);
	if (status == CX_GIT_MANY)
		cx_die(CX_USAGE, "%s:%zu: a second remote 'origin', and not "
		    "the same one; remove or rename one of them", path.s,
		    line);
	if (status == CX_GIT_DONE &&
	    put_remote(remote, dir, cx_buf_view(&url)))
		r = WITH_REMOTE;
out:
	cx_buf_release(&git);
	cx_buf_release(&path);
	cx_buf_release(&text);
	cx_buf_release(&url);
	return r;
}
