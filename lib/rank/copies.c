#include "lib/rank/copies.h"

#include "lib/base/map.h"

#include <stdlib.h>

#define ROW 3 /* words */
#define TRIED 16 /* of one name, the last of them */

static struct cx_str
name_of(const struct cx_pool *pool, uint32_t atom)
{
	const struct cx_str name = CX_STR("name");
	struct cx_str got;

	cx_record_texts(cx_search_record(pool->set, atom), &name, 1, &got);
	return got.s ? got : CX_STR("");
}

static void
count_name(void *arg, struct cx_str name)
{
	(void)name;
	*(bool *)arg = true;
}

bool
cx_copies_may_be(struct cx_pool *pool, const struct cx_answer *v, size_t n)
{
	CX_AUTO_FREE struct cx_str *name = cx_calloc(n, sizeof *name);
	struct cx_map names = {0};
	bool may = false;

	for (size_t i = 0; i < n; i++) {
		name[i] = name_of(pool, v[i].atom);
		(void)cx_map_put(&names, name[i]);
	}
	may = !pool->parts && names.n < n;
	if (pool->parts)
		cx_parts_shared(pool->parts, name, n, 2, count_name, &may);
	cx_map_release(&names);
	return may;
}

static int
by_hash(const void *va, const void *vb)
{
	const uint64_t *a = va, *b = vb;

	return (*a > *b) - (*a < *b);
}

/* The same on each machine (FNV-1a). */
static uint64_t
hash(uint64_t h, struct cx_str s)
{
	for (size_t i = 0; i <= s.len; i++)
		h = (h ^ (i < s.len ? (unsigned char)s.s[i] : 0xff)) *
		    UINT64_C(0x100000001b3);
	return h;
}

/* A text of fewer words is one row. */
static void
read_rows(struct cx_pool *pool, uint32_t atom, struct cx_copy *c)
{
	CX_AUTO(cx_terms_release) struct cx_terms ids = {0};
	struct cx_record rec;
	struct cx_str body;
	size_t line, kept = 0;

	c->read = true;
	c->updated = cx_pool_updated(pool, atom);
	cx_pool_record(pool, atom, &rec);
	if (!cx_pool_body(pool, atom, &rec, &body, &line))
		return;
	cx_analyze(pool->analyzer, body, CX_ANALYZE_WORDS | CX_ANALYZE_PLAIN,
	    &ids);
	for (size_t i = 0; i == 0 || i + ROW <= ids.n; i++) {
		uint64_t h = UINT64_C(0xcbf29ce484222325);

		for (size_t k = i; k < i + ROW && k < ids.n; k++)
			h = hash(h, cx_analyzer_term(pool->analyzer,
			    ids.id[k] >> 1));
		*CX_NEXT(c->rows, c->n, c->cap) = h >> 1;
	}
	CX_SORT(c->rows, c->n, by_hash);
	for (size_t i = 0; i < c->n; i++) {
		if (!kept || c->rows[kept - 1] != c->rows[i])
			c->rows[kept++] = c->rows[i];
	}
	c->n = kept;
}

static bool
are_alike(const struct cx_copy *a, const struct cx_copy *b)
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

/* --- in groups --- */

/* One that stands for its copies. */
struct group {
	size_t first; /* whose rows are compared */
	size_t now;   /* who stands for them */
	size_t next;  /* of the same name + 1, before it; 0: none */
};

static struct cx_copy *
get(const struct cx_copies *c, size_t i)
{
	if (!c->v[i].read)
		c->read(c->arg, i, &c->v[i]);
	return &c->v[i];
}

/* The group that one belongs to, among those of its name from `from` - 1 on;
 * SIZE_MAX for none. */
static size_t
group_of(const struct cx_copies *c, const struct group *g, size_t from,
    size_t one)
{
	size_t tried = 0;

	for (size_t k = from; k && tried < TRIED; k = g[k - 1].next, tried++) {
		if (are_alike(get(c, one), get(c, g[k - 1].first)))
			return k - 1;
	}
	return SIZE_MAX;
}

/* What has changed is often written again in the same words: among those that
 * score about the same, the newest stands for all, in the place of the best.
 * Returns the other. */
static size_t
take_newer(const struct cx_copies *c, struct group *g, size_t one)
{
	struct cx_copy *best = get(c, g->now), *other = get(c, one);
	size_t was = g->now;

	if (other->score < best->score - best->score / 20 ||
	    other->updated <= best->updated)
		return one;
	other->score = best->score;
	g->now = one;
	return was;
}

struct copy_at {
	size_t i, group;
	int64_t score;
};

/* By group; those of one as they were ranked. */
static int
by_group(const void *va, const void *vb)
{
	const struct copy_at *a = va, *b = vb;

	if (a->group != b->group)
		return a->group < b->group ? -1 : 1;
	if (a->score != b->score)
		return a->score > b->score ? -1 : 1;
	return (a->i > b->i) - (a->i < b->i);
}

