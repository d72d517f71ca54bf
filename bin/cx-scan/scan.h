/*
 * scan.h: the parts of cx-scan.
 *
 * One thread finds files (source.c) and puts them into batches; workers read
 * them and print records into the batch; whoever finishes the oldest batch
 * writes it (pool.c).  So output is in the order of the source, whatever the
 * number of threads, and memory is bounded by the ring of batches: a batch
 * whose output grows large waits for its turn and is then written piecemeal.
 */
#ifndef SCAN_SCAN_H
#define SCAN_SCAN_H

#include "lib/config.h"
#include "lib/ignore.h"
#include "lib/mem.h"
#include "lib/statcache.h"
#include "lib/walk.h"

/* A file to read, or what is to be said instead. */
struct item {
	struct cx_str path; /* terminated */
	const char *name;   /* relative to fd */
	int fd;		    /* where to open it */
	struct cx_dir *dir; /* owns fd; NULL: the vault's descriptor */
	const char *error;  /* not NULL: no file, but this to be reported */
	bool gone;	    /* there is no file any more */
	bool was;	    /* it has changed: without a record it is gone */
	struct cx_str known; /* not changed: its line of the stat cache */
};

#define BATCH_ITEMS 64

struct batch {
	struct item items[BATCH_ITEMS];
	size_t n;
	struct cx_arena arena; /* paths */
	struct cx_buf out;
	struct cx_buf stat; /* lines of the stat cache */
	struct cx_buf messages; /* lines for stderr */
	bool done;
};

struct pool;

struct pool_settings {
	const struct cx_config *config;
	unsigned with; /* enum cx_atom_member */
	unsigned threads; /* 0: as many as there are processors */
	struct cx_stats_writer *stats; /* gets what was read; may be NULL */
};

struct pool *pool_start(const struct pool_settings *s);
/* Adds an item; what it points at is copied, but for dir, which is taken. */
void pool_add(struct pool *p, const struct item *it);
/* Waits until all is written, and frees.  Tells whether a file was read or
 * had gone. */
bool pool_finish(struct pool *p);

/* All files of the vault; dirs gets the lines of its directories for the
 * stat cache, or is NULL. */
void source_walk(struct pool *p, int vault_fd, const struct cx_ignore *ignore,
    struct cx_buf *dirs);
/* The entry of a walk as an item; of a directory there is none. */
struct item source_item(const struct cx_walk_entry *e);
void source_counts(const struct cx_walk *w);
/* The files named on stdin, one a line, or with NUL behind each. */
void source_stdin(struct pool *p, int vault_fd, const struct cx_ignore *ignore,
    bool nul);

/* --- changes.c: what differs from a stat cache --- */

struct changes;

/* NULL, with a message, when the cache in the file says nothing about this
 * vault as it is configured. */
struct changes *changes_open(const char *file, const char *digest);
/* The files that have changed, are new or have gone. */
void changes_walk(struct changes *c, struct pool *p, int vault_fd,
    const struct cx_ignore *ignore, struct cx_stats_writer *stats);
/* Publishes the cache that was written meanwhile, if it would not be the
 * same; read: what pool_finish said. */
void changes_end(struct changes *c, struct cx_stats_writer *stats, bool read);

#endif
