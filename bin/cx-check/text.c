/* The text of an atom's file, and places in it. */
#include "check.h"

#include "lib/atom/atom.h"
#include "lib/atom/bodies.h"
#include "lib/atom/edit.h"
#include "lib/base/utf8.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

/* What is kept of the file that was read last. */
struct texts {
	struct cx_buf file;
	struct cx_buf held_path; /* of held_dir, below the vault */
	int held_dir;		 /* -1: none */
	struct cx_arena arena;	 /* of front */
	struct cx_front front;
	unsigned number; /* how many have been read */
	struct cx_front_parser *parser;
};

static struct texts shared = {.held_dir = -1};

void
text_begin(struct text *t)
{
	t->at = (struct spot){1, 1};
	/* A byte order mark is not a column. */
	t->seen = cx_str_starts(t->all, CX_STR("\xef\xbb\xbf")) ? 3 : 0;
}

/* The directory of a path; that of the last one is kept, for atoms come
 * directory by directory, and a path of one part is found in half the time.
 * -1 with errno. */
static int
directory(struct texts *r, const struct check *c, struct cx_buf *path,
    const char **name)
{
	char *slash = strrchr(cx_buf_cstr(path), '/');
	struct cx_str dir;
	int fd;

	*name = slash ? slash + 1 : path->s;
	if (!slash)
		return c->vault.fd;
	dir = cx_strn(path->s, (size_t)(slash - path->s));
	if (r->held_dir >= 0 && cx_str_eq(dir, cx_buf_view(&r->held_path)))
		return r->held_dir;
	fd = cx_vault_dir(c->vault.fd, path->s, name);
	if (fd < 0)
		return -1;
	if (r->held_dir >= 0)
		close(r->held_dir);
	r->held_dir = fd;
	r->held_path.len = 0;
	cx_buf_str(&r->held_path, dir);
	return fd;
}

static const struct cx_front *
front_of(struct texts *r, struct cx_str all)
{
	if (!r->parser)
		r->parser = cx_front_new();
	cx_arena_reset(&r->arena);
	cx_front_read(r->parser, all, &r->arena, &r->front);
	r->number++;
	return &r->front;
}

static struct texts *
reader_of(const struct text *t)
{
	return t->by ? t->by : &shared;
}

static struct spot
spot_of(struct cx_front_pos pos)
{
	return (struct spot){pos.line, pos.col};
}

const struct cx_front *
text_front(const struct text *t)
{
	struct texts *r = reader_of(t);

	if (t->front && t->front == r->number)
		return &r->front;
	return t->file ? front_of(r, t->all) : NULL;
}

struct spot
field_spot(const struct check *c, const struct text *t, const char *field)
{
	const struct cx_front *front = text_front(t);
	const struct cx_front_member *m = NULL;

	if (front)
		m = cx_edit_member(c->config, front, cx_str(field));
	return m ? spot_of(m->value_at) : (struct spot){0, 0};
}

struct spot
text_front_spot(const struct text *t, const struct cx_json *node)
{
	const struct texts *r = reader_of(t);

	return spot_of(cx_front_where(r->parser, &r->front, node).at);
}

struct cx_str
text_bare_link(const struct text *t, const struct cx_json *node)
{
	const struct texts *r = reader_of(t);

	return cx_atom_bare_link(r->parser, t->all, &r->front, node);
}

/* Which fields front matter has. */
static void
fields_find(const struct check *c, const struct cx_front *front,
    struct text *t)
{
	for (size_t i = 0; i < front->n; i++) {
		const struct cx_json *key = front->members[i].key;
		uint32_t n = cx_map_get(&c->fields, cx_json_str(key));
		CX_AUTO_BUF low = CX_BUF_INIT;

		if (n == CX_MAP_NONE) {
			cx_utf8_lower(&low, cx_json_str(key));
			n = cx_map_get(&c->fields, cx_buf_view(&low));
		}
		if (n == CX_MAP_NONE)
			continue;
		t->there |= c->field_bits[n];
		if (key[1].type != CX_JSON_STRING || key[1].len)
			t->full |= c->field_bits[n];
	}
}

