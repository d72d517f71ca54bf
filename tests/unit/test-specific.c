/* Specificity, point by point. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "bin/cx-gate/gate.h"
#include "bin/cx-gate/empty.c"
#include "bin/cx-gate/evidence.c"
#include "bin/cx-gate/plain.c"
#include "bin/cx-gate/tongue.c"
#include "bin/cx-gate/specific.c"

static struct words words;

/* The points of a content as text: length, then d t n c, with a reason of
 * ten characters. */
static void
expect(const char *content, const char *want)
{
	struct substance has = substance_of(&words, cx_str(content),
	    CX_STR("decision"));
	struct score s = specificity(&words, cx_str(content),
	    CX_STR("0123456789"), &has);
	struct cx_buf b = CX_BUF_INIT;

	cx_buf_int(&b, s.point[POINT_LENGTH]);
	cx_buf_puts(&b, s.point[POINT_DIGIT] ? "d" : "");
	cx_buf_puts(&b, s.point[POINT_TERM] ? "t" : "");
	cx_buf_puts(&b, s.point[POINT_NAME] ? "n" : "");
	cx_buf_puts(&b, s.point[POINT_CAUSE] ? "c" : "");
	if (strcmp(cx_buf_cstr(&b), want) != 0)
		fail_msg("'%s': %s, not %s", content, b.s, want);
	cx_buf_release(&b);
}

static void
points(void **state)
{
	(void)state;
	expect("", "0");
	expect("we have 7 of them", "0d");
	expect("\xD9\xA7 of them", "0d"); /* ARABIC-INDIC DIGIT SEVEN */
	expect("the api is slow", "0t");
	expect("the APIs are slow", "0n");
	expect("classy and besides", "0t");
	expect("it is so because", "0c");
	expect("due  to it", "0c");
	expect("In Order to do it", "0nc");
	expect("so it is done", "0");
}

static void
names(void **state)
{
	(void)state;
	expect("Redis is fast", "0t");
	expect("we use Redis", "0tn");
	expect("we use Go", "0");
	expect("It works. Redis too", "0t");
	expect("It works! Redis? Postgres", "0t");
	expect("(Redis) is fast", "0t");
	expect("first\nRedis", "0t");
	expect("first,\tRedis", "0tn");
	expect("in caf\xC3\xA9 \xC3\x89" "cole we", "0tn");
	expect("TypeScript is fine", "0tn");
	expect("a useState hook", "0tn");
	expect("the snake_case one", "0tn");
	expect("the _private one_ two", "0t");
	expect("run `make` now", "0n");
	expect("run `1 + 1` now", "0d");
	expect("a ` b\nc ` d", "0");
	expect("ABC is", "0tn");
}

static struct score
of(size_t n, const char *rest, const char *reason)
{
	struct cx_buf b = CX_BUF_INIT;
	struct substance none = {.why = SUBSTANCE_SOME};
	struct score s;

	cx_buf_puts(&b, rest);
	while (cx_utf8_count(cx_buf_view(&b)) < n)
		cx_buf_puts(&b, "\xC3\xA9");
	s = specificity(&words, cx_buf_view(&b), cx_str(reason), &none);
	cx_buf_release(&b);
	return s;
}

static void
sums(void **state)
{
	static const int scores[] = {0, 1, 1, 2, 2, 3, 3, 4, 4, 5};
	const char *ten = "0123456789";
	const char *twenty = "01234567890123456789";

	(void)state;
	assert_int_equal(of(49, "", ten).raw, 1);
	assert_int_equal(of(50, "", ten).raw, 2);
	assert_int_equal(of(99, "", ten).raw, 2);
	assert_int_equal(of(100, "", ten).raw, 3);
	assert_int_equal(of(199, "", ten).raw, 3);
	assert_int_equal(of(200, "", ten).raw, 4);
	assert_int_equal(of(200, "", twenty).raw, 5);
	assert_int_equal(of(200, "", twenty + 1).raw, 4);
	assert_int_equal(of(200, "7 ", twenty).raw, 6);
	assert_int_equal(of(200, "7 api ", twenty).raw, 7);
	assert_int_equal(of(200, "7 api Redis ", twenty).raw, 8);
	assert_int_equal(of(200, "7 api Redis since ", twenty).raw, 9);
	assert_int_equal(of(0, "", ten).raw, 1);
	for (size_t n = 0; n <= 200; n += 50) {
		struct score s = of(n, "7 api since ", twenty);

		assert_int_equal(s.score, scores[s.raw]);
		s = of(n, "", ten);
		assert_int_equal(s.score, scores[s.raw]);
	}
	assert_int_equal(of(200, "7 api Redis since ", twenty).score, 5);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(points),
	    cmocka_unit_test(names),
	    cmocka_unit_test(sums),
	};
	struct cx_config *config = cx_config_load(NULL);
	int rc;

	words_init(&words, config);
	rc = cmocka_run_group_tests_name("specific", tests, NULL, NULL);
	words_release(&words);
	cx_config_free(config);
	return rc;
}
