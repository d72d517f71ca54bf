/*
 * Atoms with the same text, or nearly the same.
 *
 * The same: but for white space, by a hash of the rest.  Nearly: of what a
 * reader sees, sets of three words in a row are compared by sketches of
 * SKETCH minima (Broder, "On the resemblance and containment of documents",
 * 1997; one hash for all of them as in Li, Owen, Zhang, "One permutation
 * hashing", 2012).  Only atoms whose sketches agree in one of BANDS parts are
 * compared, and each only with the first that had the part, so that time is
 * linear however many are alike; an atom at 0.9 is missed once in a hundred
 * times.
 */
#include "check.h"

#include <stdlib.h>
#include <strings.h>

#define BANDS 8
#define ROWS (SKETCH / BANDS)
/* Shorter texts say too little to be anybody's copy. */
#define WORDS_SAME 10
#define WORDS_SIMILAR 50
#define ALIKE 0.9

/* Which sketch came first with a part: as in map.h, but the key stands in
 * the sketch, and there is time to ask memory for BANDS slots at once. */
struct slot {
	uint32_t hash;
	uint32_t first; /* + 1; 0 is empty */
};

struct band {
	struct slot *slot;
	uint32_t mask; /* number of slots - 1 */
	uint32_t n;
};

struct alike {
	uint64_t seed[ROWS + 1]; /* of part_hash */
	struct cx_arena arena;
	struct cx_map same;   /* sketch.whole */
	uint32_t *first;      /* the sketch that came first with it */
	size_t first_cap;
	struct band band[BANDS];
	const struct sketch **v;
	uint32_t *atom;
	size_t n, cap, atom_cap;
};

struct alike *
alike_new(void)
{
	struct alike *a = cx_calloc(1, sizeof *a);

	/* What nobody can know beforehand. */
	for (size_t i = 0; i <= ROWS; i++)
		a->seed[i] = cx_hash(cx_strn((const char *)&i, sizeof i));
	return a;
}

/* The sketch that came first with this text; n itself if it is the first. */
static uint32_t
first_same(struct alike *a, const struct sketch *s, uint32_t n)
{
	uint32_t k = a->same.n, got = cx_map_put(&a->same,
	    cx_strn((const char *)&s->whole, sizeof s->whole));

	if (got < k)
		return a->first[got];
	CX_GROW(a->first, got, a->first_cap);
	a->first[got] = n;
	return n;
}

/* Multilinear (Lemire and Kaser, "Strongly universal string hashing is fast",
 * 2014). */
static uint32_t
part_hash(const struct alike *a, const uint32_t part[ROWS])
{
	uint64_t h = a->seed[ROWS];

	for (size_t i = 0; i < ROWS; i++)
		h += a->seed[i] * part[i];
	return (uint32_t)(h >> 32);
}

/* Room for one more. */
static void
widen(struct band *b)
{
	size_t old = b->slot ? (size_t)b->mask + 1 : 0, n = old ? 2 * old : 64;
	struct slot *slot;

	if (b->n < old / 2)
		return;
	if (n > UINT32_MAX)
		cx_die(CX_FAIL, "too many atoms");
	slot = cx_malloc(cx_mul(n, sizeof *slot));
	memset(slot, 0, n * sizeof *slot);
	for (size_t i = 0; i < old; i++) {
		size_t at = b->slot[i].hash & (n - 1);

		if (!b->slot[i].first)
			continue;
		while (slot[at].first)
			at = (at + 1) & (n - 1);
		slot[at] = b->slot[i];
	}
	free(b->slot);
	b->slot = slot;
	b->mask = (uint32_t)(n - 1);
}

/* The sketch that came first with part i of sketch n; n if it is that. */
static uint32_t
first_with(struct alike *a, int i, uint32_t hash, uint32_t n)
{
	const size_t from = (size_t)i * ROWS;
	struct band *b = &a->band[i];
	uint32_t at = hash & b->mask;

	for (; b->slot[at].first; at = (at + 1) & b->mask)
		if (b->slot[at].hash == hash &&
		    memcmp(a->v[b->slot[at].first - 1]->least + from,
			a->v[n]->least + from, ROWS * sizeof(uint32_t)) == 0)
			return b->slot[at].first - 1;
	b->slot[at] = (struct slot){hash, n + 1};
	b->n++;
	return n;
}

static void
say(struct check *c, uint32_t atom, uint32_t other, enum rule r,
    const char *what)
{
	uint32_t where = pair_spot(c, &other, atom);

	with_str("other", atom_at(c, other)->path);
	found(c, where, (struct spot){0, 0}, r, "%s %.*s; keep one, or link "
	    "them", what, (int)atom_at(c, other)->path.len,
	    atom_at(c, other)->path.s);
}

static void
find_similar(struct alike *a, struct check *c, uint32_t n)
{
	const struct sketch *s = a->v[n];
	uint32_t best = n, k, hash[BANDS];
	double most = ALIKE, d;

	for (int i = 0; i < BANDS; i++) {
		hash[i] = part_hash(a, s->least + (size_t)i * ROWS);
		widen(&a->band[i]);
#ifdef __GNUC__
		__builtin_prefetch(&a->band[i].slot[hash[i] &
		    a->band[i].mask]);
#endif
	}
	for (int i = 0; i < BANDS; i++) {
		k = first_with(a, i, hash[i], n);
		d = k == n ? 0 : sketch_resemblance(s, a->v[k]);
		if (d > most || (d == most && k < best)) {
			most = d;
			best = k;
		}
	}
	if (best != n)
		say(c, a->atom[n], a->atom[best], SIMILAR_ATOM,
		    "has nearly the text of");
}

/* Templates, in a directory of that name, are alike by their nature. */
static bool
is_in_templates(struct cx_str path)
{
	struct cx_str part;

	while (memchr(path.s, '/', path.len)) {
		cx_str_split(&path, '/', &part);
		if (part.len && part.s[0] == '_')
			part = cx_str_from(part, 1);
		if (part.len >= 8 && strncasecmp(part.s, "template", 8) == 0)
			return true;
	}
	return false;
}

void
alike_add(struct alike *a, struct check *c, uint32_t atom,
    const struct sketch *made)
{
	uint32_t n = (uint32_t)a->n, first;
	struct sketch *s;

	if (made->seen < WORDS_SAME ||
	    is_in_templates(atom_at(c, atom)->path))
		return;
	s = cx_arena_alloc(&a->arena, sizeof *s);
	*s = *made;
	CX_GROW(a->v, a->n, a->cap);
	CX_GROW(a->atom, a->n, a->atom_cap);
	a->v[n] = s;
	a->atom[n] = atom;
	a->n++;
	first = first_same(a, s, n);
	if (first != n)
		say(c, atom, a->atom[first], DUPLICATE_ATOM,
		    "has the text of");
	else if (s->seen >= WORDS_SIMILAR)
		find_similar(a, c, n);
}

void
alike_free(struct alike *a)
{
	cx_map_release(&a->same);
	free(a->first);
	for (int i = 0; i < BANDS; i++)
		free(a->band[i].slot);
	cx_arena_release(&a->arena);
	free(a->v);
	free(a->atom);
	free(a);
}
