/*
 * faults.h: system calls that fail or kill at a chosen moment.
 *
 * A unit test that includes this defines the calls below itself, and the
 * library, being linked statically, uses these.  Every call that changes
 * something on disk is one step: set fault.at to the step that is to go
 * wrong (from 1) and fault.error to the errno it gives; 0 ends the process
 * there instead, before the call.  fault.steps counts.
 */
#ifndef CX_TESTS_FAULTS_H
#define CX_TESTS_FAULTS_H

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h> /* renameat */
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static struct {
	long at; /* 0: nothing goes wrong */
	int error;
	long steps;
	bool hit;
	bool dribble;	       /* writes take one byte at most */
	void (*before)(void); /* called once before the step */
} fault;

#define FAULT_EXIT 99

static bool
fault_step(void)
{
	if (++fault.steps != fault.at)
		return false;
	fault.hit = true;
	if (fault.before) {
		fault.before();
		return false;
	}
	if (fault.error == 0)
		_exit(FAULT_EXIT);
	errno = fault.error;
	return true;
}

static void
fault_reset(void)
{
	fault.at = fault.steps = 0;
	fault.error = 0;
	fault.hit = fault.dribble = false;
	fault.before = NULL;
}

ssize_t write(int fd, const void *s, size_t n);
ssize_t
write(int fd, const void *s, size_t n)
{
	if (fd > 2 && fault_step())
		return -1;
	return syscall(SYS_write, fd, s, fault.dribble && fd > 2 && n ? 1 : n);
}

int
fsync(int fd)
{
	return fault_step() ? -1 : (int)syscall(SYS_fsync, fd);
}

int
syncfs(int fd)
{
	return fault_step() ? -1 : (int)syscall(SYS_syncfs, fd);
}

/* Only what was written can fail to be closed. */
int
close(int fd)
{
	int mode = fcntl(fd, F_GETFL);
	bool bad = fd > 2 && mode >= 0 && (mode & O_ACCMODE) != O_RDONLY &&
	    fault_step();
	int error = errno;

	if (syscall(SYS_close, fd) != 0)
		return -1;
	errno = error;
	return bad ? -1 : 0;
}

int
fchmod(int fd, mode_t mode)
{
	return fault_step() ? -1 : (int)syscall(SYS_fchmod, fd, mode);
}

int
renameat(int a, const char *from, int b, const char *to)
{
	return fault_step() ? -1
			    : (int)syscall(SYS_renameat2, a, from, b, to, 0);
}

/* musl does not say that there is one. */
int renameat2(int a, const char *from, int b, const char *to, unsigned flags);
int
renameat2(int a, const char *from, int b, const char *to, unsigned flags)
{
	return fault_step()
	    ? -1
	    : (int)syscall(SYS_renameat2, a, from, b, to, flags);
}

int
symlinkat(const char *to, int fd, const char *name)
{
	return fault_step() ? -1 : (int)syscall(SYS_symlinkat, to, fd, name);
}

int
mkdirat(int fd, const char *name, mode_t mode)
{
	return fault_step() ? -1 : (int)syscall(SYS_mkdirat, fd, name, mode);
}

int
openat(int dirfd, const char *name, int flags, ...)
{
	mode_t mode = 0;
	va_list ap;

	if (flags & O_CREAT) {
		va_start(ap, flags);
		mode = (mode_t)va_arg(ap, unsigned);
		va_end(ap);
		if (fault_step())
			return -1;
	}
	return (int)syscall(SYS_openat, dirfd, name, flags, mode);
}

#endif
