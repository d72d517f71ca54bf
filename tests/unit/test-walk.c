/* Unit tests of walk.h: order, what is passed over, handles, limits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "lib/file/walk.h"
#include "tests/unit/tempdir.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <sys/resource.h>

/* Each name once more, as tmpfs and btrfs give those that are replaced while
 * they are read. */
static bool twice;

struct dirent *
readdir(DIR *stream)
{
	static struct dirent *(*real)(DIR *);
	static struct dirent last;
	static bool again;
	struct dirent *d;

	if (!real)
		*(void **)&real = dlsym(RTLD_NEXT, "readdir");
	if (again) {
		again = false;
		return &last;
	}
	d = real(stream);
	if (d && twice) {
		last = *d;
		again = true;
	}
	return d;
}

/* All file paths of a walk, a line each, marked when not UTF-8. */
static void
walk_all(struct cx_buf *b, int fd, const struct cx_ignore *ig,
    struct cx_walk_counts *counts)
{
	struct cx_walk *w = cx_walk_open(fd, ig);
	struct cx_walk_entry e;

	b->len = 0;
	while (cx_walk_next(w, &e)) {
		if (e.kind == CX_WALK_FILE) {
			struct stat a, c;

			assert_int_equal(fstatat(e.dir->fd, e.name, &a, 0), 0);
			assert_int_equal(fstatat(fd, e.path.s, &c, 0), 0);
			assert_true(a.st_ino == c.st_ino);
			cx_dir_drop(e.dir);
		} else {
			cx_buf_fmt(b, "%s %d ",
			    e.kind == CX_WALK_DEEP ? "deep" : "unreadable",
			    e.error);
			assert_null(e.dir);
		}
		if (!e.utf8)
			cx_buf_char(b, '!');
		cx_buf_str(b, e.path);
		cx_buf_char(b, '\n');
	}
	if (counts)
		*counts = *cx_walk_counts(w);
	cx_walk_close(w);
	cx_buf_cstr(b);
}

static void
test_order(void **state)
{
	static const char *const files[] = {"b.md", "a/x.md", "a.md", "a-b.md",
	    "a0.md", "a/b/c.md", "a/b.md", "a/b-c.md", "UPPER.MD", "x.Md",
	    ".hidden.md", ".md", "no.txt", "nomd", "x.mdx", "m/d",
	    "a!/long-common-prefix-2.md", "a!/long-common-prefix-10.md",
	    "a!/long-common-prefix.md", "\xC3\xA9.md", "dir.md/in.md"};
	struct cx_buf b = CX_BUF_INIT;
	int fd;
	char *top = temp_dir(&fd);

	(void)state;
	for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
		temp_puts(fd, files[i], "");
	walk_all(&b, fd, NULL, NULL);
	assert_string_equal(b.s,
	    ".hidden.md\n.md\nUPPER.MD\na!/long-common-prefix-10.md\n"
	    "a!/long-common-prefix-2.md\na!/long-common-prefix.md\na-b.md\n"
	    "a.md\na/b-c.md\na/b.md\na/b/c.md\na/x.md\na0.md\nb.md\n"
	    "dir.md/in.md\nx.Md\n\xC3\xA9.md\n");
	cx_buf_release(&b);
	temp_remove(top, fd);
}

static void
test_twice(void **state)
{
	static const char *const files[] = {"a.md", "b/c.md", "b/d.md",
	    "long-common-prefix-1.md", "long-common-prefix-2.md"};
	struct cx_buf b = CX_BUF_INIT;
	int fd;
	char *top = temp_dir(&fd);

	(void)state;
	for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
		temp_puts(fd, files[i], "");
	twice = true;
	walk_all(&b, fd, NULL, NULL);
	twice = false;
	assert_string_equal(b.s, "a.md\nb/c.md\nb/d.md\n"
	    "long-common-prefix-1.md\nlong-common-prefix-2.md\n");
	cx_buf_release(&b);
	temp_remove(top, fd);
}

static void
test_passed_over(void **state)
{
	struct cx_walk_counts counts;
	struct cx_ignore *ig = cx_ignore_new();
	struct cx_buf b = CX_BUF_INIT;
	int fd;
	char *top = temp_dir(&fd);

	(void)state;
	temp_puts(fd, "a.md", "");
	temp_puts(fd, "d/MEMORY.md", "");
	temp_puts(fd, "d/.cx-tmp-1-2", "");
	temp_puts(fd, "d/.cx-tmp-x.md", "");
	temp_puts(fd, ".git/x.md", "");
	temp_puts(fd, "d/node_modules/x.md", "");
	temp_puts(fd, "d/\xFF/x.md", "");
	temp_puts(fd, "d/\xFF.md", "");
	assert_int_equal(symlinkat("a.md", fd, "link.md"), 0);
	assert_int_equal(symlinkat("/", fd, "root"), 0);
	assert_int_equal(mkfifoat(fd, "fifo.md", 0600), 0);
	cx_ignore_defaults(ig);
	walk_all(&b, fd, ig, &counts);
	assert_string_equal(b.s, "a.md\n!d/\xFF.md\n!d/\xFF/x.md\n");
	assert_int_equal(counts.symlinks, 2);
	assert_int_equal(counts.special, 1);
	assert_int_equal(counts.ignored, 3);
	assert_int_equal(counts.directories, 3);
	cx_ignore_text(ig, CX_STR("/d/*\n!/d/node_modules/\n/*.md\n"));
	walk_all(&b, fd, ig, &counts);
	assert_string_equal(b.s, "d/node_modules/x.md\n");
	cx_ignore_free(ig);
	cx_buf_release(&b);
	temp_remove(top, fd);
}

