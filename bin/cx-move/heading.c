/* Handles a renamed heading, and the anchors that lead to it. */
#include "move.h"

#include "lib/atom/atom.h"
#include "lib/base/utf8.h"
#include "lib/link/operand.h"

#include <errno.h>

static bool
refuse(const struct heading *h, struct cx_str text, const char *why)
{
	cx_error(CX_PARTIAL, "%s: '%.*s' %s", h->path.s, (int)text.len, text.s,
	    why);
	return false;
}

/* "line 3 (#notes), line 9 (#notes-1)": all headings of one text. */
static bool
refuse_several(struct heading *h, uint32_t n, struct cx_str old)
{
	const struct cx_anchors *a = &h->before;
	CX_AUTO_BUF b = CX_BUF_INIT;
	const char *at = h->text.s;
	size_t line = 1;

	for (; n != CX_MAP_NONE; n = a->v[n].next) {
		for (; at < a->v[n].at.text.s; at++)
			line += *at == '\n';
		cx_buf_fmt(&b, "%sline %zu (#%.*s)", b.len ? ", " : "", line,
		    (int)a->v[n].slug.len, a->v[n].slug.s);
	}
	cx_error(CX_PARTIAL, "%s: '%.*s' is the text of several headings: %s; "
	    "give one as in the brackets", h->path.s, (int)old.len, old.s,
	    cx_buf_cstr(&b));
	return false;
}

static bool
find_old(struct heading *h, struct cx_str old)
{
	struct cx_anchor x;
	struct cx_str text, like;
	CX_AUTO_BUF why = CX_BUF_INIT;
	uint32_t n;

	while (old.len && (old.s[0] == '#' || cx_is_blank(old.s[0])))
		old = cx_str_from(old, 1);
	old = cx_str_trim(old);
	x = cx_anchors_find(&h->before, old, false);
	if (x.n == 0) {
		like = cx_anchors_like(&h->before, old);
		cx_buf_puts(&why, "is not a heading of this note");
		if (like.len)
			cx_buf_fmt(&why, "; did you mean '#%.*s'?",
			    (int)like.len, like.s);
		(void)refuse(h, old, cx_buf_cstr(&why));
		return false;
	}
	n = x.part[x.n - 1].heading;
	text = h->before.v[n].at.text;
	if (x.n == 1 && (x.kind == CX_ANCHOR_TEXT || cx_str_eq(text, old)) &&
	    h->before.v[n].next != CX_MAP_NONE)
		return refuse_several(h, n, old);
	h->number = n;
	h->from = (size_t)(text.s - h->text.s);
	h->to = h->from + text.len;
	return true;
}

/* The headings are what they were, but for this one. */
static bool
reads(const struct heading *h)
{
	if (h->before.n != h->after.n)
		return false;
	for (uint32_t i = 0; i < h->before.n; i++) {
		const struct cx_md_heading *a = &h->before.v[i].at;
		const struct cx_md_heading *b = &h->after.v[i].at;

		if (a->level != b->level || a->nested != b->nested ||
		    !cx_str_eq(b->text, i == h->number ? h->now : a->text))
			return false;
	}
	return true;
}

static bool
take_new(struct heading *h, const char *new, size_t body)
{
	CX_AUTO(cx_splices_release) struct cx_splices e = {0};

	h->now = cx_str_trim(cx_str(new));
	if (h->now.len == 0 || cx_utf8_invalid(h->now) < h->now.len ||
	    cx_str_has_control(h->now))
		return refuse(h, h->now, "cannot be the text of a heading");
	if (cx_str_eq(h->before.v[h->number].at.text, h->now))
		return refuse(h, h->now, "is what it is called");
	cx_splice_add(&e, h->from, h->to, h->now);
	cx_splices_apply(&h->result, &e, cx_buf_view(&h->text));
	cx_anchors_read(&h->after, cx_str_from(cx_buf_view(&h->result), body));
	return reads(h) || refuse(h, h->now, "would not be read as the text "
	    "of this heading");
}

