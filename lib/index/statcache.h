/*
 * statcache.h: which files and directories a scan has seen (the file `stat`
 * of a generation; its format is in cx-formats(5)).
 *
 * A file that looks as it did when it was read is the same file, as in git's
 * index: size, times of content and of status in nanoseconds, inode.  No
 * program can set the time of status back.  But clocks tick: a file that was
 * changed in the tick in which it was read, or later, may look the same and
 * be another.  So the cache bears the time of a tick that began before
 * anything was read, by the clock of the file system; an entry that is not
 * older than that is racy: it proves nothing (git's "racy-clean").
 *
 * The cache is not part of what an index is: two generations may differ in it
 * alone.
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
	uint64_t size; /* of a directory: the entries that a walk finds */
	int64_t mtime; /* nanoseconds since 1970 */
	int64_t ctime;
	uint64_t ino; /* 0: there is none */
};

struct cx_stat cx_stat_of(const struct stat *st);
struct cx_stat cx_stat_of_dir(const struct stat *st, size_t entries);

static inline bool
cx_stat_same(const struct cx_stat *a, const struct cx_stat *b)
{
	return a->size == b->size && a->mtime == b->mtime &&
	    a->ctime == b->ctime && a->ino == b->ino;
}

/* What decides on records besides the files themselves: configuration,
 * ignore rules, versions of libraries. */
struct cx_config;
void cx_stat_rules(const struct cx_config *config, int vault_fd,
    char hex[CX_DIGEST_HEX + 1]);

/* The same where dates of records came from git, and so from HEAD
 * (gitdates.h), which is in the second half then. */
void cx_stat_rules_dated(const char rules[CX_DIGEST_HEX + 1],
    struct cx_str head, char hex[CX_DIGEST_HEX + 1]);
/* Whether two digests differ in nothing but HEAD. */
bool cx_stat_rules_same(struct cx_str a, struct cx_str b);

/* Files in the root that decide on all atoms; each has an entry. */
#define CX_STAT_RULES 2
extern const char *const cx_stat_rule_files[CX_STAT_RULES];
/* How one of them looks now; ino 0 if it is not there. */
struct cx_stat cx_stat_of_rule(int vault_fd, int rule);

/* --- reading --- */

/* A cache that is mapped; a damaged one is found out as it is read. */
struct cx_stats {
	struct cx_str mapped; /* this and the next are private */
	struct cx_str text;
	int64_t time; /* racy is what is not older */
	struct cx_str digest;
	struct cx_str files; /* lines in the order of a walk */
	struct cx_str rules; /* CX_STAT_RULES lines */
	struct cx_str dirs;  /* lines in the order of a walk */
};

/* Maps the file fd, which may then be closed. False, with a cause, if it is not
 * a cache; then there is nothing to release. */
bool cx_stats_map(struct cx_stats *s, int fd, const char **why);
void cx_stats_unmap(struct cx_stats *s);

struct cx_stat_entry {
	struct cx_str path; /* lives until the next call with this entry */
	struct cx_stat st;
	struct cx_str line; /* of the cache, with its end */
	struct cx_str numbers; /* private, as is buf; zeroed at first */
	struct cx_buf buf;
};

/* Takes the next line off *lines: 1, 0 at the end, -1 if it is damaged. */
int cx_stats_next(struct cx_str *lines, struct cx_stat_entry *e);
/* The same without st. */
int cx_stats_next_path(struct cx_str *lines, struct cx_stat_entry *e);
/* The entry of a path among files or dirs; the same values, 0 for none. */
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
 * Begins the cache `path`, a path for open(2), before anything is looked at.
 * wait: until a tick of the file system's clock, 20 ms at most, so that what
 * was changed before the call is not racy.  Ends the program with status 4
 * when it cannot.
 */
struct cx_stats_writer *cx_stats_begin(const char *path, int vault_fd,
    const char *digest, bool wait);
/* Lines of files, in order; from one thread at a time. */
void cx_stats_add(struct cx_stats_writer *w, struct cx_str lines);
/* The digest is another one, as cx_stat_rules_dated gives it. */
void cx_stats_digest(struct cx_stats_writer *w, const char *digest);
/* Publishes it and frees w; dirs are the lines of directories. */
void cx_stats_publish(struct cx_stats_writer *w, struct cx_str dirs);
/* The lines of the rules' files, as they were at the beginning. */
struct cx_str cx_stats_rules(const struct cx_stats_writer *w);
/* Writes nothing. */
void cx_stats_drop(struct cx_stats_writer *w);

#endif
