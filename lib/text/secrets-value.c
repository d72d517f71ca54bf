/* What follows a word such as `password`, and whether it is a secret. */
#include "lib/base/date.h"
#include "lib/text/secrets-impl.h"

/* No word that people write is longer; in capitals several may be joined,
 * as in PUTYOURPASSWORDHERE. */
#define WORD_MAX 18
#define CAPITALS_MAX 32
#define VALUE_MIN 8

static char
lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c | 0x20) : c;
}

/* Whether text has the word, given in lower case, at `at`. */
static bool
word_at(struct cx_str text, size_t at, const char *word)
{
	size_t n = strlen(word);

	if (at > text.len || text.len - at < n)
		return false;
	for (size_t i = 0; i < n; i++)
		if (lower(text.s[at + i]) != word[i])
			return false;
	return true;
}

static bool
one_of(char c, const char *set)
{
	return c != '\0' && strchr(set, c) != NULL;
}

static size_t
skip(struct cx_str text, size_t at, const char *set, size_t most)
{
	for (size_t n = 0; n < most && at < text.len &&
	    one_of(text.s[at], set); n++)
		at++;
	return at;
}

/* --- plain words --- */

/* Words that have digits and hide nothing. */
static bool
technical(struct cx_str s)
{
	static const char *const words[] = {"sha1", "sha256", "sha384",
	    "sha512", "md5", "base64", "base32", "base64url", "hs256", "hs384",
	    "hs512", "rs256", "rs384", "rs512", "es256", "es384", "ps256",
	    "x509", "ed25519", "oauth2", "oauth1", "utf8", "argon2",
	    "argon2id", "pkcs8", "pkcs12", "aes128", "aes256", "v1", "v2",
	    "v3", "s3", "k8s", "ec2", "b64", "h2", "http2"};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strlen(words[i]) == s.len && word_at(s, 0, words[i]))
			return true;
	return false;
}

/*
 * A word, or several as in getAccessToken.  Letters by chance change their
 * case more often than every third time.  Bytes beyond ASCII are letters.
 */
static bool
plain_word(struct cx_str s)
{
	size_t humps = 1, hump = 0, capitals;

	capitals = cx_secret_run(s, 0, CX_UPPER);
	if (capitals == s.len)
		return s.len <= CAPITALS_MAX;
	for (size_t i = 0; i < s.len; i++) {
		unsigned c = cx_secret_class(s.s[i]);

		if (c == CX_DIGIT)
			return technical(s);
		if (i > 0 && c == CX_UPPER &&
		    cx_secret_class(s.s[i - 1]) == CX_LOWER)
			humps++, hump = 0;
		if (++hump > WORD_MAX && (unsigned char)s.s[i] < 0x80)
			return false;
	}
	return humps == 1 || s.len >= 3 * humps;
}

/* DB_PASSWORD_2: the name of a variable. */
static bool
constant_name(struct cx_str s)
{
	bool low = false;

	for (size_t i = 0; i < s.len; i++) {
		unsigned c = cx_secret_class(s.s[i]);

		if (!(c & (CX_UPPER | CX_DIGIT | CX_LOW)))
			return false;
		low = low || c == CX_LOW;
	}
	return low && (cx_secret_class(s.s[0]) & CX_UPPER) &&
	    cx_secret_run(s, 0, CX_UPPER) >= 2;
}

/* /run/secrets/db1, ~/x/y2, https://host/token1 */
static bool
location(struct cx_str s)
{
	size_t slashes = 0;

	for (size_t i = 0; i < s.len; i++) {
		if (one_of(s.s[i], "=+"))
			return false;
		slashes += s.s[i] == '/';
	}
	if (cx_str_starts(s, CX_STR("http://")) ||
	    cx_str_starts(s, CX_STR("https://")))
		return true;
	return slashes >= 2 && (cx_str_starts(s, CX_STR("/")) ||
	    cx_str_starts(s, CX_STR("./")) || cx_str_starts(s, CX_STR("~/")) ||
	    cx_str_starts(s, CX_STR("../")));
}

/* config.get(...), Token.create(...): code that fetches the value. */
static bool
call(struct cx_str s)
{
	size_t n = 0;

	while (n < s.len && (s.s[n] == '.' ||
	    (cx_secret_class(s.s[n]) & (CX_ALNUM | CX_LOW))))
		n++;
	if (n < 4 || n == s.len || s.s[n] != '(')
		return false;
	for (size_t i = 0, from = 0; i <= n; i++) {
		if (i < n && s.s[i] != '.' && s.s[i] != '_')
			continue;
		if (!plain_word(cx_strn(s.s + from, i - from)))
			return false;
		from = i + 1;
	}
	return true;
}

