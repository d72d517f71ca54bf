/*
 * rename.h: moves a note, or a folder with its contents, to another path, and
 * back.
 *
 * Both can be repeated: the same call completes what a crash interrupted.
 */
#ifndef CX_RENAME_H
#define CX_RENAME_H

#include "lib/base/mem.h"

#include <stdbool.h>

/* Paths in the vault, terminated; empty if nothing is renamed. */
struct cx_rename {
	struct cx_str from, to;
	/* The first `have` bytes of `to` are directories that existed before;
	 * moving back keeps them. */
	size_t have;
};

/* Appends the path of a file after the rename; returns true if it is the
 * renamed path or inside it. */
bool cx_rename_path(const struct cx_rename *p, struct cx_str path,
    struct cx_buf *out);
/* Returns how many bytes of the directory of path exist. */
size_t cx_rename_have(int vault_fd, struct cx_str path);
/* Moves to the new path unless that is done: returns 0 or an errno, EEXIST if
 * both paths exist, ENOENT if neither does. */
int cx_rename_note(const struct cx_rename *p, int vault_fd);
/* Moves back and removes the directories beyond the first `have` bytes of `to`,
 * unless they are in use. */
int cx_rename_back(const struct cx_rename *p, int vault_fd);
/* Removes the directories of path beyond its first `have` bytes; one that is in
 * use stays. */
void cx_rename_tidy(int vault_fd, struct cx_str path, size_t have);

#endif
