/* Finds the links of a file and their bytes. */
#include "move.h"

#include "lib/atom/atom.h"
#include "lib/link/edge.h"
#include "lib/markdown/md.h"
#include "lib/base/utf8.h"

#include <stdlib.h>

static struct cx_str
clean(struct sites *s, struct cx_str raw)
{
	struct cx_buf b = CX_BUF_INIT;

	if (cx_utf8_invalid(raw) < raw.len) {
		cx_utf8_clean(&b, raw);
		raw = cx_arena_copy(&s->arena, cx_buf_view(&b));
		cx_buf_release(&b);
	}
	return raw;
}

/* Nothing can be written in the place of an empty target. */
static void
add(struct sites *s, struct site x)
{
	if (x.target.len == 0)
		return;
	*CX_NEXT(s->v, s->n, s->cap) = x;
}

/* Adds the text after # in x, if anchors are wanted. */
static void
add_anchor(struct sites *s, struct site x, const struct cx_md *m,
    const struct cx_md_item *it, struct cx_str anchor)
{
	size_t from, to;

	if (!s->anchors || !cx_md_item_anchor(m, it, &from, &to))
		return;
	x.anchor = true;
	x.of = x.target;
	x.from = s->front.body + from;
	x.to = s->front.body + to;
	x.target = x.kind == SITE_MD ? cx_arena_copy(&s->arena, anchor)
	    : clean(s, cx_strn(m->text.s + from, to - from));
	add(s, x);
}

/* Without definitions at hand, so that of a link by reference only its
 * definition is found: there the bytes are. */
static void
add_markdown(struct sites *s, const struct cx_md *m,
    const struct cx_md_item *it)
{
	struct cx_str dest = cx_md_item_target(m, it);
	CX_AUTO_BUF path = CX_BUF_INIT, anchor = CX_BUF_INIT;
	size_t body = s->front.body;
	struct site x = {
	    .kind = SITE_MD,
	    .embed = it->embed,
	    .exact = true,
	    .start = body + it->start,
	    .end = body + it->end,
	    .from = body + it->target,
	    .to = body + it->target + cx_md_dest_len(dest),
	    .angle = it->angle};

	if (it->kind == CX_MD_DEF)
		x.label = cx_strn(m->text.s + it->label,
		    it->label_end - it->label);
	if (cx_md_dest(clean(s, dest), &path, &anchor)) {
		x.target = cx_arena_copy(&s->arena, cx_buf_view(&path));
		add(s, x);
		add_anchor(s, x, m, it, cx_buf_view(&anchor));
	}
}

/* The URLs of srcset, each with a width or a density after it (HTML, 4.8.4). */
static void
add_set(struct sites *s, const struct cx_md *m, const struct cx_md_item *it)
{
	const char *t = m->text.s;
	size_t p = it->label, end = it->label_end;

	while (p < end) {
		struct cx_md_item one = *it;

		while (p < end && (cx_is_blank(t[p]) || t[p] == '\n' ||
		    t[p] == ','))
			p++;
		one.target = p;
		while (p < end && !cx_is_blank(t[p]) && t[p] != '\n')
			p++;
		one.after = p;
		while (one.after > one.target && t[one.after - 1] == ',')
			one.after--;
		one.embed = one.angle = true;
		if (one.after > one.target)
			add_markdown(s, m, &one);
		while (one.after == p && p < end && t[p] != ',')
			p++;
	}
}

static void
find_body(struct sites *s, struct cx_str text)
{
	struct cx_md m;
	struct cx_md_item it;
	size_t body = s->front.body;

	/* Tags too: as lib/atom/atom.c reads it. */
	cx_md_init(&m, cx_str_from(text, body), CX_MD_LINK | CX_MD_TAG |
	    CX_MD_REF | CX_MD_INLINE | CX_MD_DEF | CX_MD_HTML |
	    s->links_as);
	while (cx_md_next(&m, &it)) {
		const char *at = m.text.s + it.start;
		struct site x;

		if (it.kind == CX_MD_TAG)
			continue;
		if (it.kind & (CX_MD_INLINE | CX_MD_DEF | CX_MD_HTML)) {
			if (it.after > it.target)
				add_markdown(s, &m, &it);
			if (it.kind == CX_MD_HTML)
				add_set(s, &m, &it);
			continue;
		}
		x = (struct site){
		    .kind = it.kind == CX_MD_REF ? SITE_REF
			: *at != '{' ? SITE_LINK
			: at[1] == '%' ? SITE_LIQUID : SITE_HUGO,
		    .embed = it.embed,
		    .exact = true,
		    .start = body + it.start,
		    .end = body + it.end,
		    .from = body + it.target,
		    .to = body + it.after,
		    .target = clean(s, cx_md_item_target(&m, &it))};
		add(s, x);
		if (*at == '{')
			x.kind = SITE_MD;
		add_anchor(s, x, &m, &it, cx_strn(m.text.s + it.after + 1,
		    it.end > it.after ? it.end - it.after - 1 : 0));
	}
}

/* --- front matter --- */

