/*
 * access.h: access events, their logs and folds (cx-access(1)).
 *
 * A log is .cortex/access/HOST-YYYY-MM.ndjson, one event a line.  Lines are
 * only ever appended: one write(2) under O_APPEND and a shared lock, so that
 * any number of programs may log at once.  A reader takes the exclusive lock
 * while it reads, so it sees whole lines; a broken one was torn by a crash and
 * is reported and skipped.
 *
 * A fold has one line an atom instead of one an event.  Both may stand in
 * one file.
 */
#ifndef CX_ACCESS_H
#define CX_ACCESS_H

#include "lib/json/json.h"
#include "lib/base/mem.h"
#include "lib/base/str.h"

#include <stdint.h>

/* Where logs are, in the vault, and how their names end. */
#define CX_ACCESS_DIR ".cortex/access"
#define CX_ACCESS_SUFFIX ".ndjson"

/* No moment known. */
#define CX_NO_TIME INT64_MIN
/* Counts above are not counts: their sums and products stay in int64_t. */
#define CX_ACCESS_MOST (INT64_C(1) << 40)
/* Scores in log lines have six decimals, as those of cx-score(1). */
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

/* Strings live until the next line is parsed with the same parser. */
struct cx_access_line {
	enum cx_access_kind kind;
	const char *why;       /* BAD: one line */
	struct cx_str path;    /* a vault path; HOOK: `file`, as written */
	int64_t ts;	       /* EVENT, HOOK: seconds since 1970 */
	struct cx_str source;  /* EVENT: one of cx_access_source; HOOK: read */
	struct cx_str session; /* EVENT; .s NULL when there is none */
	struct cx_str project; /* EVENT of source save; .s NULL likewise */
	struct cx_str query;   /* EVENT, SEARCH; .s NULL likewise */
	int64_t results;       /* SEARCH: how many were printed */
	int64_t best;	       /* SEARCH: the first score, in 1/CX_ACCESS_BEST;
				* -1: no result, or one without a score */
	int64_t count;	       /* FOLD */
	int64_t first, last;   /* FOLD; CX_NO_TIME */
	int64_t refs;	       /* FOLD: count unless it is there */
	int64_t own;	       /* FOLD: the part of refs that the atom itself
				* says it has; -1: it says nothing */
	int64_t used;	       /* FOLD: see cx_use; -1: all of refs */
	int64_t last_used;     /* FOLD: last unless used is there */
	int64_t shown;	       /* FOLD */
};

/* Parses one line without its "\n", CX_JSON_PAD bytes after it readable. */
void cx_access_parse(struct cx_json_parser *p, struct cx_str line,
    struct cx_access_line *out);
/* What looked an atom up; -1 for no such name. */
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
/* Tenths of a use that it is to be shown by this; 0 for what is a use. */
int64_t cx_access_shown(int source);
/* Appends an event or a search as a line of a log; session, project and query
 * only if .s is not NULL. */
void cx_access_put(struct cx_buf *out, const struct cx_access_line *event);

/*
 * Reads one log, fd being open on it, under its exclusive lock if it is a
 * regular file, and calls fn for every line, also for bad ones.  What cannot
 * be read ends the program.  fd is closed.
 */
typedef void cx_access_fn(void *arg, const struct cx_access_line *line,
    const char *name, size_t lineno);
void cx_access_read(int fd, const char *name, cx_access_fn *fn, void *arg);
/* The same for all logs in a directory, in order of their names, to which
 * dir is put in front. */
void cx_access_read_dir(int dirfd, const char *dir, cx_access_fn *fn,
    void *arg);
/* The same for those of a vault; none is not an error.  The names are those
 * under the vault. */
void cx_access_read_vault(int vault_fd, cx_access_fn *fn, void *arg);
/* Reports a bad line as name:LINE, which raises CX_PARTIAL. */
void cx_access_complain(const struct cx_access_line *line, const char *name,
    size_t lineno);
