/* Comparing directories and files with the stat cache. */
#include "bin/cx-score/fresh-impl.h"
#include "lib/file/vault.h"
#include "lib/file/walk.h"

#include <fcntl.h>
#include <unistd.h>

/* So many directories fast looks at, so many files in those that have
 * changed, and all files where there are not more: 1 or 2 ms. */
#define DIRS_MAX 256
#define FILES_MAX 1000

/* --- directories --- */

void
fresh_at_rules(struct fresh *f)
{
	struct cx_str rest = f->stats.rules;

	for (int i = 0; i < CX_STAT_RULES; i++) {
		struct cx_stat now = cx_stat_of_rule(f->vault, i);

		if (!fresh_next(f, &rest) ||
		    !cx_stat_same(&now, &f->entry.st) ||
		    cx_stats_racy(&f->stats, &now))
			fresh_behind(f, cx_str(cx_stat_rule_files[i]),
			    "has changed");
	}
}

/* Whether the file of an entry is that of f->entry. */
static void
look_at_file(struct fresh *f, const struct cx_walk_entry *e)
{
	struct cx_stat now;
	struct stat st;

	if (fstatat(e->dir->fd, e->name, &st, AT_SYMLINK_NOFOLLOW) != 0)
		return; /* gone meanwhile; with no less right, later */
	now = cx_stat_of(&st);
	if (!cx_stat_same(&now, &f->entry.st) ||
	    cx_stats_racy(&f->stats, &now))
		fresh_behind(f, e->path, "has changed");
}

static struct cx_ignore *
rules(struct fresh *f)
{
	if (!f->ignore)
		f->ignore = cx_ignore_load(f->s->config, f->vault);
	return f->ignore;
}

/* Whether there are atoms in a directory that is not in the cache. */
static bool
has_atoms(struct fresh *f, struct cx_str path)
{
	struct cx_buf name = CX_BUF_INIT;
	struct cx_walk_entry e;
	struct cx_walk *w;
	bool found = true; /* or cannot be read */
	int fd;

	cx_buf_add(&name, path.s, path.len - 1);
	fd = cx_vault_open(f->vault, cx_buf_cstr(&name),
	    O_RDONLY | O_DIRECTORY);
	if (fd >= 0) {
		w = cx_walk_open_at(fd, path, rules(f), 0);
		found = cx_walk_next(w, &e);
		if (found && e.kind == CX_WALK_FILE)
			cx_dir_drop(e.dir);
		cx_walk_close(w);
		close(fd);
	}
	cx_buf_release(&name);
	return found;
}

/*
 * The times of a directory also change when an editor puts a file of its own
 * there for a while.  So the names are compared, and the files, since most
 * editors replace what they save.
 */
static void
compare(struct fresh *f, struct cx_str path, int fd, size_t entries)
{
	struct cx_walk *w = cx_walk_open_at(fd, path, rules(f),
	    CX_WALK_SHALLOW);
	struct cx_walk_entry e;
	size_t n = 0;

	for (; !f->behind.len && cx_walk_next(w, &e); n++) {
		switch (e.kind) {
		case CX_WALK_FILE:
			if (f->files++ == FILES_MAX)
				fresh_behind(f, path, "has changed");
			else if (!fresh_find(f, f->stats.files, e.path))
				fresh_behind(f, e.path, "is new");
			else
				look_at_file(f, &e);
			cx_dir_drop(e.dir);
			break;
		case CX_WALK_DIRECTORY:
			if (fresh_find(f, f->stats.dirs, e.path))
				break;
			if (has_atoms(f, e.path))
				fresh_behind(f, e.path, "is new");
			n--;
			break;
		default:
			fresh_behind(f, path, "cannot be read");
		}
	}
	if (!f->behind.len && n != entries)
		fresh_behind(f, path, "has lost files");
	cx_walk_close(w);
}

