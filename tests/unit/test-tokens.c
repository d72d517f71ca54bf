/* The estimate of tokens against counts of real tokenizers. */
#include "lib/base/mem.h"
#include "lib/text/tokens.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#define DIR "tests/tokens/"

static void
load(struct cx_buf *b, const char *name)
{
	struct cx_buf path = CX_BUF_INIT;
	const char *top = getenv("SRC");
	size_t n;
	FILE *f;

	cx_buf_fmt(&path, "%s/" DIR "%s", top ? top : ".", name);
	f = fopen(cx_buf_cstr(&path), "r");
	assert_non_null(f);
	do {
		n = fread(cx_buf_room(b, 4096), 1, 4096, f);
		b->len += n;
	} while (n);
	fclose(f);
	cx_buf_release(&path);
}

/* Never below any of them, and English at least 70 % of it. */
static void
recorded(void **state)
{
	struct cx_buf table = CX_BUF_INIT;
	struct cx_str rest, line;
	int rows = 0;

	(void)state;
	load(&table, "counts.tab");
	rest = cx_buf_view(&table);
	while (cx_str_split(&rest, '\n', &line)) {
		struct cx_buf text = CX_BUF_INIT, name = CX_BUF_INIT;
		struct cx_str cell;
		bool english;
		size_t got, n;

		if (line.s[0] == '#')
			continue;
		assert_true(cx_str_split(&line, '\t', &cell));
		cx_buf_str(&name, cell);
		english = cx_str_is(cell, "english");
		cx_buf_puts(&name, ".txt");
		load(&text, cx_buf_cstr(&name));
		got = cx_tokens(cx_buf_view(&text));
		for (n = 0; cx_str_split(&line, '\t', &cell); n++) {
			size_t count = strtoul(cell.s, NULL, 10);

			assert_in_range(got, count, SIZE_MAX);
			if (english)
				assert_in_range(count * 100, got * 70,
				    SIZE_MAX);
		}
		assert_int_equal(n, 4);
		rows++;
		cx_buf_release(&text);
		cx_buf_release(&name);
	}
	assert_int_equal(rows, 8);
	cx_buf_release(&table);
}

static void
by_hand(void **state)
{
	(void)state;
	assert_int_equal(cx_tokens(CX_STR("")), 0);
	assert_int_equal(cx_tokens(CX_STR("a")), 1);
	assert_int_equal(cx_tokens(CX_STR("2026")), 4);
	/* A byte a token, whatever they mean. */
	assert_int_equal(cx_tokens(CX_STR("\xF0\x9F\x98\x80")), 4);
	assert_int_equal(cx_tokens(CX_STR("\xFF\xFE")), 2);
	assert_true(cx_tokens_english(CX_STR("the end of it")));
	assert_false(cx_tokens_english(CX_STR("das Ende vom Lied")));
	assert_int_equal(cx_tokens_part(CX_STR("before noon"), true), 3);
	assert_true(cx_tokens_part(CX_STR("before noon"), false) > 3);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(recorded),
	    cmocka_unit_test(by_hand),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
