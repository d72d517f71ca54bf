/* Unit tests of publish.h: what a file looks like after each thing that can
 * happen to its writer. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "tests/unit/faults.h"

#include "lib/file/publish.h"
#include "tests/unit/tempdir.h"

#include <dirent.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/wait.h>
#ifdef __linux__
#include <sys/xattr.h>
#endif

#define is_file(fd, name, text)                                               \
	do {                                                                  \
		char *got_ = temp_get(fd, name);                              \
		assert_non_null(got_);                                        \
		assert_string_equal(got_, text);                              \
		free(got_);                                                   \
	} while (0)

static size_t
temps(const char *top)
{
	DIR *d = opendir(top);
	const struct dirent *e;
	size_t n = 0;

	assert_non_null(d);
	while ((e = readdir(d)))
		n += strncmp(e->d_name, CX_TEMP_PREFIX, 8) == 0;
	closedir(d);
	return n;
}

static struct cx_pub
publish(int fd, const char *name, const char *text)
{
	return cx_publish(NULL, fd, name, cx_str(text), NULL);
}

static void
test_replace(void **state)
{
	struct stat a, b;
	mode_t mask = umask(022);
	int fd;
	char *top = temp_dir(&fd);

	(void)state;
	assert_int_equal(publish(fd, "new", "one\n").status, CX_PUB_DONE);
	is_file(fd, "new", "one\n");
	assert_int_equal(fstatat(fd, "new", &a, 0), 0);
	assert_int_equal(a.st_mode & 07777, 0644);
	assert_int_equal(fchmodat(fd, "new", 06640, 0), 0);
	assert_int_equal(publish(fd, "new", "two\n").status, CX_PUB_DONE);
	assert_int_equal(fstatat(fd, "new", &b, 0), 0);
	assert_int_equal(b.st_mode & 07777, 06640);
	assert_true(a.st_ino != b.st_ino);
	/* The same again writes nothing. */
	assert_int_equal(publish(fd, "new", "two\n").status, CX_PUB_SAME);
	assert_int_equal(fstatat(fd, "new", &a, 0), 0);
	assert_true(a.st_ino == b.st_ino &&
	    a.st_mtim.tv_nsec == b.st_mtim.tv_nsec &&
	    a.st_ctim.tv_nsec == b.st_ctim.tv_nsec);
	/* Same length, other bytes; empty; much. */
	assert_int_equal(publish(fd, "new", "tw0\n").status, CX_PUB_DONE);
	is_file(fd, "new", "tw0\n");
	assert_int_equal(publish(fd, "new", "").status, CX_PUB_DONE);
	is_file(fd, "new", "");
	assert_int_equal(publish(fd, "new", "").status, CX_PUB_SAME);
	assert_int_equal(temps(top), 0);
	umask(mask);
	temp_remove(top, fd);
}

static void
test_meta(void **state)
{
	struct stat st;
	int fd;
	char *top = temp_dir(&fd);

	(void)state;
	temp_puts(fd, "a", "old");
	if (geteuid() == 0) {
		assert_int_equal(fchownat(fd, "a", 12345, 54321, 0), 0);
		assert_int_equal(publish(fd, "a", "new").status, CX_PUB_DONE);
		assert_int_equal(fstatat(fd, "a", &st, 0), 0);
		assert_int_equal(st.st_uid, 12345);
		assert_int_equal(st.st_gid, 54321);
	}
#ifdef __linux__
	struct cx_buf path = CX_BUF_INIT;
	char value[16];

	cx_buf_fmt(&path, "%s/a", top);
	/* Where POSIX ends: tests/cli/platform.t. */
	if (!getenv("CX_POSIX") &&
	    setxattr(cx_buf_cstr(&path), "user.test", "x y", 3, 0) == 0) {
		assert_int_equal(publish(fd, "a", "newer").status,
		    CX_PUB_DONE);
		assert_int_equal(getxattr(path.s, "user.test", value,
				     sizeof value), 3);
		assert_memory_equal(value, "x y", 3);
	}
	cx_buf_release(&path);
#endif
	temp_remove(top, fd);
}

