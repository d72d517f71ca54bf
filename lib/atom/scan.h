/*
 * scan.h: the files of a vault to records, in several threads.
 *
 * One thread finds files and puts them into batches; workers read them and
 * append to their batch the record of each (atom.h) and what else the
 * program makes of it; whoever finishes the oldest batch hands it on.  So
 * what comes out is in the order of what was put in, whatever the number of
 * threads, and memory is bounded by the ring of batches: one that grows
 * large waits for its turn and is then handed on piecemeal.
 *
 *	static const struct cx_scan_hooks hooks = {.take = print};
 *	struct cx_scan_settings s = {.config = config, .hooks = &hooks};
 *	struct cx_scan *scan = cx_scan_start(&s);
 *
 *	cx_scan_walk(scan, vault.fd, ignore, NULL);
 *	cx_scan_finish(scan);
 *
 * A file that cannot be read gives no record; cx_scan_tell says so, and the
 * exit status is 3, or 4 where the machine is short of memory, descriptors or
 * space and the file may be as good as any.
 */
#ifndef CX_SCAN_H
#define CX_SCAN_H

#include "lib/atom/atom.h"
#include "lib/base/mem.h"
#include "lib/index/statcache.h"
#include "lib/file/walk.h"

/* A file to read, or what is to be said instead. */
struct cx_scan_item {
	struct cx_str path; /* terminated */
	const char *name;   /* relative to fd */
	int fd;		    /* where to open it */
	struct cx_dir *dir; /* owns fd; NULL: the vault's descriptor */
	const char *error;  /* not NULL: no file, but this to be reported */
	int error_number;   /* its errno, if it has one */
	bool gone;	    /* there is no file any more */
	bool was;	    /* it has changed: without a record it is gone */
	struct cx_str known; /* not changed: its line of the stat cache */
};

#define CX_SCAN_BATCH 128 /* items */

struct cx_scan_batch {
	struct cx_scan_item items[CX_SCAN_BATCH];
	size_t n;
	struct cx_arena arena; /* paths */
	struct cx_buf out;     /* records, one a line, or what file() makes */
	struct cx_buf stat;    /* lines of the stat cache */
	struct cx_buf messages; /* lines for cx_scan_tell */
	bool done;
};

struct cx_scan_hooks {
	/* Each worker has one of its own, made and freed in its thread, if
	 * there is need. */
	void *(*begin)(void *arg);
	void (*end)(void *own);
	/* In a worker: the record of f, one line, has just been appended to
	 * out; may be NULL. */
	void (*file)(void *own, const struct cx_atom_file *f,
	    struct cx_atom_maker *m, struct cx_buf *out);
	/* One call at a time, in order, by whichever thread: takes what the
	 * batch holds so far and empties out. */
	void (*take)(void *arg, struct cx_scan_batch *b);
};

struct cx_scan_settings {
	const struct cx_config *config;
	const struct cx_scan_hooks *hooks;
	void *arg;	  /* of the hooks */
	bool body;	  /* records have it */
	struct cx_git_dates *dates; /* or NULL, see atom.h */
	unsigned threads; /* 0: as many as there are processors */
	bool stats;	  /* lines of the stat cache are wanted */
	bool quiet;	  /* only records tell what was understood in part */
};

struct cx_scan;

/* The settings are copied; what they point at is borrowed. */
struct cx_scan *cx_scan_start(const struct cx_scan_settings *s);
/* Adds an item; what it points at is copied, but for dir, which is taken. */
void cx_scan_add(struct cx_scan *scan, const struct cx_scan_item *it);
/* Waits until all is taken, and frees.  Tells whether a file was read or had
 * gone. */
bool cx_scan_finish(struct cx_scan *scan);

/* Warns of what the batch has messages about, for take. */
void cx_scan_tell(struct cx_scan_batch *b);

/* --- where items come from --- */

/* All files of the vault; dirs gets the lines of its directories for the
 * stat cache, or is NULL.  What was passed over is counted there. */
struct cx_walk_counts cx_scan_walk(struct cx_scan *scan, int vault_fd,
    const struct cx_ignore *ignore, struct cx_buf *dirs);
/* The entry of a walk as an item; of a directory there is none. */
struct cx_scan_item cx_scan_entry(const struct cx_walk_entry *e);
/* A name that is not UTF-8: what to report. */
extern const char cx_scan_bad_name[];

#endif
