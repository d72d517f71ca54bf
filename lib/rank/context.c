#include "lib/rank/context.h"

#include "lib/base/date.h"
#include "lib/record/life.h"

#include <math.h>

#define STALE (INT64_C(90) * CX_DAY)

/* A member as a number within its limits. */
static double
number_member(const struct cx_record *rec, const char *name, double fallback,
    double lo, double hi)
{
	double d;

	if (!cx_json_getd(rec->root, name, &d))
		return fallback;
	return d < lo ? lo : d > hi ? hi : d;
}

struct cx_context
cx_context_score(const struct cx_record *rec)
{
	struct cx_touched at = cx_last_touched(rec);
	struct cx_context c = {.days = -1, .edited = at.edited};
	double recency = 0, sum;

	c.importance = number_member(rec, "importance", 5, 1, 10);
	c.confidence = number_member(rec, "confidence", 0.6, 0, 1);
	if (at.edited != INT64_MIN) {
		c.days = at.edited < cx_now() ?
		    (double)(cx_now() - at.edited) / CX_DAY : 0;
		recency = fmax(0, 1 - 0.033 * c.days);
	}
	c.stale = at.seen == INT64_MIN || cx_now() - at.seen > STALE;
	sum = 0.5 * c.importance / 10 + 0.3 * c.confidence + 0.2 * recency;
	c.score = llrint((c.stale ? sum / 2 : sum) * 1000000);
	return c;
}

void
cx_context_explain(const struct cx_context *c, struct cx_printer *p)
{
	cx_print_object(p);
	cx_print_kstr(p, "rank", CX_STR("context"));
	cx_print_kreal(p, "importance", c->importance);
	cx_print_kreal(p, "confidence", c->confidence);
	cx_print_key(p, "days");
	if (c->days < 0)
		cx_print_null(p);
	else
		cx_print_micro(p, llrint(c->days * 1000000));
	cx_print_kbool(p, "stale", c->stale);
	cx_print_end(p);
}
