/*
 * gitremote.h: the remote of a git repository, without git.
 *
 * Only what is needed to tell one project from another is understood of
 * git's configuration: `url` of `[remote "origin"]` in the file of the
 * repository itself.  `include`, `url.*.insteadOf`, and the files of the
 * user and of a single worktree are not looked at.
 */
#ifndef CX_GITREMOTE_H
#define CX_GITREMOTE_H

#include "lib/base/mem.h"
#include "lib/base/str.h"

enum cx_git_status {
	CX_GIT_DONE,  /* found */
	CX_GIT_NONE,  /* no url of origin */
	CX_GIT_MANY,  /* two sections of that name and different remotes */
	CX_GIT_BROKEN /* line says where */
};

/*
 * Appends the url of origin to *url, as git-config(1) reads it: the first,
 * if a section has several.
 */
enum cx_git_status cx_git_origin(struct cx_str config, struct cx_buf *url,
    size_t *line);

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
