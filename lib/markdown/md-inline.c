/* md-inline.c: finds Markdown links, as described in md.h. */
#include "lib/markdown/md-inline.h"

#include <stdint.h>
#include <strings.h>

#include "lib/base/utf8.h"
#include "lib/markdown/md-block.h"

#define LABEL_MAX 999	 /* bytes (CommonMark 4.7 counts characters) */
#define PAREN_DEPTH 32	 /* as cmark and markdown-it have it */

static bool
is_punct(char c)
{
	return (c >= '!' && c <= '/') || (c >= ':' && c <= '@') ||
	    (c >= '[' && c <= '`') || (c >= '{' && c <= '~');
}

/* Behind blanks, with at most one line end among them and what stands before
 * the text of that line. */
static size_t
skip_white(const struct cx_md *m, size_t p, size_t end)
{
	const char *s = m->text.s;

	while (p < end && (s[p] == ' ' || s[p] == '\t' || s[p] == '\r'))
		p++;
	if (p < end && s[p] == '\n')
		for (p++; p < end && (s[p] == ' ' || s[p] == '\t' ||
		    s[p] == '>'); p++)
			;
	return p;
}

/* A destination (6.3) in [p, end): after it, or 0; [*from, *to) is what
 * stands between < and >, if it has these. */
static size_t
destination(const struct cx_md *m, size_t p, size_t end, size_t *from,
    size_t *to)
{
	const char *s = m->text.s;
	unsigned depth = 0;

	if (p < end && s[p] == '<') {
		*from = ++p;
		for (; p < end && s[p] != '>'; p++) {
			if (s[p] == '\n' || s[p] == '<')
				return 0;
			p += s[p] == '\\' && p + 1 < end && s[p + 1] != '\n';
		}
		*to = p;
		while (*from < *to && s[*from] == ' ')
			++*from;
		while (*to > *from && s[*to - 1] == ' ')
			--*to;
		return p < end ? p + 1 : 0;
	}
	*from = p;
	for (; p < end && (unsigned char)s[p] > ' ' && s[p] != 0x7f; p++) {
		if (s[p] == '(' && ++depth > PAREN_DEPTH)
			return 0;
		if (s[p] == ')' && depth-- == 0)
			break;
		p += s[p] == '\\' && p + 1 < end && is_punct(s[p + 1]);
	}
	*to = p;
	return depth == 0 || (p < end && s[p] == ')') ? p : 0;
}

/* Behind a title at p; 0 if there is none. */
static size_t
title(const struct cx_md *m, size_t p, size_t end)
{
	const char *s = m->text.s, open = p < end ? s[p] : '\0';
	const char close = open == '(' ? ')' : open;

	if (open != '"' && open != '\'' && open != '(')
		return 0;
	for (p++; p < end && s[p] != close; p++) {
		if (s[p] == '(' && open == '(')
			return 0;
		p += s[p] == '\\' && p + 1 < end;
	}
	return p < end ? p + 1 : 0;
}

/* --- tags of sites --- */

/* So far a tag is looked through for its end. */
#define TAG_MAX 1000
/* How long a block of a site may be that holds code. */
#define BLOCK_MAX 65536

static size_t
skip_blanks(struct cx_str s, size_t p)
{
	while (p < s.len && (s.s[p] == ' ' || s.s[p] == '\t'))
		p++;
	return p;
}

static bool
has_scheme(struct cx_str url)
{
	size_t i = 0;

	while (i < url.len && (cx_is_alnum(url.s[i]) ||
	    (url.s[i] && strchr("+.-", url.s[i]))))
		i++;
	return i > 0 && i < url.len && url.s[i] == ':' && cx_is_alpha(url.s[0]);
}

/* What a tag that is a link names, in s from p on: the path in quotes or a
 * word of Hugo, all of the tag in Jekyll. */
static struct cx_str
tag_value(struct cx_str s, size_t p, bool liquid)
{
	struct cx_str rest = cx_str_trim(cx_str_from(s, p));
	const char *end;

	if (cx_str_starts(rest, CX_STR("path=")))
		rest = cx_str_from(rest, strlen("path="));
	if (rest.len > 1 && strchr("\"'`", rest.s[0])) {
		end = memchr(rest.s + 1, rest.s[0], rest.len - 1);
		return cx_strn(rest.s + 1, end ? (size_t)(end - rest.s) - 1
		    : 0);
	}
	if (liquid && rest.len && rest.s[rest.len - 1] == '-')
		rest = cx_str_trim(cx_strn(rest.s, rest.len - 1));
	return liquid ? rest : cx_str_upto(rest, ' ');
}

