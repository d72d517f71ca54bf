/* statcache.h: what is written is what is read, and damage is seen. */
#include "lib/index/statcache.h"

#include <fcntl.h>
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/unit/tempdir.h"

static const char digest[] =
    "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

static const struct {
	const char *path;
	struct cx_stat st;
} files[] = {
    {" \t%.md", {1, -5, 7, UINT64_MAX}},
    {"a b/c.md", {0, INT64_MAX, 0, 1}},
    {"a.md", {UINT64_MAX, 1, 2, 3}},
    {"a/\x7f.md", {4, 5, 6, 7}},
    {"a0.md", {8, 9, 10, 11}},
    {"\xc3\xa9.md", {12, 13, 14, 15}},
};
#define FILES (sizeof files / sizeof *files)

static char *dir_path;
static int dir;

static int
set_up(void **state)
{
	(void)state;
	dir_path = temp_dir(&dir);
	return fchdir(dir);
}

static int
tear_down(void **state)
{
	(void)state;
	temp_remove(dir_path, dir);
	return 0;
}

/* A cache of those, and two directories; its text. */
static struct cx_buf
make(void)
{
	struct cx_stats_writer *w = cx_stats_begin("cache", dir, digest,
	    CX_STATS_NOW);
	struct cx_buf b = CX_BUF_INIT, text = CX_BUF_INIT;
	char chunk[4096];
	ssize_t n;
	int fd;

	for (size_t i = 0; i < FILES; i++) {
		b.len = 0;
		cx_stat_print(&b, cx_str(files[i].path), &files[i].st);
		cx_stats_add(w, cx_buf_view(&b));
	}
	b.len = 0;
	cx_stat_print(&b, CX_STR(""), &files[3].st);
	cx_stat_print(&b, CX_STR("a/"), &files[4].st);
	cx_stats_publish(w, cx_buf_view(&b));
	fd = open("cache", O_RDONLY);
	assert_true(fd >= 0);
	while ((n = read(fd, chunk, sizeof chunk)) > 0)
		cx_buf_add(&text, chunk, (size_t)n);
	assert_int_equal(n, 0);
	close(fd);
	cx_buf_release(&b);
	return text;
}

static bool
map(struct cx_stats *s, struct cx_str text)
{
	const char *why;
	bool good;
	int fd = open("other", O_RDWR | O_CREAT | O_TRUNC, 0600);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, text.s, text.len), (ssize_t)text.len);
	good = cx_stats_map(s, fd, &why);
	close(fd);
	return good;
}

static void
test_round_trip(void **state)
{
	struct cx_stat_entry e = {.line = {NULL, 0}};
	struct cx_buf text;
	struct cx_stats s;
	struct cx_str rest;

	(void)state;
	text = make();
	assert_true(map(&s, cx_buf_view(&text)));
	assert_true(cx_str_is(s.digest, digest));
	assert_true(s.time > INT64_C(1000000000) * 1000000000);
	rest = s.files;
	for (size_t i = 0; i < FILES; i++) {
		assert_int_equal(cx_stats_next(&rest, &e), 1);
		assert_true(cx_str_is(e.path, files[i].path));
		assert_true(cx_stat_same(&e.st, &files[i].st));
	}
	assert_int_equal(cx_stats_next(&rest, &e), 0);
	for (size_t i = 0; i < FILES; i++) {
		assert_int_equal(cx_stats_find(s.files,
		    cx_str(files[i].path), &e), 1);
		assert_true(cx_stat_same(&e.st, &files[i].st));
	}
	assert_int_equal(cx_stats_find(s.files, CX_STR("a/x.md"), &e), 0);
	assert_int_equal(cx_stats_find(s.files, CX_STR(""), &e), 0);
	assert_int_equal(cx_stats_find(s.files, CX_STR("\xff"), &e), 0);
	assert_int_equal(cx_stats_find(s.dirs, CX_STR(""), &e), 1);
	assert_int_equal(cx_stats_find(s.dirs, CX_STR("a/"), &e), 1);
	assert_int_equal(cx_stats_find(s.dirs, CX_STR("b/"), &e), 0);
	rest = s.rules;
	assert_int_equal(cx_stats_next(&rest, &e), 1);
	assert_int_equal(e.st.ino, 0);
	cx_stats_unmap(&s);
	cx_stat_entry_release(&e);
	cx_buf_release(&text);
}

