/* Prose: the first line of a text and its heading, cuts, slugs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "lib/text/prose.h"

static void
first_line(void **state)
{
	/* The text, its first line of prose, its first heading. */
	static const char *const table[][3] = {{"", "", ""},
	    {"a line\nmore\n", "a line", ""},
	    {"# One\n\ntext\n", "text", "One"},
	    {"#\n## Two ##\n", "", "Two ##"},
	    {"#tag and text\n####### seven\n", "#tag and text", ""},
	    {"  \n> - quoted * text \n# H\n", "quoted * text", "H"},
	    {"---\n|a|b|\n<!-- c -->\n![p](p.png)\n* * *\nx\n", "x", ""},
	    {"```\n# code\ntext\n```\nx\n", "x", ""},
	    {"~~~~\n~~~\ncode\n```\n~~~~\nx\n", "x", ""},
	    {"-not a list\n", "-not a list", ""}};

	(void)state;
	for (size_t i = 0; i < sizeof table / sizeof *table; i++)
		for (int heading = 0; heading < 2; heading++) {
			struct cx_str s = cx_prose_first(cx_str(table[i][0]),
			    heading);

			assert_int_equal(s.len, strlen(table[i][1 + heading]));
			assert_memory_equal(s.s, table[i][1 + heading], s.len);
		}
}

static void
cuts_and_slugs(void **state)
{
	CX_AUTO_BUF b = CX_BUF_INIT;

	(void)state;
	cx_prose_cut(&b, CX_STR(" one\t two\nthree "), 13);
	assert_string_equal(cx_buf_cstr(&b), "one two three");
	b.len = 0;
	cx_prose_cut(&b, CX_STR("one two three"), 12);
	assert_string_equal(cx_buf_cstr(&b), "one two");
	b.len = 0;
	cx_prose_cut(&b, CX_STR("one two three"), 7);
	assert_string_equal(cx_buf_cstr(&b), "one two");
	/* A word that takes more than half of the room is cut itself. */
	b.len = 0;
	cx_prose_cut(&b, CX_STR("an incomprehensible word"), 12);
	assert_string_equal(cx_buf_cstr(&b), "an incompreh");
	b.len = 0;
	cx_prose_slug(&b, CX_STR("  \xC3\x84pfel & Birnen: 3!"));
	assert_string_equal(cx_buf_cstr(&b), "\xC3\xA4pfel_birnen_3");
	b.len = 0;
	cx_prose_slug(&b, CX_STR("--"));
	assert_int_equal(b.len, 0);
	cx_prose_slug(&b, CX_STR("0123456789012345678901234567890123456789"
	    "0123456789012345678 1"));
	assert_int_equal(b.len, 59); /* the 1 and its _ would be 61 */
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(first_line),
	    cmocka_unit_test(cuts_and_slugs),
	};

	return cmocka_run_group_tests_name("prose", tests, NULL, NULL);
}
