#include "lib/text/pattern.h"

#include "lib/base/mem.h"
#include "lib/base/utf8.h"

#include <stdlib.h>
#include <utf8proc.h>

#define WORDS (CX_PATTERN_MAX / 64)
#define DEPTH_MAX 100
#define STEPS_MAX 20000 /* of reading a pattern with {} in {} */
#define COUNT_MAX 1000
#define SETS_MAX 4096	/* ranges of all classes */

/* What a position is passed by. */
enum kind {
	CHARACTER, /* one of a class */
	LINE_START,
	LINE_END,
	EDGE, /* \b */
	NO_EDGE,
	WORD_START,
	WORD_END
};

/* Code points, first to last; or those of a class. */
enum class { RANGE, DIGIT, WORD, SPACE, ALPHA, ALNUM, UPPER, LOWER, PUNCT };
struct range {
	uint32_t first, last;
	enum class class;
	bool not;
};

struct position {
	enum kind kind;
	bool not;
	uint32_t from, n; /* of the ranges */
};

struct set {
	uint64_t bits[WORDS];
};

struct cx_pattern {
	struct position position[CX_PATTERN_MAX];
	size_t n;
	size_t words; /* of sets, that count */
	struct range *range;
	size_t n_ranges, ranges_cap;
	bool with_case, nullable;
	bool between; /* some positions are passed between characters */
	struct set first, last;
	struct set follow[CX_PATTERN_MAX];
	struct set ascii[128]; /* positions that a character passes */
	struct set kind[WORD_END + 1];
	struct {
		uint32_t cp; /* 0: none */
		struct set set;
	} known[64]; /* the same of some beyond ASCII */
	/* While it is read. */
	struct cx_str text;
	size_t at, steps, depth;
	const char *why;
};

/* A part of the pattern: where it begins and ends, and if it may be nothing. */
struct part {
	struct set first, last;
	bool nullable;
};

static void
join(struct set *to, const struct set *from)
{
	for (size_t i = 0; i < WORDS; i++)
		to->bits[i] |= from->bits[i];
}

static bool
overlap(const struct set *a, const struct set *b, size_t words)
{
	for (size_t i = 0; i < words; i++) {
		if (a->bits[i] & b->bits[i])
			return true;
	}
	return false;
}

/* --- reading --- */

static bool
fail(struct cx_pattern *p, const char *why)
{
	if (!p->why)
		p->why = why;
	return false;
}

static bool
more(const struct cx_pattern *p)
{
	return !p->why && p->at < p->text.len;
}

static bool
eat(struct cx_pattern *p, const char *s)
{
	size_t n = strlen(s);

	if (!cx_str_starts(cx_str_from(p->text, p->at), cx_str(s)))
		return false;
	p->at += n;
	return true;
}

static uint32_t
next_char(struct cx_pattern *p)
{
	uint32_t cp;

	p->at += cx_utf8_decode(p->text.s + p->at, p->text.len - p->at, &cp,
	    NULL);
	return cp;
}

static void
add_range(struct cx_pattern *p, struct range r)
{
	if (p->n_ranges == SETS_MAX)
		(void)fail(p, "it is too long");
	else
		*CX_NEXT(p->range, p->n_ranges, p->ranges_cap) = r;
}

/* What passes the next position, of which the ranges come before this. */
static struct part
position(struct cx_pattern *p, enum kind kind, bool not, size_t from)
{
	struct part part = {.nullable = false};

	if (p->n == CX_PATTERN_MAX) {
		(void)fail(p, "it is too long");
		return part;
	}
	p->position[p->n] = (struct position){kind, not, (uint32_t)from,
	    (uint32_t)(p->n_ranges - from)};
	part.first.bits[p->n / 64] |= UINT64_C(1) << p->n % 64;
	part.last = part.first;
	p->n++;
	return part;
}

/* The class that a letter after a backslash is; RANGE for none. */
static enum class
class_of(uint32_t letter, bool *not)
{
	*not = letter < 'a';
	switch (letter | 0x20) {
	case 'd':
		return DIGIT;
	case 'w':
		return WORD;
	case 's':
		return SPACE;
	default:
		return RANGE;
	}
}

static uint32_t
escaped(uint32_t letter)
{
	return letter == 't' ? '\t' : letter == 'n' ? '\n' :
	    letter == 'r' ? '\r' : letter;
}