/* A directory of the cache; path may be the vault itself. */
static void
look_at_dir(struct fresh *f, const struct cx_stat_entry *d)
{
	struct cx_buf path = CX_BUF_INIT, name = CX_BUF_INIT;
	struct stat st;
	struct cx_stat now;
	int fd;

	cx_buf_str(&path, d->path);
	cx_buf_str(&name, d->path);
	if (name.len > 0)
		name.len--; /* with its `/` it would be followed */
	if (name.len == 0 ? fstat(f->vault, &st) != 0 :
	    fstatat(f->vault, cx_buf_cstr(&name), &st,
		AT_SYMLINK_NOFOLLOW) != 0) {
		fresh_behind(f, cx_buf_view(&path), "has gone");
	} else {
		now = cx_stat_of_dir(&st, d->st.size);
		if (!cx_stat_same(&now, &d->st) ||
		    cx_stats_racy(&f->stats, &now)) {
			fd = name.len ? cx_vault_open(f->vault, name.s,
			    O_RDONLY | O_DIRECTORY) : dup(f->vault);
			if (fd < 0)
				fresh_behind(f, d->path, "has changed");
			else
				compare(f, cx_buf_view(&path), fd,
				    d->st.size);
			if (fd >= 0)
				close(fd);
		}
	}
	cx_buf_release(&path);
	cx_buf_release(&name);
}

/* At most DIRS_MAX of them, evenly from all. */
void
fresh_at_dirs(struct fresh *f)
{
	struct cx_str rest = f->stats.dirs, line;
	size_t n = 0, share = 0;

	while (cx_str_split(&rest, '\n', &line))
		n++;
	rest = f->stats.dirs;
	while (!f->behind.len && rest.len) {
		struct cx_str from = rest;
		struct cx_stat_entry d = {.st = {0}};

		cx_str_split(&rest, '\n', &line);
		share += DIRS_MAX;
		/* The first one is the vault itself. */
		if (share < n && from.s != f->stats.dirs.s)
			continue;
		share = share > n ? share - n : 0;
		if (cx_stats_next(&from, &d) != 1)
			fresh_damaged(f);
		look_at_dir(f, &d);
		cx_stat_entry_release(&d);
	}
}

/* --- files --- */

/* Those of the cache; in a small vault that costs less than a word. */
void
fresh_at_known(struct fresh *f)
{
	struct cx_str rest = f->stats.files, line;
	struct cx_buf name = CX_BUF_INIT;
	size_t n = 0;

	while (n <= FILES_MAX && cx_str_split(&rest, '\n', &line))
		n++;
	if (n > FILES_MAX)
		return;
	rest = f->stats.files;
	while (!f->behind.len && fresh_next(f, &rest)) {
		struct cx_stat now = {0};
		struct stat st;

		name.len = 0;
		cx_buf_str(&name, f->entry.path);
		if (fstatat(f->vault, cx_buf_cstr(&name), &st,
			AT_SYMLINK_NOFOLLOW) == 0)
			now = cx_stat_of(&st);
		if (!cx_stat_same(&now, &f->entry.st) ||
		    cx_stats_racy(&f->stats, &now))
			fresh_behind(f, cx_buf_view(&name),
			    now.ino ? "has changed" : "has gone");
	}
	cx_buf_release(&name);
}

void
fresh_at_all(struct fresh *f)
{
	struct cx_walk *w = cx_walk_open_at(f->vault, CX_STR(""), rules(f), 0);
	struct cx_str rest = f->stats.files;
	char digest[CX_DIGEST_HEX + 1];
	struct cx_walk_entry e;
	int c;

	cx_stat_rules(f->s->config, f->vault, digest);
	if (!cx_str_is(f->stats.digest, digest))
		fresh_behind(f, CX_STR("the configuration"),
		    "(-c) or version is not that of the index");
	while (!f->behind.len && cx_walk_next(w, &e)) {
		if (e.kind != CX_WALK_FILE)
			continue; /* that has no atoms, now and then */
		c = fresh_next(f, &rest)
		    ? cx_str_cmp(f->entry.path, e.path)
		    : 1;
		if (c < 0)
			fresh_behind(f, f->entry.path, "has gone");
		else if (c > 0)
			fresh_behind(f, e.path, "is new");
		else
			look_at_file(f, &e);
		cx_dir_drop(e.dir);
	}
	if (!f->behind.len && fresh_next(f, &rest))
		fresh_behind(f, f->entry.path, "has gone");
	cx_walk_close(w);
}
