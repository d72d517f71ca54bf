/* anchors.c: finds the places in a text; see anchors.h. */
#include "lib/markdown/anchors.h"

#include <stdlib.h>

#include "lib/base/utf8.h"

/* An emoji with or without its variation selector is the same to people. */
#define VARIATION 0xfe0fu

/* --- keys --- */

/* How long the entity at s is, 0 if there is none. */
static size_t
entity_len(struct cx_str s)
{
	size_t i = 1;

	while (i < s.len && i < 10 && (s.s[i] == '#' || cx_is_alnum(s.s[i])))
		i++;
	return i > 1 && i < s.len && s.s[i] == ';' ? i + 1 : 0;
}

/* A heading's text without HTML, in which an entity is punctuation; what is in
 * code stays. */
static void
put_plain(struct cx_buf *out, struct cx_str s)
{
	struct cx_md_tag tag;
	bool code = false;
	size_t n;

	for (size_t i = 0, tags = 0; i < s.len; i += n) {
		n = 0;
		code ^= s.s[i] == '`';
		/* So few that it stays linear. */
		if (!code && s.s[i] == '<' && tags++ < 64 &&
		    (n = cx_md_tag(cx_str_from(s, i), &tag)) > 0)
			continue;
		if (!code && s.s[i] == '&')
			n = entity_len(cx_str_from(s, i));
		cx_buf_char(out, n ? '.' : s.s[i]);
		n += n == 0;
	}
}

static bool
is_alnum(struct cx_str s, size_t i)
{
	return i < s.len &&
	    ((unsigned char)s.s[i] >= 0x80 || cx_is_alnum(s.s[i]));
}

static size_t
run_of(struct cx_str s, size_t i)
{
	size_t n = 0;

	while (i + n < s.len && s.s[i + n] == '_')
		n++;
	return n;
}

/* Does the run of n `_` at i open emphasis (1), close it (-1), or is it text
 * (0)? (6.2) */
static int
emphasis(struct cx_str s, size_t i, size_t n)
{
	bool before = i && is_alnum(s, i - 1), after = is_alnum(s, i + n);

	return after - before;
}

void
cx_anchors_slug(struct cx_buf *out, struct cx_str heading)
{
	CX_AUTO_BUF plain = CX_BUF_INIT, words = CX_BUF_INIT;
	struct cx_str w;
	ptrdiff_t depth = 0;
	uint32_t c;

	put_plain(&plain, heading);
	cx_md_heading_words(&words, cx_str_trim(cx_buf_view(&plain)));
	plain.len = 0;
	cx_utf8_key(&plain, cx_buf_view(&words));
	w = cx_buf_view(&plain);
	for (size_t i = 0, n; i < w.len; i += n + (n == 0)) {
		n = run_of(w, i);
		depth += (ptrdiff_t)n * emphasis(w, i, n);
	}
	for (size_t i = 0, n; i < w.len; i += n) {
		n = run_of(w, i);
		/* What is opened is closed, or it is no emphasis. */
		if (n && (depth || !emphasis(w, i, n)))
			cx_buf_add(out, w.s + i, n);
		if (n)
			continue;
		n = cx_utf8_decode(w.s + i, w.len - i, &c, NULL);
		if (c == ' ')
			cx_buf_char(out, '-');
		else if (c == '-' || (c != VARIATION &&
		    (cx_is_letter(c) || cx_is_digit(c))))
			cx_buf_add(out, w.s + i, n);
	}
}

/*
 * How other engines make a slug of a heading's words, apart from GitHub's
 * rule: what a blank or other character becomes, and what is left out.
 */
static const struct slug_rule {
	bool ascii;  /* only letters and digits of ASCII stay */
	bool gap;    /* punctuation is a hyphen, else it is left out */
	bool single; /* of hyphens in a row one stays, none at the ends */
	bool letter; /* begins with the first letter */
} slug_rules[] = {
    {false, false, true, false}, /* GitLab (docs.gitlab.com, "Headings") */
    {false, true, true, false},	 /* blackfriday, once Hugo's; markdown-it */
    {true, false, true, false},	 /* MkDocs (Python-Markdown, toc) */
    {true, false, false, true},	 /* Jekyll (kramdown, "auto_ids") */
};

