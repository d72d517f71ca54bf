/* Recognises what is not a secret: words, names, places, placeholders. */
#include "lib/base/date.h"
#include "lib/secret/secrets-impl.h"

const uint16_t cx_secret_classes[256] = {
#define LOW4(a, b, c, d, v) [a] = v, [b] = v, [c] = v, [d] = v
    LOW4('a', 'b', 'c', 'd', CX_LOWHEX), ['e'] = CX_LOWHEX, ['f'] = CX_LOWHEX,
    LOW4('g', 'h', 'i', 'j', CX_LOWREST), LOW4('k', 'l', 'm', 'n', CX_LOWREST),
    LOW4('o', 'p', 'q', 'r', CX_LOWREST), LOW4('s', 't', 'u', 'v', CX_LOWREST),
    LOW4('w', 'x', 'y', 'z', CX_LOWREST),
    LOW4('A', 'B', 'C', 'D', CX_UPHEX), ['E'] = CX_UPHEX, ['F'] = CX_UPHEX,
    LOW4('G', 'H', 'I', 'J', CX_UPREST), LOW4('K', 'L', 'M', 'N', CX_UPREST),
    LOW4('O', 'P', 'Q', 'R', CX_UPREST), LOW4('S', 'T', 'U', 'V', CX_UPREST),
    LOW4('W', 'X', 'Y', 'Z', CX_UPREST),
    LOW4('0', '1', '2', '3', CX_DIGIT), LOW4('4', '5', '6', '7', CX_DIGIT),
    ['8'] = CX_DIGIT, ['9'] = CX_DIGIT,
#undef LOW4
    ['-'] = CX_DASH, ['_'] = CX_LOW, ['+'] = CX_BASE64, ['/'] = CX_BASE64,
    ['='] = CX_EQUALS, ['.'] = CX_DOT, ['%'] = CX_URL, ['~'] = CX_URL,
    [' '] = CX_APART, ['\t'] = CX_APART, ['\r'] = CX_APART,
    ['\n'] = CX_APART, [':'] = CX_APART, [','] = CX_APART,
    [';'] = CX_APART, ['|'] = CX_APART};

bool
cx_secret_word_at(struct cx_str text, size_t at, const char *word)
{
	size_t n = strlen(word);

	if (at > text.len || text.len - at < n)
		return false;
	for (size_t i = 0; i < n; i++)
		if (cx_lower(text.s[at + i]) != word[i])
			return false;
	return true;
}

/* No word that people write is longer; in capitals several may be joined,
 * as in PUTYOURPASSWORDHERE. */
#define WORD_MAX 18
#define CAPITALS_MAX 32

/* Words that have digits and hide nothing. */
static bool
technical(struct cx_str s)
{
	static const char *const words[] = {"sha1", "sha256", "sha384",
	    "sha512", "md5", "base64", "base32", "base64url", "hs256", "hs384",
	    "hs512", "rs256", "rs384", "rs512", "es256", "es384", "ps256",
	    "x509", "ed25519", "oauth2", "oauth1", "utf8", "argon2",
	    "argon2id", "pkcs8", "pkcs12", "aes128", "aes256", "v1", "v2",
	    "v3", "s3", "k8s", "ec2", "b64", "h2", "http2", "pbkdf2",
	    "secp256k1", "chacha20", "poly1305", "i18n", "l10n", "e2e",
	    "p256", "curve25519", "x25519", "r2", "d1", "web3", "fido2",
	    "u2f", "wpa2", "wpa3", "tls1", "ipv4", "ipv6", "win32", "x86",
	    "amd64", "arm64",
	    NULL};

	return cx_secret_in(s, words);
}

