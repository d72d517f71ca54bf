/*
 * Finds broken and ambiguous links, and their places.
 *
 * One thread finds the links; another determines their status and rereads the
 * text for their places.
 */
#include "check.h"

#include "lib/atom/atom.h"
#include "lib/base/worker.h"
#include "lib/link/edge.h"
#include "lib/markdown/md.h"

#include <stdlib.h>

/* How an edge that does not resolve is handed over: this, then the atoms that
 * it may mean. */
struct unclear {
	uint32_t atom;
	bool broken; /* else ambiguous */
	size_t edge;
	size_t len;
};

#define BATCH ((size_t)1 << 16)

/* A target of one atom that is not well. */
struct bad {
	struct cx_str target;
	struct cx_str candidates; /* of an ambiguous one */
	bool anyway; /* it may be so because of what was chosen */
	bool seen;
	bool soft;
};

/* Of the thread that places them. */
struct linking {
	struct check *c;
	uint32_t atom;
	struct cx_map map; /* targets of the atom to bad */
	struct bad *bad;
	size_t cap;
	struct cx_md_defs defs;
	struct cx_buf dest;
};

static void
is_touched(void *arg, struct cx_str key)
{
	struct linking *l = arg;
	struct bad *b = &l->bad[l->map.n - 1];

	b->anyway |= cx_map_get(&l->c->touched, key) != CX_MAP_NONE;
}

static void
add(struct linking *l, const struct unclear *u, struct cx_str candidates)
{
	struct check *c = l->c;
	const struct edge *e = &c->edge[u->edge];
	uint32_t n;

	if (cx_external(c->elsewhere, u->broken ? CX_LINK_BROKEN
	    : CX_LINK_AMBIGUOUS, atom_at(c, u->atom)->path, e->target,
	    e->soft) > CX_LINK_AMBIGUOUS)
		return;
	if (cx_map_get(&l->map, e->target) != CX_MAP_NONE)
		return;
	n = cx_map_put(&l->map, e->target);
	CX_GROW(l->bad, n, l->cap);
	l->bad[n] = (struct bad){.target = e->target, .soft = e->soft,
	    .candidates = candidates};
	if (c->choosing && !atom_at(c, l->atom)->chosen)
		cx_resolve_target_keys(e->target, is_touched, l);
}

/* Whether it is what a note may be called that somebody means to write: not a
 * path, nor the name of a file, p.png. */
static bool
is_title(struct cx_str target)
{
	size_t n = 0;

	if (memchr(target.s, '/', target.len))
		return false;
	while (n < target.len && cx_is_alnum(target.s[target.len - n - 1]))
		n++;
	return n == 0 || n > 5 || n == target.len ||
	    target.s[target.len - n - 1] != '.';
}

static void
say_broken(struct linking *l, struct bad *b, struct spot at, enum rule r,
    bool wiki)
{
	void (*put)(const struct check *, uint32_t, struct spot, enum rule,
	    const char *, ...) CX_PRINTF(5, 6) =
	    b->anyway ? report_anyway : report;
	const int n = (int)b->target.len;
	CX_AUTO_BUF near = CX_BUF_INIT;

	if (rule_severity(r) == OFF)
		return;
	with_str("target", b->target);
	near_put(l->c, b->target, &near);
	if (near.len)
		put(l->c, l->atom, at, r, "no note or file is called '%.*s'; "
		    "did you mean %s?", n, b->target.s, cx_buf_cstr(&near));
	else if (wiki && is_title(b->target))
		put(l->c, l->atom, at, r, "no note is called '%.*s' yet", n,
		    b->target.s);
	else
		put(l->c, l->atom, at, r, "no note or file is called '%.*s'",
		    n, b->target.s);
}

static void
say(struct linking *l, struct bad *b, struct spot at, bool reference,
    bool wiki)
{
	enum rule r = reference ? BROKEN_REFERENCE : BROKEN_LINK;
	const int n = (int)b->target.len;
	void (*put)(const struct check *, uint32_t, struct spot, enum rule,
	    const char *, ...) CX_PRINTF(5, 6) =
	    b->anyway ? report_anyway : report;

	b->seen = true;
	if (!b->candidates.len) {
		say_broken(l, b, at, r, wiki);
		return;
	}
	with_str("target", b->target);
	put(l->c, l->atom, at, reference ? r : AMBIGUOUS_LINK, "'%.*s' may "
	    "mean %.*s; write more of the path", n, b->target.s,
	    (int)b->candidates.len, b->candidates.s);
}

static struct bad *
find_bad(struct linking *l, struct cx_str target)
{
	uint32_t n = cx_map_get(&l->map, target);

	return n == CX_MAP_NONE ? NULL : &l->bad[n];
}

/* A node of front matter, and whose links are looked for in it. */
struct in_front {
	struct linking *l;
	const struct text *t;
	const struct cx_json *node;
	bool wiki; /* they are wikilinks */
};

static void
say_front(void *arg, struct cx_str target)
{
	struct in_front *f = arg;
	struct bad *b = find_bad(f->l, target);

	if (b)
		say(f->l, b, text_front_spot(f->t, f->node), false, f->wiki);
}

/* The members of lib/link/edge.h as they stand in front matter, and texts of
 * others that are wikilinks. */
