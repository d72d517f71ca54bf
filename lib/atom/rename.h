/*
 * rename.h: a note, or a folder with all that is in it, gets another path, and
 * its old one back.
 *
 * Both can be repeated: what a crash has left is finished by the same call.
 */
#ifndef CX_RENAME_H
#define CX_RENAME_H

#include "lib/base/mem.h"

#include <stdbool.h>

/* Paths in the vault, terminated; empty: nothing is renamed. */
struct cx_rename {
	struct cx_str from, to;
	/* So many bytes of to are directories that are not ours: a way back
	 * leaves them. */
	size_t have;
};

/* Appends the path that a file has after the rename: another one if it is
 * what is renamed or in it, and then true. */
bool cx_rename_path(const struct cx_rename *p, struct cx_str path,
    struct cx_buf *out);
/* How much of the directory of path is there. */
size_t cx_rename_have(int vault_fd, struct cx_str path);
/* It gets its new path, if it has not got it yet: 0 or an errno, EEXIST
 * if both paths are there, ENOENT if neither is. */
int cx_rename_note(const struct cx_rename *p, int vault_fd);
/* And back; of the new directory all but the first `have` bytes is removed,
 * where nobody else uses it. */
int cx_rename_back(const struct cx_rename *p, int vault_fd);
/* Removes the directories of path after its first `have` bytes; one that is
 * in use stays. */
void cx_rename_tidy(int vault_fd, struct cx_str path, size_t have);

#endif
