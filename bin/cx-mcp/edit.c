/* delete_memory, update_memory, edit_memory: edits of notes. */
#include "cx-mcp.h"

#include "lib/base/date.h"
#include "lib/base/utf8.h"
#include "lib/record/life.h"

/* Runs cx-edit on one record of edits; what the memory is then. */
static bool
edit(struct call *c, struct cx_str edits, struct memory *now)
{
	const char *const argv[] = {"cx-edit", "-C", c->vault, "--stdin",
	    NULL};
	AUTO_RAN r = {0};

	run(c, &r, argv, edits, RUN_WHOLE);
	/* 3: of one record, a value that is not one. */
	if (r.status != 0)
		fail_said(r.status == 3 ? "INVALID_ARGUMENT" : "FAILED", &r);
	return memory_parse(now, cx_buf_view(&r.out));
}

static struct cx_printer
begin_edits(struct cx_buf *b, const struct memory *m)
{
	struct cx_printer p = cx_printer(b);

	cx_print_object(&p);
	cx_print_kstr(&p, "path", m->path);
	cx_print_kobject(&p, "set");
	return p;
}

static void
put_today(struct cx_printer *p, const char *name)
{
	CX_AUTO_BUF b = CX_BUF_INIT;

	cx_date_put(&b, cx_today());
	cx_print_kstr(p, name, cx_buf_view(&b));
}

void
delete_memory(struct call *c)
{
	CX_AUTO_BUF edits = CX_BUF_INIT, object = CX_BUF_INIT;
	CX_AUTO_BUF text = CX_BUF_INIT;
	AUTO_MEMORY m = {0}, now = {0};
	struct cx_printer p;
	bool changed = false;

	call_project(c, "project", false);
	memory_find(c, &m, arg_text(c, "memory_id"), arg_text(c, "project"));
	if (!cx_status_is(cx_json_gets(m.root, "status", CX_STR("")),
	    "archived")) {
		p = begin_edits(&edits, &m);
		cx_print_kstr(&p, "status", CX_STR("archived"));
		put_today(&p, "updated");
		cx_print_line(&p);
		changed = edit(c, cx_buf_view(&edits), &now);
	}
	p = cx_printer(&object);
	cx_print_object(&p);
	cx_print_kstr(&p, "id", m.id);
	cx_print_kstr(&p, "path", m.path);
	cx_print_kstr(&p, "status", CX_STR("archived"));
	cx_print_end(&p);
	cx_buf_fmt(&text, "Archived %.*s; update_memory with status active "
	    "brings it back", (int)m.path.len, m.path.s);
	answer(cx_buf_view(&object), cx_buf_view(&text));
	if (changed)
		call_rebuild(c, m.path);
}

static const char *const fields[] = {"type", "status", "name", "project",
    "tags", "keywords", "importance", "confidence", "expires", "reviewed"};
#define FIELDS (sizeof fields / sizeof fields[0])

/* A field as a file should have it, which is also what callers get, but for
 * confidence, which they give from one to five. */
static void
put_value(struct cx_printer *p, const struct call *c, const char *name)
{
	const struct cx_json *v = cx_json_get(c->args, name);

	cx_print_key(p, name);
	if (v->type == CX_JSON_REAL)
		cx_print_int(p, arg_int(c, name));
	else
		cx_print_json(p, v);
}

static void
put_edits(struct cx_buf *b, const struct call *c, const struct memory *m)
{
	struct cx_printer p = begin_edits(b, m);

	for (size_t i = 0; i < FIELDS; i++) {
		const char *name = fields[i];

		if (!arg_given(c, name) ||
		    cx_json_get(c->args, name)->type == CX_JSON_NULL)
			continue;
		if (strcmp(name, "reviewed") == 0) {
			put_today(&p, name);
		} else if (strcmp(name, "confidence") == 0) {
			cx_print_kreal(&p, name, (double)arg_int(c, name) / 5);
		} else {
			put_value(&p, c, name);
		}
	}
	cx_print_end(&p);
	if (arg_given(c, "expires") && arg_text(c, "expires").len == 0) {
		cx_print_kraw(&p, "unset", CX_STR("[\"expires\"]"));
	}
	cx_print_line(&p);
}

