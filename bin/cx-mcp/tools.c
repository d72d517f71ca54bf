/*
 * The tools and their arguments, which args.c interprets.
 *
 * A model reads all of this before each of its turns, and no manual.  So each
 * description begins with when to call the tool, and says what it returns.
 */
#include "cx-mcp.h"

#define WORD(...) {.kind = TEXT, .name = __VA_ARGS__}
#define FLAG(...) {.kind = FLAG, .name = __VA_ARGS__}
#define NUMBER(min, max, preset, ...) \
	{.kind = INTEGER, .lo = min, .hi = max, .otherwise = preset, \
	    .name = __VA_ARGS__}
#define AMOUNT(min, max, preset, ...) \
	{.kind = AMOUNT, .lo = min, .hi = max, .otherwise = preset, \
	    .name = __VA_ARGS__}
#define IMPORTANCE(preset) NUMBER(1, 10, preset, "importance")
#define CONFIDENCE(preset) NUMBER(1, 5, preset, "confidence")
#define CONTENT(text) \
	{.name = "content", .kind = LONG_TEXT, .required = true, .help = text}
#define REASON \
	{.name = "reason", .kind = LONG_TEXT, .required = true, \
	    .help = "why later sessions need it"}
#define NAME WORD("name", .hi = 100)
#define TAG_LIST {.name = "tags", .kind = TAGS, .option = "--tag"}
#define KEYWORDS(text) \
	{.name = "keywords", .kind = TAGS, .hi = 15, .help = text}
#define PROJECT {.name = "project", .kind = ONE_PROJECT}
#define WHERE(text) {.name = "project", .kind = ANY_PROJECT, .help = text}
#define CURSOR WORD("cursor", .help = "next_cursor")
#define MEMORY \
	{.name = "memory_id", .kind = LONG_TEXT, .required = true, \
	    .help = "id or path"}
#define BUDGET(min, max, preset) \
	AMOUNT(min, max, preset, "budget", .help = "tokens")
#define CHOICE(must, words, ...) \
	{.kind = CHOICE, .required = must, .choices = words, \
	    .name = __VA_ARGS__}
#define KIND(must) CHOICE(must, \
	"decision context preference thread error learning reference", "type")
/* What search_memories and recall ask with: one says what it means, and HELP
 * makes nothing of it for the other. */
#define SAID(text) text
#define UNSAID(text) NULL
#define QUESTION(must, most, HELP) \
	WORD("query", .required = must), \
	WHERE(HELP("* for all")), \
	WORD("type", .option = "--type"), TAG_LIST, \
	WORD("scope", .option = "--scope", \
	    .help = HELP("directory, recent, open, meetings, meeting:ID")), \
	{.name = "since", .kind = SPAN, .option = "--since", \
	    .help = HELP("7d")}, \
	WORD("relation", .option = "--relation", \
	    .help = HELP("id: what is linked")), \
	WORD("where", .option = "--where", \
	    .help = HELP("importance>=5 and not owner=ann")), \
	FLAG("all", .help = HELP("include archived notes")), \
	FLAG("about", .option = "--about", \
	    .help = HELP("treat the query as a prompt")), \
	FLAG("fuzzy", .option = "--fuzzy", .help = HELP("correct typos")), \
	FLAG("explain", .option = "--explain", .help = HELP("scores")), \
	WORD("why_not", .help = HELP("id: why it is not found")), \
	AMOUNT(1, most, 0, "limit", .help = HELP("default: as budget holds")), \
	BUDGET(200, 8000, 1000), CURSOR