/* Behind the block of a site that begins with the tag `{% name` at `at`, and
 * ends with `{% end`; 0 if it is none, or is long. */
static size_t
site_block(const struct cx_md *m, size_t at, const char *name,
    const char *end)
{
	struct cx_str s = cx_str_from(m->text, at);
	size_t p = skip_blanks(s, 2 + (s.len > 2 && strchr("-<%", s.s[2])));
	const char *e;

	if (!cx_str_starts(cx_str_from(s, p), cx_str(name)))
		return 0;
	s.len = s.len < BLOCK_MAX ? s.len : BLOCK_MAX;
	e = memmem(s.s, s.len, end, strlen(end));
	return e ? (size_t)(e - m->text.s) + strlen(end) : 0;
}

size_t
cx_md_highlight(struct cx_md *m, size_t at)
{
	bool liquid = cx_md_starts(m, at, "{%");
	size_t raw;

	if (!liquid && !cx_md_starts(m, at, "{{<") &&
	    !cx_md_starts(m, at, "{{%"))
		return 0;
	if (liquid && (raw = site_block(m, at, "raw", "endraw")) > m->raw)
		m->raw = raw;
	return site_block(m, at, "highlight", liquid ? "endhighlight"
	    : "/highlight");
}

bool
cx_md_shortcode(const struct cx_md *m, size_t at, struct cx_md_item *it)
{
	struct cx_str s = cx_str_from(m->text, at), word, value;
	const bool liquid = cx_str_starts(s, CX_STR("{%"));
	const bool angle = cx_str_starts(s, CX_STR("{{<"));
	const char *close = liquid ? "%}" : angle ? ">}}" : "%}}";
	size_t p = liquid ? 2 : 3, from;

	if (at < m->raw ||
	    (!liquid && !angle && !cx_str_starts(s, CX_STR("{{%"))))
		return false;
	p = skip_blanks(s, p + (liquid && s.len > 2 && s.s[2] == '-'));
	for (from = p; p < s.len && (cx_is_alpha(s.s[p]) || s.s[p] == '_');)
		p++;
	word = cx_strn(s.s + from, p - from);
	if (!(liquid ? CX_ONE_OF(word, "link", "post_url")
	    : CX_ONE_OF(word, "ref", "relref")) || skip_blanks(s, p) == p)
		return false;
	s = cx_str_upto(cx_strn(s.s, s.len < TAG_MAX ? s.len : TAG_MAX), '\n');
	for (from = p; p < s.len && !cx_str_starts(cx_str_from(s, p),
	    cx_str(close)); p++)
		;
	if (p >= s.len)
		return false;
	value = tag_value(cx_strn(s.s, p), from, liquid);
	it->kind = CX_MD_LINK;
	it->start = at;
	it->target = (size_t)(value.s - m->text.s);
	it->after = it->target + cx_str_upto(value, '#').len;
	it->end = it->target + value.len;
	/* link of Eleventy takes addresses, too. */
	return value.len > 0 && !has_scheme(value);
}

/* Behind "(destination title)" at p; 0 for none. */
static size_t
inline_tail(const struct cx_md *m, size_t p, size_t end,
    struct cx_md_item *it)
{
	const char *s = m->text.s;
	struct cx_md_item inside;
	size_t q, after;

	if (p >= end || s[p] != '(')
		return 0;
	p = skip_white(m, p + 1, end);
	/* [text]([[page]]) of Logseq, [text]({{< ref "page" >}}) of Hugo: the
	 * link is the one inside. */
	if (end - p > 1 && ((s[p] == '[' && s[p + 1] == '[') ||
	    (s[p] == '{' && cx_md_shortcode(m, p, &inside))))
		return 0;
	after = destination(m, p, end, &it->target, &it->after);
	if (after == 0)
		return 0;
	it->angle = after > p && s[p] == '<';
	p = skip_white(m, after, end);
	if (p > after && (q = title(m, p, end)) > 0)
		p = skip_white(m, q, end);
	return p < end && s[p] == ')' ? p + 1 : 0;
}

