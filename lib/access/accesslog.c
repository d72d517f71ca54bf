/* Opens, reads and appends to access logs. */
#include "lib/access/access.h"
#include "lib/base/date.h"
#include "lib/file/lock.h"
#include "lib/file/vault.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>

/* Bytes of a host in a file name. */
#define HOST_MAX_BYTES 64

/* --- names --- */

void
cx_access_host(struct cx_buf *out)
{
	const char *name = getenv("CORTEX_HOST");
	size_t start = out->len;
	char host[256];

	if (!name || !*name) {
		name = host;
		if (gethostname(host, sizeof host) != 0)
			host[0] = '\0';
		host[sizeof host - 1] = '\0';
	}
	for (; *name && out->len - start < HOST_MAX_BYTES; name++) {
		/* Names that differ in case alone are one file on some
		 * systems. */
		char c = cx_lower(*name);

		if (!cx_is_alnum(c) && c != '_') {
			if (out->len == start) /* not hidden, not an option */
				continue;
			c = c == '.' ? '.' : '-';
		}
		cx_buf_char(out, c);
	}
	if (out->len == start)
		cx_buf_puts(out, "host");
}

static void
log_name(struct cx_buf *out, int64_t now)
{
	size_t at;

	cx_access_host(out);
	cx_buf_char(out, '-');
	at = out->len;
	cx_date_put_sec(out, now);
	out->len = at + strlen("YYYY-MM");
	cx_buf_puts(out, CX_ACCESS_SUFFIX);
	cx_buf_cstr(out);
}

/* --- opening --- */

/* Who has read what is for git only where [access] share says so. */
static const char ignored[] = "*\n";

/* Whether fd is still the file of that name: rotation replaces it. */
static bool
is_named(int fd, int dirfd, const char *name, int *error)
{
	struct stat mine, there;

	*error = 0;
	if (fstat(fd, &mine) != 0) {
		*error = errno;
		return false;
	}
	if (!S_ISREG(mine.st_mode)) {
		*error = ENODEV;
		return false;
	}
	if (fstatat(dirfd, name, &there, AT_SYMLINK_NOFOLLOW) != 0) {
		if (errno != ENOENT)
			*error = errno;
		return false;
	}
	return mine.st_dev == there.st_dev && mine.st_ino == there.st_ino;
}

int
cx_access_open(int dirfd, const char *name, int flags, int operation)
{
	int fd, error;

	for (;;) {
		/* O_NONBLOCK: a FIFO must not hold us. */
		fd = openat(dirfd, name, flags | O_NOFOLLOW | O_NONBLOCK |
		    O_NOCTTY | O_CLOEXEC, 0666);
		if (fd < 0 && errno == EINTR)
			continue;
		if (fd < 0) {
			if (errno == ENXIO)
				errno = ENODEV;
			return -1;
		}
		error = cx_flock(fd, operation);
		if (!error && is_named(fd, dirfd, name, &error))
			return fd;
		close(fd); /* nothing was written */
		if (error) {
			errno = error;
			return -1;
		}
	}
}

/* Takes away what keeps logs out of git, if it is ours; 0 or an errno. */
static int
share_logs(int dir)
{
	CX_AUTO_BUF b = CX_BUF_INIT;
	int error = cx_read_file(dir, ".gitignore", &b, sizeof ignored, NULL);

	if (error)
		return error == EFBIG || error == ENOENT ? 0 : error;
	return cx_str_is(cx_buf_view(&b), ignored) &&
	    unlinkat(dir, ".gitignore", 0) != 0 ? errno : 0;
}

/* .cortex/access of the vault, made if need be; -1 with errno.  Two branches
 * may both append, also on one host: git merges them by keeping all lines. */
