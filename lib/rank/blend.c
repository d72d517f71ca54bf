#include "lib/rank/blend.h"

#include "lib/base/date.h"
#include "lib/file/vault.h"
#include "lib/rank/best.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

/* Without a query. */
#define ALONE_RECENCY 400000
#define ALONE_ACTIVATION 600000
#define AGES 4096 /* days whose recency is remembered */
#define LIFTED 64 /* atoms whose activation is known beforehand */
/* Logs beyond so many bytes are not read whole for it. */
#define LIFT_LOGS (2 << 20)

struct active {
	uint32_t atom;
	int64_t activation; /* millionths */
};

/* Accesses of one vault. */
struct source {
	const char *name; /* of the fold, or of the directory of logs */
	int logs;	  /* the directory; -1: a fold */
	struct cx_access_counts *fold; /* NULL: not read yet */
};

struct cx_blend {
	struct source *source;
	size_t n_sources, cap;
	bool one;	  /* query: of logs, only candidates are read */
	bool complained;  /* of bad lines */
	double recency, activation; /* half-lives in days */
	int64_t w_text, w_recency, w_activation; /* millionths, with a query */
	int64_t most[AGES + 1]; /* recency by age; -1: not known yet */
	/* The most active atoms, and what the others have at most. */
	bool knows_lifted;
	struct active lifted[LIFTED];
	size_t n_lifted;
	int64_t rest;
};

static int64_t
micro(const struct cx_config *config, const char *key)
{
	return llrint(cx_config_num(config, "rank", key) * CX_MICRO);
}

/* Logs can be read when it is known what of them is needed; a stream not. */
void
cx_blend_add(struct cx_blend *b, const char *access)
{
	struct source *s = CX_NEXT(b->source, b->n_sources, b->cap);

	*s = (struct source){.name = access};
	s->logs = strcmp(access, "-") == 0 ? -1 : cx_access_open_dir(access);
	if (s->logs >= 0)
		return;
	if (errno == ELOOP)
		cx_die(CX_FAIL, "%s: %s", access, cx_file_error(errno));
	s->fold = cx_access_counts_read(access);
}

void
cx_blend_load(struct cx_blend *b, const struct cx_str *paths, size_t n)
{
	for (size_t i = 0; i < b->n_sources; i++) {
		struct source *s = &b->source[i];

		if (s->logs < 0 || (s->fold && !b->one))
			continue;
		cx_access_counts_free(s->fold);
		s->fold = cx_access_counts_logs(s->logs, s->name,
		    b->one ? paths : NULL, n, b->complained);
	}
	b->complained = true;
}

/* The n-th atom of all sources, and how it was used; NULL at the end. */
static const struct source *
nth(const struct cx_blend *b, size_t n, struct cx_str *path,
    const struct cx_use **of)
{
	for (size_t i = 0; i < b->n_sources; i++) {
		size_t count = cx_access_counts_count(b->source[i].fold);

		if (n < count) {
			*path = cx_access_counts_path(b->source[i].fold, n,
			    of);
			return &b->source[i];
		}
		n -= count;
	}
	return NULL;
}

/* The same among the records, or UINT32_MAX. */
static uint32_t
nth_atom(const struct cx_blend *b, size_t n, struct cx_records *records)
{
	const struct cx_use *f;
	struct cx_str path;
	const struct source *s = nth(b, n, &path, &f);

	return cx_records_find(records, (uint32_t)(s - b->source), path);
}

static const struct cx_use *
use_of(const struct cx_blend *b, uint32_t part, struct cx_str path)
{
	return cx_access_counts_get(b->source[part].fold, path);
}

struct cx_blend *
cx_blend_new(const struct cx_config *config, const char *access, bool one)
{
	struct cx_blend *b = cx_calloc(1, sizeof *b);

	b->w_text = micro(config, "w_text");
	b->w_recency = micro(config, "w_recency");
	b->w_activation = micro(config, "w_activation");
	b->recency = cx_config_num(config, "rank", "recency_half_life");
	b->activation = cx_config_num(config, "rank", "activation_half_life");
	b->one = one;
	if (access)
		cx_blend_add(b, access);
	for (int i = 0; i <= AGES; i++)
		b->most[i] = -1;
	return b;
}

