/* Compares directories and files with the stat cache. */
#include "lib/index/fresh.h"

#include "lib/base/map.h"
#include "lib/base/platform.h"
#include "lib/base/utf8.h"
#include "lib/config/config.h"
#include "lib/file/ignore.h"
#include "lib/file/vault.h"
#include "lib/file/walk.h"
#include "lib/index/gen.h"
#include "lib/index/statcache.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

/* So many directories fast looks at, so many files in those that have
 * changed, and all files where there are not more: 1 or 2 ms. */
#define DIRS_MAX 256
#define FILES_MAX 1000

struct cx_fresh {
	const struct cx_fresh_ask *ask;
	bool known; /* there is a cache, and a vault to compare it with */
	const char *why; /* it is not */
	struct cx_stats stats;
	struct cx_stat_entry entry;
	int vault;
	struct cx_ignore *ignore; /* once it is needed */
	struct cx_buf path, what; /* the first difference */
	size_t files;		  /* looked at so far */
	struct cx_map dirs;	  /* of results, "" among them */
	bool *dir_is;		  /* by number: a directory of the vault */
	size_t dirs_cap;
	struct cx_arena names;
};

static void damaged(const struct cx_fresh *f) CX_NORETURN;
static void
damaged(const struct cx_fresh *f)
{
	cx_die(CX_FAIL, "%s/" CX_GENERATIONS "/current/" CX_STAT_FILE ": "
	    "damaged; run cx rebuild --full", f->ask->index);
}

/* The entry of a path, or the next one, into f->entry. */
static bool
find(struct cx_fresh *f, struct cx_str lines, struct cx_str path)
{
	int found = cx_stats_find(lines, path, &f->entry);

	if (found < 0)
		damaged(f);
	return found > 0;
}

static bool
next(struct cx_fresh *f, struct cx_str *lines)
{
	int more = cx_stats_next(lines, &f->entry);

	if (more < 0)
		damaged(f);
	return more > 0;
}

static bool
next_path(struct cx_fresh *f, struct cx_str *lines)
{
	int more = cx_stats_next_path(lines, &f->entry);

	if (more < 0)
		damaged(f);
	return more > 0;
}

/* The index is behind because of a path; the first cause is kept. */
static void
behind(struct cx_fresh *f, struct cx_str path, const char *what)
{
	if (f->what.len)
		return;
	cx_buf_str(&f->path, path.len ? path : CX_STR("."));
	cx_buf_puts(&f->what, what);
}

/* --- which directory the index is of --- */

/* Whether dir is the directory that was scanned. */
static bool
try_scanned(struct cx_fresh *f, const char *dir)
{
	struct stat st;
	int fd;

	if (!dir || !*dir)
		return false;
	fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		return false;
	if (find(f, f->stats.dirs, CX_STR("")) && fstat(fd, &st) == 0 &&
	    (uint64_t)st.st_ino == f->entry.st.ino) {
		f->vault = fd;
		return true;
	}
	close(fd);
	return false;
}

/* A vault that was copied with its index is another directory. */
static bool
try_copy(struct cx_fresh *f, const char *dir)
{
	int fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (fd < 0)
		return false;
	if (faccessat(fd, ".cortex", F_OK, 0) == 0 ||
	    faccessat(fd, "cortex.toml", F_OK, 0) == 0) {
		f->vault = fd;
		return true;
	}
	close(fd);
	return false;
}

/* -C, else where the index lies, else what else is known, if it is the
 * directory that was scanned. */