static void
put_slug_by(struct cx_buf *out, const struct slug_rule *r, struct cx_str words)
{
	size_t from = out->len;
	uint32_t c;

	for (size_t i = 0, n; i < words.len; i += n) {
		bool word, letter;

		n = cx_utf8_decode(words.s + i, words.len - i, &c, NULL);
		letter = cx_is_letter(c) && (!r->ascii || c < 0x80);
		word = letter || c == '_' ||
		    (cx_is_digit(c) && (!r->ascii || c < 0x80));
		if (r->letter && out->len == from && !letter)
			continue;
		if (word)
			cx_buf_add(out, words.s + i, n);
		else if ((c == ' ' || c == '-' || r->gap) && (!r->single ||
		    (out->len > from && out->s[out->len - 1] != '-')))
			cx_buf_char(out, '-');
	}
	while (r->single && out->len > from && out->s[out->len - 1] == '-')
		out->len--;
}

/* An anchor as slugs are compared. */
static void
put_slug_key(struct cx_buf *out, struct cx_str anchor)
{
	static const char selector[] = "\xef\xb8\x8f";
	size_t from = out->len, to = from;

	cx_utf8_key(out, anchor);
	for (size_t i = from; i < out->len; i++) {
		if (out->len - i >= 3 && memcmp(out->s + i, selector, 3) == 0)
			i += 2;
		else
			out->s[to++] = out->s[i];
	}
	out->len = to;
}

/* Text as Obsidian compares it. */
static void
put_text_key(struct cx_buf *out, struct cx_str text)
{
	static const char blank[] = "!\"#$%&()*+,.:;<=>?@^`{|}~/[]\\\r\n\t ";
	CX_AUTO_BUF b = CX_BUF_INIT;

	for (size_t i = 0; i < text.len; i++) {
		bool gap = text.s[i] && strchr(blank, text.s[i]);

		/* A blank that does not break is one as well. */
		if (cx_str_starts(cx_str_from(text, i), CX_STR("\xc2\xa0"))) {
			gap = true;
			i++;
		}
		if (!gap)
			cx_buf_char(&b, text.s[i]);
		else if (b.len && b.s[b.len - 1] != ' ')
			cx_buf_char(&b, ' ');
	}
	cx_utf8_key(out, cx_str_trim(cx_buf_view(&b)));
}

/* --- reading --- */

/* The slug of a heading or term, with a number if another one has it. */
static struct cx_str
unique_slug(struct cx_anchors *a, struct cx_str heading)
{
	size_t len;
	uint32_t own;

	a->key.len = 0;
	cx_anchors_slug(&a->key, heading);
	len = a->key.len;
	own = cx_map_get(&a->slugs, cx_buf_view(&a->key));
	while (own != CX_MAP_NONE && cx_map_get(&a->slugs,
	    cx_buf_view(&a->key)) != CX_MAP_NONE) {
		a->key.len = len;
		cx_buf_fmt(&a->key, "-%u", (unsigned)++a->repeats[own]);
	}
	CX_GROW(a->repeats, a->slugs.n, a->repeats_cap);
	a->repeats[a->slugs.n] = 0;
	own = cx_map_intern(&a->slugs, &a->arena, cx_buf_view(&a->key));
	return a->slugs.key[own];
}

static void
add_heading(struct cx_anchors *a, const struct cx_md_heading *at)
{
	const uint32_t texts = a->texts.n;
	uint32_t t;

	CX_GROW(a->v, a->n, a->cap);
	a->v[a->n] = (struct cx_anchor_heading){*at, unique_slug(a, at->text),
	    CX_MAP_NONE};
	a->key.len = 0;
	put_text_key(&a->key, at->text);
	t = cx_map_intern(&a->texts, &a->arena, cx_buf_view(&a->key));
	CX_GROW(a->of_text, t, a->of_text_cap);
	if (t == texts)
		a->of_text[t].first = a->n;
	else
		a->v[a->of_text[t].last].next = a->n;
	a->of_text[t].last = a->n++;
}

static void
put_place(struct cx_anchors *a, struct cx_str id)
{
	a->key.len = 0;
	put_slug_key(&a->key, id);
	if (a->key.len)
		cx_map_intern(&a->places, &a->arena, cx_buf_view(&a->key));
}

