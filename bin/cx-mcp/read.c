/* read_memories: whole notes, with what links to them and superseded them. */
#include "cx-mcp.h"

#include "lib/record/life.h"
#include "lib/record/record.h"

#include <stdlib.h>
#include <unistd.h>

/* Links to a note that are named. */
#define BACKLINKS 20

static const struct cx_json *
ids(const struct call *c)
{
	return arg_tags(c, "ids");
}

static bool
is_called(const struct cx_json *root, struct cx_str id)
{
	static const char *const by[] = {"id", "path", "name"};

	for (size_t i = 0; i < sizeof by / sizeof by[0]; i++)
		if (cx_str_eq(cx_json_gets(root, by[i], CX_STR("")), id))
			return true;
	return false;
}

/* The records of the index that an expression finds. */
static void
select_index(struct call *c, struct ran *r, struct cx_str expr)
{
	CX_AUTO_BUF e = CX_BUF_INIT;
	const char *argv[] = {"cx-select", NULL, "index", NULL};

	if (access(argv[2], F_OK) != 0)
		return;
	cx_buf_str(&e, expr);
	argv[1] = cx_buf_cstr(&e);
	run_indexed(c, r, argv);
}

static void
put_any(struct cx_buf *expr, const char *member, struct cx_str text)
{
	if (expr->len)
		cx_buf_puts(expr, " or ");
	put_equals(expr, member, text);
}

static bool
was_said(const struct call *c, struct cx_str id)
{
	for (const struct cx_json *e = cx_json_first(ids(c)); e;
	    e = cx_json_next(ids(c), e))
		if (cx_str_eq(cx_json_str(e), id))
			return true;
	return false;
}

static bool
is_asked(const struct call *c, const struct cx_json *root)
{
	for (const struct cx_json *e = cx_json_first(ids(c)); e;
	    e = cx_json_next(ids(c), e))
		if (is_called(root, cx_json_str(e)))
			return true;
	return false;
}

/* Records of the index: notes asked for, and those that took their place. */
static struct ran around;

/* Paths come from the index, records from the files. */
static void
read_indexed(struct call *c, struct ran *records)
{
	const char *const argv[] = {"cx-scan", "-0", "-C", c->vault, "-",
	    NULL};
	CX_AUTO_BUF expr = CX_BUF_INIT, paths = CX_BUF_INIT;
	struct memory m = {0};
	struct cx_str rest, line;

	for (const struct cx_json *e = cx_json_first(ids(c)); e;
	    e = cx_json_next(ids(c), e)) {
		put_any(&expr, "id", cx_json_str(e));
		put_any(&expr, "path", cx_json_str(e));
		put_any(&expr, "name", cx_json_str(e));
		put_any(&expr, "supersedes", cx_json_str(e));
	}
	ran_release(&around);
	select_index(c, &around, cx_buf_view(&expr));
	rest = cx_buf_view(&around.out);
	while (cx_str_split(&rest, '\n', &line)) {
		if (!memory_parse(&m, line) || !is_asked(c, m.root))
			continue;
		cx_buf_str(&paths, m.path);
		cx_buf_char(&paths, '\0');
	}
	if (paths.len)
		run(c, records, argv, cx_buf_view(&paths), 0);
	memory_release(&m);
}

/* Appends the records that are called so and are not there yet; of the
 * project, if one is given. */
static bool
put_called(const struct call *c, struct cx_buf *out, struct cx_str records,
    struct cx_str id, struct cx_str project)
{
	struct memory m = {0}, have = {0};
	struct cx_str line, rest, one;
	bool found = false;

	while (cx_str_split(&records, '\n', &line)) {
		bool there = false;

		if (!memory_parse(&m, line) || !is_called(m.root, id) ||
		    !call_may(c, memory_project(&m)) || (project.len &&
		    !cx_str_eq(memory_project(&m), project)))
			continue;
		found = true;
		rest = cx_buf_view(out);
		while (!there && cx_str_split(&rest, '\n', &one))
			there = memory_parse(&have, one) &&
			    cx_str_eq(have.path, m.path);
		if (there)
			continue;
		cx_buf_str(out, line);
		cx_buf_char(out, '\n');
	}
	memory_release(&m);
	memory_release(&have);
	return found;
}

/* Of several those of the project that was named, and any if it has none. */
static bool
put_preferred(const struct call *c, struct cx_buf *out, struct cx_str records,
    struct cx_str id)
{
	struct cx_str project = arg_text(c, "project");

	return (project.len && put_called(c, out, records, id, project)) ||
	    put_called(c, out, records, id, CX_STR(""));
}