static const struct tool tools[] = {
    {"save_memory", "Save a memory", save_memory, ADDS,
	"When the user states a preference, a decision or a fact, corrects "
	"you, or you learn what later sessions need: save it at once, one "
	"specific fact a call. Returns its id, or what to correct, or the "
	"memory that says the same.",
	{CONTENT("50-2000 chars, say what \"it\" is; a reference up to "
		"100000"), KIND(true), REASON,
	    NAME, TAG_LIST,
	    KEYWORDS("3-7 words to find it by that content lacks: the general "
		"word, the kind, the topic, synonyms"),
	    IMPORTANCE(5), CONFIDENCE(3), PROJECT,
	    {.name = "expires", .kind = DATE,
		.help = "a day such as 2027-04-15"},
	    WORD("supersedes", .help = "id of what no longer holds")}},
    {"get_memories", "What matters here", get_memories, READS,
	"Once, at the start of a session: what matters most in this project, "
	"as one block.",
	{WHERE("* for all"), KIND(false),
	    AMOUNT(1, 100, 50, "limit"),
	    NUMBER(1, 10, 0, "min_importance"),
	    BUDGET(1000, 12000, 4000)}},
    {"search_memories", "Search memories", search_memories, READS,
	"Before you answer or decide what earlier sessions may know, and "
	"before you save. Returns the texts that match best, with ids.",
	{QUESTION(true, 50, SAID),
	    CHOICE(false, "recall cortex", "rank", .option = "--rank")}},
    {"read_memories", "Read memories", read_memories, READS,
	"When a text found is cut […] or not enough. Returns whole notes, "
	"what links to them and what superseded them.",
	{{.name = "ids", .kind = LIST, .required = true, .hi = 20,
	     .help = "up to 20 ids, paths or names"},
	    WORD("section", .help = "only this, by its heading"),
	    WORD("project", .help = "where names are ambiguous"),
	    BUDGET(200, 8000, 4000), CURSOR}},
    {"list_projects", "List projects", list_projects, READS,
	"When you need the name of a project. Returns all that have memories.",
	{CURSOR}},
    {"delete_memory", "Delete a memory", delete_memory, REMOVES,
	"When the user wants a memory gone, or it was never true. Archives "
	"it; status active brings it back.", {MEMORY, PROJECT}},
    {"supersede_memory", "Replace a memory", supersede_memory, REPLACES,
	"When a memory no longer holds: the new one takes its place. What is "
	"not given is inherited. Returns both ids.",
	{MEMORY, CONTENT("as for save_memory"), REASON, NAME, TAG_LIST,
	    KEYWORDS(NULL), IMPORTANCE(0), CONFIDENCE(0), PROJECT}},
    {"update_memory", "Update a memory", update_memory, SETS,
	"When a question is answered, an error fixed, or tags or dates "
	"change. Returns what changed.",
	{MEMORY, KIND(false),
	    WORD("status", .help = "active, open, resolved, fixed, ..."), NAME,
	    PROJECT, TAG_LIST, KEYWORDS(NULL), IMPORTANCE(0), CONFIDENCE(0),
	    {.name = "expires", .kind = DATE_OR_NULL,
		.help = "a day; null removes it"},
	    FLAG("reviewed", .help = "true: it still holds")}},
    {"edit_memory", "Edit a memory", edit_memory, REPLACES,
	"When part of a text changes or more belongs to it. What is not found "
	"exactly once changes nothing.",
	{MEMORY, CHOICE(true, "append prepend replace", "operation"),
	    CONTENT("the new text"),
	    WORD("section", .help = "heading: there, or to replace"),
	    {.name = "old_text", .kind = LONG_TEXT, .help = "to replace"},
	    PROJECT}},
    {"recall", "Recall", recall, READS,
	"When asked what was done lately, or the query is vague: as "
	"search_memories, but ranked by recency and use, too.",
	{QUESTION(false, 100, UNSAID)}},
    {"capture", "Capture raw notes", capture, ADDS,
	"When a session or meeting ends: keep raw notes to be sorted later; "
	"not searchable.",
	{CHOICE(true, "stop pre_compact meeting manual", "type"),
	    CONTENT(NULL), WORD("session"), PROJECT, TAG_LIST}},
    {"memory_status", "Memory status", memory_status, READS,
	"When asked about the memory itself. Returns counts, and whether the "
	"index is fresh.",
	{WHERE("* for all")}},
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

/* All are said, as what is not said is taken for the worst. */
static void
print_hints(struct cx_printer *p, const struct tool *t)
{
	cx_print_kobject(p, "annotations");
	cx_print_kbool(p, "readOnlyHint", t->effect == READS);
	cx_print_kbool(p, "destructiveHint", t->effect == REMOVES);
	if (t->effect == SETS || t->effect == REMOVES)
		cx_print_kbool(p, "idempotentHint", true);
	cx_print_kbool(p, "openWorldHint", false);
	cx_print_end(p);
}

void
tools_print(struct cx_printer *p)
{
	cx_print_array(p);
	for (size_t i = 0; i < TOOLS; i++) {
		cx_print_object(p);
		cx_print_kstr(p, "name", cx_str(tools[i].name));
		cx_print_kstr(p, "title", cx_str(tools[i].title));
		cx_print_kstr(p, "description", cx_str(tools[i].help));
		cx_print_key(p, "inputSchema");
		args_print(p, &tools[i]);
		print_hints(p, &tools[i]);
		cx_print_end(p);
	}
	cx_print_end(p);
}
