/*
 * Arguments: what a tool's table says of them becomes a schema, a check, and
 * with search.c options of programs.
 */
#include "cx-mcp.h"

#include "lib/base/date.h"
#include "lib/base/utf8.h"

#include <math.h>

/* Texts that become arguments of programs. */
#define TEXT_MAX 1000
/* Tags and keywords: characters of one, and how many. */
#define WORD_MAX 100
#define WORDS_MAX 100

/* What a value must be: the text after "type": in a schema, and words. */
static const struct {
	const char *schema, *must_be;
} kinds[] = {
    [TEXT] = {"\"string\"", "a string"},
    [LONG_TEXT] = {"\"string\"", "a string"},
    [ONE_PROJECT] = {"\"string\"", "a string"},
    [INTEGER] = {"\"integer\"", "an integer"},
    [TAGS] = {"\"array\",\"items\":{\"type\":\"string\"}",
	"an array of strings"},
    [LIST] = {"\"array\",\"items\":{\"type\":\"string\"}",
	"an array of strings"},
    [DATE] = {"\"string\",\"format\":\"date\"", "a string"},
    [DATE_OR_NULL] = {"[\"string\",\"null\"],\"format\":\"date\"",
	"a string or null"},
    [FLAG] = {"\"boolean\"", "true or false"},
    [ONLY_TRUE] = {"\"boolean\",\"const\":true", "true"},
    [CHOICE] = {"\"string\"", "a string"},
    [SPAN] = {"\"string\",\"pattern\":\"^[1-9]\\\\d*[hdwmy]$\"", "a string"},
};

static void
print_arg(struct cx_printer *p, const struct arg *a)
{
	struct cx_str rest = cx_str(a->choices ? a->choices : ""), one;

	cx_print_kobject(p, a->name);
	cx_print_kraw(p, "type", cx_str(kinds[a->kind].schema));
	if (a->kind == INTEGER) {
		cx_print_kint(p, "minimum", a->lo);
		cx_print_kint(p, "maximum", a->hi);
		if (a->otherwise)
			cx_print_kint(p, "default", a->otherwise);
	} else if (a->kind == CHOICE) {
		cx_print_karray(p, "enum");
		while (cx_str_split(&rest, ' ', &one))
			cx_print_str(p, one);
		cx_print_end(p);
	} else if (a->hi) {
		cx_print_kint(p, a->kind == TEXT ? "maxLength" : "maxItems",
		    a->hi);
	}
	if (a->help)
		cx_print_kstr(p, "description", cx_str(a->help));
	cx_print_end(p);
}

void
args_print(struct cx_printer *p, const struct tool *t)
{
	bool required = false;

	cx_print_object(p);
	cx_print_kstr(p, "type", CX_STR("object"));
	cx_print_kobject(p, "properties");
	for (const struct arg *a = t->args; a->name; a++) {
		print_arg(p, a);
		required |= a->required;
	}
	cx_print_end(p);
	if (required) {
		cx_print_karray(p, "required");
		for (const struct arg *a = t->args; a->name; a++)
			if (a->required)
				cx_print_str(p, cx_str(a->name));
		cx_print_end(p);
	}
	cx_print_kbool(p, "additionalProperties", false);
	cx_print_end(p);
}

static const struct cx_json *
value(const struct call *c, const char *name)
{
	return cx_json_get(c->args, name);
}

bool
arg_given(const struct call *c, const char *name)
{
	const struct cx_json *v = value(c, name);

	return v && v->type != CX_JSON_FALSE;
}

struct cx_str
arg_text(const struct call *c, const char *name)
{
	return cx_json_gets(c->args, name, CX_STR(""));
}

int64_t
arg_int(const struct call *c, const char *name)
{
	const struct cx_json *v = value(c, name);

	if (v)
		return v->type == CX_JSON_INT ? v->u.i : (int64_t)v->u.d;
	for (const struct arg *a = c->tool->args; a->name; a++)
		if (strcmp(a->name, name) == 0)
			return a->otherwise;
	return 0;
}

const struct cx_json *
arg_tags(const struct call *c, const char *name)
{
	return value(c, name);
}

int64_t
arg_cursor(const struct call *c)
{
	struct cx_str s = arg_text(c, "cursor");
	uint64_t n = 0;

	if (s.len && (!cx_str_number(&s, 999999999, &n) || s.len))
		fail("INVALID_ARGUMENT", "cursor: not one that next_cursor "
		    "said");
	return (int64_t)n;
}

static bool
is_choice(const char *choices, struct cx_str s)
{
	struct cx_str rest = cx_str(choices), one;

	while (cx_str_split(&rest, ' ', &one))
		if (cx_str_eq(one, s))
			return true;
	return false;
}

/* Whether one of so many items at most is not a word. */
static bool
has_bad_item(const struct cx_json *v, bool tags, int *n)
{
	const struct cx_json *e;

	*n = 0;
	for (e = cx_json_first(v); e; e = cx_json_next(v, e), ++*n) {
		struct cx_str s = cx_json_str(e);

		if (cx_str_has_control(s) || cx_str_trim(s).len == 0 ||
		    cx_utf8_count(s) > (tags ? WORD_MAX : TEXT_MAX) ||
		    (tags && memchr(s.s, ',', s.len)))
			return true;
	}
	return false;
}

