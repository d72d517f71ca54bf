/* cx-file - write the files of a vault for shell scripts */
#include "lib/access/access.h"
#include "lib/atom/undo.h"
#include "lib/base/opt.h"
#include "lib/base/platform.h"
#include "lib/config/config.h"
#include "lib/file/lock.h"
#include "lib/file/publish.h"
#include "lib/file/vault.h"
#include "lib/secret/secrets.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>
#include <stdlib.h>
#include <unistd.h>

/* What is put and what it is compared with are held. */
#define HELD_MAX ((size_t)1 << 30)

static const char *at = ".", *text, *was;
static bool redact, no_lock, some;
static int64_t wait = CX_LOCK_WAIT;

static const struct cx_opt options[] = {
    CX_OPT_TEXT('C', NULL, "DIR", at, "directory of relative paths (.)"),
    CX_OPT_TEXT(0, "text", "TEXT", text,
	"new, put: write TEXT before standard input"),
    CX_OPT_TEXT(0, "was", "FILE", was,
	"put: only if PATH still has the bytes of FILE"),
    CX_OPT_FLAG(0, "no-lock", no_lock,
	"put: PATH is in no vault; take and create no lock"),
    CX_OPT_FLAG(0, "redact", redact,
	"new, put: replace secrets with [REDACTED]"),
    CX_OPT_FLAG(0, "some", some,
	"new, put: reject blank standard input"),
    CX_OPT_INT(0, "wait", "SECONDS", wait, 0, 1000000,
	"lock: give up after this time"),
    CX_OPT_END};

static const struct cx_usage usage = {"cx-file",
    "[-C DIR] [--text TEXT] [--redact] [--some] new PATH\n"
    "[-C DIR] [--was FILE] [--no-lock] [--text TEXT] [--redact] [--some] put "
    "PATH\n"
    "[-C DIR] append PATH\n"
    "[-C DIR] cat PATH\n"
    "[-C DIR] mkdir PATH...\n"
    "[-C DIR] rm PATH...\n"
    "[-C DIR] mv FROM TO\n"
    "[-C DIR] unused PATH...\n"
    "[-C DIR] [--wait SECONDS] lock PATH -- COMMAND [ARGUMENT...]",
    "write the files of a vault for shell scripts", options, false};

/* Of the directory; mostly a vault. */
static struct cx_vault root;

static void failed(const char *path, int error) CX_NORETURN;
static void
failed(const char *path, int error)
{
	cx_die(CX_FAIL, "%s/%s: %s", root.path, path, cx_file_error(error));
}

/* The directory of a path, made if need be, and its name there. */
static int
open_dir(const char *path, bool make, const char **name)
{
	if (!make || !cx_vault_path_ok(cx_str(path)))
		return cx_vault_dir(root.fd, path, name);
	*name = cx_last_part(cx_str(path)).s;
	return cx_vault_make_dir(root.fd, cx_dir_part(cx_str(path)));
}

static void
published(const char *path, const struct cx_pub *pub)
{
	CX_AUTO_BUF why = CX_BUF_INIT;

	switch (pub->status) {
	case CX_PUB_DONE:
	case CX_PUB_SAME:
		return;
	case CX_PUB_STALE:
		cx_raise(CX_NO);
		return;
	default:
		cx_pub_why(&why, pub);
		cx_error(pub->status == CX_PUB_LINKED ? CX_PARTIAL : CX_FAIL,
		    "%s: %s", path, cx_buf_cstr(&why));
	}
}

/* No secret reaches the disk, nor what matches the vault's [gate] secrets. */
static void
redact_text(struct cx_buf *b)
{
	CX_AUTO_CONFIG config = cx_config_load(NULL);
	const struct cx_json *list = cx_config_get(config, "gate", "secrets");
	CX_AUTO_FREE struct cx_secret_shape *shapes = NULL;
	struct cx_buf safe = CX_BUF_INIT;
	size_t n = 0, cap = 0;

	CX_JSON_EACH(e, list) {
		CX_GROW(shapes, n, cap);
		if (cx_secret_shape(cx_json_str(e), &shapes[n]))
			n++;
		else
			cx_warn("[gate] secrets: '%.*s' is not a shape",
			    (int)e->len, e->u.s);
	}
	cx_secrets_redact(&safe, cx_buf_view(b), shapes, n, NULL, NULL);
	cx_buf_release(b);
	*b = safe;
}

