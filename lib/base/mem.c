#include "lib/base/mem.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct cx_arena_block {
	struct cx_arena_block *next;
	size_t size; /* usable bytes after this header */
};

#define BLOCK_MIN (16 * 1024)

static void end_plainly(const char *why) CX_NORETURN;

static void
end_plainly(const char *why)
{
	fprintf(stderr, "%s\n", why);
	_exit(CX_FAIL);
}

void (*cx_no_memory)(const char *why) CX_NORETURN = end_plainly;

static void out_of_memory(void) CX_NORETURN;

static void
out_of_memory(void)
{
	cx_no_memory("out of memory; nothing was published");
}

size_t
cx_add(size_t a, size_t b)
{
	if (a > SIZE_MAX - b)
		out_of_memory();
	return a + b;
}

size_t
cx_mul(size_t a, size_t b)
{
	if (b && a > SIZE_MAX / b)
		out_of_memory();
	return a * b;
}

void *
cx_malloc(size_t size)
{
	void *p = malloc(size ? size : 1);

	if (!p)
		out_of_memory();
	return p;
}

void *
cx_calloc(size_t n, size_t size)
{
	void *p = calloc(n ? n : 1, size ? size : 1);

	if (!p)
		out_of_memory();
	return p;
}

void *
cx_realloc(void *p, size_t n, size_t size)
{
	size_t total = cx_mul(n, size);
	void *q = realloc(p, total ? total : 1);

	if (!q)
		out_of_memory();
	return q;
}

/* Below this malloc will do. */
#define SPARSE_MIN (128u << 10)
/* What is no larger is had at once: a fault a page would take longer. */
#define SPARSE_WHOLE (4u << 20)
#ifndef MAP_POPULATE
#define MAP_POPULATE 0 /* Linux has it */
#endif

void *
cx_calloc_sparse(size_t n, size_t size)
{
	size_t total = cx_mul(n, size);
	void *p;

	if (total < SPARSE_MIN)
		return cx_calloc(n, size);
	p = mmap(NULL, total, PROT_READ | PROT_WRITE,
	    MAP_PRIVATE | MAP_ANONYMOUS |
	    (total <= SPARSE_WHOLE ? MAP_POPULATE : 0), -1, 0);
	if (p == MAP_FAILED)
		out_of_memory();
#ifdef MADV_HUGEPAGE
	(void)madvise(p, total, MADV_HUGEPAGE); /* a wish, no more */
#endif
	return p;
}

void
cx_free_sparse(void *p, size_t n, size_t size)
{
	if (p && n * size >= SPARSE_MIN)
		munmap(p, n * size);
	else
		free(p);
}

void *
cx_calloc_dense(size_t n, size_t size)
{
	void *p = cx_calloc_sparse(n, size);

	return n * size > SPARSE_WHOLE ? memset(p, 0, n * size) : p;
}

void *
cx_grow_sparse(void *v, size_t *cap, size_t size)
{
	size_t n = *cap ? cx_mul(*cap, 2) : 8;
	void *p;

#ifdef MREMAP_MAYMOVE
	/* Large pages move as they are. */
	if (*cap * size > SPARSE_WHOLE) {
		p = mremap(v, *cap * size, cx_mul(n, size), MREMAP_MAYMOVE);
		if (p == MAP_FAILED)
			out_of_memory();
		*cap = n;
		return p;
	}
#endif
	p = cx_calloc_sparse(n, size);
	if (*cap)
		memcpy(p, v, *cap * size);
	cx_free_sparse(v, *cap, size);
	*cap = n;
	return p;
}

void
cx_free_at(void *pointer)
{
	void *p;

	memcpy(&p, pointer, sizeof p);
	free(p);
}

void
cx_close_at(const int *fd)
{
	int error = errno;

	if (*fd >= 0)
		close(*fd);
	errno = error;
}

char *
cx_strdup(const char *s)
{
	size_t n = strlen(s) + 1;

	return memcpy(cx_malloc(n), s, n);
}

void *
cx_grow(void *v, size_t *cap, size_t size)
{
	size_t n = *cap ? cx_mul(*cap, 2) : 8;

	v = cx_realloc(v, n, size);
	*cap = n;
	return v;
}

