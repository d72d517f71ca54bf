/* The passages of a text for a query. */
#include "lib/base/self.h"
#include "lib/pack/passages.h"
#include "lib/pack/tokens.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static struct cx_analyzer *analyzer;
static struct cx_passages *p;

static int
setup(void **state)
{
	(void)state;
	analyzer = cx_analyzer_new(CX_STR("porter"));
	p = cx_passages_new(analyzer);
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	cx_passages_free(p);
	cx_analyzer_free(analyzer);
	return 0;
}

static void
put_mark(void *arg, size_t at, size_t len)
{
	cx_buf_fmt(arg, "%zu+%zu ", at, len);
}

static void
is(size_t i, const char *text, size_t line)
{
	assert_true(i < p->n);
	if (p->v[i].text.len != strlen(text))
		print_message("'%.*s'\n", (int)p->v[i].text.len,
		    p->v[i].text.s);
	assert_int_equal(p->v[i].text.len, strlen(text));
	assert_memory_equal(p->v[i].text.s, text, strlen(text));
	assert_int_equal(p->v[i].line, line);
}

/* What only an address of a link says is not seen. */
static void
linked(void **state)
{
	const struct cx_str body = CX_STR("Idle talk of boats, and of cars.\n\n"
	    "Look [here](https://e.org/rates/per-diem).\n\n"
	    "The rates per diem are low.\n\nMore idle talk of boats.\n");

	(void)state;
	cx_passages_query(p, CX_STR("diem rates"));
	cx_passages_read(p, body, CX_STR("Trip"));
	assert_true(cx_passages_pick(p, 12) >= 1);
	is(0, "The rates per diem are low.", 4);
	cx_passages_query(p, CX_STR("e.org"));
	cx_passages_read(p, body, CX_STR("Trip"));
	assert_true(cx_passages_pick(p, 20) >= 1);
	is(0, "Look [here](https://e.org/rates/per-diem).", 2);
}

static void
best(void **state)
{
	const struct cx_str body = CX_STR("\n# Trip\n\nIdle talk of boats. "
	    "More idle talk of cars.\n\nThe train left Graz at nine. Idle.\n\n"
	    "- one\n- tickets for Graz\n- three\n\nAn idle end.\n");

	(void)state;
	cx_passages_query(p, CX_STR("Graz tickets"));
	cx_passages_read(p, body, CX_STR("Trip"));
	assert_true(p->tokens >= cx_tokens(p->text));
	cx_passages_pick(p, 10);
	is(0, "- tickets for Graz", 8);
	assert_int_equal(p->n, 1);
	cx_passages_pick(p, 24);
	is(0, "The train left Graz at nine.", 5);
	is(1, "- tickets for Graz", 8);
	assert_int_equal(p->n, 2);
	cx_passages_pick(p, 1000);
	assert_int_equal(p->n, 1);
	assert_int_equal(p->v[0].line, 3); /* without its title */
	/* Without a word of the query: the start. */
	cx_passages_query(p, CX_STR("zebra"));
	cx_passages_read(p, body, CX_STR("Trip"));
	cx_passages_pick(p, 14);
	is(0, "Idle talk of boats.", 3);
	assert_int_equal(p->n, 1);
}

