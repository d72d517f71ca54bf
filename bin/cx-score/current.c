#include "bin/cx-score/current.h"

#include "lib/record/life.h"

#include <stdlib.h>

void
current_init(struct current *c, const struct cx_config *config,
    const struct cx_search *set)
{
	uint32_t n = cx_search_statuses(set);

	*c = (struct current){set, cx_calloc(n, sizeof *c->status)};
	for (uint32_t i = 0; i < n; i++)
		c->status[i] = !cx_status_ends(config,
		    cx_search_status_name(set, i));
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
