#include "lib/text/sentences.h"

#include "lib/base/ascii.h"
#include "lib/base/utf8.h"

static bool
is_end(struct cx_str s, size_t i)
{
	return i >= s.len || s.s[i] == '\n';
}

/* Offset of the first byte of the line from i on that is not a blank. */
static size_t
behind_blanks(struct cx_str s, size_t i)
{
	while (!is_end(s, i) && cx_is_blank(s.s[i]))
		i++;
	return i;
}

/*
 * Whether the line at s stands for itself: a heading, a list item, a quote, a
 * row.  Looks at its first bytes only: this is asked for each sentence, and a
 * line may have a million of them.
 */
static bool
is_own(struct cx_str s)
{
	size_t i = behind_blanks(s, 0), digits;

	if (cx_str_starts(s, CX_STR("    ")) || is_end(s, i) ||
	    memchr("#|>`~", s.s[i], 5))
		return true;
	if (memchr("-*+", s.s[i], 3))
		return is_end(s, behind_blanks(s, i + 1)) ||
		    s.s[i + 1] == ' ' || s.s[i + 1] == '-';
	digits = cx_str_digits(cx_str_from(s, i));
	i += digits;
	return digits && i < s.len && (s.s[i] == '.' || s.s[i] == ')');
}

/* Bytes of the end of a sentence at s, 0: none is there. */
static size_t
stop(struct cx_str s)
{
	static const char *const wide[] = {"\xE3\x80\x82", "\xEF\xBC\x81",
	    "\xEF\xBC\x9F", "\xE0\xA5\xA4", NULL};
	size_t n = 0;

	for (size_t i = 0; wide[i]; i++) {
		if (cx_str_starts(s, cx_str(wide[i])))
			return 3;
	}
	if (s.s[0] == '.' || s.s[0] == '!' || s.s[0] == '?')
		n = 1;
	else if (cx_str_starts(s, CX_STR("\xD8\x9F"))) /* Arabic ? */
		n = 2;
	while (n && n < s.len && memchr("\"')]*_", s.s[n], 6))
		n++;
	return n && (n == s.len || cx_is_blank(s.s[n])) ? n : 0;
}

static size_t
blanks(struct cx_str s)
{
	size_t n = 0;

	while (n < s.len && cx_is_blank(s.s[n]))
		n++;
	return n;
}

/* Past bytes at which neither a sentence nor a line ends, sixteen at a time. */
static size_t
skip_inner(struct cx_str s, size_t i)
{
#ifdef __SSE2__
	for (; s.len - i >= 16; i += 16) {
		__m128i v = cx_sixteen(s.s + i);
		unsigned some = cx_sixteen_bits(v | cx_sixteen_are(v, '\n') |
		    cx_sixteen_are(v, '.') | cx_sixteen_are(v, '!') |
		    cx_sixteen_are(v, '?'));

		if (some)
			return i + (size_t)__builtin_ctz(some);
	}
#else
	(void)s;
#endif
	return i;
}

/* Bytes of the first sentence, with the blanks after it. */
static size_t
sentence(struct cx_str s, bool *fenced)
{
	bool own = *fenced || is_own(s);
	size_t i = 0;

	if (cx_str_starts(cx_str_from(s, behind_blanks(s, 0)), CX_STR("```")))
		*fenced = !*fenced;
	while ((i = skip_inner(s, i)) < s.len) {
		struct cx_str rest = cx_str_from(s, i);
		size_t n = own ? 0 : stop(rest);

		if (n)
			return i + n + blanks(cx_str_from(rest, n));
		if (rest.s[0] == '\n') {
			n = blanks(rest);
			rest = cx_str_from(s, i + n);
			if (own || memchr(s.s + i + 1, '\n', n - 1) ||
			    is_own(rest))
				return i + n;
		}
		i++;
	}
	return s.len;
}

/* The longest start of at most CX_SENTENCE_SOFT bytes that ends after a
 * blank, or at least between characters. */
static size_t
soft_end(struct cx_str s)
{
	size_t end = 0, word = 0, n;

	while (end < s.len) {
		n = cx_utf8_grapheme(cx_str_from(s, end));
		if (end && end + n > CX_SENTENCE_SOFT)
			break;
		end += n;
		if (cx_is_blank(s.s[end - 1]))
			word = end;
	}
	return end < s.len && word ? word : end;
}

void
cx_sentences(struct cx_str text, cx_sentence_fn *take, void *arg)
{
	bool fenced = false;

	while (text.len) {
		struct cx_str s = cx_strn(text.s, sentence(text, &fenced));

		text = cx_str_from(text, s.len);
		while (s.len > CX_SENTENCE_SOFT) {
			size_t n = soft_end(s);

			take(arg, cx_strn(s.s, n), n < s.len);
			s = cx_str_from(s, n);
		}
		if (s.len)
			take(arg, s, false);
	}
}

struct cx_str
cx_without_title(struct cx_str body, struct cx_str name)
{
	struct cx_str rest = cx_str_trim(body), line;

	body = rest;
	if (!cx_str_split(&rest, '\n', &line) ||
	    !cx_str_starts(line, CX_STR("# ")) ||
	    !cx_str_eq(cx_str_trim(cx_str_from(line, 2)), cx_str_trim(name)))
		return body;
	return cx_str_trim(rest);
}
