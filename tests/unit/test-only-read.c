/* A process that only reads can no longer write, where the kernel has Landlock,
 * and works the same where it has not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "lib/base/platform.h"
#include "tests/unit/tempdir.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* 0: no Landlock; from 3 on (Linux 6.2), it also knows truncate(2). */
static long
version(void)
{
#ifdef SYS_landlock_create_ruleset
	long v = syscall(SYS_landlock_create_ruleset, NULL, (size_t)0, 1u);

	return v < 0 ? 0 : v;
#else
	return 0;
#endif
}

/* Each of them changes a file when it may. */
static int
open_old(void)
{
	return open("old", O_WRONLY | O_APPEND);
}

static int
open_new(void)
{
	return open("new", O_RDWR | O_CREAT, 0600);
}

static int
make_dir(void)
{
	return mkdir("newdir", 0700);
}

static int
make_link(void)
{
	return symlink("old", "newlink");
}

static int
rename_one(void)
{
	return rename("named", "other");
}

static int
remove_one(void)
{
	return unlink("gone");
}

static int
remove_dir(void)
{
	return rmdir("dir");
}

static int
empty_old(void)
{
	return truncate("old", 0);
}

static int (*const changes[])(void) = {open_old, open_new, make_dir, make_link,
    rename_one, remove_one, remove_dir, empty_old};
#define CHANGES (sizeof changes / sizeof *changes)

/* A bit for each change that is refused, 1 << CHANGES for what a program that
 * is started can still write, and higher ones for what must work and does
 * not. */
static unsigned
attempt(void)
{
	const unsigned worse = 1u << (CHANGES + 1);
	int out = open("out", O_WRONLY), but = open("kept", O_RDONLY), fd;
	unsigned bits = 0;
	char c;

	cx_only_read(but, false);
	for (size_t i = 0; i < CHANGES; i++)
		if (changes[i]() < 0)
			bits |= errno == EACCES ? 1u << i : worse << i;
	if (system("cd kept && echo 1 >a && mv a b && rm b") != 0)
		bits |= worse << (CHANGES + 1);
	if (system("echo new >started") == 0)
		bits |= 1u << CHANGES;
	fd = open("out", O_RDONLY);
	if (write(out, "x", 1) != 1 || ftruncate(out, 1) != 0 ||
	    read(fd, &c, 1) != 1 || c != 'x' || open("/dev/null", O_RDWR) < 0)
		bits |= worse << CHANGES;
	return bits;
}

/* What it says in a process of its own, where `first` runs before; UINT_MAX if
 * that cannot be done here. */
static unsigned
outcome(bool (*first)(void))
{
	unsigned bits = 0;
	int fd[2], status;
	pid_t pid;

	assert_int_equal(system("rm -rf new newdir newlink other started && "
	    "touch old out named gone && mkdir -p dir kept"), 0);
	assert_int_equal(pipe(fd), 0);
	pid = fork();
	assert_true(pid >= 0);
	if (pid == 0) {
		int null = open("/dev/null", O_WRONLY);

		(void)dup2(null, STDERR_FILENO);
		bits = first && !first() ? UINT_MAX : attempt();
		_exit(write(fd[1], &bits, sizeof bits) != sizeof bits);
	}
	close(fd[1]);
	assert_int_equal(read(fd[0], &bits, sizeof bits), sizeof bits);
	close(fd[0]);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
	return bits;
}

static void
refused(void **state)
{
	unsigned all = (1u << CHANGES) - 1;

	(void)state;
	if (version() == 0)
		skip();
	if (version() < 3)
		all &= ~(1u << (CHANGES - 1)); /* truncate */
	assert_int_equal(outcome(NULL), all);
	assert_int_equal(access("started", F_OK), -1);
}

/* A sandbox that knows nothing of Landlock. */
static bool
deny(void)
{
#ifdef SYS_landlock_create_ruleset
	struct sock_filter code[] = {
	    BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
		offsetof(struct seccomp_data, nr)),
	    BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, SYS_landlock_create_ruleset,
		0, 2),
	    BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, SYS_landlock_restrict_self,
		1, 0),
	    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
	    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
	struct sock_fprog program = {sizeof code / sizeof *code, code};

	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0 &&
	    version() == 0;
#else
	return true;
#endif
}

static void
the_same_without(void **state)
{
	unsigned bits = outcome(deny);

	(void)state;
	if (bits == UINT_MAX)
		skip();
	assert_int_equal(bits, 1u << CHANGES);
	assert_int_equal(access("started", F_OK), 0);
	assert_int_equal(access("gone", F_OK), -1);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(refused),
	    cmocka_unit_test(the_same_without),
	};

	int dir, failed;
	char *path = temp_dir(&dir);

	if (fchdir(dir) != 0)
		return 99;
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	temp_remove(path, dir);
	return failed;
}