/* A text at hand, and how it was written. */
struct scalar {
	struct sites *s;
	struct site base;
	size_t inner; /* where its bytes are, if exact */
};

static void
scalar_init(struct scalar *c, struct sites *s, struct cx_str text,
    const struct cx_json *node)
{
	struct cx_front_span at = cx_front_where(s->parser, &s->front, node);
	struct cx_str value = cx_json_str(node), raw;
	bool quoted = at.style == CX_FRONT_QUOTED && at.end - at.at.at >= 2;

	*c = (struct scalar){.s = s, .inner = at.at.at + quoted};
	c->base = (struct site){.kind = SITE_FRONT, .start = at.at.at,
	    .end = at.end, .value = value};
	if (quoted)
		c->base.quote = text.s[at.at.at];
	raw = cx_strn(text.s + c->inner, at.end - at.at.at - 2 * quoted);
	/* Without escapes and folds the text is its bytes. */
	c->base.exact = cx_str_eq(raw, value);
}

/* target and the anchor after it are parts of the scalar's value. */
static void
add_scalar(void *arg, struct cx_str target)
{
	struct scalar *c = arg;
	struct site x = c->base;
	struct cx_str rest;
	size_t n = 0;

	if (!target.len)
		return;
	for (;;) {
		x.target = target;
		x.at = (size_t)(target.s - x.value.s);
		if (x.exact) {
			x.from = c->inner + x.at;
			x.to = x.from + target.len;
		}
		add(c->s, x);
		rest = cx_str_trim(cx_str_from(x.value, x.at + target.len));
		if (x.anchor || !c->s->anchors ||
		    !cx_str_starts(rest, CX_STR("#")))
			return;
		while (n < rest.len && rest.s[n] != '|' &&
		    (rest.s[n] != ']' || n + 1 == rest.len ||
			rest.s[n + 1] != ']'))
			n++;
		x.anchor = true;
		x.of = target;
		target = cx_str_trim(cx_strn(rest.s + 1, n - 1));
	}
}

/* The links of one text, as lib/atom/atom.c and lib/link/edge.c read
 * them. */
static void
find_scalar(struct scalar *c, struct cx_str key, bool single)
{
	struct cx_str rest = c->base.value, item;

	if (cx_edge_is_loose(key)) {
		while (cx_str_split(&rest, single ? ',' : '\0', &item))
			add_scalar(c, cx_edge_loose(cx_str_trim(item)));
	} else {
		cx_atom_links(rest, cx_str_alike(key, CX_STR("links")),
		    add_scalar, c);
	}
}

/* Adds [[target]] without quotes; false if the node is none. */
static bool
find_bare(struct sites *s, struct cx_str text, const struct cx_json *node)
{
	struct cx_str target = cx_atom_bare_link(s->parser, text, &s->front,
	    node);
	struct cx_front_span at;
	struct scalar c = {.s = s};

	if (!target.len)
		return false;
	at = cx_front_where(s->parser, &s->front, node);
	c.inner = at.at.at;
	c.base = (struct site){.kind = SITE_FRONT, .start = at.at.at,
	    .end = at.end, .exact = true,
	    .value = cx_strn(text.s + at.at.at, at.end - at.at.at)};
	add_scalar(&c, target);
	return true;
}

static void
find_member(struct sites *s, struct cx_str text,
    const struct cx_front_member *m)
{
	const struct cx_json *v = m->key + 1, *n;
	struct cx_str key = cx_json_str(m->key);
	bool known = cx_str_alike(key, CX_STR("links")) ||
	    cx_edge_is_loose(key);
	struct scalar c;

	/* A mapping is not a list of links (cx-scan(1)). */
	for (n = v; n < v + v->span; n++)
		known &= n->type != CX_JSON_OBJECT;
	if (!known)
		key = CX_STR("");
	for (n = v; n < v + v->span; n++) {
		if (!cx_edge_is_loose(key) && find_bare(s, text, n)) {
			n += n->span - 1;
			continue;
		}
		if (n->type != CX_JSON_STRING || !n->len ||
		    (!known && !cx_str_has(cx_json_str(n), CX_STR("[["))))
			continue;
		scalar_init(&c, s, text, n);
		find_scalar(&c, key, n == v);
	}
}

static int
by_place(const void *va, const void *vb)
{
	const struct site *a = va, *b = vb;

	if (a->start != b->start)
		return a->start < b->start ? -1 : 1;
	return (a->at > b->at) - (a->at < b->at);
}

void
sites_find(struct sites *s, struct cx_str text)
{
	if (!s->parser)
		s->parser = cx_front_new();
	s->n = 0;
	cx_arena_reset(&s->arena);
	cx_front_read(s->parser, text, &s->arena, &s->front);
	for (size_t i = 0; i < s->front.n; i++)
		find_member(s, text, &s->front.members[i]);
	CX_SORT(s->v, s->n, by_place);
	find_body(s, text);
}

void
sites_release(struct sites *s)
{
	free(s->v);
	cx_front_free(s->parser);
	cx_arena_release(&s->arena);
}