/* Never more than the budget, whatever the text is. */
static void
budgets(void **state)
{
	static const char *const pieces[] = {"A sentence about nothing. ",
	    "walrus ", "\n", "\n\n", "- item walrus\n", "世界。",
	    "xxxxxxxxxxxxx",
	    "\xff\xfe", "# walrus\n", "```\n", "The walrus sleeps. "};
	struct cx_buf b = CX_BUF_INIT;
	unsigned seed = 1;

	(void)state;
	cx_passages_query(p, CX_STR("walrus 世界"));
	for (int round = 0; round < 200; round++) {
		b.len = 0;
		for (int i = 0; i < 5 * round; i++) {
			seed = seed * 1103515245 + 12345;
			cx_buf_puts(&b, pieces[(seed >> 16) % 11]);
		}
		cx_passages_read(p, cx_buf_view(&b), CX_STR("walrus"));
		for (size_t budget = 0; budget < 200; budget += 13) {
			size_t sum = 0;
			const char *end = NULL;

			cx_passages_pick(p, budget);
			for (size_t i = 0; i < p->n; i++) {
				sum += cx_tokens(p->v[i].text);
				assert_true(p->v[i].text.len > 0);
				assert_true(!end || p->v[i].text.s >= end);
				end = p->v[i].text.s + p->v[i].text.len;
			}
			assert_true(sum <= budget);
			assert_true(p->n > 0 || budget < 13 || round < 2 ||
			    cx_str_trim(p->text).len == 0);
		}
	}
	cx_buf_release(&b);
}

/* A sentence that has no room is cut, at what matched. */
static void
cut(void **state)
{
	(void)state;
	cx_passages_query(p, CX_STR("walrus"));
	cx_passages_read(p, CX_STR("one two three four five six seven eight "
	    "nine ten eleven twelve a walrus sleeps here today and tomorrow "
	    "and for all the days that are to come after that, it is said"),
	    CX_STR(""));
	cx_passages_pick(p, 8);
	assert_int_equal(p->n, 1);
	assert_true(cx_str_starts(p->v[0].text, CX_STR("walrus sleeps here")));
}

/* Never a heading alone where there is text beneath it. */
static void
headings(void **state)
{
	static const char *const forms[] = {"## Walrus", "# Sea\n\n## Walrus",
	    "Walrus\n======", "Walrus\n---", "## Walrus\n\n---"};
	struct cx_buf b = CX_BUF_INIT, s = CX_BUF_INIT;

	(void)state;
	cx_passages_query(p, CX_STR("walrus"));
	for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
		b.len = s.len = 0;
		cx_buf_fmt(&s, "%s\n\nIt sleeps on the ice.", forms[i]);
		cx_buf_fmt(&b, "Idle talk of boats.\n\n%s Idle talk of cars "
		    "and of trains.\n\n## Last\n\nMore of it.\n",
		    cx_buf_cstr(&s));
		cx_passages_read(p, cx_buf_view(&b), CX_STR(""));
		cx_passages_pick(p, cx_tokens(cx_buf_view(&s)) + 7);
		is(0, s.s, 2);
		assert_int_equal(p->n, 1);
		/* With room for little, what is beneath. */
		cx_passages_pick(p, 4);
		assert_int_equal(p->n, 1);
		assert_true(cx_str_starts(p->v[0].text, CX_STR("It sleeps")));
	}
	/* Nothing is beneath the last. */
	cx_passages_read(p, CX_STR("Idle talk of boats and of trains and "
	    "cars.\n\n## Walrus\n"), CX_STR(""));
	cx_passages_pick(p, 9);
	is(0, "## Walrus", 2);
	cx_buf_release(&b);
	cx_buf_release(&s);
}

static void
marks(void **state)
{
	struct cx_buf b = CX_BUF_INIT;

	(void)state;
	cx_passages_query(p, CX_STR("deploys 部署 the"));
	cx_passages_marks(p, CX_STR("é Deploying, the Deploy 的部署了"),
	    put_mark, &b);
	assert_string_equal(cx_buf_cstr(&b), "2+9 17+6 25+2 ");
	cx_buf_release(&b);
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup_teardown(best, setup, teardown),
	    cmocka_unit_test_setup_teardown(budgets, setup, teardown),
	    cmocka_unit_test_setup_teardown(cut, setup, teardown),
	    cmocka_unit_test_setup_teardown(headings, setup, teardown),
	    cmocka_unit_test_setup_teardown(linked, setup, teardown),
	    cmocka_unit_test_setup_teardown(marks, setup, teardown),
	};

	cx_self_named(argc > 0 ? argv[0] : NULL);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
