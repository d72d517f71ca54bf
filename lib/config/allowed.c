/* Finds and reads the records of what was allowed. */
#include "lib/config/allowed.h"

#include "lib/file/vault.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#define RECORD_MAX ((size_t)16 << 20)

/* The user's directory of state, by the XDG Base Directory Specification: one
 * that is not absolute counts as not given.  False: there is none. */
static bool
state_home(struct cx_buf *b)
{
	const char *dir = getenv("XDG_STATE_HOME"), *home = getenv("HOME");

	b->len = 0;
	if (dir && *dir == '/')
		cx_buf_puts(b, dir);
	else if (home && *home == '/')
		cx_buf_fmt(b, "%s/.local/state", home);
	cx_buf_cstr(b);
	return b->len > 0;
}

/* Only what its owner alone may have written is believed. */
static bool
only_ours(const struct stat *st)
{
	return st->st_uid == geteuid() && !(st->st_mode & 022);
}

/* mkdir -p of the user's own directory, which may go through links. */
static void
make_home(struct cx_buf *path)
{
	for (size_t i = 1; i <= path->len; i++) {
		char c = path->s[i];

		if (c != '/' && c != '\0')
			continue;
		path->s[i] = '\0';
		if (mkdir(path->s, 0700) != 0 && errno != EEXIST &&
		    errno != EISDIR && errno != EROFS && errno != EACCES)
			cx_die(CX_FAIL, "%s: cannot make it: %s", path->s,
			    strerror(errno));
		path->s[i] = c;
	}
}

int
cx_allowed_open(const char *dir, bool make)
{
	CX_AUTO_BUF path = CX_BUF_INIT;
	struct stat st;
	const char *why = NULL;
	CX_AUTO_FREE char *real = NULL;
	CX_AUTO_CLOSE home = -1;
	int fd = -1, err;

	if (!state_home(&path))
		cx_die(CX_FAIL, "cannot tell where decisions are kept: set "
		    "HOME or XDG_STATE_HOME to an absolute path");
	if (make) {
		umask(077);
		make_home(&path);
	}
	home = open(path.s, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (home >= 0) {
		fd = make ? cx_vault_make_dir(home, CX_STR(CX_ALLOWED_STORE)) :
		    cx_vault_open(home, CX_ALLOWED_STORE,
			O_RDONLY | O_DIRECTORY);
	}
	err = errno;
	real = realpath(path.s, NULL);
	if (fd < 0 && (make || (err != ENOENT && err != ENOTDIR)))
		cx_die(CX_FAIL, "%s/" CX_ALLOWED_STORE ": %s", path.s,
		    cx_file_error(err));
	if (fd >= 0) {
		size_t n = dir ? strlen(dir) : 0;

		if (fstat(fd, &st) != 0)
			why = strerror(errno);
		else if (!only_ours(&st))
			why = "others may write to it; it must be yours, with "
			    "mode 0700";
		else if (dir && real && strncmp(real, dir, n) == 0 &&
		    (n == 1 || real[n] == '/' || real[n] == '\0'))
			why = "lies in the vault itself; set XDG_STATE_HOME "
			    "to a directory outside of it";
	}
	if (why) {
		cx_error(CX_FAIL, "%s/" CX_ALLOWED_STORE ": %s; nothing is "
		    "trusted",
		    path.s, why);
		close(fd);
		fd = -1;
	}
	return fd;
}

bool
cx_allowed_read(struct cx_allowed *a, int store, const char *name)
{
	const struct cx_json *root = NULL;
	struct stat st;
	const char *why;
	int err;

	a->text.len = a->dir.len = a->digest.len = 0;
	err = cx_read_file(store, name, &a->text, RECORD_MAX, &st);
	if (!a->parser)
		a->parser = cx_json_new();
	if (err && err != ENOENT)
		cx_error(CX_FAIL, "the record %s: %s", name,
		    cx_file_error(err));
	else if (!err && !only_ours(&st))
		cx_error(CX_FAIL, "the record %s: others may write to it; "
		    "it does not count", name);
	else if (!err)
		root = cx_json_parse(a->parser, a->text.s, a->text.len, &why);
	cx_buf_str(&a->dir, cx_json_gets(root, "vault", CX_STR("")));
	cx_buf_str(&a->digest, cx_json_gets(root, "digest", CX_STR("")));
	a->runs = cx_json_get(root, "runs");
	return a->digest.len == CX_DIGEST_HEX;
}

void
cx_allowed_release(struct cx_allowed *a)
{
	cx_buf_release(&a->dir);
	cx_buf_release(&a->digest);
	cx_buf_release(&a->text);
	cx_json_free(a->parser);
	*a = (struct cx_allowed){0};
}

bool
cx_allowed(const char *dir, struct cx_str what)
{
	CX_AUTO_BUF home = CX_BUF_INIT;
	CX_AUTO_ALLOWED a = {0};
	char name[CX_DIGEST_HEX + 1];
	CX_AUTO_CLOSE store = state_home(&home) ?
	    cx_allowed_open(dir, false) : -1;

	cx_digest_text(cx_str(dir), name);
	if (store < 0 || !cx_allowed_read(&a, store, name) ||
	    !cx_str_is(cx_buf_view(&a.dir), dir))
		return false;
	CX_JSON_EACH(e, a.runs)
		if (cx_str_eq(cx_json_gets(e, "path", CX_STR("")), what))
			return true;
	return false;
}