/* Bytes of the log as they are, under the lock; 0 or an errno. */
int cx_access_bytes(int fd, struct cx_buf *out);

/* The names of the logs in the directory dirfd, sorted, to be freed each and
 * all; 0 or an errno. */
int cx_access_logs(int dirfd, char ***names, size_t *n);

/* --- appending --- */

/* Appends the host as it stands in file names: $CORTEX_HOST or the name of
 * the machine, in lower case, only a-z 0-9 . _ - and at most 64 of them. */
void cx_access_host(struct cx_buf *out);

struct cx_access_result {
	int error;	  /* an errno; 0: all is written */
	const char *step; /* "open", "append to", for the message */
};

/*
 * Appends whole lines, each with its "\n", to the log of this host and of
 * the month of `now`.  The directories are made.  The name of the file below
 * the vault is put into *name.  Nothing is synced: an event is not worth
 * waiting for a disk.  After an error some of the lines may stand there,
 * the last of them torn.  share: [access] share, else git ignores the logs.
 */
struct cx_access_result cx_access_append(int vault_fd, int64_t now,
    struct cx_str lines, bool share, struct cx_buf *name);
/* The same for the log of that name, below the directory dirfd. */
struct cx_access_result cx_access_append_to(int dirfd, const char *name,
    struct cx_str lines);
/*
 * Opens a log below the directory dirfd and locks it (operation of
 * flock(2)); waits.  -1 with errno; ENODEV when it is not a regular file.
 */
int cx_access_open(int dirfd, const char *name, int flags, int operation);

/* --- activation --- */

/*
 * How often an atom was used: read or saved.  To be shown is hardly that: a
 * note that a search lists, or that is put into a context, may be none that
 * anybody wanted, and it must not come first for it the next time.  So it
 * counts a tenth (context: three), and keeps no earlier use alive.
 */
struct cx_use {
	int64_t used;	   /* times */
	int64_t last_used; /* CX_NO_TIME */
	int64_t shown;	   /* tenths of a use */
	int64_t last;	   /* used or shown; CX_NO_TIME */
};

/*
 * a = used * 2^(-days since last_used / half-life) + shown / 10 * 2^(-days
 * since last / half-life), A = a / (1 + a), in units of 1/one (one at most
 * 2^20).  The decays are rounded once, to 2^-30; the rest is integers, so the
 * result is the same everywhere.  A moment in the future counts as now,
 * CX_NO_TIME as never.  half_life is in days, above 0.
 */
int64_t cx_activation(const struct cx_use *use, int64_t now, double half_life,
    int64_t one);

/* --- what atoms were accessed --- */

struct cx_access_counts;

/* From a file, "-" being standard input.  A stream like others: a broken
 * one, or a line that is of no fold, ends the program with status 4. */
struct cx_access_counts *cx_access_counts_read(const char *file);

/* Opens a directory of logs; a relative one not through symlinks.  -1 with
 * errno, ENOTDIR when it is something else. */
int cx_access_open_dir(const char *dir);
/* The bytes of the logs in it. */
uint64_t cx_access_dir_size(int dirfd);
/*
 * What cx-access fold prints for the logs in the directory, of the n paths,
 * which are copied; paths NULL: of all.  Bad lines are reported unless
 * `again`.
 */
struct cx_access_counts *cx_access_counts_logs(int dirfd, const char *dir,
    const struct cx_str *paths, size_t n, bool again);

/* NULL for an atom that nobody accessed. */
const struct cx_use *cx_access_counts_get(const struct cx_access_counts *f,
    struct cx_str path);
/* Its atoms by number: those of a file in its order, of logs in that of
 * paths.  *of is NULL for one that nobody accessed. */
size_t cx_access_counts_count(const struct cx_access_counts *f);
struct cx_str cx_access_counts_path(const struct cx_access_counts *f, size_t n,
    const struct cx_use **of);
void cx_access_counts_free(struct cx_access_counts *f);

#endif
