/* Counts of tokens against those of real tokenizers. */
#include "lib/base/mem.h"
#include "lib/file/vault.h"
#include "lib/json/json.h"
#include "lib/base/self.h"
#include "lib/pack/tokens.h"

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

/* The larger of the two. */
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
		struct cx_str cell = CX_STR("");

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
		assert_int_equal(got, largest);
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
	/* What is not UTF-8 counts as the three bytes of U+FFFD. */
	assert_int_equal(cx_tokens(CX_STR("\xFF\xFE")), 6);
}

/* Strings of token-fuzz.mjs: not one token too few, and hardly any more. */
static void
strings(void **state)
{
	struct cx_buf table = CX_BUF_INIT;
	struct cx_str rest, line;
	struct cx_json_parser *parser = cx_json_new();
	size_t sum = 0, real = 0;

	(void)state;
	load(&table, "strings.ndjson");
	rest = cx_buf_view(&table);
	while (cx_str_split(&rest, '\n', &line)) {
		struct cx_buf text = CX_BUF_INIT;
		const struct cx_json *root;
		int64_t count = 0;
		const char *why;
		size_t got;

		cx_buf_str(&text, line);
		cx_buf_room(&text, CX_JSON_PAD);
		root = cx_json_parse(parser, text.s, text.len, &why);
		if (!cx_json_geti(root, "tokens", &count))
			fail_msg("%.*s", (int)line.len, line.s);
		got = cx_tokens(cx_json_gets(root, "text", CX_STR("")));
		if (got < (size_t)count)
			fail_msg("%zu: %.*s", got, (int)line.len, line.s);
		sum += got;
		real += (size_t)count;
		cx_buf_release(&text);
	}
	assert_true(real > 10000);
	assert_in_range(sum, real, real + real / 50);
	cx_json_free(parser);
	cx_buf_release(&table);
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

/* Counts of texts on standard input, NUL after each, for token-fuzz.mjs. */
static int
count(void)
{
	struct cx_buf b = CX_BUF_INIT;
	struct cx_str rest, text;
	int err = cx_read_fd(STDIN_FILENO, &b, 1 << 28);

	rest = cx_buf_view(&b);
	while (!err && cx_str_split(&rest, '\0', &text))
		printf("%zu\n", cx_tokens(text));
	cx_buf_release(&b);
	return err != 0;
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(recorded),
	    cmocka_unit_test(by_hand),
	    cmocka_unit_test(strings),
	    cmocka_unit_test(linear),
	};

	cx_self_named(argv[0]);
	if (argc == 2 && strcmp(argv[1], "--count") == 0)
		return count();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
