/* md.c: the Markdown scanner, described in md.h. */
#include "lib/markdown/md.h"

#include <stdint.h>
#include <stdlib.h>

#include "lib/markdown/md-block.h"
#include "lib/markdown/md-inline.h"
#include "lib/markdown/md-math.h"
#include "lib/base/ascii.h"
#include "lib/base/utf8.h"

/* Kinds for which brackets are looked at. */
#define MARKDOWN (CX_MD_INLINE | CX_MD_DEF)

/* --- what hides --- */

/* An odd number of backslashes before it. */
static bool
escaped(const struct cx_md *m, size_t at)
{
	size_t p = at;

	while (p > 0 && m->text.s[p - 1] == '\\')
		p--;
	return (at - p) % 2 == 1;
}

/*
 * The run that closes a code span whose opening run of n ends at `at`; 0 if
 * there is none.  A search that fails has seen every run of the paragraph
 * and notes the last of each length, so only one search a paragraph fails.
 */
static size_t
code_close(struct cx_md *m, size_t at, size_t n)
{
	const char *s = m->text.s, *q;
	size_t end = cx_md_para_end(m, at - 1), p, k;

	if (n > CX_MD_TICKS)
		return 0;
	if (m->ticks_end == end && m->ticks[n] < at)
		return 0;
	if (!m->ticks_ready) {
		memset(m->ticks, 0, sizeof m->ticks);
		m->ticks_ready = true;
	}
	for (p = at; p < end && (q = memchr(s + p, '`', end - p)); p += k) {
		p = (size_t)(q - s);
		k = cx_md_run(m, p);
		/* A search that succeeds sees less than one before that has
		 * failed. */
		if (k <= CX_MD_TICKS && m->ticks[k] < p)
			m->ticks[k] = p;
		if (k == n)
			return p;
	}
	m->ticks_end = end;
	return 0;
}

/* Behind a comment that stands within a line; 0 if it is none.  `<!-->` is
 * one, hence 2. */
static size_t
inline_comment(struct cx_md *m, size_t at)
{
	size_t end = cx_md_para_end(m, at), p;

	if (m->open[0] <= at && at < m->open[1])
		return 0;
	p = cx_md_arrow(m, at + 2, end);
	if (p == 0) {
		m->open[0] = at;
		m->open[1] = end;
	}
	return p;
}

/* --- constructs: each looks at m->pos, fills it, and moves m->pos on --- */

static bool
at_fence(struct cx_md *m, struct cx_md_item *it)
{
	if (!cx_md_is_fence(m, m->pos) ||
	    cx_md_own_text(m, m->pos) != m->pos)
		return false;
	it->kind = CX_MD_CODE;
	it->block = true;
	it->start = m->line;
	m->pos = it->end = cx_md_fence_end(m, m->pos, &it->closed);
	cx_md_at_line(m, m->pos);
	return true;
}

/* The target of a reference, if the code span [p, e) is one. */
static bool
is_ref(const struct cx_md *m, size_t p, size_t e, struct cx_md_item *it)
{
	const char *s = m->text.s;
	size_t q;
	bool wide = false;

	while (p < e && cx_is_blank(s[p]))
		p++;
	while (p < e && cx_is_blank(s[e - 1]))
		e--;
	for (q = p; q < e; q++) {
		if ((unsigned char)s[q] <= ' ' || s[q] == 0x7f || s[q] == '`')
			return false;
		if (strchr("<>*|\"", s[q]))
			wide = true;
		if (wide || q == p || e - q < 3 || memcmp(s + q, ".md", 3) ||
		    it->after > 0)
			continue;
		if (e - q == 3 || s[q + 3] == '#' || s[q + 3] == ':') {
			it->target = p;
			it->after = q + 3;
		}
	}
	return it->after > 0;
}

static bool
at_tick(struct cx_md *m, struct cx_md_item *it)
{
	size_t at = m->pos, n, close;

	if (escaped(m, at))
		at++;
	else if (at_fence(m, it))
		return true;
	n = at < m->text.len && m->text.s[at] == '`' ? cx_md_run(m, at) : 0;
	m->pos = at + n;
	if (n == 0 || (close = code_close(m, m->pos, n)) == 0)
		return false;
	it->start = at;
	it->end = close + n;
	it->closed = true;
	it->kind = CX_MD_REF;
	if (!(m->want & CX_MD_REF) || !is_ref(m, m->pos, close, it)) {
		it->kind = CX_MD_CODE;
		it->target = m->pos;
		it->after = close;
	}
	m->pos = it->end;
	return true;
}

