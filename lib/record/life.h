/*
 * life.h: decides whether a note is still in force and whether it needs
 * attention, for all programs.
 *
 * A status is a word, optionally with a target after a colon: `superseded:x9`,
 * `archived:moved`, `corrected:EXP-7`.  Only the word matters.  These end a
 * note's life: superseded, archived, invalidated, deprecated, stale, refined,
 * resolved, fixed, expired, and the `until` of its type in [types].
 *
 * `expires` is the last day in force, whatever the time of day.  A text that is
 * not a date does not expire.  A note is over when its status has ended it or
 * it has expired.
 *
 * Days are counted from cx_today (date.h).
 */
#ifndef CX_LIFE_H
#define CX_LIFE_H

#include "lib/config/config.h"
#include "lib/record/record.h"

#include <stdint.h>

/* Returns the word of a status, and in *target the target, or "". */
struct cx_str cx_status_word(struct cx_str status, struct cx_str *target);
bool cx_status_is(struct cx_str status, const char *word);
/* Whether a status ends the life of a note. */
bool cx_status_ends(const struct cx_config *c, struct cx_str status);

/* Returns the last day in force, CX_NO_DAY (layer.h) if it never ends. */
int64_t cx_expires(const struct cx_record *rec);
/* Whether a note with this last day has expired. */
bool cx_expired(int64_t last_day);
/* Returns the weight of the status in millionths; for an expired note at most
 * that of an archived one. */
int64_t cx_atom_weight(const struct cx_config *c, struct cx_str status,
    int64_t last_day);

bool cx_life_over(const struct cx_config *c, const struct cx_record *rec);

/*
 * When a note was last changed and last seen: the later of `created` and
 * `updated`, and the latest of these and `reviewed`, in seconds (date.h).  An
 * `updated` that is only a file's time does not count.  INT64_MIN: unknown.
 */
struct cx_touched {
	int64_t edited, seen;
};

struct cx_touched cx_last_touched(const struct cx_record *rec);

/*
 * Reasons for a note to need attention; none if its status has ended it.  If
 * `updated` is not a date, it is unknown when the note was last seen.
 */
enum cx_due {
	/* A date has passed without a review since: */
	CX_DUE_OVERDUE, /* `deadline`, or `due` */
	CX_DUE_EXPIRED, /* `expires` */
	/* Last seen longer ago than */
	CX_DUE_STALE,	   /* the limit of its type */
	CX_DUE_UNREVIEWED, /* 90 days, if its type has no limit */
	CX_DUES
};

extern const char *const cx_due_names[CX_DUES];

struct cx_life {
	int64_t days[CX_DUES]; /* days since it is due; 0: not due */
	int64_t idle;	       /* days since last seen; negative: unknown */
	/* For CX_DUE_STALE: the limit, and whether it is archive_after or
	 * review_after of the type. */
	int64_t limit;
	bool archive;
};

struct cx_life cx_life_of(const struct cx_config *c,
    const struct cx_record *rec);

#endif
