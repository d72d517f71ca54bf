/* Finds and opens the vault and its files. */
#include "lib/file/vault.h"
#include "lib/base/platform.h"

#include "lib/base/self.h"
#include "lib/file/publish-impl.h"
#include "lib/json/json.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <strings.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

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

/* Whether a directory is there that has more than what says which project it
 * is in, and what cx-project made for that. */
static bool
is_vaults(const char *path)
{
	static const char *const made[] = {".", "..", ".gitignore", "lock"};
	bool project = false, more = false;
	struct dirent *e;
	DIR *dir;

	if (!is_kind(path, S_IFDIR))
		return false;
	dir = opendir(path);
	while (dir && !more && (e = readdir(dir))) {
		if (strcmp(e->d_name, "project.json") == 0) {
			project = true;
			continue;
		}
		more = true;
		for (size_t i = 0; i < sizeof made / sizeof *made; i++)
			more = more && strcmp(e->d_name, made[i]) != 0;
	}
	if (dir)
		closedir(dir);
	return more || !project;
}

/* Is dir a vault by its looks?  b is scratch. */
static bool
marked(struct cx_buf *b, struct cx_str dir, const char *home)
{
	if (is_kind(join(b, dir, "cortex.toml"), S_IFREG))
		return true;
	return !(home && cx_str_is(dir, home)) &&
	    is_vaults(join(b, dir, ".cortex"));
}

bool
cx_vault_around(struct cx_buf *path, const char *dir)
{
	const char *home = getenv("HOME");
	CX_AUTO_FREE char *real = has(home) ? realpath(home, NULL) : NULL;
	struct cx_str at = cx_str(dir);
	bool found;

	while (!(found = marked(path, at, real)) && at.len > 1)
		at.len = cx_dir_part(at).len ? cx_dir_part(at).len : 1;
	path->len = 0;
	if (found)
		cx_buf_str(path, at);
	return found;
}

bool
cx_vault_is(const char *dir)
{
	CX_AUTO_BUF b = CX_BUF_INIT;

	return cx_vault_around(&b, dir) && cx_str_is(cx_buf_view(&b), dir);
}

static bool
find_parent(struct cx_buf *path)
{
	CX_AUTO_FREE char *cwd = realpath(".", NULL);

	return cwd && cx_vault_around(path, cwd);
}

/* ~/.cortex, where that is a directory. */
static bool
find_home(struct cx_buf *path)
{
	const char *home = getenv("HOME");
	CX_AUTO_FREE char *real = has(home) ? realpath(home, NULL) : NULL;

	return real && is_kind(join(path, cx_str(real), ".cortex"), S_IFDIR);
}

/* Whether ./cortex.toml may name a vault; what cannot be read may. */
static bool
may_name(void)
{
	CX_AUTO_BUF text = CX_BUF_INIT;
	CX_AUTO_CLOSE fd = open("cortex.toml",
	    O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	bool may = fd >= 0;

	/* In quotes a key may be written with escapes. */
	if (fd >= 0 && cx_read_fd(fd, &text, (size_t)1 << 20) == 0)
		may = cx_str_has(cx_buf_view(&text), CX_STR("vault")) ||
		    cx_str_has(cx_buf_view(&text), CX_STR("\\"));
	return may;
}

/* Where a program of ours is: beside us, else in $PATH. */
static const char *
beside(struct cx_buf *b, const char *name)
{
	bool known;

	b->len = 0;
	known = cx_self_dir(b);
	cx_buf_puts(b, name);
	if (!known || access(cx_buf_cstr(b), X_OK) != 0) {
		b->len = 0;
		cx_buf_puts(b, name);
	}
	return cx_buf_cstr(b);
}

int
cx_spawn(const char *program, const char *const *argv, char **env, int in,
    bool said, int *out, pid_t *pid)
{
	posix_spawn_file_actions_t actions;
	int fd[2], error;

	if (cx_pipe(fd) != 0)
		return errno;
	error = posix_spawn_file_actions_init(&actions);
	if (!error) {
		error = posix_spawn_file_actions_adddup2(&actions, in,
		    STDIN_FILENO);
		if (!error)
			error = posix_spawn_file_actions_adddup2(&actions,
			    fd[1], STDOUT_FILENO);
		if (!error && said)
			error = posix_spawn_file_actions_adddup2(&actions,
			    fd[1], STDERR_FILENO);
		if (!error)
			error = posix_spawnp(pid, program, &actions, NULL,
			    (char *const *)(uintptr_t)argv, env);
		posix_spawn_file_actions_destroy(&actions);
	}
	close(fd[1]); /* the child has its own */
	if (error)
		close(fd[0]); /* nothing comes */
	*out = fd[0];
	return error;
}

int
cx_wait(pid_t pid)
{
	int status;

	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			cx_die(CX_FAIL, "cannot wait: %s", strerror(errno));
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) :
	    WEXITSTATUS(status);
}

