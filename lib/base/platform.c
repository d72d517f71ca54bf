/* What only Linux has, and what POSIX has in its place. */
#include "lib/base/platform.h"
#include "lib/base/err.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__linux__) && !defined(CX_POSIX)
#include <linux/magic.h>
#include <malloc.h>
#include <sched.h>
#include <sys/mman.h> /* memfd_create */
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <sys/xattr.h>
#ifdef SYS_openat2
#include <linux/openat2.h>
#endif
#ifdef SYS_landlock_create_ruleset
#include <linux/landlock.h>
#include <sys/prctl.h>
#ifndef LANDLOCK_ACCESS_FS_TRUNCATE
#define LANDLOCK_ACCESS_FS_TRUNCATE (1ULL << 14)
#endif
#endif

#ifndef RENAME_EXCHANGE /* musl has the number of the call, and no more */
#define RENAME_NOREPLACE 1
#define RENAME_EXCHANGE 2
int renameat2(int a, const char *from, int b, const char *to, unsigned flags)
    __attribute__((weak)); /* tests have one */
#define renameat2(...)                                                         \
	(renameat2 ? renameat2(__VA_ARGS__)                                    \
		   : (int)syscall(SYS_renameat2, __VA_ARGS__))
#endif

int
cx_pipe(int fd[2])
{
	return pipe2(fd, O_CLOEXEC);
}

int
cx_poll(struct pollfd *p, nfds_t n, int ms, const sigset_t *mask)
{
	struct timespec wait = {ms / 1000, ms % 1000 * 1000000L};

	return ppoll(p, n, ms < 0 ? NULL : &wait, mask);
}

void
cx_pipe_widen(int fd, int size)
{
	(void)fcntl(fd, F_SETPIPE_SZ, size);
}

int
cx_rename_swap(int dir, const char *a, const char *b)
{
	return renameat2(dir, a, dir, b, RENAME_EXCHANGE) == 0 ? 0 : errno;
}

int
cx_rename_free(int from_dir, const char *from, int to_dir, const char *to)
{
	return renameat2(from_dir, from, to_dir, to, RENAME_NOREPLACE) == 0
	    ? 0 : errno;
}

int
cx_open_beneath(int dir, const char *path, int flags)
{
#ifdef SYS_openat2
	struct open_how how = {.flags = (unsigned)flags,
	    .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS};

	return (int)syscall(SYS_openat2, dir, path, &how, sizeof how);
#else
	(void)dir;
	(void)path;
	(void)flags;
	errno = ENOSYS;
	return -1;
#endif
}

int
cx_sync_system(int dir)
{
	return syncfs(dir) == 0 ? 0 : errno;
}

void
cx_sync_begin(int fd, off_t from)
{
	(void)sync_file_range(fd, from, 0, SYNC_FILE_RANGE_WRITE);
}

bool
cx_dirs_tell(int dir)
{
	static const uint32_t known[] = {BTRFS_SUPER_MAGIC,
	    EXT4_SUPER_MAGIC, F2FS_SUPER_MAGIC, OVERLAYFS_SUPER_MAGIC,
	    TMPFS_MAGIC, XFS_SUPER_MAGIC};
	struct statfs fs;

	if (fstatfs(dir, &fs) != 0)
		return false;
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if ((uint32_t)fs.f_type == known[i])
			return true;
	return false;
}

/* The names of attributes, each terminated. */
static int
list(int fd, struct cx_buf *names)
{
	ssize_t n;

	do {
		n = flistxattr(fd, NULL, 0);
		if (n > 0)
			n = flistxattr(fd, cx_buf_room(names, (size_t)n),
			    (size_t)n);
	} while (n < 0 && errno == ERANGE); /* they grew in between */
	if (n < 0)
		return errno == ENOTSUP ? 0 : errno;
	names->len = (size_t)n;
	return 0;
}

/* Labels that the system gives and that a user may not be allowed to set:
 * the new file has its own. */
static bool
is_system_label(const char *name)
{
	return strncmp(name, "security.", 9) == 0 ||
	    strncmp(name, "trusted.", 8) == 0;
}

static int
copy_one(int from, int to, const char *name)
{
	CX_AUTO_BUF value = CX_BUF_INIT;
	ssize_t n;
	int error = 0;

	do {
		n = fgetxattr(from, name, NULL, 0);
		if (n >= 0)
			n = fgetxattr(from, name,
			    cx_buf_room(&value, (size_t)n + 1), (size_t)n);
	} while (n < 0 && errno == ERANGE);
	if (n < 0)
		error = errno == ENODATA ? 0 : errno; /* gone since */
	else if (fsetxattr(to, name, value.s, (size_t)n, 0) != 0)
		error = errno;
	return is_system_label(name) ? 0 : error;
}