/* The text, without its secrets. */
static void
read_text(struct cx_buf *b)
{
	size_t start;
	int error;

	cx_buf_puts(b, text ? text : "");
	start = b->len;
	error = cx_read_fd(STDIN_FILENO, b, HELD_MAX);
	if (error)
		cx_die(CX_FAIL, "standard input: %s", cx_file_error(error));
	while (some && start < b->len && (cx_is_blank(b->s[start]) ||
	    b->s[start] == '\n' || b->s[start] == '\r'))
		start++;
	if (some && start == b->len)
		cx_die(CX_PARTIAL, "no text on standard input; nothing was "
		    "written");
	if (redact)
		redact_text(b);
}

/* Standard input is held. */
static void
new_held(const char *path)
{
	CX_AUTO_BUF all = CX_BUF_INIT;
	struct cx_lock lock = CX_LOCK_NONE;
	struct cx_seen none = {.exists = false};
	struct cx_pub pub;
	CX_AUTO_CLOSE dir = -1;
	const char *name;

	read_text(&all);
	if (!cx_lock(&lock, root.fd))
		failed(".cortex/lock", errno);
	dir = open_dir(path, true, &name);
	if (dir < 0)
		failed(path, errno);
	pub = cx_publish(&lock, dir, path, cx_buf_view(&all), &none);
	published(path, &pub);
	cx_unlock(&lock);
}

static void
new(int n, char **paths)
{
	const char *path = paths[0];
	CX_AUTO_BUF left = CX_BUF_INIT;
	const char *name;
	CX_AUTO_CLOSE dir = open_dir(path, true, &name);
	struct cx_pub pub;

	(void)n;
	if (dir < 0)
		failed(path, errno);
	if (redact || some) {
		new_held(path);
		return;
	}
	pub = cx_publish_new(dir, name, cx_str(text ? text : ""),
	    STDIN_FILENO, &left);
	if (left.len)
		cx_error(CX_FAIL, "%s: cannot %s: %s; what there is stays in "
		    "%.*s%s", path, pub.step, strerror(pub.error),
		    (int)(name - path), path, cx_buf_cstr(&left));
	else
		published(path, &pub);
}

/* What is put, a note or the configuration, as a part of a change that
 * cx-undo takes back. */
static void
note_change(struct cx_lock *lock, const char *path, struct cx_str now)
{
	struct cx_bulk *bulk = cx_bulk_new();
	CX_AUTO_BUF old = CX_BUF_INIT, part = CX_BUF_INIT;
	int error = cx_read_file(root.fd, path, &old, HELD_MAX, NULL);
	struct cx_str was_text = cx_buf_view(&old);

	if (error && error != ENOENT)
		failed(path, error);
	cx_undo_add(&part, path, error ? NULL : &was_text, &now);
	if (!cx_undo_put(bulk, lock, root.fd, &part, 1, NULL) ||
	    cx_bulk_commit(bulk))
		cx_die(CX_FAIL, "%s: not changed", path);
	cx_bulk_free(bulk);
}

