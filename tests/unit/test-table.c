/* Unit tests of table.h: order, what is gone, defaults, bodies. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "lib/record/table.h"
#include "tests/unit/tempdir.h"

static void
count(void *arg, const struct cx_record *rec, uint32_t number)
{
	size_t *n = arg;

	assert_non_null(rec->root);
	assert_int_equal(number, *n);
	++*n;
}

#define is_str(str, text)                                                     \
	do {                                                                  \
		struct cx_str s_ = (str);                                     \
		assert_int_equal(s_.len, strlen(text));                       \
		assert_memory_equal(s_.s, text, s_.len);                      \
	} while (0)

static void
test_collect(void **state)
{
	static const enum cx_text texts[] = {CX_TEXT_PATH, CX_TEXT_TYPE,
	    CX_TEXT_LINES};
	struct cx_table c = {.v = NULL};
	struct cx_buf path = CX_BUF_INIT, b = CX_BUF_INIT;
	size_t n = 0;
	int fd;
	char *top = temp_dir(&fd), *files[1];

	(void)state;
	temp_puts(fd, "records",
	    "{\"path\":\"c.md\",\"gone\":true}\n"
	    "{\"path\":\"b.md\",\"body\":\"x\\ny\",\"name\":\"B\"}\n"
	    "{\"path\":\"c.md\",\"name\":\"C\"}\n"
	    "{\"name\":\"A\",\"path\":\"a\\u002emd\",\"type\":null,"
	    "\"tags\": [ \"x\" ],\"lines\":7,\"other\":[1]}\n"
	    "{\"path\":\"none.md\",\"gone\":true}\n"
	    "{\"path\":\"a/b.md\"}\n");
	cx_buf_fmt(&path, "%s/records", top);
	cx_buf_cstr(&path);
	files[0] = path.s;
	cx_table_read(&c, files, 1, count, &n);
	assert_int_equal(n, 4);
	assert_int_equal(c.n, 3);
	is_str(c.v[0].path, "a.md");
	is_str(c.v[1].path, "a/b.md");
	is_str(c.v[2].path, "b.md");
	assert_int_equal(c.v[0].number, 2);
	assert_int_equal(c.v[0].lineno, 4);
	is_str(cx_row_line(&c, &c.v[2]), "{\"path\":\"b.md\",\"name\":\"B\"}");
	is_str(cx_row_text(&c, &c.v[0], CX_TEXT_PATH), "\"a\\u002emd\"");
	is_str(cx_row_text(&c, &c.v[0], CX_TEXT_TYPE), "\"unknown\"");
	is_str(cx_row_text(&c, &c.v[0], CX_TEXT_TAGS), "[ \"x\" ]");
	is_str(cx_row_text(&c, &c.v[1], CX_TEXT_TAGS), "[]");
	is_str(cx_row_text(&c, &c.v[1], CX_TEXT_STATUS), "\"active\"");
	cx_row_entry(&b, &c, &c.v[0], texts, 3);
	assert_string_equal(cx_buf_cstr(&b),
	    "{\"path\":\"a\\u002emd\",\"type\":\"unknown\",\"lines\":7}");
	cx_table_release(&c);
	cx_buf_release(&b);
	cx_buf_release(&path);
	temp_remove(top, fd);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_collect)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