/* A field of the record, as JSON text; empty when it is not there. */
static void
put_field(struct cx_buf *b, const struct memory *m, const char *name)
{
	const struct cx_json *v = cx_json_get(m->root, name);
	struct cx_printer p = cx_printer(b);

	if (!v)
		v = cx_json_get(cx_json_get(m->root, "extra"), name);
	if (v)
		cx_print_json(&p, v);
}

static bool
differs(const struct memory *a, const struct memory *b, const char *name)
{
	CX_AUTO_BUF x = CX_BUF_INIT, y = CX_BUF_INIT;

	put_field(&x, a, name);
	put_field(&y, b, name);
	return !cx_str_eq(cx_buf_view(&x), cx_buf_view(&y));
}

void
update_memory(struct call *c)
{
	CX_AUTO_BUF edits = CX_BUF_INIT, object = CX_BUF_INIT;
	CX_AUTO_BUF text = CX_BUF_INIT;
	AUTO_MEMORY m = {0}, now = {0};
	struct cx_printer p = cx_printer(&object);
	bool any = false, changed;

	for (size_t i = 0; i < FIELDS; i++) {
		any |= arg_given(c, fields[i]);
		cx_buf_fmt(&text, "%s%s", i ? ", " : "", fields[i]);
	}
	if (!any)
		fail("INVALID_ARGUMENT", "nothing to change; give one or more "
		    "of %s", cx_buf_cstr(&text));
	text.len = 0;
	if (cx_status_is(arg_text(c, "status"), "superseded"))
		fail("INVALID_ARGUMENT", "status: supersede_memory says what "
		    "takes its place");
	call_project(c, "project", false);
	memory_find(c, &m, arg_text(c, "memory_id"), CX_STR(""));
	put_edits(&edits, c, &m);
	changed = edit(c, cx_buf_view(&edits), &now);
	cx_print_object(&p);
	cx_print_kstr(&p, "id", m.id);
	cx_print_kstr(&p, "path", m.path);
	cx_print_kobject(&p, "changed");
	for (size_t i = 0; changed && i < FIELDS; i++) {
		if (!arg_given(c, fields[i]) || !differs(&m, &now, fields[i]))
			continue;
		if (strcmp(fields[i], "reviewed") == 0)
			put_today(&p, fields[i]);
		else
			put_value(&p, c, fields[i]);
		cx_buf_fmt(&text, "%s%s", text.len ? ", " : "", fields[i]);
	}
	cx_print_end(&p);
	cx_print_end(&p);
	edits.len = 0;
	cx_buf_fmt(&edits, "%.*s: %s", (int)m.path.len, m.path.s,
	    text.len ? "changed " : "nothing to change");
	cx_buf_str(&edits, cx_buf_view(&text));
	answer(cx_buf_view(&object), cx_buf_view(&edits));
	if (changed)
		call_rebuild(c, m.path);
}

/* Characters that one edit may add. */
#define TEXT_LIMIT 100000

static void
put_text_edit(struct cx_buf *b, const struct call *c, const struct memory *m,
    bool agent)
{
	struct cx_printer p = cx_printer(b);
	struct cx_str how = arg_text(c, "operation");

	cx_print_object(&p);
	cx_print_kstr(&p, "path", m->path);
	cx_print_kobject(&p, "text");
	cx_print_kstr(&p, cx_str_is(how, "append") ? "append" :
	    cx_str_is(how, "prepend") ? "prepend" : "with",
	    arg_text(c, "content"));
	if (arg_given(c, "section"))
		cx_print_kstr(&p, "section", arg_text(c, "section"));
	if (arg_given(c, "old_text"))
		cx_print_kstr(&p, "replace", arg_text(c, "old_text"));
	cx_print_end(&p);
	if (agent) {
		cx_print_kobject(&p, "set");
		cx_print_kstr(&p, "trust", CX_STR("agent"));
		cx_print_end(&p);
	}
	cx_print_line(&p);
}