static void
print_note(struct cx_printer *p, const struct memory *m)
{
	cx_print_object(p);
	print_clean(p, "id", m->id.len ? m->id : m->path);
	print_clean(p, "name", cx_json_gets(m->root, "name", CX_STR("")));
	cx_print_end(p);
}

/* The note that took its place, as its front matter names it. */
static struct cx_str
named_successor(const struct memory *m)
{
	const struct cx_json *extra = cx_json_get(m->root, "extra");
	struct cx_str by = cx_json_gets(extra, "superseded_by", CX_STR(""));
	struct cx_str status = cx_json_gets(m->root, "status", CX_STR(""));
	struct cx_str target;

	cx_status_word(status, &target);
	if (cx_str_starts(by, CX_STR("[[")) && cx_str_ends(by, CX_STR("]]")))
		by = cx_strn(by.s + 2, by.len - 4);
	return by.len || !cx_status_is(status, "superseded") ? by : target;
}

/* Lines that are not there yet. */
static void
add_new(struct cx_buf *to, struct cx_str lines)
{
	struct cx_str line, rest, one;

	while (cx_str_split(&lines, '\n', &line)) {
		bool there = false;

		rest = cx_buf_view(to);
		while (!there && cx_str_split(&rest, '\n', &one))
			there = cx_str_eq(one, line);
		if (!there) {
			cx_buf_str(to, line);
			cx_buf_char(to, '\n');
		}
	}
}

/* Those that took the place of notes that are read, but for what the first
 * question had. */
static void
find_successors(struct call *c, struct cx_str records)
{
	CX_AUTO_BUF expr = CX_BUF_INIT;
	struct memory m = {0};
	struct ran r = {0};
	struct cx_str line;

	while (cx_str_split(&records, '\n', &line)) {
		struct cx_str by;

		if (!memory_parse(&m, line))
			continue;
		by = named_successor(&m);
		if (by.len && !was_said(c, by)) {
			put_any(&expr, "id", by);
			put_any(&expr, "path", by);
			put_any(&expr, "name", by);
		}
		if (m.id.len && !was_said(c, m.id))
			put_any(&expr, "supersedes", m.id);
	}
	if (expr.len)
		select_index(c, &r, cx_buf_view(&expr));
	add_new(&around.out, cx_buf_view(&r.out));
	ran_release(&r);
	memory_release(&m);
}

static bool
supersedes(const struct cx_json *root, struct cx_str id)
{
	const struct cx_json *v = cx_json_get(cx_json_get(root, "extra"),
	    "supersedes");

	if (v && v->type == CX_JSON_STRING)
		return cx_str_eq(cx_json_str(v), id);
	CX_JSON_EACH(e, v)
		if (e->type == CX_JSON_STRING &&
		    cx_str_eq(cx_json_str(e), id))
			return true;
	return false;
}

/* The notes that took its place: the one it names, those that name it. */
static void
put_successors(struct call *c, const struct memory *m, struct cx_buf *about,
    struct cx_buf *members)
{
	struct cx_str by = named_successor(m), line;
	struct cx_str rest = cx_buf_view(&around.out);
	CX_AUTO_BUF list = CX_BUF_INIT;
	struct cx_printer p = cx_printer(&list);
	struct memory one = {0};
	size_t n = 0;

	cx_print_array(&p);
	while (cx_str_split(&rest, '\n', &line)) {
		if (!memory_parse(&one, line) ||
		    cx_str_eq(one.path, m->path) ||
		    !call_may(c, memory_project(&one)) ||
		    !((by.len && is_called(one.root, by)) ||
		    (m->id.len && supersedes(one.root, m->id))))
			continue;
		cx_buf_puts(about, n++ ? ", " : "\nsuperseded by ");
		put_head(c, about, &one);
		print_note(&p, &one);
	}
	if (!n && by.len) {
		cx_buf_puts(about, "\nsuperseded by ");
		put_word(about, by);
		cx_buf_puts(about, ", which is not there");
	}
	cx_print_end(&p);
	if (n) {
		cx_buf_puts(members, ",\"superseded_by\":");
		cx_buf_str(members, cx_buf_view(&list));
	}
	memory_release(&one);
}

/* The links to the notes that are read, as cx-links prints them. */
static struct cx_buf edges;

/* Starts to list the links to notes of the index. */
static void
begin_links(struct call *c, struct job *j, struct cx_str records)
{
	CX_AUTO_BUF paths = CX_BUF_INIT;
	struct memory m = {0};
	struct cx_str line, rest, path;
	const char **argv = NULL;
	size_t n = 0, cap = 0;

	while (cx_str_split(&records, '\n', &line)) {
		if (!memory_parse(&m, line))
			continue;
		cx_buf_puts(&paths, "--backlinks=");
		cx_buf_str(&paths, m.path);
		cx_buf_char(&paths, '\0');
	}
	CX_GROW(argv, n, cap);
	argv[n++] = "cx-links";
	rest = cx_buf_view(&paths);
	while (cx_str_split(&rest, '\0', &path)) {
		CX_GROW(argv, n, cap);
		argv[n++] = path.s;
	}
	if (n > 1) {
		CX_GROW(argv, n, cap);
		argv[n++] = "index";
		CX_GROW(argv, n, cap);
		argv[n] = NULL;
		run_begin(c, j, argv, CX_STR(""), 0);
	}
	free(argv);
	memory_release(&m);
}

