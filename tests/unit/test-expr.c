/* Expressions: the grammar, what tests mean, what hostile ones cost. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "lib/base/date.h"
#include "lib/record/expr.h"

static const char record[] =
    "{\"path\":\"atoms/a b.md\",\"id\":null,\"name\":\"\xc3\x84nderung\","
    "\"type\":\"decision\",\"status\":\"active\",\"updated\":\"2026-04-10\","
    "\"created\":\"2026-04-08T10:00:00\",\"tags\":[\"risk\",\"on-call\"],"
    "\"description\":\"\",\"lines\":17,\"confidence\":0.8,"
    "\"links_out\":[],\"and\":\"x\",\"extra\":{\"owner\":\"Kim\","
    "\"priority\":\"3\",\"version\":\"1.10\",\"draft\":\"False\","
    "\"first\":\"2026-04-01\",\"last\":\"2026-04-30\","
    "\"eve\":\"2026-12-31\",\"new\":\"2026-01-01\","
    "\"due\":\"2026-04-20\",\"level\":\"high\",\"a.b\":\"dotted\","
    "\"deep\":{\"x\":{\"y\":\"z\"},\"list\":[{\"k\":1},{\"k\":2}]},"
    "\"related\":[[\"note\"],[[\"other\"]]],\"none\":null,\"empty\":{},"
    "\"quote\":\"a\\\"b\\\\c\",\"when\":\"March 2026\",\"type\":\"inner\"},"
    "\"problems\":[{\"line\":1,\"code\":\"yaml\"}]}";

static struct cx_json_parser *parser;
static const struct cx_json *root;

static int
setup(void **state)
{
	const char *why;
	struct cx_buf b = CX_BUF_INIT;

	(void)state;
	cx_start("test-expr");
	cx_now_init("2026-04-15T12:00:00");
	cx_buf_puts(&b, record);
	cx_buf_room(&b, CX_JSON_PAD);
	parser = cx_json_new();
	root = cx_json_parse(parser, b.s, b.len, &why);
	cx_buf_release(&b);
	return root == NULL;
}

static int
teardown(void **state)
{
	(void)state;
	cx_json_free(parser);
	return 0;
}

/* Strings of the record are known, and the days of dates, as an index knows
 * them. */
static enum cx_expr_member
known_text(void *arg, struct cx_str name, bool only_extra, struct cx_str *out)
{
	const struct cx_json *v = only_extra ? NULL :
	    cx_json_getn(root, name);

	(void)arg;
	if (!v || v->type == CX_JSON_NULL)
		v = cx_json_getn(cx_json_get(root, "extra"), name);
	if (!v || v->type == CX_JSON_NULL)
		return CX_EXPR_ABSENT;
	if (v->type != CX_JSON_STRING)
		return CX_EXPR_OTHER;
	*out = cx_json_str(v);
	return CX_EXPR_TEXT;
}

static bool
known_day(void *arg, struct cx_str name, int64_t *day)
{
	const struct cx_json *v = cx_json_getn(root, name);
	struct cx_date d;

	(void)arg;
	if (!v || v->type != CX_JSON_STRING ||
	    !cx_date_parse(cx_json_str(v), &d))
		return false;
	*day = d.day;
	return true;
}

static int asked[3];

/* What cx_expr_ask knows is what cx_expr_match says. */
static void
check_ask(struct cx_expr *e, bool yes, const char *text)
{
	const struct cx_expr_known known = {known_text, known_day, NULL},
	    no_days = {known_text, NULL, NULL};
	enum cx_expr_answer a = cx_expr_ask(e, &known);

	asked[a]++;
	if (a != CX_EXPR_UNKNOWN && (a == CX_EXPR_YES) != yes)
		fail_msg("asked, %s is another", text);
	a = cx_expr_ask(e, &no_days);
	if (a != CX_EXPR_UNKNOWN && (a == CX_EXPR_YES) != yes)
		fail_msg("asked without days, %s is another", text);
}

