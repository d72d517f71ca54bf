/*
 * access.h: access events, their logs and folds (cx-access(1)).
 *
 * A log is .cortex/access/HOST-YYYY-MM.ndjson, one event per line.  Lines are
 * only ever appended, by one write(2) under O_APPEND and a shared lock, so any
 * number of programs may log at once.  Readers hold the exclusive lock and so
 * see whole lines; a broken line was torn by a crash and is reported and
 * skipped.
 *
 * A fold has one line per atom instead of one per event.  A file may contain
 * both.
 */
#ifndef CX_ACCESS_H
#define CX_ACCESS_H

#include "lib/json/json.h"
#include "lib/base/mem.h"
#include "lib/base/str.h"

#include <stdint.h>

/* The directory of the logs in the vault, and the suffix of their names. */
#define CX_ACCESS_DIR ".cortex/access"
#define CX_ACCESS_SUFFIX ".ndjson"

/* Unknown time. */
#define CX_NO_TIME INT64_MIN
/* Larger counts are invalid: sums and products of counts must fit int64_t. */
#define CX_ACCESS_MOST (INT64_C(1) << 40)
/* Scores in log lines have six decimals, as in cx-score(1). */
#define CX_ACCESS_BEST 1000000

/* --- lines --- */

enum cx_access_kind {
	CX_ACCESS_BAD,	 /* see why */
	CX_ACCESS_EVENT, /* {"ts","path","source","session"} */
	CX_ACCESS_FOLD,	 /* {"path","count","first","last","refs"} */
	CX_ACCESS_HOOK,	 /* {"file","tool","ts"} of an agent's hook */
	CX_ACCESS_SEARCH /* {"ts","source","query","results","best"}, or a
			  * hook's search that found nothing; no access */
};

/* Strings are valid until the same parser parses the next line. */
struct cx_access_line {
	enum cx_access_kind kind;
	const char *why;       /* BAD: one line */
	struct cx_str path;    /* a vault path; HOOK: `file`, as written */
	int64_t ts;	       /* EVENT, HOOK: seconds since 1970 */
	struct cx_str source;  /* EVENT: a cx_access_source name; HOOK: read */
	struct cx_str session; /* EVENT; .s NULL if absent */
	struct cx_str project; /* EVENT of source save; .s NULL likewise */
	struct cx_str query;   /* EVENT, SEARCH; .s NULL likewise */
	int64_t results;       /* SEARCH: number printed */
	int64_t best;	       /* SEARCH: the first score, in 1/CX_ACCESS_BEST;
				* -1: no result, or one without a score */
	int64_t count;	       /* FOLD */
	int64_t first, last;   /* FOLD; CX_NO_TIME */
	int64_t refs;	       /* FOLD: count if absent */
	int64_t own;	       /* FOLD: the part of refs from the note's own
				* refs; -1: it has none */
	int64_t used;	       /* FOLD: see cx_use; -1: all of refs */
	int64_t last_used;     /* FOLD: last if used is absent */
	int64_t shown;	       /* FOLD */
};

/* Parses one line without its "\n", CX_JSON_PAD bytes after it readable. */
void cx_access_parse(struct cx_json_parser *p, struct cx_str line,
    struct cx_access_line *out);
/* The kind of access; -1 for an unknown name. */
enum cx_access_by {
	CX_BY_CONTEXT,
	CX_BY_READ,
	CX_BY_RECALL,
	CX_BY_SAVE,
	CX_BY_SEARCH,
	CX_BY_COUNT
};
extern const char *const cx_access_sources[CX_BY_COUNT];
int cx_access_source(struct cx_str name);
/* Returns how many tenths of a use being shown by this source counts; 0 if the
 * access is a use. */
int64_t cx_access_shown(int source);
/* Appends an event or a search as a log line; session, project and query only
 * if .s is not NULL. */
void cx_access_put(struct cx_buf *out, const struct cx_access_line *event);

/*
 * Reads the log open on fd, under its exclusive lock if it is a regular file,
 * and calls fn for every line, including bad ones.  Exits if it cannot be read.
 * Closes fd.
 */
typedef void cx_access_fn(void *arg, const struct cx_access_line *line,
    const char *name, size_t lineno);
void cx_access_read(int fd, const char *name, cx_access_fn *fn, void *arg);
/* The same for all logs in a directory, sorted by name; dir is the prefix of
 * their names. */
