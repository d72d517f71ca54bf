/* The JSON parser beyond what JSONTestSuite has (json-conformance.t): values
 * to the bit, causes, limits, and bytes behind the text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "lib/json/json.h"

#include "lib/base/mem.h"

static struct cx_json_parser *parser;
static const char *why;

/* In a buffer of its own, `pad` standing behind the text. */
static const struct cx_json *
parse_before(struct cx_str text, char pad)
{
	char *s = cx_malloc(text.len + CX_JSON_PAD);
	const struct cx_json *root;

	if (text.len)
		memcpy(s, text.s, text.len);
	memset(s + text.len, pad, CX_JSON_PAD);
	why = NULL;
	root = cx_json_parse(parser, s, text.len, &why);
	memset(s, '?', text.len);
	free(s);
	return root;
}

static const struct cx_json *
parse(const char *text)
{
	return parse_before(cx_str(text), ' ');
}

static void
refused(const char *text, const char *cause)
{
	assert_null(parse(text));
	assert_string_equal(why, cause);
}

static void
structure(void **state)
{
	const struct cx_json *root = parse(" {\"a\" : [1, {\"b\":null}, "
	    "[]] ,\"\":true,\"c\":{}, \"d\":false}\r\n\t"), *a;

	(void)state;
	assert_non_null(root);
	assert_int_equal(root->type, CX_JSON_OBJECT);
	assert_int_equal(root->len, 4);
	assert_int_equal(root->span, 14);
	a = cx_json_get(root, "a");
	assert_int_equal(a->len, 3);
	assert_int_equal(a->span, 6);
	assert_int_equal(a[1].u.i, 1);
	assert_int_equal(cx_json_get(&a[2], "b")->type, CX_JSON_NULL);
	assert_int_equal(cx_json_get(root, "")->type, CX_JSON_TRUE);
	assert_int_equal(cx_json_get(root, "c")->len, 0);
	assert_int_equal(cx_json_get(root, "d")->type, CX_JSON_FALSE);
	assert_null(cx_json_get(root, "b"));
}

static void
strings(void **state)
{
	/* Of every length, so that what stops a run is at every place of the
	 * bytes that are copied at once. */
	static const char *const stops[] = {"\\n", "\\u0000", "\\ud83d\\ude00",
	    "\303\251", "\346\235\261", "\360\237\230\200"};
	static const struct {
		const char *s;
		size_t n;
	} means[] = {{"\n", 1}, {"", 1}, {"\360\237\230\200", 4},
	    {"\303\251", 2}, {"\346\235\261", 3}, {"\360\237\230\200", 4}};

	(void)state;
	for (int len = 0; len < 70; len++) {
		for (size_t i = 0; i < sizeof stops / sizeof *stops; i++) {
			CX_AUTO_BUF text = CX_BUF_INIT;
			CX_AUTO_BUF want = CX_BUF_INIT;
			const struct cx_json *n;

			cx_buf_fmt(&text, "\"%.*s%sz\"", len,
			    "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstu"
			    "vwxyzabcdefghijklmnopqrstuvwxyz", stops[i]);
			cx_buf_add(&want, text.s + 1, (size_t)len);
			cx_buf_add(&want, means[i].s, means[i].n);
			cx_buf_char(&want, 'z');
			n = parse_before(cx_buf_view(&text), '"');
			assert_non_null(n);
			assert_true(cx_str_eq(cx_json_str(n),
			    cx_buf_view(&want)));
			assert_int_equal(n->u.s[n->len], '\0');
		}
	}
}

static void
numbers(void **state)
{
	static const char *const reals[] = {"0.1", "-0.0", "1e0", "1.5e300",
	    "123456789012345678", "9007199254740993.0", "4.9e-324", "1e-400",
	    "2.2250738585072011e-308", "1.7976931348623157e308", "1e22",
	    "1e23", "0.30000000000000004", "179769313486231570000e288",
	    "0.000000000000000000000000000000000000000000000001",
	    "8.5e-23", "1e99999999999999999999999"};
	const struct cx_json *n = parse("[9223372036854775807,"
	    "-9223372036854775808,-0,9223372036854775808,"
	    "18446744073709551615]");

	(void)state;
	assert_non_null(n);
	assert_true(n[1].type == CX_JSON_INT && n[1].u.i == INT64_MAX);
	assert_true(n[2].type == CX_JSON_INT && n[2].u.i == INT64_MIN);
	assert_true(n[3].type == CX_JSON_INT && n[3].u.i == 0);
	assert_true(n[4].type == CX_JSON_REAL && n[4].u.d == 0x1p63);
	assert_true(n[5].type == CX_JSON_REAL && n[5].u.d == 0x1p64);
	for (size_t i = 0; i + 1 < sizeof reals / sizeof *reals; i++) {
		double want = strtod(reals[i], NULL), got;

		n = parse(reals[i]);
		assert_non_null(n);
		got = n->type == CX_JSON_INT ? (double)n->u.i : n->u.d;
		assert_memory_equal(&got, &want, sizeof got);
		/* A digit behind the text is no part of it. */
		n = parse_before(cx_str(reals[i]), '7');
		got = n->type == CX_JSON_INT ? (double)n->u.i : n->u.d;
		assert_memory_equal(&got, &want, sizeof got);
	}
	for (const char *const *bad = (const char *const[]){"01", "-", "+1",
	    ".5", "1.", "1e", "1e+", "0x1", "1_0", "--1", "1e400",
	    "18446744073709551616", "-9223372036854775809", NULL}; *bad;
	    bad++) {
		assert_null(parse(*bad));
	}
}