static void
asking(void **state)
{
	(void)state;
	/* Of the expressions of the other tests. */
	assert_true(asked[CX_EXPR_NO] > 20 && asked[CX_EXPR_YES] > 20 &&
	    asked[CX_EXPR_UNKNOWN] > 20);
}

static bool
matches(const char *text)
{
	struct cx_expr_error err;
	struct cx_expr *e = cx_expr_new(cx_str(text), &err);
	bool yes;

	if (!e)
		fail_msg("%s: %zu: %s", text, err.at, err.why);
	yes = cx_expr_match(e, root);
	check_ask(e, yes, text);
	cx_expr_free(e);
	return yes;
}

/* Each line: "+" or "-" and an expression. */
static void
check(const char *const *lines)
{
	for (; *lines; lines++)
		if (matches(*lines + 1) != (**lines == '+'))
			fail_msg("not so: %s", *lines);
}

static void
operators(void **state)
{
	static const char *const lines[] = {
	    "+type=decision", "-type=Decision", "-type=decisio",
	    "+type != lesson", "-type!=decision", "+type~CISI",
	    "+name~\xc3\xa4nder", "+name~\xc3\x84NDER", "-name~ander",
	    "+type<e", "+type<=decision", "-type<decision",
	    "+type>=decision", "-type>decision", "+description=\"\"",
	    "+type~\"\"", "+path=\"atoms/a b.md\"", "+path='atoms/a b.md'",
	    "+quote='a\"b\\c'", "+quote=\"a\\\"b\\\\c\"", "+\"and\"=x",
	    "+type!=and", "+type = decision", NULL};

	(void)state;
	check(lines);
}

static void
members(void **state)
{
	static const char *const lines[] = {
	    "+owner=Kim", "+extra.owner=Kim", "-extra.path~a",
	    "+extra.type=inner", "-type=inner", "+a.b=dotted",
	    "+extra.a.b=dotted", "+deep.x.y=z", "+extra.deep.x.y=z",
	    "+deep.list.k=2", "-deep.list.k=3", "+problems.code=yaml",
	    "-deep.x=z", "-type.x=y", "+type.x!=y", "-nothing=x",
	    "-nothing=\"\"", "-nothing~\"\"", "-nothing<x", "+nothing!=x",
	    "-id=x", "+id!=x", "-id", "-none", "+type", "-description",
	    "-draft", "-links_out", "-empty", "+deep", "+tags",
	    "+confidence", "-nothing", NULL};

	(void)state;
	check(lines);
}

static void
lists(void **state)
{
	static const char *const lines[] = {
	    "+tags=risk", "+tags=on-call", "-tags=deploy", "+tags!=deploy",
	    "-tags!=risk", "+tags~CALL", "+tags>p", "-tags>s",
	    "+related=note", "+related=other", "-links_out=x",
	    "+links_out!=x", NULL};

	(void)state;
	check(lines);
}

static void
numbers(void **state)
{
	static const char *const lines[] = {
	    "+lines=17", "+lines=17.0", "+lines>9", "-lines>17",
	    "+confidence>=.8", "-confidence>.8", "+confidence<1",
	    "+confidence=8e-1", "+confidence=\"0.8\"", "+priority>2",
	    "-priority>10", "+priority=3.0", "-priority=\"3.0\"",
	    "+version=1.1", "-version=\"1.1\"", "+version=\"1.10\"",
	    "-level>2", "-level<2", "+level!=2", "-lines=0x11",
	    "+lines~7", "-lines=nan", NULL};

	(void)state;
	check(lines);
}

