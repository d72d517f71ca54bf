/* git's configuration, and urls. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "lib/file/gitremote.h"

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

static void
configs(void **state)
{
	static const struct {
		const char *text;
		enum cx_git_status status;
		const char *url; /* or NULL */
		size_t line;
	} t[] = {
	    {"[remote \"origin\"]\nurl=h:r\n", CX_GIT_DONE, "h:r", 0},
	    {"[remote.Origin] url = a b  ;c", CX_GIT_DONE, "a b", 0},
	    {"[remote \"o\\rigin\"]url=\" x \"", CX_GIT_DONE, " x ", 0},
	    {"[remote \"origin\"]\npushurl = x\nurls = y\n", CX_GIT_NONE, NULL,
		0},
	    {"[remote \"origin\"]\nurl\n", CX_GIT_NONE, NULL, 0},
	    {"url = x\n", CX_GIT_NONE, NULL, 0},
	    {"", CX_GIT_NONE, NULL, 0},
	    {"[a]\n[remote \"origin]\n", CX_GIT_BROKEN, NULL, 2},
	    {"[a]\n\nx = \"y\n", CX_GIT_BROKEN, NULL, 3},
	    {"[a]\nx = \\q\n", CX_GIT_BROKEN, NULL, 2},
	    {"[a]\nx y\n", CX_GIT_BROKEN, NULL, 2},
	    {"[remote \"origin\"]url=h:a\n[remote \"origin\"]url=h:b\n",
		CX_GIT_MANY, NULL, 2},
	    {"[remote \"origin\"]url=h:a\n[remote \"origin\"]url=h:a/\n",
		CX_GIT_DONE, "h:a", 0},
	    {"[remote \"origin\"]url=h:a\nurl=h:b\n", CX_GIT_DONE, "h:a", 0}};
	struct cx_buf b = CX_BUF_INIT;

	(void)state;
	for (size_t i = 0; i < sizeof t / sizeof t[0]; i++) {
		size_t line = 0;

		b.len = 0;
		assert_int_equal(cx_git_origin(cx_str(t[i].text), &b, &line),
		    t[i].status);
		assert_string_equal(cx_buf_cstr(&b), t[i].url ? t[i].url : "");
		if (t[i].line)
			assert_int_equal(line, t[i].line);
	}
	cx_buf_release(&b);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(urls),
	    cmocka_unit_test(configs)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
