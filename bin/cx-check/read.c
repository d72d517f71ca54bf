/* Records, one by one, each with the text of its file. */
#include "check.h"

#include "lib/edge.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

static struct cx_buf file_text;
static struct cx_buf held_path; /* of held_dir, below the vault */
static int held_dir = -1;
static struct cx_arena front_arena;
static struct cx_front front;
static struct cx_front_parser *parser;

void
text_begin(struct text *t)
{
	t->at = (struct spot){1, 1};
	/* A byte order mark is no column. */
	t->seen = cx_str_starts(t->all, CX_STR("\xef\xbb\xbf")) ? 3 : 0;
}

/* The directory of a path; that of the last one is kept, for atoms come
 * directory by directory, and a path of one part is found in half the time.
 * -1 with errno. */
static int
directory(const struct check *c, struct cx_buf *path, const char **name)
{
	char *slash = strrchr(cx_buf_cstr(path), '/');
	struct cx_str dir;
	int fd;

	*name = slash ? slash + 1 : path->s;
	if (!slash)
		return c->vault.fd;
	dir = cx_strn(path->s, (size_t)(slash - path->s));
	if (held_dir >= 0 && cx_str_eq(dir, cx_buf_view(&held_path)))
		return held_dir;
	fd = cx_vault_dir(c->vault.fd, path->s, name);
	if (fd < 0)
		return -1;
	if (held_dir >= 0)
		close(held_dir);
	held_dir = fd;
	held_path.len = 0;
	cx_buf_str(&held_path, dir);
	return fd;
}

/* The whole text of a file. */
static void
text_of(struct cx_str all, struct text *t)
{
	if (!parser)
		parser = cx_front_new();
	cx_arena_reset(&front_arena);
	cx_front_read(parser, all, &front_arena, &front);
	*t = (struct text){.all = all, .body = front.body, .front = &front,
	    .parser = parser};
	text_begin(t);
}

bool
text_read(const struct check *c, struct cx_str path, struct text *t)
{
	struct cx_buf name = CX_BUF_INIT;
	const char *last;
	int dir, err;

	*t = (struct text){.seen = 0};
	if (!c->vault.path)
		return false;
	cx_buf_str(&name, path);
	file_text.len = 0;
	dir = directory(c, &name, &last);
	err = dir < 0 ? errno : cx_read_file(dir, last, &file_text,
	    CX_ATOM_MAX, NULL);
	/* One too large has been cut, as cx-scan does. */
	if (err && err != EFBIG) {
		if (err != ENOENT && err != ENOTDIR && err != EINVAL)
			cx_error(CX_PARTIAL, "%s: %s; only its record is "
			    "checked", name.s, cx_file_error(err));
		cx_buf_release(&name);
		return false;
	}
	cx_buf_release(&name);
	text_of(cx_buf_view(&file_text), t);
	return true;
}

/* The text of a record that has it, if it is byte for byte the file's: what
 * is no UTF-8 is read from the file again, as is all that is odd. */
static bool
text_with_record(const struct check *c, const struct cx_record *rec,
    struct text *t)
{
	const struct cx_json *text = cx_json_get(rec->root, "text");

	if (!c->vault.path || !text || text->type != CX_JSON_STRING ||
	    cx_json_get(rec->root, "problems"))
		return false;
	text_of(cx_json_str(text), t);
	return true;
}

/* The body of a record begins behind the lines that the file has more. */
static void
text_of_record(const struct cx_record *rec, struct text *t)
{
	int64_t lines = cx_record_int(rec, "lines", 0);
	const char *p, *end;

	*t = (struct text){.seen = 0};
	text_begin(t);
	t->all = cx_record_str(rec, "body", CX_STR(""));
	if (t->all.len == 0)
		return;
	end = t->all.s + t->all.len;
	for (p = t->all.s; (p = memchr(p, '\n', (size_t)(end - p))); p++)
		lines--;
	if (lines > 1 && lines <= UINT32_MAX)
		t->before = (uint32_t)lines - 1;
}

struct spot
text_spot(struct text *t, size_t at)
{
	if (at < t->seen)
		text_begin(t);
	while (t->seen < at) {
		unsigned char byte = (unsigned char)t->all.s[t->seen++];

		if (byte == '\n')
			t->at = (struct spot){t->at.line + 1, 1};
		else if ((byte & 0xC0) != 0x80)
			t->at.col++;
	}
	return (struct spot){t->at.line + t->before, t->at.col};
}

struct spot
spot_of(struct cx_front_pos pos)
{
	return (struct spot){pos.line, pos.col};
}

static void
add_edge(void *arg, const struct cx_edge *edge)
{
	struct check *c = arg;

	CX_GROW(c->edge, c->n_edge, c->edge_cap);
	c->edge[c->n_edge++] = (struct edge){
	    cx_arena_copy(&c->arena, edge->target), edge->soft,
	    strcmp(edge->member, "links_out") != 0};
}

static void
touch(void *arg, struct cx_str key)
{
	struct check *c = arg;

	if (cx_map_get(&c->touched, key) == CX_MAP_NONE)
		cx_map_put(&c->touched, cx_arena_copy(&c->arena, key));
}

struct muting {
	uint64_t muted;
	struct cx_str bad; /* the first that is no rule */
};

static void
mute(void *arg, struct cx_str code)
{
	struct muting *m = arg;
	enum rule r = rule_find(code);

	if (r < RULES)
		m->muted |= UINT64_C(1) << r;
	else if (!m->bad.len)
		m->bad = code;
}