bool
cx_md_is_tail(const struct cx_md *m, size_t p)
{
	const struct cx_str text = m->text;
	struct cx_md_item it;

	/* "[[note]](see there)" and "[[note]](2020)" go on with a text. */
	return p + 1 < text.len && text.s[p] == '(' &&
	    (strchr("#/.", text.s[p + 1]) ||
		cx_str_starts(cx_str_from(text, p + 1), CX_STR("http"))) &&
	    inline_tail(m, p, text.len, &it) > 0;
}

/* --- labels and definitions --- */

/* Behind the ] of a label whose [ is at p; 0 for none. */
static size_t
label_end(const struct cx_md *m, size_t p, size_t end)
{
	const char *s = m->text.s;

	if (end - p > LABEL_MAX + 2)
		end = p + LABEL_MAX + 2;
	for (p++; p < end && s[p] != ']'; p++) {
		if (s[p] == '[')
			return 0;
		p += s[p] == '\\' && p + 1 < end;
	}
	return p < end ? p + 1 : 0;
}

void
cx_md_label(struct cx_buf *b, struct cx_str label)
{
	CX_AUTO_BUF words = CX_BUF_INIT;

	label = cx_str_trim(label);
	for (size_t i = 0; i < label.len; i++) {
		char c = cx_is_blank(label.s[i]) ? ' ' : label.s[i];

		if (c != ' ' || words.s[words.len - 1] != ' ')
			cx_buf_char(&words, c);
	}
	b->len = 0;
	cx_utf8_key(b, cx_buf_view(&words));
}

static const struct cx_md_def *
find_def(struct cx_md *m, size_t from, size_t to)
{
	struct cx_md_defs *d = m->defs;
	uint32_t k;

	cx_md_label(&d->key, cx_strn(m->text.s + from, to - from));
	k = cx_map_get(&d->labels, cx_buf_view(&d->key));
	return k == CX_MAP_NONE ? NULL : &d->v[k];
}

/* [text][label], [label][] or [label], where the text is [open, at]. */
static size_t
reference(struct cx_md *m, size_t open, size_t at, bool plain,
    struct cx_md_item *it)
{
	const struct cx_md_def *def = NULL;
	size_t end = at + 1, n;

	if (!m->defs || m->defs->labels.n == 0)
		return 0;
	n = end < m->nest_para && m->text.s[end] == '['
	    ? label_end(m, end, m->nest_para) : 0;
	if (n > end + 2)
		def = find_def(m, end + 1, n - 1);
	else if (plain && at - open <= LABEL_MAX)
		def = find_def(m, open + 1, at);
	if (!def)
		return 0;
	it->reference = true;
	it->target = def->target;
	it->after = def->after;
	return n ? n : end;
}

bool
cx_md_definition(struct cx_md *m, size_t at, struct cx_md_item *it)
{
	const char *s = m->text.s;
	size_t end, p, q, after;

	/* [^1]: is a footnote (GitHub, Obsidian). */
	if (at + 1 == m->text.len || s[at + 1] == '^' ||
	    !cx_md_begins(m, at))
		return false;
	end = cx_md_para_end(m, at);
	p = label_end(m, at, end);
	if (p == 0 || p >= end || s[p] != ':' ||
	    cx_str_trim(cx_strn(s + at + 1, p - 2 - at)).len == 0)
		return false;
	it->label = at + 1;
	it->label_end = p - 1;
	p = skip_white(m, p + 1, end);
	after = destination(m, p, end, &it->target, &it->after);
	if (after == 0 || after == p)
		return false;
	it->angle = s[p] == '<';
	p = skip_white(m, after, end);
	q = p > after ? title(m, p, end) : 0;
	/* A title that has something after it is none, and then it must
	 * stand on a line of its own. */
	for (int i = 0; i < 2; i++) {
		p = i ? after : q;
		while (p && p < m->text.len && cx_is_blank(s[p]) &&
		    s[p] != '\n')
			p++;
		if (p && (p == m->text.len || s[p] == '\n'))
			break;
		if (i)
			return false;
	}
	it->kind = CX_MD_DEF;
	it->start = at;
	it->end = p;
	m->def_end = p;
	return true;
}

