/* Normalises a text before the search: removes what readers do not see and what
 * programs ignore. */
#include "lib/base/ascii.h"
#include "lib/base/utf8.h"
#include "lib/secret/secrets-impl.h"

/* What stands in the text: so many bytes, in place of which `put` is read, or
 * nothing when that is 0. */
struct span {
	size_t len;
	char put;
};

/* Default_Ignorable_Code_Point (DerivedCoreProperties.txt). */
static bool
invisible(uint32_t cp)
{
	static const uint32_t ranges[][2] = {{0xAD, 0xAD}, {0x34F, 0x34F},
	    {0x61C, 0x61C}, {0x115F, 0x1160}, {0x17B4, 0x17B5},
	    {0x180B, 0x180F}, {0x200B, 0x200F}, {0x202A, 0x202E},
	    {0x2060, 0x206F}, {0x3164, 0x3164}, {0xFE00, 0xFE0F},
	    {0xFEFF, 0xFEFF}, {0xFFA0, 0xFFA0}, {0xFFF0, 0xFFF8},
	    {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF}};

	for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
		if (cp >= ranges[i][0] && cp <= ranges[i][1])
			return true;
	return false;
}

/* The ASCII character that NFKC has for a wide form, a mathematical letter or
 * digit, or a blank of another width; 0: none. */
static char
narrow(uint32_t cp)
{
	static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	    "abcdefghijklmnopqrstuvwxyz";

	if (cp >= 0xFF01 && cp <= 0xFF5E)
		return (char)(cp - 0xFF01 + '!');
	if (cp == 0xA0 || (cp >= 0x2000 && cp <= 0x200A) || cp == 0x202F ||
	    cp == 0x205F || cp == 0x3000)
		return ' ';
	if (cp >= 0x1D400 && cp <= 0x1D6A3)
		return letters[(cp - 0x1D400) % 52];
	if (cp >= 0x1D7CE && cp <= 0x1D7FF)
		return (char)('0' + (cp - 0x1D7CE) % 10);
	return '\0';
}

static bool
wide_span(struct cx_str text, size_t at, struct span *to)
{
	uint32_t cp;

	to->len = cx_utf8_decode(text.s + at, text.len - at, &cp, NULL);
	to->put = narrow(cp);
	return to->put || invisible(cp);
}

/* A line that goes on with the next one, as a shell and C have it. */
static bool
continued(struct cx_str text, size_t at, struct span *to)
{
	size_t i = at + 1, from;

	if (i < text.len && text.s[i] == '\r')
		i++;
	if (i >= text.len || text.s[i] != '\n')
		return false;
	from = ++i;
	while (i < text.len && (text.s[i] == ' ' || text.s[i] == '\t'))
		i++;
	to->len = i - at;
	to->put = i > from || at == 0 || cx_is_blank(text.s[at - 1]) ?
	    ' ' : '\0';
	return true;
}

/* "abc" + "def", also over lines: what is between is not read. */
static bool
joined(struct cx_str text, size_t plus, size_t least, size_t *from,
    struct span *to)
{
	const unsigned in = CX_WORD | CX_DASH | CX_BASE64 | CX_EQUALS | CX_DOT;
	size_t at = plus, i = plus + 1;

	while (at > least && cx_is_blank(text.s[at - 1]) && plus - at < 64)
		at--;
	while (i < text.len && cx_is_blank(text.s[i]) && i - plus < 64)
		i++;
	if (at < least + 2 || i + 1 >= text.len ||
	    !cx_secret_one_of(text.s[i], "\"'") || text.s[at - 1] != text.s[i]
	    || !(cx_secret_class(text.s[at - 2]) & in) ||
	    !(cx_secret_class(text.s[i + 1]) & in))
		return false;
	*from = at - 1;
	*to = (struct span){i + 1 - *from, '\0'};
	return true;
}

