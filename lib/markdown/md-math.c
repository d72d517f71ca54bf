/*
 * md-math.c: finds mathematics, which renderers remove before they parse
 * Markdown (Pandoc's tex_math_dollars and tex_math_single_backslash, MathJax,
 * Obsidian, GitHub).
 */
#include "lib/markdown/md-math.h"

#include "lib/base/ascii.h"
#include "lib/base/utf8.h"
#include "lib/markdown/md-block.h"

/* So much of a formula is looked at for words. */
#define LOOK_MAX 256

static bool
escaped(const struct cx_md *m, size_t at)
{
	size_t p = at;

	while (p > 0 && m->text.s[p - 1] == '\\')
		p--;
	return (at - p) % 2 == 1;
}

/* Whether the mark at q, of `kind`, can end something. */
static bool
closes(const struct cx_md *m, enum cx_md_math kind, size_t q, size_t end)
{
	const char *s = m->text.s;

	switch (kind) {
	case CX_MD_DOLLAR:
		/* $ 5 and 6 $ are prices, as is $5 before 6. */
		return q > 0 && !cx_is_blank(s[q - 1]) && s[q - 1] != '$' &&
		    !escaped(m, q) && (q + 1 >= m->text.len ||
			(s[q + 1] != '$' && !cx_is_alnum(s[q + 1])));
	case CX_MD_DOLLARS:
		return q + 1 < end && s[q + 1] == '$' && !escaped(m, q);
	case CX_MD_PAREN:
	case CX_MD_SQUARE:
	default:
		return q + 1 < end && !escaped(m, q) &&
		    s[q + 1] == (kind == CX_MD_PAREN ? ')' : ']');
	}
}

/*
 * The mark that ends what begins before p; 0 if there is none before end.  It
 * depends on nothing but itself, so that the next one is looked for once.
 */
static size_t
next_close(struct cx_md *m, enum cx_md_math kind, size_t p, size_t end)
{
	struct cx_md_next *n = &m->math[kind];
	const char *s = m->text.s, mark = kind <= CX_MD_DOLLARS ? '$' : '\\';
	const char *q = NULL;

	if (p < n->from || p > n->at)
		n->from = n->at = p;
	else if (n->found || end <= n->at)
		return n->found && n->at < end ? n->at : 0;
	for (p = n->at; p < end && (q = memchr(s + p, mark, end - p)); p++) {
		p = (size_t)(q - s);
		/* Of a run of backslashes only the last one may be a mark. */
		if (mark == '\\')
			p += cx_md_run(m, p) - 1;
		if (closes(m, kind, p, end))
			break;
	}
	n->found = p < end && q;
	n->at = n->found ? p : end;
	return n->found ? p : 0;
}

/* Whether what begins with a digit is an amount of money and goes on as text:
 * "5 and", "20k, see", "9.99)"; and not "5 + x", "2x", "10^3". */
static bool
is_price(struct cx_str s)
{
	size_t n = cx_str_digits(s);

	if (n == 0)
		return false;
	while (n < s.len && (cx_is_digit((unsigned char)s.s[n]) ||
	    ((s.s[n] == '.' || s.s[n] == ',') && n + 1 < s.len &&
		cx_is_digit((unsigned char)s.s[n + 1]))))
		n++;
	/* 5k, 20M, 3bn, 10+ */
	for (size_t i = 0; i < 2 && n < s.len &&
	    (strchr("kKmMbBnN+%", s.s[n]) && s.s[n]); i++)
		n++;
	s = cx_str_from(s, n);
	if (s.len == 0)
		return false;
	if (s.s[0] == '\'' && s.len == 1)
		return false; /* 1', the one of another ring */
	if (!cx_is_blank(s.s[0]))
		return strchr("]).,;:!?\"'*", s.s[0]) != NULL;
	s = cx_str_trim(s);
	return s.len > 0 && !strchr("+-*/=<>\\^_&|({", s.s[0]) &&
	    !(cx_is_alpha(s.s[0]) && (s.len == 1 || !cx_is_alnum(s.s[1])));
}

/* How many words of three letters and more stand there outside of brackets: in
 * a formula they are commands (\sin) or in braces (\text{if}). */