void
cx_blend_free(struct cx_blend *b)
{
	if (!b)
		return;
	for (size_t i = 0; i < b->n_sources; i++) {
		if (b->source[i].logs >= 0)
			close(b->source[i].logs); /* was only read */
		cx_access_counts_free(b->source[i].fold);
	}
	free(b->source);
	free(b);
}

static int64_t
recency_of(const struct cx_blend *b, int64_t updated)
{
	double days = updated < cx_now() ?
	    (double)(cx_now() - updated) / CX_DAY : 0;

	return llrint(exp2(-days / b->recency) * CX_MICRO);
}

static int64_t
activation_of(const struct cx_blend *b, const struct cx_use *f)
{
	return f ? cx_activation(f, cx_now(), b->activation, CX_MICRO) : 0;
}

static int64_t
sum_of(const struct cx_blend *b, int64_t text, int64_t r, int64_t a)
{
	int64_t x;

	if (text < 0)
		x = ALONE_RECENCY * r + ALONE_ACTIVATION * a;
	else
		x = b->w_text * text + b->w_recency * r + b->w_activation * a;
	return (x + CX_MICRO / 2) / CX_MICRO;
}

struct cx_blended
cx_blend_record(const struct cx_blend *b, uint32_t part, int64_t text,
    const struct cx_record *rec)
{
	const struct cx_use *f = use_of(b, part, cx_record_path(rec));
	struct cx_blended of = {.text = text, .updated = INT64_MIN,
	    .last = f ? f->last : CX_NO_TIME};
	struct cx_date d;

	if (cx_date_parse(cx_record_updated(rec), &d)) {
		of.updated = d.sec;
		of.recency = recency_of(b, d.sec);
	}
	of.activation = activation_of(b, f);
	of.score = sum_of(b, text, of.recency, of.activation);
	return of;
}

void
cx_blend_explain(const struct cx_blend *b, const struct cx_blended *of,
    struct cx_printer *p)
{
	bool query = of->text >= 0;
	const struct {
		const char *name;
		int64_t value, weight;
	} parts[] = {{"relevance", of->text, b->w_text},
	    {"recency", of->recency, query ? b->w_recency : ALONE_RECENCY},
	    {"activation", of->activation,
		query ? b->w_activation : ALONE_ACTIVATION}};

	for (size_t i = query ? 0 : 1; i < 3; i++) {
		cx_print_kobject(p, parts[i].name);
		cx_print_kmicro(p, "value", parts[i].value);
		cx_print_kmicro(p, "weight", parts[i].weight);
		cx_print_end(p);
	}
}

/*
 * --- how much accesses can lift an atom ---
 *
 * lately; for all others the least active of these few is a bound, so that
 * the text of most candidates settles the matter.
 */

static int
more_active(const void *va, const void *vb)
{
	const struct active *a = va, *b = vb;

	return (a->activation < b->activation) -
	    (a->activation > b->activation);
}

static int
by_atom(const void *va, const void *vb)
{
	const struct active *a = va, *b = vb;

	return (a->atom > b->atom) - (a->atom < b->atom);
}

/* Keeps the most active of the fold, by its number. */
static void
choose(struct cx_blend *b)
{
	struct active *v = b->lifted;
	const struct cx_use *f;
	struct cx_str path;
	size_t n = 0;

	b->rest = 0;
	for (size_t i = 0; nth(b, i, &path, &f); i++) {
		struct active x = {.atom = (uint32_t)i};

		x.activation = f ? activation_of(b, f) : 0;
		if (n < LIFTED) {
			v[n++] = x;
		} else if (x.activation > v[n - 1].activation) {
			b->rest = v[n - 1].activation;
			v[n - 1] = x;
		} else {
			if (x.activation > b->rest)
				b->rest = x.activation;
			continue;
		}
		/* Nearly all are added while there is room. */
		for (size_t k = n - 1; k > 0 && more_active(&v[k - 1],
			&v[k]) > 0; k--) {
			x = v[k];
			v[k] = v[k - 1];
			v[k - 1] = x;
		}
	}
	b->n_lifted = n;
}

