/*
 * context.h: what a session should know first, without a query.
 *
 *	0.5 importance / 10 + 0.3 confidence + 0.2 max(0, 1 - 0.033 days)
 *
 * days being those since it was changed last, with fractions; half of it when
 * more than 90 days have passed since it was seen last (life.h).  Of two with
 * the same score the one that was changed last comes first.
 */
#ifndef CX_CONTEXT_H
#define CX_CONTEXT_H

#include "lib/json/print.h"
#include "lib/record/record.h"

#include <stdint.h>

struct cx_context {
	int64_t score; /* millionths */
	double importance, confidence;
	int64_t edited; /* seconds; INT64_MIN: not known */
	double days; /* since then; below 0: not known */
	bool stale;  /* nobody looked at it for 90 days */
};

struct cx_context cx_context_score(const struct cx_record *rec);
/* The object that --explain adds. */
void cx_context_explain(const struct cx_context *c, struct cx_printer *p);

#endif
