/* How often a text says no. */
#include "lib/text/similar.h"
#include "lib/base/utf8.h"

static bool
apostrophe(uint32_t cp)
{
	return cp == '\'' || cp == 0x2019 || cp == 0x02BC || cp == 0xFF07;
}

static bool
negation(const char *s, size_t n)
{
	static const char *const words[] = {"not", "cannot", "no", "never",
	    "without"};

	if (n > 3 && memcmp(s + n - 3, "n't", 3) == 0)
		return true;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (s[0] == words[i][0] && strlen(words[i]) == n &&
		    memcmp(s, words[i], n) == 0)
			return true;
	return false;
}

/* The word character at s, in lower case, an apostrophe inside a word made
 * straight and one beyond ASCII made `?`; 0 when it is none. */
static char
word_char(struct cx_str s, bool inside, size_t *len)
{
	unsigned char c = (unsigned char)s.s[0];
	uint32_t cp;

	*len = 1;
	if (c < 0x80) {
		if ((c | 0x20) >= 'a' && (c | 0x20) <= 'z')
			return (char)(c | 0x20);
		return (c >= '0' && c <= '9') || (c == '\'' && inside) ?
		    (char)c : '\0';
	}
	*len = cx_utf8_decode(s.s, s.len, &cp, NULL);
	if (apostrophe(cp))
		return inside ? '\'' : '\0';
	return cx_is_wordchar(cp) ? '?' : '\0';
}

uint32_t
cx_negations(struct cx_str text)
{
	char word[16]; /* no negation is longer */
	size_t n = 0, len;
	uint32_t count = 0;

	while (text.len) {
		char c = word_char(text, n > 0, &len);

		text = cx_str_from(text, len);
		if (c) {
			if (n < sizeof word)
				word[n++] = c;
			if (text.len)
				continue;
		}
		count += n > 1 && n < sizeof word && negation(word, n);
		n = 0;
	}
	return count;
}
