#include "bin/cx-score/weight.h"

#include "lib/record/life.h"

#include <stdlib.h>

void
weights_init(struct weights *w, const struct cx_config *config,
    const struct cx_search *set)
{
	uint32_t n = cx_search_statuses(set);

	*w = (struct weights){.set = set};
	w->archived = cx_config_weight(config, CX_STR("archived"));
	w->status = cx_calloc(n, sizeof *w->status);
	for (uint32_t i = 0; i < n; i++)
		w->status[i] = cx_config_weight(config,
		    cx_search_status_name(set, i));
}

void
weights_release(struct weights *w)
{
	free(w->status);
}

int64_t
weight_of(const struct weights *w, uint32_t atom)
{
	int64_t weight = w->status[cx_search_status(w->set, atom)];

	if (weight > w->archived &&
	    cx_expired(cx_search_expires(w->set, atom)))
		return w->archived;
	return weight;
}

int64_t
weight_most(const struct weights *w)
{
	int64_t most = 0;

	for (uint32_t i = 0; i < cx_search_statuses(w->set); i++) {
		if (w->status[i] > most)
			most = w->status[i];
	}
	return most;
}

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