static void
test_refused(void **state)
{
	int fd;
	char *top = temp_dir(&fd);
	struct cx_buf b = CX_BUF_INIT;
	struct cx_pub p;

	(void)state;
	temp_puts(fd, "a", "old");
	assert_int_equal(linkat(fd, "a", fd, "b", 0), 0);
	p = publish(fd, "a", "new");
	assert_int_equal(p.status, CX_PUB_LINKED);
	cx_pub_why(&b, &p);
	assert_non_null(strstr(cx_buf_cstr(&b), "hard link"));
	is_file(fd, "a", "old");
	assert_int_equal(publish(fd, "a", "old").status, CX_PUB_SAME);
	assert_int_equal(symlinkat("a", fd, "link"), 0);
	assert_int_equal(publish(fd, "link", "new").status, CX_PUB_KIND);
	assert_int_equal(mkdirat(fd, "dir", 0777), 0);
	assert_int_equal(publish(fd, "dir", "new").status, CX_PUB_KIND);
	assert_int_equal(mkfifoat(fd, "fifo", 0600), 0);
	assert_int_equal(publish(fd, "fifo", "new").status, CX_PUB_KIND);
	assert_int_equal(publish(fd, "../x", "new").error, EINVAL);
	assert_int_equal(publish(fd, "..", "new").error, EINVAL);
	assert_int_equal(publish(fd, "", "new").error, EINVAL);
	assert_int_equal(temps(top), 0);
	cx_buf_release(&b);
	temp_remove(top, fd);
}

static int edit_fd;

static void
somebody_edits(void)
{
	int fd = (int)syscall(SYS_openat, edit_fd, "a",
	    O_WRONLY | O_CREAT | O_APPEND, 0666);

	if (fd < 0 || syscall(SYS_write, fd, "!", 1) != 1 ||
	    syscall(SYS_close, fd) != 0)
		_exit(98);
}

/* Somebody writes between any two steps of ours: their text stays. */
static void
test_stale(void **state)
{
	struct cx_seen seen, none = {.exists = false};
	struct cx_pub p;
	struct stat st;
	int fd;
	char *top = temp_dir(&fd);
	long stale = 0;

	(void)state;
	edit_fd = fd;
	for (long at = 1;; at++) {
		fault_reset();
		temp_puts(fd, "a", "old");
		assert_int_equal(fstatat(fd, "a", &st, 0), 0);
		seen = cx_seen(&st);
		fault_reset();
		fault.at = at;
		fault.before = somebody_edits;
		p = cx_publish(NULL, fd, "a", CX_STR("new"), &seen);
		if (!fault.hit)
			break;
		if (p.status == CX_PUB_STALE) {
			is_file(fd, "a", "old!");
			stale++;
			continue;
		}
		/* Behind the check: only a rename or what follows it. */
		assert_int_equal(p.status, CX_PUB_DONE);
	}
	assert_int_equal(p.status, CX_PUB_DONE);
	assert_true(stale >= 4);
	fault_reset();
	/* Before we began. */
	assert_int_equal(cx_publish(NULL, fd, "a", CX_STR("x"), &seen).status,
	    CX_PUB_STALE);
	is_file(fd, "a", "new");
	/* A new file does not replace one that came first. */
	assert_int_equal(cx_publish(NULL, fd, "a", CX_STR("x"), &none).status,
	    CX_PUB_STALE);
	for (long at = 1;; at++) {
		assert_int_equal(unlinkat(fd, "a", 0), 0);
		fault_reset();
		fault.at = at;
		fault.before = somebody_edits;
		p = cx_publish(NULL, fd, "a", CX_STR("x"), &none);
		if (!fault.hit)
			break;
		if (p.status == CX_PUB_STALE)
			is_file(fd, "a", "!");
		else
			is_file(fd, "a", "x!"); /* edited after the rename */
	}
	assert_int_equal(p.status, CX_PUB_DONE);
	is_file(fd, "a", "x");
	fault_reset();
	assert_int_equal(unlinkat(fd, "a", 0), 0);
	assert_int_equal(cx_publish(NULL, fd, "a", CX_STR("x"), &seen).status,
	    CX_PUB_STALE);
	assert_int_equal(temps(top), 0);
	temp_remove(top, fd);
}

/* Every step fails once, with each errno: reported, and the file is whole. */
static void
test_errors(void **state)
{
	static const int errors[] = {ENOSPC, EDQUOT, EIO, EACCES};
	struct cx_pub p;
	int fd;
	char *top = temp_dir(&fd);

	(void)state;
	for (size_t i = 0; i < sizeof errors / sizeof errors[0]; i++) {
		for (long at = 1;; at++) {
			fault_reset();
			temp_puts(fd, "a", "old");
			fault_reset();
			fault.at = at;
			fault.error = errors[i];
			p = publish(fd, "a", "new");
			if (!fault.hit)
				break;
			assert_int_equal(p.status, CX_PUB_FAILED);
			assert_int_equal(p.error, errors[i]);
			is_file(fd, "a", p.renamed ? "new" : "old");
			assert_int_equal(temps(top), 0);
		}
		/* create, write, mode, sync, close, rename, sync */
		assert_int_equal(fault.steps, 7);
	}
	/* Interrupted: done all the same. */
	for (long at = 1; at <= 7; at++) {
		if (at == 3 || at == 6)
			continue; /* fchmod and rename know no EINTR */
		fault_reset();
		temp_puts(fd, "a", "old");
		fault_reset();
		fault.at = at;
		fault.error = EINTR;
		assert_int_equal(publish(fd, "a", "new").status, CX_PUB_DONE);
		assert_true(fault.hit);
		is_file(fd, "a", "new");
	}
	fault_reset();
	fault.dribble = true;
	assert_int_equal(publish(fd, "a", "byte by byte").status, CX_PUB_DONE);
	is_file(fd, "a", "byte by byte");
	fault_reset();
	temp_remove(top, fd);
}

