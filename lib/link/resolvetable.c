/* resolvetable.c: maps strings to atoms, and finds paths by their ends. */
#include "lib/link/resolvetable.h"

#include <stdlib.h>

void
cx_many_put(struct cx_many *ix, struct cx_str key, uint32_t atom)
{
	uint32_t k = cx_map_put(&ix->keys, key);

	CX_GROW(ix->last, k, ix->last_cap);
	if (k < ix->nlast && ix->last[k] == atom)
		return; /* an alias that is also the name */
	if (k == ix->nlast)
		ix->nlast++;
	ix->last[k] = atom;
	CX_GROW(ix->pair, ix->npair, ix->pair_cap);
	ix->pair[ix->npair++] = (struct cx_many_pair){k, atom};
}

void
cx_many_build(struct cx_many *ix)
{
	size_t i;
	uint32_t k;

	if (ix->npair > UINT32_MAX - 1)
		cx_die(CX_FAIL, "more than 2^32 names of notes");
	ix->start = cx_calloc(cx_add(ix->keys.n, 1), sizeof *ix->start);
	ix->item = cx_calloc(cx_add(ix->npair, 1), sizeof *ix->item);
	for (i = 0; i < ix->npair; i++)
		ix->start[ix->pair[i].key]++;
	/* Ends of the lists; filling these backwards turns them into starts. */
	for (k = 1; k <= ix->keys.n; k++)
		ix->start[k] += ix->start[k - 1];
	for (i = ix->npair; i-- > 0;)
		ix->item[--ix->start[ix->pair[i].key]] = ix->pair[i].atom;
	free(ix->pair);
	free(ix->last);
	ix->pair = NULL;
	ix->last = NULL;
	ix->npair = ix->pair_cap = ix->nlast = ix->last_cap = 0;
}

struct cx_atom_slice
cx_many_get(const struct cx_many *ix, struct cx_str key)
{
	uint32_t k = cx_map_get(&ix->keys, key);

	if (k == CX_MAP_NONE)
		return (struct cx_atom_slice){NULL, 0};
	return (struct cx_atom_slice){
	    ix->item + ix->start[k], ix->start[k + 1] - ix->start[k]};
}

void
cx_many_release(struct cx_many *ix)
{
	cx_map_release(&ix->keys);
	free(ix->pair);
	free(ix->last);
	free(ix->start);
	free(ix->item);
	*ix = (struct cx_many){0};
}

/* Order of strings read backwards. */
static int
backward_cmp(struct cx_str a, struct cx_str b)
{
	while (a.len && b.len) {
		unsigned char x = (unsigned char)a.s[--a.len];
		unsigned char y = (unsigned char)b.s[--b.len];

		if (x != y)
			return x < y ? -1 : 1;
	}
	return (a.len > b.len) - (a.len < b.len);
}

struct sorted {
	struct cx_str path;
	uint32_t atom;
};

static int
sorted_cmp(const void *x, const void *y)
{
	const struct sorted *a = x, *b = y;
	int c = backward_cmp(a->path, b->path);

	return c ? c : (a->atom > b->atom) - (a->atom < b->atom);
}

void
cx_pathtable_build(struct cx_pathtable *t, uint32_t n)
{
	struct sorted *v = NULL;
	size_t cap = 0;
	uint32_t i, k;

	t->all_md = true;
	for (i = 0; i < n; i++) {
		if (t->path[i].len == 0)
			continue; /* it has been dropped */
		t->all_md = t->all_md && cx_str_ends(t->path[i], CX_STR(".md"));
		cx_many_put(&t->base, cx_last_part(t->path[i]), i);
	}
	cx_many_build(&t->base);
	for (k = 0; k < t->base.keys.n; k++) {
		uint32_t *item = t->base.item + t->base.start[k];
		uint32_t m = t->base.start[k + 1] - t->base.start[k];

		if (m < 2)
			continue;
		if (m > cap) {
			cap = m;
			v = cx_realloc(v, cap, sizeof *v);
		}
		for (i = 0; i < m; i++)
			v[i] = (struct sorted){t->path[item[i]], item[i]};
		qsort(v, m, sizeof *v, sorted_cmp);
		for (i = 0; i < m; i++)
			item[i] = v[i].atom;
	}
	free(v);
	t->built = true;
}

void
cx_pathtable_soon(const struct cx_pathtable *t, const struct cx_str *last,
    size_t n, uint32_t *number)
{
	size_t found = 0;

	cx_map_soon(&t->base.keys, last, n, number);
	for (size_t i = 0; i < n; i++)
		if (number[i] != CX_MAP_NONE) {
			number[found++] = number[i];
			__builtin_prefetch(&t->base.start[number[i]]);
		}
	for (size_t i = 0; i < found; i++) {
		number[i] = t->base.start[number[i]];
		__builtin_prefetch(&t->base.item[number[i]]);
	}
	for (size_t i = 0; i < found; i++) {
		number[i] = t->base.item[number[i]];
		__builtin_prefetch(&t->path[number[i]]);
	}
	for (size_t i = 0; i < found; i++)
		__builtin_prefetch(t->path[number[i]].s);
}

void
cx_pathtable_release(struct cx_pathtable *t)
{
	cx_many_release(&t->base);
	free(t->path);
	*t = (struct cx_pathtable){0};
}

struct cx_atom_slice
cx_pathtable_tail(const struct cx_pathtable *t, struct cx_atom_slice l,
    struct cx_str tail, bool whole)
{
	uint32_t lo = 0, hi = l.n, begin;

	if (l.n == 0)
		return l;
	if (l.n == 1) { /* as most lists are */
		struct cx_str p = t->path[l.item[0]];

		l.n = whole ? cx_str_eq(p, tail) : cx_str_ends(p, tail);
		return l;
	}
	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;

		if (backward_cmp(t->path[l.item[mid]], tail) < 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	begin = lo;
	/* Paths that end in tail follow, first tail itself and its twins. */
	for (hi = l.n; lo < hi;) {
		uint32_t mid = lo + (hi - lo) / 2;
		struct cx_str p = t->path[l.item[mid]];

		if (whole ? cx_str_eq(p, tail) : cx_str_ends(p, tail))
			lo = mid + 1;
		else
			hi = mid;
	}
	return (struct cx_atom_slice){l.item + begin, lo - begin};
}

bool
cx_is_language(struct cx_str dir)
{
	for (size_t i = 0; i < dir.len; i++)
		if (i == 2 ? dir.s[i] != '-' && dir.s[i] != '_' :
		    (dir.s[i] | 0x20) < 'a' || (dir.s[i] | 0x20) > 'z')
			return false;
	return dir.len == 2 || dir.len == 5;
}

struct cx_str
cx_language_end(struct cx_str path)
{
	size_t at = path.len < 3 ? 0 : path.len - 3;

	if (!cx_str_ends(path, CX_STR(".md")))
		return CX_STR("");
	while (at > 0 && path.s[at - 1] != '.' && path.s[at - 1] != '/')
		at--;
	if (at == 0 || path.s[at - 1] == '/' ||
	    !cx_is_language(cx_strn(path.s + at, path.len - 3 - at)))
		return CX_STR("");
	return cx_str_from(path, at);
}