void
cx_blend_find_lifted(struct cx_blend *b, struct cx_records *records)
{
	uint64_t size = 0;
	size_t kept = 0;

	if (b->knows_lifted)
		return;
	b->knows_lifted = true;
	b->rest = CX_MICRO;
	for (size_t i = 0; i < b->n_sources; i++)
		size += b->source[i].logs >= 0 ?
		    cx_access_dir_size(b->source[i].logs) : 0;
	if (b->one && size > LIFT_LOGS)
		return;
	b->one = false;
	cx_blend_load(b, NULL, 0);
	choose(b);
	for (size_t i = 0; i < b->n_lifted; i++) {
		struct active x = b->lifted[i];

		x.atom = nth_atom(b, x.atom, records);
		if (x.atom != UINT32_MAX)
			b->lifted[kept++] = x;
	}
	b->n_lifted = kept;
	CX_SORT(b->lifted, kept, by_atom);
}

static int64_t
most_active(const struct cx_blend *b, uint32_t atom)
{
	const struct active key = {.atom = atom}, *found;

	if (!b->knows_lifted)
		return CX_MICRO;
	found = b->n_lifted ? bsearch(&key, b->lifted, b->n_lifted, sizeof key,
	    by_atom) : NULL;
	return found ? found->activation : b->rest;
}

static int64_t
slack(const struct cx_blend *b, int64_t activation)
{
	/* Rounding moves a part by a millionth at most. */
	if (b->w_text == 0)
		return INT32_MAX;
	return (b->w_recency + b->w_activation * activation / CX_MICRO + 5) *
	    CX_MICRO / b->w_text + 4;
}

int64_t
cx_blend_slack(const struct cx_blend *b)
{
	return slack(b, CX_MICRO);
}

int64_t
cx_blend_slack_of(const struct cx_blend *b, uint32_t atom)
{
	return slack(b, most_active(b, atom));
}

/* The best so far, in order. */
struct kept {
	struct cx_answer *v;
	size_t n, limit;
	bool accepted; /* all may be results */
};

/* --- what the columns say --- */

/* Full days between the end of a day, in the zone that is farthest behind,
 * and now; of what is not a day or too long ago, AGES. */
static size_t
age_of(int64_t day)
{
	int64_t end;

	if (day == CX_NO_DAY)
		return AGES;
	end = (day + 2) * CX_DAY;
	if (cx_now() <= end)
		return 0;
	if (cx_now() - end >= AGES * (int64_t)CX_DAY)
		return AGES;
	return (size_t)((cx_now() - end) / CX_DAY);
}

/* At most this recency. */
static int64_t
most_recency(struct cx_blend *b, size_t age)
{
	if (b->most[age] < 0)
		b->most[age] = recency_of(b,
		    cx_now() - (int64_t)age * CX_DAY);
	return b->most[age];
}

/* At least this one: that of a day which began in the zone farthest ahead. */
static int64_t
least_recency(struct cx_blend *b, int64_t day)
{
	size_t age = age_of(day) + 4;

	return age < AGES ? most_recency(b, age) : 0;
}

/* --- scores --- */

/* Better first: score, then `updated`, then path. */
static int
compare(const void *va, const void *vb)
{
	const struct cx_answer *a = va, *b = vb;

	if (a->of.score != b->of.score)
		return a->of.score > b->of.score ? -1 : 1;
	if (a->of.updated != b->of.updated)
		return a->of.updated > b->of.updated ? -1 : 1;
	return cx_search_before(a->set, b->atom, a->atom) -
	    cx_search_before(a->set, a->atom, b->atom);
}

/* The score of a candidate whose activation is known. */
static void
find_score(const struct cx_blend *b, struct cx_pool *pool,
    struct cx_answer *x)
{
	x->of.updated = cx_pool_updated(pool, x->atom);
	x->of.recency = x->of.updated == INT64_MIN ? 0 :
	    recency_of(b, x->of.updated);
	x->of.score = sum_of(b, x->of.text, x->of.recency, x->of.activation);
}

/* Whether one of this score at most cannot be among the best. */
static bool
too_low(const struct kept *k, int64_t most)
{
	return k->n == k->limit && most < k->v[k->limit - 1].of.score;
}

/* Puts x to its place, unless it is below all and there are enough. */
static void
keep(const struct cx_blend *b, struct cx_pool *pool, struct kept *k,
    struct cx_answer x)
{
	size_t at;