static void
causes(void **state)
{
	static const char cut[] = "a comma, colon, quote, bracket or brace is "
	    "missing or one too many";

	(void)state;
	refused("", "there is nothing");
	refused(" \n", "there is nothing");
	refused("{\"a\":1", cut);
	refused("[1,]", cut);
	refused("{\"a\" 1}", cut);
	refused("{a:1}", cut);
	refused("1 2", cut);
	refused("]", cut);
	refused("[1}", cut);
	refused("\"abc", "a string is not closed");
	refused("\"\001\"", "a string has a control character, which is "
	    "written \\u00XX");
	refused("\"\\x\"", "a string has a broken escape");
	refused("\"\\ud800x\"", "a string has a broken escape");
	refused("\"\\udc00\"", "a string has a broken escape");
	refused("\"\\u12g4\"", "a string has a broken escape");
	refused("\"\355\240\200\"", "not UTF-8");
	refused("\"\300\200\"", "not UTF-8");
	refused("\377", "not UTF-8");
	refused("nul", "a word must be one of true, false and null");
	refused("truex", "a word must be one of true, false and null");
	refused("1x", "a number is malformed or too large");
	refused("{\"a\":1,\"b\":2,\"a\":3}", "a member is named twice");
	refused("[{\"a\":{\"\\u0062\":1,\"b\":2}}]", "a member is named twice");
	/* What stands behind the text does not complete it. */
	assert_null(parse_before(CX_STR("\"abc"), '"'));
	assert_null(parse_before(CX_STR("[1"), ']'));
	assert_null(parse_before(CX_STR("\"\\u004"), '1'));
	assert_null(parse_before(CX_STR("tru"), 'e'));
	assert_null(parse_before(CX_STR("\"\346\235"), '\261'));
	assert_non_null(parse_before(CX_STR("12"), 'x'));
}

/* So many arrays in one another. */
static bool
nests(int depth)
{
	CX_AUTO_BUF text = CX_BUF_INIT;

	for (int i = 0; i < depth; i++)
		cx_buf_char(&text, '[');
	for (int i = 0; i < depth; i++)
		cx_buf_char(&text, ']');
	return parse_before(cx_buf_view(&text), ' ') != NULL;
}

/* Half of a pair is refused, or U+FFFD for a parser that is told so. */
static void
surrogates(void **state)
{
	static const struct {
		const char *text, *is;
	} cases[] = {{"\"\\ud83d\"", "\xEF\xBF\xBD"},
	    {"\"\\ude00\"", "\xEF\xBF\xBD"},
	    {"\"a\\uD83Db\"", "a\xEF\xBF\xBD" "b"},
	    {"\"\\ud83d\\n\"", "\xEF\xBF\xBD\n"},
	    {"\"\\ud83d\\u0041\"", "\xEF\xBF\xBD" "A"},
	    {"\"\\ud83d\\ud83d\\ude00\"",
		"\xEF\xBF\xBD\xF0\x9F\x98\x80"},
	    {"\"\\ude00\\ud83d\"", "\xEF\xBF\xBD\xEF\xBF\xBD"}};
	static const char *const broken[] = {"\"\\ud83d\\u\"",
	    "\"\\ud83d\\u12\"", "\"\\ud83d\\x\"", "\"\\ud83\"", "\"\\ud83d"};
	struct cx_json_parser *strict = parser;
	const struct cx_json *n;

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
		refused(cases[i].text, "a string has a broken escape");
	parser = cx_json_new();
	cx_json_mend_surrogates(parser);
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		n = parse(cases[i].text);
		assert_non_null(n);
		assert_int_equal(n->len, strlen(cases[i].is));
		assert_string_equal(n->u.s, cases[i].is);
	}
	for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++)
		assert_null(parse(broken[i]));
	n = parse("\"\\ud83d\\ude00\"");
	assert_string_equal(n->u.s, "\xF0\x9F\x98\x80");
	cx_json_free(parser);
	parser = strict;
}

static void
limits(void **state)
{
	CX_AUTO_BUF text = CX_BUF_INIT;
	const struct cx_json *n;
	char name[16];

	(void)state;
	assert_true(nests(255));
	assert_false(nests(256));
	assert_string_equal(why, "nested deeper than 255");
	assert_false(nests(1000000));
	/* Many members: all are found, and one that comes again is. */
	cx_buf_char(&text, '{');
	for (int i = 0; i < 1000; i++)
		cx_buf_fmt(&text, "%s\"m%d\":%d", i ? "," : "", i, i);
	cx_buf_char(&text, '}');
	n = parse_before(cx_buf_view(&text), ' ');
	assert_non_null(n);
	assert_int_equal(n->len, 1000);
	for (int i = 0; i < 1000; i++) {
		snprintf(name, sizeof name, "m%d", i);
		assert_int_equal(cx_json_get(n, name)->u.i, i);
	}
	text.len--;
	cx_buf_puts(&text, ",\"m500\":0}");
	assert_null(parse_before(cx_buf_view(&text), ' '));
	assert_string_equal(why, "a member is named twice");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(structure),
	    cmocka_unit_test(strings), cmocka_unit_test(numbers),
	    cmocka_unit_test(causes), cmocka_unit_test(surrogates),
	    cmocka_unit_test(limits)};
	int failed;

	parser = cx_json_new();
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	cx_json_free(parser);
	return failed;
}
