/* Front matter: what is read, where it stood, what is reported. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "lib/yaml/front.h"
#include "lib/json/print.h"

/*
 * A file; its members as JSON (NULL: no front matter); the problems as
 * "line:col code" each followed by a blank.
 */
static const struct {
	const char *file;
	const char *members;
	const char *problems;
} cases[] = {
	/* fences */
	{"", NULL, ""},
	{"text\n---\na: b\n---\n", NULL, ""},
	{" ---\na: b\n---\n", NULL, ""},
	{"----\na: b\n---\n", NULL, ""},
	{"--- x\na: b\n---\n", NULL, ""},
	{"---\na: b\n---\nbody", "{\"a\":\"b\"}", ""},
	{"---\na: b\n...\nbody", "{\"a\":\"b\"}", ""},
	{"---\na: b\n---", "{\"a\":\"b\"}", ""},
	{"--- \t\na: b\n---  \r\n", "{\"a\":\"b\"}", ""},
	{"\xef\xbb\xbf---\r\na: b\r\nc: d\r\n---\r\n",
	    "{\"a\":\"b\",\"c\":\"d\"}", ""},
	{"---\na: b\n----\n---\n", "{\"a\":\"b\"}",
	    "3:1 yaml-invalid 3:1 not-read "},
	{"---\na: b\n", NULL, "1:1 unterminated "},
	{"---", NULL, "1:1 unterminated "},
	{"\xef\xbb\xbf---\n", NULL, "1:1 unterminated "},
	{"---\n---\n", "{}", ""},
	{"---\n \n# only a comment\n\n---\n", "{}", ""},

	/* values are the text that was written */
	{"---\na: no\nb: 10:00\nc: 1e3\nd: ~\ne:\nf: 0x1F\ng: null\n---\n",
	    "{\"a\":\"no\",\"b\":\"10:00\",\"c\":\"1e3\",\"d\":\"~\","
	    "\"e\":\"\",\"f\":\"0x1F\",\"g\":\"null\"}", ""},
	{"---\na: 'it''s'\nb: \"x\\ty\\u00e9\"\nc: x # y\nd: C#\n---\n",
	    "{\"a\":\"it's\",\"b\":\"x\\ty\xc3\xa9\",\"c\":\"x\","
	    "\"d\":\"C#\"}", ""},
	{"---\na: |\n  x\n  y\nb: >-\n  x\n  y\nc: x\n  y\n---\n",
	    "{\"a\":\"x\\ny\\n\",\"b\":\"x y\",\"c\":\"x y\"}", ""},
	{"---\na: |\r\n  x\r\n  y\r\n---\r\n", "{\"a\":\"x\\ny\\n\"}", ""},
	{"---\na: [x, \"y, z\", [w]]\nb:\n- 1\n-\nc: {d: e}\n---\n",
	    "{\"a\":[\"x\",\"y, z\",[\"w\"]],\"b\":[\"1\",\"\"],"
	    "\"c\":{\"d\":\"e\"}}", ""},
	{"---\na:\n  b:\n    - c: d\n      e: f\n    - g\n---\n",
	    "{\"a\":{\"b\":[{\"c\":\"d\",\"e\":\"f\"},\"g\"]}}", ""},
	{"---\n<<: x\n? k\n: v\n---\n", "{\"<<\":\"x\",\"k\":\"v\"}", ""},
	{"---\na: !!int 07\n---\n", "{\"a\":\"07\"}", ""},
	{"---\na: !x 07\n---\n", "{\"a\":\"07\"}", "2:4 tag "},

	/* duplicate keys: the last wins, in its place */
	{"---\na: 1\nb: 2\na: [3]\n---\n", "{\"b\":\"2\",\"a\":[\"3\"]}",
	    "4:1 duplicate-key "},
	{"---\na: [1, {x: 1}]\na: 2\na: 3\n---\n", "{\"a\":\"3\"}",
	    "3:1 duplicate-key 4:1 duplicate-key "},
	{"---\na: {b: 1, c: 2, b: 3}\nd: 4\n---\n",
	    "{\"a\":{\"c\":\"2\",\"b\":\"3\"},\"d\":\"4\"}",
	    "2:17 duplicate-key "},
	{"---\nA: 1\na: 2\n---\n", "{\"A\":\"1\",\"a\":\"2\"}", ""},

	/* no mapping */
	{"---\n- a\n- b\n---\n", "{}", "2:1 not-a-mapping "},
	{"---\njust text\n---\n", "{}", "2:1 not-a-mapping "},
	{"---\n[a, {b: !x c}]\n---\n", "{}", "2:1 not-a-mapping "},

	/* salvage */
	{"---\ntitle: a: b\nx: [1, 2]\n---\n",
	    "{\"title\":\"a: b\",\"x\":[\"1\",\"2\"]}", "2:9 yaml-invalid "},
	{"---\na: @b\nc: `d`\ne: \"f\n---\n",
	    "{\"a\":\"@b\",\"c\":\"`d`\",\"e\":\"\\\"f\"}",
	    "2:4 yaml-invalid 3:4 yaml-invalid 4:4 yaml-invalid "},
	{"---\ndate: {{date}}\ntags:\n  - a\n---\n",
	    "{\"date\":\"{{date}}\",\"tags\":[\"a\"]}", "2:8 complex-key "},
	{"---\na: [[x]], [[y]]\n---\n", "{\"a\":\"[[x]], [[y]]\"}",
	    "2:9 yaml-invalid "},
	{"---\na: [@x, \"y, z\", 'w',]\n---\n",
	    "{\"a\":[\"@x\",\"y, z\",\"w\"]}", "2:5 yaml-invalid "},
	{"---\na:\n- @x\n- \"y\"\n-\nb: 1\n---\n",
	    "{\"a\":[\"@x\",\"y\",\"\"],\"b\":\"1\"}", "3:3 yaml-invalid "},
	{"---\na:\n\t- x\n\t- y\n---\n", "{\"a\":[\"x\",\"y\"]}",
	    "3:1 yaml-invalid "},
	{"---\na: @x\n  more\n  still\nb: |\n  kept\n  too\n---\n",
	    "{\"a\":\"@x\",\"b\":\"kept\\ntoo\\n\"}",
	    "2:4 yaml-invalid 3:1 not-read "},
	{"---\na: @x\n  m\n\n  n\n---\n", "{\"a\":\"@x\"}",
	    "2:4 yaml-invalid 3:1 not-read 5:1 not-read "},
	{"---\nstray\na: b\n---\n", "{\"a\":\"b\"}",
	    "3:2 yaml-invalid 2:1 not-read "},
	{"---\na: \"x\" and \"y\"\n---\n",
	    "{\"a\":\"\\\"x\\\" and \\\"y\\\"\"}", "2:8 yaml-invalid "},
	{"---\na: 1\na: @2\n---\n", "{\"a\":\"@2\"}",
	    "3:4 yaml-invalid 3:1 duplicate-key "},
	{"---\na: &b c\nd: *b\n---\n", "{\"a\":\"&b c\",\"d\":\"*b\"}",
	    "2:4 alias 3:4 alias "},
	{"---\na: b\n--- !x\nc: d\n---\n", "{\"a\":\"b\",\"c\":\"d\"}",
	    "3:1 documents 3:1 not-read "},
	{"---\n\"k\": @a\n'l m': @b\n---\n", "{\"k\":\"@a\",\"l m\":\"@b\"}",
	    "2:6 yaml-invalid 3:8 yaml-invalid "},

	/* bytes */
	{"---\na: x\xffy\nb: 1\n---\n",
	    "{\"a\":\"x\xef\xbf\xbdy\",\"b\":\"1\"}",
	    "2:5 utf8 "},
	{"---\na: x\xff: y\nb: @1\n---\n",
	    "{\"a\":\"x\xef\xbf\xbd: y\",\"b\":\"@1\"}",
	    "2:5 utf8 2:6 yaml-invalid 3:4 yaml-invalid "},
	{"---\n\xc3\xa9: \xf0\x9f\x98\x80: x\n---\n",
	    "{\"\xc3\xa9\":\"\xf0\x9f\x98\x80: x\"}", "2:5 yaml-invalid "},
	{"---\na: x\x01y\n---\n", "{\"a\":\"x\\u0001y\"}", "2:5 control "},
	{"---\na: 1\n\xef\xbb\xbf" "b: 2\n---\n",
	    "{\"a\":\"1\",\"b\":\"2\"}", "3:2 yaml-invalid "}
};

