/* fault.c: LD_PRELOAD library that makes one system call of a program fail.
 *
 *	FAULT_AT=N	the Nth call that is watched, from 1
 *	FAULT_HOW=HOW	ENOSPC, EIO, EINTR, SHORT (a write or read takes half)
 *			or KILL (the process dies before the call)
 *			or SAVE: before the call somebody's editor renames
 *			$FAULT_SAVED over $FAULT_FILE
 *			or LIST: nothing happens, and a line in FAULT_MARK tells
 *			of each call its N, and which place of the program it
 *			comes from
 *	FAULT_NOT=NAME	a program that is left alone, of those of a script
 *	FAULT_FORKED=yes	only in what a program has forked and not
 *			executed; no: only in the program itself
 *	FAULT_MARK=FILE	created when it happens, with the name of the call; a
 *			run that leaves no FILE made fewer than N calls
 *
 * Watched are the calls that read, write and publish files.  Standard output
 * and error are left alone.  What stdio does inside the C library cannot be
 * caught here.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>
#include <unwind.h>

/* Frames of a call: enough to tell for whom something is written. */
#define DEPTH 9

struct place {
	int depth;
	unsigned long hash;
};

enum how {
	PASS,
	FAIL,
	SHORT
};

static atomic_long calls;
static pid_t executed;

__attribute__((constructor)) static void
begin(void)
{
	executed = getpid();
}

static void
mark(const char *line)
{
	const char *path = getenv("FAULT_MARK");
	long fd;

	if (path == NULL)
		return;
	fd = syscall(SYS_openat, AT_FDCWD, path,
	    O_WRONLY | O_CREAT | O_APPEND, 0666);
	if (fd < 0)
		return;
	if (syscall(SYS_write, (int)fd, line, strlen(line)) < 0 ||
	    syscall(SYS_write, (int)fd, "\n", (size_t)1) < 0)
		abort();
	syscall(SYS_close, (int)fd);
}

static _Unwind_Reason_Code
frame(struct _Unwind_Context *context, void *arg)
{
	struct place *p = arg;
	char *at = (char *)_Unwind_GetIP(context);
	Dl_info in;

	if (dladdr(at, &in) != 0)
		p->hash = p->hash * 1000003 +
		    (unsigned long)(at - (char *)in.dli_fbase);
	return ++p->depth < DEPTH ? _URC_NO_REASON : _URC_END_OF_STACK;
}

/* N, the program, the call and the callers of it, the same in each run. */
static void
list(long n, const char *name)
{
	struct place p = {0};
	char line[128];

	_Unwind_Backtrace(frame, &p);
	snprintf(line, sizeof line, "%ld %s %s %lx", n,
	    program_invocation_short_name, name, p.hash);
	mark(line);
}

/* what is to become of this call; errno is set for FAIL */
static enum how
fate(const char *name, int can_be_short)
{
	const char *at = getenv("FAULT_AT");
	const char *how = getenv("FAULT_HOW");
	const char *not = getenv("FAULT_NOT");
	const char *forked = getenv("FAULT_FORKED");
	long n;

	if (forked != NULL && (getpid() != executed) != (*forked == 'y'))
		return PASS;
	if (how == NULL || (at == NULL && strcmp(how, "LIST") != 0))
		return PASS;
	if (not != NULL && strcmp(not, program_invocation_short_name) == 0)
		return PASS;
	n = atomic_fetch_add(&calls, 1) + 1;
	if (strcmp(how, "LIST") == 0) {
		list(n, name);
		return PASS;
	}
	if (n != atol(at))
		return PASS;
	mark(name);
	if (strcmp(how, "KILL") == 0) {
		kill(getpid(), SIGKILL);
		for (;;)
			pause();
	}
	if (strcmp(how, "SAVE") == 0) {
		/* Another process has come so far before. */
		if (syscall(SYS_renameat2, AT_FDCWD, getenv("FAULT_SAVED"),
		    AT_FDCWD, getenv("FAULT_FILE"), 0) != 0 && errno != ENOENT)
			abort();
		return PASS;
	}
	if (strcmp(how, "SHORT") == 0)
		return can_be_short ? SHORT : PASS;
	if (strcmp(how, "ENOSPC") == 0)
		errno = ENOSPC;
	else if (strcmp(how, "EINTR") == 0)
		errno = EINTR;
	else
		errno = EIO;
	return FAIL;
}

static void *
real(const char *name)
{
	void *fn = dlsym(RTLD_NEXT, name);

	if (fn == NULL)
		abort();
	return fn;
}

static int
left_alone(int fd)
{
	return fd == STDOUT_FILENO || fd == STDERR_FILENO;
}

/* musl declares less.
 * *(void **)&fn: a function pointer out of dlsym, as POSIX has it. */
