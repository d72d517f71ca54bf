/* read_memories: whole notes, with what links to them and superseded them. */
#include "cx-mcp.h"

#include "lib/record/life.h"
#include "lib/record/record.h"

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

/* Paths come from the index, records from the files. */
static void
read_indexed(struct call *c, struct ran *records)
{
	const char *const argv[] = {"cx-scan", "-0", "-C", c->vault, "-",
	    NULL};
	CX_AUTO_BUF expr = CX_BUF_INIT, paths = CX_BUF_INIT;
	struct memory m = {0};
	struct ran r = {0};
	struct cx_str rest, line;

	for (const struct cx_json *e = cx_json_first(ids(c)); e;
	    e = cx_json_next(ids(c), e)) {
		put_any(&expr, "id", cx_json_str(e));
		put_any(&expr, "path", cx_json_str(e));
		put_any(&expr, "name", cx_json_str(e));
	}
	select_index(c, &r, cx_buf_view(&expr));
	rest = cx_buf_view(&r.out);
	while (cx_str_split(&rest, '\n', &line)) {
		if (!memory_parse(&m, line))
			continue;
		cx_buf_str(&paths, m.path);
		cx_buf_char(&paths, '\0');
	}
	if (paths.len)
		run(c, records, argv, cx_buf_view(&paths), 0);
	memory_release(&m);
	ran_release(&r);
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

/* All files: a note may be newer than the index, or have been moved. */
static void
read_files(struct call *c, struct cx_buf *out)
{
	const char *const argv[] = {"cx-scan", c->vault, NULL};
	struct cx_reader *reader;
	struct cx_record rec;
	pid_t pid;
	int status;

	reader = cx_reader_fd(run_stream(c, argv, &pid), "cx-scan");
	while (cx_reader_next(reader, &rec)) {
		if (!is_asked(c, rec.root))
			continue;
		cx_buf_str(out, rec.line);
		cx_buf_char(out, '\n');
	}
	cx_reader_close(reader);
	status = run_wait(pid);
	if (status != 0 && status != 3)
		cx_die(CX_FAIL, "cx-scan ended with status %d", status);
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

/* The notes that took its place: the one it names, those that name it. */
static void
put_successors(struct call *c, const struct memory *m, struct cx_buf *about,
    struct cx_buf *members)
{
	const struct cx_json *extra = cx_json_get(m->root, "extra");
	struct cx_str by = cx_json_gets(extra, "superseded_by", CX_STR(""));
	CX_AUTO_BUF expr = CX_BUF_INIT, list = CX_BUF_INIT;
	struct cx_printer p = cx_printer(&list);
	struct memory one = {0};
	struct cx_str rest, line, target;
	struct ran r = {0};
	size_t n = 0;

	cx_status_word(cx_json_gets(m->root, "status", CX_STR("")), &target);
	if (cx_str_starts(by, CX_STR("[[")) && cx_str_ends(by, CX_STR("]]")))
		by = cx_strn(by.s + 2, by.len - 4);
	if (!by.len && cx_status_is(cx_json_gets(m->root, "status",
	    CX_STR("")), "superseded"))
		by = target;
	if (by.len) {
		put_any(&expr, "id", by);
		put_any(&expr, "path", by);
		put_any(&expr, "name", by);
	}
	if (m->id.len)
		put_any(&expr, "supersedes", m->id);
	if (expr.len)
		select_index(c, &r, cx_buf_view(&expr));
	cx_print_array(&p);
	rest = cx_buf_view(&r.out);
	while (cx_str_split(&rest, '\n', &line)) {
		if (!memory_parse(&one, line) ||
		    cx_str_eq(one.path, m->path) ||
		    !call_may(c, memory_project(&one)))
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
	ran_release(&r);
}

/* The links to the notes that are read, as cx-links prints them. */
static struct cx_buf edges;

/* Starts to list all links of the index: that takes one run, however many
 * notes are read. */
static int
begin_links(struct call *c, pid_t *pid)
{
	const char *const argv[] = {"cx-links", "-C", c->vault, "index", NULL};

	return run_stream(c, argv, pid);
}

/* Keeps those to the notes of records. */
static void
take_links(int fd, pid_t pid, struct cx_str records)
{
	struct cx_buf to = CX_BUF_INIT; /* "to":"PATH" each, apart by \0 */
	struct cx_reader *reader = cx_reader_fd(fd, "cx-links");
	struct cx_record rec;
	struct memory m = {0};
	struct cx_str line, rest, one;
	int status;

	while (cx_str_split(&records, '\n', &line)) {
		if (!memory_parse(&m, line))
			continue;
		cx_buf_puts(&to, "\"to\":");
		cx_print_quoted(&to, m.path);
		cx_buf_char(&to, '\0');
	}
	while (cx_reader_line(reader, &rec)) {
		rest = cx_buf_view(&to);
		while (cx_str_split(&rest, '\0', &one))
			if (memmem(rec.line.s, rec.line.len, one.s, one.len)) {
				cx_buf_str(&edges, rec.line);
				cx_buf_char(&edges, '\n');
				break;
			}
	}
	cx_reader_close(reader);
	status = run_wait(pid);
	if (status != 0 && status != 3)
		cx_die(CX_FAIL, "cx-links ended with status %d", status);
	memory_release(&m);
	cx_buf_release(&to);
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

void
read_memories(struct call *c)
{
	CX_AUTO_BUF found = CX_BUF_INIT, missing = CX_BUF_INIT;
	CX_AUTO_BUF files = CX_BUF_INIT;
	struct ran indexed = {0};
	bool looked = false;
	int links = -1;
	pid_t linker = 0;

	call_project(c, "project");
	call_look(c);
	do {
		if (links >= 0) {
			close(links); /* those of the old index */
			(void)run_wait(linker);
		}
		ran_release(&indexed);
		read_indexed(c, &indexed);
		links = begin_links(c, &linker);
	} while (call_renewed(c));
	for (const struct cx_json *e = cx_json_first(ids(c)); e;
	    e = cx_json_next(ids(c), e)) {
		struct cx_str id = cx_json_str(e);

		if (put_preferred(c, &found, cx_buf_view(&indexed.out), id))
			continue;
		if (!looked)
			read_files(c, &files);
		looked = true;
		if (put_preferred(c, &found, cx_buf_view(&files), id))
			continue;
		if (missing.len)
			cx_buf_puts(&missing, ", ");
		put_word(&missing, id);
	}
	if (found.len == 0)
		fail("MEMORY_NOT_FOUND", "no memory is called %.*s; "
		    "search_memories has ids", (int)missing.len, missing.s);
	take_links(links, linker, cx_buf_view(&found));
	answer_notes(c, cx_buf_view(&found), cx_buf_view(&missing),
	    more_about);
	ran_release(&indexed);
}
