/* Makes a plan from the command line and the vault. */
#include "move.h"

#include "lib/base/utf8.h"
#include "lib/file/names.h"
#include "lib/json/json.h"
#include "lib/link/operand.h"
#include "lib/markdown/md.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

/* --- OLD and NEW --- */

static bool
refuse(const char *word, const char *why)
{
	cx_error(CX_PARTIAL, "%s: %s", word, why);
	return false;
}

/* Whether the rules exclude everything in a folder. */
static bool
is_out(const struct world *w, struct cx_str folder)
{
	CX_AUTO_BUF b = CX_BUF_INIT;

	cx_buf_fmt(&b, "%.*s%s-", (int)folder.len, folder.s,
	    folder.len ? "/" : "");
	return cx_ignore_path(w->s->ignore, cx_buf_view(&b));
}

static bool
is_dir(const struct world *w, const char *path)
{
	struct stat st;

	return fstatat(w->s->vault->fd, path, &st, AT_SYMLINK_NOFOLLOW) == 0 &&
	    S_ISDIR(st.st_mode);
}

/* A folder, from here on or from the root; if files, also a file that is not a
 * note, and nothing is said if there is neither. */
static bool
find_folder(struct world *w, const char *old, bool files,
    enum cx_operand_by *by)
{
	CX_AUTO_BUF here = CX_BUF_INIT, b = CX_BUF_INIT;
	bool in = cx_operand_here(&here, w->s->vault);
	bool any = false, ok = false;
	struct stat st;

	for (int root = !in; root < 2 && !ok; root++) {
		b.len = 0;
		*by = root ? CX_OPERAND_ROOT : CX_OPERAND_HERE;
		if (!cx_operand_path(&b, w->s->vault, root ? CX_STR("")
		    : cx_buf_view(&here), cx_str(old)))
			continue;
		if (!b.len)
			return refuse(old, "the vault itself stays where "
			    "it is");
		path_on_disk(w, &b);
		any |= fstatat(w->s->vault->fd, cx_buf_cstr(&b), &st,
		    AT_SYMLINK_NOFOLLOW) == 0;
		ok = is_dir(w, cx_buf_cstr(&b));
		w->file = files && !ok && any && S_ISREG(st.st_mode) &&
		    !cx_is_note(cx_buf_view(&b));
		ok |= w->file;
	}
	if (!ok && files)
		return false;
	if (!ok)
		return refuse(old, any ? "not a folder"
					    : "no such folder in this vault");
	if (is_out(w, w->file ? cx_dir_part(cx_buf_view(&b))
	    : cx_buf_view(&b)))
		return refuse(old, "the rules for notes leave this out; "
		    "move it with mv(1)");
	w->old = cx_arena_copy(&w->arena, cx_buf_view(&b));
	return true;
}

/* Whether word is the path of a note, with or without its .md. */
static bool
is_note_path(const struct world *w, struct cx_str word)
{
	CX_AUTO_BUF here = CX_BUF_INIT, b = CX_BUF_INIT;
	struct stat st;

	for (int root = !cx_operand_here(&here, w->s->vault); root < 2;
	    root++) {
		b.len = 0;
		if (!cx_operand_path(&b, w->s->vault, root ? CX_STR("")
		    : cx_buf_view(&here), word) || !b.len)
			continue;
		if (!cx_is_note(cx_buf_view(&b)))
			cx_buf_puts(&b, ".md");
		if (fstatat(w->s->vault->fd, cx_buf_cstr(&b), &st,
		    AT_SYMLINK_NOFOLLOW) == 0)
			return true;
	}
	return false;
}

static bool
find_old(struct world *w, const char *old, enum cx_operand_by *by)
{
	struct cx_operand o = {.word = cx_str(old)};
	bool ok;

	if (cx_str_ends(o.word, CX_STR("/")))
		return find_folder(w, old, false, by);
	/* As mv(1) takes it, if it is no note without its .md. */
	if (!is_note_path(w, o.word) && find_folder(w, old, true, by))
		return true;
	if (cx_status() != CX_DONE)
		return false;
	ok = cx_operands_find(&o, 1, w->s->vault, w->s->config, &w->arena);
	w->old = o.path;
	*by = o.by;
	return ok;
}