bool
cx_secret_plain(struct cx_str s)
{
	struct cx_date date;
	bool spaced = s.len && memchr(s.s, ' ', s.len);
	size_t i = 0;

	while (s.len && one_of(s.s[s.len - 1], ".,;:!?*_~)]}>"))
		s.len--;
	if (s.len == 0 || one_of(s.s[0], "$<{%[(^") || call(s) || location(s) ||
	    constant_name(s) || cx_date_parse(s, &date))
		return true;
	while (i < s.len) {
		size_t from = i;
		struct cx_str part;

		while (i < s.len && ((unsigned char)s.s[i] >= 0x80 ||
		    (cx_secret_class(s.s[i]) & CX_ALNUM)))
			i++;
		part = cx_strn(s.s + from, i - from);
		/* "at least 12 characters" */
		if (!(spaced && part.len <= 2 &&
		    cx_secret_run(part, 0, CX_DIGIT) == part.len) &&
		    !plain_word(part))
			return false;
		if (i < s.len && !one_of(s.s[i++], " -_./:,;()[]{}<>'\"*+|&"))
			return false;
	}
	return true;
}

/* --- key words --- */

static const struct key {
	const char *word;
	const char *kind;
} keys[] = {
    {"password", "password"}, {"passwd", "password"},
    {"passphrase", "password"}, {"pwd", "password"}, {"secret", "secret"},
    {"token", "token"}, {"apikey", "API key"}, {"api_key", "API key"},
    {"api-key", "API key"}, {"api key", "API key"}};

/* secret_key, secretAccessKey, secret access key */
static size_t
secret_suffix(struct cx_str text, size_t at)
{
	size_t i = skip(text, at, "-_ ", 1);

	if (word_at(text, i, "access"))
		i = skip(text, i + 6, "-_ ", 1);
	return word_at(text, i, "key") ? i + 3 : at;
}

/* The end of the value at `at`, at most CX_SECRET_LOOK on unless whole. */
static size_t
value_end(struct cx_str text, size_t at, char quote, bool whole)
{
	size_t i = at;

	for (; i < text.len && (whole || i - at < CX_SECRET_LOOK); i++) {
		char c = text.s[i];

		if (c == '\n' || c == '\r' || c == quote)
			break;
		if (!quote && (cx_is_blank(c) || one_of(c, "\"'`,")))
			break;
	}
	if (quote) {
		if (i > at && i < text.len && text.s[i - 1] == '\\')
			i--;
		return i;
	}
	while (i > at && one_of(text.s[i - 1], ".;:)]}>*\\"))
		i--;
	return i;
}

static bool
value_at(struct cx_str text, size_t at, const char *kind,
    struct cx_secret *out)
{
	char quote = '\0';
	size_t end;

	at = skip(text, at, " \t*`", 8);
	if (at + 1 < text.len && text.s[at] == '\\' &&
	    one_of(text.s[at + 1], "\"'"))
		at++;
	if (at < text.len && one_of(text.s[at], "\"'"))
		quote = text.s[at++];
	end = value_end(text, at, quote, false);
	if (end - at < VALUE_MIN ||
	    cx_secret_plain(cx_strn(text.s + at, end - at)))
		return false;
	*out = (struct cx_secret){kind, at,
	    value_end(text, at, quote, true) - at};
	return true;
}

/* RFC 9110, 11.6.2, and RFC 6750, 2.1. */
static bool
authorization(struct cx_str text, size_t at, struct cx_secret *out)
{
	static const char *const schemes[] = {"bearer ", "basic ", "token "};
	size_t i = skip(text, at + 13, " \t\"'`*\\", 4), end;

	if (i == text.len || !one_of(text.s[i], ":="))
		return false;
	i = skip(text, i + 1, " \t\"'`*\\", 8);
	for (size_t k = 0; k < sizeof schemes / sizeof *schemes; k++) {
		if (!word_at(text, i, schemes[k]))
			continue;
		i = skip(text, i + strlen(schemes[k]), " ", 8);
		for (end = i; end < text.len && (one_of(text.s[end], "._~+/=-")
		    || (cx_secret_class(text.s[end]) & CX_ALNUM)); end++)
			;
		if (end - i < VALUE_MIN ||
		    cx_secret_plain(cx_strn(text.s + i, end - i)))
			return false;
		*out = (struct cx_secret){"bearer token", i, end - i};
		return true;
	}
	return false;
}

/* Whether one of the words may begin with these two letters: nearly every
 * place of a text is refused here. */
static bool
may_be_key(char first, char second)
{
	switch (lower(first)) {
	case 'a':
		return lower(second) == 'p' || lower(second) == 'u';
	case 'p':
		return lower(second) == 'a' || lower(second) == 'w';
	case 's':
		return lower(second) == 'e';
	case 't':
		return lower(second) == 'o';
	default:
		return false;
	}
}

bool
cx_secret_assigned(struct cx_str text, size_t at, struct cx_secret *out)
{
	if (text.len - at < 2 || !may_be_key(text.s[at], text.s[at + 1]))
		return false;
	if (word_at(text, at, "authorization"))
		return authorization(text, at, out);
	/* The name of a .NET assembly has one, and all may know it. */
	if (at >= 9 && word_at(text, at - 9, "publickeytoken"))
		return false;
	for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
		size_t i = at + strlen(keys[k].word);

		if (!word_at(text, at, keys[k].word))
			continue;
		if (keys[k].word[0] == 's')
			i = secret_suffix(text, i);
		i = skip(text, i, " \t\"'`*\\]", 4);
		if (i == text.len || !one_of(text.s[i], "=:"))
			return false;
		i = skip(text, i + 1, "=>", 1);
		return value_at(text, i, keys[k].kind, out);
	}
	return false;
}