void
text_of(const struct check *c, struct cx_str all, const struct cx_front *f,
    struct text *t)
{
	*t = (struct text){.all = all, .body = f->body, .file = true,
	    .fenced = f->found, .flawed = f->n_problems > 0};
	text_begin(t);
	fields_find(c, f, t);
}

bool
text_read(struct texts *r, const struct check *c, struct cx_str path,
    struct text *t)
{
	struct cx_buf name = CX_BUF_INIT;
	struct cx_str all;
	const char *last;
	int dir, err;

	*t = (struct text){.seen = 0};
	if (!c->vault.path)
		return false;
	if (!r)
		r = &shared;
	cx_buf_str(&name, path);
	r->file.len = 0;
	dir = directory(r, c, &name, &last);
	err = dir < 0 ? errno : cx_read_file(dir, last, &r->file, CX_ATOM_MAX,
	    NULL);
	/* One too large has been cut, as cx-scan does. */
	if (err && err != EFBIG) {
		if (err != ENOENT && err != ENOTDIR && err != EINVAL)
			cx_error(CX_PARTIAL, "%s: %s; only its record is "
			    "checked", name.s, cx_file_error(err));
		cx_buf_release(&name);
		return false;
	}
	cx_buf_release(&name);
	all = cx_buf_view(&r->file);
	text_of(c, all, front_of(r, all), t);
	t->front = r->number;
	t->by = r;
	return true;
}

/* The body of a record starts after the lines that only the file has. */
void
text_of_record(const struct cx_record *rec, struct text *t)
{
	*t = (struct text){.seen = 0};
	text_begin(t);
	t->all = cx_record_str(rec, "body", CX_STR(""));
	if (t->all.len == 0)
		return;
	t->before = (uint32_t)cx_body_line(rec, t->all) - 1;
}

struct spot
text_spot(struct text *t, size_t at)
{
	const char *nl;

	if (at < t->seen)
		text_begin(t);
	while (t->seen < at && (nl = memchr(t->all.s + t->seen, '\n',
	    at - t->seen))) {
		t->at = (struct spot){t->at.line + 1, 1};
		t->seen = (size_t)(nl - t->all.s) + 1;
	}
	for (; t->seen < at; t->seen++)
		t->at.col += ((unsigned char)t->all.s[t->seen] & 0xC0) != 0x80;
	return (struct spot){t->at.line + t->before, t->at.col};
}

static void
release(struct texts *r)
{
	if (r->held_dir >= 0)
		close(r->held_dir);
	cx_buf_release(&r->held_path);
	cx_buf_release(&r->file);
	cx_arena_release(&r->arena);
	cx_front_free(r->parser);
}

void
text_release(void)
{
	release(&shared);
}

struct texts *
texts_new(void)
{
	struct texts *r = cx_calloc(1, sizeof *r);

	r->held_dir = -1;
	return r;
}

void
texts_free(struct texts *r)
{
	release(r);
	free(r);
}

/* [[name]] alone on its line, above `key = value` or another head, is an array
 * of tables (TOML 1.0.0), as what a shortcode of a site holds that makes code
 * of it. */
bool
text_table(const struct text *t, size_t from, size_t to)
{
	struct cx_str rest = cx_str_from(t->all, to), line, key;

	if (memchr(t->all.s + from, ' ', to - from))
		return false;
	while (from > 0 && (t->all.s[from - 1] == ' ' ||
	    t->all.s[from - 1] == '\t'))
		from--;
	if ((from > 0 && t->all.s[from - 1] != '\n') ||
	    !cx_str_split(&rest, '\n', &line))
		return false;
	line = cx_str_trim(line);
	if (line.len && line.s[0] != '#')
		return false;
	while (cx_str_split(&rest, '\n', &line) && cx_str_trim(line).len == 0)
		;
	line = cx_str_trim(line);
	if (line.len > 2 && line.s[0] == '[' && line.s[1] != '[' &&
	    line.s[line.len - 1] == ']')
		return true;
	if (!cx_str_split(&line, '=', &key) || line.len == 0)
		return false;
	key = cx_str_trim(key);
	for (size_t i = 0; i < key.len; i++)
		if (cx_is_blank(key.s[i]) || memchr("[](){}<>", key.s[i], 8))
			return false;
	return key.len > 0;
}

