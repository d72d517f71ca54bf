/* Computes the changes to one file. */
#include "move.h"

#include "lib/atom/atom.h"
#include "lib/markdown/md.h"
#include "lib/yaml/yamlout.h"

#include <stdlib.h>

/* After so many references of a file that cannot be converted, all stay. */
#define LEAVE_MAX 16

/* What becomes of the sites of a file, by their number. */
struct work {
	struct rewriter *r;
	struct file_plan *f;
	uint32_t source;
	struct cx_str text;
	struct cx_str *now; /* .s NULL: stays */
	size_t seen, lines; /* line ends before seen */
};

/* Places are mostly asked for in their order. */
static size_t
line_of(struct work *k, size_t at)
{
	const char *nl;

	if (at < k->seen)
		k->seen = k->lines = 0;
	while ((nl = memchr(k->text.s + k->seen, '\n', at - k->seen))) {
		k->seen = (size_t)(nl - k->text.s) + 1;
		k->lines++;
	}
	k->seen = at; /* the line may be long */
	return k->lines + 1;
}

static bool
refuse(struct work *k, const struct site *x, const char *why)
{
	cx_error(CX_PARTIAL, "%s:%zu: %s", k->f->path.s,
	    line_of(k, x->start), why);
	return false;
}

/* --- references to wikilinks --- */

/* `path.md#heading` without its backticks is [[path#heading]]; not where a
 * line number follows, which a wikilink cannot hold, and not within other
 * brackets. */
static bool
can_convert(const struct work *k, const struct site *x, struct cx_str *rest)
{
	char before = x->start ? k->text.s[x->start - 1] : '\n';
	char after = x->end < k->text.len ? k->text.s[x->end] : '\n';

	*rest = cx_strn(k->text.s + x->to, x->end - x->to);
	while (rest->len && (rest->s[rest->len - 1] == '`' ||
	    cx_is_blank(rest->s[rest->len - 1])))
		rest->len--;
	return !strchr("![\\", before) && after != ']' &&
	    (!rest->len || rest->s[0] == '#') &&
	    !memchr(rest->s, '|', rest->len) &&
	    !cx_str_has(*rest, CX_STR("]]"));
}

static bool
convert(struct work *k, const struct site *x, struct cx_buf *now)
{
	struct cx_str source = cx_resolver_path(k->r->w->before, k->source);
	struct cx_resolved res = cx_resolve(k->r->w->before, source,
	    x->target);
	struct cx_str rest;

	if (res.status == CX_LINK_OK && can_convert(k, x, &rest) &&
	    link_convert(k->r->w, k->source, x->target, res.atom, now))
		return true;
	k->r->unconverted++;
	return false;
}

/* --- which links change --- */

static void
note_change(struct work *k, const struct site *x, struct cx_str now)
{
	struct file_plan *f = k->f;

	CX_GROW(f->change, f->n, f->cap);
	f->change[f->n++] = (struct change){line_of(k, x->start),
	    x->kind, x->embed, cx_arena_copy(&k->r->arena, x->target), now};
}

/* An anchor is shown with the note that its link names. */
static void
note_anchor(struct work *k, const struct site *x, struct cx_str now)
{
	CX_AUTO_BUF old = CX_BUF_INIT, new = CX_BUF_INIT;
	struct site shown = *x;

	cx_buf_fmt(&old, "%.*s#%.*s", (int)x->of.len, x->of.s,
	    (int)x->target.len, x->target.s);
	cx_buf_fmt(&new, "%.*s#%.*s", (int)x->of.len, x->of.s, (int)now.len,
	    now.s);
	shown.target = cx_buf_view(&old);
	note_change(k, &shown, cx_arena_copy(&k->r->arena, cx_buf_view(&new)));
}

/* The heading in this file, if it is here. */
static const struct heading *
heading_of(const struct work *k)
{
	const struct world *w = k->r->w;

	return k->source == w->moved ? w->heading : NULL;
}

static bool
decide(struct work *k, size_t i)
{
	struct rewriter *r = k->r;
	const struct site *x = &r->sites.v[i];
	enum verdict v = KEEP;

	if (r->w->s->convert) {
		if (x->kind == SITE_REF && convert(k, x, &r->now))
			v = CHANGE;
	} else if (x->anchor) {
		v = anchor_decide(r->w, k->source, x->kind, x->of, x->target,
		    &r->now);
	} else {
		v = link_decide(r->w, k->source, x->kind, x->target, &r->now);
	}
	if (v == REFUSE && !r->lenient)
		return refuse(k, x, cx_buf_cstr(&r->now));
	if (v == CHANGE) {
		k->now[i] = cx_arena_copy(&r->arena, cx_buf_view(&r->now));
		(x->anchor ? note_anchor : note_change)(k, x, k->now[i]);
	}
	return true;
}

/* --- their bytes --- */

/* Rewrites a whole scalar of front matter, with the changes of its sites from i
 * on; returns the first site after it. */
