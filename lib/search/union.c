/* Several search sets as one. */
#include "lib/search/search-impl.h"

#include "lib/search/records.h"

#include <stdlib.h>

struct cx_search *
cx_search_union(struct cx_search *const *sets, uint32_t n)
{
	struct cx_search *s = cx_calloc(1, sizeof *s);

	s->note = -1;
	s->n_parts = n;
	s->part = cx_calloc(n, sizeof *s->part);
	s->first = cx_calloc(n + 1, sizeof *s->first);
	s->status = cx_calloc(n + 1, sizeof *s->status);
	s->cursors = cx_calloc(1, sizeof *s->cursors);
	s->links = cx_calloc(1, sizeof *s->links);
	s->name = cx_strdup(sets[0]->name);
	s->base.set = s->more.set = s;
	for (uint32_t i = 0; i < n; i++) {
		uint32_t atoms = cx_search_atoms(sets[i]);

		s->part[i] = sets[i];
		/* The last number means none. */
		if (atoms >= UINT32_MAX - s->first[i])
			cx_die(CX_FAIL, "%s: too many notes in all",
			    sets[i]->name);
		s->first[i + 1] = s->first[i] + atoms;
		s->status[i + 1] = s->status[i] + cx_search_statuses(sets[i]);
	}
	return s;
}

/* Only for equals, so few are read. */
static bool
before(const struct cx_search *s, uint32_t x, uint32_t y)
{
	uint32_t a = x, b = y, i = cx_part_at(s, &a), k = cx_part_at(s, &b);
	struct cx_records records;
	CX_AUTO_BUF path = CX_BUF_INIT;
	int c;

	if (i == k)
		return cx_search_order(s->part[i], a) <
		    cx_search_order(s->part[i], b);
	records = cx_records_of(s);
	cx_buf_str(&path, cx_records_path(&records, x));
	c = cx_str_cmp(cx_buf_view(&path), cx_records_path(&records, y));
	cx_records_release(&records);
	return c ? c < 0 : i < k;
}

bool
cx_search_before(const struct cx_search *s, uint32_t x, uint32_t y)
{
	return s->n_parts ? before(s, x, y) :
	    cx_search_order(s, x) < cx_search_order(s, y);
}