static size_t
id_len(struct cx_str s)
{
	size_t n = 0;

	while (n < s.len && !cx_is_blank(s.s[n]) &&
	    !strchr("\"'<>{}", s.s[n]))
		n++;
	return n;
}

/* eq:a\_b of \label{eq:a\_b}, which Org writes with escapes. */
static void
put_label(struct cx_anchors *a, struct cx_str label)
{
	CX_AUTO_BUF plain = CX_BUF_INIT;

	for (size_t i = 0; i < label.len; i++)
		if (label.s[i] != '\\')
			cx_buf_char(&plain, label.s[i]);
	put_place(a, cx_buf_view(&plain));
}

/* id=x, name="x" and {#x}, {: #x .class}, \label{x}.  Where they stand is not
 * looked at: at worst a place is not missed. */
static void
find_ids(struct cx_anchors *a, struct cx_str body)
{
	struct cx_str rest = body, value;
	const char *p;
	size_t at;

	while ((p = memchr(rest.s, '=', rest.len)) != NULL) {
		at = (size_t)(p - body.s);
		rest = cx_str_from(body, at + 1);
		value = cx_strn(body.s, at);
		if (!cx_str_ends(value, CX_STR("id")) &&
		    !cx_str_ends(value, CX_STR("name")))
			continue;
		value = rest;
		if (value.len && (*value.s == '"' || *value.s == '\''))
			value = cx_str_from(value, 1);
		put_place(a, cx_strn(value.s, id_len(value)));
	}
	rest = body;
	while (rest.len && (p = memchr(rest.s, '{', rest.len)) != NULL) {
		rest = cx_str_from(body, (size_t)(p - body.s) + 1);
		value = cx_strn(body.s, (size_t)(p - body.s));
		if (cx_str_ends(value, CX_STR("\\label"))) {
			put_label(a, cx_strn(rest.s, id_len(rest)));
			continue;
		}
		value = rest;
		while (value.len && (*value.s == ':' || *value.s == ' '))
			value = cx_str_from(value, 1);
		if (value.len == 0 || *value.s != '#')
			continue;
		value = cx_str_from(value, 1);
		put_place(a, cx_strn(value.s, id_len(value)));
	}
}

/*
 * What a comment or an expression on a line names, which a program that makes
 * pages of the notes may make a place of: `## <!-- setting x -->`,
 * `{{ heading("x") }}`.
 */
static void
find_named(struct cx_anchors *a, struct cx_str body)
{
	static const char *const open[] = {"<!--", "{{", "{%"};
	static const char *const close[] = {"-->", "}}", "%}"};
	struct cx_str line, in;

	if (!cx_str_has(body, CX_STR("<!--")) && !cx_str_has(body, CX_STR("{")))
		return;
	while (cx_str_split(&body, '\n', &line)) {
		for (size_t k = 0; k < 3; k++) {
			const char *p = memmem(line.s, line.len, open[k],
			    strlen(open[k])), *e;

			if (!p)
				continue;
			e = line.s + line.len;
			in = cx_strn(p, (size_t)(e - p));
			e = memmem(p, in.len, close[k], strlen(close[k]));
			in.len = e ? (size_t)(e - p) : in.len;
			for (size_t from = 0, i = 0; i <= in.len; i++) {
				if (i < in.len && !cx_is_blank(in.s[i]) &&
				    !memchr("\"'`(){}<>=,#+", in.s[i], 13))
					continue;
				put_place(a, cx_strn(in.s + from, i - from));
				from = i + 1;
			}
		}
	}
}

/* Lines that end in ^id: letters of ASCII, digits and hyphens. */
static void
find_blocks(struct cx_anchors *a, struct cx_str body)
{
	struct cx_str line;
	size_t n;

	while (cx_str_split(&body, '\n', &line)) {
		line = cx_str_trim(line);
		n = line.len;
		/* Dendron's may have an underscore. */
		while (n && (line.s[n - 1] == '-' || line.s[n - 1] == '_' ||
		    cx_is_alnum(line.s[n - 1])))
			n--;
		if (n && n < line.len && line.s[n - 1] == '^' &&
		    (n == 1 || cx_is_blank(line.s[n - 2])))
			put_place(a, cx_str_from(line, n - 1));
	}
}

/* The terms of a list of definitions, lines above ": text" (PHP Markdown
 * Extra), to which Hugo and others give ids. */