int
cx_run_beside(const char *const argv[], struct cx_buf *out)
{
	CX_AUTO_BUF program = CX_BUF_INIT;
	int fd, err, status;
	pid_t pid;

	err = cx_spawn(beside(&program, argv[0]), argv, environ, STDIN_FILENO,
	    false, &fd, &pid);
	if (err)
		cx_die(CX_FAIL, "cannot run %s: %s", argv[0], strerror(err));
	err = cx_read_fd(fd, out, (size_t)1 << 20);
	close(fd);
	status = cx_wait(pid);
	return err || status > 128 ? CX_FAIL : status;
}

/* [vault] path of ./cortex.toml, which only cx-config reads. */
static bool
find_named(struct cx_buf *path)
{
	static const char *const argv[] = {"cx-config", "--vault", NULL};
	int status;

	if (!may_name())
		return false;
	path->len = 0;
	status = cx_run_beside(argv, path);
	if (status != 0)
		cx_die(status == CX_USAGE ? CX_USAGE : CX_FAIL,
		    "cx-config cannot read cortex.toml");
	path->len -= path->len > 0;
	return true;
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
	} else if (!configured && find_named(path)) {
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
		    "or above, and no ~/.cortex; make one here with cx init, "
		    "or give -C DIR or CORTEX_VAULT");
	cx_die(CX_FAIL, "cannot open the vault '%s'%s: %s", path, from[by],
	    strerror(err));
}

void
cx_vault_init(struct cx_vault *v, const char *option, const char *configured)
{
	CX_AUTO_BUF path = CX_BUF_INIT;
	enum cx_vault_by by = cx_vault_find(&path, option, configured);

	if (by == CX_VAULT_NONE || !cx_vault_hold(v, cx_buf_cstr(&path)))
		cx_vault_die(by, path.s);
}

void
cx_vault_release(struct cx_vault *v)
{
	cx_close_at(&v->fd);
	free(v->path);
	v->fd = -1;
	v->path = NULL;
}

/* --- directories, made where they are missing, or by their names --- */

/*
 * What git is not to have: events that were captured, as nobody has looked at
 * them yet; of .cortex what belongs to this copy of the vault alone.  The
 * files keep themselves out as well.
 */
static const char ignore_all[] = "*\n";
static const char ignore_ours[] =
    "# Of this copy of the vault; project.json is for git, and access/ where\n"
    "# [access] share is true.\n"
    "/.gitignore\n"
    "/lock\n"
    "/gate.lock\n"
    "/move.plan\n"
    "/undo/\n"
    ".cx-tmp-*\n";

int
cx_vault_put_once(int dir, const char *name, const char *text)
{
	struct cx_pending p = {.fd = -1};
	int error = faccessat(dir, name, F_OK, AT_SYMLINK_NOFOLLOW);

	if (error == 0 || errno != ENOENT)
		return error == 0 ? 0 : errno;
	/* Whoever was killed here left theirs. */
	error = cx_temp_clean(dir);
	if (!error || error == EWOULDBLOCK)
		error = cx_temp_open(&p, dir, 0666);
	if (error)
		return error;
	error = cx_write_all(p.fd, text, strlen(text));
	if (!error)
		error = cx_rename_new(dir, p.temp, dir, name);
	if (error)
		unlinkat(dir, p.temp, 0);
	close(p.fd); /* written, or given up */
	free(p.temp);
	return error == EEXIST ? 0 : error;
}