static bool
at_tilde(struct cx_md *m, struct cx_md_item *it)
{
	size_t n = cx_md_run(m, m->pos);

	if (n >= 3 && at_fence(m, it))
		return true;
	m->pos += n;
	return false;
}

static bool
at_less(struct cx_md *m, struct cx_md_item *it)
{
	size_t at = m->pos, end;

	m->pos++;
	if (!cx_md_starts(m, at, "<!--") || escaped(m, at)) {
		if (!(m->want & MARKDOWN) || escaped(m, at))
			return false;
		cx_md_html(m, at);
		return (m->want & CX_MD_HTML) && cx_md_url(m, at, it);
	}
	it->block = cx_md_own_text(m, at) == at;
	if (it->block) {
		end = cx_md_comment_end(m, at, &it->closed);
	} else {
		end = inline_comment(m, at);
		it->closed = true;
	}
	if (end == 0)
		return false;
	it->kind = CX_MD_COMMENT;
	it->start = at;
	m->pos = it->end = end;
	if (it->block && (m->want & MARKDOWN))
		m->inert = cx_md_line_end(m, end);
	return true;
}

/* Past bytes that mean nothing within [[ ]]: sixteen at a time, so that all of
 * the last ones are left. */
static size_t
skip_target(const struct cx_md *m, size_t at)
{
#ifdef __SSE2__
	for (; m->text.len - at >= 16; at += 16) {
		__m128i v = cx_sixteen(m->text.s + at);
		unsigned some = cx_sixteen_bits(cx_sixteen_are(v, '\n') |
		    cx_sixteen_from(v, '[', 3) | cx_sixteen_are(v, '`') |
		    cx_sixteen_are(v, '<'));

		if (some)
			return at + (size_t)__builtin_ctz(some);
	}
#else
	(void)m;
#endif
	return at;
}

/*
 * Behind the ]] of a link whose [[ ends at `at`; 0 if it is none.  Looks no
 * further than the next [[ or the end of the line, so no byte is looked at
 * by two links.  Code and comments inside are stepped over.
 */
static size_t
link_close(struct cx_md *m, size_t at)
{
	const char *s = m->text.s;
	size_t p, q, n;

	/* [[ -f x ]] || of a shell, in a block that is only indented */
	if (m->text.len - at > 3 && s[at] == ' ' &&
	    ((s[at + 1] == '-' && s[at + 3] == ' ') ||
	    s[at + 1] == '$' || s[at + 1] == '!'))
		return 0;
	for (p = at; (p = skip_target(m, p)) < m->text.len; p++) {
		switch (s[p]) {
		case '\n':
			return 0;
		case ']':
			if (p + 1 < m->text.len && s[p + 1] == ']')
				return p == at ? 0 : p + 2;
			break;
		case '[':
			if (p + 1 < m->text.len && s[p + 1] == '[' &&
			    !escaped(m, p))
				return 0;
			break;
		case '`':
			if (escaped(m, p))
				break;
			n = cx_md_run(m, p);
			q = code_close(m, p + n, n);
			if (q && memchr(s + p, '\n', q - p))
				return 0;
			p = (q ? q + n : p + n) - 1;
			break;
		case '<':
			if (!cx_md_starts(m, p, "<!--") || escaped(m, p))
				break;
			q = inline_comment(m, p);
			if (q && memchr(s + p, '\n', q - p))
				return 0;
			if (q)
				p = q - 1;
			break;
		}
	}
	return 0;
}

/* The brackets [at, m->pos) that open no wikilink. */
static bool
open_all(struct cx_md *m, size_t at, struct cx_md_item *it)
{
	if (!(m->want & MARKDOWN) || at == m->pos)
		return false;
	at += escaped(m, at);
	if (at + 1 == m->pos && at >= m->inert &&
	    cx_md_own_text(m, at) == at && cx_md_definition(m, at, it)) {
		m->pos = it->end;
		return true;
	}
	if (m->pos - at > CX_MD_NEST)
		at = m->pos - CX_MD_NEST;
	for (; at < m->pos; at++)
		cx_md_open(m, at);
	return false;
}

