/* Secrets not tied to an issuer: keys, hashes, URLs, numbers, phrases. */
#include "lib/secret/secrets-impl.h"

/* Whether a part of the path of an address begins at `at`. */
static bool
in_path(struct cx_str text, size_t at)
{
	size_t from = at;

	if (at == 0 || text.s[at - 1] != '/')
		return false;
	while (from > 0 && at - from < CX_SECRET_LOOK &&
	    !cx_is_blank(text.s[from - 1]))
		from--;
	return cx_str_has(cx_strn(text.s + from, at - from), CX_STR("://"));
}

/* --- tokens and keys --- */

/* Whether the header that begins at s says which algorithm signs, as each does
 * (RFC 7515, 4.1.1): "alg" in one of the three places that base64 has. */
static bool
has_alg(struct cx_str header)
{
	return cx_str_has(header, CX_STR("ImFsZyI")) ||
	    cx_str_has(header, CX_STR("JhbGci")) ||
	    cx_str_has(header, CX_STR("iYWxnI"));
}

/*
 * RFC 7515, 7.1: three parts of base64url with points between.  That no
 * character of a part may stand before keeps it linear: each part is looked
 * at from at most three starts.
 */
bool
cx_secret_jwt(struct cx_str text, size_t at, size_t anchor_end,
    struct cx_secret *out)
{
	static const size_t least[] = {10, 4, 3};
	size_t end = at;

	(void)anchor_end;
	/* In the path of an address it tells which page, not who asks. */
	if (!cx_secret_begins(text, at, CX_WORD | CX_DASH) ||
	    memcmp(text.s + at, "eyJ", 3) != 0 || in_path(text, at) ||
	    (at > 6 && cx_secret_word_at(text, at - 6, "token=") &&
	    cx_secret_other_parameter(text, at - 6)))
		return false;
	for (int part = 0; part < 3; part++) {
		size_t from = end + (part > 0), line;

		if (part > 0 && (end == text.len || text.s[end] != '.'))
			return false;
		/* A line each, where no sentence can begin */
		line = from;
		if (part > 0)
			from = cx_secret_skip(text, from, "\r\n \t>", 8);
		end = cx_secret_run(text, from, CX_WORD | CX_DASH);
		if (end - from < least[part] || (part == 0 &&
		    !has_alg(cx_strn(text.s + from, end - from))) ||
		    (from > line && (end - from < 16 || (part == 1 &&
		    !cx_secret_word_at(text, from, "ey")))))
			return false;
	}
	return cx_secret_found(out, "JWT", at, end);
}

/* The place after "-----" WORD " ... PRIVATE KEY" [" BLOCK"] "-----", which
 * begins at `at`, or 0. */
static size_t
pem_line(struct cx_str text, size_t at, struct cx_str word)
{
	static const struct cx_str dashes = {"-----", 5};
	struct cx_str rest = cx_str_from(text, at), label;
	size_t n = 0;

	if (!cx_str_starts(rest, dashes))
		return 0;
	rest = cx_str_from(rest, dashes.len);
	if (!cx_str_starts(rest, word))
		return 0;
	rest = cx_str_from(rest, word.len);
	while (n < rest.len && n < 64 && (rest.s[n] == ' ' ||
	    (cx_secret_class(rest.s[n]) & (CX_UPPER | CX_DIGIT))))
		n++;
	label = cx_strn(rest.s, n);
	if (!cx_str_starts(cx_str_from(rest, n), dashes))
		return 0;
	if (cx_str_ends(label, CX_STR(" BLOCK")))
		label.len -= 6;
	if (!cx_str_ends(label, CX_STR(" PRIVATE KEY")))
		return 0;
	return (size_t)(rest.s - text.s) + n + dashes.len;
}

/* A sentence only names the line; a key goes on, with a line or at once. */
static bool
key_follows(struct cx_str text, size_t end)
{
	size_t i = end;

	while (i < text.len && (text.s[i] == ' ' || text.s[i] == '\t'))
		i++;
	if (i < text.len && (text.s[i] == '\n' || text.s[i] == '\r' ||
	    text.s[i] == '\\'))
		return true;
	return cx_secret_run(text, i, CX_ALNUM | CX_BASE64) - i >= 32;
}

