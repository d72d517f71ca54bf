/* Lines of access logs, activation, host names, appending. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "lib/access/access.h"
#include "lib/base/date.h"
#include "tests/unit/tempdir.h"

static struct cx_json_parser *parser;

static struct cx_access_line
parse(struct cx_buf *b, const char *s)
{
	struct cx_access_line l;

	b->len = 0;
	cx_buf_puts(b, s);
	cx_buf_room(b, CX_JSON_PAD);
	cx_access_parse(parser, cx_buf_view(b), &l);
	return l;
}

static void
kinds(void **state)
{
	static const struct {
		const char *line;
		enum cx_access_kind kind;
	} t[] = {
	    {"{\"ts\":\"2026-04-01T10:00:00Z\",\"path\":\"a.md\","
	     "\"source\":\"read\"}", CX_ACCESS_EVENT},
	    {"{\"ts\":\"2026-04-01\",\"path\":\"a.md\",\"source\":\"save\","
	     "\"session\":null,\"x\":[]}", CX_ACCESS_EVENT},
	    {"{\"path\":\"a.md\",\"count\":0}", CX_ACCESS_FOLD},
	    {"{\"file\":\"a.md\",\"tool\":\"Read\",\"ts\":\"2026-04-01\"}",
	     CX_ACCESS_HOOK},
	    {"{\"file\":\"_directory_search\",\"ts\":\"2026-04-01\"}",
	     CX_ACCESS_SEARCH},
	    {"", CX_ACCESS_BAD},
	    {"null", CX_ACCESS_BAD},
	    {"{}", CX_ACCESS_BAD},
	    {"{\"path\":null,\"count\":1}", CX_ACCESS_BAD},
	    {"{\"path\":\"a//b\",\"count\":1}", CX_ACCESS_BAD},
	    {"{\"path\":\"a.md\",\"count\":1,\"refs\":1,\"own\":2}",
	     CX_ACCESS_BAD},
	    {"{\"path\":\"a.md\",\"count\":1,\"last\":\"x\"}", CX_ACCESS_BAD},
	    {"{\"file\":\"../a.md\",\"ts\":\"2026-04-01\"}", CX_ACCESS_BAD},
	    {"{\"file\":\"a.md\"}", CX_ACCESS_BAD},
	    {"{\"path\":\"a.md\",\"source\":\"read\"}", CX_ACCESS_BAD}};
	struct cx_buf b = CX_BUF_INIT;

	(void)state;
	for (size_t i = 0; i < sizeof t / sizeof t[0]; i++) {
		struct cx_access_line l = parse(&b, t[i].line);

		assert_int_equal(l.kind, t[i].kind);
		assert_true((l.why != NULL) == (l.kind == CX_ACCESS_BAD));
	}
	cx_buf_release(&b);
}

static void
put_is_parsed(void **state)
{
	struct cx_access_line e = {.kind = CX_ACCESS_EVENT, .ts = 1776254400,
	    .path = CX_STR("a \"b\"\n.md"), .source = CX_STR("search"),
	    .session = CX_STR(""), .query = CX_STR("x\x01y")}, l;
	struct cx_buf b = CX_BUF_INIT, c = CX_BUF_INIT;

	(void)state;
	cx_access_put(&b, &e);
	assert_int_equal(b.s[b.len - 1], '\n');
	assert_null(memchr(b.s, '\n', b.len - 1));
	b.len--;
	l = parse(&c, cx_buf_cstr(&b));
	assert_int_equal(l.kind, CX_ACCESS_EVENT);
	assert_int_equal(l.ts, e.ts);
	assert_true(cx_str_eq(l.path, e.path));
	assert_true(l.session.s && l.session.len == 0);
	assert_true(cx_str_eq(l.query, e.query));
	assert_null(l.project.s);
	cx_buf_release(&b);
	cx_buf_release(&c);
}

/* Used n times, never shown. */
static int64_t
used(int64_t n, int64_t last, int64_t now, double half_life, int64_t one)
{
	const struct cx_use use = {n, last, 0, last};

	return cx_activation(&use, now, half_life, one);
}

/* To be shown ten times is to be used once, and no earlier use is refreshed
 * by it. */
static void
shown(void **state)
{
	const int64_t now = 1776254400, million = 1000000;
	const int64_t year = now - INT64_C(365) * CX_DAY;
	const struct cx_use ten = {0, CX_NO_TIME, 10, now};
	const struct cx_use old = {10, year, 1, now};

	(void)state;
	assert_int_equal(cx_activation(&ten, now, 30, million), 500000);
	assert_true(cx_activation(&old, now, 30, million) -
	    used(10, year, now, 30, million) < 91000);
	for (int i = 0; i < CX_BY_COUNT; i++)
		assert_int_equal(cx_access_shown(i), i == CX_BY_CONTEXT ? 3 :
		    i == CX_BY_RECALL || i == CX_BY_SEARCH ? 1 : 0);
}