static bool
at_close(struct cx_md *m, struct cx_md_item *it)
{
	size_t at = m->pos++;

	if (!(m->want & MARKDOWN) || m->n_nest == 0 || escaped(m, at) ||
	    !cx_md_close(m, at, it))
		return false;
	m->pos = it->end;
	return true;
}

/* The target of [[text|target]], trimmed. */
static struct cx_str
target_behind(struct cx_str inner)
{
	const struct cx_str scheme = CX_STR("dendron://");
	const char *p = memchr(inner.s, '|', inner.len);

	if (p)
		inner = cx_str_from(inner, (size_t)(p - inner.s) + 1);
	inner = cx_str_trim(inner);
	if (cx_str_starts(inner, scheme) && (p = memchr(inner.s + scheme.len,
	    '/', inner.len - scheme.len)))
		inner = cx_str_from(inner, (size_t)(p - inner.s) + 1);
	return cx_md_target(inner);
}

static bool
at_bracket(struct cx_md *m, struct cx_md_item *it)
{
	const char *s = m->text.s;
	size_t at = m->pos, n = cx_md_run(m, at), end;
	struct cx_str t;

	m->pos += n;
	if (n < 2 || (n == 2 && escaped(m, at)))
		return open_all(m, at, it);
	end = link_close(m, m->pos);
	/* [[1]](#resources) is a link with the text [1]. */
	if (end == 0 || ((m->want & MARKDOWN) && cx_md_is_tail(m, end)))
		return open_all(m, at, it);
	t = cx_strn(s + m->pos, end - 2 - m->pos);
	t = m->want & CX_MD_TEXT_FIRST ? target_behind(t) : cx_md_target(t);
	/* [[text](https://example.org)]], [[1,2],[3]], and of Dendron
	 * [[text|https://example.org]] */
	if (cx_str_has(t, CX_STR("](")) || cx_str_has(t, CX_STR("],[")) ||
	    (m->want & CX_MD_TEXT_FIRST && cx_str_has(t, CX_STR("://"))))
		return open_all(m, at, it);
	if (n > 2) {
		m->pos -= 2;
		(void)open_all(m, at, it); /* no definition: a [ follows */
		m->pos += 2;
	}
	m->bracket = end;
	it->kind = CX_MD_LINK;
	it->target = (size_t)(t.s - s);
	it->after = it->target + t.len;
	it->start = m->pos - 2;
	it->end = end;
	if (n == 2 && it->start > m->given && s[it->start - 1] == '!' &&
	    !escaped(m, it->start - 1)) {
		it->embed = true;
		it->start--;
	}
	m->pos = end;
	return true;
}

struct cx_str
cx_md_target(struct cx_str inner)
{
	size_t n = cx_str_upto(cx_str_upto(inner, '|'), '#').len;

	if (n > 0 && n < inner.len && inner.s[n] == '|' &&
	    inner.s[n - 1] == '\\')
		n--;
	return cx_str_trim((struct cx_str){inner.s, n});
}

bool
cx_md_item_anchor(const struct cx_md *m, const struct cx_md_item *it,
    size_t *from, size_t *to)
{
	const char *s = m->text.s;
	struct cx_str dest = cx_md_item_target(m, it), rest;
	size_t at, end = it->end;

	if (it->kind & (CX_MD_INLINE | CX_MD_DEF | CX_MD_HTML)) {
		at = it->target + cx_md_dest_len(dest);
		end = it->after;
	} else {
		at = it->after;
		while (end > at && (s[end - 1] == ']' || s[end - 1] == '`'))
			end--;
	}
	rest = cx_strn(s + at, end - at);
	while (rest.len && rest.s[0] != '#' && rest.s[0] != '|')
		rest = cx_str_from(rest, 1);
	if (rest.len == 0 || rest.s[0] == '|')
		return false;
	rest = cx_str_from(rest, 1);
	if (it->kind == CX_MD_LINK && memchr(rest.s, '|', rest.len)) {
		rest.len = (size_t)((const char *)memchr(rest.s, '|',
		    rest.len) - rest.s);
		if (rest.len && rest.s[rest.len - 1] == '\\')
			rest.len--;
	}
	rest = cx_str_trim(rest);
	*from = (size_t)(rest.s - s);
	*to = *from + rest.len;
	return rest.len > 0;
}