static size_t
words(struct cx_str s)
{
	size_t depth = 0, n = 0, run = 0;
	bool command = false;

	if (s.len > LOOK_MAX)
		s.len = LOOK_MAX;
	for (size_t i = 0; i <= s.len; i++) {
		char c = i < s.len ? s.s[i] : ' ';

		if (cx_is_alpha(c)) {
			run++;
			continue;
		}
		n += run >= 3 && !command && depth == 0;
		run = 0;
		command = c == '\\';
		if (c == '{' || c == '[' || c == '(')
			depth++;
		else if ((c == '}' || c == ']' || c == ')') && depth > 0)
			depth--;
	}
	return n;
}

/* Whether a link of Markdown in it has a destination as formulas have none:
 * \[[1](#notes)\] is a footnote in brackets that somebody had to escape. */
static bool
has_destination(struct cx_str s)
{
	if (s.len > LOOK_MAX)
		s.len = LOOK_MAX;
	for (size_t i = 0; i + 2 < s.len; i++) {
		if (s.s[i] != ']' || s.s[i + 1] != '(')
			continue;
		for (i += 2; i < s.len && s.s[i] != ')'; i++)
			if (strchr("#/:", s.s[i]) || (s.s[i] == '.' &&
			    i + 1 < s.len && cx_is_alpha(s.s[i + 1])))
				return true;
	}
	return false;
}

/* Whether a $ is in it, for a formula ends at the next one: the link in
 * "$i$th [[a]] $q$" is not part of any. */
static bool
has_dollar(struct cx_str s)
{
	for (size_t i = 0; i < s.len; i++) {
		if (s.s[i] == '$')
			return true;
		i += s.s[i] == '\\';
	}
	return false;
}

static bool
is_formula(enum cx_md_math kind, struct cx_str s)
{
	switch (kind) {
	case CX_MD_DOLLARS:
		return true;
	case CX_MD_DOLLAR:
		return !has_dollar(s) && !is_price(s) && words(s) < 3;
	case CX_MD_PAREN:
	case CX_MD_SQUARE:
	default:
		return words(s) == 0 && !has_destination(s);
	}
}

/* Where a formula ends at the latest that begins at `at`. */
static size_t
limit(struct cx_md *m, size_t at, bool block)
{
	size_t end;

	if (!block)
		return cx_md_para_end(m, at);
	/* A mark alone on its line begins a block, blank lines and all. */
	end = cx_md_line_end(m, at + 2);
	if (!cx_str_trim(cx_strn(m->text.s + at + 2, end > at + 2 ?
	    end - at - 2 : 0)).len)
		return m->text.len;
	if (at >= m->blank)
		m->blank = cx_md_blank_line(m, at);
	return m->blank;
}

bool
cx_md_math(struct cx_md *m, size_t at, struct cx_md_item *it)
{
	const char *s = m->text.s;
	enum cx_md_math kind;
	bool block;
	size_t from, q, end;
	struct cx_str text;

	if (s[at] == '$')
		kind = at + 1 < m->text.len && s[at + 1] == '$' ? CX_MD_DOLLARS
								: CX_MD_DOLLAR;
	else if (at + 1 < m->text.len && s[at + 1] == '(')
		kind = CX_MD_PAREN;
	else if (at + 1 < m->text.len && s[at + 1] == '[')
		kind = CX_MD_SQUARE;
	else
		return false;
	from = at + (kind == CX_MD_DOLLAR ? 1 : 2);
	if (escaped(m, at) || from >= m->text.len)
		return false;
	if (kind == CX_MD_DOLLAR && (cx_is_blank(s[from]) ||
	    (at > 0 && cx_is_alnum(s[at - 1]))))
		return false;
	block = (kind == CX_MD_DOLLARS || kind == CX_MD_SQUARE) &&
	    cx_md_own_text(m, at) == at;
	end = limit(m, at, block);
	q = next_close(m, kind, from, end);
	if (q <= from)
		return false;
	text = cx_strn(s + from, q - from);
	/* A cell of a table ends at `|`. */
	if (s[cx_md_own_text(m, at)] == '|' && memchr(text.s, '|', text.len))
		return false;
	if (!is_formula(kind, text))
		return false;
	*it = (struct cx_md_item){.kind = CX_MD_MATH, .block = block,
	    .closed = true, .start = at, .target = from, .after = q,
	    .end = q + (from - at)};
	return true;
}