/* So far around a link its comment is looked for: a line can be long. */
#define COMMENT_LOOK 500

/* The first {% name %} of Liquid in s, also {%- name -%}; empty if none. */
static struct cx_str
liquid_tag(struct cx_str s, struct cx_str name)
{
	struct cx_str rest = s, tag;
	const char *p;

	while ((p = rest.len ? memmem(rest.s, rest.len, "{%", 2) : NULL)) {
		rest = cx_str_from(s, (size_t)(p - s.s) + 2);
		tag = cx_str_from(rest, cx_str_starts(rest, CX_STR("-")));
		tag = cx_str_trim(cx_str_upto(tag, '%'));
		if (cx_str_ends(tag, CX_STR("-")))
			tag.len--;
		if (cx_str_eq(cx_str_trim(tag), name))
			return cx_strn(p, (size_t)(tag.s - p) + tag.len);
	}
	return CX_STR("");
}

/* The next comment at or after `at`, the start of a line, that is a block: of
 * Obsidian, where a line begins with %% and does not end it, a later one does,
 * or of Liquid.  Both ends are at the end of the text if there is none. */
static void
next_block(struct text *t, size_t at)
{
	const struct cx_str mark = CX_STR("%%");
	struct cx_str rest = cx_str_from(t->all, at), line, own, tag, end_tag;
	bool fenced = false, open = false, ends = true;

	t->from = at;
	while (cx_str_split(&rest, '\n', &line)) {
		const size_t end = (size_t)(line.s - t->all.s) + line.len;

		own = cx_str_trim(line);
		if (open && cx_str_has(line, mark)) {
			t->close = end;
			return;
		}
		if (!open && (cx_str_starts(own, CX_STR("```")) ||
		    cx_str_starts(own, CX_STR("~~~"))))
			fenced = !fenced;
		if (!open && !fenced && cx_str_starts(own, mark) &&
		    !cx_str_has(cx_str_from(own, 2), mark)) {
			open = true;
			t->open = (size_t)(line.s - t->all.s);
		}
		if (open || fenced || !ends)
			continue;
		tag = liquid_tag(line, CX_STR("comment"));
		if (tag.len == 0)
			continue;
		t->open = (size_t)(tag.s - t->all.s);
		end_tag = liquid_tag(cx_str_from(t->all, t->open),
		    CX_STR("endcomment"));
		ends = end_tag.len > 0;
		if (ends) {
			t->close = (size_t)(end_tag.s - t->all.s);
			return;
		}
	}
	t->open = t->close = t->all.len;
}

static bool
in_block(struct text *t, size_t at)
{
	if (t->close == 0 || at < t->from)
		next_block(t, t->body);
	while (t->close <= at && t->close < t->all.len)
		next_block(t, t->close + 1);
	return at >= t->open && at < t->close;
}

bool
text_hidden(struct text *t, size_t at)
{
	const struct cx_str mark = CX_STR("%%");
	const char *s = t->all.s;
	size_t from = at, to = at, marks = 0;
	struct cx_str before, rest;

	if (in_block(t, at))
		return true;
	while (from > 0 && at - from < COMMENT_LOOK && s[from - 1] != '\n')
		from--;
	while (to < t->all.len && to - at < COMMENT_LOOK && s[to] != '\n')
		to++;
	before = cx_strn(s + from, at - from);
	rest = cx_strn(s + at, to - at);
	for (size_t i = 0; i + 1 < before.len; i++)
		if (before.s[i] == '%' && before.s[i + 1] == '%') {
			marks++;
			i++;
		}
	return marks % 2 && cx_str_has(rest, mark);
}
