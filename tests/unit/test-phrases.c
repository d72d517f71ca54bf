/* Phrases by whole words, whatever the white space and the apostrophes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "lib/text/phrases.h"

static struct cx_phrases *
phrases(void)
{
	static const char *const list[] = {"as requested", "i installed",
	    "all good", "the code works", "sure, i can do that",
	    "i have updated the file", "i will now", "i will now proceed to",
	    "don't do that", "a b a c", "a b", "b a c d e"};
	struct cx_phrases *p = cx_phrases_new();

	for (size_t i = 0; i < sizeof list / sizeof *list; i++)
		assert_true(cx_phrases_add(p, cx_str(list[i])));
	return p;
}

/* want NULL: nothing; else the phrase and the stretch it stands on. */
static void
expect(const char *text, const char *want, const char *stretch)
{
	struct cx_phrases *p = phrases();
	struct cx_phrase f;
	bool found = cx_phrases_find(p, cx_str(text), &f);

	if (!want && found)
		fail_msg("'%s': %.*s", text, (int)f.phrase.len, f.phrase.s);
	if (want && !found)
		fail_msg("'%s': not found", text);
	if (want) {
		struct cx_buf b = CX_BUF_INIT;

		cx_buf_str(&b, f.phrase);
		assert_string_equal(cx_buf_cstr(&b), want);
		b.len = 0;
		assert_true(f.at + f.len <= strlen(text));
		cx_buf_add(&b, text + f.at, f.len);
		assert_string_equal(cx_buf_cstr(&b), stretch);
		cx_buf_release(&b);
	}
	cx_phrases_free(p);
}

static void
whole_words(void **state)
{
	(void)state;
	expect("done as requested.", "as requested", "as requested");
	expect("it was requested", NULL, NULL);
	expect("CLI installed", NULL, NULL);
	expect("so I installed it", "i installed", "I installed");
	expect("overall goods", NULL, NULL);
	expect("all goods", NULL, NULL);
	expect("the code workspace", NULL, NULL);
	expect("Phase-I installed", NULL, NULL);
	expect("all good-natured people", NULL, NULL);
	expect("all good - for now", "all good", "all good");
	expect("all_good", NULL, NULL);
	expect("_all good_", "all good", "all good");
	expect("__All__ good; _i installed_ it", "i installed", "i installed");
	expect("over_all good", NULL, NULL);
	expect("all good_ies", NULL, NULL);
	expect("", NULL, NULL);
	expect("\xC3\xA9" "all good", NULL, NULL);
	expect("all good\xC3\xA9", NULL, NULL);
	expect("all good", "all good", "all good");
	expect("(all good)", "all good", "all good");
	expect("all all good", "all good", "all good");
}

static void
white_space(void **state)
{
	(void)state;
	expect("as  requested", "as requested", "as  requested");
	expect("as\trequested", "as requested", "as\trequested");
	expect("as \r\n requested", "as requested", "as \r\n requested");
	expect("as\xC2\xA0requested", "as requested", "as\xC2\xA0requested");
	expect("as\xE2\x80\x83requested", "as requested",
	    "as\xE2\x80\x83requested");
	expect("asrequested", NULL, NULL);
	expect("That is all. Good caches matter", NULL, NULL);
	expect("as, requested", NULL, NULL);
}

static void
writing(void **state)
{
	(void)state;
	expect("AS Requested", "as requested", "AS Requested");
	expect("I've updated the file", "i have updated the file",
	    "I've updated the file");
	expect("I\xE2\x80\x99ve  updated the file", "i have updated the file",
	    "I\xE2\x80\x99ve  updated the file");
	expect("I have updated the file", "i have updated the file",
	    "I have updated the file");
	expect("I'll now go", "i will now", "I'll now");
	expect("Sure, I can do that", "sure, i can do that",
	    "Sure, I can do that");
	expect("sure I can do that", "sure, i can do that",
	    "sure I can do that");
	expect("sure; I can do that", NULL, NULL);
	expect("don\xE2\x80\x99t do that", "don't do that",
	    "don\xE2\x80\x99t do that");
	expect("'as requested'", "as requested", "as requested");
}

static void
several(void **state)
{
	(void)state;
	/* The one that ends first. */
	expect("i will now proceed to", "i will now", "i will now");
	expect("a b a c", "a b", "a b");
	expect("x b a c d e", "b a c d e", "b a c d e");
	expect("a a b", "a b", "a b");
}

static void
adding(void **state)
{
	struct cx_phrases *p = cx_phrases_new();
	struct cx_phrase f;

	(void)state;
	assert_false(cx_phrases_add(p, CX_STR("")));
	assert_false(cx_phrases_add(p, CX_STR(" ,; ")));
	assert_false(cx_phrases_find(p, CX_STR("anything"), &f));
	cx_phrases_free(p);

	p = cx_phrases_new();
	assert_true(cx_phrases_add(p, CX_STR("\xC3\x9C" "BER alles")));
	assert_true(cx_phrases_find(p, CX_STR("so \xC3\xBC" "ber Alles"), &f));
	assert_int_equal(f.at, 3);
	cx_phrases_free(p);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(whole_words),
	    cmocka_unit_test(white_space),
	    cmocka_unit_test(writing),
	    cmocka_unit_test(several),
	    cmocka_unit_test(adding),
	};

	return cmocka_run_group_tests_name("phrases", tests, NULL, NULL);
}
