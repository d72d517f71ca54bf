/*
 * mem.h: memory that is never NULL, a growable buffer, an arena.
 *
 * Running out of memory ends the program with status 4 and one line on stderr;
 * so does a size that does not fit a size_t.  Files are published through
 * publish.h, so the old ones stay in place.
 */
#ifndef CX_MEM_H
#define CX_MEM_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/base/err.h"
#include "lib/base/str.h"

/* Return a + b and a * b; overflow is treated as running out of memory. */
size_t cx_add(size_t a, size_t b);
size_t cx_mul(size_t a, size_t b);

/* Ends the program when memory runs out: silently, after cx_start with a
 * message (err.h). */
extern void (*cx_no_memory)(const char *why) CX_NORETURN;
void *cx_malloc(size_t size);
void *cx_calloc(size_t n, size_t size);
/* realloc(p, n * size). */
void *cx_realloc(void *p, size_t n, size_t size);
char *cx_strdup(const char *s);
/*
 * Allocates n * size zeroed bytes for an array that is used in scattered
 * places: in large pages if the system has them, so that a million entries do
 * not cost thousands of page faults.  Free it with the same n and size.
 */
void *cx_calloc_sparse(size_t n, size_t size);
void cx_free_sparse(void *p, size_t n, size_t size);
/* Like cx_calloc_sparse, for arrays that are used in full: pages are faulted in
 * at once, because a page that is read before it is written faults twice. */
void *cx_calloc_dense(size_t n, size_t size);
/* Like cx_grow for sparse memory; the new part is zeroed. */
void *cx_grow_sparse(void *v, size_t *cap, size_t size);

/* Before a local variable: calls release(&variable) when its block is left by
 * any path.  CX_AUTO_FREE, before a pointer, frees what it points at. */
#define CX_AUTO(release) __attribute__((cleanup(release)))
#define CX_AUTO_FREE CX_AUTO(cx_free_at)
void cx_free_at(void *pointer);
/* The same for a read-only descriptor, or -1; errno is preserved. */
#define CX_AUTO_CLOSE CX_AUTO(cx_close_at) int
void cx_close_at(const int *fd);

/*
 * Makes room for one more element in a vector with room for *cap elements, n of
 * them in use: CX_GROW(v, n, cap); v[n++] = x;  Amortised constant time.
 */
#define CX_GROW(v, n, cap)                                                    \
	((n) < (cap) ? (void)0                                                \
		     : (void)((v) = cx_grow((v), &(cap), sizeof *(v))))
void *cx_grow(void *v, size_t *cap, size_t size);
/* Appends in one step: *CX_NEXT(v, n, cap) = x;  x must not refer to v. */
#define CX_NEXT(v, n, cap) (CX_GROW(v, n, cap), (v) + (n)++)
/* Sorts n elements; n may be 0 and v NULL then. */
#define CX_SORT(v, n, compare)                                                \
	((n) > 0 ? qsort((v), (n), sizeof *(v), (compare)) : (void)0)
/* Compare elements that are, or begin with, one of these, in ascending
 * order. */
int cx_order_str(const void *a, const void *b); /* struct cx_str */
int cx_order_u32(const void *a, const void *b); /* uint32_t */

/*
 * A growable byte buffer, initialised with CX_BUF_INIT or zeroes.  s may be
 * NULL while len is 0.  s[len] is '\0' only after cx_buf_cstr.  The owner may
 * read s and len and may shorten len, but must not write cap.
 */
struct cx_buf {
	char *s;
	size_t len;
	size_t cap;
};

#define CX_BUF_INIT {NULL, 0, 0}

/* Makes room for n more bytes, which do not fit yet; private. */
void cx_buf_grow(struct cx_buf *b, size_t n);

/* Makes room for n more bytes and returns where they go; len is unchanged. */
static inline char *
cx_buf_room(struct cx_buf *b, size_t n)
{
	/* Also for n == 0: NULL + 0 is undefined. */
	if (n > b->cap - b->len || !b->s)
		cx_buf_grow(b, n);
	return b->s + b->len;
}

static inline void
cx_buf_add(struct cx_buf *b, const void *s, size_t len)
{
	if (len == 0)
		return;
	memcpy(cx_buf_room(b, len), s, len);
	b->len += len;
}

static inline void
cx_buf_str(struct cx_buf *b, struct cx_str s)
{
	cx_buf_add(b, s.s, s.len);
}

void cx_buf_puts(struct cx_buf *b, const char *s);
void cx_buf_fmt(struct cx_buf *b, const char *fmt, ...) CX_PRINTF(2, 3);
void cx_buf_vfmt(struct cx_buf *b, const char *fmt, va_list ap)
    CX_PRINTF(2, 0);
void cx_buf_int(struct cx_buf *b, int64_t n);
/* Appends bytes in lower-case hexadecimal. */
void cx_buf_hex(struct cx_buf *b, const void *bytes, size_t n);
/* Appends 128 random bits, for a name that is unique and cannot be guessed. */
void cx_buf_random(struct cx_buf *b);
/* Terminates and returns s; the terminator is not counted in len. */
const char *cx_buf_cstr(struct cx_buf *b);
void cx_buf_release(struct cx_buf *b);
/* A local buffer that is released when its block is left by any path. */
#define CX_AUTO_BUF CX_AUTO(cx_buf_release) struct cx_buf

static inline void
cx_buf_char(struct cx_buf *b, char c)
{
	if (b->len == b->cap)
		cx_buf_room(b, 1);
	b->s[b->len++] = c;
}

static inline struct cx_str
cx_buf_view(const struct cx_buf *b)
{
	return cx_strn(b->s, b->len);
}

/*
 * An arena: many small allocations that are freed together, one arena per
 * record.  cx_arena_reset keeps the largest block, so a loop over records soon
 * stops allocating.  Zeroed memory is an empty arena.  Memory is aligned for
 * any type and is not zeroed.
 */
struct cx_arena {
	struct cx_arena_block *blocks;
	char *at;
	char *end;
};

void *cx_arena_alloc(struct cx_arena *a, size_t size);
/* Copies s and appends a '\0'. */
struct cx_str cx_arena_copy(struct cx_arena *a, struct cx_str s);
void cx_arena_reset(struct cx_arena *a);
void cx_arena_release(struct cx_arena *a);

#endif