/* What the file itself switches off: `check: off`, `check-ignore: [CODE]`. */
static struct cx_str
read_muted(struct atom *a, const struct cx_record *rec)
{
	const struct cx_json *extra = cx_json_get(rec->root, "extra");
	struct cx_str all = cx_json_gets(extra, "check", CX_STR(""));
	struct muting m = {0, {"", 0}};

	if (cx_str_is(all, "off") || cx_str_is(all, "false"))
		m.muted = UINT64_MAX;
	cx_each_item(cx_json_get(extra, "check-ignore"), mute, &m);
	a->muted = m.muted;
	return m.bad;
}

static void
take_problems(const struct check *c, uint32_t atom,
    const struct cx_record *rec)
{
	const struct cx_json *list = cx_json_get(rec->root, "problems"), *p;
	struct cx_str code, text;
	int64_t line, col;
	enum rule r;

	if (list && list->type != CX_JSON_ARRAY)
		cx_record_die(rec, "problems is no array");
	for (p = cx_json_first(list); p; p = cx_json_next(list, p)) {
		code = cx_json_gets(p, "code", CX_STR("problem"));
		text = cx_json_gets(p, "text", CX_STR(""));
		if (!cx_json_geti(p, "line", &line) || line < 0)
			line = 0;
		if (!cx_json_geti(p, "col", &col) || col < 0)
			col = 1;
		r = rule_find(code);
		if (r == RULES) {
			r = PROBLEM;
			with_str("problem", code);
		}
		found(c, atom, (struct spot){(uint32_t)line, (uint32_t)col},
		    r, "%.*s", (int)text.len, text.s);
	}
}

static void
take(struct check *c, const struct cx_record *rec)
{
	const uint32_t n = c->n;
	struct cx_str bad;
	struct text t;
	struct atom *a;

	if (n == UINT32_MAX)
		cx_die(CX_FAIL, "too many atoms");
	if (!c->chunk[n >> CHUNK_BITS])
		c->chunk[n >> CHUNK_BITS] = cx_calloc(CHUNK, sizeof *a);
	c->n++;
	a = atom_at(c, n);
	*a = (struct atom){
	    .path = cx_arena_copy(&c->arena, cx_record_path(rec)),
	    .first = c->n_edge};
	a->chosen = !c->choosing ||
	    cx_map_get(&c->chosen, a->path) != CX_MAP_NONE;
	if (cx_resolver_record(c->resolver, rec) != n)
		cx_die(CX_FAIL, "the resolver counts otherwise");
	if (c->choosing && a->chosen)
		cx_resolve_record_keys(rec, touch, c);
	cx_edges(rec, add_edge, c);
	a->end = c->n_edge;
	bad = read_muted(a, rec);
	a->file = text_with_record(c, rec, &t) || text_read(c, a->path, &t);
	if (a->file) {
		fields_find(c, &t);
	} else {
		text_of_record(rec, &t);
		if (c->vault.path)
			found(c, n, (struct spot){0, 0}, NO_FILE, "the vault "
			    "%s has no such file; its record alone was "
			    "checked; is -C right?", c->vault.path);
	}
	if (bad.len)
		found(c, n, field_spot(c, &t, "check-ignore"), UNKNOWN_RULE,
		    "check-ignore: there is no rule '%.*s'; cx-check --rules "
		    "lists them", (int)bad.len, bad.s);
	a->kind = (unsigned char)dense_kind(a->path);
	dense_add(c, n, rec, &t);
	take_problems(c, n, rec);
	check_fields(c, n, rec, &t);
	check_dates(c, n, rec, &t);
	check_name(c, n);
	texts_add(c, n, &t);
}

/* Atoms that the stream takes back; what linked to them is looked at. */
struct gone {
	struct cx_str *v;
	size_t n, cap;
};

static void
take_gone(struct check *c, struct gone *g, const struct cx_record *rec)
{
	struct cx_str path = cx_record_path(rec);

	CX_GROW(g->v, g->n, g->cap);
	g->v[g->n++] = cx_arena_copy(&c->arena, path);
	cx_resolve_record_keys(rec, touch, c);
}

void
check_read(struct check *c, char *const *files, int n)
{
	struct cx_reader *r = cx_reader_open(files, n);
	struct cx_record rec;
	struct gone gone = {0};
	uint32_t atom;

	c->resolver = cx_resolver_new();
	texts_begin(c);
	while (cx_reader_next(r, &rec)) {
		if (cx_record_gone(&rec)) {
			take_gone(c, &gone, &rec);
			continue;
		}
		take(c, &rec);
		if (c->drift)
			drift_add(c->drift, &rec);
	}
	cx_reader_close(r);
	texts_end(c);
	if (gone.n == 0 && (atom = cx_resolver_twin(c->resolver)) !=
	    UINT32_MAX)
		cx_die(CX_FAIL, "%.*s: two records have this path; give the "
		    "records of one vault, once",
		    (int)atom_at(c, atom)->path.len, atom_at(c, atom)->path.s);
	for (size_t i = 0; i < gone.n; i++) {
		atom = cx_resolver_find(c->resolver, gone.v[i]);
		if (atom == UINT32_MAX)
			continue;
		cx_resolver_drop(c->resolver, atom);
		atom_at(c, atom)->muted = UINT64_MAX;
	}
	free(gone.v);
}

void
text_release(void)
{
	if (held_dir >= 0)
		close(held_dir);
	cx_buf_release(&held_path);
	cx_buf_release(&file_text);
	cx_arena_release(&front_arena);
	cx_front_free(parser);
}
