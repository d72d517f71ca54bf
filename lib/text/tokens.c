#include "lib/text/tokens.h"
#include "lib/base/utf8.h"

/* Costs are in quarters of a token, rounded up once at the end. */
#define ONE 4

/*
 * A word of lower case letters, by its length.  Vocabularies hold the common
 * words of English, and of other languages pieces of two letters or so.
 */
static size_t
word_cost(size_t n, bool english)
{
	static const unsigned char cost[] = {0, 4, 4, 4, 4, 4, 5, 6, 7, 8, 8};

	if (!english)
		return n < 2 ? ONE : (n * 5 + 3) / 2;
	return n < sizeof cost ? cost[n] : n - 2;
}

static bool
is_lower(char c)
{
	return c >= 'a' && c <= 'z';
}

static bool
is_upper(char c)
{
	return c >= 'A' && c <= 'Z';
}

static bool
is_vowel(char c)
{
	return memchr("aeiouyAEIOUY", c, 12) != NULL;
}

/* Letters as no language has them: without a vowel, or five consonants. */
static bool
is_odd(struct cx_str w)
{
	size_t consonants = 0;
	bool vowel = false;

	for (size_t i = 0; i < w.len; i++) {
		if (is_vowel(w.s[i])) {
			consonants = 0;
			vowel = true;
		} else if (++consonants >= 5) {
			return true;
		}
	}
	return w.len > 3 && !vowel;
}

/* The part of a word that begins at i: Capital and small ones, or capitals
 * without the one that begins the next part. */
static size_t
part_end(struct cx_str w, size_t i)
{
	size_t k = i + 1;

	if (is_upper(w.s[i]) && k < w.len && is_upper(w.s[k])) {
		while (k < w.len && is_upper(w.s[k]))
			k++;
		return k < w.len && k - i > 1 ? k - 1 : k;
	}
	while (k < w.len && is_lower(w.s[k]))
		k++;
	return k;
}

/* A run of ASCII letters. */
static size_t
letters_cost(struct cx_str w, bool english)
{
	size_t cost = 0, parts = 0, i = 0;

	while (i < w.len) {
		size_t end = part_end(w, i);
		struct cx_str part = cx_strn(w.s + i, end - i);
		bool capitals = part.len > 1 && is_upper(part.s[1]);

		cost += capitals ? part.len * 3 :
		    word_cost(part.len, english && !is_odd(part));
		parts++;
		i = end;
	}
	/* No names are made of such short parts. */
	return parts > 2 && w.len < parts * 3 ? w.len * ONE : cost;
}

/* Whether one blank is part of the token of what stands behind it. */
static bool
takes_blank(struct cx_str behind)
{
	return behind.len && behind.s[0] > ' ' &&
	    !(behind.s[0] >= '0' && behind.s[0] <= '9');
}

static size_t
ascii_run(struct cx_str s, bool english, size_t *cost)
{
	char c = s.s[0];
	size_t n = 1;

	if (is_lower(c) || is_upper(c)) {
		while (n < s.len && (is_lower(s.s[n]) || is_upper(s.s[n])))
			n++;
		*cost = letters_cost(cx_strn(s.s, n), english);
	} else if (c == ' ' || c == '\t' || c == '\n') {
		while (n < s.len && s.s[n] == c)
			n++;
		*cost = c == ' ' && n == 1 && takes_blank(cx_str_from(s, 1)) ?
		    0 : ONE + n / 16 * ONE;
	} else {
		*cost = ONE;
	}
	return n;
}

/*
 * Of one character beyond ASCII, which takes so many bytes: no less than one
 * of its script by chance does.
 */
static size_t
beyond_cost(uint32_t cp, size_t bytes)
{
	if (cp >= 0xC0 && cp < 0x100) /* Latin-1 */
		return 6;
	if (cp >= 0x400 && cp < 0x460) /* Cyrillic */
		return 5;
	if (cp >= 0x620 && cp < 0x660) /* Arabic */
		return 6;
	if (cp >= 0x3040 && cp < 0x3100) /* kana */
		return 7;
	if (cp >= 0x4E00 && cp < 0xA000) /* Han */
		return 10;
	return bytes * ONE;
}

/* Whether an eighth of the words are those that only English has so often;
 * it has twice as many. */
bool
cx_tokens_english(struct cx_str text)
{
	static const char often[][5] = {"the", "and", "to", "that", "with",
	    "for", "this", "are", "it", "from", "you", "not", "be", "by"};
	size_t words = 0, found = 0, n = 0;

	for (size_t i = 0; i <= text.len; i++) {
		char c = i < text.len ? text.s[i] : '.';

		if (is_lower(c) || is_upper(c)) {
			n++;
			continue;
		}
		words += n > 0;
		for (size_t k = 0; n && k < sizeof often / sizeof *often; k++)
			found += cx_str_is(cx_strn(text.s + i - n, n),
			    often[k]);
		n = 0;
	}
	return found * 8 > words;
}

size_t
cx_tokens_part(struct cx_str text, bool english)
{
	size_t sum = 0;

	while (text.len) {
		size_t n, cost;
		uint32_t cp;

		if ((unsigned char)text.s[0] < 0x80) {
			n = ascii_run(text, english, &cost);
		} else {
			n = cx_utf8_decode(text.s, text.len, &cp, NULL);
			cost = beyond_cost(cp, n);
		}
		sum += cost;
		text = cx_str_from(text, n);
	}
	return (sum + ONE - 1) / ONE;
}

size_t
cx_tokens(struct cx_str text)
{
	return cx_tokens_part(text, cx_tokens_english(text));
}
