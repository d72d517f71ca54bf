/*
 * md-block.h: lines and blocks of a text, for the scanners in this directory.
 *
 * Positions passed for one cx_md must not decrease, except within a line.
 * Results for a line or paragraph are cached, so that each is examined once
 * however many constructs it holds.
 */
#ifndef CX_MD_BLOCK_H
#define CX_MD_BLOCK_H

#include "lib/markdown/md.h"

/* Counts the bytes equal to the one at `at`, starting there; at < text.len. */
size_t cx_md_run(const struct cx_md *m, size_t at);
/* Returns the length of the list marker at the start of s, with the blank after
 * it, or 0. */
size_t cx_md_marker(struct cx_str s);
bool cx_md_starts(const struct cx_md *m, size_t at, const char *what);

/* Call when `at` is the start of a line. */
void cx_md_at_line(struct cx_md *m, size_t at);
/* Returns where the text proper of the line containing `at` starts: after
 * blanks, quote and list markers. */
size_t cx_md_own_text(struct cx_md *m, size_t at);
/* Returns the end of the paragraph containing `at`. */
size_t cx_md_para_end(struct cx_md *m, size_t at);

/* Returns the end of the line containing `at`, before the line feed. */
size_t cx_md_line_end(const struct cx_md *m, size_t at);
/* Whether the line containing `at` can start a paragraph rather than continue
 * one. */
bool cx_md_begins(struct cx_md *m, size_t at);
/* Returns the next line after `at` that is blank, has fewer quote markers, or
 * is indented less than the text of the list item containing `at`. */
size_t cx_md_blank_line(struct cx_md *m, size_t at);
/* Returns the end of the first line at or after `at` that contains mark. */
size_t cx_md_line_after(const struct cx_md *m, size_t at, const char *mark);

/* Whether the run at `at`, if the text proper of a line starts there, opens
 * fenced code. */
bool cx_md_is_fence(const struct cx_md *m, size_t at);
/* Return the end of the fenced block or comment that opens at `at`, the start
 * of the text proper of its line. */
size_t cx_md_fence_end(struct cx_md *m, size_t at, bool *closed);
size_t cx_md_comment_end(struct cx_md *m, size_t at, bool *closed);
/* Returns the offset after the first `-->` in [at, end), or 0. */
size_t cx_md_arrow(const struct cx_md *m, size_t at, size_t end);

#endif