void cx_access_read_dir(int dirfd, const char *dir, cx_access_fn *fn,
    void *arg);
/* The same for the logs of a vault, if any, with names relative to it. */
void cx_access_read_vault(int vault_fd, cx_access_fn *fn, void *arg);
/* Reports a bad line as name:LINE and raises CX_PARTIAL. */
void cx_access_complain(const struct cx_access_line *line, const char *name,
    size_t lineno);
/* Appends the bytes of a log, read under its lock; returns 0 or an errno. */
int cx_access_bytes(int fd, struct cx_buf *out);

/* Lists the logs in the directory dirfd, sorted; the caller frees each name and
 * the array.  Returns 0 or an errno. */
int cx_access_logs(int dirfd, char ***names, size_t *n);

/* --- appending --- */

/* Appends the host as used in file names: $CORTEX_HOST or the name of the
 * machine, in lower case, at most 64 characters of a-z 0-9 . _ -. */
void cx_access_host(struct cx_buf *out);

struct cx_access_result {
	int error;	  /* an errno; 0: all was written */
	const char *step; /* "open", "append to", for the message */
};

/*
 * Appends whole lines, each with its "\n", to the log of this host for the
 * month of `now`, creating directories.  *name gets the file name relative to
 * the vault.  Nothing is synced: an event is not worth waiting for a disk.
 * After an error some of the lines may have been written, the last one torn.
 * share: [access] share, otherwise git ignores the logs.
 */
struct cx_access_result cx_access_append(int vault_fd, int64_t now,
    struct cx_str lines, bool share, struct cx_buf *name);
/* The same for the log of that name, below the directory dirfd. */
struct cx_access_result cx_access_append_to(int dirfd, const char *name,
    struct cx_str lines);
/*
 * Opens a log below the directory dirfd and waits for its lock (operation as in
 * flock(2)).  Returns -1 with errno, ENODEV if it is not a regular file.
 */
int cx_access_open(int dirfd, const char *name, int flags, int operation);

/* --- activation --- */

/*
 * How often an atom was used: read or saved.  Being shown is hardly a use:
 * nobody may have wanted a note that a search lists or a context includes, and
 * it must not rank first the next time because of that.  So it counts a tenth
 * (context: three), and does not refresh an earlier use.
 */
struct cx_use {
	int64_t used;	   /* times */
	int64_t last_used; /* may be CX_NO_TIME */
	int64_t shown;	   /* tenths of a use */
	int64_t last;	   /* used or shown; may be CX_NO_TIME */
};

/*
 * Returns A = a / (1 + a) in units of 1/one (one at most 2^20), where a = used
 * * 2^(-days since last_used / half-life) + shown / 10 * 2^(-days since last /
 * half-life).  The decays are rounded once, to 2^-30; the rest is integer
 * arithmetic, so the result is the same everywhere.  Future times count as now,
 * CX_NO_TIME as never.  half_life is in days, above 0.
 */
int64_t cx_activation(const struct cx_use *use, int64_t now, double half_life,
    int64_t one);

/* --- accesses of many atoms --- */

struct cx_access_counts;

/* Reads a fold from a file, "-" for standard input.  A broken stream, or a line
 * that does not belong in a fold, is fatal (status 4). */
struct cx_access_counts *cx_access_counts_read(const char *file);

/* Opens a directory of logs; a relative path must not contain symlinks.
 * Returns -1 with errno, ENOTDIR if it is something else. */
int cx_access_open_dir(const char *dir);
/* Returns the total size of the logs in it. */
uint64_t cx_access_dir_size(int dirfd);
/*
 * Computes what cx-access fold prints for the logs in the directory, for the n
 * paths, which are copied, or for all if paths is NULL.  Reports bad lines
 * unless `again` is set.
 */
struct cx_access_counts *cx_access_counts_logs(int dirfd, const char *dir,
    const struct cx_str *paths, size_t n, bool again);

/* Returns NULL for an atom that was never accessed. */
const struct cx_use *cx_access_counts_get(const struct cx_access_counts *f,
    struct cx_str path);
/* Enumerate the atoms by number: in the order of the fold or, for logs, of
 * paths.  *of is NULL for an atom that was never accessed. */
size_t cx_access_counts_count(const struct cx_access_counts *f);
struct cx_str cx_access_counts_path(const struct cx_access_counts *f, size_t n,
    const struct cx_use **of);
void cx_access_counts_free(struct cx_access_counts *f);

#endif
