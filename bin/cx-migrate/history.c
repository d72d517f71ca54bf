/*
 * Finds when files were created and changed from one git log of the whole
 * vault, newest commit first.  A name stands for the file that has it today;
 * before a commit that renamed the file, it had another name.  Only renames
 * without other changes are followed.
 */
#include "migrate.h"

#include "lib/file/git.h"
#include "lib/file/gitdates.h"

#include <stdlib.h>

/*
 * What git says of the work tree, with no filter of the repository's own
 * configuration run, as comparing files would do (gitattributes(5)).  False
 * if it cannot be asked.
 */
static bool
ask_status(const struct cx_vault *v, struct cx_buf *out)
{
	static const char *const list[] = {"config", "--name-only", "-z",
	    "--get-regexp", "^filter\\..*\\.(clean|smudge|process|required)$",
	    NULL};
	static const char *const status[] = {"status", "--porcelain", "-z",
	    "--ignore-submodules=all", "--", ".", NULL};
	CX_AUTO_BUF names = CX_BUF_INIT, b = CX_BUF_INIT;
	CX_AUTO(cx_arena_release) struct cx_arena arena = {0};
	CX_AUTO_FREE const char **args = NULL;
	struct cx_str rest, name;
	size_t n = 0, cap = 0;
	bool ok = cx_git(v->path, NULL, list, false, &names) >= 0;

	rest = cx_buf_view(&names);
	while (ok && cx_str_split(&rest, '\0', &name)) {
		ok = !memchr(name.s, '=', name.len);
		b.len = 0;
		cx_buf_str(&b, name);
		cx_buf_puts(&b, cx_str_ends(name, CX_STR(".required"))
			? "=false" : "=");
		*CX_NEXT(args, n, cap) = "-c";
		CX_GROW(args, n, cap);
		args[n++] = cx_arena_copy(&arena, cx_buf_view(&b)).s;
	}
	for (size_t i = 0; i < sizeof status / sizeof *status; i++) {
		*CX_NEXT(args, n, cap) = status[i];
	}
	ok = ok && cx_git(v->path, NULL, args, false, out) == 0;
	return ok;
}

void
warn_unsafe(const struct cx_vault *v)
{
	CX_AUTO_BUF out = CX_BUF_INIT;

	if (!cx_git_work_tree(v->path))
		cx_warn("the vault is not in git; only cx undo can take this "
		    "back");
	else if (!ask_status(v, &out))
		cx_warn("git status has failed; only cx undo can take this "
		    "back");
	else if (out.len)
		cx_warn("there are changes that are not committed; git cannot "
		    "tell them from these, but cx undo can");
}

static uint32_t
name_of(struct history *h, struct cx_str path)
{
	size_t n = h->names.n;
	uint32_t k = cx_map_put(&h->names, path);

	if (k == n) {
		CX_GROW(h->then, n, h->cap);
		CX_GROW(h->span, n, h->cap_span);
		h->span[k] = (struct history_span){INT64_MAX, INT64_MIN};
		h->then[k] = k;
	}
	return k;
}

static void
touch(struct history *h, struct cx_str path, int64_t day)
{
	uint32_t n = name_of(h, path);
	struct history_span *x = &h->span[h->then[n]];

	if (day < x->first)
		x->first = day;
	if (day > x->last)
		x->last = day;
}

static void
add_change(void *arg, const struct cx_git_change *c)
{
	struct history *h = arg;
	uint32_t n;

	touch(h, c->to.len ? c->to : c->path, c->day);
	if (!c->to.len)
		return;
	/* Before this commit, path was what `to` is. */
	n = name_of(h, c->path);
	h->then[n] = h->then[name_of(h, c->to)];
}

void
history_read(struct history *h, const struct cx_vault *v)
{
	CX_AUTO_BUF head = CX_BUF_INIT;

	if (!cx_git_work_tree(v->path))
		return;
	cx_git_head(v->path, &head);
	if (!cx_git_log(v->path, true, &h->text, add_change, h))
		history_release(h);
	else if (cx_str_ends(cx_buf_view(&head), CX_STR("-shallow")))
		cx_warn("this clone does not have all of its history, so "
		    "notes may be older than `created` says; get it with git "
		    "fetch --unshallow");
}

const struct history_span *
history_get(const struct history *h, struct cx_str path)
{
	uint32_t n = cx_map_get(&h->names, path);

	/* A name that no commit of today's file has is one of the past. */
	if (n == CX_MAP_NONE || h->span[n].first == INT64_MAX)
		return NULL;
	return &h->span[n];
}

void
history_release(struct history *h)
{
	cx_buf_release(&h->text);
	cx_map_release(&h->names);
	free(h->then);
	free(h->span);
	*h = (struct history){0};
}
