#include "lib/markdown/section.h"

#include "lib/base/utf8.h"

#include <stdlib.h>

/* Headings that are named where one is not there. */
#define NAMED 20
#define INSIDE " > "

static size_t
line_start(struct cx_str body, size_t at)
{
	while (at && body.s[at - 1] != '\n')
		at--;
	return at;
}

static void
add(struct cx_sections *s, const struct cx_md_heading *h, struct cx_str body,
    size_t text)
{
	struct cx_section *x = CX_NEXT(s->v, s->n, s->cap);
	CX_AUTO_BUF words = CX_BUF_INIT;
	size_t in = s->n > 1 ? s->n - 2 : CX_SECTION_NONE;

	cx_md_heading_words(&words, h->text);
	*x = (struct cx_section){.heading = *h, .text = text,
	    .words = cx_arena_copy(&s->arena,
		cx_str_trim(cx_buf_view(&words))),
	    .start = line_start(body, (size_t)(h->text.s - body.s)),
	    .end = body.len};
	/* Those of its level or below end here. */
	for (; in != CX_SECTION_NONE && s->v[in].heading.level >= h->level;
	    in = s->v[in].in)
		s->v[in].end = x->start;
	x->in = in;
}

void
cx_sections_read(struct cx_sections *s, struct cx_str body)
{
	struct cx_md_headings h = {.rest = body};
	struct cx_md_heading one;

	s->n = 0;
	cx_arena_reset(&s->arena);
	while (cx_md_heading_next(&h, &one))
		if (!one.nested)
			add(s, &one, body, body.len - h.rest.len);
}

/* --- names --- */

enum how { EXACT, ANY_CASE };

static bool
same(struct cx_str a, struct cx_str b, enum how how)
{
	CX_AUTO_BUF x = CX_BUF_INIT, y = CX_BUF_INIT;

	if (how == EXACT)
		return cx_str_eq(a, b);
	cx_utf8_key(&x, a);
	cx_utf8_key(&y, b);
	return cx_str_eq(cx_buf_view(&x), cx_buf_view(&y));
}

/* A name without the # before it, which say the level. */
static struct cx_str
without_marks(struct cx_str name, unsigned *level)
{
	size_t n;

	name = cx_str_trim(name);
	n = cx_str_run(name, '#');
	*level = 0;
	if (n > 0 && n <= 6 && n < name.len && cx_is_blank(name.s[n])) {
		*level = (unsigned)n;
		name = cx_str_trim(cx_str_from(name, n));
	}
	return name;
}

static bool
is_called(const struct cx_sections *s, size_t i, struct cx_str name,
    enum how how)
{
	const struct cx_section *x = &s->v[i];
	struct cx_str inside = CX_STR(INSIDE), tail;
	unsigned level;
	size_t at;

	tail = without_marks(name, &level);
	if ((!level || level == x->heading.level) &&
	    (same(x->words, tail, how) || same(x->heading.text, tail, how)))
		return true;
	for (at = name.len; at-- > 1;) {
		if (!cx_str_starts(cx_str_from(name, at), inside))
			continue;
		tail = cx_str_trim(cx_str_from(name, at + inside.len));
		if (!same(x->words, tail, how))
			continue;
		for (size_t in = x->in; in != CX_SECTION_NONE;
		    in = s->v[in].in)
			if (is_called(s, in, cx_strn(name.s, at), how))
				return true;
	}
	return false;
}

static size_t
count(const struct cx_sections *s, struct cx_str name, enum how how,
    size_t *first)
{
	size_t n = 0;

	for (size_t i = 0; i < s->n; i++)
		if (is_called(s, i, name, how) && !n++)
			*first = i;
	return n;
}

size_t
cx_sections_find(const struct cx_sections *s, struct cx_str name,
    size_t *first)
{
	size_t n;

	*first = CX_SECTION_NONE;
	if (cx_str_trim(name).len == 0)
		return 0;
	n = count(s, name, EXACT, first);
	return n ? n : count(s, name, ANY_CASE, first);
}

size_t
cx_sections_next(const struct cx_sections *s, struct cx_str name, size_t at)
{
	size_t first;
	enum how how = count(s, name, EXACT, &first) ? EXACT : ANY_CASE;

	for (size_t i = at + 1; i < s->n; i++)
		if (is_called(s, i, name, how))
			return i;
	return CX_SECTION_NONE;
}

/* --- what is near --- */

static void
put_words(struct cx_buf *out, const struct cx_section *x)
{
	struct cx_str words = cx_utf8_prefix(x->words, 80);

	cx_buf_char(out, '\'');
	cx_buf_str(out, words);
	cx_buf_puts(out, words.len < x->words.len ? "…'" : "'");
}

static void
put_path(struct cx_buf *out, const struct cx_sections *s, size_t i)
{
	if (s->v[i].in != CX_SECTION_NONE) {
		put_path(out, s, s->v[i].in);
		cx_buf_puts(out, INSIDE);
	}
	cx_buf_str(out, cx_utf8_prefix(s->v[i].words, 80));
}

/* Whether a heading has a word of the name, both in the form of a key. */
static bool
shares_word(struct cx_str heading, struct cx_str name)
{
	struct cx_str word;

	while (cx_str_split(&name, ' ', &word))
		if (word.len > 2 && cx_str_has(heading, word))
			return true;
	return false;
}

/* Those with a word of the name first. */
static void
put_near(struct cx_buf *out, const struct cx_sections *s, struct cx_str name)
{
	CX_AUTO_BUF key = CX_BUF_INIT, heading = CX_BUF_INIT;
	size_t named = 0;

	cx_utf8_key(&key, name);
	for (int near = 1; near >= 0; near--) {
		for (size_t i = 0; i < s->n && named < NAMED; i++) {
			heading.len = 0;
			cx_utf8_key(&heading, s->v[i].words);
			if (shares_word(cx_buf_view(&heading),
			    cx_buf_view(&key)) != (near == 1))
				continue;
			cx_buf_puts(out, named++ ? ", " : "");
			put_words(out, &s->v[i]);
		}
	}
	if (s->n > named)
		cx_buf_fmt(out, " and %zu more", s->n - named);
}

void
cx_sections_why(const struct cx_sections *s, struct cx_str name,
    struct cx_buf *out)
{
	size_t first, n = cx_sections_find(s, name, &first), named = 0;

	name = cx_utf8_prefix(cx_str_trim(name), 200);
	if (n > 1) {
		cx_buf_fmt(out, "%zu headings are '%.*s': ", n,
		    (int)name.len, name.s);
		for (size_t i = first; i != CX_SECTION_NONE && named < NAMED;
		    i = cx_sections_next(s, name, i)) {
			cx_buf_puts(out, named++ ? ", " : "");
			cx_buf_char(out, '\'');
			put_path(out, s, i);
			cx_buf_char(out, '\'');
		}
		if (n > named)
			cx_buf_fmt(out, " and %zu more", n - named);
		return;
	}
	cx_buf_fmt(out, "no heading '%.*s'; ", (int)name.len, name.s);
	if (!s->n) {
		cx_buf_puts(out, "the text has no headings");
		return;
	}
	cx_buf_puts(out, "there are ");
	put_near(out, s, name);
}

void
cx_sections_release(struct cx_sections *s)
{
	free(s->v);
	cx_arena_release(&s->arena);
	*s = (struct cx_sections){0};
}
