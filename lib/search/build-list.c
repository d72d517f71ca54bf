/* Posting lists: in memory, and as text. */
#include "lib/search/build-impl.h"

#include <stdlib.h>

#define UNIT CX_SB_UNIT
#define HEADER sizeof(uint32_t) /* number of the next chunk */
#define CHUNK_MAX 4096
#define STEP 256

void
cx_builder_pool_release(struct pool *pool)
{
	cx_free_sparse(pool->s, pool->cap, 1);
}

void
cx_builder_lists_release(struct lists *l)
{
	cx_free_sparse(l->v, l->cap, sizeof *l->v);
}

struct list *
cx_builder_list(struct lists *l, uint32_t number)
{
	if (number >= l->n) {
		/* A little ahead; untouched pages take no memory. */
		size_t n = cx_add(number, STEP);

		while (n > l->cap)
			l->v = cx_grow_sparse(l->v, &l->cap, sizeof *l->v);
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

	while (size > pool->cap - pool->n)
		pool->s = cx_grow_sparse(pool->s, &pool->cap, 1);
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
put_bytes(struct pool *pool, struct list *l, uint64_t v)
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

static inline void
put_varint(struct pool *pool, struct list *l, uint64_t v)
{
	if (v < 0x80 && l->used < l->size)
		pool->s[(size_t)l->chunk * UNIT + l->used++] =
		    (unsigned char)v;
	else
		put_bytes(pool, l, v);
}

/* Frequencies other than once in the body: twice `text`, plus 1 if those of
 * names and labels follow. */
static void
put_frequencies(struct pool *pool, struct list *l)
{
	bool more = l->names || l->labels;

	put_varint(pool, l, (uint64_t)l->text << 1 | more);
	if (more) {
		put_varint(pool, l, l->names);
		put_varint(pool, l, l->labels);
	}
}

void
cx_builder_next_doc(struct pool *pool, struct list *l, uint32_t doc)
{
	if (l->some) {
		bool usual = l->text == 1 && !(l->names | l->labels);

		if (!l->size)
			put_bytes(pool, l, (uint64_t)l->doc << 1);
		put_varint(pool, l, (uint64_t)(doc - l->doc) << 1 | !usual);
		if (!usual)
			put_frequencies(pool, l);
	}
	l->some = true;
	l->doc = doc;
	l->text = l->names = l->labels = 0;
}

void
cx_builder_add(struct pool *pool, struct list *l, uint32_t doc,
    enum place_of in)
{
	if (!l->some || l->doc != doc)
		cx_builder_next_doc(pool, l, doc);
	switch (in) {
	case IN_NAMES:
		l->names++;
		break;
	case IN_LABELS:
		l->labels++;
		break;
	case IN_TEXT:
		l->text += 2;
		break;
	}
}

void
cx_builder_add_once(struct pool *pool, struct list *l, uint32_t doc)
{
	if (!l->some || l->doc != doc)
		cx_builder_add_body(pool, l, doc);
}

/* The bytes of a list, which are copied if they are in several chunks. */
static struct cx_str
bytes_of(const struct pool *pool, const struct list *l, struct cx_buf *room)
{
	const unsigned char *chunk = pool->s + (size_t)l->head * UNIT;
	uint32_t number = l->head;
	size_t size = size_after(0);

	room->len = 0;
	for (; number != l->chunk; size = size_after(size)) {
		cx_buf_add(room, chunk + HEADER, size - HEADER);
		memcpy(&number, chunk, HEADER);
		chunk = pool->s + (size_t)number * UNIT;
	}
	if (!room->len)
		return cx_strn((const char *)chunk + HEADER,
		    l->used - HEADER);
	cx_buf_add(room, chunk + HEADER, l->used - HEADER);
	return cx_buf_view(room);
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

/* Gives the documents their final numbers. */
static void
renumber(const uint32_t *rank, struct unpacked *u)
{
	bool sorted = true;
	size_t kept = 0;

	for (size_t i = 0; i < u->n; i++) {
		struct posting p = u->v[i];

		p.doc = rank[p.doc];
		if (p.doc == NONE)
			continue;
		if (kept && p.doc < u->v[kept - 1].doc)
			sorted = false;
		u->v[kept++] = p;
	}
	u->n = kept;
	if (!sorted)
		qsort(u->v, u->n, sizeof *u->v, cx_order_u32);
}

static void
make_room(struct unpacked *u, size_t n)
{
	if (n <= u->cap)
		return;
	u->cap = cx_mul(n, 2);
	u->v = cx_realloc(u->v, u->cap, sizeof *u->v);
}

static void
get_frequencies(const unsigned char **at, struct posting *p)
{
	uint64_t text = get_varint(at);

	p->text = (uint32_t)(text >> 1);
	p->names = text & 1 ? (uint32_t)get_varint(at) : 0;
	p->labels = text & 1 ? (uint32_t)get_varint(at) : 0;
}

void
cx_builder_unpack(const struct pool *pool, const struct list *l,
    const uint32_t *rank, struct unpacked *u)
{
	const unsigned char *at, *end;
	struct cx_str bytes = {"", 0};
	uint32_t doc = 0;
	size_t n = 0;

	if (l->size)
		bytes = bytes_of(pool, l, &u->bytes);
	/* A posting has at least a byte. */
	make_room(u, cx_add(bytes.len, 1));
	at = (const unsigned char *)bytes.s;
	end = at + bytes.len;
	while (at < end) {
		uint64_t v = get_varint(&at);

		if (v & 1)
			get_frequencies(&at, &u->v[n - 1]);
		doc += (uint32_t)(v >> 1);
		u->v[n++] = (struct posting){doc, 1, 0, 0};
	}
	if (!n && l->some)
		u->v[n++].doc = l->doc;
	if (n) {
		u->v[n - 1].text = l->text;
		u->v[n - 1].names = l->names;
		u->v[n - 1].labels = l->labels;
	}
	u->n = n;
	if (rank)
		renumber(rank, u);
}

void
cx_builder_merge(struct unpacked *into, const struct unpacked *more,
    struct unpacked *room)
{
	const struct posting *a = into->v, *a_end = a + into->n;
	const struct posting *b = more->v, *b_end = b + more->n;
	struct unpacked old = *into;
	struct posting *out;

	make_room(room, cx_add(into->n, more->n));
	out = room->v;
	/* Without branches: which of the two is next cannot be foreseen. */
	for (; a < a_end && b < b_end; out++) {
		bool take_a = a->doc <= b->doc, take_b = b->doc <= a->doc;

		out->doc = take_a ? a->doc : b->doc;
		out->text = (take_a ? a->text : 0) + (take_b ? b->text : 0);
		out->names = (take_a ? a->names : 0) +
		    (take_b ? b->names : 0);
		out->labels = (take_a ? a->labels : 0) +
		    (take_b ? b->labels : 0);
		a += take_a;
		b += take_b;
	}
	for (; a < a_end; a++)
		*out++ = *a;
	for (; b < b_end; b++)
		*out++ = *b;
	room->n = (size_t)(out - room->v);
	*into = *room;
	*room = old;
}

void
cx_builder_unpacked_release(struct unpacked *u)
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

/* Writes a number below 1000 as a copy of 4 bytes, for which there is room. */
static inline char *
put_number(char *at, uint32_t n)
{
	char digits[CX_SB_NUMBER], *p = digits + sizeof digits;

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

char *
cx_builder_put_number(char *at, uint32_t n)
{
	return put_number(at, n);
}

static void
print_line(struct cx_buf *out, struct cx_str head, const struct posting *v,
    size_t n)
{
	uint32_t doc = v[0].doc, first = doc;
	char *at = cx_buf_room(out, cx_add(head.len,
	    32 + n * 4 * (CX_SB_NUMBER + 1)));

	memcpy(at, head.s, head.len);
	at += head.len;
	*at++ = ' ';
	for (int i = 7; i >= 0; i--, first /= 10)
		at[i] = (char)('0' + first % 10);
	at += 8;
	for (size_t i = 0; i < n; i++) {
		*at++ = ' ';
		at = put_number(at, v[i].doc - doc);
		doc = v[i].doc;
		if (v[i].text != 1 || v[i].names || v[i].labels) {
			*at++ = ':';
			at = put_number(at, v[i].text);
		}
		if (v[i].names || v[i].labels) {
			*at++ = ':';
			at = put_number(at, v[i].names);
		}
		if (v[i].labels) {
			*at++ = ':';
			at = put_number(at, v[i].labels);
		}
	}
	*at++ = '\n';
	out->len = (size_t)(at - out->s);
}

void
cx_builder_print(struct cx_buf *out, struct cx_str head,
    const struct posting *v, size_t n)
{
	for (size_t i = 0; i < n; i += CX_POSTINGS_LINE)
		print_line(out, head, v + i,
		    n - i < CX_POSTINGS_LINE ? n - i : CX_POSTINGS_LINE);
}

void
cx_builder_print_place(struct cx_buf *out, const struct place *p)
{
	const uint64_t n[] = {p->df, p->offset, p->bytes};

	for (int i = 0; i < 3; i++) {
		char *at = cx_buf_room(out, 1 + CX_SB_NUMBER);

		*at++ = ' ';
		out->len++;
		if (n[i] <= UINT32_MAX)
			out->len = (size_t)(put_number(at, (uint32_t)n[i]) -
			    out->s);
		else
			cx_buf_int(out, (int64_t)n[i]);
	}
}