/* --- brackets --- */

void
cx_md_open(struct cx_md *m, size_t at)
{
	const char *s = m->text.s;
	size_t para, p = at;

	m->bracket = at;
	if (at < m->inert)
		return;
	para = cx_md_para_end(m, at);
	if (para != m->nest_para) {
		m->nest_para = para;
		m->n_nest = 0;
	}
	if (m->n_nest == CX_MD_NEST) {
		memmove(m->nest, m->nest + 1,
		    (CX_MD_NEST - 1) * sizeof *m->nest);
		m->n_nest--;
	}
	while (p > 1 && s[p - 2] == '\\')
		p--;
	m->nest[m->n_nest++] = (struct cx_md_nest){.at = at,
	    .image = at > 0 && s[at - 1] == '!' && (at - p) % 2 == 0};
}

bool
cx_md_close(struct cx_md *m, size_t at, struct cx_md_item *it)
{
	struct cx_md_nest o;
	size_t end, last = m->bracket;

	m->bracket = at;
	if (at < m->inert || m->n_nest == 0 || at >= m->nest_para)
		return false;
	o = m->nest[--m->n_nest];
	if (o.off)
		return false;
	end = inline_tail(m, at + 1, m->nest_para, it);
	if (end == 0)
		end = reference(m, o.at, at, last == o.at, it);
	if (end == 0)
		return false;
	/* A link holds no other one. */
	for (unsigned i = 0; i < m->n_nest && !o.image; i++)
		m->nest[i].off |= !m->nest[i].image;
	it->kind = CX_MD_INLINE;
	it->embed = o.image;
	it->start = o.at - o.image;
	it->end = end;
	return true;
}

/* --- HTML --- */

static bool
is_name(struct cx_str s, const char *name)
{
	return s.len == strlen(name) && strncasecmp(s.s, name, s.len) == 0;
}

/* Behind the value of an attribute that begins at p; 0 if it has no end. */
static size_t
value_end(struct cx_str s, size_t p, struct cx_str *value)
{
	const char quote = p < s.len ? s.s[p] : '\0', *q;
	size_t from = p;

	if (quote == '"' || quote == '\'') {
		q = memchr(s.s + p + 1, quote, s.len - p - 1);
		if (!q)
			return 0;
		*value = cx_strn(s.s + p + 1, (size_t)(q - s.s) - p - 1);
		return (size_t)(q - s.s) + 1;
	}
	while (p < s.len && !cx_is_blank(s.s[p]) &&
	    !(s.s[p] && strchr("\"'=<>`", s.s[p])))
		p++;
	*value = cx_strn(s.s + from, p - from);
	return p;
}

size_t
cx_md_tag(struct cx_str s, struct cx_md_tag *tag)
{
	struct cx_str name, value;
	size_t p, from;

	*tag = (struct cx_md_tag){.closes = cx_str_starts(s, CX_STR("</"))};
	from = p = 1 + (size_t)tag->closes;
	if (p >= s.len || !cx_is_alpha(s.s[p]))
		return 0;
	while (p < s.len && (cx_is_alnum(s.s[p]) || s.s[p] == '-'))
		p++;
	tag->name = cx_strn(s.s + from, p - from);
	while (p < s.len && s.s[p] != '>') {
		if (s.s[p] == '/' && p + 1 < s.len && s.s[p + 1] == '>' &&
		    !tag->closes)
			return p + 2;
		if (!cx_is_blank(s.s[p]))
			return 0;
		while (p < s.len && cx_is_blank(s.s[p]))
			p++;
		if (p < s.len && (s.s[p] == '>' || s.s[p] == '/'))
			continue;
		from = p;
		if (tag->closes || p >= s.len ||
		    (!cx_is_alpha(s.s[p]) && s.s[p] != '_' && s.s[p] != ':'))
			return 0;
		while (p < s.len && (cx_is_alnum(s.s[p]) ||
		    (s.s[p] && strchr("_:.-", s.s[p]))))
			p++;
		name = cx_strn(s.s + from, p - from);
		if (p >= s.len || s.s[p] != '=')
			continue;
		p = value_end(s, p + 1, &value);
		if (p == 0)
			return 0;
		if (is_name(name, "src") || is_name(name, "href")) {
			tag->url = value;
			tag->src = name.len == 3;
		} else if (is_name(name, "srcset")) {
			tag->set = value;
		}
	}
	return p < s.len ? p + 1 : 0;
}