/* Killed before every step: old or new; the next writer cleans up. */
static void
test_killed(void **state)
{
	int fd, status;
	char *top = temp_dir(&fd);
	size_t left = 0;
	long at;

	(void)state;
	for (at = 1;; at++) {
		char *got;
		pid_t pid;

		temp_puts(fd, "a", "old");
		pid = fork();
		assert_true(pid >= 0);
		if (pid == 0) {
			fault_reset();
			fault.at = at;
			publish(fd, "a", "new");
			_exit(0);
		}
		assert_int_equal(waitpid(pid, &status, 0), pid);
		assert_true(WIFEXITED(status));
		if (WEXITSTATUS(status) == 0)
			break;
		assert_int_equal(WEXITSTATUS(status), FAULT_EXIT);
		got = temp_get(fd, "a");
		assert_true(strcmp(got, "old") == 0 || strcmp(got, "new") == 0);
		free(got);
		left += temps(top);
		assert_int_equal(publish(fd, "a", "newer").status, CX_PUB_DONE);
		assert_int_equal(temps(top), 0);
	}
	assert_int_equal(at, 8);
	assert_int_equal(left, 5);
	temp_remove(top, fd);
}

/* A temporary file that is locked belongs to a live writer. */
static void
test_live(void **state)
{
	int fd, live;
	char *top = temp_dir(&fd);

	(void)state;
	temp_puts(fd, CX_TEMP_PREFIX "1-1", "live");
	temp_puts(fd, CX_TEMP_PREFIX "1-2", "dead");
	temp_puts(fd, CX_TEMP_PREFIX "dir/a", "dead");
	assert_int_equal(symlinkat("x", fd, CX_TEMP_PREFIX "link"), 0);
	live = openat(fd, CX_TEMP_PREFIX "1-1", O_RDONLY | O_CLOEXEC);
	assert_int_equal(flock(live, LOCK_EX), 0);
	assert_int_equal(publish(fd, "a", "x").status, CX_PUB_DONE);
	is_file(fd, CX_TEMP_PREFIX "1-1", "live");
	assert_int_equal(temps(top), 1);
	close(live);
	assert_int_equal(publish(fd, "a", "x").status, CX_PUB_SAME);
	assert_int_equal(temps(top), 1);
	assert_int_equal(publish(fd, "a", "y").status, CX_PUB_DONE);
	assert_int_equal(temps(top), 0);
	temp_remove(top, fd);
}

#define MANY 20

static size_t
bulk(int fd, const char *text, struct cx_bulk **out)
{
	struct cx_bulk *b = cx_bulk_new();
	char name[16];
	size_t bad;

	for (int i = 0; i < MANY; i++) {
		snprintf(name, sizeof name, "f%d", i);
		cx_bulk_add(b, NULL, fd, name, cx_str(text), NULL);
	}
	bad = cx_bulk_commit(b);
	if (out)
		*out = b;
	else
		cx_bulk_free(b);
	return bad;
}

static size_t
count(int fd, const char *text)
{
	char name[16], *got;
	size_t n = 0;

	for (int i = 0; i < MANY; i++) {
		snprintf(name, sizeof name, "f%d", i);
		got = temp_get(fd, name);
		n += got && strcmp(got, text) == 0;
		free(got);
	}
	return n;
}

