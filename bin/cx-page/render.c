/*
 * render.c: renders a note as HTML.
 *
 * md4c renders the Markdown, without the note's own HTML.  Anything beyond
 * CommonMark becomes a mark in the text, \1 NUMBER \2, which is a letter to
 * md4c, and in its HTML one of our pieces, or in code the original text.  So
 * each "<" comes from md4c or from a piece; afterwards the page applies its own
 * list of elements (clean in share/page/page.js).
 */
#include "page.h"

#include "lib/link/resolve.h"
#include "lib/markdown/md.h"
#include "lib/text/sentences.h"

#include <md4c-html.h>
#include <stdlib.h>

#define MARK '\1'
#define MARK_END '\2'
/* How far apart the two `==` of a highlight may be. */
#define HIGHLIGHT_MAX 1000

struct page_piece {
	size_t from, to;      /* in made */
	struct cx_str source; /* what it stands for */
	struct cx_str label;  /* of a footnote that it refers to */
};

static void
escape(struct cx_buf *out, struct cx_str s)
{
	for (size_t i = 0; i < s.len; i++) {
		switch (s.s[i]) {
		case '&':
			cx_buf_puts(out, "&amp;");
			break;
		case '<':
			cx_buf_puts(out, "&lt;");
			break;
		case '>':
			cx_buf_puts(out, "&gt;");
			break;
		case '"':
			cx_buf_puts(out, "&quot;");
			break;
		default:
			cx_buf_char(out, s.s[i]);
		}
	}
}

static void
attribute(struct cx_buf *out, const char *name, struct cx_str value)
{
	cx_buf_fmt(out, " %s=\"", name);
	escape(out, value);
	cx_buf_char(out, '"');
}

/* What was put into made from `from` on is a piece; its mark is next. */
static struct page_piece *
mark(struct page_render *r, size_t from, struct cx_str source)
{
	struct page_piece *p = CX_NEXT(r->piece, r->n_pieces, r->pieces_cap);

	*p = (struct page_piece){from, r->made.len, source, CX_STR("")};
	cx_buf_char(&r->source, MARK);
	cx_buf_int(&r->source, (int64_t)r->n_pieces - 1);
	cx_buf_char(&r->source, MARK_END);
	return p;
}

/* --- links and images --- */

/* The beginning of a link: by its place in the note's links, which are given
 * again when other notes change, else by the path of what it means. */
static void
link_to(struct page_render *r, struct cx_str target, struct cx_buf *out)
{
	uint32_t n = cx_map_get(r->targets, target);
	struct cx_resolved to;

	cx_buf_puts(out, "<a");
	if (n != CX_MAP_NONE) {
		cx_buf_fmt(out, " data-n=\"%u\"", (unsigned)n);
		return;
	}
	to = cx_resolve(r->notes, r->path, target);
	attribute(out, "data-p", to.status == CX_LINK_OK ?
	    cx_resolver_path(r->notes, to.atom) : CX_STR(""));
}

/* The beginning of a link to a destination, which is escaped. */
static void
link_dest(struct page_render *r, struct cx_str dest, struct cx_buf *out)
{
	static const char *const schemes[] = {"http://", "https://", "mailto:"};

	r->room.len = r->anchor.len = 0;
	if (cx_md_dest(dest, &r->room, &r->anchor)) {
		if (r->room.len)
			link_to(r, cx_buf_view(&r->room), out);
		else
			cx_buf_puts(out, "<a");
		if (r->anchor.len)
			attribute(out, "data-h", cx_buf_view(&r->anchor));
		return;
	}
	cx_buf_puts(out, "<a");
	for (size_t i = 0; i < 3; i++) {
		if (cx_str_starts(dest, cx_str(schemes[i]))) {
			cx_buf_puts(out, " href=\"");
			cx_buf_str(out, dest);
			cx_buf_char(out, '"');
		}
	}
}

