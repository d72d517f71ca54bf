/*
 * err.h: messages, exit status, the end of a program.
 *
 * Only main() and this module decide to exit.  A message is one line
 * "prog: text" on stderr, written with one write(2), control bytes and
 * invalid UTF-8 made visible as \xHH; it may come from any thread.  prog is
 * the command that was typed ("cx search", from $CORTEX_COMMAND, which cx(1)
 * sets), else the program's name.  A message about bad input names place,
 * cause and, where it is not plain, the mend:
 * "cx-scan: notes/a.md:12:3: unclosed quote in front matter; close it".
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

/* Exit status; cx-formats(5) and cx(1) say the same. */
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

/* A message; raises nothing. */
void cx_note(const char *fmt, ...) CX_PRINTF(1, 2);

/* A message about input that was understood in part: raises CX_PARTIAL only
 * under --strict. */
void cx_warn(const char *fmt, ...) CX_PRINTF(1, 2);

/* A message, and the status is raised to `status` at least. */
void cx_error(enum cx_exit status, const char *fmt, ...) CX_PRINTF(2, 3);

/* As cx_error, then the end: flushes nothing more to stdout. */
void cx_die(enum cx_exit status, const char *fmt, ...) CX_NORETURN
    CX_PRINTF(2, 3);

/* For a program whose callers do not read stderr: what cx_die calls, once,
 * after its message, with the text of that.  It may end the program itself. */
void cx_die_calls(void (*last)(struct cx_str text));

/*
 * n more of what are done: where stderr is a terminal and stdout is not, and
 * the work lasts over a second, a line says how many, until the next message
 * or the end.  To be used by one thread at a time.
 */
void cx_progress(size_t n, const char *what);
/* The work of this program begins; cx_start does it. */
void cx_progress_begin(const char *prog);
/* Wipes it out; what is printed by this module sees to that. */
void cx_progress_end(void);

/* Appends s with everything that could disturb a terminal or end a line as
 * \\xHH: control bytes, C1 too, invalid UTF-8, bidirectional controls. */
void cx_put_visible(struct cx_buf *b, struct cx_str s);
/* The same of a line of a text: tabs stay, a CR at its end is dropped. */
void cx_put_visible_line(struct cx_buf *b, struct cx_str line);

/* Raises the status without a message.  If several apply, the first of
 * 4, 2, 5, 3, 1 wins.  Safe from any thread. */
void cx_raise(enum cx_exit status);
enum cx_exit cx_status(void);

/*
 * What main returns: writes out what cx_out (below) still holds, checks
 * stdout to the last byte (also that close(2) succeeds: NFS and full disks
 * report there) and gives the exit status.
 */
int cx_finish(void);

/*
 * Standard output of a program: an append-only buffer that is written when
 * it passes 64 KiB and by cx_finish.  A failed write is fatal (status 4);
 * a reader that went away ends the program by SIGPIPE, quietly.  To be used
 * by one thread at a time.
 */
struct cx_buf *cx_out(void);
void cx_out_flush(void);
/* Writes if there is enough to be worth it; call after each record. */
void cx_out_record(void);
/* All bytes, whatever EINTR and short writes; 0 or an errno. */
int cx_write_all(int fd, const void *s, size_t len);
/* Files have been changed: a failed write says that they stay so. */
void cx_out_changed(void);

#endif
