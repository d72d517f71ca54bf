/*
 * scan.h: turns the files of a vault into records, in several threads.
 *
 * One thread finds files and puts them into batches; workers read them and
 * append the record of each (atom.h), and what the program derives from it, to
 * their batch; the thread that finishes the oldest batch passes it on.  So
 * output is in the order of the input, whatever the number of threads, and
 * memory is bounded by the ring of batches: one that grows large waits for its
 * turn and is passed on in pieces.
 *
 *	static const struct cx_scan_hooks hooks = {.take = print};
 *	struct cx_scan_settings s = {.config = config, .hooks = &hooks};
 *	struct cx_scan *scan = cx_scan_start(&s);
 *
 *	cx_scan_walk(scan, vault.fd, ignore, NULL);
 *	cx_scan_finish(scan);
 *
 * A file that cannot be read has no record; cx_scan_tell reports it, and the
 * exit status is 3, or 4 if the machine lacks memory, descriptors or space,
 * when the file may be fine.
 */
#ifndef CX_SCAN_H
#define CX_SCAN_H

#include "lib/atom/atom.h"
#include "lib/base/mem.h"
#include "lib/index/statcache.h"
#include "lib/file/walk.h"

/* A file to read, or an error to report. */
struct cx_scan_item {
	struct cx_str path; /* terminated */
	const char *name;   /* relative to fd */
	int fd;		    /* directory to open it in */
	struct cx_dir *dir; /* owns fd; NULL: fd is the vault's */
	const char *error;  /* not NULL: report this instead of reading */
	int error_number;   /* its errno, if any */
	bool gone;	    /* the file no longer exists */
	bool was;	    /* known before: gone if it has no record now */
	/* Of a file that has not changed, its line of the stat cache, to which
	 * cx_scan_add joins those that follow it there. */
	struct cx_str known;
};

#define CX_SCAN_BATCH 128 /* items */

struct cx_scan_batch {
	struct cx_scan_item items[CX_SCAN_BATCH];
	size_t n;
	struct cx_arena arena; /* paths */
	struct cx_buf out;     /* records, one per line, or output of file() */
	struct cx_buf stat;    /* lines of the stat cache */
	struct cx_buf messages; /* lines for cx_scan_tell */
	struct cx_buf partly;	/* ... of a brief scan, of partly read notes */
	size_t n_partly;	/* notes that these are about */
	bool done;
};

struct cx_scan_hooks {
	/* Each worker has a state of its own, created on demand and freed in
	 * its thread. */
	void *(*begin)(void *arg);
	void (*end)(void *own);
	/* In a worker: called after the record of f, one line, was appended to
	 * out; may be NULL. */
	void (*file)(void *own, const struct cx_atom_file *f,
	    struct cx_atom_maker *m, struct cx_buf *out);
	/* Called in order, one call at a time, by any thread: consumes the
	 * contents of the batch and empties out. */
	void (*take)(void *arg, struct cx_scan_batch *b);
};

struct cx_scan_settings {
	const struct cx_config *config;
	const struct cx_scan_hooks *hooks;
	void *arg;	  /* of the hooks */
	bool body;	  /* include the body in records */
	struct cx_git_dates *dates; /* or NULL, see atom.h */
	unsigned threads; /* 0: the number of processors */
	bool stats;	  /* produce lines of the stat cache */
	bool quiet;	  /* report partly understood input only in records */
	bool brief;	  /* collect such messages in `partly` */
};

struct cx_scan;

/* The settings are copied; what they point at is borrowed. */
struct cx_scan *cx_scan_start(const struct cx_scan_settings *s);
/* Adds an item; what it points at is copied, except dir, whose reference is
 * taken over. */
void cx_scan_add(struct cx_scan *scan, const struct cx_scan_item *it);
/* Waits until everything is consumed, and frees.  Returns whether a file was
 * read or had gone. */
bool cx_scan_finish(struct cx_scan *scan);

/* For take: prints messages as warnings, a line each. */
void cx_scan_tell(struct cx_str messages);

/* --- where items come from --- */

/* Adds all files of the vault; dirs, unless NULL, gets the lines of its
 * directories for the stat cache.  Returns counts of what was skipped. */
struct cx_walk_counts cx_scan_walk(struct cx_scan *scan, int vault_fd,
    const struct cx_ignore *ignore, struct cx_buf *dirs);
/* Turns an entry of a walk, not a directory, into an item. */
struct cx_scan_item cx_scan_entry(const struct cx_walk_entry *e);
/* The message for a name that is not UTF-8. */
extern const char cx_scan_bad_name[];

#endif
