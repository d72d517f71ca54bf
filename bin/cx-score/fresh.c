#include "bin/cx-score/fresh-impl.h"
#include "lib/file/vault.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

bool
fresh_parse(struct settings *s, struct cx_str words)
{
	struct cx_str word;

	while (cx_str_split(&words, ',', &word)) {
		if (cx_str_is(word, "no"))
			s->fresh = FRESH_NO;
		else if (cx_str_is(word, "fast"))
			s->fresh = FRESH_FAST;
		else if (cx_str_is(word, "full"))
			s->fresh = FRESH_FULL;
		else if (cx_str_is(word, "require"))
			s->fresh_require = true;
		else if (cx_str_is(word, "quiet"))
			s->fresh_quiet = true;
		else
			return false;
	}
	return true;
}

/* The end, under `require`.  Of several queries those before are printed. */
static void
end_stale(const struct fresh *f, const char *text)
{
	if (!f->s->fresh_quiet)
		cx_die(CX_STALE, "%s", text);
	cx_raise(CX_STALE);
	exit(cx_finish());
}

static void
tell(struct fresh *f, bool end)
{
	struct cx_buf text = CX_BUF_INIT;

	cx_buf_puts(&text, "the index is behind: ");
	cx_buf_str(&text, cx_buf_view(&f->behind));
	cx_buf_puts(&text, "; bring it up to date with: cx rebuild");
	if (end)
		end_stale(f, cx_buf_cstr(&text));
	else if (!f->s->fresh_quiet)
		cx_note("%s", cx_buf_cstr(&text));
	cx_buf_release(&text);
}

void
fresh_behind(struct fresh *f, struct cx_str path, const char *what)
{
	if (f->behind.len)
		return;
	cx_buf_str(&f->behind, path.len ? path : CX_STR("."));
	cx_buf_fmt(&f->behind, " %s", what);
	if (f->s->fresh_require)
		tell(f, true);
}

void
fresh_damaged(const struct fresh *f)
{
	cx_die(CX_FAIL, "%s/%s: damaged; run cx rebuild --full", f->s->index,
	    CX_STAT_FILE);
}

bool
fresh_find(struct fresh *f, struct cx_str lines, struct cx_str path)
{
	int found = cx_stats_find(lines, path, &f->entry);

	if (found < 0)
		fresh_damaged(f);
	return found > 0;
}

bool
fresh_next(struct fresh *f, struct cx_str *lines)
{
	int more = cx_stats_next(lines, &f->entry);

	if (more < 0)
		fresh_damaged(f);
	return more > 0;
}

/* --- for set.c --- */

struct fresh *
fresh_open(const struct settings *s, const struct cx_search *set)
{
	struct fresh *f = cx_calloc(1, sizeof *f);
	const char *why = "it has no stat cache, which cx rebuild "
	    "writes";
	int fd = cx_search_note(set);

	f->s = s;
	f->vault = -1;
	if (s->fresh == FRESH_NO)
		return f;
	f->known = fd >= 0 && cx_stats_map(&f->stats, fd, &why);
	if (f->known && !fresh_find_vault(f)) {
		why = "its vault is not found; give -C";
		f->known = false;
	}
	if (!f->known && s->fresh_require) {
		cx_buf_fmt(&f->behind, "--fresh=require: cannot tell whether "
		    "the index is behind: %s", why);
		end_stale(f, cx_buf_cstr(&f->behind));
	}
	if (f->known)
		fresh_at_rules(f);
	if (f->known && s->fresh == FRESH_FULL) {
		fresh_at_all(f);
	} else if (f->known) {
		fresh_at_known(f);
		fresh_at_dirs(f);
	}
	return f;
}

/* Whether the directory of a path is one, and not behind a symlink. */
static bool
dir_is(struct fresh *f, struct cx_str path)
{
	struct cx_buf dir = CX_BUF_INIT;
	uint32_t n;
	int fd;

	while (path.len && path.s[path.len - 1] != '/')
		path.len--;
	if (path.len == 0)
		return true;
	path.len--;
	n = cx_map_get(&f->dirs, path);
	if (n != CX_MAP_NONE)
		return f->dir_is[n];
	n = cx_map_put(&f->dirs, cx_arena_copy(&f->names, path));
	CX_GROW(f->dir_is, n, f->dirs_cap);
	cx_buf_str(&dir, path);
	fd = cx_vault_open(f->vault, cx_buf_cstr(&dir),
	    O_RDONLY | O_DIRECTORY);
	f->dir_is[n] = fd >= 0 || errno == EACCES;
	if (fd >= 0)
		close(fd);
	cx_buf_release(&dir);
	return f->dir_is[n];
}

enum fresh_state
fresh_look(struct fresh *f, struct cx_str path)
{
	enum fresh_state state = FRESH_SAME;
	struct cx_buf name = CX_BUF_INIT;
	struct cx_stat now;
	struct stat st;
	int error;

	if (!f || !f->known)
		return FRESH_SAME;
	cx_buf_str(&name, path);
	error = fstatat(f->vault, cx_buf_cstr(&name), &st,
	    AT_SYMLINK_NOFOLLOW) == 0 ? 0 : errno;
	if (error == ENOENT || error == ENOTDIR ||
	    (!error && !S_ISREG(st.st_mode)) || !dir_is(f, path)) {
		fresh_behind(f, path, "has gone");
		state = FRESH_GONE;
	} else {
		now = error ? (struct cx_stat){0} : cx_stat_of(&st);
		if (!fresh_find(f, f->stats.files, path) ||
		    !cx_stat_same(&now, &f->entry.st) ||
		    cx_stats_racy(&f->stats, &now)) {
			fresh_behind(f, path, "has changed");
			state = FRESH_CHANGED;
		}
	}
	cx_buf_release(&name);
	return state;
}

void
fresh_close(struct fresh *f)
{
	if (!f)
		return;
	if (f->behind.len)
		tell(f, false);
	if (f->vault >= 0)
		close(f->vault); /* only read */
	cx_ignore_free(f->ignore);
	cx_stats_unmap(&f->stats);
	cx_stat_entry_release(&f->entry);
	cx_map_release(&f->dirs);
	cx_arena_release(&f->names);
	cx_buf_release(&f->behind);
	free(f->dir_is);
	free(f);
}
