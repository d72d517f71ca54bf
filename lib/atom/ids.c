#include "lib/atom/ids.h"
#include "lib/base/ascii.h"
#include "lib/base/utf8.h"
#include "lib/yaml/front.h"
#include "lib/file/vault.h"
#include "lib/file/walk.h"

#include <errno.h>

/* Front matter that is not too large is in there, with its fences. */
#define HEAD (CX_FRONT_MAX + 1024)

struct reader {
	struct cx_front_parser *parser;
	struct cx_arena arena;
	struct cx_buf text;
};

/* Reads up to limit bytes; false if front matter may end after them. */
static bool
read_id(struct reader *r, const struct cx_walk_entry *e, size_t limit,
    struct cx_str *id, int *err)
{
	const struct cx_json *v;
	struct cx_front f;

	r->text.len = 0;
	*err = cx_read_file(e->dir->fd, e->name, &r->text, limit, NULL);
	if (*err && *err != EFBIG)
		return true;
	cx_arena_reset(&r->arena);
	cx_front_read(r->parser, cx_buf_view(&r->text), &r->arena, &f);
	v = cx_json_get(f.root, "id");
	if (v && v->type == CX_JSON_STRING)
		*id = cx_json_str(v);
	/* Front matter that is not closed does not count. */
	if (*err == EFBIG && !f.found && f.n_problems)
		return false;
	*err = 0;
	return true;
}

void
cx_ids_each(int vault_fd, const struct cx_ignore *ignore,
    void (*each)(void *arg, struct cx_str path, struct cx_str id), void *arg)
{
	struct reader r = {.parser = cx_front_new(), .text = CX_BUF_INIT};
	struct cx_walk *w = cx_walk_open(vault_fd, ignore);
	struct cx_walk_entry e;

	while (cx_walk_next(w, &e)) {
		struct cx_str id = CX_STR("");
		int err = e.error;

		if (e.kind == CX_WALK_DEEP)
			err = ENAMETOOLONG;
		if (e.kind == CX_WALK_FILE) {
			if (!read_id(&r, &e, HEAD, &id, &err) &&
			    !read_id(&r, &e, CX_ATOM_MAX, &id, &err))
				err = 0;
			cx_dir_drop(e.dir);
		}
		/* A file that has gone since has no id. */
		if (err && err != ENOENT)
			cx_error(CX_PARTIAL, "%.*s: %s; ids in there are not "
			    "known", (int)e.path.len, e.path.s,
			    cx_file_error(err));
		else if (!err && e.kind == CX_WALK_FILE)
			each(arg, e.path, id);
	}
	cx_walk_close(w);
	cx_front_free(r.parser);
	cx_arena_release(&r.arena);
	cx_buf_release(&r.text);
}

bool
cx_id_ok(struct cx_str id)
{
	uint32_t cp;
	size_t n;
	bool ok;

	if (!id.len)
		return false;
	for (; id.len; id = cx_str_from(id, n)) {
		n = 1;
		if (cx_is_ascii_word((unsigned char)id.s[0]))
			continue;
		n = cx_utf8_decode(id.s, id.len, &cp, &ok);
		if (!ok || (!cx_is_wordchar(cp) && cp != '_' && cp != '-' &&
			cp != '.'))
			return false;
	}
	return true;
}