/* To the line that ends it or, when there is none, of all that follows. */
bool
cx_secret_pem(struct cx_str text, size_t at, size_t anchor_end,
    struct cx_secret *out)
{
	size_t end = pem_line(text, at, CX_STR("BEGIN"));
	const char *p;

	(void)anchor_end;
	if (!end)
		return false;
	if (!key_follows(text, end))
		return cx_secret_found(out, "private key", at, end);
	while (end < text.len && (p = memchr(text.s + end, '-',
	    text.len - end))) {
		size_t last = pem_line(text, (size_t)(p - text.s),
		    CX_STR("END"));

		if (last)
			return cx_secret_found(out, "private key", at, last);
		end = (size_t)(p - text.s) + 1;
	}
	return cx_secret_found(out, "private key", at, text.len);
}

/* PuTTY's manual, appendix C: "Private-Lines: N", then N lines of base64. */
bool
cx_secret_putty(struct cx_str text, size_t at, size_t anchor_end,
    struct cx_secret *out)
{
	size_t i = cx_secret_run(text, anchor_end, CX_DIGIT), end;

	if (i == anchor_end || !cx_secret_begins(text, at, CX_WORD))
		return false;
	i = cx_secret_skip(text, i, "\r", 1);
	if (i == text.len || text.s[i] != '\n')
		return false;
	for (at = end = ++i; i < text.len; i++) {
		size_t to = cx_secret_run(text, i,
		    CX_ALNUM | CX_BASE64 | CX_EQUALS);

		if (to == i)
			break;
		i = cx_secret_skip(text, to, "\r", 1);
		if (i < text.len && text.s[i] != '\n')
			break;
		end = to;
	}
	return end - at >= 24 && cx_secret_found(out, "private key", at, end);
}

bool
cx_secret_der(struct cx_str text, size_t at, size_t anchor_end,
    struct cx_secret *out)
{
	size_t end = cx_secret_run(text, anchor_end, CX_ALNUM | CX_BASE64);

	if (!cx_secret_begins(text, at, CX_ALNUM | CX_BASE64) || end - at < 60)
		return false;
	return cx_secret_found(out, "private key", at,
	    cx_secret_run(text, end, CX_EQUALS));
}

/* RFC 7517 and 7518: a private member of an object that has "kty". */
bool
cx_secret_jwk(struct cx_str text, size_t at, size_t anchor_end,
    struct cx_secret *out)
{
	const size_t far = (size_t)32 * CX_SECRET_LOOK;
	size_t i = cx_secret_skip(text, anchor_end, " ", 1), from = at, end,
	    to;
	const char *close;

	if (i == text.len || text.s[i++] != ':')
		return false;
	i = cx_secret_skip(text, i, " ", 1);
	if (i == text.len || text.s[i++] != '"')
		return false;
	end = cx_secret_run(text, i, CX_WORD | CX_DASH);
	if (end - i < 32 || end == text.len || text.s[end] != '"' ||
	    cx_secret_placeholder(cx_strn(text.s + i, 32)))
		return false;
	while (from > 0 && at - from < far && text.s[from - 1] != '{')
		from--;
	close = memchr(text.s + end, '}', text.len - end < far ?
	    text.len - end : far);
	to = close ? (size_t)(close - text.s) : end;
	return memmem(text.s + from, to - from, "\"kty\"", 5) &&
	    cx_secret_found(out, "private key", i, end);
}

/* crypt(5): "$ID$" parameters and salt, then the hash; also those of Django
 * and of LDAP (RFC 2307). */
bool
cx_secret_hash(struct cx_str text, size_t at, size_t anchor_end,
    struct cx_secret *out)
{
	const unsigned in_part = CX_ALNUM | CX_BASE64 | CX_DOT | CX_EQUALS;
	/* Those of frameworks, "scram-sha-256$4096:...", have colons. */
	const bool colons = !cx_secret_one_of(text.s[at], "${");
	size_t end = anchor_end, last = 0;

