/*
 * When files were made and changed, as git knows it: one log of the whole
 * vault, read from now backwards.  A name is the file that has it today; what
 * a commit has renamed, was called otherwise before.
 *
 * Only renames that changed nothing are followed: those are found by comparing
 * object names, without reading any text, so that time is linear and no text
 * is fetched into a partial clone.
 */
#include "migrate.h"

#include "lib/base/date.h"
#include "lib/file/git.h"

#include <errno.h>
#include <stdlib.h>

/* Whether the vault is in a work tree; *shallow: its history is cut short. */
static bool
in_git(const struct cx_vault *v, bool *shallow)
{
	struct cx_str dir = cx_str(v->path);
	struct cx_buf b = CX_BUF_INIT;
	struct stat st;
	bool found = false;

	for (;;) {
		b.len = 0;
		cx_buf_fmt(&b, "%.*s/.git", (int)dir.len, dir.s);
		found = lstat(cx_buf_cstr(&b), &st) == 0;
		if (found || !dir.len)
			break;
		while (dir.len && dir.s[dir.len - 1] != '/')
			dir.len--;
		dir.len -= dir.len > 0;
	}
	cx_buf_puts(&b, "/shallow");
	*shallow = found && lstat(cx_buf_cstr(&b), &st) == 0;
	cx_buf_release(&b);
	return found;
}

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
	struct cx_buf names = CX_BUF_INIT, b = CX_BUF_INIT;
	struct cx_arena arena = {0};
	const char **args = NULL;
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
		CX_GROW(args, n, cap);
		args[n++] = "-c";
		CX_GROW(args, n, cap);
		args[n++] = cx_arena_copy(&arena, cx_buf_view(&b)).s;
	}
	for (size_t i = 0; i < sizeof status / sizeof *status; i++) {
		CX_GROW(args, n, cap);
		args[n++] = status[i];
	}
	ok = ok && cx_git(v->path, NULL, args, false, out) == 0;
	free(args);
	cx_arena_release(&arena);
	cx_buf_release(&names);
	cx_buf_release(&b);
	return ok;
}

void
warn_unsafe(const struct cx_vault *v)
{
	struct cx_buf out = CX_BUF_INIT;
	bool shallow;

	if (!in_git(v, &shallow))
		cx_warn("the vault is not in git; only cx undo can take this "
		    "back");
	else if (!ask_status(v, &out))
		cx_warn("git status has failed; only cx undo can take this "
		    "back");
	else if (out.len)
		cx_warn("there are changes that are not committed; git cannot "
		    "tell them from these, but cx undo can");
	cx_buf_release(&out);
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

static bool
read_day(struct cx_str token, int64_t *day)
{
	char *end;
	long long sec;

	/* Every token is followed by a NUL. */
	errno = 0;
	sec = strtoll(token.s + 1, &end, 10);
	*day = sec / CX_DAY - (sec % CX_DAY < 0);
	return !errno && end == token.s + token.len;
}

/* False when it is not what git prints. */
static bool
parse(struct history *h)
{
	struct cx_str rest = cx_buf_view(&h->text), token, path, to;
	int64_t day = 0;
	uint32_t n;

	if (rest.len && rest.s[rest.len - 1] != '\0')
		return false;
	while (cx_str_split(&rest, '\0', &token)) {
		if (token.len && token.s[0] == '\1') {
			if (!read_day(token, &day))
				return false;
			continue;
		}
		token = cx_str_trim(token);
		if (!token.len)
			continue;
		if (!strchr("ACDMRTUXB", token.s[0]) ||
		    !cx_str_split(&rest, '\0', &path))
			return false;
		if (token.s[0] != 'R' && token.s[0] != 'C') {
			touch(h, path, day);
			continue;
		}
		if (!cx_str_split(&rest, '\0', &to))
			return false;
		touch(h, to, day);
		/* Before this commit, path was what `to` is. */
		n = name_of(h, path);
		h->then[n] = h->then[name_of(h, to)];
	}
	return true;
}

void
history_read(struct history *h, const struct cx_vault *v)
{
	static const char *const args[] = {"-c", "core.quotePath=false", "log",
	    "-z", "--relative", "-M100%", "--no-ext-diff", "--no-textconv",
	    "--ignore-submodules=all", "--no-color", "--name-status",
	    "--format=%x01%at", "--", ".", NULL};
	bool shallow;
	int status;

	if (!in_git(v, &shallow))
		return;
	status = cx_git(v->path, NULL, args, false, &h->text);
	if (status < 0) {
		cx_warn("git: %s; dates come from the files",
		    strerror(errno));
		return;
	}
	if (status > 0 || !parse(h)) {
		cx_warn("git log has failed; dates come from the files");
		history_release(h);
	} else if (shallow) {
		cx_warn("this clone does not have all of its history, so "
		    "notes may be older than `created` says; get it with git "
		    "fetch --unshallow");
	}
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
