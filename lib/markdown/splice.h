/*
 * splice.h: records the changes to a text, applies and shows them.
 *
 * Programs that edit what people wrote record their changes as splices of the
 * original text; everything outside a splice is kept byte for byte.
 *
 *	struct cx_splices e = {0};
 *
 *	cx_splice_add(&e, from, to, CX_STR("new"));
 *	cx_splices_sort(&e);
 *	cx_splices_diff(cx_out(), &e, text, path);
 *	cx_splices_apply(&bytes, &e, text);
 *	cx_splices_release(&e);
 */
#ifndef CX_SPLICE_H
#define CX_SPLICE_H

#include "lib/base/mem.h"

/* text[from..to) becomes splices.text[at..at + len). */
struct cx_splice {
	size_t from, to;
	size_t at, len;
	struct cx_str label; /* for use by the caller */
};

/* Zeroed memory holds no splices. */
struct cx_splices {
	struct cx_splice *v;
	size_t n, cap;
	struct cx_buf text;
};

static inline struct cx_str
cx_splice_text(const struct cx_splices *e, const struct cx_splice *one)
{
	struct cx_str s = cx_str_from(cx_buf_view(&e->text), one->at);

	return (struct cx_str){s.s, one->len};
}

/* Adds a splice; the bytes are copied. */
void cx_splice_add(struct cx_splices *e, size_t from, size_t to,
    struct cx_str now);
/* Sorts the splices by position, as the two functions below require; at the
 * same place, insertions come first, in the order they were added. */
void cx_splices_sort(struct cx_splices *e);

/* Appends the new text.  Splices must not overlap. */
void cx_splices_apply(struct cx_buf *out, const struct cx_splices *e,
    struct cx_str text);
/* Appends a unified diff with three lines of context. */
void cx_splices_diff(struct cx_buf *out, const struct cx_splices *e,
    struct cx_str text, const char *path);
void cx_splices_release(struct cx_splices *e);

#endif