	if (!cx_secret_begins(text, at, CX_WORD) ||
	    (at > 0 && text.s[at - 1] == '$'))
		return false;
	while (end < text.len && (text.s[end] == '$' || text.s[end] == ',' ||
	    (colons && text.s[end] == ':') ||
	    (cx_secret_class(text.s[end]) & in_part))) {
		last = text.s[end] == '$' ? 0 : last + 1;
		if (++end - anchor_end > 256)
			return false;
	}
	while (end > anchor_end && cx_secret_one_of(text.s[end - 1], ".,")) {
		end--;
		last--;
	}
	/* That of MD5 has 22 characters and is the shortest. */
	return last >= 22 && cx_secret_found(out, "password hash", at, end);
}

/* --- URLs --- */

/* What documentation and defaults of programs have in place of one. */
static bool
known_to_all(struct cx_str user, struct cx_str password)
{
	static const char *const words[] = {"password", "passwd", "pass",
	    "pwd", "pw", "secret", "token", "guest", "test", "user", "admin",
	    "root", "example", "changeme", NULL};

	return cx_str_eq(user, password) ||
	    (memchr(password.s, '_', password.len) &&
	    cx_secret_plain(password)) ||
	    cx_secret_in(password, words) || cx_secret_placeholder(password) ||
	    cx_secret_sample(password);
}

/* user:password@ after "://".  An @ in the password belongs to it. */
bool
cx_secret_in_url(struct cx_str text, size_t at, size_t anchor_end,
    struct cx_secret *out)
{
	size_t from = anchor_end, end, colon = 0, sign = 0;

	(void)at;
	for (end = from; end < text.len && text.s[end] != '\0' &&
	    !cx_is_blank(text.s[end]) &&
	    !strchr("/?#\"'`\\", text.s[end]); end++) {
		if (text.s[end] == '@')
			sign = end;
		else if (text.s[end] == ':' && !colon)
			colon = end;
	}
	if (!colon || sign < colon + 2 || sign + 1 == end ||
	    cx_secret_one_of(text.s[colon + 1], "<${%*[") ||
	    text.s[from] == '[' || /* [USER[:PASSWORD]@] */
	    (text.s[from] == '$' && /* $HOST:80 */
	    cx_secret_run(text, colon + 1, CX_DIGIT) == sign) ||
	    known_to_all(cx_strn(text.s + from, colon - from),
	    cx_strn(text.s + colon + 1, sign - colon - 1)))
		return false;
	return cx_secret_found(out, "password in a URL", from, sign);
}

/* --- card numbers --- */

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

/* GS1: the check digit of an article's number, which may pass Luhn's test. */
static bool
ean(const char *digits, size_t n)
{
	unsigned sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += (unsigned)(digits[n - 1 - i] - '0') * (i % 2 ? 3 : 1);
	return sum % 10 == 0;
}

/*
 * Issuers' numbers and their lengths (ISO/IEC 7812 and the networks' own
 * pages).  Numbers that begin otherwise and pass Luhn's test are moments,
 * identifiers of devices and the like; those of 17 digits and more are
 * identifiers in 64 bits, unless they are grouped as on cards.
 */
static bool
card_digits(const char *d, size_t n, bool grouped)
{
	static const struct range {
		const char *from, *to;
		size_t least, most;
	} ranges[] = {{"4", "4", 13, 13}, {"4", "4", 16, 16},
	    {"51", "55", 16, 16}, {"2221", "2720", 16, 16},
	    {"34", "34", 15, 15}, {"37", "37", 15, 15}, {"300", "305", 14, 14},
	    {"36", "36", 14, 14}, {"38", "39", 14, 14},
	    {"6011", "6011", 16, 16}, {"644", "659", 16, 16},
	    {"3528", "3589", 16, 16}, {"62", "62", 16, 16},
	    {"50", "50", 16, 16}, {"56", "58", 16, 16},
	    {"63", "63", 16, 16}, {"67", "67", 16, 16}};

	if (n == 19 && grouped)
		return cx_secret_one_of(d[0], "456") && luhn(d, n);
	if (n == 13 && ean(d, n))
		return false;
	for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
		const struct range *r = &ranges[i];
		size_t len = strlen(r->from);

		if (n >= r->least && n <= r->most &&
		    memcmp(d, r->from, len) >= 0 && memcmp(d, r->to, len) <= 0)
			return luhn(d, n);
	}
	return false;
}

