/* Finding a vault, staying inside of it, reading whole files. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>

#include "lib/json/json.h"
#include "lib/file/vault.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

static char root[4096];

static void
put(const char *path, size_t size)
{
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	for (size_t i = 0; i < size; i++)
		assert_int_not_equal(putc("0123456789"[i % 10], f), EOF);
	assert_int_equal(fclose(f), 0);
}

static int
setup(void **state)
{
	const char *tmp = getenv("TMPDIR");
	char made[4096];

	(void)state;
	snprintf(made, sizeof made, "%s/cx-vault.XXXXXX",
	    tmp && *tmp ? tmp : "/tmp");
	if (!mkdtemp(made) || !realpath(made, root) || chdir(root) != 0)
		return -1;
	return mkdir("v", 0777) || mkdir("v/sub", 0777) ||
	    mkdir("v/sub/deep", 0777) || mkdir("home", 0777) ||
	    mkdir("home/in", 0777) || mkdir("home/.cortex", 0777) ||
	    mkdir("plain", 0777) || setenv("HOME", "home", 1) ||
	    unsetenv("CORTEX_VAULT");
}

static int
teardown(void **state)
{
	char command[5000];

	(void)state;
	snprintf(command, sizeof command, "rm -rf '%s'", root);
	return chdir("/") || system(command);
}

static void
paths(void **state)
{
	static const char *const good[] = {"a", "a/b", ".a", "a..b", "..a",
	    "a/...", "a b", "\xff"};
	static const char *const bad[] = {"", "/", "/a", "a/", "a//b", ".",
	    "..", "./a", "a/.", "a/./b", "../a", "a/..", "a/../b"};

	(void)state;
	for (size_t i = 0; i < sizeof good / sizeof *good; i++)
		assert_true(cx_vault_path_ok(cx_str(good[i])));
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		assert_false(cx_vault_path_ok(cx_str(bad[i])));
	assert_false(cx_vault_path_ok(CX_STR("a\0b")));
}

static void
relative(void **state)
{
	static const char *const cases[][2] = {
	    {"./a.md", "a.md"}, {"a//b/./c", "a/b/c"}, {"a/", "a"},
	    {"/v/x/a.md", "a.md"}, {"/v/x//a.md", "a.md"}, {"/v/x", NULL},
	    {"/v/xy/a.md", NULL}, {"/v", NULL}, {"/", NULL}, {"..", NULL},
	    {"a/../b", NULL}, {"", NULL}, {".", NULL}, {"..a", "..a"}};
	char vault[] = "/v/x", top[] = "/";
	struct cx_vault v = {-1, vault};
	struct cx_buf b = CX_BUF_INIT;

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		bool ok = cx_vault_relative(&b, &v, cx_str(cases[i][0]));

		assert_int_equal(ok, cases[i][1] != NULL);
		assert_string_equal(cx_buf_cstr(&b), ok ? cases[i][1] : "");
		b.len = 0;
	}
	assert_false(cx_vault_relative(&b, &v, CX_STR("a\0b")));
	v.path = top;
	assert_true(cx_vault_relative(&b, &v, CX_STR("/a/b")));
	assert_string_equal(cx_buf_cstr(&b), "a/b");
	cx_buf_release(&b);
}

static void
found(enum cx_vault_by want, const char *path, const char *option,
    const char *configured)
{
	struct cx_buf b = CX_BUF_INIT;

	assert_int_equal(cx_vault_find(&b, option, configured), want);
	assert_string_equal(cx_buf_cstr(&b), path);
	cx_buf_release(&b);
}

static const char *
below(const char *name)
{
	static char path[8192];

	snprintf(path, sizeof path, "%s/%s", root, name);
	return path;
}

static void
finding(void **state)
{
	(void)state;
	assert_int_equal(chdir("plain"), 0);
	setenv("HOME", below("home"), 1);
	found(CX_VAULT_HOME, below("home/.cortex"), NULL, NULL);
	found(CX_VAULT_OPTION, "x", "x", "y");
	found(CX_VAULT_OPTION, "", "", "y");
	found(CX_VAULT_CONFIG, "y", NULL, "y");
	setenv("CORTEX_VAULT", "", 1);
	found(CX_VAULT_CONFIG, "y", NULL, "y");
	setenv("CORTEX_VAULT", "z", 1);
	found(CX_VAULT_ENV, "z", NULL, "y");
	found(CX_VAULT_OPTION, "x", "x", "y");
	unsetenv("CORTEX_VAULT");

	/* The mark in the home directory is that of ~/.cortex. */
	assert_int_equal(chdir(below("home/in")), 0);
	found(CX_VAULT_HOME, below("home/.cortex"), NULL, "");
	put(below("home/cortex.toml"), 0);
	found(CX_VAULT_PARENT, below("home"), NULL, NULL);
	assert_int_equal(unlink(below("home/cortex.toml")), 0);

	assert_int_equal(chdir(below("v/sub/deep")), 0);
	put(below("v/cortex.toml"), 0);
	found(CX_VAULT_PARENT, below("v"), NULL, NULL);
	assert_int_equal(mkdir(below("v/sub/.cortex"), 0777), 0);
	found(CX_VAULT_PARENT, below("v/sub"), NULL, NULL);
	/* Of the wrong kind: no marks. */
	assert_int_equal(rmdir(below("v/sub/.cortex")), 0);
	put(below("v/sub/.cortex"), 0);
	assert_int_equal(mkdir(below("v/sub/cortex.toml"), 0777), 0);
	found(CX_VAULT_PARENT, below("v"), NULL, NULL);
	assert_int_equal(unlink(below("v/sub/.cortex")), 0);
	assert_int_equal(rmdir(below("v/sub/cortex.toml")), 0);
	assert_int_equal(unlink(below("v/cortex.toml")), 0);
	setenv("HOME", below("plain"), 1);
	found(CX_VAULT_NONE, "", NULL, NULL);
	unsetenv("HOME");
	found(CX_VAULT_NONE, "", NULL, NULL);
	assert_int_equal(chdir(root), 0);
}