static bool
has(const struct cx_buf *names, const char *name)
{
	for (size_t i = 0; i < names->len; i += strlen(names->s + i) + 1)
		if (strcmp(names->s + i, name) == 0)
			return true;
	return false;
}

int
cx_keep_xattrs(int from, int to)
{
	CX_AUTO_BUF old = CX_BUF_INIT, new = CX_BUF_INIT;
	int error = list(from, &old);

	if (!error)
		error = list(to, &new);
	/* What the new file inherited from its directory's default ACL. */
	for (size_t i = 0; !error && i < new.len;
	    i += strlen(new.s + i) + 1) {
		if (!is_system_label(new.s + i) && !has(&old, new.s + i) &&
		    fremovexattr(to, new.s + i) != 0)
			error = errno;
	}
	for (size_t i = 0; !error && i < old.len; i += strlen(old.s + i) + 1)
		error = copy_one(from, to, old.s + i);
	return error;
}

int
cx_unused(int fd)
{
	return fcntl(fd, F_SETLEASE, F_WRLCK) == 0 ? 0 : errno;
}

#ifdef SYS_landlock_create_ruleset
/* Not to give up what is below a directory, or a file. */
static void
keep(int rules, int fd, uint64_t access)
{
	struct landlock_path_beneath_attr a = {.allowed_access = access,
	    .parent_fd = fd};

	if (fd >= 0)
		(void)syscall(SYS_landlock_add_rule, rules,
		    LANDLOCK_RULE_PATH_BENEATH, &a, 0u);
}

void
cx_only_read(int but, bool many)
{
	struct landlock_ruleset_attr no = {.handled_access_fs =
	    LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR |
	    LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR |
	    LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |
	    LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO |
	    LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM};
	long version = syscall(SYS_landlock_create_ruleset, NULL, (size_t)0,
	    LANDLOCK_CREATE_RULESET_VERSION);
	CX_AUTO_CLOSE rules = -1;
	CX_AUTO_CLOSE null = -1;

	/* A pager is the user's own program, and may save what it shows. */
	if (getenv("CORTEX_PAGER"))
		return;
	if (version >= 3 && !many)
		no.handled_access_fs |= LANDLOCK_ACCESS_FS_TRUNCATE;
	if (version > 0)
		rules = (int)syscall(SYS_landlock_create_ruleset, &no,
		    sizeof no, 0u);
	if (rules < 0)
		return;
	null = open("/dev/null", O_PATH | O_CLOEXEC); /* git opens it */
	keep(rules, null, LANDLOCK_ACCESS_FS_WRITE_FILE);
	keep(rules, but, no.handled_access_fs);
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0)
		(void)syscall(SYS_landlock_restrict_self, rules, 0u);
}
#else
void
cx_only_read(int but, bool many)
{
	(void)but;
	(void)many;
}
#endif

int
cx_memory_file(const char *name)
{
	return memfd_create(name, MFD_CLOEXEC);
}

int
cx_bytes_path(struct cx_buf *path, const char *name, struct cx_str bytes)
{
	CX_AUTO_CLOSE rw = memfd_create(name,
	    MFD_CLOEXEC | MFD_ALLOW_SEALING);
	CX_AUTO_CLOSE low = -1;
	CX_AUTO_BUF link = CX_BUF_INIT;
	int fd, error = rw < 0 ? errno : 0;

	if (!error)
		error = cx_write_all(rw, bytes.s, bytes.len);
	if (!error && fcntl(rw, F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK |
	    F_SEAL_GROW | F_SEAL_WRITE) != 0)
		error = errno;
	if (error)
		return error;
	/* What is open for writing is not executed (ETXTBSY).  An interpreter
	 * opens it by number, so it stays open, out of the way of what shells
	 * and scripts number. */
	cx_buf_fmt(&link, "/proc/self/fd/%d", rw);
	low = open(cx_buf_cstr(&link), O_RDONLY | O_CLOEXEC);
	fd = low < 0 ? -1 : fcntl(low, F_DUPFD, 100);
	if (fd < 0)
		return errno;
	cx_buf_fmt(path, "/proc/self/fd/%d", fd);
	return 0;
}

bool
cx_path_self(struct cx_buf *path)
{
	char *at = cx_buf_room(path, PATH_MAX);
	ssize_t n = readlink("/proc/self/exe", at, PATH_MAX);

	path->len += n > 0 ? (size_t)n : 0;
	return n > 0;
}

bool
cx_path_stdin(struct cx_buf *path, const char *pid)
{
	cx_buf_fmt(path, "/proc/%s/fd/0", pid);
	return true;
}

void
cx_malloc_pages(void)
{
#ifdef M_MMAP_THRESHOLD
	(void)mallopt(M_MMAP_THRESHOLD, 1 << 20);
#endif
}
#else
#ifdef __APPLE__
#include <copyfile.h>
#endif

/* How late a signal may be seen that comes just before poll(2). */
#define PATIENCE_MS 100