struct state {
	struct cx_front_parser *parser;
	struct cx_arena arena;
	struct cx_front f;
	struct cx_buf out;
};

static int
setup(void **state)
{
	struct state *s = cx_calloc(1, sizeof *s);

	s->parser = cx_front_new();
	*state = s;
	return 0;
}

static int
teardown(void **state)
{
	struct state *s = *state;

	cx_front_free(s->parser);
	cx_arena_release(&s->arena);
	cx_buf_release(&s->out);
	free(s);
	return 0;
}

/* Reads a copy that ends where its memory ends, for the sanitizers. */
static void
read_bytes(struct state *s, const char *bytes, size_t len)
{
	char *copy = cx_malloc(len ? len : 1);

	memcpy(copy, bytes, len);
	cx_arena_reset(&s->arena);
	cx_front_read(s->parser, cx_strn(copy, len), &s->arena, &s->f);
	free(copy);
}

static const char *
members(struct state *s)
{
	struct cx_printer p = cx_printer(&s->out);

	s->out.len = 0;
	cx_print_json(&p, s->f.root);
	return cx_buf_cstr(&s->out);
}

static const char *
problems(struct state *s)
{
	s->out.len = 0;
	for (size_t i = 0; i < s->f.n_problems; i++)
		cx_buf_fmt(&s->out, "%u:%u %s ",
		    (unsigned)s->f.problems[i].at.line,
		    (unsigned)s->f.problems[i].at.col, s->f.problems[i].code);
	return cx_buf_cstr(&s->out);
}

