/*
 * known.h: what fields may have, for those that write them: the types and
 * statuses that a vault knows, its projects where [projects] names some, and
 * numbers.
 */
#ifndef CX_KNOWN_H
#define CX_KNOWN_H

#include "lib/config/config.h"
#include "lib/base/mem.h"

/*
 * Whether field may be given the value.  One that is empty may be, and any for
 * fields other than type, status, project, confidence (0 to 1), importance (1
 * to 10) and pnl_impact.  Of a status what stands before a colon counts:
 * "corrected:EXP-7".  If not, why gets cause and mend.
 */
bool cx_known(const struct cx_config *c, struct cx_str field,
    struct cx_str value, struct cx_buf *why);

#endif
