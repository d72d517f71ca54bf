/* The repository of a directory, as git itself sees it. */
#include "cx-project.h"
#include "lib/file/git.h"

#include <errno.h>
#include <sys/stat.h>

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

/* What is called .git there; 0 for nothing. */
static mode_t
marked(struct cx_str dir, struct cx_buf *path)
{
	struct stat st;

	cx_buf_str(path, dir);
	cx_buf_puts(path, "/.git");
	return lstat(cx_buf_cstr(path), &st) == 0 ? st.st_mode : 0;
}

/* The first line of what git has said. */
static struct cx_str
first_line(const struct cx_buf *said)
{
	struct cx_str rest = cx_buf_view(said), line = {NULL, 0};

	cx_str_split(&rest, '\n', &line);
	return line;
}

enum repository
git_read(struct cx_str dir, struct cx_buf *remote)
{
	/* Knows include, insteadOf, worktrees and submodules. */
	static const char *const get[] = {"remote", "get-url", "origin", NULL};
	static const char *const is[] = {"rev-parse", "--git-dir", NULL};
	struct cx_buf path = CX_BUF_INIT, parent = CX_BUF_INIT;
	struct cx_buf said = CX_BUF_INIT;
	enum repository r = WITHOUT_REMOTE;
	mode_t mode = marked(dir, &path);
	struct cx_str line;
	int status;

	if (!mode) {
		cx_buf_release(&path);
		return NO_REPOSITORY;
	}
	path.len = dir.len;
	cx_buf_str(&parent, dir);
	while (parent.len > 1 && parent.s[--parent.len] != '/')
		;
	status = cx_git(cx_buf_cstr(&path), cx_buf_cstr(&parent), get, true,
	    &said);
	line = first_line(&said);
	if (status == 0) {
		if (put_remote(remote, dir, line))
			r = WITH_REMOTE;
	} else if (status < 0 && errno != ENOENT) {
		cx_die(CX_FAIL, "git: %s", strerror(errno));
	} else if (status > 0 &&
	    !cx_str_has(cx_buf_view(&said), CX_STR("No such remote"))) {
		/* Any directory may be called .git, but a file that is leads
		 * somewhere.  Other trouble would change what the project is,
		 * so it is not passed over. */
		said.len = 0;
		status = cx_git(path.s, parent.s, is, true, &said);
		line = first_line(&said);
		if (status == 0 || !S_ISDIR(mode) || !cx_str_has(line,
		    CX_STR("not a git repository")))
			cx_die(CX_USAGE, "%s/.git: git says: %.*s", path.s,
			    (int)line.len, line.s);
		r = NO_REPOSITORY;
	}
	cx_buf_release(&path);
	cx_buf_release(&parent);
	cx_buf_release(&said);
	return r;
}
