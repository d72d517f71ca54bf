/* Unit tests of lock.h: who holds it, and what stands in it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "tests/unit/faults.h"

#include "lib/file/lock.h"
#include "lib/file/publish.h"
#include "tests/unit/tempdir.h"

#include <sys/wait.h>

static bool stuck; /* nothing can be removed */

int
unlinkat(int fd, const char *name, int flags)
{
	if (stuck) {
		errno = EIO;
		return -1;
	}
	return (int)syscall(SYS_unlinkat, fd, name, flags);
}

static void
notes_are(int fd, const char *text)
{
	char *got = temp_get(fd, ".cortex/lock");

	assert_non_null(got);
	assert_string_equal(got, text);
	free(got);
}

static void
one_at_a_time(void **state)
{
	struct cx_lock lock;
	int fd, status, ready[2];
	char *top = temp_dir(&fd);
	char c = 0;
	pid_t pid;
	struct stat st;

	(void)state;
	assert_int_equal(pipe(ready), 0);
	pid = fork();
	assert_true(pid >= 0);
	if (pid == 0) {
		if (!cx_lock(&lock, fd) || write(ready[1], "x", 1) != 1)
			_exit(1);
		usleep(200000);
		if (mkdirat(fd, "done", 0777) != 0)
			_exit(1);
		_exit(0);
	}
	assert_int_equal(read(ready[0], &c, 1), 1);
	assert_true(cx_lock(&lock, fd));
	assert_int_equal(fstatat(fd, "done", &st, 0), 0);
	cx_unlock(&lock);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
	assert_int_equal(fstatat(fd, ".cortex/lock", &st, 0), 0);
	assert_int_equal(unlinkat(fd, ".cortex/lock", 0), 0);
	assert_int_equal(symlinkat("/etc/passwd", fd, ".cortex/lock"), 0);
	assert_false(cx_lock(&lock, fd));
	assert_int_equal(errno, ELOOP);
	close(ready[0]);
	close(ready[1]);
	temp_remove(top, fd);
}

/* Noted while it is held, and no longer. */
static void
noted(void **state)
{
	struct cx_lock lock = CX_LOCK_NONE;
	int fd;
	char *top = temp_dir(&fd);

	(void)state;
	cx_unlock(&lock);
	assert_false(cx_lock_noted(fd));
	assert_true(cx_lock(&lock, fd));
	assert_false(cx_lock_noted(fd));
	assert_int_equal(cx_lock_note(&lock, "a/b.md"), 0);
	assert_int_equal(cx_lock_note(&lock, "c.md"), 0);
	assert_int_equal(cx_lock_note(&lock, "a/d/e.md"), 0);
	notes_are(fd, "a//\n.//\na/d//\n");
	assert_true(cx_lock_noted(fd));
	cx_unlock(&lock);
	notes_are(fd, "");
	assert_false(cx_lock_noted(fd));
	temp_remove(top, fd);
}

/* A disk that is full, for a while: what there is of a note is not a note. */
static void
full(void **state)
{
	struct cx_lock lock;
	int fd;
	char *top = temp_dir(&fd);

	(void)state;
	assert_true(cx_lock(&lock, fd));
	assert_int_equal(cx_lock_note(&lock, "first/a.md"), 0);
	fault_reset();
	fault.dribble = true;
	fault.at = 5;
	fault.error = ENOSPC;
	assert_int_equal(cx_lock_note(&lock, "second/a.md"), ENOSPC);
	fault_reset();
	notes_are(fd, "first//\nseco");
	assert_int_equal(cx_lock_note(&lock, "b/a.md"), 0);
	notes_are(fd, "first//\nb//\n");
	cx_unlock(&lock);
	notes_are(fd, "");
	temp_remove(top, fd);
}

/* What cannot be removed at the end is for the next one. */
static void
left(void **state)
{
	struct cx_lock lock;
	struct stat st;
	int fd, dir;
	char *top = temp_dir(&fd);

	(void)state;
	temp_puts(fd, "d/a.md", "old");
	dir = openat(fd, "d", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	assert_true(cx_lock(&lock, fd));
	fault_reset();
	fault.at = 3; /* the note, the file, what is written */
	fault.error = EIO;
	stuck = true;
	assert_int_equal(cx_publish(&lock, dir, "d/a.md", CX_STR("new"),
	    NULL).status, CX_PUB_FAILED);
	assert_true(fault.hit);
	fault_reset();
	cx_unlock(&lock);
	notes_are(fd, "d//\n");
	/* Nor can the next one; its own notes are behind. */
	assert_true(cx_lock(&lock, fd));
	assert_int_equal(cx_lock_note(&lock, "a.md"), 0);
	notes_are(fd, "d//\n.//\n");
	cx_unlock(&lock);
	notes_are(fd, "d//\n");
	stuck = false;
	assert_true(cx_lock(&lock, fd));
	notes_are(fd, "");
	cx_unlock(&lock);
	assert_int_equal(unlinkat(dir, "a.md", 0), 0);
	close(dir);
	/* It is empty. */
	assert_int_equal(unlinkat(fd, "d", AT_REMOVEDIR), 0);
	assert_int_not_equal(fstatat(fd, "d", &st, 0), 0);
	temp_remove(top, fd);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(one_at_a_time),
	    cmocka_unit_test(noted),
	    cmocka_unit_test(full),
	    cmocka_unit_test(left),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
