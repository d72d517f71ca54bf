#include "lib/file/lock.h"
#include "lib/base/err.h"
#include "lib/base/map.h"
#include "lib/file/publish.h"
#include "lib/file/vault.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* A second, in steps, before waiting is worth a word. */
#define STEPS 50
#define STEP_NS 20000000

#define LENT "CORTEX_LOCKED"
#define NOTE_END "//\n"
/* More than this was not written by us. */
#define NOTES_MAX ((size_t)64 << 20)

int
cx_flock(int fd, int operation)
{
	int rc;

	do
		rc = flock(fd, operation);
	while (rc != 0 && errno == EINTR);
	return rc == 0 ? 0 : errno;
}

/* Opens it and makes what is missing; -1 with errno. */
static int
open_lock(int vault_fd, const char *path)
{
	struct stat st;
	int dir, fd, error;

	if (!cx_vault_path_ok(cx_str(path))) {
		errno = EINVAL;
		return -1;
	}
	dir = cx_vault_make_dir(vault_fd, cx_dir_part(cx_str(path)));
	if (dir < 0)
		return -1;
	fd = openat(dir, cx_last_part(cx_str(path)).s, O_RDWR | O_CREAT |
	    O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0666);
	error = errno == ENXIO ? ENODEV : errno;
	close(dir); /* only read */
	if (fd >= 0 && (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode))) {
		error = ENODEV;
		close(fd); /* was not read */
		fd = -1;
	}
	errno = error;
	return fd;
}

/* --- what stands in it --- */

static void
put_note(struct cx_buf *b, struct cx_str dir)
{
	cx_buf_str(b, dir.len ? dir : CX_STR("."));
	cx_buf_puts(b, NOTE_END);
}

int
cx_lock_note(struct cx_lock *l, const char *path)
{
	off_t at = lseek(l->fd, 0, SEEK_CUR);
	CX_AUTO_BUF b = CX_BUF_INIT;
	int error;

	put_note(&b, cx_dir_part(cx_str(path)));
	error = cx_write_all(l->fd, b.s, b.len);
	/* The next one begins where this one did. */
	if (error && lseek(l->fd, at, SEEK_SET) < 0)
		error = errno;
	return error;
}

bool
cx_lock_noted(int vault_fd)
{
	struct stat st;

	return fstatat(vault_fd, CX_LOCK_PATH, &st, AT_SYMLINK_NOFOLLOW) ==
	    0 && S_ISREG(st.st_mode) && st.st_size > 0;
}

/* Removes what nobody holds in a directory; false if it is to be looked at
 * again. */