static void
find_terms(struct cx_anchors *a, struct cx_str body)
{
	struct cx_str line, terms = {NULL, 0};

	if (!cx_str_has(body, CX_STR("\n:")))
		return;
	while (cx_str_split(&body, '\n', &line)) {
		struct cx_str t = cx_str_trim(line);

		if (t.len == 0) {
			terms.s = NULL;
		} else if (t.len < 2 || t.s[0] != ':' ||
		    !cx_is_blank(t.s[1])) {
			if (!terms.s)
				terms.s = line.s;
			terms.len = (size_t)(line.s + line.len - terms.s);
		} else if (terms.s) {
			while (cx_str_split(&terms, '\n', &t)) {
				/* Headings of that text come first. */
				put_place(a, unique_slug(a, cx_str_trim(t)));
			}
			terms.s = NULL;
		}
	}
}

/* The titles of tabs, alone or after the heading above them. */
static void
find_tabs(struct cx_anchors *a, struct cx_str body)
{
	struct cx_str rest = body, line, title;
	CX_AUTO_BUF slug = CX_BUF_INIT, whole = CX_BUF_INIT;
	const char *icon;
	uint32_t above = 0;

	if (!cx_str_has(body, CX_STR("=== \"")))
		return;
	while (cx_str_split(&rest, '\n', &line)) {
		while (above < a->n && a->v[above].at.text.s < line.s)
			above++;
		title = cx_str_trim(line);
		if (!cx_str_starts(title, CX_STR("=== \"")) ||
		    title.s[title.len - 1] != '"' || title.len < 7)
			continue;
		title = cx_strn(title.s + 5, title.len - 6);
		/* ":octicons-image-16: Image" has an icon. */
		if (title.s[0] == ':' && title.len > 2 &&
		    (icon = memmem(title.s + 1, title.len - 1, ": ", 2)))
			title = cx_str_from(title,
			    (size_t)(icon - title.s) + 2);
		slug.len = whole.len = 0;
		cx_anchors_slug(&slug, title);
		put_place(a, cx_buf_view(&slug));
		if (!above)
			continue;
		cx_buf_str(&whole, a->v[above - 1].slug);
		cx_buf_char(&whole, '-');
		cx_buf_str(&whole, cx_buf_view(&slug));
		put_place(a, cx_buf_view(&whole));
	}
}

/* Footnotes, as places "[^1". */
static void
find_footnotes(struct cx_anchors *a, struct cx_str body)
{
	const char *p;

	while ((p = memmem(body.s, body.len, "[^", 2))) {
		size_t n = 2;

		body = cx_str_from(body, (size_t)(p - body.s));
		while (n < body.len && n < 66 && !cx_is_blank(body.s[n]) &&
		    body.s[n] != '[' && body.s[n] != ']')
			n++;
		if (n < body.len && body.s[n] == ']')
			put_place(a, cx_strn(body.s, n));
		body = cx_str_from(body, n);
	}
}

void
cx_anchors_read(struct cx_anchors *a, struct cx_str body)
{
	struct cx_md_headings h = {.rest = body};
	struct cx_md_heading one;

	a->n = 0;
	cx_map_clear(&a->slugs);
	cx_map_clear(&a->texts);
	cx_map_clear(&a->places);
	cx_map_clear(&a->letters);
	cx_map_clear(&a->others);
	cx_arena_reset(&a->arena);
	while (cx_md_heading_next(&h, &one))
		add_heading(a, &one);
	find_ids(a, body);
	find_named(a, body);
	find_blocks(a, body);
	find_terms(a, body);
	find_tabs(a, body);
	find_footnotes(a, body);
}

/* --- looking up --- */

static bool
by_slug(struct cx_anchors *a, struct cx_str anchor, bool exact,
    struct cx_anchor *found)
{
	uint32_t n;

	a->key.len = 0;
	put_slug_key(&a->key, anchor);
	if (exact && !cx_str_eq(cx_buf_view(&a->key), anchor))
		return false;
	n = cx_map_get(&a->slugs, cx_buf_view(&a->key));
	if (n >= a->n) /* none, or that of a term */
		return false;
	found->kind = CX_ANCHOR_SLUG;
	found->n = 1;
	found->part[0].text = anchor;
	found->part[0].heading = n;
	return true;
}

