/*
 * Scans a vault, or what differs from a stat cache: its entries and those of a
 * walk are in the same order and are merged.  A new cache contains the lines of
 * unchanged files; nothing needs to be written before the first file that has
 * changed.
 */
#include "lib/atom/vaultscan.h"

#include "lib/atom/scan.h"
#include "lib/index/fresh.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct changes {
	const char *file;
	struct cx_stats old;
	struct cx_str rest; /* of the lines of files */
	struct cx_stat_entry next;
	int more;    /* what cx_stats_next said */
	bool writing; /* the new cache has all lines so far */
	bool racy;    /* a directory was */
	bool dated;   /* dates of notes depend on HEAD */
	struct cx_buf dirs;
};

/* What a walk did not look at. */
static void
say_passed_over(const struct cx_walk_counts *counts)
{
	if (counts->symlinks || counts->special)
		cx_note("skipped %llu symlink%s, %llu special file%s",
		    (unsigned long long)counts->symlinks,
		    counts->symlinks == 1 ? "" : "s",
		    (unsigned long long)counts->special,
		    counts->special == 1 ? "" : "s");
}

/* NULL, with a message, when the cache in the file says nothing about this
 * vault as it is configured. */
static struct changes *
changes_open(const char *file, const char *digest, const char *vault)
{
	struct changes *c = cx_calloc(1, sizeof *c);
	char dated[CX_DIGEST_HEX + 1];
	struct cx_buf head = CX_BUF_INIT;
	int fd = open(file, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	const char *why;

	c->file = file;
	if (fd == -1 && errno != ENOENT)
		cx_die(CX_FAIL, "%s: %s", file, strerror(errno));
	if (fd == -1)
		why = "no stat cache";
	else if (cx_stats_map(&c->old, fd, &why)) {
		why = NULL;
		c->dated = !cx_str_is(c->old.digest, digest);
		if (!cx_stat_rules_same(c->old.digest, cx_str(digest)))
			why = "made with another configuration (-c), ignore "
			    "rules or versions";
		else if (c->dated) {
			cx_git_head(vault, &head);
			cx_stat_rules_dated(digest, cx_buf_view(&head), dated);
			cx_buf_release(&head);
			if (!cx_str_is(c->old.digest, dated))
				why = "git has another HEAD, from which notes "
				    "have their dates";
		}
	}
	if (fd != -1)
		close(fd); /* only read */
	if (!why)
		return c;
	cx_note("%s: %s; all files will be read", file, why);
	cx_stats_unmap(&c->old);
	free(c);
	return NULL;
}

/* Do dates of notes that have not changed come from git?  Then the digest
 * that the old cache has. */
static bool
changes_dated(const struct changes *c, char digest[CX_DIGEST_HEX + 1])
{
	if (!c->dated)
		return false;
	memcpy(digest, c->old.digest.s, CX_DIGEST_HEX);
	digest[CX_DIGEST_HEX] = '\0';
	return true;
}

static void
advance(struct changes *c)
{
	c->more = cx_stats_next(&c->rest, &c->next);
	if (c->more < 0)
		cx_die(CX_NO, "%s: damaged; all files will be read",
		    c->file);
}

/* From here on the new cache is written. */
static void
write_from_here(struct changes *c, struct cx_stats_writer *stats)
{
	const char *here = c->more ? c->next.line.s : c->rest.s;

	if (stats && !c->writing)
		cx_stats_add(stats, cx_strn(c->old.files.s,
		    (size_t)(here - c->old.files.s)));
	c->writing = true;
}

static void
pass_gone(struct changes *c, struct cx_scan *p, struct cx_stats_writer *stats)
{
	struct cx_scan_item it = {.path = c->next.path, .gone = true};

	write_from_here(c, stats);
	cx_scan_add(p, &it);
	advance(c);
}

static void
compare_entry(struct changes *c, struct cx_scan *p,
    struct cx_stats_writer *stats, const struct cx_walk_entry *e)
{
	struct cx_scan_item it = cx_scan_entry(e);
	struct cx_stat now = {0};
	struct stat st;

	while (c->more && cx_str_cmp(c->next.path, e->path) < 0)
		pass_gone(c, p, stats);
	/* One that cannot be looked at is read, which tells why. */
	if (!it.error &&
	    fstatat(it.fd, it.name, &st, AT_SYMLINK_NOFOLLOW) == 0)
		now = cx_stat_of(&st);
	if (c->more && cx_str_eq(c->next.path, e->path)) {
		if (cx_stat_same(&now, &c->next.st) &&
		    !cx_stats_racy(&c->old, &now)) {
			it.known = c->next.line;
			if (!c->writing || !stats) {
				advance(c);
				cx_dir_drop(it.dir);
				return;
			}
		} else {
			write_from_here(c, stats);
			it.was = true;
		}
		advance(c);
	} else if (!it.error) {
		write_from_here(c, stats);
	}
	cx_scan_add(p, &it);
}

/* The files that have changed, are new or have gone. */
static void
changes_walk(struct changes *c, struct cx_scan *p, int vault_fd,
    const struct cx_ignore *ignore, struct cx_stats_writer *stats)
{
	struct cx_walk *w = cx_walk_open_at(vault_fd, CX_STR(""), ignore,
	    CX_WALK_DIRS);
	struct cx_walk_entry e;

	c->rest = c->old.files;
	advance(c);
	while (cx_walk_next(w, &e)) {
		if (e.kind == CX_WALK_DIRECTORY) {
			struct cx_stat st = cx_stat_of_dir(e.st, e.entries);

			c->racy = c->racy || cx_stats_racy(&c->old, &st);
			cx_stat_print(&c->dirs, e.path, &st);
		} else {
			compare_entry(c, p, stats, &e);
		}
	}
	while (c->more)
		pass_gone(c, p, stats);
	say_passed_over(cx_walk_counts(w));
	cx_walk_close(w);
}

/* --- one file that is known to have changed --- */

/* The directory of a path, with its `/`; "" for the vault. */
static struct cx_str
dir_of(struct cx_str path)
{
	while (path.len && path.s[path.len - 1] != '/')
		path.len--;
	return path;
}

/* Whether a directory has what it had when the cache was made, and `only`; its
 * new line is appended.  d: its entry. */
static bool
only_is_new(struct changes *c, int vault_fd, const struct cx_ignore *ignore,
    const struct cx_stat_entry *d, struct cx_str only)
{
	CX_AUTO(cx_stat_entry_release) struct cx_stat_entry e = {.st = {0}};
	CX_AUTO_BUF name = CX_BUF_INIT;
	size_t n = 0, expected = (size_t)d->st.size +
	    (cx_stats_find(c->old.files, only, &e) == 0);
	struct cx_walk_entry found;
	bool same = true;
	struct stat st;
	struct cx_walk *w;
	int fd;

	cx_buf_str(&name, d->path.len ? cx_strn(d->path.s, d->path.len - 1) :
	    CX_STR("."));
	fd = d->path.len ? cx_vault_open(vault_fd, cx_buf_cstr(&name),
	    O_RDONLY | O_DIRECTORY) : fcntl(vault_fd, F_DUPFD_CLOEXEC, 0);
	if (fd < 0 || fstat(fd, &st) != 0) {
		if (fd >= 0)
			close(fd); /* only looked at */
		return false;
	}
	w = cx_walk_open_at(fd, d->path, ignore, CX_WALK_SHALLOW);
	for (; cx_walk_next(w, &found); n++) {
		bool file = found.kind == CX_WALK_FILE;

		if (file)
			cx_dir_drop(found.dir);
		same = same && (file || found.kind == CX_WALK_DIRECTORY) &&
		    (cx_str_eq(found.path, only) || cx_stats_find(file ?
		    c->old.files : c->old.dirs, found.path, &e) > 0);
	}
	cx_walk_close(w);
	close(fd);
	if (same && n == expected) {
		struct cx_stat now = cx_stat_of_dir(&st, n);

		cx_stat_print(&c->dirs, d->path, &now);
		return true;
	}
	return false;
}

/* Whether all directories are as they were, but for `only`; their lines. */
static bool
dirs_are_known(struct changes *c, int vault_fd, const struct cx_ignore *ignore,
    struct cx_str only)
{
	CX_AUTO(cx_stat_entry_release) struct cx_stat_entry d = {.st = {0}};
	struct cx_str rest = c->old.dirs;
	CX_AUTO_BUF name = CX_BUF_INIT;
	bool seen = false;
	int more = 1;

	c->dirs.len = 0;
	while ((more = cx_stats_next(&rest, &d)) > 0) {
		struct cx_stat now;
		struct stat st;

		if (cx_str_eq(d.path, dir_of(only))) {
			if (!only_is_new(c, vault_fd, ignore, &d, only))
				return false;
			seen = true;
			continue;
		}
		name.len = 0;
		cx_buf_str(&name, d.path);
		name.len -= name.len > 0; /* with its `/` it is followed */
		if ((name.len ? fstatat(vault_fd, cx_buf_cstr(&name), &st,
		    AT_SYMLINK_NOFOLLOW) : fstat(vault_fd, &st)) != 0)
			return false;
		now = cx_stat_of_dir(&st, (size_t)d.st.size);
		if (!cx_stat_same(&now, &d.st) || cx_stats_racy(&c->old, &now))
			return false;
		cx_buf_str(&c->dirs, d.line);
	}
	return seen && more == 0;
}

/* Reads `only`, and what was too young to be sure of. */
static void
changes_only(struct changes *c, struct cx_scan *p, int vault_fd,
    struct cx_stats_writer *stats, struct cx_str only)
{
	struct cx_scan_item it = {.fd = vault_fd};
	CX_AUTO_BUF path = CX_BUF_INIT;
	bool done = false;

	c->rest = c->old.files;
	advance(c);
	while (c->more || !done) {
		int order = !c->more ? 1 : done ? -1 :
		    cx_str_cmp(c->next.path, only);
		bool read = order >= 0 || cx_stats_racy(&c->old, &c->next.st);

		if (read)
			write_from_here(c, stats);
		path.len = 0;
		cx_buf_str(&path, order > 0 ? only : c->next.path);
		it.path = cx_strn(cx_buf_cstr(&path), path.len);
		it.name = path.s;
		it.was = read && order <= 0;
		it.known = read ? cx_strn(NULL, 0) : c->next.line;
		if (c->writing)
			cx_scan_add(p, &it);
		done = done || order >= 0;
		if (order <= 0)
			advance(c);
	}
}

/* Publishes the cache that was written meanwhile, if it would not be the same;
 * read: what cx_scan_finish said. */
static void
changes_end(struct changes *c, struct cx_stats_writer *stats, bool read)
{
	if (stats && (read || c->racy ||
	    !cx_str_eq(cx_buf_view(&c->dirs), c->old.dirs) ||
	    !cx_str_eq(cx_stats_rules(stats), c->old.rules))) {
		write_from_here(c, stats);
		cx_stats_publish(stats, cx_buf_view(&c->dirs));
	} else {
		cx_stats_drop(stats);
	}
	cx_stats_unmap(&c->old);
	cx_stat_entry_release(&c->next);
	cx_buf_release(&c->dirs);
	free(c);
}

struct printed {
	struct cx_stats_writer *stats; /* the cache that is written, or NULL */
	size_t n_partly;
	struct cx_buf partly; /* messages of the first batch that has some */
};

static void
print_batch(void *arg, struct cx_scan_batch *b)
{
	struct printed *printed = arg;

	cx_scan_tell(cx_buf_view(&b->messages));
	if (printed->n_partly == 0)
		cx_buf_str(&printed->partly, cx_buf_view(&b->partly));
	printed->n_partly += b->n_partly;
	cx_buf_str(cx_out(), cx_buf_view(&b->out));
	cx_out_record();
	if (b->stat.len)
		cx_stats_add(printed->stats, cx_buf_view(&b->stat));
}

static void
tell_partly(struct printed *printed)
{
	if (printed->n_partly > 1)
		cx_warn("%zu notes have front matter that is read only in "
		    "part; cx rebuild --full lists it", printed->n_partly);
	else
		cx_scan_tell(cx_buf_view(&printed->partly));
	cx_buf_release(&printed->partly);
}

/* When a file or its directory changed last; 0 if there is none. */
static int64_t
changed_at(int vault_fd, const char *path)
{
	CX_AUTO_BUF dir = CX_BUF_INIT;
	struct stat file = {.st_ino = 0}, of = {.st_ino = 0};
	int64_t a, b;

	cx_buf_str(&dir, dir_of(cx_str(path)));
	if (!dir.len)
		cx_buf_char(&dir, '.');
	(void)fstatat(vault_fd, path, &file, AT_SYMLINK_NOFOLLOW);
	(void)fstatat(vault_fd, cx_buf_cstr(&dir), &of, AT_SYMLINK_NOFOLLOW);
	a = cx_stat_of(&file).ctime;
	b = cx_stat_of(&of).ctime;
	return a > b ? a : b;
}

/* All files, or those that have changed. */
static void
scan_all(const struct cx_vault_scan *v, struct cx_scan_settings *s)
{
	char digest[CX_DIGEST_HEX + 1], dated[CX_DIGEST_HEX + 1];
	struct changes *changes = NULL;
	CX_AUTO_BUF dirs = CX_BUF_INIT;
	struct cx_walk_counts passed;
	struct cx_stats_writer *stats = NULL;
	struct cx_scan *scan;
	struct cx_str head;
	bool only, read;

	cx_stat_rules(v->config, v->vault->fd, digest);
	if (v->changed_file) {
		changes = changes_open(v->changed_file, digest,
		    v->vault->path);
		if (!changes) {
			cx_raise(CX_NO);
			return;
		}
	}
	if (v->stat_file)
		/* If the note stayed racy, the next look would report it as
		 * changed, and the index would be updated once more. */
		stats = cx_stats_begin(v->stat_file, v->vault->fd, digest,
		    !changes ? CX_STATS_NOW : !v->only ? 0 :
		    changed_at(v->vault->fd, v->only));
	s->stats = stats != NULL;
	((struct printed *)s->arg)->stats = stats;
	only = changes && v->only && cx_dirs_tell(v->vault->fd) &&
	    dirs_are_known(changes, v->vault->fd, v->ignore,
	    cx_str(v->only));
	if (only)
		s->threads = 1;
	scan = cx_scan_start(s);
	if (only) {
		changes_only(changes, scan, v->vault->fd, stats,
		    cx_str(v->only));
	} else if (changes) {
		changes->dirs.len = 0;
		changes_walk(changes, scan, v->vault->fd, v->ignore, stats);
	} else {
		passed = cx_scan_walk(scan, v->vault->fd, v->ignore,
		    stats ? &dirs : NULL);
		say_passed_over(&passed);
	}
	read = cx_scan_finish(scan);
	/* Of two HEADs the earlier one: then all is read the next time. */
	if (stats && changes && changes_dated(changes, dated)) {
		cx_stats_digest(stats, dated);
	} else if (stats && cx_git_dates_asked(s->dates, &head)) {
		cx_stat_rules_dated(digest, head, dated);
		cx_stats_digest(stats, dated);
	}
	if (changes)
		changes_end(changes, stats, read);
	else if (stats)
		cx_stats_publish(stats, cx_buf_view(&dirs));
}

void
cx_vault_scan(const struct cx_vault_scan *v)
{
	static const struct cx_scan_hooks hooks = {.take = print_batch};
	struct printed printed = {.partly = CX_BUF_INIT};
	struct cx_scan_settings s = {.config = v->config, .hooks = &hooks,
	    .arg = &printed, .body = v->body, .brief = v->brief,
	    .threads = v->threads,
	    .dates = cx_git_dates_new(v->vault->path, v->vault->fd)};
	struct cx_scan *scan;

	if (v->add) {
		scan = cx_scan_start(&s);
		v->add(scan, v->arg);
		(void)cx_scan_finish(scan);
	} else {
		scan_all(v, &s);
	}
	if (v->brief)
		tell_partly(&printed);
	cx_git_dates_free(s.dates);
}