static void
in_front(struct linking *l, const struct text *t)
{
	const struct cx_front *front = text_front(t);
	struct in_front f = {.l = l, .t = t};
	const struct cx_json *end;
	struct cx_str rest, piece;

	for (size_t i = 0; i < front->n; i++) {
		const struct cx_json *key = front->members[i].key;
		const bool loose = cx_edge_is_loose(cx_json_str(key));
		const bool list = cx_str_alike(cx_json_str(key),
		    CX_STR("links"));

		f.wiki = !loose;
		end = key + 1 + key[1].span;
		for (f.node = key + 1; f.node < end; f.node++) {
			if (!loose && f.node->type == CX_JSON_ARRAY)
				say_front(&f, text_bare_link(t, f.node));
			if (f.node->type != CX_JSON_STRING)
				continue;
			if (!loose)
				cx_atom_links(cx_json_str(f.node), list,
				    say_front, &f);
			rest = cx_json_str(f.node);
			while (loose && cx_str_split(&rest, ',', &piece))
				say_front(&f, cx_atom_link(piece));
		}
	}
}

static void
in_body(struct linking *l, struct text *t)
{
	struct cx_str body = cx_str_from(t->all, t->body);
	struct cx_md md;
	struct cx_md_item it;
	struct bad *b;

	cx_md_defs_find(&l->defs, body);
	cx_md_init(&md, body, CX_MD_LINK | CX_MD_REF | CX_MD_INLINE |
	    cx_atom_links_as(l->c->config));
	md.defs = &l->defs;
	while (cx_md_next(&md, &it)) {
		struct cx_str target = cx_md_item_target(&md, &it);

		if (it.kind == CX_MD_INLINE) {
			l->dest.len = 0;
			(void)cx_md_dest(target, &l->dest, NULL);
			target = cx_buf_view(&l->dest);
		}
		b = find_bad(l, target);
		if (b && (text_hidden(t, t->body + it.start) ||
		    text_table(t, t->body + it.start, t->body + it.end)))
			b->seen = true;
		else if (b)
			say(l, b, text_spot(t, t->body + it.start),
			    it.kind == CX_MD_REF, it.kind == CX_MD_LINK &&
			    body.s[it.start] != '{');
	}
}

static void
place(struct linking *l)
{
	struct text t;

	if (text_read(NULL, l->c, atom_at(l->c, l->atom)->path, &t)) {
		in_front(l, &t);
		in_body(l, &t);
	}
	for (uint32_t i = 0; i < l->map.n; i++)
		if (!l->bad[i].seen)
			say(l, &l->bad[i], (struct spot){0, 0},
			    l->bad[i].soft, false);
}

static void
place_all(void *arg, struct cx_buf *batch)
{
	struct linking *l = arg;
	struct unclear u;

	for (size_t at = 0; at < batch->len; at += u.len) {
		memcpy(&u, batch->s + at, sizeof u);
		at += sizeof u;
		if (u.atom != l->atom && l->map.n) {
			place(l);
			cx_map_clear(&l->map);
		}
		l->atom = u.atom;
		add(l, &u, cx_strn(batch->s + at, u.len));
	}
	if (l->map.n)
		place(l);
	cx_map_clear(&l->map);
	batch->len = 0;
}

/* --- which these are --- */

/* "a.md, b.md or c.md". */
static void
put_candidates(struct cx_resolver *r, const struct cx_resolved *res,
    struct cx_buf *out)
{
	size_t n;
	const uint32_t *v = cx_resolve_candidates(r, res, &n);

	if (n > 3)
		n = 3;
	for (size_t i = 0; i < n; i++) {
		if (i)
			cx_buf_puts(out, i + 1 == n &&
			    res->ncandidates == n ? " or " : ", ");
		cx_buf_str(out, cx_resolver_path(r, v[i]));
	}
	if (res->ncandidates > n)
		cx_buf_fmt(out, " or %u more",
		    (unsigned)(res->ncandidates - n));
}

static struct cx_str
edge_target(const void *arg, size_t edge)
{
	const struct check *c = arg;

	return c->edge[edge].target;
}

static void
resolve(struct check *c, uint32_t atom, size_t edge, struct cx_buf *batch)
{
	struct unclear u = {.atom = atom, .edge = edge};
	const size_t at = batch->len, from = at + sizeof u;
	struct cx_resolved res;

	cx_resolve_soon(c->resolver, edge, c->n_edge, edge_target, c);
	res = cx_resolve(c->resolver, atom_at(c, atom)->path,
	    c->edge[edge].target);
	u.broken = res.status == CX_LINK_BROKEN;
	if (res.status == CX_LINK_OK)
		return;
	cx_buf_add(batch, &u, sizeof u);
	if (!u.broken)
		put_candidates(c->resolver, &res, batch);
	u.len = batch->len - from;
	memcpy(batch->s + at, &u, sizeof u);
}

void
check_links(struct check *c)
{
	struct linking l = {.c = c};
	struct cx_worker *placing = cx_worker_new(place_all, &l);
	CX_AUTO_BUF batch = CX_BUF_INIT;

	for (uint32_t i = 0; i < c->n; i++) {
		const struct atom *a = atom_at(c, i);

		if (a->muted == UINT64_MAX)
			continue;
		for (size_t e = a->first; e < a->end; e++)
			resolve(c, i, e, &batch);
		if (batch.len >= BATCH)
			cx_worker_submit(placing, &batch);
	}
	check_anchors(c); /* while the other thread places links */
	cx_worker_drain(placing);
	place_all(&l, &batch); /* a small vault needs no thread */
	cx_worker_free(placing);
	cx_map_release(&l.map);
	cx_md_defs_release(&l.defs);
	cx_buf_release(&l.dest);
	free(l.bad);
}
