/*
 * trust.h: the origin of a note's words: user, agent, external or unknown.
 *
 * A note may state it in `trust`.  Any other value there makes it external, and
 * so does being captured by a program (`event`, `session`).  Otherwise [trust]
 * decides by path; without a matching pattern it is unknown.
 */
#ifndef CX_TRUST_H
#define CX_TRUST_H

#include "lib/config/config.h"

/* Reads [trust]; the configuration is not needed afterwards. */
struct cx_trust *cx_trust_new(const struct cx_config *config);
void cx_trust_free(struct cx_trust *t);

/* Returns the origin for a record and the vault path of its note; a
 * constant. */
struct cx_str cx_trust_of(const struct cx_trust *t,
    const struct cx_json *record, struct cx_str path);

#endif
