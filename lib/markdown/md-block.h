/*
 * md-block.h: the lines and blocks of a text, for the scanners of this room.
 *
 * Positions given for one cx_md only grow, except that they may go back
 * within a line.  What is found of a line or paragraph is kept, so that each
 * is looked at once however many constructs it holds.
 */
#ifndef CX_MD_BLOCK_H
#define CX_MD_BLOCK_H

#include "lib/markdown/md.h"

/* How many bytes like the one at `at` stand there; at < text.len. */
size_t cx_md_run(const struct cx_md *m, size_t at);
/* Length of the list marker that s begins with, and the blank after it; 0 if
 * there is none. */
size_t cx_md_marker(struct cx_str s);
bool cx_md_starts(const struct cx_md *m, size_t at, const char *what);

/* `at` begins a line. */
void cx_md_at_line(struct cx_md *m, size_t at);
/* Where the own text of the line that holds `at` begins: after blanks,
 * quotes and list markers. */
size_t cx_md_own_text(struct cx_md *m, size_t at);
/* Where the paragraph that holds `at` ends. */
size_t cx_md_para_end(struct cx_md *m, size_t at);

/* Where the line that holds `at` ends, before its line feed. */
size_t cx_md_line_end(const struct cx_md *m, size_t at);
/* Can the line that holds `at` begin a paragraph, or does it go on with
 * one? */
bool cx_md_begins(struct cx_md *m, size_t at);
/* The next line after `at` that is blank, stands in fewer quotes, or is
 * indented less than the text of the list item that holds `at`. */
size_t cx_md_blank_line(struct cx_md *m, size_t at);
/* The end of the line that holds `mark`, at or after `at`. */
size_t cx_md_line_after(const struct cx_md *m, size_t at, const char *mark);

/* Does the run at `at` open fenced code, if a line's own text begins there? */
bool cx_md_is_fence(const struct cx_md *m, size_t at);
/* The end of what opens at `at`, the own text of its line: a fenced block; a
 * comment. */
size_t cx_md_fence_end(struct cx_md *m, size_t at, bool *closed);
size_t cx_md_comment_end(struct cx_md *m, size_t at, bool *closed);
/* Behind the first `-->` in [at, end); 0 if there is none. */
size_t cx_md_arrow(const struct cx_md *m, size_t at, size_t end);

#endif
