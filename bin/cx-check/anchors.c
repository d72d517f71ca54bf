/*
 * Checks links to a heading or block that their note does not have.
 *
 * Links with an anchor are collected while a text is in memory (anchors_look,
 * in any thread); when all notes are known, their targets are read again, each
 * once.
 */
#include "check.h"

#include "lib/atom/atom.h"
#include "lib/markdown/anchors.h"

#include <stdlib.h>

/* How one is handed over: this, then the target and the anchor. */
struct packed {
	struct spot at;
	bool wiki;
	size_t target, anchor; /* their lengths */
};

/* A link with an anchor. */
struct anchored {
	uint32_t atom, to;
	struct spot at;
	bool wiki;
	struct cx_str target, anchor;
};

static struct anchored *list;
static size_t n_list, list_cap;
static struct cx_arena arena; /* of looked's thread */

static bool
wanted(void)
{
	return rule_severity(MISSING_HEADING) != OFF ||
	    rule_severity(MISSING_BLOCK) != OFF;
}

/* Most texts have no `#` after a bracket, but at the start of a line. */
static bool
may_have(struct cx_str body)
{
	const char *p = body.s, *end = body.s + body.len, *from = p, *nl;

	for (; p < end && (p = memchr(p, '#', (size_t)(end - p))); from = ++p) {
		nl = cx_str_last(cx_strn(from, (size_t)(p - from)), '\n');
		from = nl ? nl + 1 : from;
		if (memchr(from, '[', (size_t)(p - from)) ||
		    memchr(from, ']', (size_t)(p - from)))
			return true;
	}
	return false;
}

static void
put(struct cx_buf *out, struct spot at, bool wiki, struct cx_str target,
    struct cx_str anchor)
{
	struct packed p = {at, wiki, target.len, anchor.len};

	cx_buf_add(out, &p, sizeof p);
	cx_buf_str(out, target);
	cx_buf_str(out, anchor);
}

void
anchors_look(const struct check *c, struct text *t, struct cx_buf *out)
{
	struct cx_str body = cx_str_from(t->all, t->body), target;
	CX_AUTO_BUF path = CX_BUF_INIT, anchor = CX_BUF_INIT;
	struct cx_md_defs defs = {0};
	struct cx_md md;
	struct cx_md_item it;
	size_t from, to;

	if (!wanted() || !may_have(body))
		return;
	cx_md_defs_find(&defs, body);
	cx_md_init(&md, body, CX_MD_LINK | CX_MD_INLINE |
	    cx_atom_links_as(c->config));
	md.defs = &defs;
	while (cx_md_next(&md, &it)) {
		if (!cx_md_item_anchor(&md, &it, &from, &to) ||
		    text_hidden(t, t->body + it.start))
			continue;
		target = cx_md_item_target(&md, &it);
		path.len = anchor.len = 0;
		/* A site knows its headings by their slugs. */
		if (it.kind == CX_MD_LINK)
			put(out, text_spot(t, t->body + it.start),
			    body.s[it.start] != '{',
			    target, cx_strn(body.s + from, to - from));
		else if (cx_md_dest(target, &path, &anchor))
			put(out, text_spot(t, t->body + it.start), false,
			    cx_buf_view(&path), cx_buf_view(&anchor));
	}
	cx_md_defs_release(&defs);
}

void
anchors_looked(uint32_t atom, struct cx_str what)
{
	struct anchored *a;
	struct packed p;

	while (what.len) {
		memcpy(&p, what.s, sizeof p);
		what = cx_str_from(what, sizeof p);
		a = CX_NEXT(list, n_list, list_cap);
		*a = (struct anchored){.atom = atom, .at = p.at,
		    .wiki = p.wiki,
		    .target = cx_arena_copy(&arena,
			cx_strn(what.s, p.target))};
		what = cx_str_from(what, p.target);
		a->anchor = cx_arena_copy(&arena, cx_strn(what.s, p.anchor));
		what = cx_str_from(what, p.anchor);
	}
}

/* --- when all notes are known --- */

static int
by_note(const void *va, const void *vb)
{
	const struct anchored *a = va, *b = vb;

	if (a->to != b->to)
		return a->to < b->to ? -1 : 1;
	return 0;
}

/* "/guide/page/" is found by the end of a path: is what is before that end the
 * root of a site, on the way to the source, too?  A name alone is a guess. */
static bool
is_guessed(struct cx_str path, struct cx_str source, struct cx_str target)
{
	size_t n;

	if (target.s[0] != '/')
		return false;
	while (target.len > 1 && target.s[target.len - 1] == '/')
		target.len--;
	if (!memchr(target.s + 1, '/', target.len - 1))
		return true;
	for (n = path.len; n && !cx_str_starts(cx_str_from(path, n),
	    cx_str_from(target, 1)); n--)
		;
	return !cx_str_starts(source, cx_strn(path.s, n));
}