/* The next byte of a character that may have to be folded. */
static size_t
next_wide(struct cx_str text, size_t at)
{
	/* First bytes of such; what also depends on the second has 2. */
	static const unsigned char begins[256] = {[0xC2] = 1, [0xCD] = 1,
	    [0xD8] = 1, [0xE1] = 1, [0xE2] = 2, [0xE3] = 2, [0xEF] = 1,
	    [0xF0] = 1, [0xF3] = 1};
	const unsigned char *p = (const unsigned char *)text.s;

	while (at < text.len) {
		uint64_t v[4];

		while (text.len - at >= sizeof v) {
			memcpy(v, p + at, sizeof v);
			if ((v[0] | v[1] | v[2] | v[3]) &
			    UINT64_C(0x8080808080808080))
				break;
			at += sizeof v;
		}
		while (at < text.len && p[at] < 0x80)
			at++;
		/* It, and what of the kind follows. */
		for (; at < text.len && p[at] >= 0x80; at++) {
			if (!begins[p[at]])
				continue;
			if (begins[p[at]] == 1)
				return at;
			if (p[at] == 0xE2 ? at + 1 < text.len &&
			    p[at + 1] <= 0x81 : at + 2 < text.len &&
			    (p[at + 1] == 0x85 || (p[at + 1] == 0x80 &&
			    p[at + 2] == 0x80)))
				return at;
		}
	}
	return text.len;
}

static size_t
next_char(struct cx_str text, size_t at, char c)
{
	const char *p = at < text.len ?
	    memchr(text.s + at, c, text.len - at) : NULL;

	return p ? (size_t)(p - text.s) : text.len;
}

static void
add_jump(struct cx_secret_fold *f, size_t from)
{
	*CX_NEXT(f->jump, f->n, f->cap) =
	    (struct cx_secret_jump){f->text.len, from};
}

/* Reads `put` in place of [at, at + len). */
static void
replace(struct cx_secret_fold *f, struct cx_str text, size_t *done, size_t at,
    struct span to)
{
	if (!f->n)
		add_jump(f, 0);
	cx_buf_add(&f->text, text.s + *done, at - *done);
	if (to.put) {
		add_jump(f, at);
		cx_buf_char(&f->text, to.put);
	}
	*done = at + to.len;
	add_jump(f, *done);
}

bool
cx_secret_fold(struct cx_secret_fold *f, struct cx_str text)
{
	size_t wide = next_wide(text, 0), slash = next_char(text, 0, '\\'),
	    plus = next_char(text, 0, '+'), done = 0;

	while (wide < text.len || slash < text.len || plus < text.len) {
		struct span to;
		size_t at;

		if (wide < slash && wide < plus) {
			at = wide;
			if (at >= done && wide_span(text, at, &to))
				replace(f, text, &done, at, to);
			wide = next_wide(text, at + 1 > done ? at + 1 : done);
		} else if (slash < plus) {
			at = slash;
			if (at >= done && continued(text, at, &to))
				replace(f, text, &done, at, to);
			slash = next_char(text, at + 1 > done ? at + 1 : done,
			    '\\');
		} else {
			if (joined(text, plus, done, &at, &to))
				replace(f, text, &done, at, to);
			plus = next_char(text, plus + 1 > done ? plus + 1 :
			    done, '+');
		}
	}
	if (f->n)
		cx_buf_str(&f->text, cx_str_from(text, done));
	return f->n > 0;
}

/* Where byte `at` of the folded text comes from. */
static size_t
origin(const struct cx_secret_fold *f, size_t at)
{
	size_t low = 0, high = f->n;

	/* The last jump that is not after it. */
	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;

		if (f->jump[middle].at <= at)
			low = middle;
		else
			high = middle;
	}
	return f->jump[low].from + (at - f->jump[low].at);
}

void
cx_secret_unfold(const struct cx_secret_fold *f, struct cx_str text,
    struct cx_secret *found)
{
	size_t from = origin(f, found->at),
	    end = origin(f, found->at + found->len - 1);
	/* An ASCII character may stand for a longer one. */
	bool wide = (unsigned char)text.s[end] >= 0x80 &&
	    (unsigned char)f->text.s[found->at + found->len - 1] < 0x80;
	uint32_t cp;

	end += wide ? cx_utf8_decode(text.s + end, text.len - end, &cp, NULL) :
	    1;
	found->at = from;
	found->len = end - from;
}