/* [:digit:] */
static bool
read_named(struct cx_pattern *p)
{
	static const struct {
		const char *name;
		enum class class;
	} names[] = {{"[:digit:]", DIGIT}, {"[:alpha:]", ALPHA},
	    {"[:alnum:]", ALNUM}, {"[:space:]", SPACE}, {"[:upper:]", UPPER},
	    {"[:lower:]", LOWER}, {"[:punct:]", PUNCT}, {"[:word:]", WORD}};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		if (eat(p, names[i].name)) {
			add_range(p, (struct range){.class = names[i].class});
			return true;
		}
	}
	return false;
}

/* One of what stands in [], a range if it is one. */
static void
read_member(struct cx_pattern *p)
{
	enum class class = RANGE;
	bool not = false;
	uint32_t first = next_char(p), last;

	if (first == '\\' && more(p)) {
		first = next_char(p);
		class = class_of(first, &not);
		first = escaped(first);
	}
	last = first;
	if (class == RANGE && p->at + 1 < p->text.len &&
	    p->text.s[p->at] == '-' && p->text.s[p->at + 1] != ']') {
		p->at++;
		last = next_char(p);
		if (last == '\\' && more(p))
			last = escaped(next_char(p));
		if (last < first)
			(void)fail(p, "a range in [] ends before it begins");
	}
	add_range(p, (struct range){first, last, class, not});
}

static struct part
read_class(struct cx_pattern *p)
{
	size_t from = p->n_ranges;
	bool not = eat(p, "^");

	do {
		if (!more(p)) {
			(void)fail(p, "a [ has no ]");
			break;
		}
		if (!read_named(p))
			read_member(p);
	} while (!eat(p, "]"));
	return position(p, CHARACTER, not, from);
}

static struct part
read_escape(struct cx_pattern *p)
{
	static const char zero[] = "bB<>";
	static const enum kind kinds[] = {EDGE, NO_EDGE, WORD_START, WORD_END};
	size_t from = p->n_ranges;
	uint32_t c = more(p) ? next_char(p) : 0;
	struct range r = {.class = RANGE};
	const char *found = c && c < 128 ? strchr(zero, (int)c) : NULL;

	if (found)
		return position(p, kinds[found - zero], false, from);
	if (c == 0)
		(void)fail(p, "it ends with a \\");
	if (c >= '1' && c <= '9')
		(void)fail(p, "back references are not supported");
	if (c == 'p' || c == 'P' || c == 'k' || c == 'x' || c == 'u')
		(void)fail(p, "\\p, \\k, \\x and \\u are not supported");
	r.class = class_of(c, &r.not);
	if (r.class == RANGE)
		r = (struct range){.first = escaped(c), .last = escaped(c)};
	add_range(p, r);
	return position(p, CHARACTER, false, from);
}

static struct part read_either(struct cx_pattern *p);

static struct part
read_group(struct cx_pattern *p)
{
	struct part part = {.nullable = true};

	p->depth++;
	if (eat(p, "?") && !eat(p, ":"))
		(void)fail(p, "of (? only (?: is supported");
	else if (p->depth > DEPTH_MAX)
		(void)fail(p, "there are too many groups in groups");
	else
		part = read_either(p);
	p->depth--;
	if (!p->why && !eat(p, ")"))
		(void)fail(p, "a ( has no )");
	return part;
}

static struct part
read_atom(struct cx_pattern *p)
{
	size_t from = p->n_ranges;
	uint32_t c;

	if (++p->steps > STEPS_MAX)
		(void)fail(p, "it is too long");
	if (eat(p, "("))
		return read_group(p);
	if (eat(p, "["))
		return read_class(p);
	if (eat(p, "\\"))
		return read_escape(p);
	if (eat(p, "."))
		return position(p, CHARACTER, true, from);
	if (eat(p, "^"))
		return position(p, LINE_START, false, from);
	if (eat(p, "$"))
		return position(p, LINE_END, false, from);
	c = next_char(p);
	if (c == '*' || c == '+' || c == '?')
		(void)fail(p, "nothing stands before a *, + or ?");
	add_range(p, (struct range){.first = c, .last = c});
	return position(p, CHARACTER, false, from);
}

/* b after a. */
static void
chain(struct cx_pattern *p, struct part *a, const struct part *b)
{
	for (size_t i = 0; i < p->n; i++) {
		if (a->last.bits[i / 64] >> i % 64 & 1)
			join(&p->follow[i], &b->first);
	}
	if (a->nullable)
		join(&a->first, &b->first);
	if (b->nullable)
		join(&a->last, &b->last);
	else
		a->last = b->last;
	a->nullable = a->nullable && b->nullable;
}