/* The tag at `at`, in a text whose paragraph ends at end. */
static size_t
tag_end(const struct cx_md *m, size_t at, size_t end)
{
	struct cx_md_tag tag;
	size_t n = cx_md_tag(cx_strn(m->text.s + at, end - at), &tag);

	return n ? at + n : 0;
}

/* Behind <scheme:...> at `at` (6.4); 0 for none. */
static size_t
autolink_end(const struct cx_md *m, size_t at, size_t end)
{
	const char *s = m->text.s;
	size_t p = at + 1;

	while (p < end && (cx_is_alnum(s[p]) || (s[p] && strchr("+.-", s[p]))))
		p++;
	if (p == at + 1 || p >= end || s[p] != ':' || !cx_is_alpha(s[at + 1]))
		return 0;
	while (p < end && (unsigned char)s[p] > ' ' && s[p] != '<' &&
	    s[p] != '>')
		p++;
	return p < end && s[p] == '>' ? p + 1 : 0;
}

/* Names of 4.6, start condition 6, each between blanks. */
static const char blocks[] =
    " address article aside base basefont blockquote body caption center col "
    "colgroup dd details dialog dir div dl dt fieldset figcaption figure "
    "footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe "
    "legend li link main menu menuitem nav noframes ol optgroup option p "
    "param search section summary table tbody td tfoot th thead title tr "
    "track ul ";
/* And of condition 1. */
static const char raw[] = " script pre style textarea ";

static bool
has_word(const char *words, struct cx_str word)
{
	char b[16] = " ";

	if (word.len == 0 || word.len + 3 > sizeof b)
		return false;
	for (size_t i = 0; i < word.len; i++)
		b[i + 1] = (char)(cx_is_alpha(word.s[i]) ? word.s[i] | 0x20
						       : word.s[i]);
	b[word.len + 1] = ' ';
	b[word.len + 2] = '\0';
	return strstr(words, b) != NULL;
}

/* The end of the HTML block (4.6) that the `<` at `at` begins; 0 if it is
 * none. */
static size_t
block_end(struct cx_md *m, size_t at)
{
	const char *s = m->text.s;
	size_t p = at + 1, from, end;
	struct cx_str name;
	bool closing = p < m->text.len && s[p] == '/';

	if (p < m->text.len && (s[p] == '?' || s[p] == '!'))
		return cx_md_line_after(m, at, s[p] == '?' ? "?>" : ">");
	from = p += closing;
	while (p < m->text.len && cx_is_alnum(s[p]))
		p++;
	name = cx_strn(s + from, p - from);
	if (p < m->text.len && !cx_is_blank(s[p]) && s[p] != '>' &&
	    !cx_md_starts(m, p, "/>"))
		return 0;
	if (!closing && has_word(raw, name))
		return cx_md_line_after(m, at, "</");
	if (has_word(blocks, name))
		return cx_md_blank_line(m, at);
	if (!cx_md_begins(m, at))
		return 0;
	end = cx_md_line_end(m, at);
	p = tag_end(m, at, end);
	if (p == 0 || cx_str_trim(cx_strn(s + p, end - p)).len)
		return 0;
	return cx_md_blank_line(m, at);
}

/* The end of the style or script whose start tag at `at` ends at `tag`; `tag`
 * if it is neither, or has no end: what follows is text then. */
static size_t
code_end(struct cx_md *m, size_t at, size_t tag)
{
	static const char *const names[] = {"style", "script"};
	const char *s = m->text.s, *end = s + m->text.len;

	for (size_t i = 0; i < 2; i++) {
		size_t n = strlen(names[i]);
		const char *p = s + tag;

		if (strncasecmp(s + at + 1, names[i], n) != 0 ||
		    cx_is_alnum(s[at + 1 + n]) || m->endless[i])
			continue;
		while ((p = memmem(p, (size_t)(end - p), "</", 2))) {
			p += 2;
			if ((size_t)(end - p) >= n &&
			    strncasecmp(p, names[i], n) == 0)
				return (size_t)(p - s) + n;
		}
		m->endless[i] = true;
	}
	return tag;
}