int
cx_pipe(int fd[2])
{
	if (pipe(fd) != 0)
		return -1;
	(void)fcntl(fd[0], F_SETFD, FD_CLOEXEC);
	(void)fcntl(fd[1], F_SETFD, FD_CLOEXEC);
	return 0;
}

int
cx_poll(struct pollfd *p, nfds_t n, int ms, const sigset_t *mask)
{
	sigset_t before;
	int ready, error;

	pthread_sigmask(SIG_SETMASK, mask, &before);
	ready = poll(p, n, ms < 0 || ms > PATIENCE_MS ? PATIENCE_MS : ms);
	error = errno;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	errno = error;
	return ready;
}

/* What there is nothing for. */
#pragma GCC diagnostic ignored "-Wunused-parameter"
#define LACKS(type, answer, name, ...)					\
	type name(__VA_ARGS__) { errno = ENOSYS; return answer; }
LACKS(void, , cx_pipe_widen, int fd, int size)
LACKS(int, ENOSYS, cx_rename_swap, int dir, const char *a, const char *b)
LACKS(int, ENOSYS, cx_rename_free, int from_dir, const char *from, int to_dir,
    const char *to)
LACKS(int, -1, cx_open_beneath, int dir, const char *path, int flags)
LACKS(int, ENOSYS, cx_sync_system, int dir)
LACKS(void, , cx_sync_begin, int fd, off_t from)
LACKS(bool, false, cx_dirs_tell, int dir)
LACKS(int, ENOSYS, cx_unused, int fd)
LACKS(void, , cx_only_read, int but, bool many)
LACKS(bool, false, cx_path_self, struct cx_buf *path)
LACKS(bool, false, cx_path_stdin, struct cx_buf *path, const char *pid)
LACKS(void, , cx_malloc_pages, void)

/* The BSDs' extattr(2): nothing a vault is known to use there. */
int
cx_keep_xattrs(int from, int to)
{
#ifdef __APPLE__
	if (fcopyfile(from, to, NULL, COPYFILE_XATTR | COPYFILE_ACL) != 0)
		return errno;
#endif
	return 0;
}

int
cx_memory_file(const char *name)
{
	FILE *f = tmpfile();
	int fd = f ? fcntl(fileno(f), F_DUPFD_CLOEXEC, 3) : -1;

	if (f)
		fclose(f);
	return fd;
}

/* Removes the file once no process has the other end of the pipe any more: as a
 * process of its own, which holds nothing else of ours open. */
static void
remove_after(int fd, const char *path, const char *dir)
{
	long most = sysconf(_SC_OPEN_MAX);
	char c;

	(void)setsid();
	for (int i = 0; i < (most < 0 || most > 4096 ? 4096 : most); i++)
		if (i != fd)
			close(i);
	while (read(fd, &c, 1) < 0 && errno == EINTR)
		;
	(void)unlink(path);
	(void)rmdir(dir);
	_exit(0);
}

int
cx_bytes_path(struct cx_buf *path, const char *name, struct cx_str bytes)
{
	const char *tmp = getenv("TMPDIR");
	CX_AUTO_BUF dir = CX_BUF_INIT;
	int fd, life[2], error;
	pid_t pid = -1;

	cx_buf_fmt(&dir, "%s/cx-XXXXXX", tmp && *tmp ? tmp : "/tmp");
	cx_buf_cstr(&dir);
	if (!mkdtemp(dir.s))
		return errno;
	cx_buf_fmt(path, "%s/file", dir.s);
	fd = open(cx_buf_cstr(path), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
	    0700);
	error = fd < 0 ? errno : cx_write_all(fd, bytes.s, bytes.len);
	/* What is open for writing is not executed (ETXTBSY). */
	if (fd >= 0 && close(fd) != 0 && !error)
		error = errno;
	/* The program holds its end, out of the way of what shells number,
	 * and is not the parent of a process that it knows nothing of. */
	if (!error && (pipe(life) != 0 || fcntl(life[1], F_DUPFD, 100) < 0 ||
	    (pid = fork()) < 0))
		error = errno;
	if (error) {
		(void)unlink(path->s);
		(void)rmdir(dir.s);
		return error;
	}
	if (pid == 0) {
		if (fork() == 0)
			remove_after(life[0], path->s, dir.s);
		_exit(0);
	}
	close(life[0]);
	close(life[1]);
	while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
		;
	return 0;
}
#endif

unsigned
cx_processors(void)
{
	long n;
#if defined(CPU_COUNT) && !defined(CX_POSIX)
	cpu_set_t set;

	if (sched_getaffinity(0, sizeof set, &set) == 0)
		return (unsigned)CPU_COUNT(&set);
#endif
	n = sysconf(_SC_NPROCESSORS_ONLN);
	return n > 0 ? (unsigned)n : 1;
}
