/*
 * known.h: the words that a vault knows, for those that write them: types,
 * statuses and, where [projects] names some, projects.
 */
#ifndef CX_KNOWN_H
#define CX_KNOWN_H

#include "lib/config/config.h"
#include "lib/base/mem.h"

/*
 * Whether field may be given the value.  One that is empty may be, and any for
 * fields other than type, status and project.  Of a status what stands before
 * a colon counts: "corrected:EXP-7".  If not, why gets cause and mend.
 */
bool cx_known(const struct cx_config *c, struct cx_str field,
    struct cx_str value, struct cx_buf *why);

#endif
