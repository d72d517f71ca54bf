/*
 * What differs from a stat cache: its files and those of a walk come in the
 * same order and are merged.  A new cache has the lines of files that are as
 * they were; until the first one that is not, nothing needs to be written.
 */
#include "bin/cx-scan/cx-scan.h"

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

void
say_passed_over(const struct cx_walk_counts *counts)
{
	if (counts->symlinks || counts->special)
		cx_note("skipped %llu symlink%s, %llu special file%s",
		    (unsigned long long)counts->symlinks,
		    counts->symlinks == 1 ? "" : "s",
		    (unsigned long long)counts->special,
		    counts->special == 1 ? "" : "s");
}

struct changes *
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

bool
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

void
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

void
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
