/*
 * display_path.h: paths as people would type them.
 */
#ifndef CX_DISPLAY_PATH_H
#define CX_DISPLAY_PATH_H

#include "lib/base/str.h"

struct cx_buf;

/*
 * Returns a path of the vault in $CORTEX_VAULT as someone in $CORTEX_FROM (both
 * set by cx(1)) would type it: in *b, or path itself if that is the same or a
 * variable is missing.  Safe from any thread.
 */
struct cx_str cx_display_path(struct cx_buf *b, struct cx_str path);

#endif
