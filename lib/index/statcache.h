/*
 * statcache.h: which files and directories a scan has seen (the file `stat` of
 * a generation, described in cx-formats(5)).
 *
 * As in git's index, a file with the same status as when it was read is the
 * same file: size, modification and status change time in nanoseconds, inode.
 * No program can reset the status change time.  But clocks tick: a file changed
 * in the tick in which it was read, or later, may look the same although it
 * differs.  So the cache contains the time of a tick, by the clock of the file
 * system, that began before anything was read; an entry that is not older is
 * racy and proves nothing (git's "racy-clean").
 *
 * The cache is not part of the content of an index: two generations may differ
 * only in it.
 */
#ifndef CX_STATCACHE_H
#define CX_STATCACHE_H

#include "lib/base/digest.h"
#include "lib/base/mem.h"
#include "lib/base/str.h"

#include <stdint.h>
#include <sys/stat.h>

#define CX_STAT_FILE "stat"

struct cx_stat {
	uint64_t size; /* of a directory: number of entries in a walk */
	int64_t mtime; /* nanoseconds since 1970 */
	int64_t ctime;
	uint64_t ino; /* 0: does not exist */
};

struct cx_stat cx_stat_of(const struct stat *st);
struct cx_stat cx_stat_of_dir(const struct stat *st, size_t entries);

static inline bool
cx_stat_same(const struct cx_stat *a, const struct cx_stat *b)
{
	return a->size == b->size && a->mtime == b->mtime &&
	    a->ctime == b->ctime && a->ino == b->ino;
}

/* Digests what affects records besides the files: configuration, ignore rules,
 * versions of libraries. */
struct cx_config;
void cx_stat_rules(const struct cx_config *config, int vault_fd,
    char hex[CX_DIGEST_HEX + 1]);

/* The same if dates of records came from git and so depend on HEAD
 * (gitdates.h), which is in the second half then. */
void cx_stat_rules_dated(const char rules[CX_DIGEST_HEX + 1],
    struct cx_str head, char hex[CX_DIGEST_HEX + 1]);
/* Whether two digests differ only in HEAD. */
bool cx_stat_rules_same(struct cx_str a, struct cx_str b);

/* Files in the root that affect all atoms; each has an entry. */
#define CX_STAT_RULES 2
extern const char *const cx_stat_rule_files[CX_STAT_RULES];
/* Returns the status of one of them now; ino 0 if it does not exist. */
struct cx_stat cx_stat_of_rule(int vault_fd, int rule);

/* --- reading --- */

/* A mapped cache; damage is detected while reading. */
struct cx_stats {
	struct cx_str mapped; /* this and text are private */
	struct cx_str text;
	int64_t time; /* entries that are not older are racy */
	struct cx_str digest;
	struct cx_str files; /* lines in the order of a walk */
	struct cx_str rules; /* CX_STAT_RULES lines */
	struct cx_str dirs;  /* lines in the order of a walk */
};

/* Maps the file fd, which the caller may close afterwards.  Returns false with
 * a cause if it is not a cache; nothing is to be released then. */
bool cx_stats_map(struct cx_stats *s, int fd, const char **why);
void cx_stats_unmap(struct cx_stats *s);

struct cx_stat_entry {
	struct cx_str path; /* valid until the next call with this entry */
	struct cx_stat st;
	struct cx_str line; /* of the cache, with its end */
	struct cx_str numbers; /* private, as is buf; zero them first */
	struct cx_buf buf;
};

/* Removes the next line from *lines and returns 1, 0 at the end, -1 if
 * damaged. */
int cx_stats_next(struct cx_str *lines, struct cx_stat_entry *e);
/* The same without st. */
int cx_stats_next_path(struct cx_str *lines, struct cx_stat_entry *e);
/* Finds the entry of a path in files or dirs; the same values, 0 if not
 * found. */
int cx_stats_find(struct cx_str lines, struct cx_str path,
    struct cx_stat_entry *e);
void cx_stat_entry_release(struct cx_stat_entry *e);

static inline bool
cx_stats_racy(const struct cx_stats *s, const struct cx_stat *st)
{
	return st->ctime >= s->time;
}

/* --- writing --- */

/* Appends a line of a cache. */
void cx_stat_print(struct cx_buf *b, struct cx_str path,
    const struct cx_stat *st);

struct cx_stats_writer;

/*
 * Starts the cache `path`, a path for open(2), before anything is examined.
 * after: the time (ctime) of a change that is not to be racy, or
 * CX_STATS_NOW for all changes before the call; waits for a tick of the file
 * system's clock, at most 20 ms, if that is not over.  Exits with status 4 on
 * errors.
 */
#define CX_STATS_NOW INT64_MAX
struct cx_stats_writer *cx_stats_begin(const char *path, int vault_fd,
    const char *digest, int64_t after);
/* Appends lines of files, in order; from one thread at a time. */
void cx_stats_add(struct cx_stats_writer *w, struct cx_str lines);
/* Replaces the digest by one from cx_stat_rules_dated. */
void cx_stats_digest(struct cx_stats_writer *w, const char *digest);
/* Publishes the cache and frees w; dirs holds the lines of directories. */
void cx_stats_publish(struct cx_stats_writer *w, struct cx_str dirs);
/* Returns the lines of the rule files, as they were at the start. */
struct cx_str cx_stats_rules(const struct cx_stats_writer *w);
/* Frees w and writes nothing. */
void cx_stats_drop(struct cx_stats_writer *w);

#endif
