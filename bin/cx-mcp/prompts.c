/* Prompts: what users may choose, in many clients as a command. */
#include "cx-mcp.h"

static void
prompt_remember(struct call *c)
{
	struct cx_str what = arg_text(c, "text");
	CX_AUTO_BUF text = CX_BUF_INIT;

	cx_buf_puts(&text, "Save what follows as memories, for later sessions: "
	    "first search_memories for what is known; then save_memory, one "
	    "specific fact a call, with the reason and with 3 to 7 keywords; "
	    "or supersede_memory where a memory no longer holds. Then tell me "
	    "in a line what was saved.\n\n");
	if (what.len)
		cx_buf_str(&text, what);
	else
		cx_buf_puts(&text, "What in our conversation so far will "
		    "matter later: my preferences, decisions, corrections, "
		    "facts about me and the project, lessons.");
	prompt_answer(c, cx_buf_view(&text));
}

static const struct tool prompts[] = {
    {"context", "What memory knows here", prompt_context, READS,
	"Begin with what matters most in this project.",
	{{.name = "project", .kind = ANY_PROJECT,
	    .help = "a project's name, * for all; without it, the one of the "
	    "directory"}}},
    {"remember", "Remember this", prompt_remember, READS,
	"Save what you say, or what the conversation has shown.",
	{{.name = "text", .kind = LONG_TEXT,
	    .help = "what to remember; without it, the conversation so far"}}},
};

#define PROMPTS (sizeof prompts / sizeof prompts[0])

const struct tool *
prompt_find(struct cx_str name)
{
	for (size_t i = 0; i < PROMPTS; i++)
		if (cx_str_is(name, prompts[i].name))
			return &prompts[i];
	return NULL;
}

void
prompts_print(struct cx_printer *p)
{
	cx_print_array(p);
	for (size_t i = 0; i < PROMPTS; i++) {
		cx_print_object(p);
		cx_print_kstr(p, "name", cx_str(prompts[i].name));
		cx_print_kstr(p, "title", cx_str(prompts[i].title));
		cx_print_kstr(p, "description", cx_str(prompts[i].help));
		cx_print_karray(p, "arguments");
		for (const struct arg *a = prompts[i].args; a->name; a++) {
			cx_print_object(p);
			cx_print_kstr(p, "name", cx_str(a->name));
			cx_print_kstr(p, "description", cx_str(a->help));
			cx_print_kbool(p, "required", a->required);
			cx_print_end(p);
		}
		cx_print_end(p);
		cx_print_end(p);
	}
	cx_print_end(p);
}