int
cx_vault_make_dir(int vault_fd, struct cx_str dir)
{
	int fd = openat(vault_fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	CX_AUTO_BUF part = CX_BUF_INIT;
	struct cx_str name;
	bool ours = cx_str_is(dir, ".cortex") ||
	    cx_str_starts(dir, CX_STR(".cortex/"));
	bool inbox = cx_str_is(dir, "inbox") ||
	    cx_str_starts(dir, CX_STR("inbox/"));

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
			error = next < 0 ? errno : 0;
		}
		/* Before there is anything in it.  An older .cortex may lack
		 * it, and not be ours to write. */
		if (next >= 0 && ours)
			error = cx_vault_put_once(next, ".gitignore",
			    ignore_ours);
		else if (next >= 0 && inbox && made)
			error = cx_vault_put_once(next, ".gitignore",
			    ignore_all);
		if (!made && (error == EACCES || error == EROFS) && next >= 0)
			error = 0;
		if (error && next >= 0) {
			close(next); /* as below */
			next = -1;
		}
		ours = false;
		inbox = inbox && !made;
		close(fd); /* was only looked through */
		fd = next;
		errno = error;
	}
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
	CX_AUTO_BUF dir = CX_BUF_INIT, root = CX_BUF_INIT;
	bool found = false;

	while (path.len > 1 && path.s[path.len - 1] == '/')
		path.len--;
	cx_buf_str(&dir, cx_dir_part(path));
	if (dir.len > 0 && cx_vault_around(&root, cx_buf_cstr(&dir)) &&
	    cx_vault_hold(v, cx_buf_cstr(&root))) {
		struct cx_vault named = {v->fd, root.s};

		below->len = 0;
		found = cx_vault_relative(below, &named, path);
		if (!found)
			cx_vault_release(v);
	}
	return found;
}

/* The vault that the path is below, held, and the path in it. */
static bool
find_below(struct cx_vault *v, const char *path, struct cx_buf *below)
{
	CX_AUTO_BUF full = CX_BUF_INIT, root = CX_BUF_INIT;
	CX_AUTO_FREE char *here = path[0] == '/' ? NULL : realpath(".", NULL);

	if (here)
		cx_buf_fmt(&full, "%s/", here);
	cx_buf_puts(&full, path);
	return (cx_vault_find(&root, NULL, NULL) != CX_VAULT_NONE &&
		    is_below(v, cx_buf_cstr(&root), cx_buf_view(&full),
			below)) ||
	    is_seen_below(v, cx_buf_view(&full), below);
}

int
cx_vault_named_dir(const char *path, bool make)
{
	CX_AUTO_BUF below = CX_BUF_INIT;
	CX_AUTO_VAULT v = {-1, NULL};
	CX_AUTO_CLOSE parent = -1;
	const char *name;

	if (!find_below(&v, path, &below)) {
		if (make && mkdir(path, 0777) != 0 && errno != EEXIST)
			return -1;
		return open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	}
	parent = cx_vault_dir(v.fd, cx_buf_cstr(&below), &name);
	if (parent >= 0 && (!make || mkdirat(parent, name, 0777) == 0 ||
	    errno == EEXIST))
		return cx_vault_open(parent, name, O_RDONLY | O_DIRECTORY);
	return -1;
}

/* --- paths below a vault, opened and read without leaving it --- */

/* One read takes at most this; more than SSIZE_MAX is undefined, and Linux
 * stops at 2 GiB anyway. */
#define READ_MAX ((size_t)1 << 30)

