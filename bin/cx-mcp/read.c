/* read_memories: complete notes, with their backlinks and replacements. */
#include "cx-mcp.h"

#include "lib/base/map.h"
#include "lib/link/edge.h"
#include "lib/record/life.h"
#include "lib/text/doctext.h"

#include <stdlib.h>
#include <unistd.h>

/* Links to a note that are named. */
#define BACKLINKS 20

/* Records, each once. */
struct notes {
	struct memory *v;
	size_t cap;
	struct cx_map lines; /* has as many */
	struct cx_arena arena;
};

static void
notes_add(struct notes *l, struct cx_str lines)
{
	struct cx_str line;
	size_t n;

	while (cx_str_split(&lines, '\n', &line)) {
		n = l->lines.n;
		if (cx_map_intern(&l->lines, &l->arena, line) < n)
			continue;
		CX_GROW(l->v, n, l->cap);
		l->v[n] = (struct memory){0};
		memory_parse(&l->v[n], line);
	}
}

static void
notes_release(struct notes *l)
{
	for (size_t i = 0; i < l->lines.n; i++)
		memory_release(&l->v[i]);
	free(l->v);
	cx_map_release(&l->lines);
	cx_arena_release(&l->arena);
	*l = (struct notes){0};
}

/* Of the index: notes asked for, and those that took their place. */
static struct notes around;

static bool
is_called(const struct memory *m, struct cx_str id)
{
	return cx_str_eq(m->id, id) || cx_str_eq(m->path, id) ||
	    cx_str_eq(cx_json_gets(m->root, "name", CX_STR("")), id);
}

static bool
was_said(const struct call *c, struct cx_str id)
{
	CX_JSON_EACH(e, arg_tags(c, "ids"))
		if (cx_str_eq(cx_json_str(e), id))
			return true;
	return false;
}

static bool
is_asked(const struct call *c, const struct memory *m)
{
	CX_JSON_EACH(e, arg_tags(c, "ids"))
		if (is_called(m, cx_json_str(e)))
			return true;
	return false;
}

static void
put_any(struct cx_buf *expr, const char *member, struct cx_str text)
{
	if (expr->len)
		cx_buf_puts(expr, " or ");
	put_equals(expr, member, text);
}

static void
put_names(struct cx_buf *expr, struct cx_str text)
{
	put_any(expr, "id", text);
	put_any(expr, "path", text);
	put_any(expr, "name", text);
}

/* Of one that says so: by its id, or as a link. */
static void
put_successor(struct cx_buf *expr, struct cx_str id)
{
	CX_AUTO_BUF link = CX_BUF_INIT;

	cx_buf_puts(&link, "[[");
	cx_buf_str(&link, id);
	cx_buf_puts(&link, "]]");
	put_any(expr, "supersedes", id);
	put_any(expr, "supersedes", cx_buf_view(&link));
}

/* Adds the notes of the index that an expression finds. */
static void
look_around(struct call *c, struct cx_buf *expr)
{
	const char *const argv[] = {"cx-select", cx_buf_cstr(expr), "index",
	    NULL};
	AUTO_RAN r = {0};

	if (expr->len && access(argv[2], F_OK) == 0)
		run_indexed(c, &r, argv);
	notes_add(&around, cx_buf_view(&r.out));
}

/* Paths come from the index, records from the files. */
static void
read_asked(struct call *c, struct notes *asked)
{
	const char *const argv[] = {"cx-scan", "-0", "-C", c->vault, "-",
	    NULL};
	CX_AUTO_BUF expr = CX_BUF_INIT, paths = CX_BUF_INIT;
	AUTO_RAN r = {0};

	CX_JSON_EACH(e, arg_tags(c, "ids")) {
		put_names(&expr, cx_json_str(e));
		put_successor(&expr, cx_json_str(e));
	}
	notes_release(&around);
	look_around(c, &expr);
	for (size_t i = 0; i < around.lines.n; i++) {
		if (!is_asked(c, &around.v[i]))
			continue;
		cx_buf_str(&paths, around.v[i].path);
		cx_buf_char(&paths, '\0');
	}
	if (paths.len)
		run(c, &r, argv, cx_buf_view(&paths), 0);
	notes_add(asked, cx_buf_view(&r.out));
}

/* Adds the notes that are called so; of the project, if one is given. */
static bool
choose(const struct call *c, struct notes *chosen, const struct notes *asked,
    struct cx_str id, struct cx_str project)
{
	bool found = false;

