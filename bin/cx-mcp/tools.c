/* The tools: what each takes, said once for those who call and for us. */
#include "cx-mcp.h"

#define KINDS "decision context preference thread error learning"
#define WORD(name, help) {name, TEXT, false, 0, 0, 0, NULL, help}
#define IMPORTANCE(otherwise) {"importance", INTEGER, false, 1, 10, \
	otherwise, NULL, NULL}
#define CONFIDENCE(otherwise) {"confidence", INTEGER, false, 1, 5, \
	otherwise, NULL, NULL}
#define CONTENT(help) {"content", TEXT, true, 0, 0, 0, NULL, help}
#define REASON {"reason", TEXT, true, 0, 0, 0, NULL, "why keep it, 10+ chars"}
#define NAME {"name", TEXT, false, 0, 100, 0, NULL, NULL}
#define TAG_LIST {"tags", TAGS, false, 0, 0, 0, NULL, NULL}
#define KEYWORDS(help) {"keywords", TAGS, false, 0, 15, 0, NULL, help}
#define PROJECT WORD("project", NULL)
#define ANY_PROJECT WORD("project", "* for all")
#define CURSOR WORD("cursor", "next_cursor")
#define MEMORY {"memory_id", TEXT, true, 0, 0, 0, NULL, "id or path"}
#define BUDGET(lo, hi, tokens) {"budget", INTEGER, false, lo, hi, tokens, \
	NULL, "tokens"}
#define KIND(required) {"type", CHOICE, required, 0, 0, 0, KINDS, NULL}
/* What search_memories and recall ask with. */
#define QUESTION(required, most) {"query", TEXT, required, 0, 1000, 0, NULL, \
	NULL}, ANY_PROJECT, WORD("type", NULL), TAG_LIST, \
	WORD("scope", "directory, recent, open, meetings, meeting:ID"), \
	{"since", SPAN, false, 0, 0, 0, NULL, "7d"}, \
	WORD("relation", "id: what is linked"), \
	{"about", ONLY_TRUE, false, 0, 0, 0, NULL, "query is a prompt"}, \
	{"limit", INTEGER, false, 1, most, 10, NULL, NULL}, \
	BUDGET(200, 8000, 1000), CURSOR

static const struct tool tools[] = {
    {"save_memory", save_memory, false,
	"Save one lasting fact that is specific and true. Rejected if vague, "
	"secret or a duplicate: mend it as the error says.",
	{CONTENT("50-2000 chars, one idea"), KIND(true), REASON, NAME,
	    TAG_LIST,
	    KEYWORDS("5-15 words to search for that content lacks: synonyms, "
		"the topic, what \"it\" is"),
	    IMPORTANCE(5), CONFIDENCE(3), PROJECT,
	    {"expires", DATE, false, 0, 0, 0, NULL, NULL},
	    WORD("supersedes", "id of what no longer holds")}},
    {"get_memories", get_memories, true,
	"Context block of what matters most in this project; call at the "
	"start.",
	{ANY_PROJECT, KIND(false),
	    {"limit", INTEGER, false, 1, 100, 50, NULL, NULL},
	    {"min_importance", INTEGER, false, 1, 10, 1, NULL, NULL},
	    BUDGET(1000, 12000, 4000)}},
    {"search_memories", search_memories, true,
	"Find what memories say about a query.", {QUESTION(true, 50)}},
    {"read_memories", read_memories, true,
	"Whole memories, what links to them and what superseded them.",
	{{"ids", LIST, true, 0, 20, 0, NULL, "ids, paths or names"},
	    WORD("project", "where names are ambiguous"),
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
	    WORD("status", "active, open, resolved, fixed, ..."), NAME,
	    PROJECT, TAG_LIST, KEYWORDS(NULL), IMPORTANCE(0), CONFIDENCE(0),
	    {"expires", DATE_OR_NULL, false, 0, 0, 0, NULL, "null removes"},
	    {"reviewed", ONLY_TRUE, false, 0, 0, 0, NULL, "it still holds"}}},
    {"recall", recall, true,
	"As search_memories, ranked by recency and use, too; with or without "
	"a query.", {QUESTION(false, 100)}},
    {"capture", capture, false,
	"Keep raw notes for later sorting; not searchable.",
	{{"type", CHOICE, true, 0, 0, 0, "stop pre_compact meeting manual",
	     NULL},
	    {"content", TEXT, true, 0, 0, 0, NULL, NULL},
	    WORD("session", NULL), PROJECT, TAG_LIST}},
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
print_choices(struct cx_printer *p, const char *choices)
{
	struct cx_str rest = cx_str(choices), one;

	cx_print_key(p, "enum");
	cx_print_array(p);
	while (cx_str_split(&rest, ' ', &one))
		cx_print_str(p, one);
	cx_print_end(p);
}

static void
print_arg(struct cx_printer *p, const struct arg *a)
{
	static const char *const types[] = {[TEXT] = "string",
	    [INTEGER] = "integer", [TAGS] = "array", [LIST] = "array",
	    [DATE] = "string",
	    [ONLY_TRUE] = "boolean", [CHOICE] = "string", [SPAN] = "string"};

	cx_print_key(p, a->name);
	cx_print_object(p);
	if (a->kind == DATE_OR_NULL)
		cx_print_key(p, "type"), cx_print_raw(p,
		    CX_STR("[\"string\",\"null\"]"));
	else
		cx_print_kstr(p, "type", cx_str(types[a->kind]));
	if (a->kind == INTEGER) {
		cx_print_kint(p, "minimum", a->lo);
		cx_print_kint(p, "maximum", a->hi);
		if (a->otherwise)
			cx_print_kint(p, "default", a->otherwise);
	} else if (a->kind == TAGS || a->kind == LIST) {
		if (a->hi)
			cx_print_kint(p, "maxItems", a->hi);
		cx_print_key(p, "items");
		cx_print_raw(p, CX_STR("{\"type\":\"string\"}"));
	} else if (a->kind == DATE || a->kind == DATE_OR_NULL) {
		cx_print_kstr(p, "format", CX_STR("date"));
	} else if (a->kind == SPAN) {
		cx_print_kstr(p, "pattern", CX_STR("^[1-9]\\d*[hdwmy]$"));
	} else if (a->kind == ONLY_TRUE) {
		cx_print_key(p, "const");
		cx_print_bool(p, true);
	} else if (a->kind == CHOICE) {
		print_choices(p, a->choices);
	} else if (a->hi) {
		cx_print_kint(p, "maxLength", a->hi);
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
	cx_print_key(p, "properties");
	cx_print_object(p);
	for (const struct arg *a = t->args; a->name; a++) {
		print_arg(p, a);
		required |= a->required;
	}
	cx_print_end(p);
	if (required) {
		cx_print_key(p, "required");
		cx_print_array(p);
		for (const struct arg *a = t->args; a->name; a++)
			if (a->required)
				cx_print_str(p, cx_str(a->name));
		cx_print_end(p);
	}
	cx_print_key(p, "additionalProperties");
	cx_print_bool(p, false);
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
			cx_print_key(p, "annotations");
			cx_print_raw(p, CX_STR("{\"readOnlyHint\":true}"));
		}
		cx_print_end(p);
	}
	cx_print_end(p);
}