static bool
find_vault(struct cx_fresh *f)
{
	const struct cx_fresh_ask *s = f->ask;
	struct cx_str index = cx_str(s->index);
	CX_AUTO_BUF beside = CX_BUF_INIT, up = CX_BUF_INIT;
	size_t end = index.len;

	if (s->vault) {
		f->vault = open(s->vault, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
		if (f->vault < 0)
			cx_vault_die(CX_VAULT_OPTION, s->vault);
		return true;
	}
	while (end > 1 && index.s[end - 1] == '/')
		end--;
	while (end > 0 && index.s[end - 1] != '/')
		end--;
	cx_buf_add(&beside, index.s, end);
	if (end == 0)
		cx_buf_char(&beside, '.');
	cx_buf_fmt(&up, "%s/..", s->index);
	return try_scanned(f, cx_buf_cstr(&beside)) ||
	    try_scanned(f, cx_buf_cstr(&up)) ||
	    try_scanned(f, getenv("CORTEX_VAULT")) ||
	    try_scanned(f, cx_config_vault(s->config)) ||
	    try_copy(f, beside.s) || try_copy(f, up.s);
}

/* --- directories --- */

static void
at_rules(struct cx_fresh *f)
{
	struct cx_str rest = f->stats.rules;

	for (int i = 0; i < CX_STAT_RULES; i++) {
		struct cx_stat now = cx_stat_of_rule(f->vault, i);

		if (!next(f, &rest) ||
		    !cx_stat_same(&now, &f->entry.st) ||
		    cx_stats_racy(&f->stats, &now))
			behind(f, cx_str(cx_stat_rule_files[i]),
			    "has changed");
	}
}

/* Whether the file of an entry is that of f->entry. */
static void
look_at_file(struct cx_fresh *f, const struct cx_walk_entry *e)
{
	struct cx_stat now;
	struct stat st;

	if (fstatat(e->dir->fd, e->name, &st, AT_SYMLINK_NOFOLLOW) != 0)
		return; /* deleted since the walk, or just after it */
	now = cx_stat_of(&st);
	if (!cx_stat_same(&now, &f->entry.st) ||
	    cx_stats_racy(&f->stats, &now))
		behind(f, e->path, "has changed");
}

/* Whether a file that is not in the cache is a note.  Of one that cannot be
 * read, or named in a record, every scan says so, and none has a record. */
static bool
is_new(const struct cx_walk_entry *e)
{
	int fd;

	if (cx_utf8_invalid(e->path) < e->path.len)
		return false;
	fd = openat(e->dir->fd, e->name,
	    O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	if (fd >= 0)
		close(fd);
	return fd >= 0 || errno != EACCES;
}

static struct cx_ignore *
rules(struct cx_fresh *f)
{
	if (!f->ignore)
		f->ignore = cx_ignore_load(f->ask->config, f->vault);
	return f->ignore;
}

/* Whether there are atoms in a directory that is not in the cache. */
static bool
has_atoms(struct cx_fresh *f, struct cx_str path)
{
	CX_AUTO_BUF name = CX_BUF_INIT;
	struct cx_walk_entry e;
	struct cx_walk *w;
	bool found = true; /* or cannot be read */
	int fd;

	cx_buf_add(&name, path.s, path.len - 1);
	fd = cx_vault_open(f->vault, cx_buf_cstr(&name),
	    O_RDONLY | O_DIRECTORY);
	if (fd >= 0) {
		w = cx_walk_open_at(fd, path, rules(f), 0);
		found = false;
		while (!found && cx_walk_next(w, &e)) {
			found = e.kind != CX_WALK_FILE || is_new(&e);
			if (e.kind == CX_WALK_FILE)
				cx_dir_drop(e.dir);
		}
		cx_walk_close(w);
		close(fd);
	}
	return found;
}

/*
 * The times of a directory also change when an editor puts a file of its own
 * there for a while.  So the names are compared, and the files, since most
 * editors replace what they save.
 */
static void
compare(struct cx_fresh *f, struct cx_str path, int fd, size_t entries)
{
	struct cx_walk *w = cx_walk_open_at(fd, path, rules(f),
	    CX_WALK_SHALLOW);
	struct cx_walk_entry e;
	size_t n = 0;

	for (; !f->what.len && cx_walk_next(w, &e); n++) {
		switch (e.kind) {
		case CX_WALK_FILE:
			if (f->files++ == FILES_MAX)
				behind(f, path, "has changed");
			else if (find(f, f->stats.files, e.path))
				look_at_file(f, &e);
			else if (is_new(&e))
				behind(f, e.path, "is new");
			cx_dir_drop(e.dir);
			break;
		case CX_WALK_DIRECTORY:
			if (find(f, f->stats.dirs, e.path))
				break;
			if (has_atoms(f, e.path))
				behind(f, e.path, "is new");
			n--;
			break;
		default:
			behind(f, path, "cannot be read");
		}
	}
	if (!f->what.len && n != entries)
		behind(f, path, "has lost files");
	cx_walk_close(w);
}

/* A directory of the cache; path may be the vault itself. */
static void
look_at_dir(struct cx_fresh *f, const struct cx_stat_entry *d)
{
	CX_AUTO_BUF path = CX_BUF_INIT, name = CX_BUF_INIT;
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
		behind(f, cx_buf_view(&path), "has gone");
	} else {
		now = cx_stat_of_dir(&st, d->st.size);
		if (!cx_stat_same(&now, &d->st) ||
		    cx_stats_racy(&f->stats, &now)) {
			fd = name.len ? cx_vault_open(f->vault, name.s,
			    O_RDONLY | O_DIRECTORY) : dup(f->vault);
			if (fd < 0)
				behind(f, d->path, "has changed");
			else
				compare(f, cx_buf_view(&path), fd,
				    d->st.size);
			if (fd >= 0)
				close(fd);
		}
	}
}

/* At most DIRS_MAX of them, evenly from all. */
static void
at_dirs(struct cx_fresh *f)
{
	struct cx_str rest = f->stats.dirs, line;
	size_t n = 0, share = 0;

	while (cx_str_split(&rest, '\n', &line))
		n++;
	rest = f->stats.dirs;
	while (!f->what.len && rest.len) {
		struct cx_str from = rest;
		struct cx_stat_entry d = {.st = {0}};

		cx_str_split(&rest, '\n', &line);
		share += DIRS_MAX;
		/* The first one is the vault itself. */
		if (share < n && from.s != f->stats.dirs.s)
			continue;
		share = share > n ? share - n : 0;
		if (cx_stats_next(&from, &d) != 1)
			damaged(f);
		look_at_dir(f, &d);
		cx_stat_entry_release(&d);
	}
}

/* --- files --- */

/* Those of the cache; in a small vault that costs less than a word. */
static void
at_known(struct cx_fresh *f)
{
	struct cx_str rest = f->stats.files, line;
	CX_AUTO_BUF name = CX_BUF_INIT;
	size_t n = 0;

	while (n <= FILES_MAX && cx_str_split(&rest, '\n', &line))
		n++;
	if (n > FILES_MAX)
		return;
	rest = f->stats.files;
	while (!f->what.len && next(f, &rest)) {
		struct cx_stat now = {0};
		struct stat st;

		name.len = 0;
		cx_buf_str(&name, f->entry.path);
		if (fstatat(f->vault, cx_buf_cstr(&name), &st,
			AT_SYMLINK_NOFOLLOW) == 0)
			now = cx_stat_of(&st);
		if (!cx_stat_same(&now, &f->entry.st) ||
		    cx_stats_racy(&f->stats, &now))
			behind(f, cx_buf_view(&name),
			    now.ino ? "has changed" : "has gone");
	}
}

/* --- all files --- */

/* Two threads share the files, in parts of the cache of so many bytes: 600
 * files or so. */
#define PART ((size_t)64 << 10)

struct looker {
	const struct cx_fresh *f;
	atomic_size_t *part; /* the next one that nobody has */
	struct cx_buf path; /* the first that has changed; empty: none */
	bool damaged;
};

/* The start of the first line that starts at a byte, or after it. */
static size_t
line_from(struct cx_str lines, size_t at)
{
	const char *end;

	if (at == 0 || at >= lines.len)
		return at == 0 ? 0 : lines.len;
	end = memchr(lines.s + at - 1, '\n', lines.len - at + 1);
	return end ? (size_t)(end - lines.s) + 1 : lines.len;
}

/* Whether the file of an entry is another; one that has gone is missed where
 * names are compared. */
static bool
has_changed(const struct cx_fresh *f, const struct cx_stat_entry *e,
    struct cx_buf *name)
{
	struct cx_stat now;
	struct stat st;

	name->len = 0;
	cx_buf_str(name, e->path);
	if (fstatat(f->vault, cx_buf_cstr(name), &st, AT_SYMLINK_NOFOLLOW) != 0)
		return false;
	now = cx_stat_of(&st);
	return !cx_stat_same(&now, &e->st) || cx_stats_racy(&f->stats, &now);
}

/* Parts are taken in order, so a thread's first find is its least, and it need
 * not look further. */
static void *
look_at_parts(void *arg)
{
	struct looker *l = arg;
	struct cx_str all = l->f->stats.files;
	struct cx_stat_entry e = {.st = {0}};
	CX_AUTO_BUF name = CX_BUF_INIT;
	size_t part, parts = (all.len + PART - 1) / PART;
	int got = 1;

	while (!l->path.len && got >= 0 &&
	    (part = atomic_fetch_add(l->part, 1)) < parts) {
		size_t from = line_from(all, part * PART);
		struct cx_str rest = cx_strn(all.s + from,
		    line_from(all, (part + 1) * PART) - from);

		while (!l->path.len && (got = cx_stats_next(&rest, &e)) > 0) {
			if (has_changed(l->f, &e, &name))
				cx_buf_str(&l->path, e.path);
		}
	}
	if (l->path.len)
		atomic_store(l->part, parts);
	l->damaged = got < 0;
	cx_stat_entry_release(&e);
	return NULL;
}

/* The causes of the first path, whoever found it, are the same each time. */
static void
take(struct cx_fresh *f, struct looker *l)
{
	if (l->damaged)
		damaged(f);
	if (l->path.len && (!f->what.len || cx_str_cmp(cx_buf_view(&l->path),
	    cx_buf_view(&f->path)) < 0)) {
		f->path.len = f->what.len = 0;
		behind(f, cx_buf_view(&l->path), "has changed");
	}
	cx_buf_release(&l->path);
}

/* Files that are there and in the cache are looked at by others. */
static void
compare_names(struct cx_fresh *f)
{
	struct cx_walk *w = cx_walk_open_at(f->vault, CX_STR(""), rules(f), 0);
	struct cx_str rest = f->stats.files;
	bool more = next_path(f, &rest);
	struct cx_walk_entry e;
	int c;

	while (!f->what.len && cx_walk_next(w, &e)) {
		if (e.kind != CX_WALK_FILE)
			continue; /* that has no atoms, now and then */
		c = more ? cx_str_cmp(f->entry.path, e.path) : 1;
		if (c < 0) {
			behind(f, f->entry.path, "has gone");
		} else if (c == 0) {
			more = next_path(f, &rest);
		} else if (is_new(&e)) {
			behind(f, e.path, "is new");
		}
		cx_dir_drop(e.dir);
	}
	if (!f->what.len && more)
		behind(f, f->entry.path, "has gone");
	cx_walk_close(w);
}

/*
 * Whether all names must be those of the cache, since each directory is as it
 * was: to list them takes a third of the time.  A file without a line in the
 * cache, which could not be read, may be readable now, and changes no
 * directory; so there must be none: what came out of all directories is files
 * and directories of the cache, the vault itself being one more.
 */
static bool
names_hold(struct cx_fresh *f)
{
	struct cx_str files = f->stats.files, rest = f->stats.dirs;
	CX_AUTO_BUF name = CX_BUF_INIT;
	size_t known = 0, entries = 1;
	struct stat root, st;

	if (!cx_dirs_tell(f->vault) || fstat(f->vault, &root) != 0)
		return false;
	while (next(f, &rest)) {
		struct cx_str path = f->entry.path;
		struct cx_stat now;

		name.len = 0;
		if (path.len)
			cx_buf_add(&name, path.s, path.len - 1);
		else
			cx_buf_char(&name, '.');
		if (fstatat(f->vault, cx_buf_cstr(&name), &st,
			AT_SYMLINK_NOFOLLOW) != 0)
			return false;
		now = cx_stat_of_dir(&st, f->entry.st.size);
		/* What is mounted there has a file system of its own. */
		if (st.st_dev != root.st_dev ||
		    !cx_stat_same(&now, &f->entry.st) ||
		    cx_stats_racy(&f->stats, &now))
			return false;
		known++;
		entries += f->entry.st.size;
	}
	for (size_t i = 0; i < files.len; i++)
		known += files.s[i] == '\n';
	return known == entries;
}

static void
at_all(struct cx_fresh *f)
{
	atomic_size_t part = 0;
	struct looker own = {.f = f, .part = &part}, other = own;
	char digest[CX_DIGEST_HEX + 1];
	pthread_t thread;
	bool threaded;

	cx_stat_rules(f->ask->config, f->vault, digest);
	/* A new HEAD is for cx rebuild to see: git would take longer than
	 * the answer. */
	if (!cx_stat_rules_same(f->stats.digest, cx_str(digest)))
		behind(f, CX_STR("the configuration"),
		    "(-c) or version is not that of the index");
	if (f->what.len)
		return;
	threaded = f->stats.files.len > PART &&
	    pthread_create(&thread, NULL, look_at_parts, &other) == 0;
	if (!names_hold(f))
		compare_names(f);
	look_at_parts(&own);
	if (threaded)
		pthread_join(thread, NULL);
	take(f, &own);
	take(f, &other);
}

/* --- the answer --- */

enum cx_fresh_depth
cx_fresh_depth(const char *how, const struct cx_config *config)
{
	struct cx_str said = how ? cx_str(how)
				 : cx_config_str(config, "search", "fresh");

	if (cx_str_is(said, "no"))
		return CX_FRESH_NO;
	if (cx_str_is(said, "fast"))
		return CX_FRESH_FAST;
	if (!cx_str_is(said, "full"))
		cx_die(CX_USAGE, "%s: '%.*s' must be one of full, fast and no",
		    how ? "--fresh" : "[search] fresh", (int)said.len,
		    said.s);
	return CX_FRESH_FULL;
}

struct cx_fresh *
cx_fresh_open(const struct cx_fresh_ask *ask, int stat)
{
	struct cx_fresh *f = cx_calloc(1, sizeof *f);

	f->ask = ask;
	f->vault = -1;
	if (ask->depth == CX_FRESH_NO)
		return f;
	f->why = "it has no stat cache, which cx rebuild writes";
	f->known = stat >= 0 && cx_stats_map(&f->stats, stat, &f->why);
	if (f->known && !find_vault(f)) {
		f->why = "its vault is not found; give -C";
		f->known = false;
	}
	if (!f->known)
		return f;
	f->why = NULL;
	at_rules(f);
	if (ask->depth == CX_FRESH_FULL) {
		at_all(f);
	} else {
		at_known(f);
		at_dirs(f);
	}
	return f;
}

const char *
cx_fresh_unknown(const struct cx_fresh *f)
{
	return f->why;
}

bool
cx_fresh_behind(const struct cx_fresh *f, struct cx_str *path,
    struct cx_str *what)
{
	*path = cx_buf_view(&f->path);
	*what = cx_buf_view(&f->what);
	return f->what.len > 0;
}

/* Whether the directory of a path is one, and not behind a symlink. */
static bool
dir_is(struct cx_fresh *f, struct cx_str path)
{
	CX_AUTO_BUF dir = CX_BUF_INIT;
	uint32_t known = f->dirs.n, n;
	int fd;

	path = cx_dir_part(path);
	if (path.len == 0)
		return true;
	n = cx_map_intern(&f->dirs, &f->names, path);
	if (n < known)
		return f->dir_is[n];
	CX_GROW(f->dir_is, n, f->dirs_cap);
	cx_buf_str(&dir, path);
	fd = cx_vault_open(f->vault, cx_buf_cstr(&dir),
	    O_RDONLY | O_DIRECTORY);
	f->dir_is[n] = fd >= 0 || errno == EACCES;
	if (fd >= 0)
		close(fd);
	return f->dir_is[n];
}

enum cx_fresh_state
cx_fresh_look(struct cx_fresh *f, struct cx_str path)
{
	enum cx_fresh_state state = CX_FRESH_SAME;
	CX_AUTO_BUF name = CX_BUF_INIT;
	struct cx_stat now;
	struct stat st;
	int error;

	if (!f || !f->known)
		return CX_FRESH_SAME;
	cx_buf_str(&name, path);
	error = fstatat(f->vault, cx_buf_cstr(&name), &st,
	    AT_SYMLINK_NOFOLLOW) == 0 ? 0 : errno;
	if (error == ENOENT || error == ENOTDIR ||
	    (!error && !S_ISREG(st.st_mode)) || !dir_is(f, path)) {
		behind(f, path, "has gone");
		state = CX_FRESH_GONE;
	} else {
		now = error ? (struct cx_stat){0} : cx_stat_of(&st);
		if (!find(f, f->stats.files, path) ||
		    !cx_stat_same(&now, &f->entry.st) ||
		    cx_stats_racy(&f->stats, &now)) {
			behind(f, path, "has changed");
			state = CX_FRESH_CHANGED;
		}
	}
	return state;
}

void
cx_fresh_close(struct cx_fresh *f)
{
	if (!f)
		return;
	if (f->vault >= 0)
		close(f->vault); /* only read */
	cx_ignore_free(f->ignore);
	cx_stats_unmap(&f->stats);
	cx_stat_entry_release(&f->entry);
	cx_map_release(&f->dirs);
	cx_arena_release(&f->names);
	cx_buf_release(&f->path);
	cx_buf_release(&f->what);
	free(f->dir_is);
	free(f);
}
