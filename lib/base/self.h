/*
 * self.h: where this program is installed.
 *
 * Found from the program itself, so that a tree of bin/, libexec/ and share/
 * works wherever it is moved, and build/ is such a tree.
 */
#ifndef CX_SELF_H
#define CX_SELF_H

#include <stdbool.h>

struct cx_buf;

/* Appends the directory of this program, without symlinks, and a '/'; false
 * where it cannot be known.  Also right after the program was replaced. */
bool cx_self_dir(struct cx_buf *b);

#endif