/* The beginning of an image of the vault, or of one that is none. */
static void
image_of(struct page_render *r, struct cx_str target, struct cx_buf *out)
{
	struct cx_resolved to = cx_resolve(r->images, r->path, target);
	struct cx_str path;

	cx_buf_puts(out, "<img");
	if (to.status != CX_LINK_OK) {
		attribute(out, "data-m", target);
		return;
	}
	path = cx_resolver_path(r->images, to.atom);
	cx_map_put(&r->shown, path);
	attribute(out, "data-i", path);
}

/* The same for a destination, which is escaped. */
static void
image_dest(struct page_render *r, struct cx_str dest, struct cx_buf *out)
{
	r->room.len = 0;
	if (cx_md_dest(dest, &r->room, NULL) && r->room.len) {
		image_of(r, cx_buf_view(&r->room), out);
		return;
	}
	cx_buf_puts(out, "<img data-u=\"");
	cx_buf_str(out, dest);
	cx_buf_char(out, '"');
}

bool
page_is_image(struct cx_str path)
{
	static const char *const ends[] = {".png", ".jpg", ".jpeg", ".gif",
	    ".webp", ".svg", ".avif", ".bmp"};

	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
		size_t n = strlen(ends[i]), k = 0;

		if (path.len <= n)
			continue;
		while (k < n && cx_lower(path.s[path.len - n + k]) ==
		    ends[i][k])
			k++;
		if (k == n)
			return true;
	}
	return false;
}

/* [[target#heading|label]], ![[note]], ![[image|600]]. */
static void
wikilink(struct page_render *r, const struct cx_md *m,
    const struct cx_md_item *it)
{
	struct cx_str all = cx_strn(m->text.s + it->start, it->end - it->start);
	struct cx_str inner = cx_strn(all.s + 2 + it->embed, all.len - 4 -
	    it->embed);
	struct cx_str target = cx_md_item_target(m, it), bar;
	size_t from = r->made.len, head, end;

	bar = cx_str_from(inner, cx_str_upto(inner, '|').len);
	if (it->embed && page_is_image(target)) {
		image_of(r, target, &r->made);
		attribute(&r->made, "alt", bar);
		cx_buf_char(&r->made, '>');
		mark(r, from, all);
		return;
	}
	if (target.len)
		link_to(r, target, &r->made);
	else
		cx_buf_puts(&r->made, "<a");
	if (cx_md_item_anchor(m, it, &head, &end))
		attribute(&r->made, "data-h", cx_strn(m->text.s + head,
		    end - head));
	if (it->embed)
		cx_buf_puts(&r->made, " data-e");
	if (!bar.len && target.len)
		cx_buf_puts(&r->made, " data-t");
	cx_buf_char(&r->made, '>');
	escape(&r->made, cx_str_trim(bar.len > 1 ? cx_str_from(bar, 1) :
	    target.len || !inner.len ? inner : cx_str_from(inner, 1)));
	cx_buf_puts(&r->made, "</a>");
	mark(r, from, all);
}

/* --- what else is not CommonMark --- */

/* Elements that a note may have, without attributes but those below. */
static const char elements[] = " a abbr b blockquote br cite code dd del "
    "details div dl dt em h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p q "
    "rp rt ruby s samp small strong sub summary sup table tbody td th thead "
    "tr u ul var ";

/* The value of an attribute that is in quotes. */
static struct cx_str
quoted(struct cx_str tag, struct cx_str name)
{
	for (; tag.len > name.len; tag = cx_str_from(tag, 1)) {
		struct cx_str rest = cx_str_from(tag, name.len);

		if (cx_str_starts(tag, name) && (rest.s[0] == '"' ||
			rest.s[0] == '\''))
			return cx_str_upto(cx_str_from(rest, 1), rest.s[0]);
	}
	return CX_STR("");
}