/* Whether a number can begin or end beside the byte at `outer`; `beyond` is
 * the next one outwards.  Both may lie outside of the text. */
static bool
number_edge(struct cx_str text, size_t outer, size_t beyond)
{
	if (outer >= text.len)
		return true;
	if (cx_secret_class(text.s[outer]) & CX_WORD)
		return false;
	return (text.s[outer] != '.' && text.s[outer] != '-') ||
	    beyond >= text.len || !(cx_secret_class(text.s[beyond]) & CX_ALNUM);
}

/* In an address, what a part of the path begins with, or what is called an
 * id, is the number of a page: one in ten of these passes Luhn's test. */
static bool
tell(struct cx_str text, struct cx_secret *out, size_t at, size_t end)
{
	size_t from = at >= 3 && memcmp(text.s + at - 3, "id=", 3) == 0 ?
	    at - 3 : at;

	while (from < at && from > 0 && at - from < CX_SECRET_LOOK &&
	    text.s[from - 1] != '/' && !cx_is_blank(text.s[from - 1]))
		from--;
	return !in_path(text, from) &&
	    cx_secret_found(out, "card number", at, end);
}

bool
cx_secret_card(struct cx_str text, size_t at, size_t anchor_end,
    struct cx_secret *out)
{
	/* How digits are grouped on cards, the longest first. */
	static const unsigned char groups[][5] = {{4, 4, 4, 4, 3},
	    {4, 4, 4, 4, 0}, {4, 6, 5, 0, 0}, {4, 6, 4, 0, 0},
	    {4, 4, 4, 1, 0}};
	char digits[19], sep;
	size_t end, second;

	(void)anchor_end;
	if (!cx_secret_begins(text, at, CX_DIGIT) ||
	    !number_edge(text, at - 1, at - 2))
		return false;
	end = cx_secret_run(text, at, CX_DIGIT);
	sep = end < text.len ? text.s[end] : '\0';
	if (end - at >= 13 && end - at <= 19) {
		return number_edge(text, end, end + 1) &&
		    card_digits(text.s + at, end - at, false) &&
		    tell(text, out, at, end);
	}
	if (end - at != 4 || (sep != ' ' && sep != '-'))
		return false;
	/* "00000010: 6230 6261 6365": what a machine shows of a file */
	if (at > 5 && text.s[at - 1] == ' ' &&
	    cx_secret_run(text, at - 5, CX_LOWHEX | CX_DIGIT) == at - 1)
		return false;
	/* Most are a year. */
	second = cx_secret_run(text, end + 1, CX_DIGIT) - (end + 1);
	if (second != 4 && second != 6)
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
		if ((k == 5 || !groups[g][k]) && number_edge(text, i, i + 1) &&
		    card_digits(digits, n, true))
			return tell(text, out, at, i);
	}
	return false;
}

/* --- bank accounts --- */

