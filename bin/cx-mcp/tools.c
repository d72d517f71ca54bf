/*
 * The tools and what each takes: one table, from which come the schemas, the
 * checks of arguments and the options of programs.
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

#define WORD(...) {.kind = TEXT, .name = __VA_ARGS__}
#define FLAG(...) {.kind = FLAG, .name = __VA_ARGS__}
#define NUMBER(min, max, preset, ...) \
	{.kind = INTEGER, .lo = min, .hi = max, .otherwise = preset, \
	    .name = __VA_ARGS__}
#define IMPORTANCE(preset) NUMBER(1, 10, preset, "importance")
#define CONFIDENCE(preset) NUMBER(1, 5, preset, "confidence")
#define CONTENT(text) \
	{.name = "content", .kind = LONG_TEXT, .required = true, .help = text}
#define REASON \
	{.name = "reason", .kind = LONG_TEXT, .required = true, \
	    .help = "why keep it, 10+ chars"}
#define NAME WORD("name", .hi = 100)
#define TAG_LIST {.name = "tags", .kind = TAGS, .option = "--tag"}
#define KEYWORDS(text) \
	{.name = "keywords", .kind = TAGS, .hi = 15, .help = text}
#define PROJECT WORD("project")
#define ANY_PROJECT WORD("project", .help = "* for all")
#define CURSOR WORD("cursor", .help = "next_cursor")
#define MEMORY \
	{.name = "memory_id", .kind = LONG_TEXT, .required = true, \
	    .help = "id or path"}
#define BUDGET(min, max, preset) \
	NUMBER(min, max, preset, "budget", .help = "tokens")
#define CHOICE(must, words, ...) \
	{.kind = CHOICE, .required = must, .choices = words, \
	    .name = __VA_ARGS__}
#define KIND(must) CHOICE(must, \
	"decision context preference thread error learning", "type")
/* What search_memories and recall ask with. */
#define QUESTION(must, most) \
	WORD("query", .required = must), ANY_PROJECT, \
	WORD("type", .option = "--type"), TAG_LIST, \
	WORD("scope", .option = "--scope", \
	    .help = "directory, recent, open, meetings, meeting:ID"), \
	{.name = "since", .kind = SPAN, .option = "--since", .help = "7d"}, \
	WORD("relation", .option = "--relation", \
	    .help = "id: what is linked"), \
	WORD("where", .option = "--where", \
	    .help = "importance>=5 and not owner=ann"), \
	FLAG("all", .help = "archived, too"), \
	FLAG("about", .option = "--about", .help = "query is a prompt"), \
	FLAG("fuzzy", .option = "--fuzzy", .help = "mend typos"), \
	FLAG("explain", .option = "--explain", .help = "scores"), \
	WORD("why_not", .help = "id: why it is not found"), \
	NUMBER(1, most, 10, "limit"), BUDGET(200, 8000, 1000), CURSOR

/* What a value must be: the text behind "type": in a schema, and words. */
static const struct {
	const char *schema, *must_be;
} kinds[] = {
    [TEXT] = {"\"string\"", "a string"},
    [LONG_TEXT] = {"\"string\"", "a string"},
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

static const struct tool tools[] = {
    {"save_memory", save_memory, false,
	"Save one lasting fact that is specific and true. Rejected if vague, "
	"secret or a duplicate: mend it as the error says.",
	{CONTENT("50-2000 chars, one idea"), KIND(true), REASON, NAME,
	    TAG_LIST,
	    KEYWORDS("5-15 words to search for that content lacks: synonyms, "
		"the topic, what \"it\" is"),
	    IMPORTANCE(5), CONFIDENCE(3), PROJECT,
	    {.name = "expires", .kind = DATE},
	    WORD("supersedes", .help = "id of what no longer holds")}},
    {"get_memories", get_memories, true,
	"Context block of what matters most in this project; call at the "
	"start.",
	{ANY_PROJECT, KIND(false),
	    NUMBER(1, 100, 50, "limit"),
	    NUMBER(1, 10, 1, "min_importance"),
	    BUDGET(1000, 12000, 4000)}},
    {"search_memories", search_memories, true,
	"Find what memories say about a query.", {QUESTION(true, 50),
	    CHOICE(false, "recall cortex", "rank", .option = "--rank")}},
    {"read_memories", read_memories, true,
	"Whole memories, what links to them and what superseded them.",
	{{.name = "ids", .kind = LIST, .required = true, .hi = 20,
	     .help = "ids, paths or names"},
	    WORD("project", .help = "where names are ambiguous"),
	    BUDGET(200, 8000, 4000)}},
    {"list_projects", list_projects, true, "Projects that have memories.",
	{CURSOR}},
    {"delete_memory", delete_memory, false,
	"Archive a memory; it can be restored.", {MEMORY, PROJECT}},
    {"supersede_memory", supersede_memory, false,
	"Put a new memory in the place of one that no longer holds; what is "
	"not given is inherited.",
	{MEMORY, CONTENT("as for save_memory"), REASON, NAME, TAG_LIST,
	    KEYWORDS(NULL), IMPORTANCE(0), CONFIDENCE(0), PROJECT}},
    {"update_memory", update_memory, false,
	"Change what is known about a memory, not its content.",
	{MEMORY, KIND(false),
	    WORD("status", .help = "active, open, resolved, fixed, ..."), NAME,
	    PROJECT, TAG_LIST, KEYWORDS(NULL), IMPORTANCE(0), CONFIDENCE(0),
	    {.name = "expires", .kind = DATE_OR_NULL,
		.help = "null removes"},
	    {.name = "reviewed", .kind = ONLY_TRUE,
		.help = "it still holds"}}},
    {"recall", recall, true,
	"As search_memories, ranked by recency and use, too; with or without "
	"a query.", {QUESTION(false, 100)}},
    {"capture", capture, false,
	"Keep raw notes for later sorting; not searchable.",
	{CHOICE(true, "stop pre_compact meeting manual", "type"),
	    CONTENT(NULL), WORD("session"), PROJECT, TAG_LIST}},
    {"memory_status", memory_status, true,
	"Counts: all, open, stale, overdue; is the index fresh.",
	{ANY_PROJECT}},
};

#define TOOLS (sizeof tools / sizeof tools[0])

const struct tool *
tool_find(struct cx_str name)
{
	for (size_t i = 0; i < TOOLS; i++)
		if (cx_str_is(name, tools[i].name))
			return &tools[i];
	return NULL;
}

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

static void
print_schema(struct cx_printer *p, const struct tool *t)
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

void
tools_print(struct cx_printer *p)
{
	cx_print_array(p);
	for (size_t i = 0; i < TOOLS; i++) {
		cx_print_object(p);
		cx_print_kstr(p, "name", cx_str(tools[i].name));
		cx_print_kstr(p, "description", cx_str(tools[i].help));
		cx_print_key(p, "inputSchema");
		print_schema(p, &tools[i]);
		if (tools[i].reads) {
			cx_print_kraw(p, "annotations",
			    CX_STR("{\"readOnlyHint\":true}"));
		}
		cx_print_end(p);
	}
	cx_print_end(p);
}

/* --- arguments --- */

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

static bool
has_control(struct cx_str s)
{
	for (size_t i = 0; i < s.len; i++)
		if ((unsigned char)s.s[i] < 0x20 || s.s[i] == 0x7f)
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

		if (has_control(s) || cx_str_trim(s).len == 0 ||
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
	int n, most = a->hi ? a->hi : a->kind == TEXT ? TEXT_MAX : WORDS_MAX;
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
	case TEXT:
		if (has_control(s))
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