static void
refused(const struct cx_vault *v, const char *path, int want)
{
	struct cx_buf b = CX_BUF_INIT;

	assert_int_equal(cx_read_file(v->fd, path, &b, 100, NULL), want);
	assert_int_equal(b.len, 0);
	assert_non_null(cx_file_error(want));
	cx_buf_release(&b);
}

static void
confined(void **state)
{
	struct cx_vault v;

	(void)state;
	assert_int_equal(symlink("v", below("link")), 0);
	assert_true(cx_vault_hold(&v, below("link")));
	assert_string_equal(v.path, below("v"));
	put(below("plain/secret"), 10);
	put(below("v/sub/a"), 10);
	assert_int_equal(symlink("../plain", below("v/out")), 0);
	assert_int_equal(symlink("sub", below("v/in")), 0);
	assert_int_equal(symlink("a", below("v/sub/b")), 0);
	assert_int_equal(mkfifo(below("v/sub/fifo"), 0666), 0);
	refused(&v, "out/secret", ELOOP);
	refused(&v, "out", ELOOP);
	refused(&v, "in/a", ELOOP);
	refused(&v, "sub/b", ELOOP);
	refused(&v, "sub/../sub/a", EINVAL);
	refused(&v, "../plain/secret", EINVAL);
	refused(&v, below("plain/secret"), EINVAL);
	refused(&v, "sub", EISDIR);
	refused(&v, "sub/deep", EISDIR);
	refused(&v, "sub/fifo", ENODEV);
	refused(&v, "sub/none", ENOENT);
	refused(&v, "sub/a/x", ENOTDIR);
	assert_int_equal(cx_vault_open(v.fd, "new", O_WRONLY | O_CREAT), -1);
	assert_int_equal(errno, EINVAL);
	cx_vault_release(&v);
	assert_false(cx_vault_hold(&v, below("none")));
	assert_int_equal(errno, ENOENT);
	assert_false(cx_vault_hold(&v, below("v/sub/a")));
	assert_int_equal(errno, ENOTDIR);
}

static void
reading(void **state)
{
	static const size_t sizes[] = {0, 1, 99, 100, 101, 4095, 4096, 4097,
	    65535, 65536, 65537, 200000};
	struct cx_vault v;
	struct cx_buf b = CX_BUF_INIT;
	struct stat st;

	(void)state;
	assert_true(cx_vault_hold(&v, "v"));
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		size_t n = sizes[i];
		int fd;

		put("v/sub/sized", n);
		b.len = 0;
		cx_buf_puts(&b, "before");
		assert_int_equal(cx_read_file(v.fd, "sub/sized", &b, n, &st),
		    0);
		assert_int_equal(st.st_size, n);
		assert_int_equal(b.len, 6 + n);
		assert_true(b.cap - b.len >= CX_JSON_PAD);
		for (size_t k = 0; k < n; k++)
			assert_int_equal(b.s[6 + k], "0123456789"[k % 10]);
		b.len = 0;
		assert_int_equal(cx_read_file(v.fd, "sub/sized", &b, SIZE_MAX,
		    NULL), 0);
		assert_int_equal(b.len, n);
		fd = open("v/sub/sized", O_RDONLY);
		b.len = 0;
		assert_int_equal(cx_read_fd(fd, &b, n), 0);
		assert_int_equal(b.len, n);
		assert_int_equal(close(fd), 0);
		if (n == 0)
			continue;
		b.len = 0;
		assert_int_equal(cx_read_file(v.fd, "sub/sized", &b, n - 1,
		    &st), EFBIG);
		assert_int_equal(b.len, n - 1);
		assert_int_equal(st.st_size, n);
	}
	cx_buf_release(&b);
	cx_vault_release(&v);
}

/* A file whose size is not told beforehand. */
static void
unsized(void **state)
{
	struct cx_buf b = CX_BUF_INIT;
	int fd = open("/proc/self/mounts", O_RDONLY);

	(void)state;
	if (fd < 0)
		skip();
	assert_int_equal(close(fd), 0);
	fd = open("/proc", O_RDONLY | O_DIRECTORY);
	assert_true(fd >= 0);
	assert_int_equal(cx_read_file(fd, "version", &b, 1 << 20, NULL), 0);
	assert_true(b.len > 0 && b.s[b.len - 1] == '\n');
	cx_buf_release(&b);
	assert_int_equal(close(fd), 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(paths),
	    cmocka_unit_test(relative), cmocka_unit_test(finding),
	    cmocka_unit_test(confined), cmocka_unit_test(reading),
	    cmocka_unit_test(unsized)};

	return cmocka_run_group_tests(tests, setup, teardown);
}
