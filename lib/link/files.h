/*
 * files.h: whether the vault has a file that is not a note, for links that
 * resolve to none: a picture, a directory, a note that the rules leave out.
 *
 * A target is found by the end of a path, in whole parts, ignoring case and
 * after NFC, with or without ".md" or with ".html" for it.  What is in .git
 * does not count.  Reading takes a walk of the vault and memory for all paths,
 * so callers do it when the first link is broken.
 */
#ifndef CX_LINK_FILES_H
#define CX_LINK_FILES_H

#include "lib/base/str.h"

#include <stdbool.h>

struct cx_files;

/* A directory that cannot be read is a warning; a vault that cannot be ends
 * the program. */
struct cx_files *cx_files_read(const char *vault);
bool cx_files_have(struct cx_files *f, struct cx_str target);
/* Whether the file at this path from the note's directory, "./a/b.md", is
 * there: what a Markdown link means before it means a note elsewhere. */
bool cx_files_beside(struct cx_files *f, struct cx_str source,
    struct cx_str target);
/* Whether a target leads out of the vault from the note at source.  What is
 * there, nobody can say who has only the vault. */
bool cx_files_outside(struct cx_str source, struct cx_str target);
void cx_files_free(struct cx_files *f);

#endif