static void
test_deep(void **state)
{
	struct cx_buf b = CX_BUF_INIT;
	int fd, at, next;
	char *top = temp_dir(&fd);
	size_t lines = 0;

	(void)state;
	at = dup(fd);
	for (int i = 0; i < CX_WALK_DEPTH + 3; i++) {
		temp_puts(at, "a.md", "");
		assert_int_equal(mkdirat(at, "d", 0777), 0);
		next = openat(at, "d", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
		assert_true(next >= 0);
		close(at);
		at = next;
	}
	close(at);
	walk_all(&b, fd, NULL, NULL);
	for (size_t i = 0; i < b.len; i++)
		lines += b.s[i] == '\n';
	assert_int_equal(lines, CX_WALK_DEPTH + 1);
	assert_non_null(strstr(b.s, "\ndeep 0 d/d/d"));
	cx_buf_release(&b);
	temp_remove(top, fd);
}

/* Handles outlive the walk; running out of descriptors is reported. */
static void
test_handles(void **state)
{
	struct rlimit old, few;
	struct cx_walk *w;
	struct cx_walk_entry e;
	struct cx_dir *kept[64];
	size_t n = 0, unreadable = 0;
	struct stat st;
	int fd;
	char *top = temp_dir(&fd);
	char name[32];

	(void)state;
	for (int i = 0; i < 40; i++) {
		snprintf(name, sizeof name, "%02d/a.md", i);
		temp_puts(fd, name, "");
	}
	assert_int_equal(getrlimit(RLIMIT_NOFILE, &old), 0);
	few = old;
	few.rlim_cur = (rlim_t)fd + 20;
	w = cx_walk_open(fd, NULL);
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &few), 0);
	while (cx_walk_next(w, &e)) {
		if (e.kind == CX_WALK_FILE) {
			kept[n++] = e.dir;
			continue;
		}
		assert_int_equal(e.kind, CX_WALK_UNREADABLE);
		assert_int_equal(e.error, EMFILE);
		unreadable++;
		while (n > 0)
			cx_dir_drop(kept[--n]);
	}
	cx_walk_close(w);
	assert_true(unreadable > 0);
	assert_true(n > 0);
	assert_int_equal(fstatat(kept[n - 1]->fd, "a.md", &st, 0), 0);
	while (n > 0)
		cx_dir_drop(kept[--n]);
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &old), 0);
	temp_remove(top, fd);
}

static void
test_errors(void **state)
{
	struct cx_buf b = CX_BUF_INIT;
	struct cx_walk *w;
	struct cx_walk_entry e;
	int fd;
	char *top = temp_dir(&fd);

	(void)state;
	walk_all(&b, fd, NULL, NULL);
	assert_string_equal(b.s, "");
	w = cx_walk_open(-1, NULL);
	assert_true(cx_walk_next(w, &e));
	assert_int_equal(e.kind, CX_WALK_UNREADABLE);
	assert_int_equal(e.error, EBADF);
	assert_int_equal(e.path.len, 0);
	assert_false(cx_walk_next(w, &e));
	cx_walk_close(w);
	if (geteuid() != 0) {
		temp_puts(fd, "d/a.md", "");
		assert_int_equal(fchmodat(fd, "d", 0, 0), 0);
		walk_all(&b, fd, NULL, NULL);
		assert_int_equal(fchmodat(fd, "d", 0700, 0), 0);
		assert_non_null(strstr(b.s, " d\n"));
	}
	cx_buf_release(&b);
	temp_remove(top, fd);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_order),
	    cmocka_unit_test(test_twice),
	    cmocka_unit_test(test_passed_over),
	    cmocka_unit_test(test_deep),
	    cmocka_unit_test(test_handles),
	    cmocka_unit_test(test_errors),
	};

	if (!dlsym(RTLD_NEXT, "readdir")) {
		puts("1..0 # SKIP a static program has one readdir");
		return 0;
	}
	return cmocka_run_group_tests(tests, NULL, NULL);
}
