/* One of those that are asked. */
#include "bin/cx-remote/remote.h"

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