static bool
is_white(uint32_t c)
{
	return c <= ' ' || c == 0x7f || c == 0xfeff ||
	    (c > 0x7f && (c == 0x85 || cx_is_space(c)));
}

/* Obsidian's class: [^\s\u2000-\u206F\u2E00-\u2E7F and ASCII punctuation]. */
static bool
is_tag_char(uint32_t c)
{
	if (c < 0x80)
		return cx_is_alnum((char)c) || c == '_' || c == '-' ||
		    c == '/';
	return !is_white(c) && (c < 0x2000 || c > 0x206f) &&
	    (c < 0x2e00 || c > 0x2e7f);
}

static bool
white_before(const struct cx_md *m, size_t at)
{
	uint32_t c;
	size_t p = at, n;

	if (at == 0)
		return true;
	do
		p--;
	while (p > 0 && at - p < 4 && (m->text.s[p] & 0xc0) == 0x80);
	n = cx_utf8_decode(m->text.s + p, at - p, &c, NULL);
	return n == at - p && is_white(c);
}

static bool
at_hash(struct cx_md *m, struct cx_md_item *it)
{
	size_t at = m->pos, p = at + 1, n;
	uint32_t c = 0;

	for (; p < m->text.len && at >= m->hidden; p += n) {
		n = cx_utf8_decode(m->text.s + p, m->text.len - p, &c, NULL);
		if (!is_tag_char(c))
			break;
		if (p == at + 1 && (cx_is_digit(c) || !white_before(m, at)))
			break;
	}
	m->pos = at + 1;
	if (p == at + 1)
		return false;
	it->kind = CX_MD_TAG;
	it->start = at;
	it->target = at + 1;
	m->pos = it->end = it->after = p;
	return true;
}

static bool
at_brace(struct cx_md *m, struct cx_md_item *it)
{
	size_t code = cx_md_highlight(m, m->pos);
	bool found = !code && (m->want & CX_MD_LINK) &&
	    cx_md_shortcode(m, m->pos, it);

	m->pos = code ? code : found ? it->end : m->pos + 1;
	/* {{< ref `page` >}}: no code begins there. */
	if (found && m->pos < m->text.len && m->text.s[m->pos] == '`')
		m->pos++;
	return found;
}

/* `$`, or backslashes, of which the last one may begin a formula. */
static bool
at_math(struct cx_md *m, struct cx_md_item *it)
{
	size_t at = m->pos, n = cx_md_run(m, at);

	m->pos += n;
	if (m->text.s[at] == '\\')
		at += n - 1;
	else if (n > 2)
		return false;
	if (!cx_md_math(m, at, it))
		return false;
	m->pos = it->end;
	return true;
}

/* --- the walk --- */

/* Has w a byte that equals c?  If all its bytes are ASCII, the high bit of the
 * first such byte is set; those of bytes after it (higher ones) may be. */
static inline uint64_t
has(uint64_t w, unsigned char c)
{
	const uint64_t ones = UINT64_MAX / 255;

	return (w ^ (ones * c)) - ones;
}

/* The first of ` [ ] < # ~ $ \ { at or after at; nothing else begins a
 * construct.
 * Many bytes at a time, since most of a text is none of these. */
