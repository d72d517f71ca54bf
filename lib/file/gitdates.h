/*
 * gitdates.h: when the last commit touched a file of the vault.
 *
 * Git is asked when the first date is wanted, and once per HEAD: one log of
 * the vault, the answer to which is kept in index/.git-dates where there is an
 * index/.  The date of a file is the latest author date (UTC) of the commits
 * that touched its path.  What has not been committed does not count: git
 * would have to look at every file, and a clone would answer otherwise.  A
 * path whose last commit removed it has no date, nor has one that is only
 * known from where a shallow history was cut off.
 *
 *	struct cx_git_dates *d = cx_git_dates_new(vault.path, vault.fd);
 *
 *	if (cx_git_dates_get(d, path, &day, &first)) ...	in any thread
 *
 * Where git fails that is a warning, and nothing has a date.
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

/* first: it came with the first commit, one without a parent that has brought
 * several notes: those were there already, and nobody knows since when. */
bool cx_git_dates_get(struct cx_git_dates *d, struct cx_str path, int64_t *day,
    bool *first);
/* Was any date asked for, so that what was made of it depends on HEAD?  That
 * is then what cx_git_head has said. */
bool cx_git_dates_asked(const struct cx_git_dates *d, struct cx_str *head);

/* Appends what all dates depend on: the commit that HEAD is, with a mark if
 * the history is cut short; nothing where there is no commit. */
void cx_git_head(const char *vault, struct cx_buf *out);

#endif
