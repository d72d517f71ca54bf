/* The memory that an id or a path names. */
#include "cx-mcp.h"

#include "lib/record/record.h"
#include "lib/file/vault.h"
#include "lib/text/doctext.h"

#include <unistd.h>

bool
memory_parse(struct memory *m, struct cx_str line)
{
	const char *why;

	line = cx_str_trim(line);
	if (line.len == 0)
		return false;
	m->line.len = 0;
	cx_buf_str(&m->line, line);
	cx_buf_room(&m->line, CX_JSON_PAD);
	if (!m->parser)
		m->parser = cx_json_new();
	m->root = cx_json_parse(m->parser, m->line.s, m->line.len, &why);
	if (!m->root)
		cx_die(CX_FAIL, "a record: %s", why);
	m->path = cx_json_gets(m->root, "path", CX_STR(""));
	m->id = cx_json_gets(m->root, "id", CX_STR(""));
	return true;
}

/* The text that the file has now. */
static bool
scan_path(struct call *c, struct memory *m, struct cx_str path)
{
	const char *const argv[] = {"cx-scan", "-0", "-C", c->vault, "-",
	    NULL};
	CX_AUTO_BUF input = CX_BUF_INIT;
	AUTO_RAN r = {0};

	if (!cx_vault_path_ok(path) || !cx_str_ends(path, CX_STR(".md")))
		return false;
	cx_buf_str(&input, path);
	cx_buf_char(&input, '\0');
	run(c, &r, argv, cx_buf_view(&input), 0);
	return (r.status == 0 || r.status == 3) &&
	    memory_parse(m, cx_buf_view(&r.out));
}

static void CX_NORETURN
ambiguous(struct cx_str id, struct cx_str a, struct cx_str b)
{
	fail("AMBIGUOUS_ID", "%.*s is the id of %.*s and of %.*s; use the "
	    "path", (int)id.len, id.s, (int)a.len, a.s, (int)b.len, b.s);
}

struct cx_str
memory_project(const struct memory *m)
{
	return cx_json_gets(m->root, "project", CX_STR(CX_NO_PROJECT));
}

/* Paths come from the index, their content from the files; of that project, if
 * one is given. */
static bool
find_indexed(struct call *c, struct memory *m, struct cx_str id,
    struct cx_str project)
{
	CX_AUTO_BUF expr = CX_BUF_INIT, path = CX_BUF_INIT;
	const char *argv[] = {"cx-select", NULL, "index", NULL};
	AUTO_MEMORY one = {0};
	AUTO_RAN r = {0};
	struct cx_str rest, line;

	if (access(argv[2], F_OK) != 0)
		return false;
	put_equals(&expr, "id", id);
	argv[1] = cx_buf_cstr(&expr);
	run(c, &r, argv, CX_STR(""), 0);
	rest = cx_buf_view(&r.out);
	while (cx_str_split(&rest, '\n', &line)) {
		if (!memory_parse(&one, line) ||
		    !scan_path(c, m, one.path) || !cx_str_eq(m->id, id) ||
		    !call_may(c, memory_project(m)) || (project.len &&
		    !cx_str_eq(memory_project(m), project)))
			continue;
		if (path.len)
			ambiguous(id, cx_buf_view(&path), m->path);
		cx_buf_str(&path, m->path);
	}
	if (path.len)
		scan_path(c, m, cx_buf_view(&path));
	return path.len > 0;
}

static bool
find_id(struct call *c, struct memory *m, struct cx_str id,
    struct cx_str project)
{
	return (project.len && find_indexed(c, m, id, project)) ||
	    find_indexed(c, m, id, CX_STR(""));
}

void
memory_find(struct call *c, struct memory *m, struct cx_str id,
    struct cx_str project)
{
	bool is_path = id.len && (memchr(id.s, '/', id.len) ||
	    cx_str_ends(id, CX_STR(".md")));
	bool found = false;

	if (is_path)
		found = scan_path(c, m, id) && call_may(c, memory_project(m));
	else if (id.len)
		found = find_id(c, m, id, project);
	if (!found && id.len && !is_path) {
		/* It may be newer than the index. */
		call_index(c);
		found = find_id(c, m, id, project);
	}
	if (!found)
		fail("MEMORY_NOT_FOUND", "no memory '%.*s'; search_memories "
		    "has ids", (int)id.len, id.s);
}

void
memory_release(struct memory *m)
{
	cx_buf_release(&m->line);
	if (m->parser)
		cx_json_free(m->parser);
	*m = (struct memory){0};
}