size_t
cx_copies_group(const struct cx_copies *c, size_t *order)
{
	struct group *g = cx_calloc(c->n, sizeof *g);
	struct copy_at *copies = cx_calloc(c->n, sizeof *copies);
	size_t *last = cx_calloc(c->n, sizeof *last); /* by name: group + 1 */
	struct cx_map names = {0};
	size_t kept = 0, n_copies = 0;

	for (size_t i = 0; i < c->n; i++) {
		uint32_t name = cx_map_put(&names, c->v[i].name);
		size_t of = group_of(c, g, last[name], i);

		if (of == SIZE_MAX) {
			g[kept++] = (struct group){i, i, last[name]};
			last[name] = kept;
		} else {
			size_t k = take_newer(c, &g[of], i);

			copies[n_copies++] = (struct copy_at){k, of,
			    c->v[k].score};
		}
	}
	CX_SORT(copies, n_copies, by_group);
	for (size_t k = 0; k < kept; k++) {
		c->v[g[k].now].copy_of = SIZE_MAX;
		order[k] = g[k].now;
	}
	for (size_t k = 0; k < n_copies; k++) {
		c->v[copies[k].i].copy_of = copies[k].group;
		order[kept + k] = copies[k].i;
	}
	cx_map_release(&names);
	free(last);
	free(copies);
	free(g);
	return kept;
}

/* --- answers --- */

struct fold {
	struct cx_pool *pool;
	const struct cx_answer *v;
};

static void
read_copy(void *arg, size_t i, struct cx_copy *c)
{
	struct fold *f = arg;

	read_rows(f->pool, f->v[i].atom, c);
}

static void
release(struct cx_copy *v, size_t n)
{
	for (size_t i = 0; i < n; i++)
		free(v[i].rows);
	free(v);
}

size_t
cx_copies_fold(struct cx_pool *pool, struct cx_answer *v, size_t n)
{
	struct cx_copy *copy = cx_calloc(n, sizeof *copy);
	CX_AUTO_FREE struct cx_answer *was = cx_calloc(n, sizeof *was);
	CX_AUTO_FREE size_t *order = cx_calloc(n, sizeof *order);
	struct fold f = {pool, was};
	size_t kept;

	memcpy(was, v, n * sizeof *was);
	for (size_t i = 0; i < n; i++) {
		copy[i].name = name_of(pool, v[i].atom);
		copy[i].score = v[i].score;
	}
	kept = cx_copies_group(&(struct cx_copies){copy, n, read_copy, &f},
	    order);
	for (size_t i = 0; i < n; i++) {
		v[i] = was[order[i]];
		v[i].score = copy[order[i]].score;
		v[i].copy_of = copy[order[i]].copy_of;
	}
	release(copy, n);
	return kept;
}

/* --- of all parts --- */

static void
print_copy(struct cx_printer *p, struct cx_pool *pool,
    const struct cx_answer *a, bool shared)
{
	struct cx_copy c = {.read = false};

	if (shared)
		read_rows(pool, a->atom, &c);
	cx_print_array(p);
	cx_print_int(p, (int64_t)a->place);
	cx_print_int(p, a->score);
	cx_print_int(p, c.updated);
	cx_print_str(p, name_of(pool, a->atom));
	cx_print_str(p, cx_records_path(&pool->records, a->atom));
	cx_print_int(p, cx_search_part(pool->set, a->atom));
	for (size_t i = 0; i < c.n; i++)
		cx_print_int(p, (int64_t)c.rows[i]);
	cx_print_end(p);
	free(c.rows);
}

void
cx_copies_fold_parts(struct cx_pool *pool, struct cx_answer *v, size_t n)
{
	CX_AUTO_FREE struct cx_str *name = cx_calloc(n, sizeof *name);
	struct cx_textset shared = {0};
	CX_AUTO_BUF line = CX_BUF_INIT;
	struct cx_printer p = cx_printer(&line);
	const struct cx_json *all;
	size_t i = 0;

	for (i = 0; i < n; i++)
		name[i] = name_of(pool, v[i].atom);
	cx_parts_shared(pool->parts, name, n, 2, cx_textset_add, &shared);
	cx_print_object(&p);
	cx_print_karray(&p, "fold");
	for (i = 0; i < n; i++)
		print_copy(&p, pool, &v[i], cx_map_get(&shared.map,
		    name_of(pool, v[i].atom)) != CX_MAP_NONE);
	cx_print_line(&p);
	i = 0;
	/* Of each three numbers. */
	all = cx_json_get(cx_parts_ask(pool->parts, cx_buf_view(&line)),
	    "folded");
	CX_JSON_EACH(e, all) {
		int64_t x = e->type == CX_JSON_INT ? e->u.i : -1;

		if (i / 3 >= n)
			break;
		if (i % 3 == 0)
			v[i / 3].place = x < 0 ? SIZE_MAX : (size_t)x;
		else if (i % 3 == 1)
			v[i / 3].score = x;
		else
			v[i / 3].has_copies = x > 0;
		i++;
	}
	if (i < 3 * n)
		cx_die(CX_FAIL, "what the other parts have: too few copies");
	cx_textset_release(&shared);
}
