/*
 * screen.h: what people read at a terminal is as wide as their window, and has
 * ages for dates.
 */
#ifndef CX_SCREEN_H
#define CX_SCREEN_H

#include "lib/base/str.h"

struct cx_buf;

/* Columns of the window that standard output is, 20 at least; else $COLUMNS,
 * else 80. */
size_t cx_screen_columns(void);

/* Appends words, with a blank or the beginning of a line before each: of lines
 * of so many columns, used of which are taken on the first.  A word that is
 * longer than a line is not broken. */
void cx_put_words(struct cx_buf *out, struct cx_str words, size_t used,
    size_t columns);
/* Appends text, visible (err.h), cut to so many columns: its beginning, or
 * its end, and an ellipsis.  Returns how many columns it takes. */
size_t cx_put_fit(struct cx_buf *out, struct cx_str text, size_t columns,
    bool keep_end);

/* Appends a word of a command that people paste, after a blank and quoted as sh
 * needs; false, and nothing, where it would not look like what it is. */
bool cx_put_command_word(struct cx_buf *out, struct cx_str word);

/* Columns for a name before a path that has the rest of `room`: the path gets
 * what the name leaves, but three tenths at least. */
size_t cx_name_columns(struct cx_str name, struct cx_str path, size_t room);

/* Appends how long ago a date is, or what is not a date as it is, visible. */
void cx_put_age(struct cx_buf *out, struct cx_str date);

#endif