/* Those of the directories that exist must not lead out of the vault. */
static int
check_dirs(const struct world *w)
{
	CX_AUTO_BUF b = CX_BUF_INIT;
	int err = 0;

	for (size_t i = 0; i < w->new.len && !err; i++) {
		int fd;

		if (w->new.s[i] != '/')
			continue;
		b.len = 0;
		cx_buf_add(&b, w->new.s, i);
		fd = cx_vault_open(w->s->vault->fd, cx_buf_cstr(&b),
		    O_RDONLY | O_DIRECTORY);
		if (fd >= 0)
			close(fd); /* was only looked at */
		else
			err = errno;
	}
	return err == ENOENT ? 0 : err;
}

static bool
check_new(struct world *w, const char *new)
{
	struct stat st;
	struct cx_str rest = w->new, part;
	int err;

	if (cx_str_eq(w->new, w->old))
		return refuse(new, "that is where it is");
	if (world_folder(w) && cx_str_starts(w->new, w->old) &&
	    w->new.s[w->old.len] == '/')
		return refuse(new, "a folder cannot move into itself");
	if (cx_str_has_control(w->new) ||
	    cx_utf8_invalid(w->new) < w->new.len)
		return refuse(new, "control bytes or no UTF-8 in the name; "
		    "choose another one");
	while (cx_str_split(&rest, '/', &part))
		if (!cx_str_eq(cx_str_trim(part), part) || part.len > 255)
			return refuse(new, "a name that begins or ends in a "
			    "blank or is longer than 255 bytes; choose "
			    "another one");
	if (cx_ignore_path(w->s->ignore, w->new) ||
	    (world_folder(w) && is_out(w, w->file ? cx_dir_part(w->new)
		: w->new)))
		return refuse(new, "the rules for notes leave this out; "
		    "choose another path");
	err = check_dirs(w);
	if (err)
		return refuse(new, cx_file_error(err));
	if (fstatat(w->s->vault->fd, w->new.s, &st, AT_SYMLINK_NOFOLLOW) == 0)
		return refuse(new, "is there already; choose another path");
	if (errno == ENOENT)
		return true;
	return refuse(new, cx_file_error(errno));
}

static bool
find_new(struct world *w, const char *new, enum cx_operand_by by)
{
	bool folder = !cx_is_note(w->old);
	CX_AUTO_BUF b = CX_BUF_INIT, here = CX_BUF_INIT;
	const char *slash = strrchr(new, '/');
	const char *last = slash ? slash + 1 : new;
	bool dir = !*last || strcmp(last, ".") == 0 || strcmp(last, "..") == 0;
	bool ok;

	/* As mv(1): relative to what the old path is relative to. */
	if (by == CX_OPERAND_ROOT || !cx_operand_here(&here, w->s->vault))
		here.len = 0;
	ok = cx_operand_path(&b, w->s->vault, cx_buf_view(&here), cx_str(new));
	path_on_disk(w, &b);
	/* It moves into a folder that is there; else a folder gets that name,
	 * and a note or another file one that does not end in "/". */
	if ((folder && !w->file) || !dir)
		dir = !b.len || (is_dir(w, cx_buf_cstr(&b)) &&
		    (folder || !cx_is_note(cx_buf_view(&b))));
	if (ok && dir) {
		if (b.len)
			cx_buf_char(&b, '/');
		cx_buf_str(&b, cx_last_part(w->old));
	}
	if (!ok)
		refuse(new, "no path in the vault; give it from the vault's "
		    "root on");
	else if (!cx_vault_path_theirs(w->old) ||
	    !cx_vault_path_theirs(cx_buf_view(&b)))
		ok = refuse(new, "one of the paths is below .git or .cortex, "
		    "where no note is moved");
	else if (cx_is_note(cx_buf_view(&b)) == folder)
		ok = refuse(new, folder ? "only a note has a name that ends "
		    "in .md" : "end the new name in .md, or in / for a "
		    "directory");
	if (ok)
		w->new = cx_arena_copy(&w->arena, cx_buf_view(&b));
	return ok && check_new(w, new);
}

bool
operands_find(struct world *w, const char *old, const char *new)
{
	enum cx_operand_by by;

	return find_old(w, old, &by) && find_new(w, new, by);
}

