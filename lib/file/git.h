/*
 * git.h: runs git(1), and normalises the URLs of remotes.
 */
#ifndef CX_GIT_H
#define CX_GIT_H

#include "lib/base/mem.h"
#include "lib/base/str.h"

/*
 * Runs `git -C dir ARGS` so that it starts no program that the repository's own
 * configuration names: no hook, monitor, signature check, pager or transport.
 * Commands that compare files also need --no-ext-diff --no-textconv; commands
 * that read the work tree must not be used, as they run filters.  Only the
 * directory determines the repository: $GIT_DIR and similar variables are
 * ignored, and the search does not go up to ceiling (NULL: no limit).
 *
 * Any of the repository's files may be a FIFO: if there is no output for
 * $CORTEX_GIT_TIMEOUT seconds (30; 0: no limit), git is stopped and the program
 * exits with CX_FAIL.
 *
 * Appends the output to *out, with the messages, in English, if said is set.
 * Returns the exit status, 128 for a signal, or -1 with errno if git cannot be
 * run (ENOENT: not installed).
 */
int cx_git(const char *dir, const char *ceiling, const char *const *args,
    bool said, struct cx_buf *out);

/* Whether a directory is in a work tree; if not, git need not be started. */
bool cx_git_work_tree(const char *dir);

/* A commit, and what it changed in a file. */
struct cx_git_change {
	int64_t day;  /* of its author date, UTC */
	bool root;    /* it has no parent, or none in this clone */
	struct cx_str commit, parents; /* object names, with blanks between */
	char status;  /* git-log(1), --name-status: A, D, M, R, ...; or 0 */
	struct cx_str path, to; /* to: for R and C, otherwise empty */
};

/*
 * Calls change for each change in the log of the files of a directory, newest
 * first.  With renames, an exact rename is one change; it is found by comparing
 * object names without reading any content, so that time is linear and a
 * partial clone fetches nothing.  Without renames, it also gets each commit,
 * after those that have it as a parent and before its changes, with status 0;
 * the changes of a merge are those to every parent.  The paths are in *text.
 * If git fails, warns and returns false.
 */
bool cx_git_log(const char *dir, bool renames, struct cx_buf *text,
    void (*change)(void *arg, const struct cx_git_change *c), void *arg);

/*
 * Appends the remote that a URL (git-fetch(1), "Git URLs") names: without
 * scheme, user, password, port, query and trailing `.git` and `/`, with the
 * host in lower case.  So git@h:o/r.git, https://u:p@h/o/r and
 * ssh://git@h:22/o/r/ are all h/o/r.  For a path or file: URL it is the path,
 * kept relative if it was.  Anything that might be a password is left out.
 * Returns false and appends nothing if nothing is left.
 */
bool cx_git_normalise(struct cx_buf *out, struct cx_str url);

#endif