bool
cx_vault_path_ok(struct cx_str path)
{
	struct cx_str part;

	if (path.len == 0 || path.s[path.len - 1] == '/' ||
	    memchr(path.s, '\0', path.len))
		return false;
	while (cx_str_split(&path, '/', &part)) {
		if (part.len == 0 || cx_str_is(part, ".") ||
		    cx_str_is(part, ".."))
			return false;
	}
	return true;
}

bool
cx_vault_path_theirs(struct cx_str path)
{
	struct cx_str rest = path, part;

	if (!cx_vault_path_ok(path))
		return false;
	while (cx_str_split(&rest, '/', &part))
		if ((part.len == 4 && !strncasecmp(part.s, ".git", 4)) ||
		    (part.len == 7 && !strncasecmp(part.s, ".cortex", 7)))
			return false;
	return true;
}

bool
cx_vault_relative(struct cx_buf *out, const struct cx_vault *v,
    struct cx_str path)
{
	size_t before = out->len;
	struct cx_str part;

	if (path.len && memchr(path.s, '\0', path.len))
		return false;
	if (path.len && path.s[0] == '/') {
		struct cx_str root = cx_str(v->path);

		if (!cx_str_starts(path, root))
			return false;
		path = cx_str_from(path, root.len);
		/* "/v" is not above "/vault/a"; the root is "/" itself. */
		if (root.len > 1 && path.len && path.s[0] != '/')
			return false;
	}
	while (cx_str_split(&path, '/', &part)) {
		if (part.len == 0 || cx_str_is(part, "."))
			continue;
		if (cx_str_is(part, "..")) {
			out->len = before;
			return false;
		}
		if (out->len > before)
			cx_buf_char(out, '/');
		cx_buf_str(out, part);
	}
	return out->len > before;
}

/* Linux says ENOTDIR for O_DIRECTORY on a symlink, and FreeBSD EMLINK for
 * O_NOFOLLOW; it is ELOOP here. */
static int
open_part(int dirfd, const char *name, int flags)
{
	int fd = openat(dirfd, name, flags);
	struct stat st;
	int err = errno;

	if (fd < 0 && (err == ENOTDIR || err == EMLINK)) {
		if (fstatat(dirfd, name, &st, AT_SYMLINK_NOFOLLOW) == 0 &&
		    S_ISLNK(st.st_mode))
			err = ELOOP;
		errno = err;
	}
	return fd;
}

/* Part by part, for where the kernel cannot do it in one. */
static int
open_parts(int dirfd, const char *path, int flags)
{
	char *copy = cx_strdup(path);
	char *name = copy, *slash;
	int fd = dirfd, next, err;

	do {
		slash = strchr(name, '/');
		if (slash)
			*slash = '\0';
		next = open_part(fd, name, slash
		    ? O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC : flags);
		err = errno;
		if (fd != dirfd)
			close(fd);
		fd = next;
		if (slash)
			name = slash + 1;
	} while (fd >= 0 && slash);
	free(copy);
	errno = err;
	return fd;
}

int
cx_vault_open(int dirfd, const char *path, int flags)
{
	int fd;

	if (!cx_vault_path_ok(cx_str(path)) || (flags & O_CREAT)) {
		errno = EINVAL;
		return -1;
	}
	flags |= O_CLOEXEC | O_NOFOLLOW | O_NOCTTY;
	if (!strchr(path, '/'))
		return open_part(dirfd, path, flags);
	fd = cx_open_beneath(dirfd, path, flags);
	/* Old kernels lack the call, sandboxes forbid it, and EAGAIN says
	 * that a rename came between. */
	if (fd >= 0 || (errno != ENOSYS && errno != EPERM && errno != EAGAIN))
		return fd;
	return open_parts(dirfd, path, flags);
}

/*
 * Reads to the end, hint being the size that the file seems to have.  A read
 * that stops short just where the file is said to end is taken as the end,
 * which saves a call for nearly every file.
 */