static void
test_cases(void **state)
{
	struct state *s = *state;

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		read_bytes(s, cases[i].file, strlen(cases[i].file));
		if (s->f.found != (cases[i].members != NULL))
			print_message("in: %s\n", cases[i].file);
		assert_int_equal(s->f.found, cases[i].members != NULL);
		if (strcmp(members(s), s->f.found ? cases[i].members : "{}"))
			print_message("in: %s\n", cases[i].file);
		assert_string_equal(members(s),
		    s->f.found ? cases[i].members : "{}");
		if (strcmp(problems(s), cases[i].problems))
			print_message("in: %s\n", cases[i].file);
		assert_string_equal(problems(s), cases[i].problems);
		assert_int_equal(s->f.n, s->f.root->len);
	}
}

static void
test_nul(void **state)
{
	static const char file[] = "---\na: x\0y\nb: 1\n---\n";
	struct state *s = *state;

	read_bytes(s, file, sizeof file - 1);
	assert_string_equal(members(s), "{\"a\":\"x\\u0000y\",\"b\":\"1\"}");
	assert_string_equal(problems(s), "2:5 nul ");
}

static void
test_body(void **state)
{
	static const struct {
		const char *file;
		size_t body, lines;
	} v[] = {
		{"text", 0, 0},
		{"\xef\xbb\xbftext", 3, 0},
		{"---\ntext", 0, 0},
		{"---\na: b\n---\ntext", 13, 3},
		{"---\na: b\n---", 12, 3},
		{"\xef\xbb\xbf---\r\na: b\r\n---\r\ntext", 19, 3},
		{"---\n---\n---\n", 8, 2}
	};
	struct state *s = *state;

	for (size_t i = 0; i < sizeof v / sizeof *v; i++) {
		read_bytes(s, v[i].file, strlen(v[i].file));
		assert_int_equal(s->f.body, v[i].body);
		assert_int_equal(s->f.lines, v[i].lines);
	}
}

/* Each member as key@line:col style{bytes of the value}@line:col. */
static void
test_places(void **state)
{
	static const char file[] = "\xef\xbb\xbf---\r\n"
	    "\xc3\xa9: \xf0\x9f\x98\x80 \"\r\n"
	    "q: 'a b' # c\r\n"
	    "f: [x, {y: z}] \r\n"
	    "b: |\r\n  one\r\n  two\r\n"
	    "l:\r\n  - p\r\n  - q r  # s\r\n"
	    "\"e\":\r\n"
	    "m:  one\r\n  two\r\n"
	    "---\r\n";
	struct state *s = *state;
	struct cx_buf b = CX_BUF_INIT;

	read_bytes(s, file, sizeof file - 1);
	assert_int_equal(s->f.n_problems, 0);
	for (size_t i = 0; i < s->f.n; i++) {
		const struct cx_front_member *m = &s->f.members[i];

		cx_buf_fmt(&b, "%s@%u:%u %c{", m->key->u.s,
		    (unsigned)m->key_at.line, (unsigned)m->key_at.col,
		    "PQBF"[m->style]);
		cx_buf_add(&b, file + m->value_at.at,
		    m->value_end - m->value_at.at);
		cx_buf_fmt(&b, "}@%u:%u\n", (unsigned)m->value_at.line,
		    (unsigned)m->value_at.col);
	}
	assert_string_equal(cx_buf_cstr(&b),
	    "\xc3\xa9@2:1 P{\xf0\x9f\x98\x80 \"}@2:4\n"
	    "q@3:1 Q{'a b'}@3:4\n"
	    "f@4:1 F{[x, {y: z}]}@4:4\n"
	    "b@5:1 B{|\r\n  one\r\n  two\r\n}@5:4\n"
	    "l@8:1 B{- p\r\n  - q r}@9:3\n"
	    "e@11:1 P{}@11:5\n"
	    "m@12:1 P{one\r\n  two}@12:5\n");
	cx_buf_release(&b);
}

