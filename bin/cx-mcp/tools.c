/* The tools and what each takes: see args.c for what is made of it. */
#include "cx-mcp.h"

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
#define PROJECT {.name = "project", .kind = ONE_PROJECT}
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

void
tools_print(struct cx_printer *p)
{
	cx_print_array(p);
	for (size_t i = 0; i < TOOLS; i++) {
		cx_print_object(p);
		cx_print_kstr(p, "name", cx_str(tools[i].name));
		cx_print_kstr(p, "description", cx_str(tools[i].help));
		cx_print_key(p, "inputSchema");
		args_print(p, &tools[i]);
		if (tools[i].reads) {
			cx_print_kraw(p, "annotations",
			    CX_STR("{\"readOnlyHint\":true}"));
		}
		cx_print_end(p);
	}
	cx_print_end(p);
}