/* The registry of ISO 13616 (SWIFT, release 99): check digits are 02 to 98. */
const struct cx_iban cx_ibans[] = {{"AD00", 24}, {"AE00", 23}, {"AL00", 28},
    {"AT00", 20}, {"AZ00", 28}, {"BA00", 20}, {"BE00", 16}, {"BG00", 22},
    {"BH00", 22}, {"BR00", 29}, {"BY00", 28}, {"CH00", 21}, {"CR00", 22},
    {"CY00", 28}, {"CZ00", 24}, {"DE00", 22}, {"DK00", 18}, {"DO00", 28},
    {"EE00", 20}, {"EG00", 29}, {"ES00", 24}, {"FI00", 18}, {"FO00", 18},
    {"FR00", 27}, {"GB00", 22}, {"GE00", 22}, {"GI00", 23}, {"GL00", 18},
    {"GR00", 27}, {"GT00", 28}, {"HR00", 21}, {"HU00", 28}, {"IE00", 22},
    {"IL00", 23}, {"IQ00", 23}, {"IS00", 26}, {"IT00", 27}, {"JO00", 30},
    {"KW00", 30}, {"KZ00", 20}, {"LB00", 28}, {"LC00", 32}, {"LI00", 21},
    {"LT00", 20}, {"LU00", 20}, {"LV00", 21}, {"MC00", 27}, {"MD00", 24},
    {"ME00", 22}, {"MK00", 19}, {"MR00", 27}, {"MT00", 31}, {"MU00", 30},
    {"NL00", 18}, {"NO00", 15}, {"PK00", 24}, {"PL00", 28}, {"PS00", 29},
    {"PT00", 25}, {"QA00", 29}, {"RO00", 24}, {"RS00", 22}, {"SA00", 24},
    {"SC00", 31}, {"SE00", 24}, {"SI00", 19}, {"SK00", 24}, {"SM00", 27},
    {"ST00", 25}, {"SV00", 28}, {"TL00", 23}, {"TN00", 24}, {"TR00", 26},
    {"UA00", 29}, {"VA00", 22}, {"VG00", 24}, {"XK00", 20}, {"", 0}};

/* ISO 7064, MOD 97-10: the first four go to the end, letters are 10 to 35. */
static bool
mod97(const char *s, size_t n)
{
	unsigned sum = 0;

	for (size_t i = 0; i < n; i++) {
		char c = s[(i + 4) % n];

		sum = cx_secret_class(c) == CX_DIGIT ?
		    sum * 10 + (unsigned)(c - '0') :
		    sum * 100 + (unsigned)(c - 'A') + 10;
		sum %= 97;
	}
	return sum == 1;
}

bool
cx_secret_iban(struct cx_str text, size_t at, size_t anchor_end,
    struct cx_secret *out)
{
	size_t n = 0, i = at, want = 0;
	char s[34];

	(void)anchor_end;
	if (!cx_secret_begins(text, at, CX_WORD))
		return false;
	for (const struct cx_iban *c = cx_ibans; c->len; c++)
		if (memcmp(text.s + at, c->country, 2) == 0)
			want = c->len;
	/* In groups of four, or all at once. */
	for (; i < text.len && n < want; i++) {
		if (text.s[i] == ' ' && n % 4 == 0)
			continue;
		if (!(cx_secret_class(text.s[i]) & (CX_UPPER | CX_DIGIT)))
			return false;
		s[n++] = text.s[i];
	}
	return want && n == want && cx_secret_run(text, i, CX_WORD) == i &&
	    mod97(s, n) && cx_secret_found(out, "bank account", at, i);
}

/* --- phrases --- */

/* A word of a list, of 3 to 9 letters in one case or of any length in other
 * scripts; its end, or `at`. */
static size_t
seed_word(struct cx_str text, size_t at, unsigned letters)
{
	size_t end = at, n = 0;
	bool wide = false;

	for (; end < text.len; end++) {
		const bool high = (unsigned char)text.s[end] >= 0x80;

		if (!high && !(cx_secret_class(text.s[end]) & letters))
			break;
		wide = wide || (unsigned char)text.s[end] >= 0xE0;
		n += (unsigned char)text.s[end] < 0x80 ||
		    (unsigned char)text.s[end] >= 0xC0;
	}
	/* Accents may be characters of their own. */
	return n <= 10 && (wide || (n >= 3 && (n <= 9 || end - at > n))) ? end :
	    at;
}

/* By commas, lines, both or none. */
static unsigned
divided(struct cx_str text, size_t at, size_t end)
{
	unsigned by = 0;

	for (; at < end; at++)
		by |= text.s[at] == ',' ? 1 : text.s[at] == '\n' ? 2 : 0;
	return by;
}

