/* Front matter: the fast reader and libyaml say the same. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/fuzz/front-same.h"

/* What the fast reader must take, or it is of no use. */
static const char *const common[] = {
	"a: b\n",
	"key-name_2: x y  z  \nms.date: 10:00\nexternal help: C#\n",
	"a:\nb: \nc:  \n",
	"a: \"x: y # z\"\nb: 'it is \"so\"'\nc: \"\"\nd: ''  \n",
	"a: []\nb: [ ]\nc: [x, \"y, z\" , 'w',a/b-c d]\n",
	"a:\n- x\n-   y \n",
	"a:\n  - x\n  - \"y\"\nb:\n- \n-\n- z\n",
	"a: \xc3\xa9\xe2\x82\xac \xf0\x9f\x98\x80\nb: [\xe6\x97\xa5, x]\n",
	"a: b\r\nc:\r\n- d\r\n",
	"url: https://x.org/a?b=c&d#e\nt: a, b [c] {d} *e* | f\n",
	"a: 1\nb: 2\na: [3]\n"
};

/* What it must leave alone. */
static const char *const others[] = {
	"", "\n", "# c\n", "a:b\n", "a: b: c\n", "a: b #c\n", "a: b:\n",
	"- a\n", "a\n", " a: b\n", "a: b\n  c\n", "a: b\n- c\n",
	"a:\n- b\n  - c\n", "a:\n  - b\n- c\n", "a:\n- b: c\n",
	"a: [b\n", "a: [b,]\n", "a: [b] c\n", "a: [b: c]\n", "a: [[b]]\n",
	"a: \"b\\n\"\n", "a: 'b''c'\n", "a: \"b\n", "a: \"b\" c\n",
	"a: {b: c}\n", "a: |\n", "a: *b\n", "a: &b\n", "a: !b\n",
	"a: @b\n", "a: -\n", "a: ?\n", "a : b\n", "a:\tb\n", "a: b\tc\n",
	"a: \x01\n", "a: b\rc: d\n", "a: b\xc2\x85" "c\n",
	"a: b\xe2\x80\xa8" "c\n", "a: \xef\xbb\xbf" "b\n", "a: \xff\n",
	"a: \xef\xbf\xbf\n", "a: \x7f\n", "a: \xc2\x9b\n", "a:\n\n- b\n"
};

static struct cx_front_parser *parser;
static struct cx_arena arena;

/* Reads text between fences by both; whether the fast one took it. */
static bool
compare(struct cx_str text)
{
	struct cx_buf file = CX_BUF_INIT;
	struct cx_front fast, slow;

	cx_arena_reset(&arena);
	cx_buf_puts(&file, "---\n");
	cx_buf_str(&file, text);
	cx_buf_puts(&file, "---\nbody\n");
	parser->slow = true;
	cx_front_read(parser, cx_buf_view(&file), &arena, &slow);
	parser->slow = false;
	cx_front_read(parser, cx_buf_view(&file), &arena, &fast);
	if (!same_front(&fast, &slow))
		print_message("in: %.*s\n", (int)text.len, text.s);
	assert_true(same_front(&fast, &slow));
	cx_buf_release(&file);
	return parser->fast;
}

static void
test_common(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof common / sizeof *common; i++) {
		bool fast = compare(cx_str(common[i]));

		if (!fast)
			print_message("in: %s\n", common[i]);
		assert_true(fast);
	}
}

static void
test_others(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
		bool fast = compare(cx_str(others[i]));

		if (fast)
			print_message("in: %s\n", others[i]);
		assert_false(fast);
	}
}

/* Wherever it is: text is looked at many bytes at a time. */
static void
test_everywhere(void **state)
{
	static const char *const bad[] = {"\x01", "\x7f", "\r",
		"\xc2\x85", "\xe2\x80\xa8", "\xef\xbb\xbf"};
	CX_AUTO_BUF b = CX_BUF_INIT;

	(void)state;
	for (size_t i = 0; i < 40 * sizeof bad / sizeof *bad; i++) {
		b.len = 0;
		cx_buf_puts(&b, "a: b");
		for (size_t k = 0; k < 40; k++)
			cx_buf_puts(&b, k == i % 40 ? bad[i / 40] : "c");
		cx_buf_puts(&b, "c\n");
		assert_false(compare(cx_buf_view(&b)));
	}
}

/* Anything that can be made of what has a meaning in YAML. */
static void
test_random(void **state)
{
	static const char *const pieces[] = {
		"a", "b: ", "key: ", "c:", ":", " ", " ", "- ", "-", "[", "]",
		", ", ",", "\"", "'", "#", " #", "\n", "\n", "\na: ", "\n- ",
		"\n  - ", "\r\n", "\r", "\t", "\xc3\xa9", "\xe2\x80\xa8",
		"\xef\xbb\xbf", "{", "}", "|", ">", "&", "*", "!", "%", "@",
		"`", "?", "\\", "...", "---", "0", "/", "(", "[x, y]", "\"z\""
	};
	uint64_t seed = 1;
	size_t fast = 0, n = 60000;
	struct cx_buf b = CX_BUF_INIT;

	(void)state;
	for (size_t i = 0; i < n; i++) {
		b.len = 0;
		cx_buf_puts(&b, "k: ");
		for (size_t j = 0; j < 2 + i % 9; j++) {
			seed = seed * 6364136223846793005u +
			    1442695040888963407u;
			cx_buf_puts(&b, pieces[(seed >> 33) %
			    (sizeof pieces / sizeof *pieces)]);
		}
		cx_buf_char(&b, '\n');
		fast += compare(cx_buf_view(&b));
	}
	cx_buf_release(&b);
	/* The comparison means something. */
	assert_true(fast > n / 20 && fast < n);
}

static int
setup(void **state)
{
	(void)state;
	parser = cx_front_new();
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	cx_front_free(parser);
	cx_arena_release(&arena);
	return 0;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_common),
		cmocka_unit_test(test_others),
		cmocka_unit_test(test_everywhere),
	    cmocka_unit_test(test_random)
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