static void
dates(void **state)
{
	static const char *const lines[] = {
	    "+updated>=-7d", "+updated>=-5d", "-updated>=-4d",
	    "+updated=-5d", "+updated<today", "+due>today", "+due<=+5d",
	    "-due<=+4d", "+updated=2026-04-10", "+created=2026-04-08",
	    "+created<\"2026-04-08 10:00:01\"",
	    "-created<2026-04-08T10:00:00", "+updated<now",
	    "+first=2026-04", "-first<2026-04", "+last=2026-04",
	    "-last>2026-04", "+new=2026", "-new<2026", "+eve=2026",
	    "-eve>2026", "+updated=2026-04", "+updated=2026", "-updated>2026",
	    "-updated>2026-04", "+updated>2026-03", "+updated<=2026-04",
	    "+updated<2026-05", "-updated=2026-03", "-when>=2026-01-01",
	    "-when<2026-01-01", "-when>=-7d", "+updated>=\"-7d\"",
	    "-updated>=-12h", "+due>=-12h", "+updated!=2026-04-11",
	    "-updated=\"2026-13\"", "+path~2026-13 or type", NULL};

	(void)state;
	check(lines);
}

static void
logic(void **state)
{
	static const char *const lines[] = {
	    "+type=decision and (tags=risk or updated>=-7d) and not "
	    "status=archived",
	    "+type or nothing and nothing", "-(type or nothing) and nothing",
	    "-nothing and nothing or nothing", "+nothing and type or type",
	    "+nothing or type and type", "-type and nothing or nothing",
	    "-not type", "+not not type", "+not nothing and type",
	    "+not (nothing or nothing)", "-not (nothing or type)",
	    "-not (type and type) or nothing", "+((((type))))",
	    "+TYPE=x or type", "+type AND NOT nothing Or nothing",
	    "+not nothing=1 and not (not type or nothing)",
	    "+(type)and(tags)", "-type and not(tags)", NULL};

	(void)state;
	check(lines);
}

/* Truth tables: both notations of random formulas over a and b agree. */
static bool
truth(const char *s, bool t, bool f)
{
	/* "type" is true, "nothing" false in the record; formulas are made
	 * of T, F, &, | and ! in prefix form, read from the end. */
	bool v[64];
	size_t n = 0, i = strlen(s);

	while (i--)
		switch (s[i]) {
		case 'T': v[n++] = t; break;
		case 'F': v[n++] = f; break;
		case '!': v[n - 1] = !v[n - 1]; break;
		case '&': n--; v[n - 1] = v[n] && v[n - 1]; break;
		default: n--; v[n - 1] = v[n] || v[n - 1]; break;
		}
	return v[0];
}

static void
random_formulas(void **state)
{
	uint32_t seed = 7;
	int round;

	(void)state;
	for (round = 0; round < 3000; round++) {
		char prefix[64];
		size_t n = 0;
		struct cx_buf infix[32] = {{NULL, 0, 0}};
		size_t top = 0, k;
		int want = 1 + (int)((seed >> 8) % 12);

		/* Built from the end: a stack of infix texts. */
		while (top != 1 || want > 0) {
			seed = seed * 1664525u + 1013904223u;
			k = (seed >> 16) % 5;
			if (top < 2 && k > 2)
				k = (seed >> 12) % 2;
			if (top >= 20 || (want <= 0 && k < 3))
				k = 3 + (seed >> 10) % 2;
			if (k < 2 || top == 0) {
				prefix[n++] = k ? 'T' : 'F';
				infix[top].len = 0;
				cx_buf_puts(&infix[top++],
				    k ? "type" : "nothing");
			} else if (k == 2) {
				struct cx_buf b = CX_BUF_INIT;

				prefix[n++] = '!';
				cx_buf_fmt(&b, "not (%s)",
				    cx_buf_cstr(&infix[top - 1]));
				cx_buf_release(&infix[top - 1]);
				infix[top - 1] = b;
			} else if (top >= 2) {
				struct cx_buf b = CX_BUF_INIT;

				prefix[n++] = k == 3 ? '&' : '|';
				cx_buf_fmt(&b, "(%s) %s (%s)",
				    cx_buf_cstr(&infix[top - 1]),
				    k == 3 ? "and" : "or",
				    cx_buf_cstr(&infix[top - 2]));
				cx_buf_release(&infix[top - 2]);
				infix[top - 2] = b;
				top--;
			}
			want--;
			if (n >= 40)
				want = 0;
			if (n >= 60)
				break;
		}
		if (top == 1) {
			char reversed[64];
			size_t i;

			for (i = 0; i < n; i++)
				reversed[i] = prefix[n - 1 - i];
			reversed[n] = '\0';
			assert_int_equal(truth(reversed, true, false),
			    matches(cx_buf_cstr(&infix[0])));
		}
		for (k = 0; k < 32; k++)
			cx_buf_release(&infix[k]);
	}
}

