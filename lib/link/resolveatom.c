/* resolveatom.c: the atoms of a resolver, candidates, keys. */
#include "lib/link/resolveimpl.h"

#include "lib/base/utf8.h"

#include <stdlib.h>

struct cx_resolver *
cx_resolver_new(void)
{
	return cx_calloc(1, sizeof(struct cx_resolver));
}

void
cx_resolver_free(struct cx_resolver *r)
{
	if (!r)
		return;
	cx_arena_release(&r->arena);
	cx_pathtable_release(&r->exact);
	cx_pathtable_release(&r->folded);
	cx_many_release(&r->ids);
	cx_many_release(&r->names);
	cx_map_release(&r->top_keys);
	cx_buf_release(&r->forms);
	cx_buf_release(&r->joined);
	cx_buf_release(&r->fold_target);
	cx_buf_release(&r->fold_source);
	free(r->id);
	free(r->name);
	free(r->own);
	free(r->top);
	free(r);
}

uint32_t
cx_resolver_add(struct cx_resolver *r, struct cx_str path, struct cx_str id,
    struct cx_str name)
{
	uint32_t atom = r->n;

	if (atom == UINT32_MAX - 1)
		cx_die(CX_FAIL, "more than 2^32 atoms");
	CX_GROW(r->exact.path, r->n, r->exact.cap);
	CX_GROW(r->own, r->n, r->own_cap);
	r->exact.path[atom] = cx_arena_copy(&r->arena, path);
	r->own[atom] = (struct own){cx_arena_copy(&r->arena, name), r->nname};
	r->n++;
	if (id.len) {
		CX_GROW(r->id, r->nid, r->id_cap);
		r->id[r->nid++] =
		    (struct alias){atom, cx_arena_copy(&r->arena, id)};
	}
	if (name.len) {
		CX_GROW(r->name, r->nname, r->name_cap);
		r->name[r->nname++] = (struct alias){atom, r->own[atom].name};
	}
	return atom;
}

void
cx_resolver_alias(struct cx_resolver *r, struct cx_str alias)
{
	CX_GROW(r->name, r->nname, r->name_cap);
	r->name[r->nname++] =
	    (struct alias){r->n - 1, cx_arena_copy(&r->arena, alias)};
}

void
cx_resolver_drop(struct cx_resolver *r, uint32_t atom)
{
	r->exact.path[atom].len = 0; /* which no atom's path is */
}

void
cx_each_item(const struct cx_json *list, cx_key_fn *put, void *arg)
{
	const struct cx_json *e;
	struct cx_str rest, item;

	if (list && list->type == CX_JSON_STRING) {
		rest = cx_json_str(list);
		while (cx_str_split(&rest, ',', &item))
			if ((item = cx_str_trim(item)).len)
				put(arg, item);
		return;
	}
	if (!list || list->type != CX_JSON_ARRAY)
		return;
	/* In document order, so that lists in lists need no recursion: YAML
	 * reads [[note]] without quotes as one. */
	for (e = list; e < list + list->span;
	     e += e->type == CX_JSON_ARRAY ? 1 : e->span)
		if (e->type == CX_JSON_STRING &&
		    (item = cx_str_trim(cx_json_str(e))).len)
			put(arg, item);
}

static void
add_alias(void *arg, struct cx_str alias)
{
	cx_resolver_alias(arg, alias);
}

static void
each_alias(const struct cx_record *rec, cx_key_fn *put, void *arg)
{
	const struct cx_json *extra = cx_json_get(rec->root, "extra");

	cx_each_item(cx_json_get(extra, "aliases"), put, arg);
	cx_each_item(cx_json_get(extra, "alias"), put, arg);
}

uint32_t
cx_resolver_record(struct cx_resolver *r, const struct cx_record *rec)
{
	uint32_t atom = cx_resolver_add(r, cx_record_path(rec),
	    cx_record_str(rec, "id", CX_STR("")),
	    cx_record_str(rec, "name", CX_STR("")));

	each_alias(rec, add_alias, r);
	return atom;
}

uint32_t
cx_resolver_count(const struct cx_resolver *r)
{
	return r->n;
}

struct cx_str
cx_resolver_path(const struct cx_resolver *r, uint32_t atom)
{
	return r->exact.path[atom];
}

struct cx_str
cx_resolver_name(const struct cx_resolver *r, uint32_t atom)
{
	return r->own[atom].name;
}

size_t
cx_resolver_names(const struct cx_resolver *r, uint32_t atom)
{
	size_t end = atom + 1 < r->n ? r->own[atom + 1].first : r->nname;

	return end - r->own[atom].first;
}

struct cx_str
cx_resolver_name_at(const struct cx_resolver *r, uint32_t atom, size_t i)
{
	return r->name[r->own[atom].first + i].name;
}