/* A tag of HTML that s begins with: its length, 0 if it stays text. */
static size_t
html_tag(struct page_render *r, struct cx_str s)
{
	struct cx_md_tag tag;
	size_t n = cx_md_tag(s, &tag), from = r->made.len;
	CX_AUTO_BUF name = CX_BUF_INIT, url = CX_BUF_INIT;
	struct cx_buf *out = &r->made;
	struct cx_str all = cx_strn(s.s, n);

	cx_buf_char(&name, ' ');
	for (size_t i = 0; i < tag.name.len && n; i++)
		cx_buf_char(&name, cx_lower(tag.name.s[i]));
	cx_buf_char(&name, ' ');
	if (n == 0 || tag.name.len == 0 ||
	    !strstr(elements, cx_buf_cstr(&name)))
		return 0;
	escape(&url, tag.url);
	if (tag.closes) {
		cx_buf_puts(out, "</");
		cx_buf_add(out, name.s + 1, tag.name.len);
	} else if (cx_str_eq(cx_buf_view(&name), CX_STR(" img "))) {
		image_dest(r, cx_buf_view(&url), out);
		attribute(out, "alt", quoted(all, CX_STR("alt=")));
		attribute(out, "width", quoted(all, CX_STR("width=")));
	} else if (cx_str_eq(cx_buf_view(&name), CX_STR(" a ")) && url.len) {
		link_dest(r, cx_buf_view(&url), out);
	} else {
		cx_buf_char(out, '<');
		cx_buf_add(out, name.s + 1, tag.name.len);
		if (cx_str_eq(cx_buf_view(&name), CX_STR(" details ")) &&
		    cx_str_has(all, CX_STR(" open")))
			cx_buf_puts(out, " open");
	}
	cx_buf_char(out, '>');
	mark(r, from, all);
	return n;
}

/* The text before p in its line. */
static struct cx_str
line_before(struct cx_str text, size_t p)
{
	size_t from = p;

	while (from && strchr("> \t", text.s[from - 1]) && text.s[from - 1])
		from--;
	if (from && text.s[from - 1] != '\n')
		return (struct cx_str){NULL, 0};
	return cx_strn(text.s + from, p - from);
}

/* [^label], and [^label]: where the note stands. */
static size_t
footnote(struct page_render *r, struct cx_str text, size_t p, size_t end)
{
	struct cx_str s = cx_strn(text.s + p, end - p), label, before;
	size_t from = r->made.len, n;
	uint32_t number;

	label = cx_str_upto(cx_str_from(s, 2), ']');
	n = label.len + 3;
	if (label.len == 0 || n > s.len || label.len > 100)
		return 0;
	for (size_t i = 0; i < label.len; i++)
		if (cx_is_blank(label.s[i]) || label.s[i] == '[')
			return 0;
	number = cx_map_intern(&r->feet, &r->arena, label) + 1;
	if (n < s.len && s.s[n] == ':' &&
	    (before = line_before(text, p)).s &&
	    cx_str_trim(before).len == 0) {
		cx_map_intern(&r->given, &r->arena, label);
		/* A paragraph of its own. */
		cx_buf_char(&r->source, '\n');
		cx_buf_fmt(&r->made, "<b data-d=\"%u\">%u</b>",
		    (unsigned)number, (unsigned)number);
		mark(r, from, cx_strn(s.s, n + 1));
		return n + 1;
	}
	cx_buf_fmt(&r->made, "<sup><a data-f=\"%u\">%u</a></sup>",
	    (unsigned)number, (unsigned)number);
	mark(r, from, cx_strn(s.s, n))->label = label;
	return n;
}

/* > [!kind] title: the title becomes a paragraph of the quote. */
static size_t
callout(struct page_render *r, struct cx_str text, size_t p, size_t end)
{
	struct cx_str before = line_before(text, p), kind;
	struct cx_str s = cx_strn(text.s + p, end - p);
	size_t from = r->made.len, n;
	bool quote = false;

	for (size_t i = 0; i < before.len; i++)
		quote |= before.s[i] == '>';
	kind = cx_str_upto(cx_str_from(s, 2), ']');
	n = kind.len + 3;
	if (!quote || kind.len == 0 || n > s.len || kind.len > 40)
		return 0;
	for (size_t i = 0; i < kind.len; i++)
		if (!cx_is_alnum(kind.s[i]) && !strchr("-_|", kind.s[i]))
			return 0;
	n += n < s.len && (s.s[n] == '-' || s.s[n] == '+');
	while (n < s.len && s.s[n] == ' ')
		n++;
	kind = cx_str_upto(kind, '|');
	cx_buf_puts(&r->made, "<b");
	attribute(&r->made, "data-c", kind);
	cx_buf_char(&r->made, '>');
	mark(r, from, cx_strn(s.s, n));
	r->quote = before;
	return n;
}