/* Any one byte changed or missing: no crash, and no more entries than there
 * were. */
/* 2^64 and what is longer do not fit; zeroes before a number do no harm. */
static void
test_numbers(void **state)
{
	static const struct {
		const char *line;
		int got;
		uint64_t size;
	} cases[] = {{"a.md 18446744073709551615 1 1 1\n", 1, UINT64_MAX},
	    {"a.md 18446744073709551616 1 1 1\n", -1, 0},
	    {"a.md 99999999999999999999 1 1 1\n", -1, 0},
	    {"a.md 100000000000000000000 1 1 1\n", -1, 0},
	    {"a.md 0000000000000000000000042 1 1 1\n", 1, 42},
	    {"a.md 1 9223372036854775808 1 1\n", -1, 0},
	    {"a.md 1 1 1\n", -1, 0}, {"a.md 1 1 1 1 1\n", -1, 0},
	    {"a.md 1x 1 1 1\n", -1, 0}, {"a.md  1 1 1 1\n", -1, 0}};
	struct cx_stat_entry e = {.line = {NULL, 0}};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct cx_str rest = cx_str(cases[i].line);

		assert_int_equal(cx_stats_next(&rest, &e), cases[i].got);
		if (cases[i].got > 0)
			assert_true(e.st.size == cases[i].size);
	}
	cx_stat_entry_release(&e);
}

static void
test_damage(void **state)
{
	struct cx_stat_entry e = {.line = {NULL, 0}};
	struct cx_buf text;
	struct cx_stats s;

	(void)state;
	text = make();
	for (size_t i = 0; i < text.len; i++) {
		char was = text.s[i];

		for (const char *c = "\n %9-"; *c; c++) {
			size_t n = 0;

			text.s[i] = *c;
			if (!map(&s, cx_buf_view(&text)))
				continue;
			while (cx_stats_next(&s.files, &e) == 1)
				n++;
			assert_true(n <= FILES + 1);
			(void)cx_stats_find(s.dirs, CX_STR("a/"), &e);
			cx_stats_unmap(&s);
		}
		text.s[i] = was;
		/* Cut off anywhere it is none. */
		assert_false(map(&s, cx_strn(text.s, i)));
	}
	cx_stat_entry_release(&e);
	cx_buf_release(&text);
}

static void
test_racy(void **state)
{
	struct cx_buf text;
	struct cx_stats s;
	struct cx_stat now;
	struct stat st;
	FILE *f = fopen("before", "w");

	(void)state;
	assert_non_null(f);
	assert_int_equal(fclose(f), 0);
	text = make();
	assert_true(map(&s, cx_buf_view(&text)));
	assert_int_equal(stat("before", &st), 0);
	now = cx_stat_of(&st);
	assert_false(cx_stats_racy(&s, &now));
	f = fopen("before", "w");
	assert_non_null(f);
	assert_true(fputs("x", f) >= 0);
	assert_int_equal(fclose(f), 0);
	assert_int_equal(stat("before", &st), 0);
	now = cx_stat_of(&st);
	assert_true(cx_stats_racy(&s, &now));
	cx_stats_unmap(&s);
	cx_buf_release(&text);
}

/* Times that do not fit are times all the same. */
static void
test_far(void **state)
{
	struct stat st = {.st_size = 1};
	struct cx_stat a, b;

	(void)state;
	st.st_mtim.tv_sec = 19880899200; /* the year 2600 */
	a = cx_stat_of(&st);
	st.st_mtim.tv_nsec = 1;
	b = cx_stat_of(&st);
	assert_false(cx_stat_same(&a, &b));
	st.st_mtim.tv_sec = -19880899200;
	assert_true(cx_stat_of(&st).mtime != b.mtime);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_round_trip),
	    cmocka_unit_test(test_numbers), cmocka_unit_test(test_damage),
	    cmocka_unit_test(test_racy),
	    cmocka_unit_test(test_far),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
