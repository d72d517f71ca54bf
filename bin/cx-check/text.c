/* The text of an atom's file, and where things stand in it. */
#include "check.h"

#include <errno.h>
#include <unistd.h>

static struct cx_buf file_text;
static struct cx_buf held_path; /* of held_dir, below the vault */
static int held_dir = -1;
static struct cx_arena front_arena;
static struct cx_front front;
static unsigned front_number; /* how many have been read */
static struct cx_front_parser *parser;

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

static const struct cx_front *
front_of(struct cx_str all)
{
	if (!parser)
		parser = cx_front_new();
	cx_arena_reset(&front_arena);
	cx_front_read(parser, all, &front_arena, &front);
	front_number++;
	return &front;
}

const struct cx_front *
text_front(const struct text *t)
{
	if (t->front && t->front == front_number)
		return &front;
	return t->file ? front_of(t->all) : NULL;
}

struct spot
text_front_spot(const struct cx_json *node)
{
	return spot_of(cx_front_where(parser, &front, node).at);
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
text_read(const struct check *c, struct cx_str path, struct text *t)
{
	struct cx_buf name = CX_BUF_INIT;
	struct cx_str all;
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
	all = cx_buf_view(&file_text);
	text_of(c, all, front_of(all), t);
	t->front = front_number;
	return true;
}

/* The body of a record begins behind the lines that the file has more. */
void
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
