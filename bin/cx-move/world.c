/* The vault before and after the move. */
#include "move.h"

#include "lib/atom/atom.h"
#include "lib/base/utf8.h"
#include "lib/file/walk.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>

/* The entry of the directory dir that is called name after NFC: appended;
 * false if there is none. */
static bool
find_entry(int dir, struct cx_str name, struct cx_buf *out)
{
	CX_AUTO_DIR entries = cx_dir_stream(dir, ".");
	CX_AUTO_BUF want = CX_BUF_INIT, is = CX_BUF_INIT;
	const struct dirent *e;

	cx_utf8_nfc(&want, name);
	while (entries && (e = readdir(entries))) {
		is.len = 0;
		cx_utf8_nfc(&is, cx_str(e->d_name));
		if (cx_str_eq(cx_buf_view(&is), cx_buf_view(&want))) {
			cx_buf_puts(out, e->d_name);
			return true;
		}
	}
	return false;
}

void
path_on_disk(const struct world *w, struct cx_buf *path)
{
	CX_AUTO_BUF b = CX_BUF_INIT;
	struct cx_str rest = cx_buf_view(path), part;
	struct stat st;
	size_t i = 0;

	while (i < rest.len && (unsigned char)rest.s[i] < 0x80)
		i++;
	if (i == rest.len)
		return; /* it has one form */
	while (cx_str_split(&rest, '/', &part)) {
		const size_t dir = b.len;
		CX_AUTO_CLOSE fd = -1;

		if (dir)
			cx_buf_char(&b, '/');
		cx_buf_str(&b, part);
		if (fstatat(w->s->vault->fd, cx_buf_cstr(&b), &st,
		    AT_SYMLINK_NOFOLLOW) == 0)
			continue;
		b.len = dir;
		fd = dir ? cx_vault_open(w->s->vault->fd, cx_buf_cstr(&b),
		    O_RDONLY | O_DIRECTORY) : openat(w->s->vault->fd, ".",
		    O_RDONLY | O_DIRECTORY | O_CLOEXEC);
		if (dir)
			cx_buf_char(&b, '/');
		if (fd < 0 || !find_entry(fd, part, &b))
			cx_buf_str(&b, part);
	}
	path->len = 0;
	cx_buf_str(path, cx_buf_view(&b));
}

struct reading {
	struct world *w;
	struct cx_atom_maker *maker;
	struct cx_json_parser *json;
	struct sites sites;
	struct cx_buf text, line;
};

/* The atom as a link sees it, at a path of its own: names come from there. */
static uint32_t
add_atom(struct reading *r, struct cx_resolver *to, struct cx_str text,
    struct cx_str path)
{
	struct cx_record rec = {.file = path.s, .lineno = 1};

	rec.root = cx_atom_record(r->maker, r->json, path, text, 0, &r->line);
	rec.line = cx_buf_view(&r->line);
	return cx_resolver_record(to, &rec);
}

static void
add_note(struct reading *r, struct cx_str path, bool after)
{
	struct world *w = r->w;
	struct cx_rename way = {after ? w->new : w->old,
	    after ? w->old : w->new, 0};
	CX_AUTO_BUF other = CX_BUF_INIT;
	bool moves = cx_rename_path(&way, path, &other);
	bool changes = w->heading && cx_str_eq(path, w->heading->path);
	struct cx_str there = cx_buf_view(&other);
	uint32_t n = add_atom(r, w->before, cx_buf_view(&r->text),
	    after ? there : path);

	cx_progress(1, "notes");
	if (w->after != w->before)
		add_atom(r, w->after, cx_buf_view(changes
		    ? &w->heading->result : &r->text), after ? path : there);
	if ((moves && !world_folder(w)) || changes)
		w->moved = n;
	sites_find(&r->sites, cx_buf_view(&r->text));
	for (size_t i = 0; i < r->sites.n; i++) {
		*CX_NEXT(w->link, w->n, w->cap) = (struct link){n,
		    r->sites.v[i].kind, r->sites.v[i].anchor,
		    cx_arena_copy(&w->arena, r->sites.v[i].of),
		    cx_arena_copy(&w->arena, r->sites.v[i].target)};
	}
}

/* Links that cannot be read cannot be rewritten. */
static void
refuse(struct world *w, struct cx_str path, const char *why)
{
	cx_error(CX_PARTIAL, "%.*s: %s; its links are not known, so nothing "
	    "is changed", (int)path.len, path.s, why);
	w->refused = true;
}

void
world_read(struct world *w, bool after)
{
	struct reading r = {.w = w,
	    .maker = cx_atom_maker_new(w->s->config, false),
	    .json = cx_json_new()};
	struct cx_walk *walk = cx_walk_open(w->s->vault->fd, w->s->ignore);
	struct cx_walk_entry e;

	w->moved = NO_ATOM;
	w->before = cx_resolver_new();
	w->after = w->new.len || w->heading ? cx_resolver_new() : w->before;
	r.sites.links_as = cx_atom_links_as(w->s->config);
	r.sites.anchors = w->heading != NULL;
	while (cx_walk_next(walk, &e)) {
		int err = 0;

		if (e.kind == CX_WALK_DEEP)
			err = ENAMETOOLONG;
		else if (e.kind == CX_WALK_UNREADABLE)
			err = e.error;
		r.text.len = 0;
		if (e.kind == CX_WALK_FILE && e.utf8)
			err = cx_read_file(e.dir->fd, e.name, &r.text,
			    FILE_MAX, NULL);
		if (e.kind == CX_WALK_FILE)
			cx_dir_drop(e.dir);
		if (err == ENOENT)
			continue; /* it has gone since */
		if (err)
			refuse(w, e.path, cx_file_error(err));
		else if (!e.utf8)
			cx_warn("%.*s: the name is not UTF-8, so this is not "
			    "a note; its links stay as they are",
			    (int)e.path.len, e.path.s);
		else
			add_note(&r, e.path, after);
	}
	cx_walk_close(walk);
	cx_atom_maker_free(r.maker);
	cx_json_free(r.json);
	sites_release(&r.sites);
	cx_buf_release(&r.text);
	cx_buf_release(&r.line);
}

void
world_release(struct world *w)
{
	if (w->after != w->before)
		cx_resolver_free(w->after);
	cx_resolver_free(w->before);
	free(w->link);
	cx_arena_release(&w->arena);
}
