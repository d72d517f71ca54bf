/*
 * Arguments: turns a tool's table into a schema, a check, and, with search.c,
 * options of programs.
 *
 * A client's serialiser, not the model, often decides that a list arrives as a
 * string or a missing value as null, and the model cannot correct that.  So
 * what can mean only one thing is converted once, before anything else: all
 * later code sees the kinds of the table.
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

/* What a value must be: the text after "type": in a schema, and words.  Only
 * words of JSON Schema that every client passes on to its model are used: some
 * APIs refuse all tools for a format or a list of types. */
static const struct {
	const char *schema, *must_be;
} kinds[] = {
    [TEXT] = {"\"string\"", "a string"},
    [LONG_TEXT] = {"\"string\"", "a string"},
    [ONE_PROJECT] = {"\"string\"", "a string"},
    [ANY_PROJECT] = {"\"string\"", "a string"},
    [INTEGER] = {"\"integer\"", "an integer"},
    [AMOUNT] = {"\"integer\"", "an integer"},
    [TAGS] = {"\"array\",\"items\":{\"type\":\"string\"}",
	"an array of strings"},
    [LIST] = {"\"array\",\"items\":{\"type\":\"string\"}",
	"an array of strings"},
    [DATE] = {"\"string\"", "a string"},
    [DATE_OR_NULL] = {"\"string\"", "a string or null"},
    [FLAG] = {"\"boolean\"", "true or false"},
    [CHOICE] = {"\"string\"", "a string"},
    [SPAN] = {"\"string\"", "a string"},
};