/* Which notes they lead to; those that lead to none are left out. */
static void
resolve(struct check *c)
{
	CX_AUTO_BUF key = CX_BUF_INIT;
	size_t n = 0;

	for (size_t i = 0; i < n_list; i++) {
		struct anchored a = list[i];
		struct cx_resolved r;

		a.to = a.atom;
		if (atom_at(c, a.atom)->muted == UINT64_MAX ||
		    cx_is_template(a.anchor) ||
		    /* "#/route" and "#tag/x" are for a program. */
		    (!a.wiki && memchr(a.anchor.s, '/', a.anchor.len)))
			continue;
		key.len = 0;
		cx_buf_fmt(&key, "%.*s#%.*s", (int)a.target.len, a.target.s,
		    (int)a.anchor.len, a.anchor.s);
		if (cx_external_ignores(c->elsewhere, cx_buf_view(&key)))
			continue;
		/* [[#x]] of Logseq is a page, as is [[x]]. */
		if (a.wiki && a.target.len == 0 && cx_external(c->elsewhere,
		    CX_LINK_BROKEN, atom_at(c, a.atom)->path, cx_buf_view(&key),
		    false) != CX_LINK_BROKEN)
			continue;
		if (a.target.len) {
			r = cx_resolve(c->resolver, atom_at(c, a.atom)->path,
			    a.target);
			/* By its last part alone a note is guessed. */
			if (r.status != CX_LINK_OK || (r.step == CX_BY_TAIL &&
			    is_guessed(cx_resolver_path(c->resolver, r.atom),
				atom_at(c, a.atom)->path, a.target)) ||
			    (r.step == CX_BY_BASE &&
			    memchr(a.target.s + 1, '/', a.target.len - 1) &&
			    !cx_str_starts(a.target, CX_STR("./"))))
				continue;
			a.to = r.atom;
		}
		if (atom_at(c, a.atom)->chosen || atom_at(c, a.to)->chosen)
			list[n++] = a;
	}
	n_list = n;
	CX_SORT(list, n, by_note);
}

static void
say(const struct check *c, const struct anchored *a, struct cx_str like)
{
	const struct cx_str path = atom_at(c, a->to)->path;
	const bool block = cx_anchor_block(a->anchor).len > 0;

	with_str("target", a->target);
	with_str("anchor", a->anchor);
	/* It may be so because of what was chosen. */
	report_anyway(c, a->atom, a->at,
	    block ? MISSING_BLOCK : MISSING_HEADING,
	    "%.*s has no %s '%s%.*s'%s%.*s%s",
	    a->to == a->atom ? 9 : (int)path.len,
	    a->to == a->atom ? "this note" : path.s,
	    block ? "block" : "heading", like.len ? "#" : "",
	    (int)a->anchor.len, a->anchor.s,
	    like.len ? "; did you mean '#" : "", (int)like.len, like.s,
	    like.len ? "'?" : "");
}

/* A page that only sends on (jekyll-redirect-from, and themes of Hugo): where
 * the headings are, it does not say. */
static bool
is_redirect(struct cx_str front)
{
	struct cx_str line;

	while (cx_str_split(&front, '\n', &line)) {
		line = cx_str_trim(line);
		if (cx_str_starts(line, CX_STR("redirect_to")) ||
		    cx_str_starts(line, CX_STR("redirect_url")) ||
		    (cx_str_starts(line, CX_STR("layout")) &&
			cx_str_has(line, CX_STR("redirect"))))
			return true;
	}
	return false;
}

void
check_anchors(struct check *c)
{
	struct texts *reader = texts_new();
	struct cx_anchors places = {0};
	struct text t;
	size_t end;

	resolve(c);
	for (size_t i = 0; i < n_list; i = end) {
		const uint32_t to = list[i].to;
		const bool known =
		    text_read(reader, c, atom_at(c, to)->path, &t) &&
		    t.all.len < CX_ATOM_MAX;
		const struct cx_str body = cx_str_from(t.all, t.body);
		bool first = true, assembled = false;

		if (known)
			cx_anchors_read(&places, body);
		for (end = i; end < n_list && list[end].to == to; end++) {
			const struct anchored *a = &list[end];

			if (!known || cx_anchors_find(&places, a->anchor,
			    a->wiki).kind)
				continue;
			if (first)
				assembled = is_redirect(cx_strn(t.all.s,
				    t.body)) || cx_is_assembled(
				    atom_at(c, to)->path, body);
			first = false;
			if (!assembled)
				say(c, a, cx_anchors_like(&places, a->anchor));
		}
	}
	texts_free(reader);
	cx_anchors_release(&places);
	cx_arena_release(&arena);
	free(list);
}