static int
make_dir(int vault_fd, bool share)
{
	int dir = cx_vault_open(vault_fd, CX_ACCESS_DIR,
	    O_RDONLY | O_DIRECTORY), error = 0;

	if (dir < 0 && errno != ENOENT)
		return dir;
	if (dir < 0) {
		dir = cx_vault_make_dir(vault_fd, CX_STR(CX_ACCESS_DIR));
		if (dir >= 0)
			error = cx_vault_put_once(dir, ".gitattributes",
			    "*" CX_ACCESS_SUFFIX " merge=union\n");
	}
	/* Before there is anything in it. */
	if (dir >= 0 && !error)
		error = share ? share_logs(dir)
		    : cx_vault_put_once(dir, ".gitignore", ignored);
	if (error) {
		close(dir); /* was only read */
		dir = -1;
		errno = error;
	}
	return dir;
}

/* --- appending --- */

/* Whether a line that was torn stands at the end; 0 or an errno. */
static int
look_at_end(int fd, bool *torn)
{
	struct stat st;
	ssize_t n;
	char last;

	*torn = false;
	if (fstat(fd, &st) != 0)
		return errno;
	if (st.st_size == 0)
		return 0;
	do
		n = pread(fd, &last, 1, st.st_size - 1);
	while (n < 0 && errno == EINTR);
	if (n < 0)
		return errno;
	*torn = n == 1 && last != '\n';
	return 0;
}

/* One write, whole or failed. */
static int
append(int fd, struct cx_str lines, bool torn)
{
	CX_AUTO_BUF all = CX_BUF_INIT;
	int error = 0;
	ssize_t n;

	if (torn) {
		cx_buf_char(&all, '\n');
		cx_buf_str(&all, lines);
		lines = cx_buf_view(&all);
	}
	do
		n = write(fd, lines.s, lines.len);
	while (n < 0 && errno == EINTR);
	if (n < 0)
		error = errno;
	else if ((size_t)n != lines.len)
		error = EIO; /* the rest could end up after other events */
	return error;
}

/*
 * Opens the log and sees whether its last line is torn.  Under the shared
 * lock it may only seem so, while another logger's write is under way; under
 * the exclusive one it is.
 */
static int
open_log(int dir, const char *name, bool *torn)
{
	const int flags = O_RDWR | O_APPEND | O_CREAT;
	int fd = cx_access_open(dir, name, flags, LOCK_SH), error;

	if (fd < 0)
		return -1;
	error = look_at_end(fd, torn);
	if (!error && *torn) {
		close(fd); /* nothing was written */
		fd = cx_access_open(dir, name, flags, LOCK_EX);
		if (fd < 0)
			return -1;
		error = look_at_end(fd, torn);
	}
	if (!error)
		return fd;
	close(fd); /* likewise */
	errno = error;
	return -1;
}

struct cx_access_result
cx_access_append_to(int dir, const char *name, struct cx_str lines)
{
	struct cx_access_result r = {0, "open"};
	bool torn = false;
	int fd = open_log(dir, name, &torn);

	if (fd < 0) {
		r.error = errno;
		return r;
	}
	r.step = "append to";
	r.error = append(fd, lines, torn);
	/* Network file systems report failed writes here. */
	if (close(fd) != 0 && !r.error && errno != EINTR)
		r.error = errno;
	return r;
}

struct cx_access_result
cx_access_append(int vault_fd, int64_t now, struct cx_str lines, bool share,
    struct cx_buf *name)
{
	CX_AUTO_BUF file = CX_BUF_INIT;
	CX_AUTO_CLOSE dir = make_dir(vault_fd, share);
	int error = errno;

	log_name(&file, now);
	name->len = 0;
	cx_buf_puts(name, CX_ACCESS_DIR "/");
	cx_buf_str(name, cx_buf_view(&file));
	cx_buf_cstr(name);
	return dir < 0 ? (struct cx_access_result){error, "open"} :
	    cx_access_append_to(dir, file.s, lines);
}

/* --- reading --- */

/* The lock ends with the descriptor. */
int
cx_access_bytes(int fd, struct cx_buf *out)
{
	struct stat st;
	int error;

	if (fstat(fd, &st) != 0)
		return errno;
	if (!S_ISREG(st.st_mode))
		return cx_read_fd(fd, out, SIZE_MAX);
	error = cx_flock(fd, LOCK_EX);
	/* Where there are no locks, or none for readers (NFS), a line that is
	 * being written may look torn; it is then reported. */
	if (error && error != ENOLCK && error != EBADF &&
	    error != EOPNOTSUPP && error != EINVAL)
		return error;
	return cx_read_fd(fd, out, SIZE_MAX);
}