/* {2}, {2,} or {2,5} at hand; *most SIZE_MAX: no end. */
static bool
read_count(struct cx_pattern *p, size_t *least, size_t *most)
{
	size_t start = p->at;
	uint64_t n = 0;
	struct cx_str rest;

	if (eat(p, "*") || eat(p, "+") || eat(p, "?")) {
		*least = p->text.s[start] == '+';
		*most = p->text.s[start] == '?' ? 1 : SIZE_MAX;
		(void)eat(p, "?");
		return true;
	}
	if (!eat(p, "{"))
		return false;
	rest = cx_str_from(p->text, p->at);
	if (!cx_str_number(&rest, COUNT_MAX, &n)) {
		p->at = start;
		return rest.len && cx_is_decimal(rest.s[0]) ?
		    fail(p, "a count in {} is too large") : false;
	}
	*least = *most = (size_t)n;
	if (cx_str_starts(rest, CX_STR(","))) {
		rest = cx_str_from(rest, 1);
		*most = SIZE_MAX;
		if (cx_str_number(&rest, COUNT_MAX, &n))
			*most = (size_t)n;
	}
	p->at = p->text.len - rest.len;
	if (!eat(p, "}"))
		return fail(p, "a { has no }");
	if (*most < *least)
		return fail(p, "a count in {} ends before it begins");
	(void)eat(p, "?");
	return true;
}

/* An atom as often as is said after it: of each time it has positions. */
static struct part
read_repeated(struct cx_pattern *p)
{
	size_t start = p->at, end, least = 1, most = 1;
	size_t n = p->n, ranges = p->n_ranges;
	struct part all = {.nullable = true}, one = read_atom(p);

	if (!more(p) || !read_count(p, &least, &most))
		return one;
	end = p->at;
	if (least == 1 && most == 1)
		return one;
	/* Anew, as often as it has to be there. */
	memset(p->follow + n, 0, (p->n - n) * sizeof *p->follow);
	p->n = n;
	p->n_ranges = ranges;
	for (size_t i = 0; !p->why && i < (most == SIZE_MAX ?
		(least ? least : 1) : most); i++) {
		p->at = start;
		one = read_atom(p);
		if (most == SIZE_MAX && i + 1 >= least) {
			struct part again = one;

			chain(p, &again, &one);
			one.nullable = one.nullable || !least;
		} else {
			one.nullable = one.nullable || i >= least;
		}
		chain(p, &all, &one);
	}
	p->at = end;
	return all;
}

static struct part
read_chain(struct cx_pattern *p)
{
	struct part all = {.nullable = true};

	while (more(p) && p->text.s[p->at] != '|' && p->text.s[p->at] != ')') {
		struct part one = read_repeated(p);

		chain(p, &all, &one);
	}
	return all;
}

static struct part
read_either(struct cx_pattern *p)
{
	struct part all = read_chain(p);

	while (!p->why && eat(p, "|")) {
		struct part one = read_chain(p);

		join(&all.first, &one.first);
		join(&all.last, &one.last);
		all.nullable = all.nullable || one.nullable;
	}
	return all;
}

/* --- matching --- */

static bool
is_word(uint32_t cp)
{
	return cp == '_' || cx_is_wordchar(cp);
}

static bool
in_class(enum class class, uint32_t cp)
{
	utf8proc_category_t c = utf8proc_category((utf8proc_int32_t)cp);

	switch (class) {
	case DIGIT:
		return cp >= '0' && cp <= '9';
	case WORD:
		return is_word(cp);
	case SPACE:
		return cx_is_space(cp) || (cp >= '\t' && cp <= '\r');
	case ALPHA:
		return cx_is_letter(cp);
	case ALNUM:
		return cx_is_letter(cp) || cx_is_digit(cp);
	case UPPER:
		return c == UTF8PROC_CATEGORY_LU;
	case LOWER:
		return c == UTF8PROC_CATEGORY_LL;
	case PUNCT:
		return cp < 128 ? cp > ' ' && cp < 127 && !cx_is_alnum((char)cp)
		    : c >= UTF8PROC_CATEGORY_PC && c <= UTF8PROC_CATEGORY_PO;
	case RANGE:
		break;
	}
	return false;
}

static bool
is_one_of(const struct cx_pattern *p, const struct position *at, uint32_t cp)
{
	for (size_t i = at->from; i < at->from + at->n; i++) {
		const struct range *r = &p->range[i];

		if (r->class == RANGE ? cp >= r->first && cp <= r->last :
		    in_class(r->class, cp) != r->not)
			return true;
	}
	return false;
}

