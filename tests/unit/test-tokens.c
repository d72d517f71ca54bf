/* The estimate of tokens against counts of real tokenizers. */
#include "lib/base/mem.h"
#include "lib/file/vault.h"
#include "lib/text/tokens.h"

#include <unistd.h>

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

/* Never below either of them, and at most a fifth above the larger one where
 * the text is like what people write. */
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
		size_t got, n, largest = 0;
		struct cx_str cell;

		if (line.s[0] == '#')
			continue;
		assert_true(cx_str_split(&line, '\t', &cell));
		cx_buf_str(&name, cell);
		cx_buf_puts(&name, ".txt");
		load(&text, cx_buf_cstr(&name));
		got = cx_tokens(cx_buf_view(&text));
		for (n = 0; cx_str_split(&line, '\t', &cell); n++) {
			size_t count = strtoul(cell.s, NULL, 10);

			if (count > largest)
				largest = count;
		}
		assert_int_equal(n, 2);
		assert_in_range(got, largest, largest + largest / 5);
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
	assert_int_equal(cx_tokens(CX_STR("2026")), 2);
	assert_int_equal(cx_tokens(CX_STR("before that")), 2);
	assert_int_equal(cx_tokens(CX_STR("\n\n")), 1);
	/* Counts of cl100k_base. */
	assert_int_equal(cx_tokens(CX_STR("\"\"\"\"\"\"\"\"")), 4);
	assert_true(cx_tokens(CX_STR("''''''''''''''''")) >= 8);
	/* Bytes that are not text cost one each. */
	assert_int_equal(cx_tokens(CX_STR("\xFF\xFE")), 3);
}

/* Half a megabyte of each in a moment: no text is quadratic. */
static void
linear(void **state)
{
	static const char *const unit[] = {"a", " ", ". ", "\n", "\xF0\x9F",
	    "\xE2\x80\xAE", "-", "aB"};

	(void)state;
	for (size_t i = 0; i < sizeof unit / sizeof *unit; i++) {
		struct cx_buf text = CX_BUF_INIT;

		while (text.len < (1 << 19))
			cx_buf_puts(&text, unit[i]);
		assert_in_range(cx_tokens(cx_buf_view(&text)), text.len / 32,
		    text.len * 2);
		cx_buf_release(&text);
	}
}

/* What a text on standard input counts, for other tests. */
static int
count(void)
{
	struct cx_buf b = CX_BUF_INIT;
	int err = cx_read_fd(STDIN_FILENO, &b, 1 << 26);

	if (!err)
		printf("%zu\n", cx_tokens(cx_buf_view(&b)));
	cx_buf_release(&b);
	return err != 0;
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(recorded),
	    cmocka_unit_test(by_hand),
	    cmocka_unit_test(linear),
	};

	if (argc == 2 && strcmp(argv[1], "--count") == 0)
		return count();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