/* Reads one log into the buffer, which may have been another's. */
static void
read_log(int fd, const char *name, struct cx_buf *text, cx_access_fn *fn,
    void *arg)
{
	CX_AUTO_JSON parser = NULL;
	struct cx_access_line l;
	struct cx_str rest, line;
	size_t lineno = 0;
	int error;

	text->len = 0;
	error = cx_access_bytes(fd, text);
	close(fd); /* was only read */
	if (error)
		cx_die(CX_FAIL, "%s: cannot read: %s", name, strerror(error));
	cx_buf_room(text, CX_JSON_PAD);
	rest = cx_buf_view(text);
	parser = cx_json_new();
	while (cx_str_split(&rest, '\n', &line)) {
		lineno++;
		cx_access_parse(parser, line, &l);
		fn(arg, &l, name, lineno);
	}
}

void
cx_access_complain(const struct cx_access_line *line, const char *name,
    size_t lineno)
{
	cx_error(CX_PARTIAL, "%s:%zu: not an access event: %s; the line is "
	    "skipped, remove it", name, lineno, line->why);
}

void
cx_access_read(int fd, const char *name, cx_access_fn *fn, void *arg)
{
	CX_AUTO_BUF text = CX_BUF_INIT;

	read_log(fd, name, &text, fn, arg);
}

static int
by_bytes(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

int
cx_access_logs(int dirfd, char ***names, size_t *n)
{
	CX_AUTO_DIR d = cx_dir_stream(dirfd, ".");
	struct dirent *e;
	size_t cap = 0;
	int error;

	*names = NULL;
	*n = 0;
	if (!d)
		return errno;
	while ((void)(errno = 0), (e = readdir(d)) != NULL) {
		if (e->d_name[0] == '.' || !cx_str_ends(cx_str(e->d_name),
		    CX_STR(CX_ACCESS_SUFFIX)))
			continue;
		CX_GROW(*names, *n, cap);
		(*names)[(*n)++] = cx_strdup(e->d_name);
	}
	error = errno;
	if (!error && *n > 1)
		qsort(*names, *n, sizeof **names, by_bytes);
	return error;
}

void
cx_access_read_dir(int dirfd, const char *dir, cx_access_fn *fn, void *arg)
{
	CX_AUTO_BUF path = CX_BUF_INIT, text = CX_BUF_INIT;
	char **names;
	size_t n;
	int error = cx_access_logs(dirfd, &names, &n);

	if (error)
		cx_die(CX_FAIL, "%s: %s", dir, cx_file_error(error));
	for (size_t i = 0; i < n; i++) {
		struct stat st;
		int fd;

		path.len = 0;
		cx_buf_fmt(&path, "%s/%s", dir, names[i]);
		fd = cx_vault_open(dirfd, names[i], O_RDONLY | O_NONBLOCK);
		/* Rotation never removes a log, so one that is gone now was
		 * taken away by a person. */
		if (fd < 0)
			cx_die(CX_FAIL, "%s: %s", cx_buf_cstr(&path),
			    cx_file_error(errno));
		if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode))
			cx_die(CX_FAIL, "%s: %s", cx_buf_cstr(&path),
			    cx_file_error(ENODEV));
		read_log(fd, cx_buf_cstr(&path), &text, fn, arg);
		free(names[i]);
	}
	free(names);
}

void
cx_access_read_vault(int vault_fd, cx_access_fn *fn, void *arg)
{
	CX_AUTO_CLOSE dir = cx_vault_open(vault_fd, CX_ACCESS_DIR,
	    O_RDONLY | O_DIRECTORY);

	if (dir >= 0)
		cx_access_read_dir(dir, CX_ACCESS_DIR, fn, arg);
	else if (errno != ENOENT)
		cx_die(CX_FAIL, CX_ACCESS_DIR ": %s", cx_file_error(errno));
}
