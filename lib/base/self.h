/*
 * self.h: where this program is installed.
 *
 * It is derived from the running program, so that a tree of bin/, libexec/ and
 * share/ (such as build/) works wherever it is moved.
 */
#ifndef CX_SELF_H
#define CX_SELF_H

#include <stdbool.h>

struct cx_buf;

/* Appends the directory of this program, with symlinks resolved, and a '/'.
 * Returns false if it is unknown.  Works even if the program has just been
 * replaced. */
bool cx_self_dir(struct cx_buf *b);

/* The name that this program was started with, for where the system does not
 * know more. */
void cx_self_named(const char *argv0);

#endif