/* Appends the lines that an edit would add; whether it would do anything. */
static bool
preview(struct call *c, struct cx_str edits, struct cx_buf *added)
{
	const char *const argv[] = {"cx-edit", "-C", c->vault, "--diff",
	    "--stdin", NULL};
	AUTO_RAN r = {0};
	struct cx_str rest, line;
	bool hunk = false;

	run(c, &r, argv, edits, 0);
	if (r.status != 0)
		fail_said(r.status == 3 ? "INVALID_ARGUMENT" : "FAILED", &r);
	rest = cx_buf_view(&r.out);
	while (cx_str_split(&rest, '\n', &line)) {
		hunk |= cx_str_starts(line, CX_STR("@@ "));
		if (!hunk || !line.len || line.s[0] != '+')
			continue;
		cx_buf_str(added, cx_str_from(line, 1));
		cx_buf_char(added, '\n');
	}
	return hunk;
}

/* The whole lines are judged: `password: ` may be there already. */
static void
check_secrets(struct call *c, struct cx_str added)
{
	const char *const gate[] = {"cx-gate", "-C", c->vault,
	    "--only-secrets", "--rejects", "3", NULL};
	CX_AUTO_BUF candidate = CX_BUF_INIT;
	struct cx_printer p = cx_printer(&candidate);
	AUTO_RAN r = {0};

	cx_print_object(&p);
	cx_print_kstr(&p, "content", added);
	cx_print_line(&p);
	run(c, &r, gate, cx_buf_view(&candidate), RUN_EXTRA);
	if (r.status != 0 && (r.status != 3 || r.out.len == 0))
		gate_rejected(c, &r);
}

static void
check_edit(const struct call *c)
{
	bool replace = cx_str_is(arg_text(c, "operation"), "replace");
	bool old = arg_given(c, "old_text");

	if (cx_utf8_count(arg_text(c, "content")) > TEXT_LIMIT)
		fail("INVALID_ARGUMENT", "content is longer than %d "
		    "characters", TEXT_LIMIT);
	if (old && !replace)
		fail("INVALID_ARGUMENT", "old_text is for the operation "
		    "replace");
	if (replace && !old && !arg_given(c, "section"))
		fail("INVALID_ARGUMENT", "replace needs section, a heading, "
		    "or old_text, an exact text that occurs once");
}

void
edit_memory(struct call *c)
{
	CX_AUTO_BUF edits = CX_BUF_INIT, object = CX_BUF_INIT;
	CX_AUTO_BUF text = CX_BUF_INIT, added = CX_BUF_INIT;
	AUTO_MEMORY m = {0}, now = {0};
	struct cx_printer p = cx_printer(&object);
	bool changed, agent;

	check_edit(c);
	call_project(c, "project", false);
	memory_find(c, &m, arg_text(c, "memory_id"), arg_text(c, "project"));
	/* Not all of it is the user's own words any more.  A note with an id
	 * has front matter. */
	agent = m.id.len && cx_str_is(cx_trust_of(c->trust, m.root, m.path),
	    "user");
	put_text_edit(&edits, c, &m, false);
	changed = preview(c, cx_buf_view(&edits), &added);
	if (added.len)
		check_secrets(c, cx_buf_view(&added));
	edits.len = 0;
	put_text_edit(&edits, c, &m, agent);
	if (changed)
		changed = edit(c, cx_buf_view(&edits), &now);
	cx_print_object(&p);
	cx_print_kstr(&p, "id", m.id);
	cx_print_kstr(&p, "path", m.path);
	cx_print_kbool(&p, "changed", changed);
	if (changed && agent)
		cx_print_kstr(&p, "trust", CX_STR("agent"));
	cx_print_end(&p);
	put_word(&text, m.path);
	cx_buf_puts(&text, !changed ? ": nothing to change, it is so already" :
	    agent ? ": changed; its trust is agent now" : ": changed");
	answer(cx_buf_view(&object), cx_buf_view(&text));
	if (changed)
		call_rebuild(c, m.path);
}
