/*
 * expiry.h: atoms with a date in `expires`.
 *
 * An atom is in force through the day that is written there, whatever the
 * time of day; from the next day on it ranks as an archived one.  A text that
 * is no date is no expiry.
 */
#ifndef CX_EXPIRY_H
#define CX_EXPIRY_H

#include "lib/config/config.h"
#include "lib/record/record.h"

#include <stdint.h>

/* The last day in force, CX_NO_DAY (layer.h) when it never ends. */
int64_t cx_expires(const struct cx_record *rec);
/* Whether an atom whose last day this is has expired, by cx_today. */
bool cx_expired(int64_t last_day);
/* The weight of the status, in millionths; if expired, at most that of an
 * archived atom. */
int64_t cx_atom_weight(const struct cx_config *c, struct cx_str status,
    int64_t last_day);

#endif
