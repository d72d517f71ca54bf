/* One of those that are asked. */
#include "bin/cx-remote/remote.h"

#include <stdlib.h>

void
part_leave_out(struct part *p, const char *fmt, ...)
{
	CX_AUTO_BUF why = CX_BUF_INIT;
	struct cx_str rest = cx_buf_view(&p->said), line, last = CX_STR("");
	va_list ap;

	if (p->gone)
		return;
	p->gone = true;
	va_start(ap, fmt);
	cx_buf_vfmt(&why, fmt, ap);
	va_end(ap);
	while (cx_str_split(&rest, '\n', &line))
		last = line.len ? line : last;
	if (!p->url)
		cx_error(CX_FAIL, "the vaults here: cx-score %s",
		    cx_buf_cstr(&why));
	else
		cx_buf_fmt(&p->why, "%s%s%.*s", cx_buf_cstr(&why),
		    last.len ? ": " : "", (int)last.len, last.s);
}

void
part_tell(struct part *p, struct cx_str line)
{
	cx_buf_str(&p->queue, line);
}

static int
by_size(const void *va, const void *vb)
{
	const size_t *a = va, *b = vb;

	return (*a > *b) - (*a < *b);
}

bool
part_has_place(struct part *p, size_t place)
{
	if (p->n_sorted < p->n_told)
		CX_SORT(p->told, p->n_told, by_size);
	p->n_sorted = p->n_told;
	return p->n_told &&
	    bsearch(&place, p->told, p->n_told, sizeof place, by_size);
}