static void
check_value(const struct arg *a, const struct cx_json *v)
{
	const char *bad = "INVALID_ARGUMENT";
	struct cx_str s = cx_json_str(v);
	double d = v->type == CX_JSON_INT ? (double)v->u.i : v->u.d;
	int n, most = a->hi ? a->hi : a->kind == TEXT ||
	    a->kind == ONE_PROJECT ? TEXT_MAX : WORDS_MAX;
	struct cx_date date;
	int64_t seconds;

	switch (a->kind) {
	case INTEGER:
		if (d < a->lo || d > a->hi)
			fail(bad, "%s must be %d to %d", a->name, a->lo, a->hi);
		return;
	case CHOICE:
		if (!is_choice(a->choices, s))
			fail(strcmp(a->name, "type") == 0 ? "INVALID_TYPE" :
			    bad, "%s must be one of: %s", a->name, a->choices);
		return;
	case DATE:
	case DATE_OR_NULL:
		if (v->type == CX_JSON_STRING &&
		    (s.len != 10 || !cx_date_parse(s, &date)))
			fail(bad, "%s must be a day such as 2027-04-15",
			    a->name);
		return;
	case SPAN:
		if (!cx_date_span(s, &seconds))
			fail(bad, "%s must be a number and h, d, w, m or y, "
			    "such as 7d", a->name);
		return;
	case TAGS:
		if (has_bad_item(v, true, &n))
			fail(bad, "%s: each must be a word of at most %d "
			    "characters without commas", a->name, WORD_MAX);
		if (n > most)
			fail(bad, "%s has more than %d items", a->name, most);
		return;
	case LIST:
		if (has_bad_item(v, false, &n))
			fail(bad, "%s: one is empty, has a control character "
			    "or is too long", a->name);
		if (n < 1 || n > most)
			fail(bad, "%s must have 1 to %d items", a->name, most);
		return;
	case ONE_PROJECT:
		if (cx_str_is(s, "*"))
			fail(bad, "%s: * is for searching; name one", a->name);
		/* fall through */
	case TEXT:
		if (cx_str_has_control(s))
			fail(bad, "%s: has a control character", a->name);
		if (cx_str_trim(s).len == 0)
			fail(bad, "%s is empty", a->name);
		if (cx_utf8_count(s) > (size_t)most)
			fail(bad, "%s is longer than %d characters", a->name,
			    most);
		return;
	case LONG_TEXT: /* goes to a standard input: may be anything */
	case FLAG:
	case ONLY_TRUE:
		return;
	}
}

static bool
has_type(const struct arg *a, const struct cx_json *v)
{
	switch (a->kind) {
	case INTEGER:
		/* JSON Schema: 5.0 is an integer. */
		return v->type == CX_JSON_INT ||
		    (v->type == CX_JSON_REAL && floor(v->u.d) == v->u.d);
	case TAGS:
	case LIST:
		if (v->type != CX_JSON_ARRAY)
			return false;
		CX_JSON_EACH(e, v)
			if (e->type != CX_JSON_STRING)
				return false;
		return true;
	case FLAG:
		return v->type == CX_JSON_TRUE || v->type == CX_JSON_FALSE;
	case ONLY_TRUE:
		return v->type == CX_JSON_TRUE;
	case DATE_OR_NULL:
		return v->type == CX_JSON_NULL || v->type == CX_JSON_STRING;
	case TEXT:
	case LONG_TEXT:
	case ONE_PROJECT:
	case DATE:
	case CHOICE:
	case SPAN:
		break;
	}
	return v->type == CX_JSON_STRING;
}

static void CX_NORETURN
unknown(const struct tool *t, struct cx_str name)
{
	CX_AUTO_BUF known = CX_BUF_INIT;

	for (const struct arg *a = t->args; a->name; a++)
		cx_buf_fmt(&known, "%s%s", a == t->args ? "" : ", ", a->name);
	fail("INVALID_ARGUMENT", "%s has no argument '%.*s'; it takes %s",
	    t->name, (int)name.len, name.s, cx_buf_cstr(&known));
}

void
args_check(const struct call *c)
{
	const struct arg *a;

	/* A model may mend it, and sees no error of the protocol. */
	for (a = c->tool->args; a->name; a++) {
		const struct cx_json *v = value(c, a->name);

		if (v && !has_type(a, v))
			fail("INVALID_ARGUMENT", "%s: %s must be %s",
			    c->tool->name, a->name, kinds[a->kind].must_be);
	}
	CX_JSON_EACH(k, c->args) {
		for (a = c->tool->args; a->name; a++)
			if (cx_str_is(cx_json_str(k), a->name))
				break;
		if (!a->name)
			unknown(c->tool, cx_json_str(k));
	}
	for (a = c->tool->args; a->name; a++) {
		const struct cx_json *v = value(c, a->name);

		if (v)
			check_value(a, v);
		else if (a->required)
			fail("INVALID_ARGUMENT", "%s needs %s", c->tool->name,
			    a->name);
	}
}