static void
put(int n, char **paths)
{
	const char *path = paths[0];
	CX_AUTO_BUF new_text = CX_BUF_INIT, old = CX_BUF_INIT;
	CX_AUTO_BUF now = CX_BUF_INIT;
	struct cx_lock lock = CX_LOCK_NONE;
	struct cx_seen seen = {.exists = false};
	struct cx_pub pub = {.status = CX_PUB_STALE};
	const char *name;
	struct stat st;
	CX_AUTO_CLOSE dir = -1;
	bool same = true;
	int error;

	(void)n;
	read_text(&new_text);
	if (!no_lock && !cx_lock(&lock, root.fd))
		failed(".cortex/lock", errno);
	dir = open_dir(path, true, &name);
	if (dir < 0)
		failed(path, errno);
	if (was) {
		CX_AUTO_CLOSE fd = open(was, O_RDONLY | O_CLOEXEC);

		error = fd < 0 ? errno : cx_read_fd(fd, &old, HELD_MAX);
		if (error)
			cx_die(CX_FAIL, "%s: %s", was, cx_file_error(error));
		error = cx_read_file(dir, name, &now, HELD_MAX, &st);
		if (error && error != ENOENT)
			failed(path, error);
		if (!error)
			seen = cx_seen(&st);
	}
	/* Without a file it was as an empty one. */
	if (was)
		same = cx_str_eq(cx_buf_view(&old), cx_buf_view(&now));
	if (same && (cx_undo_config(cx_str(path)) ||
	    cx_is_note(cx_str(path))) && getenv("CORTEX_CHANGE"))
		note_change(&lock, path, cx_buf_view(&new_text));
	if (same)
		pub = cx_publish(no_lock ? NULL : &lock, dir,
		    no_lock ? name : path, cx_buf_view(&new_text),
		    was ? &seen : NULL);
	published(path, &pub);
	cx_unlock(&lock);
}

static void
append(int n, char **paths)
{
	const char *path = paths[0];
	CX_AUTO_BUF lines = CX_BUF_INIT;
	struct cx_access_result r;
	const char *name;
	int error = cx_read_fd(STDIN_FILENO, &lines, HELD_MAX);
	CX_AUTO_CLOSE dir = -1;

	(void)n;
	if (error)
		cx_die(CX_FAIL, "standard input: %s", cx_file_error(error));
	if (lines.len == 0)
		return;
	if (lines.s[lines.len - 1] != '\n')
		cx_die(CX_FAIL, "standard input: the last line is cut short; "
		    "nothing was appended");
	dir = open_dir(path, true, &name);
	if (dir < 0)
		failed(path, errno);
	r = cx_access_append_to(dir, name, cx_buf_view(&lines));
	if (r.error)
		cx_die(CX_FAIL, "%s: cannot %s it: %s", path, r.step,
		    cx_file_error(r.error));
}

static void
cat(int n, char **paths)
{
	const char *path = paths[0];
	int error = cx_read_file(root.fd, path, cx_out(), HELD_MAX, NULL);

	(void)n;
	if (error == ENOENT)
		cx_raise(CX_NO);
	else if (error)
		failed(path, error);
}

static void
make_dirs(int n, char **paths)
{
	for (int i = 0; i < n; i++) {
		CX_AUTO_CLOSE dir = -1;

		errno = EINVAL;
		if (cx_vault_path_ok(cx_str(paths[i])))
			dir = cx_vault_make_dir(root.fd, cx_str(paths[i]));
		if (dir < 0)
			failed(paths[i], errno);
	}
}

static void
remove_files(int n, char **paths)
{
	for (int i = 0; i < n; i++) {
		const char *name;
		CX_AUTO_CLOSE dir = open_dir(paths[i], false, &name);

		if (dir < 0 && errno == ENOENT)
			continue;
		if (dir < 0 || (unlinkat(dir, name, 0) != 0 && errno != ENOENT))
			failed(paths[i], errno);
	}
}

static void
move_file(int n, char **paths)
{
	const char *from = paths[0], *to = paths[1], *from_name, *to_name;
	CX_AUTO_CLOSE from_dir = open_dir(from, false, &from_name);
	CX_AUTO_CLOSE to_dir = -1;
	int error;

	(void)n;
	if (from_dir < 0)
		failed(from, errno);
	to_dir = open_dir(to, true, &to_name);
	if (to_dir < 0)
		failed(to, errno);
	error = cx_rename_new(from_dir, from_name, to_dir, to_name);
	if (error == EEXIST)
		cx_raise(CX_NO);
	else if (error)
		failed(from, error);
	/* The file is under one of the two names at any moment. */
	else if ((error = cx_sync(to_dir)) != 0 ||
	    (error = cx_sync(from_dir)) != 0)
		failed(to, error);
}

