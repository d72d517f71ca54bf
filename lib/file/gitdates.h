/*
 * gitdates.h: the date of the last commit to a file of the vault.
 *
 * Git runs at the first request, and once per HEAD: one log of the vault,
 * cached in index/.git-dates if index/ exists.  The date of a file is the
 * latest author date (UTC) of the commits to its path that `git log -- PATH`
 * shows: at a merge a file is followed to the first parent that has it as the
 * merge does, so that a change which was already there does not count.
 * Uncommitted changes do not count: git would have to examine every file, and a
 * clone would give another answer.  A path that its last commit removed has no
 * date, nor has one known only from the cut-off of a shallow history.
 *
 *	struct cx_git_dates *d = cx_git_dates_new(vault.path, vault.fd);
 *
 *	if (cx_git_dates_get(d, path, &day, &first)) ...	in any thread
 *
 * If git fails, a warning is printed and no file has a date.
 */
#ifndef CX_GITDATES_H
#define CX_GITDATES_H

#include "lib/base/mem.h"
#include "lib/base/str.h"

#include <stdint.h>

struct cx_git_dates;

/* vault and vault_fd are borrowed. */
struct cx_git_dates *cx_git_dates_new(const char *vault, int vault_fd);
void cx_git_dates_free(struct cx_git_dates *d);

/* first: the date is that of a root commit that added several notes, which are
 * older, but nobody knows how old. */
bool cx_git_dates_get(struct cx_git_dates *d, struct cx_str path, int64_t *day,
    bool *first);
/* Whether any date was requested, so that results depend on HEAD; *head is then
 * the text of cx_git_head. */
bool cx_git_dates_asked(const struct cx_git_dates *d, struct cx_str *head);

/* The directory of the cache, which reading a date may write; -1 if there is
 * none.  To be closed. */
int cx_git_dates_dir(int vault_fd);

/* Appends what all dates depend on: the commit of HEAD, with a mark if the
 * history is shallow; nothing if there is no commit. */
void cx_git_head(const char *vault, struct cx_buf *out);

#endif