static struct cx_pathtable *
exact(struct cx_resolver *r)
{
	if (!r->exact.built)
		cx_pathtable_build(&r->exact, r->n);
	return &r->exact;
}

uint32_t
cx_resolver_find(struct cx_resolver *r, struct cx_str path)
{
	struct cx_pathtable *t = exact(r);
	struct cx_atom_slice l = cx_pathtable_tail(
	    t, cx_many_get(&t->base, cx_last_part(path)), path, true);

	return l.n ? l.item[0] : UINT32_MAX;
}

uint32_t
cx_resolver_twin(struct cx_resolver *r)
{
	const struct cx_many *base = &exact(r)->base;
	uint32_t k, i;

	for (k = 0; k < base->keys.n; k++)
		for (i = base->start[k] + 1; i < base->start[k + 1]; i++)
			if (cx_str_eq(r->exact.path[base->item[i]],
				r->exact.path[base->item[i - 1]]))
				return base->item[i];
	return UINT32_MAX;
}

/* The first few by path of n, in time n. */
static void
take_first(const struct cx_resolver *r, const uint32_t *atom, uint32_t n,
    struct top *top)
{
	uint32_t i, at;

	top->n = 0;
	for (i = 0; i < n; i++) {
		struct cx_str path = r->exact.path[atom[i]];

		if (top->n == CX_CANDIDATES &&
		    cx_str_cmp(path, r->exact.path[top->atom[top->n - 1]]) >= 0)
			continue;
		at = top->n < CX_CANDIDATES ? top->n++ : top->n - 1;
		for (; at &&
		       cx_str_cmp(path, r->exact.path[top->atom[at - 1]]) < 0;
		     at--)
			top->atom[at] = top->atom[at - 1];
		top->atom[at] = atom[i];
	}
}

const uint32_t *
cx_resolve_candidates(
    struct cx_resolver *r, const struct cx_resolved *res, size_t *n)
{
	struct {
		uintptr_t list, n;
	} what = {(uintptr_t)res->candidate, res->ncandidates};
	struct cx_str key = {(const char *)&what, sizeof what};
	struct top *top = &r->one;
	uint32_t known = r->top_keys.n, k;

	if (res->ncandidates <= 4 * CX_CANDIDATES) {
		take_first(r, res->candidate, res->ncandidates, top);
	} else {
		/* 10,000 notes may well ask for the same 10,000 README. */
		k = cx_map_intern(&r->top_keys, &r->arena, key);
		if (k == known) {
			CX_GROW(r->top, k, r->top_cap);
			take_first(
			    r, res->candidate, res->ncandidates, &r->top[k]);
		}
		top = &r->top[k];
	}
	*n = top->n;
	return top->atom;
}

const char *
cx_resolve_status_name(enum cx_resolve_status status)
{
	static const char *const names[] = {"ok", "broken", "ambiguous",
	    "attachment"};

	return names[status];
}

const char *
cx_resolve_step_name(enum cx_resolve_step step)
{
	static const char *const names[] = {"nothing", "path", "relative",
	    "tail", "base", "folded", "id", "name"};

	return names[step];
}

struct keys {
	cx_key_fn *put;
	void *arg;
	struct cx_buf buf;
};

static void
put_key(void *arg, struct cx_str s)
{
	struct keys *k = arg;

	k->buf.len = 0;
	cx_utf8_key(&k->buf, s);
	if (k->buf.len)
		k->put(k->arg, cx_buf_view(&k->buf));
}

/* The key of a path is its last part without any ".md" behind: "a" may mean
 * a.md and "a.md" a.md.md. */
static void
put_path_key(struct keys *k, struct cx_str path)
{
	k->buf.len = 0;
	cx_utf8_key(&k->buf, cx_last_part(path));
	while (cx_str_ends(cx_buf_view(&k->buf), CX_STR(".md")))
		k->buf.len -= 3;
	if (k->buf.len)
		k->put(k->arg, cx_buf_view(&k->buf));
}

void
cx_resolve_record_keys(const struct cx_record *rec, cx_key_fn *put, void *arg)
{
	struct keys k = {put, arg, CX_BUF_INIT};

	put_path_key(&k, cx_record_path(rec));
	put_key(&k, cx_record_str(rec, "id", CX_STR("")));
	put_key(&k, cx_record_str(rec, "name", CX_STR("")));
	each_alias(rec, put_key, &k);
	cx_buf_release(&k.buf);
}

void
cx_resolve_target_keys(struct cx_str target, cx_key_fn *put, void *arg)
{
	struct keys k = {put, arg, CX_BUF_INIT};

	/* As written (base + ".md", id, name), and as a path that has its
	 * ".md" already. */
	put_path_key(&k, target);
	put_key(&k, cx_last_part(target));
	put_key(&k, target);
	cx_buf_release(&k.buf);
}
