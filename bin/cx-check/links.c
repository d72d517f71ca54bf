/* Links that go to nothing or to several, and where they stand. */
#include "check.h"

#include "lib/atom.h"
#include "lib/md.h"

#include <stdlib.h>

/* A target of one atom that is not well. */
struct bad {
	struct cx_str target;
	struct cx_resolved res;
	bool anyway; /* it may be so because of what was chosen */
	bool seen;
	bool soft;
};

struct linking {
	struct check *c;
	struct files *files;
	uint32_t atom;
	struct cx_map map; /* targets of the atom to bad */
	struct bad *bad;
	size_t cap;
	struct cx_buf text; /* candidates */
};

static void
is_touched(void *arg, struct cx_str key)
{
	struct linking *l = arg;
	struct bad *b = &l->bad[l->map.n - 1];

	b->anyway |= cx_map_get(&l->c->touched, key) != CX_MAP_NONE;
}

bool
is_template(struct cx_str s)
{
	return cx_str_has(s, CX_STR("{{")) || cx_str_has(s, CX_STR("<%"));
}

/* What a template fills in later is no target yet, nor is a piece of code in
 * backticks that happens to end in .md. */
static bool
is_example(struct cx_str s, bool soft)
{
	for (size_t i = 0; soft && i < s.len; i++)
		if (memchr("[](){}<>*$|\"'", s.s[i], 13))
			return true;
	return is_template(s);
}

static void
try_edge(struct linking *l, const struct edge *e)
{
	struct check *c = l->c;
	struct cx_resolved res = cx_resolve(c->resolver,
	    atom_at(c, l->atom)->path, e->target);
	uint32_t n;

	if (res.status == CX_LINK_OK || is_example(e->target, e->soft))
		return;
	if (res.status == CX_LINK_BROKEN && c->vault.path) {
		if (!l->files)
			l->files = files_read(c->vault.path);
		if (files_have(l->files, e->target))
			return;
	}
	if (cx_map_get(&l->map, e->target) != CX_MAP_NONE)
		return;
	n = cx_map_put(&l->map, e->target);
	CX_GROW(l->bad, n, l->cap);
	l->bad[n] = (struct bad){.target = e->target, .res = res,
	    .soft = e->soft};
	if (c->choosing && !atom_at(c, l->atom)->chosen)
		cx_resolve_target_keys(e->target, is_touched, l);
}

/* "a.md, b.md or c.md". */
static void
put_candidates(struct linking *l, const struct bad *b)
{
	const uint32_t *v;
	size_t n;

	v = cx_resolve_candidates(l->c->resolver, &b->res, &n);
	if (n > 3)
		n = 3;
	l->text.len = 0;
	for (size_t i = 0; i < n; i++) {
		if (i)
			cx_buf_puts(&l->text, i + 1 == n &&
			    b->res.ncandidates == n ? " or " : ", ");
		cx_buf_str(&l->text, cx_resolver_path(l->c->resolver, v[i]));
	}
	if (b->res.ncandidates > n)
		cx_buf_fmt(&l->text, " or %u more",
		    (unsigned)(b->res.ncandidates - n));
}

static void
say(struct linking *l, struct bad *b, struct spot at, bool reference)
{
	enum rule r = reference ? BROKEN_REFERENCE : BROKEN_LINK;
	const int n = (int)b->target.len;
	void (*put)(const struct check *, uint32_t, struct spot, enum rule,
	    const char *, ...) CX_PRINTF(5, 6) =
	    b->anyway ? found_anyway : found;

	b->seen = true;
	with_str("target", b->target);
	if (b->res.status == CX_LINK_BROKEN) {
		put(l->c, l->atom, at, r, "nothing is called '%.*s'", n,
		    b->target.s);
		return;
	}
	put_candidates(l, b);
	put(l->c, l->atom, at, reference ? r : AMBIGUOUS_LINK, "'%.*s' may "
	    "mean %s; write more of the path", n, b->target.s,
	    cx_buf_cstr(&l->text));
}

static struct bad *
find_bad(struct linking *l, struct cx_str target)
{
	uint32_t n = cx_map_get(&l->map, target);

	return n == CX_MAP_NONE ? NULL : &l->bad[n];
}

/* The members of lib/edge.h as they stand in front matter. */
static void
in_front(struct linking *l, const struct text *t)
{
	static const char *const names[] = {"links", "evidence",
	    "source-experiments"};
	const struct cx_front *front = text_front(t);
	const struct cx_json *node, *end;
	struct cx_str rest, piece;
	struct bad *b;

	for (size_t i = 0; i < front->n; i++) {
		const struct cx_json *key = front->members[i].key;
		bool links = false;

		for (size_t k = 0; k < sizeof names / sizeof *names; k++)
			links |= cx_str_is(cx_json_str(key), names[k]);
		end = key + 1 + key[1].span;
		for (node = key + 1; links && node < end; node++) {
			if (node->type != CX_JSON_STRING)
				continue;
			rest = cx_json_str(node);
			while (cx_str_split(&rest, ',', &piece)) {
				b = find_bad(l, cx_atom_link(piece));
				if (b)
					say(l, b, text_front_spot(node),
					    false);
			}
		}
	}
}

static void
in_body(struct linking *l, struct text *t)
{
	struct cx_md md;
	struct cx_md_item it;
	struct bad *b;

	cx_md_init(&md, cx_str_from(t->all, t->body),
	    CX_MD_LINK | CX_MD_REF);
	while (cx_md_next(&md, &it)) {
		b = find_bad(l, cx_md_item_target(&md, &it));
		if (b)
			say(l, b, text_spot(t, t->body + it.start),
			    it.kind == CX_MD_REF);
	}
}

static void
place(struct linking *l)
{
	struct text t;

	if (text_read(l->c, atom_at(l->c, l->atom)->path, &t)) {
		in_front(l, &t);
		in_body(l, &t);
	}
	for (uint32_t i = 0; i < l->map.n; i++)
		if (!l->bad[i].seen)
			say(l, &l->bad[i], (struct spot){0, 0},
			    l->bad[i].soft);
}

void
check_links(struct check *c)
{
	struct linking l = {.c = c};

	for (uint32_t i = 0; i < c->n; i++) {
		const struct atom *a = atom_at(c, i);

		if (a->muted == UINT64_MAX)
			continue;
		l.atom = i;
		for (size_t e = a->first; e < a->end; e++)
			try_edge(&l, &c->edge[e]);
		if (l.map.n)
			place(&l);
		cx_map_clear(&l.map);
	}
	files_free(l.files);
	cx_map_release(&l.map);
	cx_buf_release(&l.text);
	free(l.bad);
}
