/* search_memories, recall: what is asked, and of which project. */
#include "cx-mcp.h"

/* What cx recall prints at most. */
#define RECALL_MAX 100

void
log_used(struct call *c, const char *source, struct cx_str paths)
{
	const char *const argv[] = {"cx-access", "log", "-C", c->vault,
	    "--source", source, "--session", c->about->session, NULL};
	struct ran r = {0};

	/* A vault that only is read is no reason to find nothing: what the
	 * program says is on stderr. */
	if (paths.len)
		run(c, &r, argv, paths, 0);
	ran_release(&r);
}

void
run_indexed(struct call *c, struct ran *r, const char *const *argv)
{
	run(c, r, argv, CX_STR(""), 0);
	/* Perhaps the index is that of another version. */
	if (r->status == 4 && call_rebuild(c)) {
		ran_release(r);
		run(c, r, argv, CX_STR(""), 0);
	}
	if (r->status != 0 && r->status != 1 && r->status != 3)
		fail_said("FAILED", r);
}

void
search_memories(struct call *c)
{
	int64_t from = arg_cursor(c);
	struct cx_buf top = CX_BUF_INIT, where = CX_BUF_INIT;
	struct cx_buf query = CX_BUF_INIT;
	struct ran r = {0};

	call_project(c, "project");
	call_index(c);
	/* One more shows whether there is another page. */
	cx_buf_int(&top, from + arg_int(c, "limit") + 1);
	if (c->project.len)
		put_equals(&where, "project", cx_buf_view(&c->project));
	if (arg_given(c, "type")) {
		if (where.len)
			cx_buf_puts(&where, " and ");
		put_equals(&where, "type", arg_text(c, "type"));
	}
	cx_buf_str(&query, arg_text(c, "query"));
	/* What cx search --json comes to. */
	const char *argv[] = {"cx-score", "-i", "index", "--rank", "recall",
	    "--current", "--snippets", "--top", cx_buf_cstr(&top), "--where",
	    cx_buf_cstr(&where), "--", cx_buf_cstr(&query), NULL};

	/* An empty expression is none. */
	if (!where.len)
		memmove(argv + 9, argv + 11, 3 * sizeof *argv);
	run_indexed(c, &r, argv);
	answer_results(c, cx_buf_view(&r.out), from, "search");
	cx_buf_release(&top);
	cx_buf_release(&where);
	cx_buf_release(&query);
	ran_release(&r);
}

/*
 * Whether a scope is the name of a project; what is reserved, and what
 * [scopes] has, is not.  So naming a project is what lets a caller out of
 * the one detected, and nothing else does.
 */
static bool
is_project(struct call *c, struct cx_str scope)
{
	static const char *const reserved[] = {"meetings", "recent", "open"};
	const struct cx_json *scopes = cx_json_get(cx_config_root(c->config),
	    "scopes");
	struct cx_buf where = CX_BUF_INIT, word = CX_BUF_INIT;
	struct ran r = {0};
	bool found;

	for (size_t i = 0; i < sizeof reserved / sizeof reserved[0]; i++)
		if (cx_str_is(scope, reserved[i]))
			return false;
	if (cx_str_starts(scope, CX_STR("meeting:")) ||
	    cx_json_getn(scopes, scope))
		return false;
	put_equals(&where, "project", scope);
	/* Looked up as a word, so that not all records have to be read. */
	cx_buf_puts(&word, "project:\"");
	cx_buf_str(&word, scope);
	cx_buf_char(&word, '"');
	const char *const argv[] = {"cx-score", "-i", "index", "--fresh=no",
	    "--top", "1", "--where", cx_buf_cstr(&where), "--",
	    cx_buf_cstr(&word), NULL};

	run(c, &r, argv, CX_STR(""), 0);
	found = r.status == 0;
	cx_buf_release(&where);
	cx_buf_release(&word);
	ran_release(&r);
	return found;
}

void
recall(struct call *c)
{
	int64_t from = arg_cursor(c), limit = arg_int(c, "limit");
	struct cx_str said = arg_text(c, "scope");
	bool all = cx_str_is(said, "*"), other = false;
	struct cx_buf top = CX_BUF_INIT, text[3] = {CX_BUF_INIT};
	struct cx_buf project = CX_BUF_INIT, query = CX_BUF_INIT;
	static const char *const options[] = {"--scope", "--relation",
	    "--since"};
	static const char *const names[] = {"scope", "relation", "since"};
	const char *argv[24] = {"cx", "-C", NULL, "recall", "--json",
	    "--no-log", "--limit"};
	size_t n = 7;
	struct ran r = {0};

	call_project(c, all ? "scope" : NULL);
	call_index(c);
	if (said.len && !all)
		other = is_project(c, said);
	argv[2] = c->vault;
	if (from >= RECALL_MAX)
		fail("INVALID_ARGUMENT", "cursor: recall ends after %d",
		    RECALL_MAX);
	limit += from + 1;
	cx_buf_int(&top, limit < RECALL_MAX ? limit : RECALL_MAX);
	argv[n++] = cx_buf_cstr(&top);
	for (size_t i = 0; i < 3; i++) {
		if (!arg_given(c, names[i]) || (i == 0 && all))
			continue;
		cx_buf_str(&text[i], arg_text(c, names[i]));
		argv[n++] = options[i];
		argv[n++] = cx_buf_cstr(&text[i]);
	}
	if (!all && !other) {
		cx_buf_str(&project, cx_buf_view(&c->project));
		argv[n++] = "--project";
		argv[n++] = cx_buf_cstr(&project);
	}
	argv[n++] = "--";
	if (arg_given(c, "query")) {
		cx_buf_str(&query, arg_text(c, "query"));
		argv[n++] = cx_buf_cstr(&query);
	}
	if (other) {
		c->project.len = 0;
		cx_buf_str(&c->project, said);
	}
	run_indexed(c, &r, argv);
	answer_results(c, cx_buf_view(&r.out), from, "recall");
	cx_buf_release(&top);
	for (size_t i = 0; i < 3; i++)
		cx_buf_release(&text[i]);
	cx_buf_release(&project);
	cx_buf_release(&query);
	ran_release(&r);
}