/* A lone CR, NEL and LS end lines for libyaml, not for us. */
static void
test_odd_line_ends(void **state)
{
	static const char file[] = "---\na: 1\rb: 2\xc2\x85"
	    "c: 3\xe2\x80\xa8" "d: 4\ne: 5\n---\n";
	struct state *s = *state;

	read_bytes(s, file, sizeof file - 1);
	assert_string_equal(members(s), "{\"a\":\"1\",\"b\":\"2\","
	    "\"c\":\"3\",\"d\":\"4\",\"e\":\"5\"}");
	assert_int_equal(s->f.members[3].key_at.line, 2);
	assert_int_equal(s->f.members[3].key_at.col, 16);
	assert_int_equal(s->f.members[4].key_at.line, 3);
	assert_int_equal(s->f.members[4].key_at.at, 27);
}

static void
test_large(void **state)
{
	struct state *s = *state;
	struct cx_buf b = CX_BUF_INIT;
	size_t n = 0;

	cx_buf_puts(&b, "---\nfirst: 1\n");
	for (; b.len < CX_FRONT_MAX - 100; n++)
		cx_buf_fmt(&b, "k%zu: v\n", n);
	cx_buf_puts(&b, "long: |\n");
	for (int i = 0; i < 20; i++)
		cx_buf_puts(&b, "  continued\n");
	cx_buf_puts(&b, "last: 1\n---\nbody\n");
	read_bytes(s, b.s, b.len);
	assert_true(s->f.found);
	assert_int_equal(s->f.n, n + 1);
	assert_null(cx_json_get(s->f.root, "long"));
	assert_null(cx_json_get(s->f.root, "last"));
	assert_int_equal(s->f.n_problems, 1);
	assert_string_equal(s->f.problems[0].code, "too-large");
	assert_int_equal(s->f.problems[0].at.line, n + 3);
	assert_memory_equal(b.s + s->f.problems[0].at.at, "long", 4);
	assert_int_equal(s->f.body, b.len - 5);
	assert_int_equal(s->f.lines, n + 2 + 1 + 20 + 1 + 1);
	cx_buf_release(&b);
}

static void
test_deep(void **state)
{
	struct state *s = *state;
	struct cx_buf b = CX_BUF_INIT;

	for (int depth = CX_FRONT_DEPTH; depth <= 10000; depth += 4992) {
		b.len = 0;
		cx_buf_puts(&b, "---\na: ");
		for (int i = 1; i < depth; i++)
			cx_buf_char(&b, '[');
		for (int i = 1; i < depth; i++)
			cx_buf_char(&b, ']');
		cx_buf_puts(&b, "\nb: 1\n---\n");
		read_bytes(s, b.s, b.len);
		assert_int_equal(s->f.n, 2);
		assert_string_equal(problems(s),
		    depth == CX_FRONT_DEPTH ? "" : "2:19 too-deep ");
		assert_int_equal(s->f.root[2].type,
		    depth == CX_FRONT_DEPTH ? CX_JSON_ARRAY : CX_JSON_STRING);
	}
	cx_buf_release(&b);
}

/* Many repeated keys in many mappings stay cheap and are all reported. */
static void
test_many_duplicates(void **state)
{
	struct state *s = *state;
	struct cx_buf b = CX_BUF_INIT;
	size_t n = 0;

	cx_buf_puts(&b, "---\n");
	for (; b.len < CX_FRONT_MAX - 8; n++)
		cx_buf_puts(&b, "a: b\n");
	cx_buf_puts(&b, "---\n");
	read_bytes(s, b.s, b.len);
	assert_int_equal(s->f.n, 1);
	assert_int_equal(s->f.n_problems, n - 1);
	assert_int_equal(s->f.members[0].key_at.line, n + 1);
	cx_buf_release(&b);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_cases),
		cmocka_unit_test(test_nul),
		cmocka_unit_test(test_body),
		cmocka_unit_test(test_places),
		cmocka_unit_test(test_odd_line_ends),
		cmocka_unit_test(test_large),
		cmocka_unit_test(test_deep),
		cmocka_unit_test(test_many_duplicates)
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