/* --- the plan --- */

/* Notes in which a link changes, or cannot be kept. */
static bool *
mark(struct rewriter *r)
{
	struct world *w = r->w;
	bool *marked = cx_calloc(cx_add(cx_resolver_count(w->before), 1),
	    sizeof *marked);

	for (size_t i = 0; i < w->n; i++) {
		const struct link *l = &w->link[i];

		if (w->s->convert)
			marked[l->source] |= l->kind == SITE_REF;
		else if (!marked[l->source])
			marked[l->source] = (l->anchor ? anchor_decide(w,
			    l->source, l->kind, l->of, l->target, &r->now)
			    : link_decide(w, l->source, l->kind, l->target,
			    &r->now)) != KEEP;
	}
	for (uint32_t i = 0; i < cx_resolver_count(w->before); i++)
		marked[i] |= world_moves(w, i);
	return marked;
}

static void
show(struct cx_buf *diff, const struct file_plan *f, struct cx_str text)
{
	if (f->was.len)
		cx_buf_fmt(diff, "rename from %s\nrename to %s\n", f->was.s,
		    f->path.s);
	cx_splices_diff(diff, &f->splices, text, f->path.s);
}

/* Reads and plans one note; it is in the plan if anything changes. */
static bool
add_note(struct plan *p, struct rewriter *r, uint32_t n, struct cx_buf *text,
    struct cx_buf *diff)
{
	struct world *w = r->w;
	struct cx_str from = cx_resolver_path(w->before, n);
	struct file_plan *f = plan_add(p, cx_resolver_path(w->after, n));
	struct stat st;
	int err;

	if (!cx_str_eq(from, f->path))
		f->was = cx_arena_copy(&p->arena, from);
	if (f->was.len && cx_ignore_path(w->s->ignore, f->path))
		return refuse(f->path.s, "the rules for notes leave this out; "
		    "choose another path");
	text->len = 0;
	err = cx_read_file(w->s->vault->fd, from.s, text, FILE_MAX, &st);
	if (err) {
		cx_error(err == ENOENT ? CX_PARTIAL : CX_FAIL, "%s: %s",
		    from.s, cx_file_error(err));
		return false;
	}
	if (!rewrite(r, f, n, cx_buf_view(text)))
		return false;
	if (f->n && st.st_nlink > 1) {
		cx_error(CX_PARTIAL, "%s: has more than one hard link, which "
		    "replacing it would break; copy it to part them", from.s);
		return false;
	}
	if (f->n || world_moves(w, n))
		show(diff, f, cx_buf_view(text));
	else
		plan_drop(p);
	return true;
}

/* Whether a symbolic link at path still leads where it did after the move, or
 * never led anywhere. now becomes its new path. */
static bool
leads_on(const struct world *w, struct cx_str path, struct cx_str text,
    struct cx_buf *now)
{
	struct cx_rename way = {w->old, w->new, 0};
	const bool moves = cx_rename_path(&way, path, now);
	CX_AUTO_BUF was = CX_BUF_INIT, is = CX_BUF_INIT, to = CX_BUF_INIT;
	struct stat st;

	if (cx_str_starts(text, CX_STR("/")))
		return true;
	if (!cx_link_join(&was, path, text)) /* it leads out of the vault */
		return !moves || cx_str_count(path, '/') ==
		    cx_str_count(cx_buf_view(now), '/');
	(void)cx_rename_path(&way, cx_buf_view(&was), &to);
	return fstatat(w->s->vault->fd, cx_buf_cstr(&was), &st,
		AT_SYMLINK_NOFOLLOW) != 0 ||
	    (cx_link_join(&is, cx_buf_view(now), text) &&
		cx_str_eq(cx_buf_view(&is), cx_buf_view(&to)));
}

