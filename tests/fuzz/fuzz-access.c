/* Any bytes as a line of an access log; an event is put and read again. */
#include "lib/access/access.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
padded(struct cx_buf *b, const void *s, size_t len)
{
	b->len = 0;
	cx_buf_add(b, s, len);
	cx_buf_room(b, CX_JSON_PAD);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct cx_json_parser *first, *second;
	struct cx_buf b = CX_BUF_INIT, line = CX_BUF_INIT;
	struct cx_access_line l, again;

	if (!first) {
		first = cx_json_new();
		second = cx_json_new();
	}
	padded(&b, data, size);
	cx_access_parse(first, cx_buf_view(&b), &l);
	if ((l.kind == CX_ACCESS_BAD) != (l.why != NULL))
		abort();
	/* Behind a blank it is not a line that is parsed quickly. */
	cx_buf_char(&line, ' ');
	cx_buf_add(&line, data, size);
	cx_buf_room(&line, CX_JSON_PAD);
	cx_access_parse(second, cx_buf_view(&line), &again);
	if (size && (again.kind != l.kind || (l.kind == CX_ACCESS_EVENT &&
	    (again.ts != l.ts || !cx_str_eq(again.path, l.path) ||
	    !cx_str_eq(again.session, l.session) ||
	    !cx_str_eq(again.query, l.query)))))
		abort();
	line.len = 0;
	if (l.kind == CX_ACCESS_EVENT) {
		cx_access_put(&line, &l);
		line.len--;
		cx_buf_room(&line, CX_JSON_PAD);
		cx_access_parse(second, cx_buf_view(&line), &again);
		if (again.kind != CX_ACCESS_EVENT || again.ts != l.ts ||
		    !cx_str_eq(again.path, l.path) ||
		    !cx_str_eq(again.source, l.source) ||
		    !cx_str_eq(again.session, l.session))
			abort();
	}
	if (l.kind == CX_ACCESS_FOLD) {
		const struct cx_use use = {l.refs, l.last, l.refs, l.last};
		int64_t a = cx_activation(&use, 1776254400, 30, 1000000);

		if (a < 0 || a > 1000000)
			abort();
	}
	cx_buf_release(&b);
	cx_buf_release(&line);
	return 0;
}
