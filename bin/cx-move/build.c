/* From the command line and the vault to a plan. */
#include "move.h"

#include "lib/base/utf8.h"
#include "lib/link/operand.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

/* --- OLD and NEW --- */

static bool
find_old(struct world *w, const char *old, enum cx_operand_by *by)
{
	struct cx_operand o = {.word = cx_str(old)};
	bool ok = cx_operands_find(&o, 1, w->s->vault, w->s->config,
	    &w->arena);

	w->old = o.path;
	*by = o.by;
	return ok;
}

static bool
bad_new(const char *new, const char *why)
{
	cx_error(CX_PARTIAL, "%s: %s", new, why);
	return false;
}

/* Names that a file can have, but no link and no terminal. */
static bool
is_plain(struct cx_str s)
{
	for (size_t i = 0; i < s.len; i++)
		if ((unsigned char)s.s[i] < ' ' || s.s[i] == 0x7f)
			return false;
	return cx_utf8_invalid(s) == s.len;
}

/* What there is of the directories must be that, and no way out. */
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
		return bad_new(new, "that is where it is");
	if (!is_plain(w->new))
		return bad_new(new, "control bytes or no UTF-8 in the name; "
		    "choose another one");
	while (cx_str_split(&rest, '/', &part))
		if (!cx_str_eq(cx_str_trim(part), part) || part.len > 255)
			return bad_new(new, "a name that begins or ends in a "
			    "blank or is longer than 255 bytes; choose "
			    "another one");
	if (cx_ignore_path(w->s->ignore, w->new))
		return bad_new(new, "the rules for notes leave this out; "
		    "choose another path");
	err = check_dirs(w);
	if (err)
		return bad_new(new, cx_file_error(err));
	if (fstatat(w->s->vault->fd, w->new.s, &st, AT_SYMLINK_NOFOLLOW) == 0)
		return bad_new(new, "is there already; choose another path");
	if (errno == ENOENT)
		return true;
	return bad_new(new, cx_file_error(errno));
}

static bool
find_new(struct world *w, const char *new, enum cx_operand_by by)
{
	CX_AUTO_BUF b = CX_BUF_INIT;
	struct cx_buf here = CX_BUF_INIT;
	const char *slash = strrchr(new, '/');
	const char *last = slash ? slash + 1 : new;
	bool dir = !*last || strcmp(last, ".") == 0 || strcmp(last, "..") == 0;
	size_t at = w->old.len;
	bool ok;

	/* As mv(1), from where the old path was given from. */
	if (by == CX_OPERAND_ROOT || !cx_operand_here(&here, w->s->vault))
		here.len = 0;
	ok = cx_operand_path(&b, w->s->vault, cx_buf_view(&here), cx_str(new));
	cx_buf_release(&here);
	if (ok && dir) {
		while (at && w->old.s[at - 1] != '/')
			at--;
		if (b.len)
			cx_buf_char(&b, '/');
		cx_buf_str(&b, cx_str_from(w->old, at));
	}
	if (!ok)
		bad_new(new, "no path in the vault; give it from the vault's "
		    "root on");
	else if (!is_note(cx_buf_view(&b)))
		ok = bad_new(new, "end the new name in .md, or in / for a "
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
	if (w->moved != NO_ATOM)
		marked[w->moved] = true;
	return marked;
}

static void
show(struct cx_buf *diff, const struct world *w, const struct file_plan *f,
    bool moved, struct cx_str text)
{
	if (moved)
		cx_buf_fmt(diff, "rename from %s\nrename to %s\n", w->old.s,
		    w->new.s);
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
	if (f->n || n == w->moved)
		show(diff, w, f, n == w->moved && w->new.len,
		    cx_buf_view(text));
	else
		plan_drop(p);
	return true;
}

bool
plan_build(struct plan *p, struct rewriter *r, const struct cx_map *only,
    struct cx_buf *diff)
{
	struct world *w = r->w;
	CX_AUTO_BUF text = CX_BUF_INIT;
	bool *marked, ok = true;

	if ((w->new.len || w->heading) && w->moved == NO_ATOM) {
		cx_error(CX_PARTIAL, "%s: no such note in this vault",
		    w->heading ? w->heading->path.s : w->old.s);
		return false;
	}
	p->old = w->old;
	p->new = w->new;
	marked = mark(r);
	for (uint32_t i = 0; i < cx_resolver_count(w->before); i++)
		if (marked[i] && (!only || cx_map_get(only,
		    cx_resolver_path(w->before, i)) != CX_MAP_NONE))
			ok &= add_note(p, r, i, &text, diff);
	free(marked);
	return ok;
}