/* The slugs of other engines, once one is asked for. */
static void
need_others(struct cx_anchors *a)
{
	CX_AUTO_BUF plain = CX_BUF_INIT;
	CX_AUTO_BUF words = CX_BUF_INIT;

	for (uint32_t i = a->others.n ? a->n : 0; i < a->n; i++) {
		plain.len = words.len = 0;
		put_plain(&plain, a->v[i].at.text);
		cx_md_heading_words(&words, cx_str_trim(cx_buf_view(&plain)));
		plain.len = 0;
		cx_utf8_key(&plain, cx_buf_view(&words));
		for (size_t k = 0; k < sizeof slug_rules / sizeof *slug_rules;
		    k++) {
			uint32_t n;

			a->key.len = 0;
			put_slug_by(&a->key, &slug_rules[k],
			    cx_buf_view(&plain));
			n = a->others.n;
			if (a->key.len && cx_map_intern(&a->others, &a->arena,
			    cx_buf_view(&a->key)) == n) {
				CX_GROW(a->of_others, n, a->of_others_cap);
				a->of_others[n] = i;
			}
		}
	}
}

/* MkDocs writes _1 after a slug that repeats another, others -1. */
static bool
by_other_slug(struct cx_anchors *a, struct cx_str anchor,
    struct cx_anchor *found)
{
	uint32_t n;

	need_others(a);
	a->key.len = 0;
	put_slug_key(&a->key, anchor);
	n = cx_map_get(&a->others, cx_buf_view(&a->key));
	if (n == CX_MAP_NONE) {
		size_t len = cx_before_number(cx_buf_view(&a->key)).len;

		if (len < 2 || len == a->key.len || a->key.s[len - 1] != '_')
			return false;
		n = cx_map_get(&a->others, cx_strn(a->key.s, len - 1));
	}
	if (n == CX_MAP_NONE)
		return false;
	found->kind = CX_ANCHOR_SLUG;
	found->n = 1;
	found->part[0].text = anchor;
	found->part[0].heading = a->of_others[n];
	return true;
}

static bool
by_text(struct cx_anchors *a, struct cx_str anchor, struct cx_anchor *found)
{
	struct cx_str part;
	unsigned level = 0;
	uint32_t t, h = 0;

	found->n = 0;
	while (cx_str_split(&anchor, '#', &part)) {
		part = cx_str_trim(part);
		if (part.len == 0)
			continue;
		a->key.len = 0;
		put_text_key(&a->key, part);
		t = cx_map_get(&a->texts, cx_buf_view(&a->key));
		if (t == CX_MAP_NONE || found->n == CX_ANCHOR_PARTS)
			return false;
		t = a->of_text[t].first;
		while (t != CX_MAP_NONE && (t < h || a->v[t].at.level <= level))
			t = a->v[t].next;
		if (t == CX_MAP_NONE)
			return false;
		h = t;
		level = a->v[t].at.level;
		found->part[found->n].text = part;
		found->part[found->n++].heading = t;
	}
	found->kind = CX_ANCHOR_TEXT;
	return found->n > 0;
}

struct cx_str
cx_anchor_block(struct cx_str anchor)
{
	size_t n = anchor.len;

	while (n && anchor.s[n - 1] != '#')
		n--;
	anchor = cx_str_from(anchor, n);
	return anchor.len && anchor.s[0] == '^' ? anchor : CX_STR("");
}

/* [^1] is #fn:1 or #fn-1, and where it is meant from #fnref:1 (Python-Markdown,
 * goldmark; GitHub puts user-content- before it). */
static bool
is_footnote(struct cx_anchors *a, struct cx_str anchor)
{
	static const char *const forms[] = {"fn:", "fn-", "fnref:", "fnref-"};
	const struct cx_str github = CX_STR("user-content-");

	if (cx_str_starts(anchor, github))
		anchor = cx_str_from(anchor, github.len);
	for (size_t k = 0; k < sizeof forms / sizeof *forms; k++) {
		if (!cx_str_starts(anchor, cx_str(forms[k])))
			continue;
		a->key.len = 0;
		cx_buf_puts(&a->key, "[^");
		put_slug_key(&a->key, cx_str_from(anchor, strlen(forms[k])));
		return cx_map_get(&a->places, cx_buf_view(&a->key)) !=
		    CX_MAP_NONE;
	}
	return false;
}