void
cx_md_html(struct cx_md *m, size_t at)
{
	size_t end = 0, para = cx_md_para_end(m, at), tag = 0;

	if (at >= m->hidden && (tag = tag_end(m, at, para))) {
		m->hidden = code_end(m, at, tag);
		if (m->hidden > tag)
			m->pos = m->hidden; /* nothing is a link in it */
	}
	if (at < m->inert)
		return;
	if (cx_md_own_text(m, at) == at)
		end = block_end(m, at);
	if (end == 0)
		end = tag ? tag : autolink_end(m, at, para);
	if (end > m->inert)
		m->inert = end;
}

bool
cx_md_url(struct cx_md *m, size_t at, struct cx_md_item *it)
{
	size_t end = cx_md_para_end(m, at);
	struct cx_md_item inside;
	struct cx_md_tag tag;

	if (!cx_md_tag(cx_strn(m->text.s + at, end - at), &tag))
		return false;
	/* <a href="{% link note.md %}">: the link is the one inside. */
	for (size_t i = 0; i < tag.url.len; i++)
		if (tag.url.s[i] == '{' && cx_md_shortcode(m,
		    (size_t)(tag.url.s - m->text.s) + i, &inside))
			tag.url.len = 0;
	if (!(tag.url.len + tag.set.len))
		return false;
	it->kind = CX_MD_HTML;
	it->embed = tag.src || !tag.url.len;
	it->start = at;
	it->end = at + 1;
	it->target = it->after = at;
	if (tag.url.len) {
		it->angle = strchr("\"'", tag.url.s[-1]) != NULL;
		it->target = (size_t)(tag.url.s - m->text.s);
		it->after = it->target + tag.url.len;
	}
	if (tag.set.len) {
		it->label = (size_t)(tag.set.s - m->text.s);
		it->label_end = it->label + tag.set.len;
	}
	return true;
}

/* --- destinations --- */

/* &amp; and the like, &#38; and &#x26;: appended; its length, 0 if it is
 * none. */
static size_t
entity(struct cx_buf *out, struct cx_str s)
{
	static const char *const names[] = {"amp", "&", "lt", "<", "gt", ">",
	    "quot", "\"", "apos", "'", "nbsp", "\xc2\xa0"};
	const char *semi = memchr(s.s, ';', s.len < 10 ? s.len : 10);
	size_t n = semi ? (size_t)(semi - s.s) + 1 : 0, i = 2;
	struct cx_str name;
	uint32_t c = 0;
	bool hex;

	if (n < 4)
		return 0;
	name = cx_strn(s.s + 1, n - 2);
	for (size_t k = 0; k < sizeof names / sizeof *names; k += 2)
		if (cx_str_is(name, names[k])) {
			cx_buf_puts(out, names[k + 1]);
			return n;
		}
	if (s.s[1] != '#')
		return 0;
	hex = (s.s[2] | 0x20) == 'x';
	i += hex;
	if (i == n - 1)
		return 0;
	for (; i < n - 1; i++) {
		int d = cx_hex_digit(s.s[i]);

		if (d < 0 || (!hex && d > 9))
			return 0;
		c = c * (hex ? 16 : 10) + (uint32_t)d;
	}
	if (c == 0 || c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff))
		c = 0xfffd;
	cx_utf8_put(out, c);
	return n;
}

/* Appends the first character of the URL that a destination is; how many
 * bytes it takes. */
static size_t
put_one(struct cx_buf *out, struct cx_str dest)
{
	size_t n = dest.s[0] == '&' ? entity(out, dest) : 0;

	if (n)
		return n;
	n = dest.s[0] == '\\' && dest.len > 1 && is_punct(dest.s[1]) ? 2 : 1;
	cx_buf_char(out, dest.s[n - 1]);
	return n;
}

size_t
cx_md_dest_len(struct cx_str dest)
{
	CX_AUTO_BUF b = CX_BUF_INIT;
	size_t i = 0;

	while (i < dest.len) {
		size_t n = put_one(&b, cx_str_from(dest, i));

		if (b.s[0] == '#' || b.s[0] == '?')
			break;
		b.len = 0;
		i += n;
	}
	return i;
}

