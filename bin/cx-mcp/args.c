/* Arguments: what schemas say is held here. */
#include "cx-mcp.h"

#include "lib/base/date.h"
#include "lib/base/utf8.h"

#include <math.h>

/* Texts that become arguments of programs. */
#define TEXT_MAX 1000
/* Tags and keywords: characters of one, and how many. */
#define WORD_MAX 100
#define WORDS_MAX 100

static const struct cx_json *
value(const struct call *c, const char *name)
{
	return cx_json_get(c->args, name);
}

bool
arg_given(const struct call *c, const char *name)
{
	return value(c, name) != NULL;
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

static bool
is_choice(const char *choices, struct cx_str s)
{
	struct cx_str rest = cx_str(choices), one;

	while (cx_str_split(&rest, ' ', &one))
		if (cx_str_eq(one, s))
			return true;
	return false;
}

static bool
has_control(struct cx_str s)
{
	for (size_t i = 0; i < s.len; i++)
		if ((unsigned char)s.s[i] < 0x20 || s.s[i] == 0x7f)
			return true;
	return false;
}

static bool
is_day(struct cx_str s)
{
	struct cx_date d;

	return s.len == 10 && cx_date_parse(s, &d);
}

static void
check_value(const struct arg *a, const struct cx_json *v)
{
	const char *bad = "INVALID_ARGUMENT";
	double d = v->type == CX_JSON_INT ? (double)v->u.i : v->u.d;
	int64_t seconds;
	int n = 0, most_items = a->hi ? a->hi : WORDS_MAX;
	size_t most = a->hi > 0 ? (size_t)a->hi : TEXT_MAX;

	switch (a->kind) {
	case INTEGER:
		if (d < a->lo || d > a->hi)
			fail(bad, "%s must be %d to %d", a->name, a->lo, a->hi);
		return;
	case CHOICE:
		if (!is_choice(a->choices, cx_json_str(v)))
			fail("INVALID_TYPE", "%s must be one of: %s", a->name,
			    a->choices);
		return;
	case DATE:
	case DATE_OR_NULL:
		if (v->type == CX_JSON_STRING && !is_day(cx_json_str(v)))
			fail(bad, "%s must be a day such as 2027-04-15",
			    a->name);
		return;
	case SPAN:
		if (!cx_date_span(cx_json_str(v), &seconds))
			fail(bad, "%s must be a number and h, d, w, m or y, "
			    "such as 7d", a->name);
		return;
	case ONLY_TRUE:
		if (v->type != CX_JSON_TRUE)
			fail(bad, "%s can only be true", a->name);
		return;
	case TAGS:
		for (const struct cx_json *e = cx_json_first(v); e;
		    e = cx_json_next(v, e), n++)
			if (has_control(cx_json_str(e)) ||
			    memchr(e->u.s, ',', e->len) ||
			    cx_utf8_count(cx_json_str(e)) > WORD_MAX ||
			    cx_str_trim(cx_json_str(e)).len == 0)
				fail(bad, "%s: each must be a word of at most "
				    "%d characters without commas", a->name,
				    WORD_MAX);
		if (n > most_items)
			fail(bad, "%s has more than %d items", a->name,
			    most_items);
		return;
	case LIST:
		for (const struct cx_json *e = cx_json_first(v); e;
		    e = cx_json_next(v, e), n++)
			if (has_control(cx_json_str(e)) ||
			    cx_utf8_count(cx_json_str(e)) > TEXT_MAX ||
			    cx_str_trim(cx_json_str(e)).len == 0)
				fail(bad, "%s: one is empty, has a control "
				    "character or is too long", a->name);
		if (n < 1 || n > a->hi)
			fail(bad, "%s must have 1 to %d items", a->name, a->hi);
		return;
	case TEXT:
		/* What goes to a standard input may be anything. */
		if (strcmp(a->name, "content") == 0 ||
		    strcmp(a->name, "reason") == 0)
			return;
		if (strcmp(a->name, "memory_id") == 0)
			return;
		if (has_control(cx_json_str(v)))
			fail(bad, "%s: has a control character", a->name);
		if (cx_str_trim(cx_json_str(v)).len == 0)
			fail(bad, "%s is empty", a->name);
		if (cx_utf8_count(cx_json_str(v)) > most)
			fail(bad, "%s is longer than %zu characters", a->name,
			    most);
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
		for (const struct cx_json *e = cx_json_first(v); e;
		    e = cx_json_next(v, e))
			if (e->type != CX_JSON_STRING)
				return false;
		return true;
	case ONLY_TRUE:
		return v->type == CX_JSON_TRUE || v->type == CX_JSON_FALSE;
	case DATE_OR_NULL:
		if (v->type == CX_JSON_NULL)
			return true;
		break;
	case TEXT:
	case DATE:
	case CHOICE:
	case SPAN:
		break;
	}
	return v->type == CX_JSON_STRING;
}

static void
check_types(const struct call *c)
{
	static const char *const wanted[] = {[TEXT] = "a string",
	    [INTEGER] = "an integer", [TAGS] = "an array of strings",
	    [LIST] = "an array of strings",
	    [DATE] = "a string", [DATE_OR_NULL] = "a string or null",
	    [ONLY_TRUE] = "true", [CHOICE] = "a string", [SPAN] = "a string"};

	for (const struct arg *a = c->tool->args; a->name; a++) {
		const struct cx_json *v = value(c, a->name);

		if (v && !has_type(a, v))
			fail("INVALID_ARGUMENT", "%s: %s must be %s",
			    c->tool->name, a->name, wanted[a->kind]);
	}
}

void
args_check(const struct call *c)
{
	const struct arg *a;

	/* A model may mend it, and sees no error of the protocol. */
	check_types(c);
	for (const struct cx_json *k = cx_json_first(c->args); k;
	    k = cx_json_next(c->args, k)) {
		for (a = c->tool->args; a->name; a++)
			if (cx_str_is(cx_json_str(k), a->name))
				break;
		if (!a->name)
			fail("INVALID_ARGUMENT", "%s has no argument '%.*s'",
			    c->tool->name, (int)k->len, k->u.s);
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
