#include "lib/markdown/splice.h"

#include <stdlib.h>

void
cx_splice_add(struct cx_splices *e, size_t from, size_t to, struct cx_str now)
{
	*CX_NEXT(e->v, e->n, e->cap) = (struct cx_splice){.from = from,
	    .to = to, .at = e->text.len, .len = now.len};
	cx_buf_str(&e->text, now);
}

static int
by_place(const void *va, const void *vb)
{
	const struct cx_splice *a = va, *b = vb;

	if (a->from != b->from)
		return a->from < b->from ? -1 : 1;
	if ((a->to == a->from) != (b->to == b->from))
		return a->to == a->from ? -1 : 1;
	return (a->at > b->at) - (a->at < b->at);
}

void
cx_splices_sort(struct cx_splices *e)
{
	CX_SORT(e->v, e->n, by_place);
}

void
cx_splices_apply(struct cx_buf *out, const struct cx_splices *e,
    struct cx_str text)
{
	size_t i, done = 0;

	for (i = 0; i < e->n; i++) {
		cx_buf_add(out, text.s + done, e->v[i].from - done);
		cx_buf_str(out, cx_splice_text(e, &e->v[i]));
		done = e->v[i].to;
	}
	cx_buf_str(out, cx_str_from(text, done));
}

void
cx_splices_release(struct cx_splices *e)
{
	free(e->v);
	cx_buf_release(&e->text);
	*e = (struct cx_splices){0};
}
