/*
 * context.h: ranks what a session should know first, without a query.
 *
 *	0.5 importance / 10 + 0.3 confidence + 0.2 max(0, 1 - 0.033 days)
 *
 * where days, with fractions, is the time since the last change; halved if the
 * note was last seen more than 90 days ago (life.h).  Of equal scores the one
 * changed last comes first.
 */
#ifndef CX_CONTEXT_H
#define CX_CONTEXT_H

#include "lib/json/print.h"
#include "lib/record/record.h"

#include <stdint.h>

struct cx_context {
	int64_t score; /* millionths */
	double importance, confidence;
	int64_t edited; /* seconds; INT64_MIN: unknown */
	double days; /* since then; negative: unknown */
	bool stale;  /* not seen for 90 days */
};

struct cx_context cx_context_score(const struct cx_record *rec);
/* Prints the object for --explain. */
void cx_context_explain(const struct cx_context *c, struct cx_printer *p);

#endif