static size_t
put_scalar(struct work *k, size_t i)
{
	const struct sites *s = &k->r->sites;
	const struct site *x = &s->v[i];
	CX_AUTO_BUF value = CX_BUF_INIT, out = CX_BUF_INIT;
	size_t done = 0, start = x->start;
	bool any = false;

	for (; i < s->n && s->v[i].kind == SITE_FRONT &&
	    s->v[i].start == start; i++) {
		if (!k->now[i].s)
			continue;
		cx_buf_add(&value, x->value.s + done, s->v[i].at - done);
		cx_buf_str(&value, k->now[i]);
		done = s->v[i].at + s->v[i].target.len;
		any = true;
	}
	cx_buf_str(&value, cx_str_from(x->value, done));
	cx_front_put(&out, s->front.form, cx_buf_view(&value),
	    CX_YAML_FLOW | CX_YAML_TEXT, x->quote);
	if (any)
		cx_splice_add(&k->f->splices, x->start, x->end,
		    cx_buf_view(&out));
	return i;
}

static void
put_body(struct work *k, size_t i)
{
	const struct site *x = &k->r->sites.v[i];
	struct cx_buf *b = &k->r->now;
	struct cx_str rest;

	if (x->kind == SITE_MD) {
		b->len = 0;
		cx_md_dest_put(b, k->now[i], cx_strn(k->text.s + x->from,
		    x->to - x->from), x->angle);
		cx_splice_add(&k->f->splices, x->from, x->to, cx_buf_view(b));
		return;
	}
	if (x->kind != SITE_REF || !k->r->w->s->convert) {
		cx_splice_add(&k->f->splices, x->from, x->to, k->now[i]);
		return;
	}
	(void)can_convert(k, x, &rest); /* it can */
	b->len = 0;
	cx_buf_puts(b, "[[");
	cx_buf_str(b, k->now[i]);
	cx_buf_str(b, rest);
	cx_buf_puts(b, "]]");
	cx_splice_add(&k->f->splices, x->start, x->end, cx_buf_view(b));
}

/* Whether a link of Markdown, [text][label] or [label], is by definition x. */
static bool
is_referred(const struct work *k, const struct site *x)
{
	const size_t body = k->r->sites.front.body;
	struct cx_md_defs defs = {0};
	struct cx_md m;
	struct cx_md_item it;
	bool found = false;

	cx_md_defs_find(&defs, cx_str_from(k->text, body));
	cx_md_init(&m, cx_str_from(k->text, body), CX_MD_LINK | CX_MD_INLINE);
	m.defs = &defs;
	while (!found && cx_md_next(&m, &it))
		found = it.kind == CX_MD_INLINE && it.reference &&
		    body + it.target == x->from;
	cx_md_defs_release(&defs);
	return found;
}

/* [[note]] that is shown as the definition [note]: note.md says, as Foam makes
 * it: the label goes with the link that it is. */
static void
put_label(struct work *k, size_t i)
{
	const struct sites *s = &k->r->sites;
	struct cx_str label = s->v[i].label;
	const size_t at = (size_t)(label.s - k->text.s);

	for (size_t n = 0; label.len && n < s->n; n++) {
		const struct cx_str was = s->v[n].target;

		if (s->v[n].kind != SITE_LINK || s->v[n].anchor ||
		    !k->now[n].s || !cx_str_starts(label, was) ||
		    (label.len > was.len && !strchr("#|", label.s[was.len])))
			continue;
		if (!is_referred(k, &s->v[i]))
			cx_splice_add(&k->f->splices, at, at + was.len,
			    k->now[n]);
		return;
	}
}

/* plain: only the targets' bytes; else whole texts of front matter, quoted
 * as need be.  False if a text has to be written whole. */
static bool
put_all(struct work *k, bool plain)
{
	const struct sites *s = &k->r->sites;
	const struct heading *h = heading_of(k);

	k->f->splices.n = k->f->splices.text.len = 0;
	if (h)
		cx_splice_add(&k->f->splices, h->from, h->to, h->now);
	for (size_t i = 0; i < s->n;) {
		if (!plain && s->v[i].kind == SITE_FRONT) {
			i = put_scalar(k, i);
			continue;
		}
		if (k->now[i].s && !s->v[i].exact)
			return false;
		if (k->now[i].s)
			put_body(k, i);
		put_label(k, i);
		i++;
	}
	cx_splices_sort(&k->f->splices);
	return true;
}

/* --- and whether they read so --- */

static bool
same_front(const struct cx_front *a, const struct cx_front *b)
{
	if (a->found != b->found || a->n != b->n ||
	    a->n_problems != b->n_problems || a->root->span != b->root->span)
		return false;
	for (size_t i = 0; i < a->root->span; i++)
		if (a->root[i].type != b->root[i].type)
			return false;
	return true;
}

/* The new text has the same links, but for those that change; SIZE_MAX, or
 * the one that does not read as it should. */