bool
heading_find(struct heading *h, struct world *w, char *const operands[3])
{
	struct cx_operand o = {.word = cx_str(operands[0])};
	struct sites s = {.links_as = cx_atom_links_as(w->s->config)};
	size_t body;
	int err;

	if (!cx_operands_find(&o, 1, w->s->vault, w->s->config, &w->arena))
		return false;
	h->path = o.path;
	err = cx_read_file(w->s->vault->fd, o.path.s, &h->text, FILE_MAX,
	    NULL);
	if (err) {
		cx_error(err == ENOENT || err == ELOOP ? CX_PARTIAL : CX_FAIL,
		    "%s: %s", o.path.s, cx_file_error(err));
		return false;
	}
	sites_find(&s, cx_buf_view(&h->text));
	body = s.front.body;
	sites_release(&s);
	cx_anchors_read(&h->before, cx_str_from(cx_buf_view(&h->text), body));
	return find_old(h, cx_str(operands[1])) &&
	    take_new(h, operands[2], body);
}

void
heading_release(struct heading *h)
{
	cx_anchors_release(&h->before);
	cx_anchors_release(&h->after);
	cx_buf_release(&h->text);
	cx_buf_release(&h->result);
}

/* --- what leads to it --- */

/* The heading's text as it can stand in a link, as Obsidian writes it: without
 * what ends an anchor or a link (stripHeadingForLink of its API). */
static void
put_text(struct cx_buf *out, struct cx_str s)
{
	const size_t from = out->len;

	for (size_t i = 0; i < s.len; i++) {
		struct cx_str rest = cx_str_from(s, i);
		bool two = cx_str_starts(rest, CX_STR("%%")) ||
		    cx_str_starts(rest, CX_STR("[[")) ||
		    cx_str_starts(rest, CX_STR("]]"));

		i += two;
		if (!two && !strchr(":#|^\\ \t", s.s[i]))
			cx_buf_char(out, s.s[i]);
		else if (out->len > from && out->s[out->len - 1] != ' ')
			cx_buf_char(out, ' ');
	}
	while (out->len > from && out->s[out->len - 1] == ' ')
		out->len--;
}

static bool
same_place(const struct cx_anchor *a, const struct cx_anchor *b)
{
	return a->n && b->n &&
	    a->part[a->n - 1].heading == b->part[b->n - 1].heading;
}

enum verdict
anchor_decide(struct world *w, uint32_t source, enum site_kind kind,
    struct cx_str of, struct cx_str anchor, struct cx_buf *now)
{
	const bool wiki = kind == SITE_LINK || kind == SITE_FRONT;
	struct heading *h = w->heading;
	struct cx_anchor was, is;
	struct cx_resolved r;

	if (of.len) {
		r = cx_resolve(w->before, cx_resolver_path(w->before, source),
		    of);
		if (r.status != CX_LINK_OK || r.atom != w->moved)
			return KEEP;
	} else if (source != w->moved) {
		return KEEP;
	}
	was = cx_anchors_find(&h->before, anchor, wiki);
	if (was.n == 0)
		return KEEP;
	now->len = 0;
	if (was.kind == CX_ANCHOR_SLUG || kind == SITE_REF)
		cx_buf_str(now, h->after.v[was.part[was.n - 1].heading].slug);
	else
		for (unsigned i = 0; i < was.n; i++) {
			cx_buf_puts(now, i ? "#" : "");
			if (was.part[i].heading == h->number)
				put_text(now, h->now);
			else
				cx_buf_str(now, was.part[i].text);
		}
	/* What leads there as it is stays as it is. */
	is = cx_anchors_find(&h->after, anchor, wiki);
	if (same_place(&was, &is) && (is.kind == CX_ANCHOR_SLUG ||
	    was.part[was.n - 1].heading != h->number))
		return KEEP;
	is = cx_anchors_find(&h->after, cx_buf_view(now), wiki);
	if (same_place(&was, &is))
		return cx_str_eq(cx_buf_view(now), anchor) ? KEEP : CHANGE;
	now->len = 0;
	cx_buf_fmt(now, "the link to '#%.*s' would lead to another heading of "
	    "this text; choose another one", (int)anchor.len, anchor.s);
	return REFUSE;
}