static bool
by_place(struct cx_anchors *a, struct cx_str anchor, struct cx_anchor *found)
{
	found->kind = anchor.s[0] == '^' ? CX_ANCHOR_BLOCK : CX_ANCHOR_ID;
	found->n = 0;
	a->key.len = 0;
	/* "#+name", as MkDocs has it for an option. */
	if (anchor.s[0] == '+')
		anchor = cx_str_from(anchor, 1);
	put_slug_key(&a->key, anchor);
	return cx_map_get(&a->places, cx_buf_view(&a->key)) != CX_MAP_NONE ||
	    is_footnote(a, anchor) ||
	    cx_str_is(anchor, "top") || cx_str_starts(anchor, CX_STR(":~:")) ||
	    /* of any note (wiki.dendron.so, "Note References") */
	    cx_str_is(anchor, "^begin");
}

/* In [[a#from,2:#to]], a note reference of Dendron, the anchor is `from`; the
 * rest says which lines (wiki.dendron.so, "Note References"). */
static struct cx_str
without_range(struct cx_str anchor)
{
	const char *p = memmem(anchor.s, anchor.len, ":#", 2);
	size_t n;

	if (p)
		anchor.len = (size_t)(p - anchor.s);
	else if (cx_str_ends(anchor, CX_STR(":"))) /* to the next heading */
		anchor.len--;
	n = cx_before_number(anchor).len;
	if (n && n < anchor.len && anchor.s[n - 1] == ',')
		anchor.len = n - 1;
	return anchor;
}

struct cx_anchor
cx_anchors_find(struct cx_anchors *a, struct cx_str anchor, bool wiki)
{
	struct cx_anchor found = {.kind = CX_ANCHOR_NONE};
	struct cx_str block = cx_anchor_block(anchor);

	if (block.len ? by_place(a, block, &found) : anchor.len == 0)
		return found;
	/* A slug in lower case is one also where a text reads the same. */
	if (block.len == 0 && ((!wiki && by_slug(a, anchor, true, &found)) ||
	    by_text(a, anchor, &found) || by_slug(a, anchor, false, &found) ||
	    by_place(a, anchor, &found) || by_other_slug(a, anchor, &found)))
		return found;
	block = without_range(anchor);
	if (wiki && block.len < anchor.len)
		return cx_anchors_find(a, block, true);
	return (struct cx_anchor){.kind = CX_ANCHOR_NONE};
}

/* --- what was meant --- */

/* Letters and digits alone. */
static void
put_letters(struct cx_buf *out, struct cx_str s)
{
	CX_AUTO_BUF b = CX_BUF_INIT;
	uint32_t c;

	cx_utf8_key(&b, s);
	for (size_t i = 0, n; i < b.len; i += n) {
		n = cx_utf8_decode(b.s + i, b.len - i, &c, NULL);
		if (cx_is_wordchar(c))
			cx_buf_add(out, b.s + i, n);
	}
}

struct cx_str
cx_anchors_like(struct cx_anchors *a, struct cx_str anchor)
{
	uint32_t n;

	/* None has been asked for yet. */
	for (uint32_t i = a->letters.n ? a->n : 0; i < a->n; i++) {
		a->key.len = 0;
		put_letters(&a->key, a->v[i].slug);
		n = cx_map_intern(&a->letters, &a->arena,
		    cx_buf_view(&a->key));
		CX_GROW(a->of_letters, n, a->of_letters_cap);
		a->of_letters[n] = i;
	}
	a->key.len = 0;
	put_letters(&a->key, anchor);
	n = cx_map_get(&a->letters, cx_buf_view(&a->key));
	return n == CX_MAP_NONE || a->key.len == 0 ? CX_STR("")
	    : a->v[a->of_letters[n]].slug;
}

void
cx_anchors_release(struct cx_anchors *a)
{
	cx_map_release(&a->slugs);
	cx_map_release(&a->texts);
	cx_map_release(&a->places);
	cx_map_release(&a->letters);
	cx_map_release(&a->others);
	cx_arena_release(&a->arena);
	cx_buf_release(&a->key);
	free(a->v);
	free(a->repeats);
	free(a->of_text);
	free(a->of_letters);
	free(a->of_others);
}