static void
activation(void **state)
{
	const int64_t now = 1776254400, million = 1000000;

	(void)state;
	assert_int_equal(used(1, now, now, 30, million), 500000);
	assert_int_equal(used(3, now - 30 * CX_DAY, now, 30, million),
	    600000);
	assert_int_equal(used(0, now, now, 30, million), 0);
	assert_int_equal(used(5, CX_NO_TIME, now, 30, million), 0);
	assert_int_equal(used(1, now + CX_DAY, now, 30, million),
	    500000);
	assert_int_equal(used(1, now - INT64_C(36500) * CX_DAY, now,
	    30, million), 0);
	assert_int_equal(used(CX_ACCESS_MOST, now, now, 30,
	    INT64_C(1) << 20), INT64_C(1) << 20);
	/* Never less for one more access, never more for a day more. */
	for (int64_t n = 1; n < 200; n++) {
		assert_true(used(n + 1, now - CX_DAY * n, now, 30,
		    million) >= used(n, now - CX_DAY * n, now, 30,
		    million));
		assert_true(used(9, now - CX_DAY * n, now, 30,
		    million) >= used(9, now - CX_DAY * (n + 1), now,
		    30, million));
	}
}

static void
hosts(void **state)
{
	static const char *const t[][2] = {{"Desk", "desk"},
	    {"a.b-c_1", "a.b-c_1"}, {"../../etc", "etc"}, {"-rf /", "rf--"},
	    {"\xc3\xa4" "b", "b"}, {"x y\nz", "x-y-z"}, {"///", "host"}};
	struct cx_buf b = CX_BUF_INIT;

	(void)state;
	for (size_t i = 0; i < sizeof t / sizeof t[0]; i++) {
		setenv("CORTEX_HOST", t[i][0], 1);
		b.len = 0;
		cx_access_host(&b);
		assert_string_equal(cx_buf_cstr(&b), t[i][1]);
	}
	b.len = 0;
	for (int i = 0; i < 500; i++)
		cx_buf_char(&b, 'x');
	setenv("CORTEX_HOST", cx_buf_cstr(&b), 1);
	b.len = 0;
	cx_access_host(&b);
	assert_int_equal(b.len, 64);
	unsetenv("CORTEX_HOST");
	b.len = 0;
	cx_access_host(&b);
	assert_true(b.len > 0);
	cx_buf_release(&b);
}

static void
count(void *arg, const struct cx_access_line *line, const char *name,
    size_t lineno)
{
	(void)line;
	(void)name;
	(void)lineno;
	++*(int *)arg;
}

static void
append(void **state)
{
	struct cx_buf name = CX_BUF_INIT, line = CX_BUF_INIT;
	struct cx_access_line e = {.path = CX_STR("a.md"),
	    .source = CX_STR("read")};
	struct cx_access_result r;
	int fd, n = 0;
	char *dir = temp_dir(&fd), *text;

	(void)state;
	setenv("CORTEX_HOST", "desk", 1);
	cx_access_put(&line, &e);
	cx_access_read_vault(fd, count, &n);
	assert_int_equal(n, 0);
	r = cx_access_append(fd, 0, cx_buf_view(&line), true,
	    &name);
	assert_int_equal(r.error, 0);
	assert_string_equal(name.s, ".cortex/access/desk-1970-01.ndjson");
	r = cx_access_append(fd, 31 * CX_DAY, cx_buf_view(&line), true,
	    &name);
	assert_int_equal(r.error, 0);
	assert_string_equal(name.s, ".cortex/access/desk-1970-02.ndjson");
	cx_access_read_vault(fd, count, &n);
	assert_int_equal(n, 2);
	temp_puts(fd, name.s, "{\"torn");
	r = cx_access_append(fd, 31 * CX_DAY, cx_buf_view(&line), true,
	    &name);
	assert_int_equal(r.error, 0);
	text = temp_get(fd, name.s);
	assert_non_null(text);
	assert_memory_equal(text, "{\"torn\n{\"ts\"", 12);
	free(text);
	cx_buf_release(&name);
	cx_buf_release(&line);
	temp_remove(dir, fd);
}

static void
folds(void **state)
{
	struct cx_buf path = CX_BUF_INIT;
	const struct cx_use *a;
	struct cx_access_counts *f;
	int fd;
	char *dir = temp_dir(&fd);

	(void)state;
	temp_puts(fd, "f", "{\"path\":\"a.md\",\"count\":2,\"first\":null,"
	    "\"last\":\"1970-01-02\",\"refs\":7,\"own\":5}\n"
	    "{\"path\":\"b.md\",\"count\":3,\"last\":null}\n");
	cx_buf_fmt(&path, "%s/f", dir);
	f = cx_access_counts_read(cx_buf_cstr(&path));
	a = cx_access_counts_get(f, CX_STR("a.md"));
	assert_non_null(a);
	assert_int_equal(a->used, 7);
	assert_int_equal(a->last, CX_DAY);
	a = cx_access_counts_get(f, CX_STR("b.md"));
	assert_non_null(a);
	assert_int_equal(a->used, 3);
	assert_true(a->last == CX_NO_TIME);
	assert_null(cx_access_counts_get(f, CX_STR("c.md")));
	cx_access_counts_free(f);
	cx_buf_release(&path);
	temp_remove(dir, fd);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(kinds),
	    cmocka_unit_test(put_is_parsed), cmocka_unit_test(activation),
	    cmocka_unit_test(shown), cmocka_unit_test(hosts),
	    cmocka_unit_test(append),
	    cmocka_unit_test(folds)};
	int rc;

	cx_start("test-access");
	parser = cx_json_new();
	rc = cmocka_run_group_tests(tests, NULL, NULL);
	cx_json_free(parser);
	return rc;
}