static void
callout_title_ends(struct page_render *r)
{
	size_t from = r->made.len;

	cx_buf_puts(&r->made, "</b>");
	mark(r, from, CX_STR(""));
	cx_buf_char(&r->source, '\n');
	cx_buf_str(&r->source, r->quote);
	r->quote.len = 0;
}

/* ==text==: where the mark is that ends what begins at p; 0 for none. */
static size_t
highlight_end(struct cx_str text, size_t p, size_t end)
{
	const char *s = text.s;

	if ((p && (cx_is_alnum(s[p - 1]) || s[p - 1] == '=')) ||
	    p + 2 >= end || cx_is_blank(s[p + 2]) || s[p + 2] == '=' ||
	    s[p + 2] == '\n')
		return 0;
	for (size_t i = p + 3; i + 1 < text.len && i < p + HIGHLIGHT_MAX; i++) {
		if (s[i] == '\n' && s[i + 1] == '\n')
			break;
		if (s[i] == '=' && s[i + 1] == '=' && s[i - 1] != '=' &&
		    (i + 2 == text.len || s[i + 2] != '=') &&
		    !cx_is_blank(s[i - 1]))
			return i;
	}
	return 0;
}

static size_t
highlight(struct page_render *r, struct cx_str text, size_t p, size_t end)
{
	size_t from = r->made.len;

	if (r->highlit && p == r->highlit) {
		r->highlit = 0;
		cx_buf_puts(&r->made, "</mark>");
	} else if (!r->highlit && (r->highlit = highlight_end(text, p, end))) {
		cx_buf_puts(&r->made, "<mark>");
	} else {
		return 0;
	}
	mark(r, from, cx_strn(text.s + p, 2));
	return 2;
}

static void
read_text(struct page_render *r, struct cx_str text, size_t p, size_t end)
{
	const char *s = text.s;
	size_t n;

	for (; p < end; p += n) {
		bool two = p + 1 < end;

		n = 0;
		if (s[p] == '=' && two && s[p + 1] == '=')
			n = highlight(r, text, p, end);
		else if (s[p] == '<')
			n = html_tag(r, cx_strn(s + p, end - p));
		else if (s[p] == '[' && two && s[p + 1] == '^')
			n = footnote(r, text, p, end);
		else if (s[p] == '[' && two && s[p + 1] == '!')
			n = callout(r, text, p, end);
		else if (s[p] == '\n' && r->quote.len)
			callout_title_ends(r);
		if (n)
			continue;
		n = 1 + (s[p] == '\\' && two && s[p + 1] != '\n');
		cx_buf_add(&r->source, s + p, n);
	}
}

static void
formula(struct page_render *r, const struct cx_md *m,
    const struct cx_md_item *it)
{
	const char *name = it->block ? "pre" : "code";
	size_t from = r->made.len;

	cx_buf_fmt(&r->made, "<%s class=\"math\">", name);
	escape(&r->made, cx_str_trim(cx_md_item_target(m, it)));
	cx_buf_fmt(&r->made, "</%s>", name);
	mark(r, from, cx_strn(m->text.s + it->start, it->end - it->start));
}

/* Puts into source what md4c reads. */
static void
read_body(struct page_render *r, struct cx_str text)
{
	struct cx_md_item it;
	struct cx_md m;
	size_t p = 0;

	cx_md_init(&m, text, CX_MD_LINK | CX_MD_CODE | CX_MD_COMMENT |
	    CX_MD_MATH);
	while (cx_md_next(&m, &it)) {
		read_text(r, text, p, it.start);
		p = it.end;
		if (it.kind == CX_MD_LINK)
			wikilink(r, &m, &it);
		else if (it.kind == CX_MD_MATH)
			formula(r, &m, &it);
		else
			cx_buf_add(&r->source, text.s + it.start,
			    it.end - it.start);
	}
	read_text(r, text, p, text.len);
	if (r->quote.len)
		callout_title_ends(r);
}

/* --- from Markdown to HTML --- */