/*
 * Prints the files that no process has open.  The system knows, also of those
 * that are in another container and have a number of their own there: it gives
 * a lease of a file to write only where nobody else has it.
 */
static void
unused(int n, char **paths)
{
	for (int i = 0; i < n; i++) {
		const char *name;
		CX_AUTO_CLOSE dir = open_dir(paths[i], false, &name);
		CX_AUTO_CLOSE fd = -1;
		struct stat st;
		int error;

		if (dir >= 0)
			fd = openat(dir, name, O_RDWR | O_NOFOLLOW |
			    O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
		if (fd < 0 && errno == ENOENT)
			continue;
		if (fd < 0 || fstat(fd, &st) != 0)
			failed(paths[i], errno);
		if (!S_ISREG(st.st_mode))
			failed(paths[i], ENODEV);
		error = cx_unused(fd);
		if (!error) {
			cx_buf_puts(cx_out(), paths[i]);
			cx_buf_char(cx_out(), '\n');
		} else if (error != EAGAIN)
			failed(paths[i], error);
	}
}

/* Goes on as the command, which has the lock until its end. */
static void
lock_and_run(int n, char **paths)
{
	const char *path = paths[0];
	char **command = paths + 1;
	struct cx_lock lock = CX_LOCK_NONE;

	if (!cx_lock_file(&lock, root.fd, path, wait)) {
		if (errno == EWOULDBLOCK)
			cx_die(CX_FAIL, "%s/%s: another program holds this "
			    "lock", root.path, path);
		failed(path, errno);
	}
	if (!cx_lock_lend(&lock))
		cx_die(CX_FAIL, "%s: cannot keep the lock: %s", path,
		    strerror(errno));
	paths[n] = NULL; /* a -- stood before it */
	execvp(command[0], command);
	cx_die(CX_FAIL, "%s: cannot run it: %s", command[0], strerror(errno));
}

/* The commands, with the least and the most paths they take. */
static const struct verb {
	const char *name;
	void (*run)(int n, char **paths);
	int least, most;
} verbs[] = {
    {"new", new, 1, 1},
    {"put", put, 1, 1},
    {"append", append, 1, 1},
    {"cat", cat, 1, 1},
    {"mkdir", make_dirs, 1, INT_MAX},
    {"rm", remove_files, 1, INT_MAX},
    {"mv", move_file, 2, 2},
    {"lock", lock_and_run, 2, INT_MAX},
    {"unused", unused, 1, INT_MAX},
};

static const struct verb *
find_verb(const struct cx_args *a)
{
	for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++) {
		const struct verb *v = &verbs[i];

		if (strcmp(a->argv[0], v->name) != 0)
			continue;
		if (a->argc - 1 < v->least)
			cx_usage_die(a, "%s: no %s", v->name,
			    a->argc == 1 ? "path" : "second operand");
		if (a->argc - 1 > v->most)
			cx_usage_die(a, "%s: unknown operand %s", v->name,
			    a->argv[v->most + 1]);
		return v;
	}
	cx_usage_die(a, "unknown verb '%s'", a->argv[0]);
}

int
main(int argc, char **argv)
{
	struct cx_args a = cx_args_parse(&usage, argc, argv);
	const struct verb *verb;

	if (a.argc == 0)
		cx_usage_die(&a, "nothing to do");
	verb = find_verb(&a);
	if (text && verb->run != new && verb->run != put)
		cx_usage_die(&a, "--text needs new or put");
	if (some && verb->run != new && verb->run != put)
		cx_usage_die(&a, "--some needs new or put");
	if (was && verb->run != put)
		cx_usage_die(&a, "--was needs put");
	if (redact && verb->run != new && verb->run != put)
		cx_usage_die(&a, "--redact needs new or put");
	if (!cx_vault_hold(&root, at))
		cx_die(CX_FAIL, "%s: %s", at, cx_file_error(errno));
	verb->run(a.argc - 1, a.argv + 1);
	cx_vault_release(&root);
	return cx_finish();
}