/* How many links in a text of a drawing would lead elsewhere. */
static size_t
count_links(const struct world *w, struct cx_str path, struct cx_str text)
{
	CX_AUTO_BUF dest = CX_BUF_INIT;
	struct cx_md m;
	struct cx_md_item it;
	size_t n = 0;

	cx_md_init(&m, text, CX_MD_LINK | CX_MD_INLINE);
	while (cx_md_next(&m, &it)) {
		struct cx_str target = cx_md_item_target(&m, &it);
		struct cx_resolved was, is;

		dest.len = 0;
		if (it.kind == CX_MD_INLINE) {
			(void)cx_md_dest(target, &dest, NULL);
			target = cx_buf_view(&dest);
		}
		if (!target.len)
			continue;
		was = cx_resolve(w->before, path, target);
		is = cx_resolve(w->after, path, target);
		n += was.status == CX_LINK_OK && world_moves(w, was.atom) &&
		    (is.status != CX_LINK_OK || is.atom != was.atom);
	}
	return n;
}

/* Canvases of Obsidian and drawings of Excalidraw are JSON that names files and
 * has links in its texts; they are not changed, but it is said. */
static void
name_drawing(const struct world *w, struct cx_str path)
{
	struct cx_rename way = {w->old, w->new, 0};
	CX_AUTO_JSON json = cx_json_new();
	CX_AUTO_BUF text = CX_BUF_INIT, now = CX_BUF_INIT;
	const struct cx_json *root;
	const char *why = "not JSON";
	int err = cx_read_file(w->s->vault->fd, path.s, &text, FILE_MAX, NULL);
	size_t n = 0;

	root = err ? NULL : cx_json_parse(json, text.s, text.len, &why);
	if (!root) {
		cx_warn("%s: %s; what it links to is not known", path.s,
		    err ? cx_file_error(err) : why);
		return;
	}
	for (const struct cx_json *v = root; v < root + root->span; v++) {
		if (v->type != CX_JSON_STRING)
			continue;
		now.len = 0;
		n += cx_rename_path(&way, cx_json_str(v), &now) ? 1
		    : count_links(w, path, cx_json_str(v));
	}
	if (n)
		cx_warn("%s: %zu %s here %s; change %s by hand", path.s, n,
		    n == 1 ? "link" : "links", n == 1 ? "leads to what moves, "
		    "and stays" : "lead to what moves, and stay",
		    n == 1 ? "it" : "them");
}

static bool
is_drawing(struct cx_str path)
{
	return cx_str_ends(path, CX_STR(".canvas")) ||
	    cx_str_ends(path, CX_STR(".excalidraw"));
}

/* --- tables of contents and settings of other tools --- */

/* Larger ones were not written by a person. */
#define LISTING_MAX ((size_t)1 << 20)

/* toc.yml of DocFX, nav of mkdocs.yml, _toc.yml of Jupyter Book, sidebars.json
 * of Docusaurus, menus of Hugo, _redirects of Netlify. */
static bool
is_listing(const struct world *w, struct cx_str path)
{
	const struct cx_str name = cx_last_part(path);
	const size_t dir = path.len - name.len;

	/* Bookmarks and folders of Obsidian, but not what was open last. */
	if (cx_ignore_path(w->s->ignore, path) &&
	    (!cx_str_eq(cx_strn(path.s, dir), CX_STR(".obsidian/")) ||
	    cx_str_starts(name, CX_STR("workspace"))))
		return false;
	return cx_str_ends(name, CX_STR(".yml")) ||
	    cx_str_ends(name, CX_STR(".yaml")) ||
	    cx_str_ends(name, CX_STR(".toml")) ||
	    cx_str_ends(name, CX_STR(".json")) ||
	    cx_str_is(name, "_redirects");
}

static bool
is_of_name(char c)
{
	return cx_is_alnum(c) || c == '-' || c == '_' ||
	    (unsigned char)c >= 0x80;
}

/* Whether a line has path, from the root or the directory of the file: not as
 * a part of a longer one.  A folder with one part alone needs its slash. */
static bool
has_path(struct cx_str line, struct cx_str path, bool folder)
{
	const bool slash = folder && !cx_str_has(path, CX_STR("/"));

	for (size_t i = 0; i + path.len <= line.len; i++) {
		const char *before = line.s + i;
		const size_t end = i + path.len;
		const char after = end < line.len ? line.s[end] : ' ';

		if (memcmp(before, path.s, path.len) != 0)
			continue;
		/* ./path and /path are the same path. */
		if (before > line.s && before[-1] == '/')
			before--;
		if (before > line.s && before[-1] == '.')
			before--;
		if (before > line.s && (is_of_name(before[-1]) ||
		    before[-1] == '/' || before[-1] == '.'))
			continue;
		if (slash ? after == '/' : !is_of_name(after) &&
		    (after != '.' || end + 1 >= line.len ||
		    !is_of_name(line.s[end + 1])))
			return true;
	}
	return false;
}

