/* Scalars: written, then read back by the front matter reader. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "lib/yaml/front.h"
#include "lib/base/utf8.h"
#include "lib/yaml/yamlout.h"

/* text, flags, quote, what is written */
static const struct {
	const char *text;
	unsigned flags;
	char quote;
	const char *want;
} cases[] = {
	{"plain text", 0, 0, "plain text"},
	{"", 0, 0, "\"\""},
	{"it's", 0, 0, "it's"},
	{"it's", 0, '\'', "'it''s'"},
	{"it's", 0, '"', "\"it's\""},
	{"a\nb", 0, '\'', "\"a\\nb\""},
	{"no", 0, 0, "no"},
	{"no", CX_YAML_TEXT, 0, "\"no\""},
	{"No", CX_YAML_TEXT, 0, "\"No\""},
	{"10:00", CX_YAML_TEXT, 0, "\"10:00\""},
	{"1e3", CX_YAML_TEXT, 0, "\"1e3\""},
	{"-.5", CX_YAML_TEXT, 0, "\"-.5\""},
	{"0x1F", CX_YAML_TEXT, 0, "\"0x1F\""},
	{"2026-04-15", CX_YAML_TEXT, 0, "\"2026-04-15\""},
	{"20260415_use_redis", CX_YAML_TEXT, 0, "20260415_use_redis"},
	{"nothing", CX_YAML_TEXT, 0, "nothing"},
	{"0.8", 0, 0, "0.8"},
	{"-5", 0, 0, "-5"},
	{"- 5", 0, 0, "\"- 5\""},
	{"a: b", 0, 0, "\"a: b\""},
	{"a:b", 0, 0, "a:b"},
	{"a:b", CX_YAML_FLOW, 0, "\"a:b\""},
	{"a:", 0, 0, "\"a:\""},
	{"a #b", 0, 0, "\"a #b\""},
	{"a#b", 0, 0, "a#b"},
	{"#b", 0, 0, "\"#b\""},
	{"a, b", 0, 0, "a, b"},
	{"a, b", CX_YAML_FLOW, 0, "\"a, b\""},
	{"[[a]]", 0, 0, "\"[[a]]\""},
	{"{{date}}", 0, 0, "\"{{date}}\""},
	{" a", 0, 0, "\" a\""},
	{"a ", 0, 0, "\"a \""},
	{"\xef\xbb\xbfx", 0, 0, "\"\\uFEFFx\""},
	{"x\xc2\x85y", 0, 0, "\"x\\x85y\""},
	{"x\x7f\x1by", 0, 0, "\"x\\x7F\\x1By\""},
	{"\xe6\x97\xa5\xe6\x9c\xac", CX_YAML_TEXT, 0,
	    "\xe6\x97\xa5\xe6\x9c\xac"},
	{"\\d", 0, 0, "\\d"},
	{"...", 0, 0, "\"...\""},
	{"---", 0, 0, "\"---\""},
};

static void
test_cases(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct cx_buf b = CX_BUF_INIT;

		cx_yaml_put(&b, cx_str(cases[i].text), cases[i].flags,
		    cases[i].quote);
		assert_string_equal(cx_buf_cstr(&b), cases[i].want);
		cx_buf_release(&b);
	}
}

/* Written in one of the places where scalars stand, what is read? */
static void
check(struct cx_front_parser *p, struct cx_arena *a, struct cx_str s,
    unsigned how)
{
	struct cx_buf b = CX_BUF_INIT;
	struct cx_front f;
	const struct cx_json *v;
	bool flow = how & CX_YAML_FLOW;
	static const char quotes[] = {0, '\'', '"'};

	cx_buf_puts(&b, "---\na: x\nk: ");
	if (flow)
		cx_buf_puts(&b, "[q, ");
	cx_yaml_put(&b, s, how & 3, quotes[(how >> 2) % 3]);
	if (flow)
		cx_buf_puts(&b, ", r]");
	cx_buf_puts(&b, " # c\nz: y\n---\n");
	cx_arena_reset(a);
	cx_front_read(p, cx_buf_view(&b), a, &f);
	assert_true(f.found && !f.n_problems && f.n == 3);
	v = cx_json_get(f.root, "k");
	if (flow) {
		assert_int_equal(v->len, 3);
		v += 2;
	}
	assert_true(v->type == CX_JSON_STRING && cx_str_eq(cx_json_str(v), s));
	cx_buf_release(&b);
}

/* All short texts of what means something in YAML. */
static void
test_all_short(void **state)
{
	static const char *const parts[] = {"a", " ", ":", "#", "-", "?", ",",
	    "[", "]", "{", "}", "'", "\"", "\\", "&", "*", "!", "|", ">", "%",
	    "@", "`", "=", "<", "~", ".", "0", "\n", "\t", "\r", "\xc2\x85",
	    "\xe2\x80\xa8", "\xef\xbb\xbf", "\xef\xbf\xbf", "\x01", "\x7f",
	    "\xf0\x9f\x98\x80", "\xc3\xa9"};
	const size_t n = sizeof parts / sizeof *parts;
	struct cx_front_parser *p = cx_front_new();
	struct cx_arena a = {0};

	(void)state;
	for (size_t i = 0; i < n * n * n; i++) {
		char s[16];
		size_t x = i % n, y = i / n % n, z = i / n / n;

		snprintf(s, sizeof s, "%s%s%s", parts[x], parts[y], parts[z]);
		check(p, &a, cx_str(s), (unsigned)(i % 12));
		snprintf(s, sizeof s, "a%s%s", parts[x], parts[y]);
		check(p, &a, cx_str(s), (unsigned)(z % 12));
	}
	for (uint32_t cp = 0; cp < 0x11000; cp++) {
		struct cx_buf b = CX_BUF_INIT;

		if (cp >= 0xd800 && cp < 0xe000)
			continue;
		cx_utf8_put(&b, cp);
		check(p, &a, cx_buf_view(&b), cp % 12);
		cx_buf_release(&b);
	}
	cx_front_free(p);
	cx_arena_release(&a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_cases),
	    cmocka_unit_test(test_all_short),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