	if (!cx_pool_may_match(pool, x.atom))
		return;
	find_score(b, pool, &x);
	if (k->n == k->limit && compare(&x, &k->v[k->limit - 1]) > 0)
		return;
	/* A filter may parse the record: last. */
	if (!k->accepted && !pool->accept(pool->arg, x.atom))
		return;
	for (at = k->n; at > 0 && compare(&x, &k->v[at - 1]) < 0; at--)
		;
	if (k->n < k->limit)
		k->n++;
	memmove(&k->v[at + 1], &k->v[at], (k->n - 1 - at) * sizeof *k->v);
	k->v[at] = x;
}

/* Fills in what explains the best answers; the score needed less. */
static void
complete(const struct cx_blend *b, struct cx_pool *pool, struct cx_answer *v,
    size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct cx_record rec;

		cx_pool_record(pool, v[i].atom, &rec);
		v[i].of = cx_blend_record(b, cx_search_part(pool->set,
		    v[i].atom), v[i].of.text, &rec);
		v[i].score = v[i].of.score;
	}
	CX_SORT(v, n, compare);
}

/* --- candidates of a query --- */

/*
 * Drops those that are below `limit` others whatever their dates and
 * accesses: most are, and their paths are then of no interest.
 */
static size_t
drop_hopeless(struct cx_blend *b, struct cx_pool *pool, struct cx_answer *v,
    size_t n, size_t limit)
{
	struct cx_best best = {.set = pool->set, .limit = limit};
	size_t left = 0;
	int64_t least;

	for (size_t i = 0; i < n; i++) {
		int64_t low = sum_of(b, v[i].of.text, least_recency(b,
		    cx_search_day(pool->set, v[i].atom)), 0);

		if (cx_best_wants(&best, low, v[i].atom))
			cx_best_add(&best, low, v[i].atom);
	}
	least = best.v[0].key; /* of the worst */
	for (size_t i = 0; i < n; i++) {
		int64_t day = cx_search_day(pool->set, v[i].atom);

		if (sum_of(b, v[i].of.text, most_recency(b, age_of(day)),
			most_active(b, v[i].atom)) >= least)
			v[left++] = v[i];
	}
	cx_best_release(&best);
	return left;
}

static void
find_activation(struct cx_blend *b, struct cx_pool *pool,
    struct cx_answer *v, size_t n)
{
	CX_AUTO_FREE struct cx_str *paths = cx_calloc(n, sizeof *paths);
	struct cx_arena arena = {NULL, NULL, NULL};

	for (size_t i = 0; i < n; i++)
		paths[i] = cx_arena_copy(&arena,
		    cx_records_path(&pool->records, v[i].atom));
	cx_blend_load(b, paths, n);
	for (size_t i = 0; i < n; i++)
		v[i].of.activation = activation_of(b, use_of(b,
		    cx_search_part(pool->set, v[i].atom), paths[i]));
	cx_arena_release(&arena);
}

/*
 * Records are looked at best first, by what the columns say at most, until no
 * other can be among the best.
 */
static size_t
best_few(struct cx_blend *b, struct cx_pool *pool, struct cx_answer *v,
    size_t n, size_t limit)
{
	struct kept kept = {.limit = limit, .accepted = true};
	struct cx_best heap = {0}; /* of bounds below 0: the best on top */

	for (size_t i = 0; i < n; i++)
		cx_best_add(&heap, -sum_of(b, v[i].of.text,
		    most_recency(b, age_of(cx_search_day(pool->set,
			v[i].atom))), v[i].of.activation), (uint32_t)i);
	cx_best_heap(&heap);
	kept.v = cx_calloc(limit, sizeof *kept.v);
	while (heap.n && !too_low(&kept, -heap.v[0].key))
		keep(b, pool, &kept, v[cx_best_take(&heap).atom]);
	memcpy(v, kept.v, kept.n * sizeof *v);
	free(kept.v);
	cx_best_release(&heap);
	return kept.n;
}

size_t
cx_blend_best(struct cx_blend *b, struct cx_pool *pool,
    struct cx_answer *v, size_t n, size_t limit)
{
	bool all = limit == 0 || limit >= n;

	if (!all)
		n = drop_hopeless(b, pool, v, n, limit);
	find_activation(b, pool, v, n);
	if (!all)
		n = best_few(b, pool, v, n, limit);
	complete(b, pool, v, n);
	return n;
}

/* --- without a query --- */

/*
 * Those that were accessed, the most active first, until one could not be
 * among the best if it were of today.  True if no other can, either.
 */
