#include "lib/rank/copies.h"

#include "lib/base/map.h"

#include <stdlib.h>

#define ROW 3 /* words */
#define TRIED 16 /* of one name, the last of them */

/* What is compared of an answer. */
struct copy {
	uint64_t *rows; /* hashes of words in a row, ascending */
	size_t n, cap;
	bool read;
	size_t next; /* of the same name + 1, before it; 0: none */
};

static struct cx_str
name_of(const struct cx_pool *pool, uint32_t atom)
{
	const struct cx_str name = CX_STR("name");
	struct cx_str got;

	cx_record_texts(cx_search_record(pool->set, atom), &name, 1, &got);
	return got.s ? got : CX_STR("");
}

bool
cx_copies_may_be(struct cx_pool *pool, const struct cx_answer *v, size_t n)
{
	struct cx_map names = {0};
	bool may = false;

	for (size_t i = 0; i < n && !may; i++) {
		uint32_t known = names.n;

		may = cx_map_put(&names, name_of(pool, v[i].atom)) < known;
	}
	cx_map_release(&names);
	return may;
}

static int
by_hash(const void *va, const void *vb)
{
	const uint64_t *a = va, *b = vb;

	return (*a > *b) - (*a < *b);
}

/* A text of fewer words is one row. */
static void
read_rows(struct cx_pool *pool, uint32_t atom, struct copy *c)
{
	CX_AUTO(cx_terms_release) struct cx_terms ids = {0};
	struct cx_record rec;
	struct cx_str body;
	size_t line, kept = 0;

	c->read = true;
	cx_pool_record(pool, atom, &rec);
	if (!cx_pool_body(pool, atom, &rec, &body, &line))
		return;
	cx_analyze(pool->analyzer, body, CX_ANALYZE_WORDS | CX_ANALYZE_PLAIN,
	    &ids);
	for (size_t i = 0; i == 0 || i + ROW <= ids.n; i++) {
		uint64_t h = ids.n;

		if (i + ROW <= ids.n)
			h = 0;
		for (size_t k = i; k < i + ROW && k < ids.n; k++)
			h = (h + ids.id[k] + 1) *
			    UINT64_C(0x9E3779B97F4A7C15) >> 1;
		*CX_NEXT(c->rows, c->n, c->cap) = h;
	}
	CX_SORT(c->rows, c->n, by_hash);
	for (size_t i = 0; i < c->n; i++) {
		if (!kept || c->rows[kept - 1] != c->rows[i])
			c->rows[kept++] = c->rows[i];
	}
	c->n = kept;
}

static bool
are_alike(const struct copy *a, const struct copy *b)
{
	size_t both = 0;

	for (size_t i = 0, k = 0; i < a->n && k < b->n;) {
		uint64_t x = a->rows[i], y = b->rows[k];

		both += x == y;
		i += x <= y;
		k += x >= y;
	}
	return both && both * 2 >= a->n + b->n - both;
}

/* The place of the answer that one is a copy of, among those of its name from
 * place `from` - 1 on; SIZE_MAX for none. */
static size_t
better_of(struct cx_pool *pool, const struct cx_answer *v, struct copy *c,
    size_t from, uint32_t atom, struct copy *one)
{
	size_t tried = 0;

	for (size_t k = from; k && tried < TRIED; k = c[k - 1].next, tried++) {
		if (!c[k - 1].read)
			read_rows(pool, v[k - 1].atom, &c[k - 1]);
		if (!one->read)
			read_rows(pool, atom, one);
		if (are_alike(one, &c[k - 1]))
			return k - 1;
	}
	return SIZE_MAX;
}

/* By the better one; those of one as they were ranked. */
static int
by_place(const void *va, const void *vb)
{
	const struct cx_answer *a = va, *b = vb;

	if (a->copy_of != b->copy_of)
		return a->copy_of < b->copy_of ? -1 : 1;
	if (a->score != b->score)
		return a->score > b->score ? -1 : 1;
	return cx_search_before(a->set, b->atom, a->atom) -
	    cx_search_before(a->set, a->atom, b->atom);
}

/* What has changed is written anew in the same words: the newest stands for all
 * that say about as much, and has the place and score of the best. */
static void
take_newer(struct cx_pool *pool, struct cx_answer *best,
    struct cx_answer *other)
{
	struct cx_answer newer = *other;

	if (other->score < best->score - best->score / 20 ||
	    cx_pool_updated(pool, other->atom) <=
	    cx_pool_updated(pool, best->atom))
		return;
	newer.score = best->score;
	newer.copy_of = SIZE_MAX;
	best->copy_of = other->copy_of;
	*other = *best;
	*best = newer;
}

size_t
cx_copies_fold(struct cx_pool *pool, struct cx_answer *v, size_t n)
{
	struct copy *c = cx_calloc(n, sizeof *c);
	struct cx_answer *copies = cx_calloc(n, sizeof *copies);
	size_t *last = cx_calloc(n, sizeof *last); /* by name: place + 1 */
	struct cx_map names = {0};
	size_t kept = 0, n_copies = 0;

	for (size_t i = 0; i < n; i++) {
		uint32_t name = cx_map_put(&names, name_of(pool, v[i].atom));
		struct copy one = {.next = last[name]};

		v[i].copy_of = better_of(pool, v, c, last[name], v[i].atom,
		    &one);
		if (v[i].copy_of == SIZE_MAX) {
			v[kept] = v[i];
			c[kept++] = one;
			last[name] = kept;
		} else {
			take_newer(pool, &v[v[i].copy_of], &v[i]);
			copies[n_copies++] = v[i];
			free(one.rows);
		}
	}
	for (size_t k = 0; k < kept; k++)
		free(c[k].rows);
	CX_SORT(copies, n_copies, by_place);
	memcpy(v + kept, copies, n_copies * sizeof *copies);
	cx_map_release(&names);
	free(last);
	free(copies);
	free(c);
	return kept;
}
