/*
 * mem.h: memory that is never NULL, a growable buffer, an arena.
 *
 * Running out of memory ends the program with status 4 and one line on
 * stderr; so does a size that does not fit a size_t.  What is published goes
 * through publish.h, so such an end leaves the old files in place.
 */
#ifndef CX_MEM_H
#define CX_MEM_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/base/err.h"
#include "lib/base/str.h"

/* a + b and a * b; overflow ends the program as running out of memory. */
size_t cx_add(size_t a, size_t b);
size_t cx_mul(size_t a, size_t b);

/* Ends the program where memory is short: plainly, and with a message (err.h)
 * after cx_start. */
extern void (*cx_no_memory)(const char *why) CX_NORETURN;
void *cx_malloc(size_t size);
void *cx_calloc(size_t n, size_t size);
/* realloc(p, n * size). */
void *cx_realloc(void *p, size_t n, size_t size);
char *cx_strdup(const char *s);
/*
 * n * size zeroed bytes for an array of which a part will be touched here and
 * there: in large pages where the system has them, so that a million entries
 * are not thousands of page faults.  Given back with the same n and size.
 */
void *cx_calloc_sparse(size_t n, size_t size);
void cx_free_sparse(void *p, size_t n, size_t size);
/* Like cx_calloc_sparse, for arrays that are used in full: pages are faulted
 * in at once, as one that is first read and then written costs two faults. */
void *cx_calloc_dense(size_t n, size_t size);
/* cx_grow for memory that is given back so; what is new is zeroed. */
void *cx_grow_sparse(void *v, size_t *cap, size_t size);

/* Before a local variable: release(&variable) when its block is left, by
 * whichever way; CX_AUTO_FREE, before a pointer, frees what it points at. */
#define CX_AUTO(release) __attribute__((cleanup(release)))
#define CX_AUTO_FREE CX_AUTO(cx_free_at)
void cx_free_at(void *pointer);
/* The same for a descriptor that is only read, or -1; errno stays. */
#define CX_AUTO_CLOSE CX_AUTO(cx_close_at) int
void cx_close_at(const int *fd);

/*
 * Makes room for one more element in a vector of *cap elements of which n
 * are used: CX_GROW(v, n, cap); v[n++] = x;  Amortised constant.
 */
#define CX_GROW(v, n, cap)                                                    \
	((n) < (cap) ? (void)0                                                \
		     : (void)((v) = cx_grow((v), &(cap), sizeof *(v))))
void *cx_grow(void *v, size_t *cap, size_t size);
/* Where that next element is: *CX_NEXT(v, n, cap) = x;  x may not look at the
 * vector. */
#define CX_NEXT(v, n, cap) (CX_GROW(v, n, cap), (v) + (n)++)
/* qsort of n elements, also of none, where v may be NULL. */
#define CX_SORT(v, n, compare)                                                \
	((n) > 0 ? qsort((v), (n), sizeof *(v), (compare)) : (void)0)
/* To compare elements that are one or begin with one, ascending. */
int cx_order_str(const void *a, const void *b); /* struct cx_str */
int cx_order_u32(const void *a, const void *b); /* uint32_t */

/*
 * A growable byte buffer.  CX_BUF_INIT or zeroed memory is an empty one.
 * s may be NULL while len is 0.  s[len] is '\0' after cx_buf_cstr only.
 * The owner may read s and len and may shorten len; it never writes cap.
 */
struct cx_buf {
	char *s;
	size_t len;
	size_t cap;
};

#define CX_BUF_INIT {NULL, 0, 0}

/* Makes room for n more bytes, which there is not; private. */
void cx_buf_grow(struct cx_buf *b, size_t n);

/* Room for n more bytes; returns where they go.  len is unchanged. */
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
/* Bytes in lower case hexadecimal. */
void cx_buf_hex(struct cx_buf *b, const void *bytes, size_t n);
/* 128 bits that nobody can guess, so: a name that nobody else gives. */
void cx_buf_random(struct cx_buf *b);
/* Terminates and returns s; the terminator is not counted in len. */
const char *cx_buf_cstr(struct cx_buf *b);
void cx_buf_release(struct cx_buf *b);
/* A local buffer that is released when its block is left, by whichever way. */
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
 * An arena: many small allocations that live and die together, one arena a
 * record.  cx_arena_reset keeps the largest block, so a loop over records
 * soon allocates nothing.  Zeroed memory is an empty arena.  Memory is
 * aligned for any type and is not zeroed.
 */
struct cx_arena {
	struct cx_arena_block *blocks;
	char *at;
	char *end;
};

void *cx_arena_alloc(struct cx_arena *a, size_t size);
/* A copy of s; the copy has a '\0' after it. */
struct cx_str cx_arena_copy(struct cx_arena *a, struct cx_str s);
void cx_arena_reset(struct cx_arena *a);
void cx_arena_release(struct cx_arena *a);

#endif