static bool
try_accessed(struct cx_blend *b, struct cx_pool *pool, struct kept *k,
    bool *seen)
{
	struct cx_best heap = {0}; /* of activations below 0, likewise */
	const struct cx_use *f;
	struct cx_str path;
	bool enough = false;

	for (size_t i = 0; nth(b, i, &path, &f); i++) {
		if (f)
			cx_best_add(&heap, -activation_of(b, f), (uint32_t)i);
	}
	cx_best_heap(&heap);
	while (heap.n && !enough) {
		struct cx_ranked c = cx_best_take(&heap);
		struct cx_answer x = {.of = {.text = -1,
		    .activation = -c.key}};

		enough = too_low(k, sum_of(b, -1, CX_MICRO, -c.key));
		x.atom = enough ? UINT32_MAX : nth_atom(b, c.atom,
		    &pool->records);
		if (x.atom == UINT32_MAX)
			continue;
		x.set = pool->set;
		seen[x.atom] = true;
		keep(b, pool, k, x);
	}
	cx_best_release(&heap);
	return enough;
}

/* The others, the latest first. */
static void
try_others(struct cx_blend *b, struct cx_pool *pool, struct kept *k,
    const bool *seen)
{
	uint32_t n = cx_search_atoms(pool->set);
	CX_AUTO_FREE uint16_t *age = cx_calloc(n, sizeof *age);
	CX_AUTO_FREE uint32_t *atoms = cx_calloc(n, sizeof *atoms);
	uint32_t end[AGES + 2] = {0};

	for (uint32_t i = 0; i < n; i++) {
		age[i] = (uint16_t)age_of(cx_search_day(pool->set, i));
		end[age[i] + 1]++;
	}
	for (size_t a = 0; a < AGES; a++)
		end[a + 1] += end[a];
	for (uint32_t i = 0; i < n; i++)
		atoms[end[age[i]]++] = i;
	for (uint32_t i = 0; i < n; i++) {
		struct cx_answer x = {.atom = atoms[i], .of = {.text = -1},
		    .set = pool->set};

		if (too_low(k, sum_of(b, -1, most_recency(b,
			age[x.atom]), 0)))
			break;
		if (!seen[x.atom])
			keep(b, pool, k, x);
	}
}

/* Whether a filter leaves few of the atoms, as far as that is known. */
static bool
are_few(struct cx_pool *pool)
{
	uint32_t atoms = cx_search_atoms(pool->set), n = 0;

	if (!pool->only)
		return false;
	for (uint32_t i = 0; i < atoms; i++)
		n += cx_pool_may_match(pool, i);
	return n < atoms / 8;
}

/* Those that pool->accept takes, as candidates. */
static struct cx_answer *
candidates(struct cx_pool *pool, size_t *n)
{
	struct cx_answer *v = NULL;
	size_t cap = 0;

	*n = 0;
	for (uint32_t i = 0; i < cx_search_atoms(pool->set); i++) {
		if (cx_pool_may_match(pool, i) && pool->accept(pool->arg, i))
			*CX_NEXT(v, *n, cap) = (struct cx_answer){.atom = i,
			    .of = {.text = -1},
			    .set = pool->set};
	}
	return v;
}

/* Of nearly all atoms, few are looked at. */
static struct cx_answer *
all_best(struct cx_blend *b, struct cx_pool *pool, size_t limit,
    size_t *n)
{
	struct kept kept = {.limit = limit};
	bool *seen = cx_calloc(cx_search_atoms(pool->set), sizeof *seen);

	kept.v = cx_calloc(limit, sizeof *kept.v);
	cx_blend_load(b, NULL, 0);
	if (!try_accessed(b, pool, &kept, seen))
		try_others(b, pool, &kept, seen);
	complete(b, pool, kept.v, kept.n);
	free(seen);
	*n = kept.n;
	return kept.v;
}

struct cx_answer *
cx_blend_all(struct cx_blend *b, struct cx_pool *pool, size_t limit,
    size_t *n)
{
	struct cx_answer *v;

	if (limit && limit < cx_search_atoms(pool->set) && !are_few(pool))
		return all_best(b, pool, limit, n);
	v = candidates(pool, n);
	*n = cx_blend_best(b, pool, v, *n, limit);
	return v;
}