#define FD_CALL(type, name, params, args, size, part)			\
type									\
name params								\
{									\
	static type (*fn) params;					\
									\
	if (fn == NULL)							\
		*(void **)&fn = real(#name);				\
	if (!left_alone(fd)) {						\
		switch (fate(#name, (size) > 1)) {			\
		case FAIL:						\
			return -1;					\
		case SHORT:						\
			return fn part;					\
		case PASS:						\
			break;						\
		}							\
	}								\
	return fn args;							\
}

#define PLAIN_CALL(name, params, args)					\
int name params;							\
									\
int									\
name params								\
{									\
	static int (*fn) params;					\
									\
	if (fn == NULL)							\
		*(void **)&fn = real(#name);				\
	if (fate(#name, 0) == FAIL)					\
		return -1;						\
	return fn args;							\
}

FD_CALL(ssize_t, read, (int fd, void *buf, size_t n), (fd, buf, n), n,
    (fd, buf, n / 2))
FD_CALL(ssize_t, write, (int fd, const void *buf, size_t n), (fd, buf, n), n,
    (fd, buf, n / 2))
FD_CALL(ssize_t, pwrite, (int fd, const void *buf, size_t n, off_t off),
    (fd, buf, n, off), n, (fd, buf, n / 2, off))
FD_CALL(ssize_t, writev, (int fd, const struct iovec *iov, int n),
    (fd, iov, n), n, (fd, iov, n / 2))
PLAIN_CALL(fsync, (int fd), (fd))
PLAIN_CALL(fdatasync, (int fd), (fd))
PLAIN_CALL(syncfs, (int fd), (fd))
PLAIN_CALL(ftruncate, (int fd, off_t n), (fd, n))
PLAIN_CALL(fchmod, (int fd, mode_t mode), (fd, mode))
PLAIN_CALL(fchown, (int fd, uid_t u, gid_t g), (fd, u, g))
PLAIN_CALL(flock, (int fd, int op), (fd, op))
PLAIN_CALL(rename, (const char *a, const char *b), (a, b))
PLAIN_CALL(renameat, (int d, const char *a, int e, const char *b),
    (d, a, e, b))
PLAIN_CALL(linkat, (int d, const char *a, int e, const char *b, int flags),
    (d, a, e, b, flags))
PLAIN_CALL(symlink, (const char *a, const char *b), (a, b))
PLAIN_CALL(symlinkat, (const char *a, int d, const char *b), (a, d, b))
PLAIN_CALL(mkdir, (const char *a, mode_t mode), (a, mode))
PLAIN_CALL(mkdirat, (int d, const char *a, mode_t mode), (d, a, mode))
PLAIN_CALL(unlink, (const char *a), (a))
PLAIN_CALL(unlinkat, (int d, const char *a, int flags), (d, a, flags))

/* Programs call this only where it is, which in musl it is not. */
int renameat2(int d, const char *a, int e, const char *b, unsigned int flags);
int
renameat2(int d, const char *a, int e, const char *b, unsigned int flags)
{
	return fate("renameat2", 0) == FAIL
	    ? -1
	    : (int)syscall(SYS_renameat2, d, a, e, b, flags);
}

/* The descriptor is closed all the same, as Linux does. */
int
close(int fd)
{
	static int (*fn)(int);

	if (fn == NULL)
		*(void **)&fn = real("close");
	if (!left_alone(fd) && fate("close", 0) == FAIL) {
		int saved = errno;

		fn(fd);
		errno = saved;
		return -1;
	}
	return fn(fd);
}

#define OPEN_CALL(name, params, args, last)				\
int name params;							\
									\
int									\
name params								\
{									\
	static int (*fn)(int, const char *, int, mode_t);		\
	mode_t mode = 0;						\
	va_list ap;							\
									\
	if (fn == NULL)							\
		*(void **)&fn = real("openat");				\
	if (flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE) {	\
		va_start(ap, last);					\
		mode = va_arg(ap, mode_t);				\
		va_end(ap);						\
	}								\
	if (fate(#name, 0) == FAIL)					\
		return -1;						\
	return fn args;							\
}

OPEN_CALL(open, (const char *path, int flags, ...),
    (AT_FDCWD, path, flags, mode), flags)
OPEN_CALL(open64, (const char *path, int flags, ...),
    (AT_FDCWD, path, flags, mode), flags)
OPEN_CALL(openat, (int d, const char *path, int flags, ...),
    (d, path, flags, mode), flags)
OPEN_CALL(openat64, (int d, const char *path, int flags, ...),
    (d, path, flags, mode), flags)

/* The same where _FORTIFY_SOURCE has seen no mode. */
#define FORTIFIED(name, params, args, called)				\
int name params;							\
									\
int									\
name params								\
{									\
	static int (*fn) params;					\
									\
	if (fn == NULL)							\
		*(void **)&fn = real(#name);				\
	if (fate(called, 0) == FAIL)					\
		return -1;						\
	return fn args;							\
}

FORTIFIED(__open_2, (const char *path, int flags), (path, flags), "open")
FORTIFIED(__openat_2, (int d, const char *path, int flags), (d, path, flags),
    "openat")
