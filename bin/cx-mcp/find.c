/* Finds the memory for an id or a path. */
#include "cx-mcp.h"

#include "lib/base/opt.h"
#include "lib/base/utf8.h"
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
	m->id = memory_of_vaults ? CX_STR("") :
	    cx_json_gets(m->root, "id", CX_STR(""));
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

bool
memory_look(struct call *c, struct memory *m, struct cx_str id,
    struct cx_str project)
{
	bool is_path = id.len && (memchr(id.s, '/', id.len) ||
	    cx_str_ends(id, CX_STR(".md")));

	if (is_path)
		return scan_path(c, m, id) && call_may(c, memory_project(m));
	if (!id.len || find_id(c, m, id, project))
		return id.len > 0;
	/* It may be newer than the index. */
	call_index(c);
	return find_id(c, m, id, project);
}

/* --- what may have been meant --- */

/* Of one who asks for a note, at most so many others are told. */
#define NEAR 3
#define INDEX "index"

/* Of a note that has nothing of what was asked for. */
#define FAR (CX_NEAR_MAX + 2)

struct near {
	unsigned far; /* edits; one more than those: has it in it */
	struct cx_buf text;
};

/* What people write one way and the other: in lower case, the words apart by
 * one blank.  low is of use again. */
static void
put_plain(struct cx_buf *b, struct cx_buf *low, struct cx_str s)
{
	struct cx_str rest;
	uint32_t cp;
	size_t n;

	if (cx_str_ends(s, CX_STR(".md")))
		s.len -= 3;
	low->len = b->len = 0;
	cx_utf8_lower(low, s);
	rest = cx_buf_view(low);
	for (; rest.len; rest = cx_str_from(rest, n)) {
		n = cx_utf8_decode(rest.s, rest.len, &cp, NULL);
		if (cx_is_wordchar(cp) && cp != '_')
			cx_buf_add(b, rest.s, n);
		else if (b->len && b->s[b->len - 1] != ' ')
			cx_buf_char(b, ' ');
	}
	while (b->len && b->s[b->len - 1] == ' ')
		b->len--;
}

static unsigned
distance(struct cx_str asked, struct cx_str name)
{
	static struct cx_buf plain, low; /* as there are many names */
	struct cx_str s;
	unsigned n, most;

	put_plain(&plain, &low, name);
	s = cx_buf_view(&plain);
	/* As for a word that is searched. */
	most = asked.len > 5 ? CX_NEAR_MAX : 1;
	if (s.len + most >= asked.len && s.len <= asked.len + most) {
		n = cx_nearness(asked, s);
		if (n <= most)
			return n;
	}
	return asked.len > 3 && s.len > 3 && (cx_str_has(s, asked) ||
	    cx_str_has(asked, s)) ? CX_NEAR_MAX + 1 : FAR;
}

/* Puts one among the nearest, the first of equals first. */
static void
keep_near(struct near *all, struct cx_str asked, const struct cx_record *rec)
{
	struct cx_str path = cx_record_str(rec, "path", CX_STR(""));
	struct cx_str id = cx_record_str(rec, "id", CX_STR(""));
	struct cx_str name = cx_record_str(rec, "name", CX_STR(""));
	const struct cx_str names[] = {id, name, cx_last_part(path)};
	struct near last = all[NEAR - 1];
	size_t at = NEAR;

	last.far = FAR;
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
		unsigned n = names[i].len ? distance(asked, names[i]) : FAR;

		if (n < last.far)
			last.far = n;
	}
	while (at > 0 && last.far < all[at - 1].far)
		at--;
	if (at == NEAR)
		return;
	memmove(all + at + 1, all + at, (NEAR - at - 1) * sizeof *all);
	last.text.len = 0;
	put_word(&last.text, id.len ? id : path);
	if (name.len) {
		cx_buf_char(&last.text, ' ');
		put_quoted(&last.text, name);
	}
	all[at] = last;
}

void
put_near(struct call *c, struct cx_buf *b, struct cx_str id)
{
	CX_AUTO_BUF asked = CX_BUF_INIT, low = CX_BUF_INIT;
	struct cx_reader *reader;
	struct near all[NEAR];
	struct cx_record rec;

	put_plain(&asked, &low, cx_last_part(id));
	if (!asked.len || access(INDEX, F_OK) != 0)
		return;
	for (size_t i = 0; i < NEAR; i++)
		all[i] = (struct near){FAR, CX_BUF_INIT};
	reader = cx_reader_index(INDEX);
	while (cx_reader_next(reader, &rec))
		if (call_may(c, cx_record_str(&rec, "project",
		    CX_STR(CX_NO_PROJECT))))
			keep_near(all, cx_buf_view(&asked), &rec);
	cx_reader_close(reader);
	for (size_t i = 0; i < NEAR && all[i].far < FAR; i++) {
		cx_buf_puts(b, i ? ", " : "did you mean ");
		cx_buf_str(b, cx_buf_view(&all[i].text));
	}
	for (size_t i = 0; i < NEAR; i++)
		cx_buf_release(&all[i].text);
}

void
memory_find(struct call *c, struct memory *m, struct cx_str id,
    struct cx_str project)
{
	CX_AUTO_BUF near = CX_BUF_INIT;

	if (memory_look(c, m, id, project))
		return;
	put_near(c, &near, id);
	fail("MEMORY_NOT_FOUND", "no memory '%.*s'; %s", (int)id.len, id.s,
	    near.len ? cx_buf_cstr(&near) : "search_memories has ids");
}

void
memory_release(struct memory *m)
{
	cx_buf_release(&m->line);
	if (m->parser)
		cx_json_free(m->parser);
	*m = (struct memory){0};
}
