/*
 * Scans a vault, or what differs from a stat cache: its entries and those of a
 * walk are in the same order and are merged.  A new cache contains the lines of
 * unchanged files; nothing needs to be written before the first file that has
 * changed.
 */
#include "lib/atom/vaultscan.h"

#include "lib/atom/scan.h"

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
	cx_note("%s: %s; all files are to be read", file, why);
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
		cx_die(CX_NO, "%s: damaged; all files are to be read",
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

/* stats: the cache that is written, or NULL. */
static void
print_batch(void *stats, struct cx_scan_batch *b)
{
	cx_scan_tell(b);
	cx_buf_str(cx_out(), cx_buf_view(&b->out));
	cx_out_record();
	if (b->stat.len)
		cx_stats_add(stats, cx_buf_view(&b->stat));
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
	bool read;

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
		stats = cx_stats_begin(v->stat_file, v->vault->fd, digest,
		    !changes);
	s->stats = stats != NULL;
	s->arg = stats;
	scan = cx_scan_start(s);
	if (changes) {
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
	struct cx_scan_settings s = {.config = v->config, .hooks = &hooks,
	    .body = v->body, .threads = v->threads,
	    .dates = cx_git_dates_new(v->vault->path, v->vault->fd)};
	struct cx_scan *scan;

	if (v->add) {
		scan = cx_scan_start(&s);
		v->add(scan, v->arg);
		(void)cx_scan_finish(scan);
	} else {
		scan_all(v, &s);
	}
	cx_git_dates_free(s.dates);
}
