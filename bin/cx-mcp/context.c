/* get_memories and capture: the start and the end of a session. */
#include "cx-mcp.h"

/* Importance where none is written, as cx-score counts it. */
#define IMPORTANCE 5
/* Notes of a block whose number nobody says. */
#define NOTES 50
/* Its tokens then. */
#define BUDGET 4000

static void
put_filter(struct cx_buf *b, const struct call *c)
{
	int64_t least = arg_int(c, "min_importance");

	put_scope(b, c);
	if (arg_given(c, "type")) {
		cx_buf_puts(b, b->len ? " and " : "");
		put_equals(b, "type", arg_text(c, "type"));
	}
	if (least > 1)
		cx_buf_fmt(b, "%s(importance>=%d%s)", b->len ? " and " : "",
		    (int)least,
		    least <= IMPORTANCE ? " or not importance>=0" : "");
}

/* Starts to make a block of the records, in one of the forms that cx-pack
 * knows. */
static void
begin_pack(struct call *c, struct job *j, const char *format,
    struct cx_str records)
{
	CX_AUTO_BUF budget = CX_BUF_INIT, project = CX_BUF_INIT;
	int64_t tokens = arg_int(c, "budget");

	cx_buf_int(&budget, tokens ? tokens : BUDGET);
	cx_buf_str(&project, cx_buf_view(&c->project));
	const char *const argv[] = {"cx-pack", "-C", c->vault, "--budget",
	    cx_buf_cstr(&budget), "--format", format, "--shown", "/dev/fd/3",
	    project.len ? "--project" : NULL, cx_buf_cstr(&project), NULL};

	run_begin(c, j, argv, records, RUN_EXTRA);
}

static void
end_pack(struct call *c, struct job *j, struct ran *r)
{
	run_end(c, j, r);
	if (r->status != 0 && r->status != 3)
		fail_said("FAILED", r);
}

/* The block of the project, as text, and as an object if that is wanted; the
 * arguments limit and min_importance count if the tool has them. */
static void
make_block(struct call *c, struct ran *text, struct ran *object)
{
	CX_AUTO_BUF where = CX_BUF_INIT, top = CX_BUF_INIT;
	int64_t limit = arg_int(c, "limit");
	struct job lines, members;
	AUTO_RAN found = {0};

	call_scope(c, "project");
	cx_buf_int(&top, limit ? limit : NOTES);
	do {
		where.len = 0;
		put_filter(&where, c);
		const char *const argv[] = {"cx-score", "-i", "index",
		    "--rank", "context", "--top", cx_buf_cstr(&top),
		    "--fresh=no", where.len ? "--where" : NULL,
		    cx_buf_cstr(&where), NULL};

		ran_release(&found);
		ran_release(text);
		run_indexed(c, &found, argv);
		begin_pack(c, &lines, "markdown", cx_buf_view(&found.out));
		if (object) {
			ran_release(object);
			begin_pack(c, &members, "json",
			    cx_buf_view(&found.out));
		}
		end_pack(c, &lines, text);
		if (object)
			end_pack(c, &members, object);
	} while (call_renewed(c));
	if (cx_str_trim(cx_buf_view(&found.out)).len == 0)
		cx_buf_puts(&answer_note, where.len ? "No memory matches; "
		    "project \"*\" asks for those of all projects, "
		    "list_projects names these." : "No memory is here yet.");
}

void
get_memories(struct call *c)
{
	AUTO_RAN text = {0}, object = {0};

	make_block(c, &text, &object);
	/* A message is one line. */
	for (size_t i = 0; i < object.out.len; i++)
		if (object.out.s[i] == '\n')
			object.out.s[i] = ' ';
	answer(cx_str_trim(cx_buf_view(&object.out)),
	    cx_str_trim(cx_buf_view(&text.out)));
	log_used(c, "context", cx_buf_view(&text.extra));
}

void
prompt_context(struct call *c)
{
	AUTO_RAN text = {0};

	make_block(c, &text, NULL);
	if (answer_note.len) {
		cx_buf_puts(&text.out, "\n\n");
		cx_buf_str(&text.out, cx_buf_view(&answer_note));
	}
	prompt_answer(c, cx_str_trim(cx_buf_view(&text.out)));
	log_used(c, "context", cx_buf_view(&text.extra));
}

void
capture(struct call *c)
{
	CX_AUTO_BUF tags = CX_BUF_INIT, type = CX_BUF_INIT;
	CX_AUTO_BUF session = CX_BUF_INIT, project = CX_BUF_INIT;
	CX_AUTO_BUF object = CX_BUF_INIT, text = CX_BUF_INIT;
	struct cx_printer p = cx_printer(&object);
	const struct cx_json *all = arg_tags(c, "tags");
	struct cx_str path, event;
	AUTO_RAN r = {0};

	if (cx_str_trim(arg_text(c, "content")).len == 0)
		fail("INVALID_ARGUMENT", "content is empty");
	call_project(c, "project", false);
	CX_JSON_EACH(t, all) {
		if (tags.len)
			cx_buf_char(&tags, ',');
		cx_buf_str(&tags, cx_json_str(t));
	}
	cx_buf_str(&type, arg_text(c, "type"));
	cx_buf_str(&project, cx_buf_view(&c->project));
	cx_buf_str(&session, arg_given(c, "session") ?
	    arg_text(c, "session") : cx_str(c->about->session));
	const char *const argv[] = {"cx", "-C", c->vault, "capture", "--type",
	    cx_buf_cstr(&type), "--session", cx_buf_cstr(&session),
	    "--project", cx_buf_cstr(&project), "--tags", cx_buf_cstr(&tags),
	    NULL};

	run(c, &r, argv, arg_text(c, "content"), RUN_WHOLE);
	if (r.status != 0)
		fail_said("FAILED", &r);
	/* inbox/pending/EVENT.md */
	path = cx_str_trim(cx_buf_view(&r.out));
	event = cx_last_part(path);
	if (cx_str_ends(event, CX_STR(".md")))
		event.len -= 3;
	cx_print_object(&p);
	cx_print_kstr(&p, "event", event);
	cx_print_kstr(&p, "path", path);
	cx_print_end(&p);
	cx_buf_fmt(&text, "Captured as %.*s; cx normalize makes memories of "
	    "it", (int)event.len, event.s);
	answer(cx_buf_view(&object), cx_buf_view(&text));
}