static size_t
skip_prose(const struct cx_md *m, size_t at)
{
	const uint64_t high = UINT64_MAX / 255 * 0x80;
	const char *s = m->text.s;
	uint64_t w, hit;

#ifdef __SSE2__
	for (; m->text.len - at >= 16; at += 16) {
		__m128i v = cx_sixteen(s + at);
		/* [ \ ] are three in a row, # and $ two. */
		unsigned some = cx_sixteen_bits(cx_sixteen_are(v, '`') |
		    cx_sixteen_from(v, '[', 3) | cx_sixteen_from(v, '#', 2) |
		    cx_sixteen_are(v, '<') | cx_sixteen_are(v, '~') |
		    cx_sixteen_are(v, '{'));

		if (some)
			return at + (size_t)__builtin_ctz(some);
	}
#endif
	for (; m->text.len - at >= sizeof w; at += sizeof w) {
		memcpy(&w, s + at, sizeof w);
		hit = has(w, '`') | has(w, '[') | has(w, ']') | has(w, '<') |
		    has(w, '#') | has(w, '~') | has(w, '$') |
		    has(w, '\\') | has(w, '{');
		/* A byte beyond ASCII is none, and has that bit by itself. */
		if (hit & ~w & high)
			break;
	}
	while (at < m->text.len && s[at] != '`' && s[at] != '[' &&
	    s[at] != ']' && s[at] != '<' && s[at] != '#' && s[at] != '~' &&
	    s[at] != '$' && s[at] != '\\' && s[at] != '{')
		at++;
	return at;
}

static bool
find(struct cx_md *m, struct cx_md_item *it)
{
	bool found = false;

	while (!found && (m->pos = skip_prose(m, m->pos)) < m->text.len) {
		*it = (struct cx_md_item){0};
		switch (m->text.s[m->pos]) {
		case '`':
			found = at_tick(m, it);
			break;
		case '[':
			found = at_bracket(m, it);
			break;
		case ']':
			found = at_close(m, it);
			break;
		case '<':
			found = at_less(m, it);
			break;
		case '#':
			found = at_hash(m, it);
			break;
		case '{':
			found = at_brace(m, it);
			break;
		case '$':
		case '\\':
			found = at_math(m, it);
			break;
		default:
			found = at_tilde(m, it);
			break;
		}
	}
	return found;
}

void
cx_md_init(struct cx_md *m, struct cx_str text, unsigned want)
{
	/* Not ticks: most texts never need it. */
	memset(m, 0, offsetof(struct cx_md, nest));
	m->text = text;
	m->want = want;
	cx_md_at_line(m, 0);
}

bool
cx_md_next(struct cx_md *m, struct cx_md_item *it)
{
	size_t from;

	if (m->holding) {
		m->holding = false;
		*it = m->held;
		return true;
	}
	for (;;) {
		bool found = find(m, &m->held);

		from = m->given;
		m->given = found ? m->held.end : m->text.len;
		m->holding = found && (m->want & m->held.kind);
		if (!found)
			m->held.start = m->text.len;
		if ((m->want & CX_MD_TEXT) && from < m->held.start) {
			*it = (struct cx_md_item){.kind = CX_MD_TEXT,
			    .start = from, .end = m->held.start};
			return true;
		}
		if (m->holding) {
			m->holding = false;
			*it = m->held;
			return true;
		}
		if (!found)
			return false;
	}
}

/* Most texts have no definition: few brackets are looked at to know. */
static bool
may_define(struct cx_str text)
{
	const char *p = text.s, *end = text.s + text.len;

	while (p < end && (p = memchr(p, ']', (size_t)(end - p)))) {
		p++;
		if (p < end && *p == ':')
			return true;
	}
	return false;
}

void
cx_md_defs_find(struct cx_md_defs *d, struct cx_str text)
{
	struct cx_md m;
	struct cx_md_item it;

	d->n = 0;
	cx_map_clear(&d->labels);
	cx_arena_reset(&d->arena);
	if (!may_define(text))
		return;
	cx_md_init(&m, text, CX_MD_DEF);
	while (cx_md_next(&m, &it)) {
		cx_md_label(&d->key, cx_strn(text.s + it.label,
		    it.label_end - it.label));
		if (cx_map_intern(&d->labels, &d->arena,
		    cx_buf_view(&d->key)) < d->n)
			continue; /* the first one counts */
		CX_GROW(d->v, d->n, d->cap);
		d->v[d->n++] = (struct cx_md_def){it.target, it.after};
	}
}

void
cx_md_defs_release(struct cx_md_defs *d)
{
	cx_map_release(&d->labels);
	cx_arena_release(&d->arena);
	cx_buf_release(&d->key);
	free(d->v);
}