	for (size_t i = 0; i < asked->lines.n; i++) {
		const struct memory *m = &asked->v[i];

		if (!is_called(m, id) || !call_may(c, memory_project(m)) ||
		    (project.len && !cx_str_eq(memory_project(m), project)))
			continue;
		found = true;
		notes_add(chosen, asked->lines.key[i]);
	}
	return found;
}

static void
print_note(struct cx_printer *p, const struct memory *m)
{
	cx_print_object(p);
	print_clean(p, "id", m->id.len ? m->id : m->path);
	print_clean(p, "name", cx_json_gets(m->root, "name", CX_STR("")));
	cx_print_end(p);
}

/* What a record says of a note's place. */
struct place {
	struct cx_str old; /* whose place it may have taken */
	bool took;
	struct cx_str by; /* which took its own */
};

static void
see_relation(void *arg, const struct cx_edge *edge)
{
	struct place *p = arg;

	if (strcmp(edge->member, "supersedes") == 0)
		p->took |= cx_str_eq(edge->target, p->old);
	else if (strcmp(edge->member, "superseded_by") == 0 && !p->by.len)
		p->by = edge->target;
}

static struct place
place_of(const struct memory *m, struct cx_str old)
{
	struct cx_record rec = {.root = m->root};
	struct cx_str status = cx_json_gets(m->root, "status", CX_STR(""));
	struct cx_str target;
	struct place p = {.old = old};

	cx_relations(&rec, see_relation, &p);
	cx_status_word(status, &target);
	if (!p.by.len && cx_status_is(status, "superseded"))
		p.by = target;
	return p;
}

/* Those that took the place of notes that are read, but for what the first
 * question had. */
static void
find_successors(struct call *c, const struct notes *chosen)
{
	CX_AUTO_BUF expr = CX_BUF_INIT;

	for (size_t i = 0; i < chosen->lines.n; i++) {
		const struct memory *m = &chosen->v[i];
		struct cx_str by = place_of(m, CX_STR("")).by;

		if (by.len && !was_said(c, by))
			put_names(&expr, by);
		if (m->id.len && !was_said(c, m->id))
			put_successor(&expr, m->id);
	}
	look_around(c, &expr);
}

/* The notes that took its place: the one it names, those that name it. */
static void
put_successors(struct call *c, const struct memory *m, struct cx_buf *about,
    struct cx_buf *members)
{
	struct cx_str by = place_of(m, CX_STR("")).by;
	CX_AUTO_BUF list = CX_BUF_INIT;
	struct cx_printer p = cx_printer(&list);
	size_t n = 0;

	cx_print_array(&p);
	for (size_t i = 0; i < around.lines.n; i++) {
		const struct memory *one = &around.v[i];

		if (cx_str_eq(one->path, m->path) ||
		    !call_may(c, memory_project(one)) ||
		    !((by.len && is_called(one, by)) ||
		    (m->id.len && place_of(one, m->id).took)))
			continue;
		n++;
		cx_buf_puts(about, "\nsuperseded by ");
		put_head(c, about, one, HEAD_ALL & ~HEAD_UPDATED, CX_STR(""));
		print_note(&p, one);
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
}

/* The links to the notes that are read, as cx-links prints them; where projects
 * are kept apart, the paths of the notes that may be named. */
static struct cx_buf edges;
static struct cx_map ours;
static struct cx_arena ours_arena;

/* Starts to list the links to these notes. */
static void
begin_links(struct call *c, struct job *j, const struct notes *asked)
{
	AUTO_COMMAND cmd = {.n = 0};
	CX_AUTO_BUF option = CX_BUF_INIT;

	command_add(&cmd, "cx-links");
	for (size_t i = 0; i < asked->lines.n; i++) {
		option.len = 0;
		cx_buf_puts(&option, "--backlinks=");
		cx_buf_str(&option, asked->v[i].path);
		command_add_str(&cmd, cx_buf_view(&option));
	}
	command_add(&cmd, "index");
	if (asked->lines.n)
		run_begin(c, j, cmd.argv, CX_STR(""), 0);
}

static void
end_links(struct call *c, struct job *j)
{
	AUTO_RAN r = {0};

	if (!j->pid)
		return;
	run_end(c, j, &r);
	/* A note may have gone since. */
	if (r.status != 0 && r.status != CX_USAGE && r.status != 3)
		fail_said("FAILED", &r);
	edges.len = 0;
	cx_buf_str(&edges, cx_buf_view(&r.out));
}

static void
find_ours(struct call *c)
{
	CX_AUTO_BUF expr = CX_BUF_INIT;
	const char *argv[] = {"cx-select", NULL, "index", NULL};
	AUTO_MEMORY m = {0};
	AUTO_RAN r = {0};
	struct cx_str rest, line;

	if (!c->isolated || !edges.len)
		return;
	put_any(&expr, "project", CX_STR(CX_NO_PROJECT));
	if (c->project.len)
		put_any(&expr, "project", cx_buf_view(&c->project));
	argv[1] = cx_buf_cstr(&expr);
	run_indexed(c, &r, argv);
	rest = cx_buf_view(&r.out);
	while (cx_str_split(&rest, '\n', &line))
		if (memory_parse(&m, line))
			cx_map_intern(&ours, &ours_arena, m.path);
}

static void
put_backlinks(const struct call *c, const struct memory *m,
    struct cx_buf *about, struct cx_buf *members)
{
	CX_AUTO_BUF seen = CX_BUF_INIT, list = CX_BUF_INIT, clean = CX_BUF_INIT;
	struct cx_printer p = cx_printer(&list);
	AUTO_MEMORY edge = {0};
	struct cx_str rest = cx_buf_view(&edges), line;
	size_t n = 0;