static size_t
check(struct work *k)
{
	struct rewriter *r = k->r;
	const struct sites *was = &r->sites, *is = &r->check;
	const struct heading *h = heading_of(k);
	size_t at = 0; /* of i in is */

	r->result.len = 0;
	cx_splices_apply(&r->result, &k->f->splices, k->text);
	sites_find(&r->check, cx_buf_view(&r->result));
	for (size_t i = 0; i < was->n; i++, at++) {
		struct cx_str want = k->now[i].s ? k->now[i]
						 : was->v[i].target;
		bool turned = k->now[i].s && r->w->s->convert;

		/* The heading's own links are what it was asked for. */
		if (h && was->v[i].start >= h->from) {
			while (i < was->n && was->v[i].start < h->to)
				i++;
			if (is->n < was->n - i)
				return 0;
			at = is->n - (was->n - i);
			h = NULL;
			if (i == was->n)
				break;
			want = k->now[i].s ? k->now[i] : was->v[i].target;
		}
		if (at >= is->n || !cx_str_eq(is->v[at].target, want) ||
		    is->v[at].kind != (turned ? SITE_LINK : was->v[i].kind) ||
		    is->v[at].embed != was->v[i].embed ||
		    is->v[at].anchor != was->v[i].anchor)
			return i;
	}
	return (h || at == is->n) && same_front(&was->front, &is->front)
	    ? SIZE_MAX : 0;
}

/* The new text, if all reads as it should; else *bad is a link that changes
 * and does not. */
static bool
compose(struct work *k, size_t *bad)
{
	*bad = put_all(k, true) ? check(k) : 0;
	if (*bad != SIZE_MAX) {
		put_all(k, false);
		*bad = check(k);
	}
	if (*bad == SIZE_MAX)
		return true;
	while (*bad && !k->now[*bad].s)
		--*bad;
	while (*bad < k->r->sites.n && !k->now[*bad].s)
		++*bad;
	return false;
}

/* References that cannot become wikilinks where they stand, such as one that
 * keeps its line from being a fence, stay. */
static void
leave(struct work *k, size_t bad, bool all)
{
	struct file_plan *f = k->f;
	const struct sites *s = &k->r->sites;
	size_t to = 0, n = 0;

	for (size_t i = 0; i < s->n; i++) {
		if (!k->now[i].s)
			continue;
		if (all || i == bad) {
			k->now[i].s = NULL;
			k->r->unconverted++;
		} else {
			f->change[to++] = f->change[n];
		}
		n++;
	}
	f->n = to;
	f->splices.n = f->splices.text.len = 0;
}

static bool
settle(struct work *k)
{
	const struct site *x;
	CX_AUTO_BUF b = CX_BUF_INIT;
	size_t bad;

	for (int i = 0; k->f->n && !compose(k, &bad); i++) {
		if (k->r->w->s->convert) {
			leave(k, bad, i == LEAVE_MAX);
			continue;
		}
		if (bad == k->r->sites.n) {
			cx_error(CX_PARTIAL, "%s: with this heading other "
			    "text would read otherwise; choose another one",
			    k->f->path.s);
			return false;
		}
		x = &k->r->sites.v[bad];
		cx_buf_fmt(&b, "the %s '%.*s' cannot be written as '%.*s' "
		    "here; choose another name, or %s",
		    x->kind == SITE_REF ? "reference" : "link",
		    (int)x->target.len, x->target.s, (int)k->now[bad].len,
		    k->now[bad].s, x->kind == SITE_REF
			? "make it a wikilink, see cx-move --convert"
			: "change it by hand");
		refuse(k, x, cx_buf_cstr(&b));
		return false;
	}
	return true;
}

bool
rewrite(struct rewriter *r, struct file_plan *f, uint32_t source,
    struct cx_str text)
{
	struct work k = {.r = r, .f = f, .source = source, .text = text};
	const struct heading *h = heading_of(&k);
	struct site line = {.kind = SITE_HEADING};
	bool ok = true;

	if (h && !cx_str_eq(text, cx_buf_view(&h->text))) {
		cx_error(CX_PARTIAL, "%s: has changed in the meantime; "
		    "run this again", f->path.s);
		return false;
	}
	r->sites.anchors = r->check.anchors = r->w->heading != NULL;
	r->sites.links_as = r->check.links_as =
	    cx_atom_links_as(r->w->s->config);
	f->splices.n = f->splices.text.len = f->n = 0;
	cx_digest_text(text, f->before);
	memcpy(f->after, f->before, sizeof f->after);
	sites_find(&r->sites, text);
	k.now = cx_calloc(cx_add(r->sites.n, 1), sizeof *k.now);
	if (h) {
		line.start = h->from;
		line.target = h->before.v[h->number].at.text;
		note_change(&k, &line, h->now);
	}
	for (size_t i = 0; i < r->sites.n; i++)
		ok &= h && r->sites.v[i].start >= h->from &&
		    r->sites.v[i].start < h->to ? true : decide(&k, i);
	if (ok && f->n)
		ok = settle(&k);
	if (ok && f->n)
		cx_digest_text(cx_buf_view(&r->result), f->after);
	free(k.now);
	return ok;
}

void
rewriter_release(struct rewriter *r)
{
	sites_release(&r->sites);
	sites_release(&r->check);
	cx_buf_release(&r->now);
	cx_buf_release(&r->result);
	cx_arena_release(&r->arena);
}
