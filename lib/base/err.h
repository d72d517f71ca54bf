/*
 * err.h: messages, exit status, the end of a program.
 *
 * Only main() and this module decide to exit.  A message is one line "prog:
 * text" on stderr, written with one write(2), control bytes and invalid UTF-8
 * made visible as \xHH; it may come from any thread.  prog is the command that
 * was typed ("cx search", from $CORTEX_COMMAND, which cx(1) sets), else the
 * program's name.  A message about bad input names the place, the cause and,
 * unless it is obvious, the remedy: "cx-scan: notes/a.md:12:3: unclosed quote
 * in front matter; close it".
 */
#ifndef CX_ERR_H
#define CX_ERR_H

#include <stdbool.h>

#include "lib/base/str.h"

struct cx_buf;

#if defined(__GNUC__)
#define CX_PRINTF(fmt, first) __attribute__((format(printf, fmt, first)))
#define CX_NORETURN __attribute__((noreturn))
#else
#define CX_PRINTF(fmt, first)
#define CX_NORETURN
#endif

/* Exit status, as documented in cx-formats(5) and cx(1). */
enum cx_exit {
	CX_DONE = 0,	/* done, warnings included */
	CX_NO = 1,	/* the answer is no: no match, findings, differs */
	CX_USAGE = 2,	/* the command line is wrong */
	CX_PARTIAL = 3, /* some input gave no record; output holds the rest */
	CX_FAIL = 4,	/* system error or broken stream */
	CX_STALE = 5	/* the index is behind, under --fresh=require */
};

/*
 * First call of every main(): sets the name for messages, gives SIGPIPE back
 * its default (a parent may have ignored it; then `cx-scan | head -1` would
 * print errors), fixes the C locale and makes sure that descriptors 0 to 2
 * are open, so that no file we open becomes stdout by accident.
 */
void cx_start(const char *prog);

const char *cx_prog(void);

/* With --strict a warning raises CX_PARTIAL. */
extern bool cx_strict;

/* No note is printed: another process says the same. */
extern bool cx_no_notes;

/* Prints a message; leaves the status alone. */
void cx_note(const char *fmt, ...) CX_PRINTF(1, 2);

/* Prints a message about input that was only partly understood: raises
 * CX_PARTIAL only under --strict. */
void cx_warn(const char *fmt, ...) CX_PRINTF(1, 2);

/* Prints a message and raises the status to at least `status`. */
void cx_error(enum cx_exit status, const char *fmt, ...) CX_PRINTF(2, 3);

/* Like cx_error, then exits without flushing stdout. */
void cx_die(enum cx_exit status, const char *fmt, ...) CX_NORETURN
    CX_PRINTF(2, 3);

/* For programs whose callers do not read stderr: cx_die calls `last` once,
 * after printing its message, with the text of it.  `last` may exit itself. */
void cx_die_calls(void (*last)(struct cx_str text));

/*
 * Counts n more items of `what` as done.  If stderr is a terminal, stdout is
 * not and the work takes more than a second, a line shows the count until the
 * next message or the end.  For one thread at a time.
 */
void cx_progress(size_t n, const char *what);
/* Starts the clock for cx_progress; cx_start calls it. */
void cx_progress_begin(const char *prog);
/* Erases the progress line; the functions of this module call it before they
 * print. */
void cx_progress_end(void);

/* Appends s with everything that could disturb a terminal or end a line written
 * as \\xHH: control bytes, C1, invalid UTF-8, bidirectional controls. */
void cx_put_visible(struct cx_buf *b, struct cx_str s);
/* The same for a line of text: keeps tabs and drops a CR at the end. */
void cx_put_visible_line(struct cx_buf *b, struct cx_str line);

/* Raises the status without a message.  If several apply, the first of
 * 4, 2, 5, 3, 1 wins.  Safe from any thread. */
void cx_raise(enum cx_exit status);
enum cx_exit cx_status(void);

/*
 * For the return value of main: writes what cx_out (below) still holds, makes
 * sure that all of stdout was written (including close(2), where NFS and full
 * disks report errors) and returns the exit status.
 */
int cx_finish(void);

/*
 * Standard output as an append-only buffer, written when it exceeds 64 KiB and
 * by cx_finish.  A failed write is fatal (status 4); if the reader went away,
 * SIGPIPE ends the program quietly.  For one thread at a time.
 */
struct cx_buf *cx_out(void);
void cx_out_flush(void);
/* Writes the buffer if it is large enough; call after each record. */
void cx_out_record(void);
/* Writes all bytes despite EINTR and short writes; returns 0 or an errno. */
int cx_write_all(int fd, const void *s, size_t len);
/* Call when files have been changed: the message about a failed write then says
 * that the changes remain. */
void cx_out_changed(void);

#endif
