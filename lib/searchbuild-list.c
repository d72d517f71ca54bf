/* Posting lists: in memory, and as text. */
#include "lib/searchbuild-impl.h"

#include <stdlib.h>

#define UNIT 8
#define HEADER sizeof(uint32_t) /* number of the next chunk */
#define CHUNK_MAX 4096
#define STEP 256

struct list *
cx_sb_list(struct lists *l, uint32_t number)
{
	if (number >= l->n) {
		/* A little ahead; what is not yet touched takes no memory. */
		size_t n = cx_add(number, STEP);

		while (n > l->cap)
			l->v = cx_grow(l->v, &l->cap, sizeof *l->v);
		memset(l->v + l->n, 0, (n - l->n) * sizeof *l->v);
		l->n = n;
	}
	return &l->v[number];
}

/* The size of the chunk that follows one of this size: by half more, so that
 * a sixth of a list is unused on average, and less of a long one. */
static size_t
size_after(size_t size)
{
	size_t next = (size + size / 2) & ~(size_t)(UNIT - 1);

	if (next < size + UNIT)
		next = size + UNIT;
	return next < CHUNK_MAX ? next : CHUNK_MAX;
}

static void
new_chunk(struct pool *pool, struct list *l)
{
	size_t size = size_after(l->size);
	uint32_t number;

	if (size > pool->cap - pool->n) {
		pool->cap = pool->cap ? cx_mul(pool->cap, 2) : 1 << 16;
		pool->s = cx_realloc(pool->s, pool->cap, 1);
	}
	if (pool->n / UNIT > UINT32_MAX)
		cx_die(CX_FAIL, "too much text for one index");
	number = (uint32_t)(pool->n / UNIT);
	pool->n += size;
	if (l->size)
		memcpy(pool->s + (size_t)l->chunk * UNIT, &number, HEADER);
	else
		l->head = number;
	l->chunk = number;
	l->used = HEADER;
	l->size = (uint16_t)size;
}

static void
put_varint(struct pool *pool, struct list *l, uint64_t v)
{
	for (;;) {
		unsigned char c = (unsigned char)(v & 0x7F);

		if (l->used == l->size)
			new_chunk(pool, l);
		v >>= 7;
		if (v)
			c |= 0x80;
		pool->s[(size_t)l->chunk * UNIT + l->used++] = c;
		if (!v)
			return;
	}
}

static void
next_doc(struct pool *pool, struct list *l, uint32_t doc)
{
	put_varint(pool, l, (uint64_t)(doc - l->doc) << 1 | (l->tf > 1));
	if (l->tf > 1)
		put_varint(pool, l, l->tf);
	l->doc = doc;
	l->tf = 1;
	l->n++;
}

void
cx_sb_add(struct pool *pool, struct list *l, uint32_t doc)
{
	if (l->n && l->doc == doc)
		l->tf++;
	else
		next_doc(pool, l, doc);
}

void
cx_sb_add_once(struct pool *pool, struct list *l, uint32_t doc)
{
	if (!l->n || l->doc != doc)
		next_doc(pool, l, doc);
}

static void
gather(const struct pool *pool, const struct list *l, struct cx_buf *out)
{
	uint32_t number = l->head;
	size_t size = size_after(0);

	out->len = 0;
	while (number != l->chunk) {
		const unsigned char *chunk = pool->s + (size_t)number * UNIT;

		cx_buf_add(out, chunk + HEADER, size - HEADER);
		memcpy(&number, chunk, HEADER);
		size = size_after(size);
	}
	cx_buf_add(out, pool->s + (size_t)number * UNIT + HEADER,
	    l->used - HEADER);
}

static inline uint64_t
get_varint(const unsigned char **at)
{
	uint64_t v = 0;
	unsigned shift = 0;

	for (;; shift += 7) {
		unsigned char c = *(*at)++;

		v |= (uint64_t)(c & 0x7F) << shift;
		if (!(c & 0x80))
			return v;
	}
}

static int
by_doc(const void *a, const void *b)
{
	uint32_t x = ((const struct posting *)a)->doc;
	uint32_t y = ((const struct posting *)b)->doc;

	return (x > y) - (x < y);
}

/* Gives the documents their final numbers. */
static void
renumber(const uint32_t *rank, struct unpacked *u)
{
	bool sorted = true;
	size_t kept = 0;

	for (size_t i = 0; i < u->n; i++) {
		struct posting p = {rank[u->v[i].doc], u->v[i].tf};

		if (p.doc == NONE)
			continue;
		if (kept && p.doc < u->v[kept - 1].doc)
			sorted = false;
		u->v[kept++] = p;
	}
	u->n = kept;
	if (!sorted)
		qsort(u->v, u->n, sizeof *u->v, by_doc);
}

void
cx_sb_unpack(const struct pool *pool, const struct list *l,
    const uint32_t *rank, struct unpacked *u)
{
	const unsigned char *at;
	uint32_t doc = 0;

	u->n = l->n;
	if (l->n == 0)
		return;
	if (l->n > u->cap) {
		u->cap = cx_mul(l->n, 2);
		u->v = cx_realloc(u->v, u->cap, sizeof *u->v);
	}
	gather(pool, l, &u->bytes);
	at = (const unsigned char *)u->bytes.s;
	for (uint32_t i = 0; i < l->n; i++) {
		uint64_t v = get_varint(&at);

		if (i)
			u->v[i - 1].tf = v & 1 ? (uint32_t)get_varint(&at) : 1;
		doc += (uint32_t)(v >> 1);
		u->v[i].doc = doc;
	}
	u->v[l->n - 1].tf = l->tf;
	if (rank)
		renumber(rank, u);
}