static void
put_html(const MD_CHAR *s, MD_SIZE n, void *out)
{
	cx_buf_add(out, s, n);
}

/* Moves s past tag and the value of its attribute, if it begins with it. */
static bool
eat_attribute(struct cx_str *s, struct cx_str tag, struct cx_str *value)
{
	if (!cx_str_starts(*s, tag))
		return false;
	*value = cx_str_upto(cx_str_from(*s, tag.len), '"');
	*s = cx_str_from(*s, tag.len + value->len + 1);
	return true;
}

/* The piece that s, which begins with a mark, has; moves s past it. */
static void
put_piece(struct page_render *r, struct cx_str *s, bool code,
    struct cx_buf *out)
{
	const struct page_piece *p;
	uint64_t n = 0;

	*s = cx_str_from(*s, 1);
	(void)cx_str_number(s, r->n_pieces, &n);
	*s = cx_str_from(*s, 1);
	p = &r->piece[n];
	if (code || (p->label.len && cx_map_get(&r->given, p->label) ==
		CX_MAP_NONE))
		escape(out, p->source);
	else
		cx_buf_add(out, r->made.s + p->from, p->to - p->from);
}

/* The rest of a tag, in which no piece has a place. */
static void
put_tag(struct cx_str *s, struct cx_buf *out)
{
	while (s->len) {
		char c = s->s[0];

		*s = cx_str_from(*s, c == MARK ?
		    cx_str_upto(*s, MARK_END).len + 1 : 1);
		if (c != MARK)
			cx_buf_char(out, c);
		if (c == '>')
			break;
	}
}

static void
put_rest(struct page_render *r, struct cx_str rest, struct cx_buf *out)
{
	struct cx_str value;
	size_t code = 0, n;

	while (rest.len) {
		for (n = 0; n < rest.len && rest.s[n] != '<' &&
		    rest.s[n] != MARK; n++)
			;
		cx_buf_add(out, rest.s, n);
		rest = cx_str_from(rest, n);
		if (rest.len == 0)
			break;
		if (rest.s[0] == MARK) {
			put_piece(r, &rest, code > 0, out);
			continue;
		}
		if (eat_attribute(&rest, CX_STR("<a href=\""), &value))
			link_dest(r, value, out);
		else if (eat_attribute(&rest, CX_STR("<img src=\""), &value))
			image_dest(r, value, out);
		else if (cx_str_starts(rest, CX_STR("<code")))
			code++;
		else if (cx_str_starts(rest, CX_STR("</code")))
			code--;
		put_tag(&rest, out);
	}
}

void
page_render(struct page_render *r, struct cx_str path, struct cx_str name,
    struct cx_str body, struct cx_buf *out)
{
	struct cx_buf *text = &r->text;
	size_t n = 0;

	r->path = path;
	r->source.len = r->made.len = r->html.len = text->len = 0;
	r->n_pieces = r->highlit = 0;
	r->quote.len = 0;
	cx_map_clear(&r->feet);
	cx_map_clear(&r->given);
	cx_arena_reset(&r->arena);
	cx_md_visible(text, body);
	for (size_t i = 0; i < text->len; i++)
		if (text->s[i] != MARK && text->s[i] != MARK_END)
			text->s[n++] = text->s[i];
	text->len = n;
	read_body(r, cx_without_title(cx_buf_view(text), name));
	if (md_html(r->source.s, (MD_SIZE)r->source.len, put_html, &r->html,
	    MD_DIALECT_GITHUB | MD_FLAG_NOHTML, 0) != 0)
		cx_die(CX_FAIL, "out of memory");
	put_rest(r, cx_buf_view(&r->html), out);
}

void
page_render_release(struct page_render *r)
{
	cx_map_release(&r->shown);
	cx_map_release(&r->feet);
	cx_map_release(&r->given);
	cx_arena_release(&r->arena);
	cx_buf_release(&r->text);
	cx_buf_release(&r->source);
	cx_buf_release(&r->made);
	cx_buf_release(&r->html);
	cx_buf_release(&r->room);
	cx_buf_release(&r->anchor);
	free(r->piece);
}