static void
print_arg(struct cx_printer *p, const struct arg *a)
{
	struct cx_str rest = cx_str(a->choices ? a->choices : ""), one;

	cx_print_kobject(p, a->name);
	cx_print_kraw(p, "type", cx_str(kinds[a->kind].schema));
	if (a->kind == INTEGER || a->kind == AMOUNT) {
		cx_print_kint(p, "minimum", a->lo);
		cx_print_kint(p, "maximum", a->hi);
		if (a->otherwise)
			cx_print_kint(p, "default", a->otherwise);
	} else if (a->kind == CHOICE) {
		cx_print_karray(p, "enum");
		while (cx_str_split(&rest, ' ', &one))
			cx_print_str(p, one);
		cx_print_end(p);
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
		return v->u.i;
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
	int n, most = a->hi ? a->hi : a->kind == TAGS ||
	    a->kind == LIST ? WORDS_MAX : TEXT_MAX;
	struct cx_date date;
	int64_t seconds;

	switch (a->kind) {
	case INTEGER:
	case AMOUNT:
		if (v->u.i < a->lo || v->u.i > a->hi)
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
	case ANY_PROJECT:
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
		return;
	}
}

/* --- what clients send in the place of what was asked for --- */

/*
 * Names that models reach for, and what they mean: the first of these that the
 * tool takes.  One that differs in case, _ or - alone need not be here.
 */
static const struct {
	const char *said, *meant;
} aliases[] = {
    {"q", "query"}, {"search", "query"}, {"search_query", "query"},
    {"question", "query"}, {"prompt", "query"}, {"keyword", "query"},
    {"keyword", "keywords"}, {"text", "query"}, {"text", "content"},
    {"content", "text"}, {"content", "query"}, {"fact", "content"},
    {"body", "content"}, {"message", "content"},
    {"memory", "memory_id"}, {"memory", "ids"}, {"memory", "content"},
    {"note", "memory_id"}, {"note", "ids"}, {"note", "content"},
    {"id", "memory_id"}, {"id", "ids"}, {"ids", "memory_id"},
    {"memory_id", "ids"}, {"memory_ids", "ids"}, {"memory_ids", "memory_id"},
    {"note_id", "memory_id"}, {"note_id", "ids"}, {"note_ids", "ids"},
    {"path", "memory_id"}, {"path", "ids"}, {"paths", "ids"},
    {"file", "memory_id"}, {"file", "ids"}, {"name", "ids"},
    {"names", "ids"}, {"old_id", "memory_id"}, {"old_id", "supersedes"},
    {"replaces", "supersedes"}, {"title", "name"}, {"kind", "type"},
    {"category", "type"}, {"memory_type", "type"}, {"tag", "tags"},
    {"label", "tags"}, {"labels", "tags"}, {"why", "reason"},
    {"rationale", "reason"}, {"expiry", "expires"}, {"expires_at", "expires"},
    {"project_id", "project"}, {"project_name", "project"},
    {"max_results", "limit"}, {"num_results", "limit"}, {"top_k", "limit"},
    {"n", "limit"}, {"k", "limit"}, {"count", "limit"}, {"top", "limit"},
    {"max_tokens", "budget"}, {"tokens", "budget"}, {"timeframe", "since"},
    {"next_cursor", "cursor"}, {"heading", "section"},
    {"old_string", "old_text"}, {"new_string", "content"},
    {"new_text", "content"}, {"action", "operation"}, {"session_id", "session"},
};

/* Whether a name is that of an argument but for case, _ and -. */
static bool
is_name(struct cx_str said, const char *name)
{
	for (;;) {
		while (said.len && memchr("_-", said.s[0], 2))
			said = cx_str_from(said, 1);
		while (*name == '_')
			name++;
		if (!said.len || !*name)
			return !said.len && !*name;
		if (cx_lower(said.s[0]) != *name)
			return false;
		said = cx_str_from(said, 1);
		name++;
	}
}

static const struct arg *
arg_named(const struct tool *t, struct cx_str said)
{
	for (const struct arg *a = t->args; a->name; a++)
		if (is_name(said, a->name))
			return a;
	return NULL;
}

static const struct arg *
arg_meant(const struct tool *t, struct cx_str said)
{
	const struct arg *a = arg_named(t, said);

	for (size_t i = 0; !a && i < sizeof aliases / sizeof aliases[0]; i++)
		if (is_name(said, aliases[i].said))
			a = arg_named(t, cx_str(aliases[i].meant));
	return a;
}

enum reading { WRONG, ABSENT, READ };

/* The value that a text is as JSON, but for a text; NULL if it is none.  So do
 * clients send it that write all values as strings. */
static const struct cx_json *
unwrap(struct cx_json_parser *parser, struct cx_buf *b, struct cx_str s)
{
	const struct cx_json *v;
	const char *why;

	s = cx_str_trim(s);
	/* Python writes True. */
	if (CX_ONE_OF(s, "True", "False"))
		cx_buf_char(b, cx_lower(s.s[0]));
	cx_buf_str(b, cx_str_from(s, b->len));
	cx_buf_room(b, CX_JSON_PAD);
	v = cx_json_parse(parser, b->s, b->len, &why);
	return v && v->type != CX_JSON_STRING ? v : NULL;
}

static enum reading
read_number(struct cx_printer *p, const struct arg *a,
    const struct cx_json *v)
{
	double d;

	if (v->type == CX_JSON_INT)
		d = (double)v->u.i;
	else if (v->type == CX_JSON_REAL && floor(v->u.d) == v->u.d)
		d = v->u.d; /* JSON Schema: 5.0 is an integer. */
	else
		return WRONG;
	/* Who asks for more than there is gets all there is. */
	if (a->kind == AMOUNT && d > a->hi)
		d = a->hi;
	if (d < -1e9 || d > 1e9)
		d = d < 0 ? -1e9 : 1e9; /* out of every range */
	cx_print_int(p, (int64_t)d);
	return READ;
}

static bool
is_date(const struct arg *a)
{
	return a->kind == DATE || a->kind == DATE_OR_NULL;
}

/* What is null is not given, unless it removes. */
static enum reading
read_null(struct cx_printer *p, const struct arg *a)
{
	if (a->kind != DATE_OR_NULL)
		return ABSENT;
	cx_print_null(p);
	return READ;
}

static enum reading
read_list(struct cx_printer *p, const struct arg *a, const struct cx_json *v)
{
	struct cx_str rest, one;

	if (v->type != CX_JSON_ARRAY) {
		if (v->type != CX_JSON_STRING)
			return WRONG;
		rest = cx_str_trim(cx_json_str(v));
		/* A list of another language, or half of one. */
		if (a->kind == TAGS && rest.len && rest.s[0] == '[')
			return WRONG;
		cx_print_array(p);
		while (a->kind == TAGS && cx_str_split(&rest, ',', &one))
			if (cx_str_trim(one).len)
				cx_print_str(p, cx_str_trim(one));
		if (a->kind == LIST)
			cx_print_str(p, rest);
		cx_print_end(p);
		return READ;
	}
	/* So a client writes null that knows of strings alone. */
	if (v->len == 1 && v[1].type == CX_JSON_STRING &&
	    cx_str_is(cx_json_str(v + 1), "null"))
		return ABSENT;
	cx_print_array(p);
	CX_JSON_EACH(e, v) {
		if (e->type == CX_JSON_STRING)
			cx_print_str(p, cx_json_str(e));
		else if (e->type != CX_JSON_NULL)
			return WRONG;
	}
	cx_print_end(p);
	return READ;
}

static enum reading
read_text(struct cx_printer *p, const struct arg *a, const struct cx_json *v)
{
	bool free = a->kind == TEXT || a->kind == LONG_TEXT;
	struct cx_date date;
	struct cx_str s;

	if (v->type == CX_JSON_ARRAY && v->len == 0)
		return ABSENT;
	if (v->type == CX_JSON_ARRAY && v->len == 1)
		v++;
	if (v->type != CX_JSON_STRING)
		return WRONG;
	s = cx_json_str(v);
	if (!s.len && !a->required)
		return ABSENT;
	/* A moment is on a day. */
	if (is_date(a) && s.len > 10 && cx_date_parse(s, &date))
		s.len = 10;
	if (!free && cx_str_is(s, "null"))
		return read_null(p, a);
	cx_print_str(p, s);
	return READ;
}

/* Prints a value as the one that it stands for. */
static enum reading
read_value(struct cx_printer *p, const struct arg *a, const struct cx_json *v)
{
	CX_AUTO_JSON parser = cx_json_new();
	CX_AUTO_BUF text = CX_BUF_INIT;
	const struct cx_json *in = NULL;
	bool is_list = a->kind == TAGS || a->kind == LIST;

	cx_json_mend_surrogates(parser);
	if (v->type == CX_JSON_STRING && (is_list || a->kind == INTEGER ||
	    a->kind == AMOUNT || a->kind == FLAG)) {
		if (!v->len && !a->required)
			return ABSENT;
		in = unwrap(parser, &text, cx_json_str(v));
		/* 42 may be the name of a note, and true a tag. */
		if (in && (!is_list || in->type == CX_JSON_ARRAY ||
		    in->type == CX_JSON_NULL))
			v = in;
	}
	if (v->type == CX_JSON_NULL)
		return read_null(p, a);
	switch (a->kind) {
	case INTEGER:
	case AMOUNT:
		return read_number(p, a, v);
	case FLAG:
		if (v->type != CX_JSON_TRUE && v->type != CX_JSON_FALSE)
			return WRONG;
		cx_print_bool(p, v->type == CX_JSON_TRUE);
		return READ;
	case TAGS:
	case LIST:
		return read_list(p, a, v);
	case TEXT:
	case LONG_TEXT:
	case ONE_PROJECT:
	case ANY_PROJECT:
	case DATE:
	case DATE_OR_NULL:
	case CHOICE:
	case SPAN:
		break;
	}
	return read_text(p, a, v);
}

static void CX_NORETURN
unknown(const struct tool *t, struct cx_str name)
{
	CX_AUTO_BUF known = CX_BUF_INIT;

	for (const struct arg *a = t->args; a->name; a++)
		cx_buf_fmt(&known, "%s%s", a == t->args ? "" : ", ", a->name);
	if (!known.len)
		cx_buf_puts(&known, "none");
	fail("INVALID_ARGUMENT", "%s has no argument '%.*s'; it takes %s",
	    t->name, (int)name.len, name.s, cx_buf_cstr(&known));
}

/* Prints the arguments as the table has them. */
static void
read_all(struct cx_printer *p, const struct call *c)
{
	struct cx_str said[MAX_ARGS] = {{NULL, 0}};
	CX_AUTO_BUF one = CX_BUF_INIT;

	cx_print_object(p);
	CX_JSON_EACH(k, c->args) {
		const struct arg *a = arg_meant(c->tool, cx_json_str(k));
		struct cx_printer value;
		enum reading r;

		/* What any message may have is no argument. */
		if (cx_str_is(cx_json_str(k), "_meta"))
			continue;
		if (!a)
			unknown(c->tool, cx_json_str(k));
		one.len = 0;
		value = cx_printer(&one);
		r = read_value(&value, a, k + 1);
		if (r == WRONG)
			fail("INVALID_ARGUMENT", "%s: %s must be %s",
			    c->tool->name, a->name, kinds[a->kind].must_be);
		if (r == ABSENT)
			continue;
		if (said[a - c->tool->args].s)
			fail("INVALID_ARGUMENT", "%s: '%.*s' and '%.*s' are "
			    "the same argument; give one", c->tool->name,
			    (int)said[a - c->tool->args].len,
			    said[a - c->tool->args].s, (int)k->len, k->u.s);
		said[a - c->tool->args] = cx_json_str(k);
		cx_print_kraw(p, a->name, cx_buf_view(&one));
	}
	cx_print_end(p);
}

void
args_read(struct call *c)
{
	static struct cx_buf text = CX_BUF_INIT;
	static struct cx_json_parser *parser;
	struct cx_printer p = cx_printer(&text);
	const char *why;

	/* A model may mend what is wrong, and sees no error of the protocol. */
	read_all(&p, c);
	cx_buf_room(&text, CX_JSON_PAD);
	parser = cx_json_new();
	c->args = cx_json_parse(parser, text.s, text.len, &why);
	if (!c->args)
		cx_die(CX_FAIL, "arguments: %s", why);
	for (const struct arg *a = c->tool->args; a->name; a++) {
		const struct cx_json *v = value(c, a->name);

		if (v)
			check_value(a, v);
		else if (a->required)
			fail("INVALID_ARGUMENT", "%s needs %s", c->tool->name,
			    a->name);
	}
}