static void
end_links(struct call *c, struct job *j)
{
	struct ran r = {0};

	if (!j->pid)
		return;
	run_end(c, j, &r);
	/* A note may have gone since. */
	if (r.status != 0 && r.status != CX_USAGE && r.status != 3)
		fail_said("FAILED", &r);
	edges.len = 0;
	cx_buf_str(&edges, cx_buf_view(&r.out));
	ran_release(&r);
}

static void
put_backlinks(const struct memory *m, struct cx_buf *about,
    struct cx_buf *members)
{
	CX_AUTO_BUF seen = CX_BUF_INIT, list = CX_BUF_INIT, clean = CX_BUF_INIT;
	struct cx_printer p = cx_printer(&list);
	struct memory edge = {0};
	struct cx_str rest = cx_buf_view(&edges), line;
	size_t n = 0;

	cx_print_array(&p);
	while (cx_str_split(&rest, '\n', &line)) {
		/* Those of one note stand together. */
		if (!memory_parse(&edge, line) ||
		    !cx_str_eq(cx_json_gets(edge.root, "to", CX_STR("")),
		    m->path) || cx_str_eq(edge.path, m->path) ||
		    cx_str_eq(edge.path, cx_buf_view(&seen)))
			continue;
		seen.len = 0;
		cx_buf_str(&seen, edge.path);
		if (n++ >= BACKLINKS)
			continue;
		cx_buf_puts(about, n > 1 ? ", " : "\nlinked from ");
		put_word(about, edge.path);
		clean.len = 0;
		put_clean(&clean, edge.path, " ");
		cx_print_str(&p, cx_buf_view(&clean));
	}
	cx_print_end(&p);
	if (n) {
		cx_buf_puts(members, ",\"backlinks\":");
		cx_buf_str(members, cx_buf_view(&list));
	}
	if (n > BACKLINKS) {
		cx_buf_fmt(about, " and %zu more", n - BACKLINKS);
		cx_buf_fmt(members, ",\"more_backlinks\":%zu", n - BACKLINKS);
	}
	memory_release(&edge);
}

static void
more_about(struct call *c, const struct memory *m, struct cx_buf *about,
    struct cx_buf *members)
{
	put_successors(c, m, about, members);
	put_backlinks(m, about, members);
}

/* What is asked for, of these records. */
static struct results *
make_reply(struct call *c, struct cx_str indexed, struct job *links,
    struct cx_buf *missing)
{
	CX_AUTO_BUF found = CX_BUF_INIT;

	missing->len = 0;
	for (const struct cx_json *e = cx_json_first(ids(c)); e;
	    e = cx_json_next(ids(c), e)) {
		struct cx_str id = cx_json_str(e);

		if (put_preferred(c, &found, indexed, id))
			continue;
		cx_buf_puts(missing, missing->len ? ", " : "");
		put_word(missing, id);
	}
	find_successors(c, cx_buf_view(&found));
	end_links(c, links);
	if (found.len == 0)
		return NULL;
	return results_notes(c, cx_buf_view(&found), cx_buf_view(missing),
	    more_about);
}

static struct results *
read_again(struct call *c, struct results *before, struct cx_buf *missing)
{
	struct results *reply;
	struct ran indexed = {0};
	struct job links = {0};

	results_drop(before);
	read_indexed(c, &indexed);
	begin_links(c, &links, cx_buf_view(&indexed.out));
	reply = make_reply(c, cx_buf_view(&indexed.out), &links, missing);
	ran_release(&indexed);
	return reply;
}

void
read_memories(struct call *c)
{
	CX_AUTO_BUF missing = CX_BUF_INIT;
	struct results *reply = NULL;

	call_project(c, "project", true);
	do {
		reply = read_again(c, reply, &missing);
	} while (call_renewed(c));
	/* It may be newer than an index that was not waited for. */
	if (missing.len && answer_note.len) {
		call_index(c);
		reply = read_again(c, reply, &missing);
	}
	if (!reply)
		fail("MEMORY_NOT_FOUND", "no memory is called %.*s; "
		    "search_memories has ids", (int)missing.len, missing.s);
	results_answer(c, reply, "read");
}
