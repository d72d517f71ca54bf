/*
 * display_path.h: paths as people would type them.
 */
#ifndef CX_DISPLAY_PATH_H
#define CX_DISPLAY_PATH_H

#include "lib/base/str.h"

struct cx_buf;

/*
 * A path of the vault in $CORTEX_VAULT as a person would type it who is in
 * $CORTEX_FROM, which cx(1) sets: *b, or path itself where that is the same
 * or nothing is known.  From any thread.
 */
struct cx_str cx_display_path(struct cx_buf *b, struct cx_str path);

#endif
