/* Finding the vault and opening it; vault_file.c opens what is in it. */
#include "lib/file/vault.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

static bool
has(const char *s)
{
	return s && *s;
}

static bool
is_kind(const char *path, mode_t kind)
{
	struct stat st;

	return stat(path, &st) == 0 && (st.st_mode & S_IFMT) == kind;
}

/* dir/name in *b, terminated. */
static const char *
join(struct cx_buf *b, struct cx_str dir, const char *name)
{
	b->len = 0;
	cx_buf_str(b, dir);
	if (!cx_str_ends(dir, CX_STR("/")))
		cx_buf_char(b, '/');
	cx_buf_puts(b, name);
	return cx_buf_cstr(b);
}

/* Is dir a vault by its looks?  b is scratch. */
static bool
marked(struct cx_buf *b, struct cx_str dir, const char *home)
{
	if (is_kind(join(b, dir, "cortex.toml"), S_IFREG))
		return true;
	return !(home && cx_str_is(dir, home)) &&
	    is_kind(join(b, dir, ".cortex"), S_IFDIR);
}

bool
cx_vault_around(struct cx_buf *path, const char *dir)
{
	const char *home = getenv("HOME");
	char *real = has(home) ? realpath(home, NULL) : NULL;
	struct cx_str at = cx_str(dir);
	bool found;

	while (!(found = marked(path, at, real)) && at.len > 1) {
		while (at.len > 1 && at.s[at.len - 1] != '/')
			at.len--;
		if (at.len > 1)
			at.len--;
	}
	path->len = 0;
	if (found)
		cx_buf_str(path, at);
	free(real);
	return found;
}

static bool
find_parent(struct cx_buf *path)
{
	char *cwd = realpath(".", NULL);
	bool found = cwd && cx_vault_around(path, cwd);

	free(cwd);
	return found;
}

/* ~/.cortex, where that is a directory. */
static bool
find_home(struct cx_buf *path)
{
	const char *home = getenv("HOME");
	char *real = has(home) ? realpath(home, NULL) : NULL;
	bool found = real && is_kind(join(path, cx_str(real), ".cortex"),
	    S_IFDIR);

	free(real);
	return found;
}

enum cx_vault_by
cx_vault_find(struct cx_buf *path, const char *option, const char *configured)
{
	const char *env = getenv("CORTEX_VAULT");
	enum cx_vault_by by = CX_VAULT_NONE;

	path->len = 0;
	if (option) {
		cx_buf_puts(path, option);
		by = CX_VAULT_OPTION;
	} else if (has(env)) {
		cx_buf_puts(path, env);
		by = CX_VAULT_ENV;
	} else if (has(configured)) {
		cx_buf_puts(path, configured);
		by = CX_VAULT_CONFIG;
	} else if (find_parent(path)) {
		by = CX_VAULT_PARENT;
	} else if (find_home(path)) {
		by = CX_VAULT_HOME;
	}
	if (by == CX_VAULT_NONE)
		path->len = 0;
	return by;
}

bool
cx_vault_hold(struct cx_vault *v, const char *path)
{
	v->path = NULL;
	v->fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (v->fd < 0)
		return false;
	v->path = realpath(path, NULL);
	if (!v->path) {
		int err = errno;

		cx_vault_release(v);
		errno = err;
		return false;
	}
	return true;
}

void
cx_vault_die(enum cx_vault_by by, const char *path)
{
	static const char *const from[] = {"", " (from -C)",
	    " (from CORTEX_VAULT)", " (from [vault] path)", "", ""};
	int err = errno;

	if (by == CX_VAULT_NONE)
		cx_die(CX_USAGE, "no vault: no cortex.toml or .cortex/ here "
		    "or above and no ~/.cortex; give -C DIR or set "
		    "CORTEX_VAULT, or make the directory that you mean one: "
		    "touch cortex.toml");
	cx_die(CX_FAIL, "cannot open the vault '%s'%s: %s", path, from[by],
	    strerror(err));
}

void
cx_vault_init(struct cx_vault *v, const char *option, const char *configured)
{
	struct cx_buf path = CX_BUF_INIT;
	enum cx_vault_by by = cx_vault_find(&path, option, configured);

	if (by == CX_VAULT_NONE || !cx_vault_hold(v, cx_buf_cstr(&path)))
		cx_vault_die(by, path.s);
	cx_buf_release(&path);
}

void
cx_vault_release(struct cx_vault *v)
{
	if (v->fd >= 0)
		close(v->fd);
	free(v->path);
	v->fd = -1;
	v->path = NULL;
}