static bool
clean(const struct cx_lock *l, struct cx_str dir)
{
	CX_AUTO_BUF path = CX_BUF_INIT;
	CX_AUTO_CLOSE fd = -1;
	int error = 0;

	cx_buf_str(&path, dir);
	if (cx_str_is(dir, "."))
		fd = openat(l->vault_fd, ".",
		    O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	else
		fd = cx_vault_open(l->vault_fd, cx_buf_cstr(&path),
		    O_RDONLY | O_DIRECTORY);
	if (fd >= 0)
		error = cx_temp_clean(fd);
	else if (errno != ENOENT && errno != ENOTDIR && errno != ELOOP)
		error = errno; /* those say that it has gone */
	if (error == EINVAL)
		cx_warn(".cortex/lock: '%.*s' is not a directory of the vault; "
		    "skipped", (int)dir.len, dir.s);
	/* The latter is of one that lives and has no lock. */
	else if (error && error != EWOULDBLOCK)
		cx_warn("%.*s: what a killed program left there cannot be "
		    "removed: %s; remove %.*s/" CX_TEMP_PREFIX "*",
		    (int)dir.len, dir.s, strerror(error), (int)dir.len, dir.s);
	return !error || error == EINVAL;
}

/* Looks after the directories that are noted; those that have to be looked at
 * again stay.  False with errno if the notes cannot be read. */
static bool
clean_noted(struct cx_lock *l)
{
	CX_AUTO_BUF text = CX_BUF_INIT, again = CX_BUF_INIT;
	int error = cx_read_fd(l->fd, &text, NOTES_MAX);
	struct cx_str rest = cx_buf_view(&text), dir;
	CX_AUTO(cx_map_release) struct cx_map dirs = {0};
	const char *end;

	while (!error && rest.len && (end = memmem(rest.s, rest.len, NOTE_END,
	    strlen(NOTE_END)))) {
		uint32_t n = dirs.n;

		dir = cx_strn(rest.s, (size_t)(end - rest.s));
		rest = cx_str_from(rest, dir.len + strlen(NOTE_END));
		if (cx_map_put(&dirs, dir) == n && !clean(l, dir))
			put_note(&again, dir);
	}
	l->kept = (off_t)again.len;
	/* If that fails they are all looked at once more. */
	if (!error && (lseek(l->fd, 0, SEEK_SET) < 0 ||
	    cx_write_all(l->fd, again.s, again.len) != 0 ||
	    ftruncate(l->fd, l->kept) != 0))
		l->kept = (off_t)(text.len - rest.len);
	if (!error && lseek(l->fd, l->kept, SEEK_SET) < 0)
		error = errno;
	errno = error;
	return !error;
}

/* --- the lock --- */

/* Whether our parent holds it for us. */
static bool
is_lent(struct cx_lock *l, int vault_fd)
{
	struct stat st, mine;
	off_t at;

	if (!getenv(LENT) ||
	    fstatat(vault_fd, CX_LOCK_PATH, &st, AT_SYMLINK_NOFOLLOW) != 0 ||
	    fstat(CX_LOCK_FD, &mine) != 0 || mine.st_dev != st.st_dev ||
	    mine.st_ino != st.st_ino ||
	    /* It is ours already, or the variable is somebody else's. */
	    cx_flock(CX_LOCK_FD, LOCK_EX | LOCK_NB) != 0)
		return false;
	at = lseek(CX_LOCK_FD, 0, SEEK_CUR);
	if (at < 0)
		return false;
	*l = (struct cx_lock){CX_LOCK_FD, vault_fd, at, false, true};
	return true;
}

bool
cx_lock_lend(const struct cx_lock *l)
{
	int fd = l->fd == CX_LOCK_FD ? fcntl(l->fd, F_SETFD, 0)
				     : dup2(l->fd, CX_LOCK_FD);
	char pid[32];

	(void)snprintf(pid, sizeof pid, "%ld", (long)getpid());
	return fd >= 0 && setenv(LENT, pid, 1) == 0;
}

bool
cx_lock(struct cx_lock *l, int vault_fd)
{
	return cx_lock_wait(l, vault_fd, CX_LOCK_WAIT);
}

bool
cx_lock_wait(struct cx_lock *l, int vault_fd, int64_t wait)
{
	return is_lent(l, vault_fd) || cx_lock_file(l, vault_fd,
	    CX_LOCK_PATH, wait);
}

bool
cx_lock_file(struct cx_lock *l, int vault_fd, const char *path, int64_t wait)
{
	const struct timespec step = {0, STEP_NS};
	int fd = open_lock(vault_fd, path), error = 0;
	int64_t steps = wait < 0 ? STEPS : wait * (1000000000 / STEP_NS);
	struct stat st;

	if (fd < 0)
		return false;
	for (int64_t i = 0; i <= steps; i++) {
		error = cx_flock(fd, LOCK_EX | LOCK_NB);
		if (error != EWOULDBLOCK)
			break;
		nanosleep(&step, NULL);
	}
	if (error == EWOULDBLOCK && wait < 0) {
		if (isatty(STDERR_FILENO))
			cx_note("%s: waiting for another program that writes "
				"to this vault", path);
		error = cx_flock(fd, LOCK_EX);
	}
	*l = (struct cx_lock){fd, vault_fd, 0, false, false};
	if (!error && fstat(fd, &st) != 0)
		error = errno;
	if (!error && st.st_size > 0 && !clean_noted(l))
		error = errno;
	if (error) {
		close(fd);
		l->fd = -1;
		errno = error;
	}
	return !error;
}

void
cx_unlock(struct cx_lock *l)
{
	if (l->fd < 0)
		return;
	/* If that fails, the next one looks in vain. */
	if (!l->left && lseek(l->fd, 0, SEEK_CUR) > l->kept &&
	    ftruncate(l->fd, l->kept) != 0)
		l->left = true;
	if (!l->lent)
		close(l->fd); /* what is noted needs no disk */
	else if (!l->left)
		(void)lseek(l->fd, l->kept, SEEK_SET);
	l->fd = -1;
}

bool
cx_move_pending(int vault_fd)
{
	struct stat st;

	if (fstatat(vault_fd, CX_MOVE_PLAN, &st, AT_SYMLINK_NOFOLLOW) != 0)
		return false;
	cx_warn(CX_MOVE_PLAN ": a move was interrupted, so some links may "
	    "still have the old path; run cx-move --finish");
	return true;
}