static void
errors(void **state)
{
	static const struct {
		const char *text;
		size_t at;
	} bad[] = {
	    {"", 0}, {"  ", 2}, {"=x", 0}, {"type=", 5}, {"type==x", 5},
	    {"type=decision status=x", 14}, {"(type", 5}, {"type)", 4},
	    {"type and", 8}, {"and type", 0}, {"not", 3}, {"()", 1},
	    {"type=\"x", 5}, {"type=x'", 6}, {"\"\"=x", 0}, {"type ! x", 5},
	    {"type=a=b", 6}, {"a.b.c.d.e.f.g.h.i=1", 0}, {"type or or", 8},
	    {"type=(x)", 5}, {"type (x)", 5}, {"(type=a) b", 9},
	    {"updated=2026-13", 8}, {"updated>=2026-02-30", 9}};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof bad / sizeof *bad; i++) {
		struct cx_expr_error err;

		if (cx_expr_new(cx_str(bad[i].text), &err))
			fail_msg("accepted: %s", bad[i].text);
		if (err.at != bad[i].at)
			fail_msg("%s: at %zu: %s", bad[i].text, err.at,
			    err.why);
	}
}

static void
repeat(struct cx_buf *b, const char *s, size_t n)
{
	while (n--)
		cx_buf_puts(b, s);
}

static void
pathological(void **state)
{
	static const struct {
		const char *before, *last, *behind;
		size_t n;
		bool fine;
	} cases[] = {
	    {"type=x or ", "type=decision", "", 100000, true},
	    {"type=decision and ", "type=decision", "", 100000, true},
	    {"type=x and nothing or ", "type", "", 100000, true},
	    {"(", "type", ")", 100, true}, {"(", "type", ")", 101, false},
	    {"not ", "type", "", 100, true},
	    {"not ", "type", "", 100000, false},
	    {"nothing or type and not(", "nothing", ")", 49, true},
	    {"(", "type", ")", 1000000, false}, {"a.", "b=1", "", 1000, false},
	    {"\"", "", "", 99999, false}};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct cx_buf b = CX_BUF_INIT;
		struct cx_expr_error err;
		struct cx_expr *e;

		repeat(&b, cases[i].before, cases[i].n);
		cx_buf_puts(&b, cases[i].last);
		repeat(&b, cases[i].behind, cases[i].n);
		e = cx_expr_new(cx_buf_view(&b), &err);
		if (cases[i].fine != (e != NULL))
			fail_msg("case %zu: %s", i, e ? "" : err.why);
		if (e)
			assert_true(cx_expr_match(e, root));
		else
			assert_true(err.at <= b.len);
		cx_expr_free(e);
		cx_buf_release(&b);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(operators),
	    cmocka_unit_test(members), cmocka_unit_test(lists),
	    cmocka_unit_test(numbers), cmocka_unit_test(dates),
	    cmocka_unit_test(logic), cmocka_unit_test(random_formulas),
	    cmocka_unit_test(errors), cmocka_unit_test(pathological),
	    cmocka_unit_test(asking)};

	return cmocka_run_group_tests(tests, setup, teardown);
}
