#include "lib/ids.h"
#include "lib/front.h"
#include "lib/vault.h"
#include "lib/walk.h"

#include <errno.h>

/* Front matter is in there, with room for its fences. */
#define HEAD (CX_FRONT_MAX + 1024)

static struct cx_str
read_id(struct cx_front_parser *p, struct cx_str text, struct cx_arena *arena)
{
	struct cx_front f;
	const struct cx_json *id;

	cx_arena_reset(arena);
	cx_front_read(p, text, arena, &f);
	id = cx_json_get(f.root, "id");
	return id && id->type == CX_JSON_STRING ? cx_json_str(id)
						: CX_STR("");
}

void
cx_ids_each(int vault_fd, const struct cx_ignore *ignore,
    void (*each)(void *arg, struct cx_str path, struct cx_str id), void *arg)
{
	struct cx_front_parser *p = cx_front_new();
	struct cx_walk *w = cx_walk_open(vault_fd, ignore);
	struct cx_arena arena = {0};
	struct cx_buf text = CX_BUF_INIT;
	struct cx_walk_entry e;

	while (cx_walk_next(w, &e)) {
		int err = e.error;

		if (e.kind == CX_WALK_DEEP)
			err = ENAMETOOLONG;
		text.len = 0;
		if (e.kind == CX_WALK_FILE) {
			err = cx_read_file(e.dir->fd, e.name, &text, HEAD,
			    NULL);
			cx_dir_drop(e.dir);
			if (err == EFBIG)
				err = 0;
		}
		/* A file that has gone since has no id. */
		if (err && err != ENOENT)
			cx_error(CX_PARTIAL, "%.*s: %s; ids in there are not "
			    "known", (int)e.path.len, e.path.s,
			    cx_file_error(err));
		else if (!err && e.kind == CX_WALK_FILE)
			each(arg, e.path, read_id(p, cx_buf_view(&text),
			    &arena));
	}
	cx_walk_close(w);
	cx_front_free(p);
	cx_arena_release(&arena);
	cx_buf_release(&text);
}
