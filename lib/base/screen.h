/*
 * screen.h: formats output for people: as wide as the terminal, with ages
 * instead of dates.
 */
#ifndef CX_SCREEN_H
#define CX_SCREEN_H

#include "lib/base/str.h"

struct cx_buf;

/* Returns the columns of the terminal that stdout is, at least 20; otherwise
 * $COLUMNS, otherwise 80. */
size_t cx_screen_columns(void);

/* Appends words, each after a blank or a line break, in lines of `columns`; the
 * first line already has `used`.  A word longer than a line is not broken. */
void cx_put_words(struct cx_buf *out, struct cx_str words, size_t used,
    size_t columns);
/* Appends text, made visible (err.h) and cut to `columns`: its beginning or its
 * end, with an ellipsis.  Returns the columns used. */
size_t cx_put_fit(struct cx_buf *out, struct cx_str text, size_t columns,
    bool keep_end);

/* Appends a blank and a word, quoted for sh, to a command for pasting.  Returns
 * false and appends nothing if the word would not look like what it is. */
bool cx_put_command_word(struct cx_buf *out, struct cx_str word);

/* Returns the columns for a name in front of a path when both have `room`: the
 * path gets what the name leaves, but at least three tenths. */
size_t cx_name_columns(struct cx_str name, struct cx_str path, size_t room);

/* Appends how long ago a date was; anything but a date is appended as is, made
 * visible. */
void cx_put_age(struct cx_buf *out, struct cx_str date);

#endif
