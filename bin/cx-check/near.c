/* Suggests what a broken link may have meant. */
#include "check.h"

#include "lib/base/opt.h"
#include "lib/base/utf8.h"

#include <stdlib.h>

/* So many are named. */
#define NEAREST 3
/* So many names are looked at, some seconds; then nothing is suggested.  One
 * that has to be compared counts for more. */
#define WORK_MAX 500000000
#define WORK_COMPARED 16

/* A name by which a note could be linked: of its file, its own, its aliases. */
struct called {
	struct cx_str key;
	uint64_t bytes; /* bits: which it has, and which twice */
	uint32_t atom;
};

struct near {
	struct cx_str path;
	unsigned far;
};

struct list {
	struct called *v;
	size_t n, cap;
};

static struct {
	struct list *of; /* by length of the key */
	size_t lengths, cap;
	struct cx_arena arena;
	struct cx_map asked; /* keys, to what was found */
	struct cx_str *said;
	size_t said_cap;
	struct cx_buf key;
	uint64_t work;
	bool made;
} names;

/* Case and what stands between words make no difference. */
static struct cx_str
key_of(struct cx_str name)
{
	size_t to = 0;

	if (cx_is_note(name))
		name.len -= 3;
	names.key.len = 0;
	cx_utf8_key(&names.key, name);
	for (size_t i = 0; i < names.key.len; i++)
		if (names.key.s[i] != ' ' && names.key.s[i] != '-' &&
		    names.key.s[i] != '_')
			names.key.s[to++] = names.key.s[i];
	names.key.len = to;
	return cx_buf_view(&names.key);
}

static uint64_t
bytes_of(struct cx_str key)
{
	uint64_t bytes = 0;

	for (size_t i = 0; i < key.len; i++) {
		const uint64_t one = UINT64_C(1) << (key.s[i] & 31);

		bytes |= bytes & one ? one << 32 : one;
	}
	return bytes;
}

/* A mistake adds a byte and takes one away, at most. */
static bool
may_be_near(uint64_t a, uint64_t b)
{
	a ^= b;
	for (unsigned n = 0; n < 2 * CX_NEAR_MAX; n++)
		a &= a - 1; /* 0 & -1 is 0 */
	return a == 0;
}

static void
add(struct cx_str name, uint32_t atom)
{
	struct cx_str key = key_of(name);
	struct list *l;

	while (names.lengths <= key.len)
		*CX_NEXT(names.of, names.lengths, names.cap) =
		    (struct list){0};
	l = &names.of[key.len];
	/* Most are called as their files are. */
	if (!key.len || (l->n && l->v[l->n - 1].atom == atom &&
	    cx_str_eq(l->v[l->n - 1].key, key)))
		return;
	*CX_NEXT(l->v, l->n, l->cap) = (struct called){
	    cx_arena_copy(&names.arena, key), bytes_of(key), atom};
}

static void
make(const struct cx_resolver *r)
{
	for (uint32_t i = 0; i < cx_resolver_count(r); i++) {
		if (!cx_resolver_path(r, i).len)
			continue;
		add(cx_last_part(cx_resolver_path(r, i)), i);
		for (size_t k = 0; k < cx_resolver_names(r, i); k++)
			add(cx_resolver_name_at(r, i, k), i);
	}
	names.made = true;
}

static void
keep(struct near v[NEAREST], size_t *n, struct cx_str path, unsigned far)
{
	size_t i = 0, k;

	while (i < *n && !cx_str_eq(v[i].path, path))
		i++;
	if (i < *n && v[i].far <= far)
		return;
	for (; i + 1 < *n; i++)
		v[i] = v[i + 1]; /* it comes again, nearer */
	*n -= i < *n;
	for (k = 0; k < *n && (v[k].far < far || (v[k].far == far &&
	    cx_str_cmp(v[k].path, path) < 0)); k++)
		;
	if (k == NEAREST)
		return;
	*n += *n < NEAREST;
	memmove(v + k + 1, v + k, (*n - 1 - k) * sizeof *v);
	v[k] = (struct near){path, far};
}

static void
try(const struct cx_resolver *r, struct cx_str key, const struct called *x,
    struct near v[NEAREST], size_t *n)
{
	const unsigned far = cx_str_eq(x->key, key) ? 0 :
	    cx_nearness(key, x->key);

	names.work += WORK_COMPARED;
	/* A short word is near to many. */
	if (far == 0 || (far <= CX_NEAR_MAX && key.len >= 4 * far + 1))
		keep(v, n, cx_resolver_path(r, x->atom), far);
}

static void
look_for(const struct cx_resolver *r, struct cx_str key, struct cx_buf *out)
{
	struct near v[NEAREST];
	size_t n = 0;
	const uint64_t bytes = bytes_of(key);
	const size_t least = key.len > CX_NEAR_MAX ? key.len - CX_NEAR_MAX : 1;

	for (size_t len = least; len < names.lengths &&
	    len <= key.len + CX_NEAR_MAX && names.work < WORK_MAX; len++) {
		const struct list *l = &names.of[len];

		names.work += l->n;
		for (size_t i = 0; i < l->n; i++)
			if (may_be_near(bytes, l->v[i].bytes))
				try(r, key, &l->v[i], v, &n);
	}
	/* What is written otherwise is meant before what is near. */
	for (size_t i = 1; i < n; i++)
		if (v[0].far == 0 && v[i].far)
			n = i;
	for (size_t i = 0; i < n; i++) {
		cx_buf_puts(out, i == 0 ? "" : i + 1 < n ? ", " : " or ");
		cx_buf_str(out, v[i].path);
	}
}

void
near_put(const struct check *c, struct cx_str target, struct cx_buf *out)
{
	CX_AUTO_BUF found = CX_BUF_INIT;
	struct cx_str key;
	const uint32_t known = names.asked.n;
	uint32_t k;

	if (!names.made)
		make(c->resolver);
	while (target.len > 1 && target.s[target.len - 1] == '/')
		target.len--;
	key = key_of(cx_last_part(target));
	if (!key.len)
		return;
	k = cx_map_intern(&names.asked, &names.arena, key);
	if (k == known) {
		look_for(c->resolver, names.asked.key[k], &found);
		CX_GROW(names.said, k, names.said_cap);
		names.said[k] = cx_arena_copy(&names.arena,
		    cx_buf_view(&found));
	}
	cx_buf_str(out, names.said[k]);
}

void
near_release(void)
{
	for (size_t i = 0; i < names.lengths; i++)
		free(names.of[i].v);
	free(names.of);
	free(names.said);
	cx_map_release(&names.asked);
	cx_arena_release(&names.arena);
	cx_buf_release(&names.key);
}