void
cx_buf_grow(struct cx_buf *b, size_t n)
{
	size_t need = cx_add(b->len, n), cap = b->cap ? b->cap : 64;

	while (cap < need)
		cap = cx_mul(cap, 2);
	b->s = cx_realloc(b->s, cap, 1);
	b->cap = cap;
}

void
cx_buf_puts(struct cx_buf *b, const char *s)
{
	cx_buf_add(b, s, strlen(s));
}

void
cx_buf_vfmt(struct cx_buf *b, const char *fmt, va_list ap)
{
	va_list again;
	int n;

	va_copy(again, ap);
	n = vsnprintf(NULL, 0, fmt, ap);
	if (n < 0)
		cx_no_memory("cannot format a message");
	cx_buf_room(b, cx_add((size_t)n, 1));
	vsnprintf(b->s + b->len, (size_t)n + 1, fmt, again);
	va_end(again);
	b->len += (size_t)n;
}

void
cx_buf_fmt(struct cx_buf *b, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	cx_buf_vfmt(b, fmt, ap);
	va_end(ap);
}

void
cx_buf_int(struct cx_buf *b, int64_t n)
{
	char tmp[24];
	char *p = tmp + sizeof tmp;
	uint64_t u = n < 0 ? -(uint64_t)n : (uint64_t)n;

	do
		*--p = (char)('0' + u % 10);
	while ((u /= 10) != 0);
	if (n < 0)
		*--p = '-';
	cx_buf_add(b, p, (size_t)(tmp + sizeof tmp - p));
}

void
cx_buf_hex(struct cx_buf *b, const void *bytes, size_t n)
{
	const unsigned char *p = bytes;
	char *at = cx_buf_room(b, cx_mul(n, 2));

	for (size_t i = 0; i < 2 * n; i++)
		at[i] = "0123456789abcdef"[p[i / 2] >> (i % 2 ? 0 : 4) & 15];
	b->len += 2 * n;
}

void
cx_buf_random(struct cx_buf *b)
{
	unsigned char random[16];

	if (getentropy(random, sizeof random) != 0)
		cx_no_memory("no random bytes from the system");
	cx_buf_hex(b, random, sizeof random);
}

const char *
cx_buf_cstr(struct cx_buf *b)
{
	*cx_buf_room(b, 1) = '\0';
	return b->s;
}

void
cx_buf_release(struct cx_buf *b)
{
	free(b->s);
	*b = (struct cx_buf)CX_BUF_INIT;
}

int
cx_order_str(const void *a, const void *b)
{
	return cx_str_cmp(*(const struct cx_str *)a, *(const struct cx_str *)b);
}

int
cx_order_u32(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

void *
cx_arena_alloc(struct cx_arena *a, size_t size)
{
	size_t align = _Alignof(max_align_t);
	void *p;

	size = cx_add(size, align - 1) & ~(align - 1);
	if (!a->at || (size_t)(a->end - a->at) < size) {
		size_t room = a->blocks ? cx_mul(a->blocks->size, 2)
					: BLOCK_MIN;
		size_t head = (sizeof *a->blocks + align - 1) & ~(align - 1);
		struct cx_arena_block *b;

		while (room < size)
			room = cx_mul(room, 2);
		b = cx_malloc(cx_add(head, room));
		b->next = a->blocks;
		b->size = room;
		a->blocks = b;
		a->at = (char *)b + head;
		a->end = a->at + room;
	}
	p = a->at;
	a->at += size;
	return p;
}

struct cx_str
cx_arena_copy(struct cx_arena *a, struct cx_str s)
{
	char *p = cx_arena_alloc(a, cx_add(s.len, 1));

	if (s.len)
		memcpy(p, s.s, s.len);
	p[s.len] = '\0';
	return cx_strn(p, s.len);
}

static void
free_blocks(struct cx_arena_block *b)
{
	while (b) {
		struct cx_arena_block *next = b->next;

		free(b);
		b = next;
	}
}

void
cx_arena_reset(struct cx_arena *a)
{
	/* Blocks only grow, so the newest is the largest. */
	if (!a->blocks)
		return;
	free_blocks(a->blocks->next);
	a->blocks->next = NULL;
	a->at = a->end - a->blocks->size;
}

void
cx_arena_release(struct cx_arena *a)
{
	free_blocks(a->blocks);
	*a = (struct cx_arena){0};
}
