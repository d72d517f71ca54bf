#include "lib/rank/copies.h"

#include <stdlib.h>

#define ROW 3 /* words */

/* What is compared of an answer. */
struct copy {
	struct cx_str name; /* as its record has it */
	uint64_t *rows;	    /* hashes of words in a row, ascending */
	size_t n, cap;
	bool read;
};

static struct cx_str
name_of(const struct cx_pool *pool, uint32_t atom)
{
	const struct cx_str name = CX_STR("name");
	struct cx_str got;

	cx_record_texts(cx_search_record(pool->set, atom), &name, 1, &got);
	return got.s ? got : CX_STR("");
}

static bool
same_name(struct cx_str a, struct cx_str b)
{
	return a.len && cx_str_eq(a, b);
}

bool
cx_copies_may_be(struct cx_pool *pool, const struct cx_answer *v, size_t n)
{
	CX_AUTO_FREE struct cx_str *names = cx_calloc(n, sizeof *names);
	bool may = false;

	for (size_t i = 0; i < n && !may; i++) {
		names[i] = name_of(pool, v[i].atom);
		for (size_t k = 0; k < i && !may; k++)
			may = same_name(names[i], names[k]);
	}
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

size_t
cx_copies_fold(struct cx_pool *pool, struct cx_answer *v, size_t n)
{
	struct copy *c = cx_calloc(n, sizeof *c);
	struct cx_answer *copies = cx_calloc(n, sizeof *copies);
	size_t kept = 0, n_copies = 0;

	for (size_t i = 0; i < n; i++) {
		struct copy one = {.name = name_of(pool, v[i].atom)};

		v[i].copy_of = SIZE_MAX;
		for (size_t k = 0; k < kept && v[i].copy_of == SIZE_MAX; k++) {
			if (!same_name(one.name, c[k].name))
				continue;
			if (!c[k].read)
				read_rows(pool, v[k].atom, &c[k]);
			if (!one.read)
				read_rows(pool, v[i].atom, &one);
			if (are_alike(&one, &c[k]))
				v[i].copy_of = k;
		}
		if (v[i].copy_of == SIZE_MAX) {
			v[kept] = v[i];
			c[kept++] = one;
		} else {
			copies[n_copies++] = v[i];
			free(one.rows);
		}
	}
	for (size_t k = 0; k < kept; k++)
		free(c[k].rows);
	memcpy(v + kept, copies, n_copies * sizeof *copies);
	free(copies);
	free(c);
	return kept;
}
