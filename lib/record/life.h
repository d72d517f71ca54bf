/*
 * life.h: is a note still in force, and does it want attention?  Every program
 * asks here.
 *
 * A status is a word, which may have a target after a colon: `superseded:x9`,
 * `archived:moved`, `corrected:EXP-7`.  The word alone decides.  These end a
 * note's life: superseded, archived, invalidated, deprecated, stale, refined,
 * resolved, fixed, expired, and what `until` of a type in [types] names.
 *
 * `expires` is the last day in force, whatever the time of day.  A text that
 * is not a date does not expire.  A note is over when its status has ended it
 * or it has expired.
 *
 * Days are counted from cx_today (date.h).
 */
#ifndef CX_LIFE_H
#define CX_LIFE_H

#include "lib/config/config.h"
#include "lib/record/record.h"

#include <stdint.h>

/* The word of a status, and its target: "" where there is none. */
struct cx_str cx_status_word(struct cx_str status, struct cx_str *target);
bool cx_status_is(struct cx_str status, const char *word);
/* Whether a status ends the life of a note. */
bool cx_status_ends(const struct cx_config *c, struct cx_str status);

/* The last day in force, CX_NO_DAY (layer.h) when it never ends. */
int64_t cx_expires(const struct cx_record *rec);
/* Whether a note whose last day this is has expired. */
bool cx_expired(int64_t last_day);
/* The weight of the status, in millionths; if expired, at most that of an
 * archived note. */
int64_t cx_atom_weight(const struct cx_config *c, struct cx_str status,
    int64_t last_day);

bool cx_life_over(const struct cx_config *c, const struct cx_record *rec);

/*
 * When a note was changed last, and seen last: the later of `created` and
 * `updated`, and the latest of these and `reviewed`, in seconds (date.h).  An
 * `updated` that is only a file's time does not count.  INT64_MIN: not known.
 */
struct cx_touched {
	int64_t edited, seen;
};

struct cx_touched cx_last_touched(const struct cx_record *rec);

/*
 * What a note wants somebody to look at.  One whose status has ended wants
 * nothing.  If `updated` is not a date, nobody knows when it was seen.
 */
enum cx_due {
	/* These have passed, and it has not been reviewed since: */
	CX_DUE_OVERDUE, /* `deadline`, or `due` */
	CX_DUE_EXPIRED, /* `expires` */
	/* It was seen longer ago than */
	CX_DUE_STALE,	   /* its type allows */
	CX_DUE_UNREVIEWED, /* 90 days, if it has a type that sets no limit */
	CX_DUES
};

extern const char *const cx_due_names[CX_DUES];

struct cx_life {
	int64_t days[CX_DUES]; /* for how long; 0: it is not due */
	int64_t idle;	       /* days since it was seen; below 0: not known */
	/* Of CX_DUE_STALE: the limit, and whether it is the archive_after of
	 * the type or its review_after. */
	int64_t limit;
	bool archive;
};

struct cx_life cx_life_of(const struct cx_config *c,
    const struct cx_record *rec);

#endif