static int
read_all(int fd, struct cx_buf *text, size_t limit, size_t hint, bool sized)
{
	size_t before = text->len, got = 0;

	if (limit > SIZE_MAX / 2)
		limit = SIZE_MAX / 2;
	if (hint > limit)
		hint = limit;
	for (;;) {
		size_t want = got <= hint ? hint - got + 1 : got;
		ssize_t n;

		if (want > limit - got + 1)
			want = limit - got + 1;
		if (want < 4096 && got > hint)
			want = 4096;
		if (want > READ_MAX)
			want = READ_MAX;
		cx_buf_room(text, cx_add(want, CX_JSON_PAD));
		n = read(fd, text->s + text->len, want);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0) {
			text->len = before;
			return errno;
		}
		text->len += (size_t)n;
		got += (size_t)n;
		if (got > limit) {
			text->len = before + limit;
			return EFBIG;
		}
		if (n == 0 || (sized && got == hint && (size_t)n < want))
			return 0;
	}
}

int
cx_read_fd(int fd, struct cx_buf *text, size_t limit)
{
	return read_all(fd, text, limit, 64 * 1024, false);
}

static int
read_regular(int fd, struct cx_buf *text, size_t limit, struct stat *st)
{
	if (fstat(fd, st) != 0)
		return errno;
	if (S_ISDIR(st->st_mode))
		return EISDIR;
	if (!S_ISREG(st->st_mode))
		return ENODEV;
	return read_all(fd, text, limit,
	    (uintmax_t)st->st_size > limit ? limit : (size_t)st->st_size, true);
}

int
cx_read_file(int dirfd, const char *path, struct cx_buf *text, size_t limit,
    struct stat *st)
{
	struct stat mine;
	/* O_NONBLOCK: a FIFO without writer must not hold us. */
	CX_AUTO_CLOSE fd = cx_vault_open(dirfd, path, O_RDONLY | O_NONBLOCK);

	/* What opening a socket gives. */
	if (fd < 0)
		return errno == ENXIO ? ENODEV : errno;
	return read_regular(fd, text, limit, st ? st : &mine);
}

int
cx_map_file(int fd, struct cx_str *text)
{
	struct stat st;
	void *p;

	*text = CX_STR("");
	if (fstat(fd, &st) != 0)
		return errno;
	if (!S_ISREG(st.st_mode))
		return ENODEV;
	if (st.st_size == 0)
		return 0;
	p = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_SHARED, fd, 0);
	if (p == MAP_FAILED)
		return errno;
	*text = cx_strn(p, (size_t)st.st_size);
	return 0;
}

void
cx_unmap_file(struct cx_str text)
{
	if (text.len)
		munmap((void *)(uintptr_t)text.s, text.len);
}

int
cx_each_chunk(int dirfd, const char *path,
    void (*use)(void *arg, const void *data, size_t len), void *arg)
{
	CX_AUTO_CLOSE fd = cx_vault_open(dirfd, path, O_RDONLY | O_NONBLOCK);
	int err = 0;
	char buf[65536];
	ssize_t n;

	if (fd < 0)
		return errno;
	while ((n = read(fd, buf, sizeof buf)) != 0) {
		if (n > 0)
			use(arg, buf, (size_t)n);
		else if (errno != EINTR) {
			err = errno;
			break;
		}
	}
	return err;
}

const char *
cx_file_error(int err)
{
	switch (err) {
	case ELOOP:
		return "symlinks are not followed inside a vault";
	case EISDIR:
		return "is a directory, not a file";
	case ENODEV:
		return "is not a regular file";
	case EFBIG:
		return "too large";
	case EINVAL:
		return "is not a path inside the vault";
	default:
		return strerror(err);
	}
}

int
cx_vault_dir(int dirfd, const char *path, const char **name)
{
	const char *slash = strrchr(path, '/');
	CX_AUTO_BUF dir = CX_BUF_INIT;

	*name = slash ? slash + 1 : path;
	if (!cx_vault_path_ok(cx_str(path))) {
		errno = EINVAL;
		return -1;
	}
	if (!slash)
		return openat(dirfd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	cx_buf_add(&dir, path, (size_t)(slash - path));
	return cx_vault_open(dirfd, cx_buf_cstr(&dir), O_RDONLY | O_DIRECTORY);
}