/* %20 is a blank; what would not be UTF-8 or has control bytes stays. */
static void
put_decoded(struct cx_buf *out, struct cx_str path)
{
	size_t from = out->len;
	bool plain = true;

	for (size_t i = 0; i < path.len; i++) {
		int hi = -1, lo = -1;

		if (path.s[i] == '%' && path.len - i > 2) {
			hi = cx_hex_digit(path.s[i + 1]);
			lo = cx_hex_digit(path.s[i + 2]);
		}
		if (hi < 0 || lo < 0) {
			cx_buf_char(out, path.s[i]);
			continue;
		}
		plain &= hi * 16 + lo >= ' ';
		cx_buf_char(out, (char)(hi * 16 + lo));
		i += 2;
	}
	if (plain && cx_utf8_invalid(cx_str_from(cx_buf_view(out), from)) ==
	    out->len - from)
		return;
	out->len = from;
	cx_buf_str(out, path);
}

bool
cx_md_dest(struct cx_str dest, struct cx_buf *path, struct cx_buf *anchor)
{
	CX_AUTO_BUF url = CX_BUF_INIT;
	struct cx_str u, rest;
	size_t n = 0, from;
	bool local;

	for (size_t i = 0; i < dest.len;)
		i += put_one(&url, cx_str_from(dest, i));
	u = cx_buf_view(&url);
	/* Nor is [text](((block))) of Logseq a path. */
	local = u.len > 0 && !has_scheme(u) &&
	    !cx_str_starts(u, CX_STR("//")) &&
	    !cx_str_starts(u, CX_STR("(("));
	if (local) {
		while (n < u.len && u.s[n] != '#' && u.s[n] != '?')
			n++;
		from = path->len;
		if (n && u.s[0] != '/' && !cx_str_starts(u, CX_STR("./")) &&
		    !cx_str_starts(u, CX_STR("../")))
			cx_buf_puts(path, "./");
		put_decoded(path, cx_strn(u.s, n));
		/* A blank at its end is none of a name. */
		while (path->len > from &&
		    cx_is_blank(path->s[path->len - 1]))
			path->len--;
		rest = cx_str_from(u, n);
		while (rest.len && rest.s[0] != '#')
			rest = cx_str_from(rest, 1);
		if (anchor && rest.len > 1)
			put_decoded(anchor, cx_str_from(rest, 1));
	}
	return local;
}

static bool
unbalanced(struct cx_str path)
{
	int depth = 0;

	for (size_t i = 0; i < path.len && depth >= 0; i++)
		depth += (path.s[i] == '(') - (path.s[i] == ')');
	return depth != 0;
}

/* Has it a percent-encoded byte of that kind? */
static bool
encodes(struct cx_str was, bool high)
{
	for (size_t i = 0; i + 2 < was.len; i++)
		if (was.s[i] == '%' && cx_hex_digit(was.s[i + 2]) >= 0 &&
		    (high ? cx_hex_digit(was.s[i + 1]) >= 8
			  : was.s[i + 1] == '2' && was.s[i + 2] == '0'))
			return true;
	return false;
}

void
cx_md_dest_put(struct cx_buf *out, struct cx_str path, struct cx_str was,
    bool angle)
{
	const bool high = encodes(was, true);
	const bool blanks = !angle || encodes(was, false);
	const bool parens = !angle && unbalanced(path);
	struct cx_str rest = cx_str_from(path, 2);

	if (cx_str_starts(path, CX_STR("./")) &&
	    !cx_str_starts(was, CX_STR("./")) && rest.len &&
	    rest.s[0] != '/' && !has_scheme(rest))
		path = rest;
	for (size_t i = 0; i < path.len; i++) {
		const unsigned char c = (unsigned char)path.s[i];

		if (c < ' ' || c == 0x7f || strchr("%#?<>\\&`|", (char)c) ||
		    (c == ' ' && blanks) || (c >= 0x80 && high) ||
		    ((c == '(' || c == ')') && parens))
			cx_buf_fmt(out, "%%%02X", c);
		else
			cx_buf_char(out, (char)c);
	}
}