/*
 * BIP 39: 12, 15, 18, 21 or 24 words, with numbers before them or not.
 * Instead of its lists of 2,048 words in ten languages, words of sentences that
 * are not on them end the phrase.  Returns the end of the longest of these
 * lengths, or 0; of all the words, unless something says that they are one.
 */
static size_t
seed_words(struct cx_str text, size_t at, bool said, bool number)
{
	size_t n = 0, end = 0, last = 0, numbers = 0;
	unsigned letters = 0, between = 0;

	while (n < 25) {
		size_t to = cx_secret_run(text, at, CX_DIGIT), next;

		if (to > at && to - at <= 2 && to < text.len &&
		    cx_secret_one_of(text.s[to], ".):") &&
		    (n == 0 || numbers)) {
			at = cx_secret_skip(text, to + 1, " ", 2);
			numbers++;
		}
		if (!letters && at < text.len)
			letters = cx_secret_class(text.s[at]) & CX_UPPER ?
			    CX_UPPER : CX_LOWER;
		to = seed_word(text, at, letters);
		if (to == at || (n < 24 &&
		    CX_ONE_OF(cx_strn(text.s + at, to - at), "the", "and",
		    "for", "are", "was", "not", "but", "has", "its", "words",
		    "phrase", "from", "because", "which", "your", "with")))
			break;
		last = to;
		if (++n >= 12 && n % 3 == 0 && n <= 24)
			end = to;
		next = to;
		if (next < text.len && cx_secret_one_of(text.s[next], ",-"))
			next++;
		while (next < text.len && next - to < 4 &&
		    (cx_is_blank(text.s[next]) ||
		    cx_secret_one_of(text.s[next], "\r\n")))
			next++;
		if (next == to)
			break;
		/* All are divided by the same, unless something says it. */
		if (n == 1)
			between = divided(text, to, next);
		if (!said && (divided(text, to, next) != between ||
		    (between == 1 && !number)))
			break;
		at = next;
	}
	return said || (last == end && (end == text.len ||
	    !cx_secret_one_of(text.s[end], "(=;")) && n == 12 + (n - 12) / 3 *
	    3) ? end : 0;
}

/* "seed phrase is WORDS", "wallet, the 12 words: WORDS" */
bool
cx_secret_seed(struct cx_str text, size_t at, size_t anchor_end,
    struct cx_secret *out)
{
	/* These may have another meaning. */
	static const char *const others[] = {"wallet", "seed", "ledger",
	    "trezor", "semilla", "semente", NULL};
	static const char *const verbs[] = {" is ", " \xC3\xA8 ", " \xC3\xA9 ",
	    " es ", " est ", " ist "};
	const struct cx_str word = cx_strn(text.s + at, anchor_end - at);
	const bool number = word.s[word.len - 1] == ':', said = !number &&
	    !cx_secret_in(word, others);
	bool sign = said || number, given = number;

	/* "12 words:" */
	if (!cx_secret_begins(text, at, CX_ALNUM) || (number && (at < 3 ||
	    cx_secret_class(text.s[at - 2]) != CX_DIGIT)))
		return false;
	for (size_t i = anchor_end, end; i < text.len && i - anchor_end < 72;
	    i++) {
		const char c = text.s[i];

		/* "->", "is", a line of its own, a quote */
		for (size_t k = 0; k < sizeof verbs / sizeof *verbs; k++)
			if (cx_secret_word_at(text, i, verbs[k])) {
				sign = true;
				i += strlen(verbs[k]) - 1;
			}
		if (cx_secret_one_of(c, ":=>\n\"'`") ||
		    (unsigned char)c == 0xE2) {
			/* It had something else on its own line. */
			if (c == '\n' && given && !sign)
				return false;
			given = given || c == ':';
			sign = true;
			continue;
		}
		if (!sign || cx_is_blank(c) || cx_secret_one_of(c, "*-_(") ||
		    !cx_secret_begins(text, i, CX_ALNUM))
			continue;
		end = seed_words(text, i, said, number);
		if (end)
			return cx_secret_found(out, "seed phrase", i, end);
		sign = false;
	}
	return false;
}
