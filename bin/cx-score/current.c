#include "bin/cx-score/current.h"

#include "lib/record/expiry.h"

#include <stdlib.h>

bool
status_is_current(struct cx_str status)
{
	struct cx_str head = CX_STR("");

	cx_str_split(&status, ':', &head);
	head = cx_str_trim(head);
	return !cx_str_is(head, "superseded") && !cx_str_is(head, "archived") &&
	    !cx_str_is(head, "invalidated");
}

bool
record_is_current(const struct cx_record *rec)
{
	return status_is_current(cx_record_str(rec, "status", CX_STR(""))) &&
	    !cx_expired(cx_expires(rec));
}

void
current_init(struct current *c, const struct cx_search *set)
{
	uint32_t n = cx_search_statuses(set);

	*c = (struct current){set, cx_calloc(n, sizeof *c->status)};
	for (uint32_t i = 0; i < n; i++)
		c->status[i] = status_is_current(cx_search_status_name(set,
		    i));
}

bool
current_has(const struct current *c, uint32_t atom)
{
	return c->status[cx_search_status(c->set, atom)] &&
	    !cx_expired(cx_search_expires(c->set, atom));
}

void
current_release(struct current *c)
{
	free(c->status);
}
