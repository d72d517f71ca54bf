/*
 * trust.h: whose words a note has: user, agent, external or unknown.
 *
 * A note may say so itself, in `trust`.  Any other value there makes it
 * external, as being captured by a program does (`event`, `session`).  For
 * the rest [trust] decides by path; without a pattern it is unknown.
 */
#ifndef CX_TRUST_H
#define CX_TRUST_H

#include "lib/config/config.h"

/* [trust]; the configuration is not needed any more. */
struct cx_trust *cx_trust_new(const struct cx_config *config);
void cx_trust_free(struct cx_trust *t);

/* Of a record and the vault path of its note; a constant. */
struct cx_str cx_trust_of(const struct cx_trust *t,
    const struct cx_json *record, struct cx_str path);

#endif
