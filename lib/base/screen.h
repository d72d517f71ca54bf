/*
 * screen.h: what people read at a terminal is as wide as their window, has
 * ages for dates, and paths as they would type them.
 */
#ifndef CX_SCREEN_H
#define CX_SCREEN_H

#include "lib/base/str.h"

struct cx_buf;

/* Columns of the window that standard output is, 20 at least; else $COLUMNS,
 * else 80. */
size_t cx_screen_columns(void);

/* Appends text, visible (err.h), cut to so many columns: its beginning, or
 * its end, and an ellipsis.  Returns how many columns it takes. */
size_t cx_put_fit(struct cx_buf *out, struct cx_str text, size_t columns,
    bool keep_end);

/* Columns for a name before a path that has the rest of `room`: the path gets
 * what the name leaves, but three tenths at least. */
size_t cx_name_columns(struct cx_str name, struct cx_str path, size_t room);

/* Appends how long ago a date is, or what is not a date as it is, visible. */
void cx_put_age(struct cx_buf *out, struct cx_str date);

/*
 * A path of the vault in $CORTEX_VAULT as a person would type it who is in
 * $CORTEX_FROM, which cx(1) sets: *b, or path itself where that is the same
 * or nothing is known.  From any thread.
 */
struct cx_str cx_path_from_here(struct cx_buf *b, struct cx_str path);

#endif