static void
name_listing(const struct world *w, struct cx_str path)
{
	const bool folder = cx_str_ends(w->old, CX_STR("/"));
	struct cx_str old = cx_strn(w->old.s, w->old.len - folder), rest, line;
	const size_t dir = path.len - cx_last_part(path).len;
	CX_AUTO_BUF text = CX_BUF_INIT;
	size_t number = 0, first = 0, n = 0;

	if (cx_read_file(w->s->vault->fd, path.s, &text, LISTING_MAX,
	    NULL) != 0)
		return;
	for (rest = cx_buf_view(&text); cx_str_split(&rest, '\n', &line);) {
		bool has = has_path(line, old, folder);

		number++;
		/* Docusaurus leaves out .md. */
		if (!has && !folder && cx_is_note(old))
			has = has_path(line, cx_strn(old.s, old.len - 3), true);
		if (!has && dir && cx_str_starts(old, cx_strn(path.s, dir)))
			has = has_path(line, cx_str_from(old, dir), folder);
		if (has && n++ == 0)
			first = number;
	}
	if (n == 1)
		cx_warn("%s:%zu: this line names what moves, and stays; change "
		    "it by hand", path.s, first);
	else if (n)
		cx_warn("%s:%zu: this and %zu more %s name what moves, and "
		    "stay; change them by hand", path.s, first, n - 1,
		    n == 2 ? "line" : "lines");
}

/* Symbolic links stay as they are, as mv(1) and git-mv(1) leave them; those
 * that lead elsewhere then are named.  So are drawings, and lists of pages. */
static void
name_others(const struct world *w)
{
	CX_AUTO_BUF text = CX_BUF_INIT, now = CX_BUF_INIT;
	struct cx_names names;

	cx_names_open(&names, w->s->vault->path);
	while (cx_names_next(&names)) {
		const char *file = names.path.s, *path = file + names.root;
		const size_t most = PATH_MAX;
		ssize_t n;

		if (names.error)
			continue;
		if (S_ISREG(names.type) && is_drawing(cx_str(path)))
			name_drawing(w, cx_str(path));
		if (S_ISREG(names.type) && is_listing(w, cx_str(path)))
			name_listing(w, cx_str(path));
		if (!S_ISLNK(names.type))
			continue;
		text.len = now.len = 0;
		n = readlink(file, cx_buf_room(&text, most), most);
		if (n > 0 && (size_t)n < most && !leads_on(w, cx_str(path),
		    cx_strn(text.s, (size_t)n), &now))
			cx_warn("%s: this symbolic link to %.*s stays as it "
			    "is, and leads elsewhere after the move",
			    cx_buf_cstr(&now), (int)n, text.s);
	}
	cx_names_close(&names);
}

bool
plan_build(struct plan *p, struct rewriter *r, const struct cx_map *only,
    struct cx_buf *diff)
{
	struct world *w = r->w;
	CX_AUTO_BUF text = CX_BUF_INIT;
	bool *marked, ok = true;

	if ((w->new.len || w->heading) && w->moved == NO_ATOM &&
	    !world_folder(w)) {
		cx_error(CX_PARTIAL, "%s: no such note in this vault",
		    w->heading ? w->heading->path.s : w->old.s);
		return false;
	}
	p->alone = w->file;
	p->old = w->old;
	p->new = w->new;
	marked = mark(r);
	for (uint32_t i = 0; i < cx_resolver_count(w->before); i++)
		if (marked[i] && (!only || cx_map_get(only,
		    cx_resolver_path(w->before, i)) != CX_MAP_NONE))
			ok &= add_note(p, r, i, &text, diff);
	free(marked);
	if (ok && w->new.len)
		name_others(w);
	if (ok && w->unclear)
		cx_warn("links that are no more than '%.*s' stay as they are: "
		    "several files have this name",
		    (int)cx_last_part(w->old).len, cx_last_part(w->old).s);
	return ok;
}
