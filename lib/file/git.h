/*
 * git.h: asking git(1), and the remote that a url of it names.
 */
#ifndef CX_GIT_H
#define CX_GIT_H

#include "lib/base/mem.h"
#include "lib/base/str.h"

/*
 * Runs `git -C dir ARGS` so that it starts no program that the repository's
 * own configuration names: no hook, monitor, signature check, pager or
 * transport.  Commands that compare files need --no-ext-diff --no-textconv
 * besides, and those that read the work tree are not for this, as filters
 * are.  The directory alone says which repository: $GIT_DIR and its like do
 * not count.  It is not looked for in ceiling (NULL: anywhere) or above.
 *
 * A FIFO may stand in the place of any of its files: when nothing comes for
 * $CORTEX_GIT_TIMEOUT seconds (30; 0: no limit), git is stopped and this is
 * the end, with CX_FAIL.
 *
 * What it prints is appended to *out, with its messages if said is set; they
 * are in English.  Its exit status, 128 for a signal; -1 with errno when it
 * cannot be run, ENOENT when there is no git.
 */
int cx_git(const char *dir, const char *ceiling, const char *const *args,
    bool said, struct cx_buf *out);

/* Whether a directory is in a work tree; else git need not be started. */
bool cx_git_work_tree(const char *dir);

/* What a commit did to a file. */
struct cx_git_change {
	int64_t day;  /* of its author date, UTC */
	bool root;    /* it has no parent, as far as this clone knows */
	char status;  /* git-log(1), --name-status: A, D, M, R, ... */
	struct cx_str path, to; /* to: of R and C, else empty */
};

/*
 * The log of the files of a directory, from now backwards, a call for each
 * change.  With renames, a file that was renamed as it was is one change; such
 * files are found by comparing object names, without reading any text, so that
 * time is linear and no text is fetched into a partial clone.  The paths stay
 * in *text.  Where git fails that is a warning, and false.
 */
bool cx_git_log(const char *dir, bool renames, struct cx_buf *text,
    void (*change)(void *arg, const struct cx_git_change *c), void *arg);

/*
 * Appends the remote that a url names (git-fetch(1), "Git URLs"): without
 * scheme, user, password, port, query, `.git` and `/` at the end, its host in
 * lower case.  So git@h:o/r.git, https://u:p@h/o/r and ssh://git@h:22/o/r/
 * are all h/o/r.  A path or file: url is the path; a relative one stays
 * relative.  Whatever might be a password is left out.  False, with nothing
 * appended, when nothing is left.
 */
bool cx_git_normalise(struct cx_buf *out, struct cx_str url);

#endif
