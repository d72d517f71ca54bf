/*
 * date.h: the one date parser, and the only reader of the clock.
 *
 * Days are counted from 1970-01-01 (proleptic Gregorian), seconds from its
 * midnight in UTC.  Nothing here depends on locale or time zone.
 */
#ifndef CX_DATE_H
#define CX_DATE_H

#include "lib/base/mem.h"
#include "lib/base/str.h"

#include <stdint.h>

#define CX_DAY 86400

/* Returns the day of a point in time, which may be before 1970. */
static inline int64_t
cx_day_of(int64_t sec)
{
	return sec / CX_DAY - (sec % CX_DAY < 0);
}

/*
 * Reads YYYY-MM-DD, optionally followed by `T` or blanks and HH:MM[:SS[.f]] and
 * `Z` or +HH:MM, -HH:MM, +HHMM (ISO 8601 / RFC 3339; a time without zone is
 * UTC).  Surrounding blanks are ignored; fractions are dropped.  Returns false
 * for any other form and for days that do not exist.  `day` is the calendar day
 * as written, which is what layers count; sec is the moment in UTC.
 */
struct cx_date {
	int64_t day;
	int64_t sec;
	bool has_time;
};

bool cx_date_parse(struct cx_str s, struct cx_date *out);

/* Appends a date written without hyphens and colons with them: 20240101,
 * 202401011530, 20240101153000, 20240101T153000Z, in the years 1900 to 2199.
 * Returns false and appends nothing if s has another form; does not check that
 * the day and time exist.  cx_date_parse reads these forms, too. */
bool cx_date_spell(struct cx_str s, struct cx_buf *out);

/* Whether s is a year, month, week (ISO 8601) or quarter: 2026, 2026-04,
 * 2026-W07, 2026-Q2. */
bool cx_date_is_period(struct cx_str s);

/*
 * Finds the first date in a file name: 2026-11-22, 2026_11_22 or 20261122,
 * optionally with a time (202611221530, 20261122153000), in the years 1900 to
 * 2199 and not next to other digits.  Returns false if there is none.
 */
bool cx_date_in_name(struct cx_str name, int64_t *day);

int64_t cx_date_day(int year, int month, int day);
void cx_date_civil(int64_t day, int *year, int *month, int *mday);

/* Append YYYY-MM-DD and YYYY-MM-DDTHH:MM:SS. */
void cx_date_put(struct cx_buf *b, int64_t day);
void cx_date_put_sec(struct cx_buf *b, int64_t sec);

/*
 * Sets "now" in seconds from --now (NULL if not given), otherwise $CORTEX_NOW,
 * otherwise the clock; a malformed value is a usage error.  Call once from
 * main; cx_now then gives the same answer throughout.
 */
void cx_now_init(const char *option);
int64_t cx_now(void);
int64_t cx_today(void);

/* Reads a span such as 7d: [1-9][0-9]*(h|d|w|m|y), m = 30 days, y = 365 days,
 * in seconds.  Returns false if malformed or above 10,000 years. */
bool cx_date_span(struct cx_str s, int64_t *seconds);

#endif
