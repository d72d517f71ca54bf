/* The remote that a url of git names. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "lib/file/git.h"

static void
urls(void **state)
{
	static const char *const t[][2] = {
	    {"git@h:o/r.git", "h/o/r"}, {"https://u:p@h/o/r", "h/o/r"},
	    {"ssh://git@h:22/o/r/", "h/o/r"}, {"  h:r  ", "h/r"},
	    {"https://H/", "h"}, {"https://", NULL}, {"", NULL},
	    {"file://", NULL}, {"file://x/a/b", "/a/b"}, {"/", "/"},
	    {".git", ".git"}, {"a/b:c", "a/b:c"}, {"https://h/.git", "h/.git"},
	    {"ssh://u:1:2@h/r", "h/r"}, {"u:p@x:y@h:o/r", "h/o/r"},
	    {"git+ssh://h/r", "h/r"}, {"https://h:/r", "h/r"},
	    {"https://u:a/b/c@h:99/r", "h/r"}, {"https://[::1]/r", "[::1]/r"},
	    {"git@[::1]:r", "[::1]/r"}, {"https://h/r.git.git", "h/r.git"}};
	struct cx_buf b = CX_BUF_INIT;

	(void)state;
	for (size_t i = 0; i < sizeof t / sizeof t[0]; i++) {
		b.len = 0;
		assert_int_equal(cx_git_normalise(&b, cx_str(t[i][0])),
		    t[i][1] != NULL);
		assert_string_equal(cx_buf_cstr(&b), t[i][1] ? t[i][1] : "");
	}
	cx_buf_release(&b);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(urls)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