/* The positions that a character passes. */
static struct set
passed_by(const struct cx_pattern *p, uint32_t cp)
{
	struct set all = {{0}};
	uint32_t low = cp, up = cp;

	if (!p->with_case) {
		low = (uint32_t)utf8proc_tolower((utf8proc_int32_t)cp);
		up = (uint32_t)utf8proc_toupper((utf8proc_int32_t)cp);
	}
	for (size_t i = 0; i < p->n; i++) {
		const struct position *at = &p->position[i];
		bool is;

		if (at->kind != CHARACTER)
			continue;
		is = is_one_of(p, at, cp) || (low != cp &&
			is_one_of(p, at, low)) || (up != cp &&
			is_one_of(p, at, up));
		if (is != at->not)
			all.bits[i / 64] |= UINT64_C(1) << i % 64;
	}
	return all;
}

static const struct set *
beyond_ascii(struct cx_pattern *p, uint32_t cp)
{
	size_t i = cp % (sizeof p->known / sizeof *p->known);

	if (p->known[i].cp != cp) {
		p->known[i].cp = cp;
		p->known[i].set = passed_by(p, cp);
	}
	return &p->known[i].set;
}

struct cx_pattern *
cx_pattern_new(struct cx_str text, bool with_case, const char **why)
{
	struct cx_pattern *p = cx_calloc(1, sizeof *p);
	struct part all;

	p->text = text;
	p->with_case = with_case;
	all = read_either(p);
	if (!p->why && p->at < text.len)
		(void)fail(p, "a ) has no (");
	*why = p->why;
	if (p->why) {
		cx_pattern_free(p);
		return NULL;
	}
	p->nullable = all.nullable;
	p->first = all.first;
	p->last = all.last;
	p->words = p->n / 64 + 1 < WORDS ? p->n / 64 + 1 : WORDS;
	for (size_t i = 0; i < p->n; i++)
		p->kind[p->position[i].kind].bits[i / 64] |=
		    UINT64_C(1) << i % 64;
	for (uint32_t c = 0; c < 128; c++)
		p->ascii[c] = passed_by(p, c);
	for (int k = LINE_START; k <= WORD_END; k++)
		p->between = p->between || overlap(&p->kind[k], &p->kind[k],
		    p->words);
	return p;
}

void
cx_pattern_free(struct cx_pattern *p)
{
	if (!p)
		return;
	free(p->range);
	free(p);
}

/* What may come after some positions; all that may come first, too. */
static struct set
after(const struct cx_pattern *p, const struct set *at)
{
	struct set next = p->first;

	for (size_t w = 0; w < p->words; w++) {
		for (uint64_t left = at->bits[w]; left; left &= left - 1) {
			const struct set *f = &p->follow[w * 64 +
			    (size_t)__builtin_ctzll(left)];

			for (size_t i = 0; i < p->words; i++)
				next.bits[i] |= f->bits[i];
		}
	}
	return next;
}

/* Passes what stands between two characters; -1: none. */
static void
pass_between(const struct cx_pattern *p, struct set *at, int64_t before,
    int64_t next)
{
	bool was = before >= 0 && is_word((uint32_t)before);
	bool will = next >= 0 && is_word((uint32_t)next);
	bool holds[WORD_END + 1] = {[LINE_START] = before < 0,
	    [LINE_END] = next < 0, [EDGE] = was != will,
	    [NO_EDGE] = was == will, [WORD_START] = !was && will,
	    [WORD_END] = was && !will};
	bool changed;

	do {
		struct set more_at = after(p, at);

		changed = false;
		for (size_t w = 0; w < p->words; w++) {
			uint64_t bits = 0;

			for (int k = LINE_START; k <= WORD_END; k++)
				bits |= holds[k] ? p->kind[k].bits[w] : 0;
			bits &= more_at.bits[w] & ~at->bits[w];
			at->bits[w] |= bits;
			changed = changed || bits;
		}
	} while (changed);
}

bool
cx_pattern_in(struct cx_pattern *p, struct cx_str line)
{
	struct set at = {{0}};
	int64_t before = -1;
	size_t n;

	if (p->nullable)
		return true;
	for (size_t i = 0;; i += n) {
		const struct set *by;
		uint32_t cp = 0;
		struct set next;

		n = i < line.len ? cx_utf8_decode(line.s + i, line.len - i,
		    &cp, NULL) : 0;
		if (p->between)
			pass_between(p, &at, before, n ? (int64_t)cp : -1);
		if (overlap(&at, &p->last, p->words))
			return true;
		if (!n)
			return false;
		next = after(p, &at);
		by = cp < 128 ? &p->ascii[cp] : beyond_ascii(p, cp);
		for (size_t w = 0; w < p->words; w++)
			at.bits[w] = next.bits[w] & by->bits[w];
		before = cp;
	}
}