/* abcdefabcdefabcd: keys in hexadecimal may have no digits. */
static bool
hexadecimal(struct cx_str s)
{
	return s.len >= 16 &&
	    cx_secret_run(s, 0, CX_LOWHEX | CX_DIGIT) == s.len;
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
	if (hexadecimal(s))
		return false;
	for (size_t i = 0; i < s.len; i++) {
		unsigned c = cx_secret_class(s.s[i]);

		if (c == CX_DIGIT)
			return technical(s);
		if (i > 0 && (c & CX_UPPER) &&
		    (cx_secret_class(s.s[i - 1]) & CX_LOWER))
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

/* process.env.API_KEY2, import.meta.env.VITE_KEY: where the value is. */
static bool
dotted_name(struct cx_str s)
{
	size_t from = 0, points = 0;

	for (size_t i = 0; i <= s.len; i++) {
		struct cx_str part = cx_strn(s.s + from, i - from);

		if (i < s.len && s.s[i] != '.')
			continue;
		while (part.len > 3 &&
		    cx_secret_class(part.s[part.len - 1]) == CX_DIGIT)
			part.len--;
		/* grant_data.1: a part of a tuple */
		if (points == 1 && i == s.len && part.len == 1 &&
		    cx_secret_class(part.s[0]) == CX_DIGIT &&
		    memchr(s.s, '_', from))
			return true;
		if (part.len == 0 || cx_secret_class(part.s[0]) == CX_DIGIT ||
		    !(constant_name(part) || cx_secret_run(part, 0,
		    CX_LETTER | CX_LOW) == part.len))
			return false;
		if (part.len > 24 || (points == 0 && part.len < 2))
			return false;
		points += i < s.len;
		from = i + 1;
	}
	return points > 0;
}

/* /run/secrets/db1, ~/x/y2, https://host/token1 */
static bool
location(struct cx_str s)
{
	size_t slashes = 0;

	for (size_t i = 0; i < s.len; i++) {
		if (cx_secret_one_of(s.s[i], "=+"))
			return false;
		slashes += s.s[i] == '/';
	}
	/* op: where 1Password has it (developer.1password.com, "Secret
	 * references") */
	if (cx_str_starts(s, CX_STR("http://")) ||
	    cx_str_starts(s, CX_STR("projects/")) || /* Google Cloud */
	    cx_str_starts(s, CX_STR("https://")) ||
	    cx_str_starts(s, CX_STR("op://")))
		return true;
	if (s.len > 3 && s.s[1] == ':' && cx_secret_one_of(s.s[2], "\\/"))
		return true;
	return cx_str_starts(s, CX_STR("~/")) || (slashes >= 2 &&
	    (cx_str_starts(s, CX_STR("/")) || cx_str_starts(s, CX_STR("./")) ||
	    cx_str_starts(s, CX_STR("../"))));
}

/* config.get(...), Hash::make(...), b64encode(...), keys[...], &v1.Secret{}:
 * code that fetches it. */
static bool
call(struct cx_str s)
{
	size_t n = 0, method;
	const char *close;

	if (s.len && cx_secret_one_of(s.s[0], "@&")) /* of a Razor page, Go */
		s = cx_str_from(s, 1);
	while (n < s.len && (cx_secret_one_of(s.s[n], ".:") ||
	    (cx_secret_class(s.s[n]) & CX_WORD) || (n + 1 < s.len &&
	    (memcmp(s.s + n, "?.", 2) == 0 || memcmp(s.s + n, "->", 2) == 0 ||
	    (n > 0 && memcmp(s.s + n - 1, "->", 2) == 0)))))
		n++;
	/* fetch!(:name) of Ruby and Elixir */
	if (n + 1 < s.len && cx_secret_one_of(s.s[n], "!?") &&
	    s.s[n + 1] == '(' && memchr(s.s, '.', n))
		return true;
	if (n < 3 || n == s.len || !cx_secret_one_of(s.s[n], "([{"))
		return false;
	/* No word follows a call at once: Otter(7)Teich. */
	close = memchr(s.s + n, s.s[n] == '(' ? ')' : s.s[n] + 2, s.len - n);
	if (close && close + 1 < s.s + s.len &&
	    (cx_secret_class(close[1]) & CX_ALNUM))
		return false;
	/* mac.toHex(), Base64.toUint8Array(): a method, whatever its name. */
	method = cx_secret_run(s, 0, CX_ALNUM);
	if (cx_secret_run(s, 0, CX_LETTER) > 0 && s.s[method] == '.' &&
	    s.s[n] == '(' && cx_secret_run(s, method + 1, CX_ALNUM) == n)
		return true;
	for (size_t i = 0, from = 0; i <= n; i++) {
		struct cx_str part = cx_strn(s.s + from, i - from);

		if (i < n && !cx_secret_one_of(s.s[i], "._:?->"))
			continue;
		/* bin2hex, key_1 */
		if (!plain_word(part) && (cx_secret_run(part, 0, CX_LOWER |
		    CX_DIGIT) < part.len || (!from &&
		    cx_secret_class(part.s[0]) == CX_DIGIT)))
			return false;
		from = i + 1;
	}
	return true;
}

struct cx_str
cx_secret_decoded(struct cx_str s, char room[CX_SECRET_ROOM])
{
	size_t n = 0, left = 0;
	uint32_t bits = 0;

	while (s.len && s.s[s.len - 1] == '=')
		s.len--;
	if (s.len % 4 == 1 || s.len / 4 * 3 + 3 > CX_SECRET_ROOM)
		return CX_STR("");
	for (size_t i = 0; i < s.len; i++) {
		const char c = s.s[i];
		const unsigned class = cx_secret_class(c);

		bits <<= 6;
		if (class & CX_UPPER)
			bits |= (uint32_t)(c - 'A');
		else if (class & CX_LOWER)
			bits |= (uint32_t)(c - 'a') + 26;
		else if (class == CX_DIGIT)
			bits |= (uint32_t)(c - '0') + 52;
		else if (cx_secret_one_of(c, "+-"))
			bits |= 62;
		else if (cx_secret_one_of(c, "/_"))
			bits |= 63;
		else
			return CX_STR("");
		left += 6;
		if (left < 8)
			continue;
		left -= 8;
		room[n] = (char)(bits >> left);
		if ((room[n] < ' ' && room[n] != '\n') || room[n] == 0x7F)
			return CX_STR("");
		n++;
	}
	return cx_str_trim(cx_strn(room, n));
}

bool
cx_secret_published(struct cx_str s)
{
	/* Azurite's account key, jwt.io, Stripe, xkcd 936, the registry of
	 * IBANs, Django REST framework. */
	static const char *const published[] = {"Eby8vdM02xNOcqFlqUwJPLlmEt",
	    "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIi",
	    "sk_test_BQokikJOvBiI2HlWgH4olfQ2",
	    "correct horse battery staple", "DE89 3704 0044 0532 0130 00",
	    "DE89370400440532013000", "GB29 NWBK 6016 1331 9268 19",
	    "GB82 WEST 1234 5698 7654 32",
	    "9944b09199c62bcf9418ad846dd0e4bbdfc6ee4b"};

	for (size_t k = 0; k < sizeof published / sizeof *published; k++)
		if (cx_str_starts(s, cx_str(published[k])))
			return true;
	return false;
}

/* "12", "ab", "90" */
static bool
follows(char one, char two)
{
	return two == one + 1 || (one == '9' && two == '0');
}

/* "1234567890", "abc123", "00000000": each follows the one before, or is the
 * same, in three of four; also over blanks and signs; "deadbeefdeadbeef". */
static bool
counts(struct cx_str s)
{
	size_t run = 0, longest = 0, runs = 0, n = 0;
	unsigned digits = 0;
	char last = '\0';

	for (size_t i = 0; i < s.len; i++) {
		const char c = cx_lower(s.s[i]);
		const unsigned class = cx_secret_class(c);

		if ((unsigned char)c >= 0x80)
			digits |= 1u << 10;
		if (!(class & CX_ALNUM))
			continue;
		digits |= class == CX_DIGIT ? 1u << (c - '0') : 1u << 10;
		run = c == last || follows(last, c) ? run + 1 : 1;
		runs += run == 1;
		n++;
		longest = run > longest ? run : longest;
		last = c;
	}
	/* Keys of OpenSSH begin with zeros. */
	if ((longest >= 8 && longest * 4 >= s.len) || (n >= 4 && n >= 3 * runs))
		return true;
	if (cx_str_starts(s, CX_STR("0x")))
		s = cx_str_from(s, 2);
	for (size_t p = 2; p <= 8 && s.len >= 8 && s.len >= 2 * p; p++)
		if (memcmp(s.s, s.s + p, s.len - p) == 0)
			return true;
	/* 4242 4242 4242 4242: a number of hardly any digits */
	return s.len >= 13 && digits < 1 << 10 &&
	    __builtin_popcount(digits) <= 4;
}

/* RFC 2606, RFC 6761, and what manuals call the machine in their place. */
static bool
example_host(struct cx_str s)
{
	static const char *const names[] = {"localhost", "127.0.0.1",
	    "example.com", "example.org", "example.net", "host", "hostname",
	    NULL};
	static const char *const ends[] = {".example", ".test", ".invalid",
	    ".localhost", ".example.com", ".example.org", ".example.net",
	    NULL};

	for (size_t k = 0; ends[k]; k++)
		if (s.len > strlen(ends[k]) &&
		    cx_secret_word_at(s, s.len - strlen(ends[k]), ends[k]))
			return true;
	return cx_secret_in(s, names);
}

/* Whether a host like this is where the text up to `at` leads: after "://", or
 * before, in an address that goes on to `at`. */
static bool
example_address(struct cx_str text, size_t at)
{
	size_t from = at;

	while (from > 0 && at - from < CX_SECRET_LOOK &&
	    !cx_secret_one_of(text.s[from - 1], " \t\n\"'`<>()"))
		if (text.s[--from] == '/' && from > 1 &&
		    text.s[from - 1] == '/' && text.s[from - 2] == ':')
			return example_host(cx_strn(text.s + from + 1,
			    cx_secret_run(text, from + 1, CX_WORD | CX_DASH |
			    CX_DOT) - from - 1));
	return false;
}

/* What jwt.io signs, whatever else was put into it. */
static bool
example_claims(struct cx_str s)
{
	struct cx_str head, claims;
	char room[CX_SECRET_ROOM];

	if (!cx_str_starts(s, CX_STR("eyJ")) ||
	    !cx_str_split(&s, '.', &head) || !cx_str_split(&s, '.', &claims))
		return false;
	claims = cx_secret_decoded(claims, room);
	return cx_str_has(claims, CX_STR("1516239022")) ||
	    cx_str_has(claims, CX_STR("\"John Doe"));
}

/* Whether as much base64 as a key needs is between the lines of a PEM. */
static bool
has_key_line(struct cx_str s)
{
	size_t n;

	for (size_t i = 0; i < s.len; i += n + 1) {
		n = cx_secret_run(s, i, CX_ALNUM | CX_BASE64) - i;
		if (n >= 32)
			return true;
	}
	return false;
}

bool
cx_secret_example(struct cx_str text, const struct cx_secret *found)
{
	static const char *const words[] = {"example", "sample", "dummy",
	    "placeholder", "changeme", "foobar", "p@ssw0rd", "passw0rd",
	    "fake"};
	const size_t end = found->at + found->len;
	struct cx_str s = cx_strn(text.s + found->at, found->len);

	if (cx_str_starts(s, CX_STR("-----BEGIN")))
		return !has_key_line(s);
	if (end < text.len && text.s[end] == '@') {
		size_t to = cx_secret_run(text, end + 1,
		    CX_WORD | CX_DASH | CX_DOT);

		if (example_host(cx_strn(text.s + end + 1, to - end - 1)))
			return true;
	}
	if (example_address(text, found->at) || example_claims(s))
		return true;
	if (s.len > CX_SECRET_LOOK)
		s.len = CX_SECRET_LOOK;
	for (size_t i = 0; i < s.len; i++)
		for (size_t k = 0; k < sizeof words / sizeof *words; k++)
			if (cx_secret_word_at(s, i, words[k]))
				return true;
	return counts(s);
}

/* "${token}" anywhere, as in "x]${token}": what a shell puts there, $(token) of
 * make and Kubernetes, "#{token[-4..]}" of Ruby, or "ghp_<token>" of a manual.
 * A value may have ended before the brace. */
static bool
variable(struct cx_str s)
{
	for (size_t i = 0; i + 2 < s.len; i++) {
		const bool manual = s.s[i] == '<' &&
		    (i == 0 || cx_secret_one_of(s.s[i - 1], "-_="));
		const size_t from = i + 1 + !manual;
		size_t end;

		if (!manual && !(cx_secret_one_of(s.s[i], "$#") &&
		    s.s[i + 1] == '{') && !(s.s[i] == '$' &&
		    s.s[i + 1] == '('))
			continue;
		end = cx_secret_run(s, from, CX_WORD | (manual ? CX_DASH : 0));
		if (end > from && (manual ? end < s.len && s.s[end] == '>' :
		    end == s.len || cx_secret_one_of(s.s[end], "})") ||
		    (s.s[i] == '#' && cx_secret_one_of(s.s[end], "[.("))))
			return true;
	}
	return false;
}

/* "superSecure1", "my-etcd-token-1": what manuals make up, all of it of such
 * words and of a digit or a number that counts.  A password of
 * somebody's may have one of the words, too, and something that only they
 * know. */
bool
cx_secret_sample(struct cx_str s)
{
	static const char *const words[] = {"password", "passw0rd", "secret",
	    "secure", "token", "qwerty", "letmein", "foobar", "key",
	    "super", "some", "my", "test", "demo", "sample", "api",
	    "value"};
	bool mine = s.len > 3 && cx_secret_word_at(s, 0, "my") &&
	    cx_secret_one_of(s.s[2], "-_");
	bool any = false;

	/* "mypassword", "randompassword" */
	if (cx_str_ends(s, CX_STR("password")) &&
	    cx_secret_run(s, 0, CX_LOWER) == s.len)
		return true;
	for (size_t i = 0, n; i < s.len; i += n) {
		size_t k = 0;

		n = 1;
		if (cx_secret_one_of(s.s[i], "-_ "))
			continue;
		/* MYTOKEN12345abcdef */
		if (any && cx_secret_word_at(s, i, "abcdef") &&
		    i + 6 == s.len)
			return true;
		while (k < sizeof words / sizeof *words &&
		    !cx_secret_word_at(s, i, words[k]))
			k++;
		if (k < sizeof words / sizeof *words) {
			n = strlen(words[k]);
			any = any || k < 9; /* not "my" alone */
			continue;
		}
		n = cx_secret_class(s.s[i]) == CX_DIGIT;
		while (n && i + n < s.len && follows(s.s[i + n - 1],
		    s.s[i + n]))
			n++;
		/* my-etcd-...: of whatever the manual is about */
		if (n == 0 && mine) {
			n = cx_secret_run(s, i, CX_LOWER) - i;
			mine = false;
		}
		if (n == 0 || (i + n < s.len && s.s[i + n] >= '0' &&
		    s.s[i + n] <= '9'))
			return false;
	}
	return any;
}

bool
cx_secret_placeholder(struct cx_str s)
{
	static const char *const says[] = {"your", "example", "placeholder",
	    "changeme", "change_me", "change-me", "redacted", "dummy",
	    "replace", "insert", "base64enc", "or '1", "or 1=1",
	    "goes-here", "goes_here", "xxxx", "***", "....", "____",
	    "0000000"};
	/* An option, a redirection, a colour, a name that is joined. */
	static const char *const starts[] = {"--", "2>", "\\e[", ".$"};
	size_t same = 1;

	/* --mount=type=secret=id=npmrc of Docker names a file. */
	if (variable(s) || (cx_str_starts(s, CX_STR("id=")) &&
	    cx_secret_run(s, 3, CX_LOWER) > 5))
		return true;
	for (size_t i = 1; i < s.len; i++) {
		same = s.s[i] == s.s[i - 1] ? same + 1 : 1;
		if (same >= (s.s[i] == '.' ? 4 : 8) &&
		    cx_secret_one_of(s.s[i], "xX*.0_-#?"))
			return true;
	}
	/* !vault of YAML: what it is, and not what it holds */
	if (s.len > 1 && s.s[0] == '!' &&
	    cx_secret_run(s, 1, CX_LETTER | CX_LOW | CX_DASH | CX_DOT) == s.len)
		return true;
	/* ![[note]]: a note that is shown there */
	if (cx_str_starts(s, CX_STR("![[")))
		return true;
	/* A variable of a shell, of a template, of documentation; one of two
	 * that a pattern has; what a command prints. */
	if (s.len && cx_secret_one_of(s.s[s.len > 1 && s.s[0] == '\\'],
	    "$<{%[(^)|`"))
		return true;
	for (size_t k = 0; k < sizeof starts / sizeof *starts; k++)
		if (cx_str_starts(s, cx_str(starts[k])))
			return true;
	/* \mathbf{w} of LaTeX: "MDP" is a password to some, a process to
	 * others */
	if (s.len > 1 && s.s[0] == '\\') {
		size_t n = cx_secret_run(s, 1, CX_LETTER);

		if (n > 2 && n < s.len && cx_secret_one_of(s.s[n], "{_^"))
			return true;
	}
	for (size_t i = 0; i + 2 < s.len; i++) {
		if (!cx_secret_begins(s, i, CX_ALNUM))
			continue;
		for (size_t k = 0; k < sizeof says / sizeof *says; k++)
			if (cx_secret_word_at(s, i, says[k]))
				return true;
	}
	return false;
}

/* An integer of up to 64 bits that is no short PIN; ports and addresses, as
 * in 27017:27017. */
static bool
is_plain_number(struct cx_str s)
{
	size_t digits, groups = 1;

	if (s.len && s.s[0] == '-')
		s = cx_str_from(s, 1);
	digits = cx_secret_run(s, 0, CX_DIGIT);
	if (digits == s.len)
		return digits >= 9 && digits <= 20;
	for (size_t i = 0; i < s.len; i++) {
		if (cx_secret_one_of(s.s[i], ":."))
			groups++;
		else if (cx_secret_class(s.s[i]) != CX_DIGIT)
			return false;
	}
	return digits > 0 && digits <= 5 && groups <= 6;
}

/* ::Token#secret of Ruby, after a class: a name in a scope. */
static bool
scoped_name(struct cx_str s)
{
	for (size_t i = 0, from = 0; i <= s.len; i++) {
		if (i < s.len && !cx_secret_one_of(s.s[i], ":#.$"))
			continue;
		if (i > from && (!(cx_secret_class(s.s[from]) & CX_LETTER) ||
		    !plain_word(cx_strn(s.s + from, i - from))))
			return false;
		from = i + 1;
	}
	return true;
}

/* 0000, aaaa */
static bool
is_one_sign(struct cx_str s)
{
	size_t n = 1;

	while (n < s.len && s.s[n] == s.s[0])
		n++;
	return n >= s.len;
}

/* kim@example.com, but not "P@ss.Word" */
static bool
mail(struct cx_str s)
{
	const unsigned in = CX_LOWER | CX_DIGIT | CX_DASH | CX_DOT;
	const size_t at = cx_secret_run(s, 0, in | CX_LOW | CX_BASE64);
	size_t end = s.len;

	while (end > at && (cx_secret_class(s.s[end - 1]) & CX_LOWER))
		end--;
	return at > 2 && at + 2 < end && s.s[at] == '@' && s.len - end > 1 &&
	    s.s[end - 1] == '.' && cx_secret_run(s, at + 1, in) == s.len;
}

/* rockyou-10.txt */
static bool
file_name(struct cx_str s)
{
	static const char *const ends[] = {"bin", "conf", "csv", "gz", "html",
	    "jpg", "json", "log", "md", "pdf", "pem", "png", "py", "sh", "txt",
	    "webp", "yaml", "yml", "zip", NULL};
	size_t end = s.len;

	while (end > 0 && (cx_secret_class(s.s[end - 1]) & CX_LOWER))
		end--;
	return end > 1 && s.s[end - 1] == '.' &&
	    cx_secret_in(cx_str_from(s, end), ends) && cx_secret_run(s, 0,
	    CX_WORD | CX_DASH | CX_DOT) == s.len;
}

bool
cx_secret_plain(struct cx_str s)
{
	struct cx_date date;
	bool spaced = s.len && (memchr(s.s, ' ', s.len) ||
	    memchr(s.s, '|', s.len));
	size_t i = 0;

	while (s.len && cx_secret_one_of(s.s[s.len - 1], ".,;:!?*_~)]}>"))
		s.len--;
	if (s.len == 0 || cx_secret_one_of(s.s[0], "$<{%[(^") || call(s) ||
	    location(s) || constant_name(s) || dotted_name(s) || mail(s) ||
	    file_name(s) ||
	    (s.s[0] == '@' && dotted_name(cx_str_from(s, 1))) ||
	    ((s.s[0] == ':' || cx_str_has(s, CX_STR("::"))) &&
	    scoped_name(s)) || is_one_sign(s) ||
	    is_plain_number(s) || cx_date_parse(s, &date))
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
		if (i < s.len && !cx_secret_one_of(s.s[i++],
		    " -_./:,;()[]{}<>'\"*+|&"))
			return false;
	}
	return true;
}

/* "acme-tls-2026", "oauth2/v2.0", "node18": a name and its number. */
bool
cx_secret_numbered(struct cx_str s)
{
	for (size_t i = 0; i < s.len;) {
		size_t from = i, letters, end;

		if (cx_secret_one_of(s.s[i], "-_./:,@#+")) {
			i++;
			continue;
		}
		letters = cx_secret_run(s, from, CX_LETTER);
		end = cx_secret_run(s, letters, CX_DIGIT);
		i = cx_secret_run(s, from, CX_ALNUM);
		if (i == from)
			return false;
		if (technical(cx_strn(s.s + from, i - from)))
			continue;
		if (end != i || (letters > from && end - letters > 4) ||
		    end - from > 12 || !plain_word(cx_strn(s.s + from,
		    letters - from)))
			return false;
	}
	return true;
}

bool
cx_secret_strong(struct cx_str s)
{
	size_t up = 0, low = 0, digits = 0, signs = 0, turns = 0, wide = 0;
	unsigned before = 0;

	if (s.len < 8 || cx_secret_plain(s) || cx_secret_placeholder(s) ||
	    (s.len > 1 && cx_secret_one_of(s.s[0], "/.~-#@&")))
		return false;
	for (size_t i = 0; i < s.len; i++) {
		const bool high = (unsigned char)s.s[i] >= 0x80;
		unsigned c = cx_secret_class(s.s[i]);
		unsigned kind = high || c & CX_LETTER ? 1 :
		    c == CX_DIGIT ? 2 : 0;

		/* Letters of scripts that put blanks between words */
		if ((unsigned char)s.s[i] == 0xC2 ||
		    (unsigned char)s.s[i] >= 0xD5 ||
		    cx_secret_one_of(s.s[i], "()[]{}<>|\\"))
			return false;
		wide += high;
		up += (c & CX_UPPER) != 0;
		low += (c & CX_LOWER) != 0;
		digits += c == CX_DIGIT;
		signs += cx_secret_one_of(s.s[i], "!@#$%^&*?+=~");
		turns += kind && before && kind != before;
		if (kind)
			before = kind;
	}
	if (digits && signs && (up || low || wide))
		return up && low ? true : turns > 1 || signs > 1;
	if (!digits || !(up || low) || wide || cx_secret_numbered(s))
		return false;
	return s.len >= 16 ? turns >= 2 && digits >= 2 :
	    turns >= 2 && (up > 0) + (low > 0) + (signs > 0) >= 2;
}

bool
cx_secret_certain(struct cx_str s)
{
	unsigned classes = 0, signs = 0;

	for (size_t i = 0; i < s.len; i++) {
		classes |= cx_secret_class(s.s[i]);
		signs += cx_secret_one_of(s.s[i], "!@$%?");
	}
	return signs && signs < 4 && (classes & CX_UPPER) &&
	    (classes & CX_LOWER) && (classes & CX_DIGIT) &&
	    !(classes & (CX_EQUALS | CX_BASE64)) && !memchr(s.s, '&', s.len) &&
	    cx_secret_strong(s);
}

bool
cx_secret_human(struct cx_str s)
{
	size_t letters = 0, digits = 0, at = s.len, turns = 0, mixed = 0;
	const bool capital = s.len && (cx_secret_class(s.s[0]) & CX_UPPER) &&
	    cx_secret_run(s, 1, CX_UPPER) == 1;

	for (size_t i = 0; i < s.len; i++) {
		const unsigned c = cx_secret_class(s.s[i]);

		letters += (c & CX_LETTER) != 0;
		digits += c == CX_DIGIT;
		turns += cx_secret_one_of(s.s[i], "-_.#");
		mixed += i > 0 && (c == CX_DIGIT) !=
		    (cx_secret_class(s.s[i - 1]) == CX_DIGIT);
		if (!(c & CX_ALNUM) && !cx_secret_one_of(s.s[i], "-_.#"))
			return false;
	}
	while (at > 0 && cx_secret_class(s.s[at - 1]) == CX_DIGIT)
		at--;
	/* "0zde21en5n" */
	if (s.len >= 10 && !turns && mixed >= 3 && cx_secret_run(s, 0,
	    CX_LOWHEX | CX_DIGIT) < s.len)
		return true;
	if (s.len < 8 || letters < 3 || digits < 2 ||
	    cx_secret_class(s.s[0]) == CX_DIGIT || cx_secret_plain(s))
		return false;
	/* "girafa-azul-9714-telha" */
	if (turns >= 3 && letters >= 12 && digits <= 4 &&
	    !memchr(s.s, '.', s.len))
		return true;
	if (s.len - at < 2 || at == 0)
		return false;
	/* Names of machines and of files have small letters and dashes. */
	if (turns == 0)
		return letters + digits == s.len;
	return capital || (turns == 1 && memchr(s.s, '_', s.len) &&
	    s.s[at - 1] != '_' && s.len - at == 2);
}

bool
cx_secret_phrase(struct cx_str s)
{
	/* Words that sentences cannot do without. */
	static const char *const grammar[] = {"the", "and", "for", "are",
	    "was", "not", "but", "has", "had", "you", "your", "must", "with",
	    "from", "this", "that", "can", "cannot", "will", "should",
	    "enter", "please", "forgot", "reset", "new", "change", "wrong",
	    "invalid", "incorrect", "required", "least", "same", "password",
	    "see", "ask", "use", "into", "when", "does", "did", "been", "its",
	    "our", "all", "any", "one", "two", "set", "get", "than", "may",
	    "only", "also", "then", "they", "their", "have", "per", "via",
	    NULL};
	size_t n = 0, from = 0;
	char blank = s.len && memchr(s.s, ' ', s.len) ? ' ' : '-';

	for (size_t i = 0; i <= s.len; i++) {
		struct cx_str word = cx_strn(s.s + from, i - from);

		if (i < s.len && s.s[i] != blank) {
			if (!(cx_secret_class(s.s[i]) & CX_LOWER))
				return false;
			continue;
		}
		if (word.len < 3 || word.len > 9 || cx_str_in(word, grammar))
			return false;
		n++;
		from = i + 1;
	}
	return n >= 4 && n <= 10;
}
