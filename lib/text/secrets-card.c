/* Card numbers (ISO/IEC 7812), whole or in the groups of cards. */
#include "lib/text/secrets-impl.h"

static bool
luhn(const char *digits, size_t n)
{
	unsigned sum = 0;

	for (size_t i = 0; i < n; i++) {
		unsigned d = (unsigned)(digits[n - 1 - i] - '0');

		if (i % 2)
			d = d > 4 ? 2 * d - 9 : 2 * d;
		sum += d;
	}
	return sum % 10 == 0;
}

/*
 * Issuers of payment cards have numbers from 3 to 6 and, of 16 digits, 2221
 * to 2720.  Others that pass Luhn's test are moments in milliseconds, ISBNs
 * and the like; 18 digits from 62 to 65 are a moment of our time in .NET's
 * ticks.
 */
static bool
card_digits(const char *d, size_t n)
{
	bool issuer = d[0] >= '3' && d[0] <= '6';

	if (n == 16 && d[0] == '2')
		issuer = memcmp(d, "2221", 4) >= 0 && memcmp(d, "2720", 4) <= 0;
	if (n == 18 && d[0] == '6' && d[1] >= '2' && d[1] <= '5')
		issuer = false;
	return issuer && luhn(d, n);
}

/* Whether a number can begin or end beside the byte at `outer`; `beyond` is
 * the next one outwards.  Both may lie outside of the text. */
static bool
number_edge(struct cx_str text, size_t outer, size_t beyond)
{
	if (outer >= text.len)
		return true;
	if (cx_secret_class(text.s[outer]) & (CX_ALNUM | CX_LOW))
		return false;
	return (text.s[outer] != '.' && text.s[outer] != '-') ||
	    beyond >= text.len ||
	    !(cx_secret_class(text.s[beyond]) & CX_ALNUM);
}

/* In an address, what a part of the path begins with, or what is called an
 * id, is the number of a page: one in ten of these passes Luhn's test. */
static bool
in_address(struct cx_str text, size_t at)
{
	size_t from = at;

	if (at < 3 || (text.s[at - 1] != '/' &&
	    memcmp(text.s + at - 3, "id=", 3) != 0))
		return false;
	while (from > 0 && at - from < CX_SECRET_LOOK &&
	    !cx_is_blank(text.s[from - 1]))
		from--;
	return cx_str_has(cx_strn(text.s + from, at - from), CX_STR("://"));
}

static bool
tell(struct cx_str text, struct cx_secret *out, size_t at, size_t end)
{
	if (in_address(text, at))
		return false;
	*out = (struct cx_secret){"card number", at, end - at};
	return true;
}

bool
cx_secret_card(struct cx_str text, size_t at, struct cx_secret *out)
{
	/* How digits are grouped on cards, the longest first. */
	static const unsigned char groups[][5] = {{4, 4, 4, 4, 3},
	    {4, 4, 4, 4, 0}, {4, 6, 5, 0, 0}, {4, 6, 4, 0, 0},
	    {4, 4, 4, 1, 0}};
	char digits[19];
	size_t end = cx_secret_run(text, at, CX_DIGIT);
	char sep = end < text.len ? text.s[end] : '\0';

	if (!number_edge(text, at - 1, at - 2))
		return false;
	if (end - at >= 13 && end - at <= 19) {
		return number_edge(text, end, end + 1) &&
		    card_digits(text.s + at, end - at) &&
		    tell(text, out, at, end);
	}
	if (end - at != 4 || (sep != ' ' && sep != '-'))
		return false;
	for (size_t g = 0; g < sizeof groups / sizeof *groups; g++) {
		size_t n = 0, i = at;
		int k;

		for (k = 0; k < 5 && groups[g][k]; k++) {
			if (k > 0 && (i >= text.len || text.s[i++] != sep))
				break;
			end = cx_secret_run(text, i, CX_DIGIT);
			if (end - i != groups[g][k])
				break;
			memcpy(digits + n, text.s + i, end - i);
			n += end - i;
			i = end;
		}
		if ((k == 5 || !groups[g][k]) &&
		    number_edge(text, i, i + 1) &&
		    card_digits(digits, n))
			return tell(text, out, at, i);
	}
	return false;
}