	cx_print_array(&p);
	while (cx_str_split(&rest, '\n', &line)) {
		/* Those of one note stand together. */
		if (!memory_parse(&edge, line) ||
		    !cx_str_eq(cx_json_gets(edge.root, "to", CX_STR("")),
		    m->path) || cx_str_eq(edge.path, m->path) ||
		    cx_str_eq(edge.path, cx_buf_view(&seen)) ||
		    (c->isolated &&
			cx_map_get(&ours, edge.path) == CX_MAP_NONE))
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
}

static void
more_about(struct call *c, const struct memory *m, struct cx_buf *about,
    struct cx_buf *members)
{
	put_successors(c, m, about, members);
	put_backlinks(c, m, about, members);
}

static struct results *
read_notes(struct call *c, struct cx_buf *missing)
{
	struct cx_str project = arg_text(c, "project");
	struct notes asked = {0}, chosen = {0};
	CX_AUTO_BUF records = CX_BUF_INIT, near = CX_BUF_INIT;
	struct results *reply = NULL;
	struct job links = {0};

	read_asked(c, &asked);
	begin_links(c, &links, &asked);
	missing->len = 0;
	CX_JSON_EACH(e, arg_tags(c, "ids")) {
		struct cx_str id = cx_json_str(e);

		/* Of several those of the project that was named, and any if
		 * it has none. */
		if ((project.len && choose(c, &chosen, &asked, id, project)) ||
		    choose(c, &chosen, &asked, id, CX_STR("")))
			continue;
		cx_buf_puts(missing, missing->len ? ", " : "");
		put_word(missing, id);
		near.len = 0;
		put_near(c, &near, id);
		if (near.len)
			cx_buf_fmt(missing, " (%s)", cx_buf_cstr(&near));
	}
	find_successors(c, &chosen);
	end_links(c, &links);
	find_ours(c);
	for (size_t i = 0; i < chosen.lines.n; i++) {
		cx_buf_str(&records, chosen.lines.key[i]);
		cx_buf_char(&records, '\n');
	}
	if (records.len)
		reply = results_notes(c, cx_buf_view(&records),
		    cx_buf_view(missing), more_about);
	notes_release(&asked);
	notes_release(&chosen);
	return reply;
}

void
read_memories(struct call *c)
{
	CX_AUTO_BUF missing = CX_BUF_INIT;
	struct results *reply = NULL;

	call_project(c, "project", true);
	do {
		results_drop(reply);
		reply = read_notes(c, &missing);
	} while (call_renewed(c));
	/* It may be newer than an index that was not waited for. */
	if (missing.len && answer_note.len) {
		answer_note.len = 0;
		call_index(c);
		results_drop(reply);
		reply = read_notes(c, &missing);
	}
	if (!reply)
		fail("MEMORY_NOT_FOUND", "no memory is called %.*s; "
		    "search_memories has ids", (int)missing.len, missing.s);
	results_answer(c, reply, "read");
}