static void
test_bulk(void **state)
{
	struct cx_bulk *b;
	struct cx_seen none = {.exists = false};
	int fd, sub;
	char *top = temp_dir(&fd);

	(void)state;
	assert_int_equal(bulk(fd, "one", NULL), 0);
	assert_int_equal(count(fd, "one"), MANY);
	assert_int_equal(bulk(fd, "one", &b), 0);
	assert_int_equal(cx_bulk_count(b), MANY);
	assert_int_equal(cx_bulk_result(b, 3).status, CX_PUB_SAME);
	cx_bulk_free(b);
	/* Refusals concern one file; dropped means nothing happened. */
	assert_int_equal(linkat(fd, "f0", fd, "hard", 0), 0);
	assert_int_equal(bulk(fd, "two", &b), 1);
	assert_int_equal(cx_bulk_result(b, 0).status, CX_PUB_LINKED);
	assert_int_equal(cx_bulk_result(b, 1).status, CX_PUB_DONE);
	cx_bulk_free(b);
	assert_int_equal(count(fd, "two"), MANY - 1);
	b = cx_bulk_new();
	assert_int_equal(cx_bulk_add(b, NULL, fd, "f1", CX_STR("x"),
	    NULL).status, CX_PUB_DONE);
	assert_int_equal(cx_bulk_add(b, NULL, fd, "f1", CX_STR("x"),
	    &none).status, CX_PUB_STALE);
	assert_int_equal(temps(top), 1);
	cx_bulk_free(b);
	assert_int_equal(temps(top), 0);
	is_file(fd, "f1", "two");
	/* Two directories. */
	assert_int_equal(mkdirat(fd, "sub", 0777), 0);
	sub = openat(fd, "sub", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	b = cx_bulk_new();
	cx_bulk_add(b, NULL, fd, "f1", CX_STR("x"), NULL);
	cx_bulk_add(b, NULL, sub, "g", CX_STR("y"), NULL);
	close(sub);
	assert_int_equal(cx_bulk_commit(b), 0);
	cx_bulk_free(b);
	is_file(fd, "f1", "x");
	is_file(fd, "sub/g", "y");
	temp_remove(top, fd);
}

static void
test_bulk_errors(void **state)
{
	int fd;
	char *top = temp_dir(&fd);
	size_t bad, renames = 0;
	long at;

	(void)state;
	assert_int_equal(bulk(fd, "old", NULL), 0);
	for (at = 1;; at++) {
		fault_reset();
		fault.at = at;
		fault.error = ENOSPC;
		bad = bulk(fd, "new", NULL);
		if (!fault.hit)
			break;
		/* All old up to the sync, then all new but the one. */
		assert_true(bad > 0);
		assert_int_equal(count(fd, "old") + count(fd, "new"), MANY);
		assert_int_equal(temps(top), 0);
		if (count(fd, "new") > 0)
			renames++;
		else
			assert_int_equal(bad, MANY);
		fault_reset();
		bulk(fd, "old", NULL);
	}
	assert_int_equal(bad, 0);
	/* close and rename of each, and the directory. */
	assert_int_equal(renames, 2 * MANY + 1);
	fault_reset();
	temp_remove(top, fd);
}

static void
test_bulk_killed(void **state)
{
	int fd, status;
	char *top = temp_dir(&fd);

	(void)state;
	assert_int_equal(bulk(fd, "old", NULL), 0);
	for (long at = 1;; at += 7) {
		pid_t pid = fork();

		assert_true(pid >= 0);
		if (pid == 0) {
			fault_reset();
			fault.at = at;
			bulk(fd, "new", NULL);
			_exit(0);
		}
		assert_int_equal(waitpid(pid, &status, 0), pid);
		if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
			break;
		assert_int_equal(count(fd, "old") + count(fd, "new"), MANY);
		assert_int_equal(bulk(fd, "newer", NULL), 0);
		assert_int_equal(count(fd, "newer"), MANY);
		assert_int_equal(temps(top), 0);
		assert_int_equal(bulk(fd, "old", NULL), 0);
	}
	temp_remove(top, fd);
}

/* More files than descriptors. */
static void
test_bulk_files(void **state)
{
	struct cx_bulk *b = cx_bulk_new();
	struct rlimit old, few;
	int fd;
	char *top = temp_dir(&fd);
	char name[16];

	(void)state;
	assert_int_equal(getrlimit(RLIMIT_NOFILE, &old), 0);
	few = old;
	few.rlim_cur = (rlim_t)fd + 12;
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &few), 0);
	for (int i = 0; i < 64; i++) {
		snprintf(name, sizeof name, "f%d", i);
		assert_int_equal(cx_bulk_add(b, NULL, fd, name, CX_STR("x"),
				     NULL).status, CX_PUB_DONE);
	}
	assert_int_equal(cx_bulk_commit(b), 0);
	cx_bulk_free(b);
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &old), 0);
	assert_int_equal(count(fd, "x"), MANY);
	assert_int_equal(temps(top), 0);
	temp_remove(top, fd);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_replace),
	    cmocka_unit_test(test_meta),
	    cmocka_unit_test(test_refused),
	    cmocka_unit_test(test_stale),
	    cmocka_unit_test(test_errors),
	    cmocka_unit_test(test_killed),
	    cmocka_unit_test(test_live),
	    cmocka_unit_test(test_bulk),
	    cmocka_unit_test(test_bulk_errors),
	    cmocka_unit_test(test_bulk_killed),
	    cmocka_unit_test(test_bulk_files),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