void
cx_sb_unpacked_release(struct unpacked *u)
{
	cx_buf_release(&u->bytes);
	free(u->v);
}

/* --- as text --- */

/* Numbers below 1000: three bytes of which the fourth tells how many count. */
static const char small[1000][4] = {
#define D1(a) {'0' + (a), 0, 0, 1}
#define D2(a, b) {'0' + (a), '0' + (b), 0, 2}
#define D3(a, b, c) {'0' + (a), '0' + (b), '0' + (c), 3}
#define TEN2(a)                                                               \
	D2(a, 0), D2(a, 1), D2(a, 2), D2(a, 3), D2(a, 4), D2(a, 5),           \
	    D2(a, 6), D2(a, 7), D2(a, 8), D2(a, 9)
#define TEN3(a, b)                                                            \
	D3(a, b, 0), D3(a, b, 1), D3(a, b, 2), D3(a, b, 3), D3(a, b, 4),      \
	    D3(a, b, 5), D3(a, b, 6), D3(a, b, 7), D3(a, b, 8), D3(a, b, 9)
#define HUNDRED(a)                                                            \
	TEN3(a, 0), TEN3(a, 1), TEN3(a, 2), TEN3(a, 3), TEN3(a, 4),           \
	    TEN3(a, 5), TEN3(a, 6), TEN3(a, 7), TEN3(a, 8), TEN3(a, 9)
    D1(0), D1(1), D1(2), D1(3), D1(4), D1(5), D1(6), D1(7), D1(8), D1(9),
    TEN2(1), TEN2(2), TEN2(3), TEN2(4), TEN2(5), TEN2(6), TEN2(7), TEN2(8),
    TEN2(9), HUNDRED(1), HUNDRED(2), HUNDRED(3), HUNDRED(4), HUNDRED(5),
    HUNDRED(6), HUNDRED(7), HUNDRED(8), HUNDRED(9)};

#define NUMBER_MAX 10 /* digits of a uint32_t; small copies no further */

static inline char *
put_number(char *at, uint32_t n)
{
	char digits[NUMBER_MAX], *p = digits + sizeof digits;

	if (n < 1000) {
		memcpy(at, small[n], 4);
		return at + small[n][3];
	}
	do
		*--p = (char)('0' + n % 10);
	while ((n /= 10) != 0);
	n = (uint32_t)(digits + sizeof digits - p);
	memcpy(at, p, n);
	return at + n;
}

static void
print_line(struct cx_buf *out, struct cx_str head, const struct posting *v,
    size_t n)
{
	uint32_t max = 0, doc = v[0].doc, first = doc;
	char *at = cx_buf_room(out, cx_add(head.len,
	    32 + n * (2 * NUMBER_MAX + 2)));

	for (size_t i = 0; i < n; i++)
		max = v[i].tf > max ? v[i].tf : max;
	memcpy(at, head.s, head.len);
	at += head.len;
	*at++ = ' ';
	for (int i = 7; i >= 0; i--, first /= 10)
		at[i] = (char)('0' + first % 10);
	at += 8;
	*at++ = ' ';
	at = put_number(at, max);
	for (size_t i = 0; i < n; i++) {
		*at++ = ' ';
		at = put_number(at, v[i].doc - doc);
		doc = v[i].doc;
		if (v[i].tf > 1) {
			*at++ = ':';
			at = put_number(at, v[i].tf);
		}
	}
	*at++ = '\n';
	out->len = (size_t)(at - out->s);
}

void
cx_sb_print(struct cx_buf *out, struct cx_str head,
    const struct posting *v, size_t n)
{
	for (size_t i = 0; i < n; i += CX_POSTINGS_LINE)
		print_line(out, head, v + i,
		    n - i < CX_POSTINGS_LINE ? n - i : CX_POSTINGS_LINE);
}

void
cx_sb_print_place(struct cx_buf *out, const struct place *p)
{
	cx_buf_char(out, ' ');
	cx_buf_int(out, p->df);
	cx_buf_char(out, ' ');
	cx_buf_int(out, (int64_t)p->offset);
	cx_buf_char(out, ' ');
	cx_buf_int(out, (int64_t)p->bytes);
}

/* --- words in order --- */

static int
by_word(const void *a, const void *b)
{
	const struct sorted_word *x = a, *y = b;

	if (x->prefix != y->prefix)
		return x->prefix < y->prefix ? -1 : 1;
	return cx_str_cmp(x->word, y->word);
}

void
cx_sb_sort(struct sorted_word *v, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		uint64_t prefix = 0;

		for (size_t k = 0; k < 8; k++)
			prefix = prefix << 8 | (k < v[i].word.len
			    ? (unsigned char)v[i].word.s[k] : 0);
		v[i].prefix = prefix;
	}
	if (n)
		qsort(v, n, sizeof *v, by_word);
}
