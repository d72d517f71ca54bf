/* Secrets stated in sentences of any language, lists of codes, and lines of
 * .pgpass. */
#include "lib/secret/secrets-impl.h"

/* How far after the word its value may stand, and after how many others. */
#define SAID_MAX 72
#define SAID_WORDS 9

static bool
high(char c)
{
	return (unsigned char)c >= 0x80;
}

/* Scripts that put no blank between words, or join small words to others. */
static bool
joins(char lead)
{
	return (unsigned char)lead >= 0xD5 && (unsigned char)lead != 0xE1 &&
	    (unsigned char)lead != 0xE2;
}

static bool
starts_one_of(struct cx_str text, size_t at, const char *const *set,
    size_t *len)
{
	for (; high(text.s[at]) && *set; set++)
		if (cx_str_starts(cx_str_from(text, at), cx_str(*set))) {
			*len = strlen(*set);
			return true;
		}
	return false;
}

/* Words for "is"; of scripts without blanks, what the words before the value
 * end with. */
static bool
copula(struct cx_str s)
{
	static const char *const words[] = {"is", "ist", "lautet", "est",
	    "es", "\xC3\xA9", "\xC3\xA8", "jest", "to", "je", "\xC3\xA4r",
	    "er", "on", "este", "yra", "ir", "\xC3\xABsht\xC3\xAB", "esti",
	    "da", "adalah", "ialah",
	    "ay", "ni", "l\xC3\xA0", "zn\xC3\xAD", "brzmi", "luidt",
	    "reza", "olarak", "naar", "auf", "till", "na", "egy",
	    "\xCE\xB5\xCE\xAF\xCE\xBD\xCE\xB1\xCE\xB9",
	    "\xD1\x8D\xD1\x82\xD0\xBE", "\xD0\xB5", "\xD1\x98\xD0\xB5",
	    "\xD1\x86\xD0\xB5", "now", "nu", "now:", "jetzt", "maintenant",
	    "ahora", "agora", "=>", "->", NULL};
	static const char *const ends[] = {"\xE3\x81\xAF", "\xE3\x81\x8C",
	    "\xE6\x98\xAF", "\xE4\xB8\xBA", "\xE7\x82\xBA", "\xEB\x8A\x94",
	    "\xEC\x9D\x80", "\xEA\xB0\x80", "\xEC\x9D\xB4",
	    "\xE0\xB8\x84\xE0\xB8\xB7\xE0\xB8\xAD",
	    "\xD9\x87\xD9\x8A", "\xD9\x87\xD9\x88", "\xD7\x94\xD7\x99\xD7\x90",
	    "\xD7\x94\xD7\x95\xD7\x90", "\xE0\xA4\xB9\xE0\xA5\x88",
	    "\xD8\xA7\xD8\xB3\xD8\xAA", "\xDB\x81\xDB\x92",
	    "\xE0\xA6\xB9\xE0\xA6\xB2", "\xE2\x80\x94", "\xE2\x80\x93",
	    "\xE2\x86\x92", NULL};

	if (cx_secret_in(s, words))
		return true;
	/* All of them end beyond ASCII. */
	if (!s.len || !high(s.s[s.len - 1]))
		return false;
	for (size_t i = 0; ends[i]; i++)
		if (cx_str_ends(s, cx_str(ends[i])))
			return true;
	return false;
}

/* The word by itself, but for an ending ("Lösenordet", "пароля"). */
static bool
own_word(struct cx_str text, size_t at, size_t *end, bool whole)
{
	size_t i = *end;

	if (at > 0 && (((cx_secret_class(text.s[at - 1]) & CX_ALNUM) &&
	    !joins(text.s[at])) || text.s[at - 1] == '/' ||
	    /* "user_login": a name, and not what it signs in with */
	    (cx_secret_one_of(text.s[at - 1], "_-") &&
	    cx_secret_word_at(text, at, "login")) ||
	    (high(text.s[at - 1]) && !joins(text.s[at]) &&
	    (cx_secret_class(text.s[at]) & CX_LETTER) == 0)))
		return false;
	if (high(text.s[i - 1]) && joins(text.s[at]))
		return true;
	while (i < text.len && i - *end < 8 &&
	    !(high(text.s[i]) && joins(text.s[i])) &&
	    (high(text.s[i]) || (cx_secret_class(text.s[i]) & CX_WORD)) &&
	    (unsigned char)text.s[i] != 0xE2)
		i++;
	if (i - *end > (whole ? 0 : 5))
		return false;
	*end = i;
	return true;
}

/* Whether what has a code's form are words: "copy this into your ..." */
static bool
sentence(struct cx_str s, bool assigned)
{
	static const char *const common[] = {"this", "that", "with", "from",
	    "your", "have", "will", "must", "into", "four", "copy", "here",
	    "when", "then", "than", "what", "they", "them", "only", "also",
	    "used", "uses", "were", "been", "each", "code", "made", "some",
	    "more", "once", "type", "sent", "next", "open", "step", "page",
	    "mail", "text", "word", "like", "just", "over", "such", "make",
	    "need", "does", "left", "last", "time", "very", "able", "keep",
	    "list", "same", "both", "find", "work", "note", "good", "long",
	    "show", NULL};

	if (cx_secret_run(s, 0, CX_LETTER) == s.len)
		return !assigned;
	for (size_t i = 0; i < s.len; i += 5) {
		if (cx_secret_run(s, i, CX_LOWER) != i + 4)
			return false;
		if (cx_secret_in(cx_strn(s.s + i, 4), common))
			return true;
	}
	return !assigned && s.len > 4 && s.s[4] == ' ';
}

/* What has a code, in other languages, too: the beginnings of the words. */
static bool
place(struct cx_str text, size_t from, size_t to)
{
	static const char *const places[] = {"door", "gate ", "gate:", "garage",
	    "alarm", "safe ", "safe:", "lock", "entry", "entrance", "building",
	    "keypad", "intercom", "t\xC3\xBCr", "haust\xC3\xBCr", "tor ",
	    "tor:", "torc", "tresor", "eingang", "keller", "wohnung", "porte ",
	    "porte:", "portail", "immeuble", "coffre", "entr\xC3\xA9" "e",
	    "puerta", "portal ", "portal:", "caja fuerte", "garaje", "porta ",
	    "porta:", "port\xC3\xA3o", "portone", "cofre", "garagem",
	    "cancello", "allarme", "cassaforte", "deur", "voordeur", "poort",
	    "kluis", "d\xC3\xB6rr", "portk", "d\xC3\xB8r", "larm",
	    "kassask", "drzwi", "bram", "sejf", "domofon", "klatk", "dve\xC5",
	    "vchod", "trezor", "brank", "ovi", "ove", "portti", "ajt\xC3\xB3",
	    "kapu", "riaszt\xC3\xB3", "kap\xC4\xB1", "kasa ", "kasan",
	    "u\xC8\x99" "\xC4\x83", "u\xC8\x99" "ii", "poart", "seif",
	    "vrata", "\xD0\xB4\xD0\xB2\xD0\xB5\xD1\x80",
	    "\xD0\xB2\xD0\xBE\xD1\x80\xD0\xBE\xD1\x82",
	    "\xD1\x81\xD0\xB5\xD0\xB9\xD1\x84",
	    "\xD0\xB4\xD0\xBE\xD0\xBC\xD0\xBE\xD1\x84\xD0\xBE\xD0\xBD",
	    "\xD1\x81\xD0\xB8\xD0\xB3\xD0\xBD\xD0\xB0\xD0\xBB",
	    "\xCF\x80\xCF\x8C\xCF\x81\xCF\x84\xCE\xB1",
	    "\xE9\x97\xA8", "\xE9\x96\x80", "\xE9\x99\xA9",
	    "\xE8\xAD\xA6", "\xE7\x8E\x84\xE9\x96\xA2",
	    "\xE9\x87\x91\xE5\xBA\xAB", "\xE3\x83\x89\xE3\x82\xA2",
	    "\xED\x98\x84\xEA\xB4\x80", "\xEB\xAC\xB8 ",
	    "cart", "kart", "tarjet", "card",
	    "\xD0\xBA\xD0\xB0\xD1\x80\xD1\x82",
	    "\xE5\x8D\xA1", "\xEC\xB9\xB4\xEB\x93\x9C", "h\xC3\xA4lyt",
	    "\xCF\x83\xCF\x85\xCE\xBD\xCE\xB1\xCE\xB3",
	    "\xEA\xB8\x88\xEA\xB3\xA0", NULL};

	for (; from < to; from++)
		for (size_t k = 0; places[k] && text.s[from] != ' ' &&
		    (joins(text.s[from]) || cx_secret_begins(text, from,
		    CX_LETTER)); k++)
			if (cx_secret_word_at(text, from, places[k]))
				return true;
	return false;
}

/* Codes with another meaning: "zip code", "code postal". */
static bool
other_code(struct cx_str text, size_t from, size_t to)
{
	static const char *const words[] = {"error", "erro", "exit", "status",
	    "zip", "post", "area", "country", "promo", "discount", "product",
	    "item", "source", "return", "response", "colo", "dial", "bar",
	    "qr", "reason", "event", "fault", "vendor", "poczt", "review",
	    "fisc", "civil", "penal", "coverage", "version", NULL};

	for (; from < to; from++)
		for (size_t k = 0; words[k] &&
		    cx_secret_begins(text, from, CX_LETTER); k++)
			if (cx_secret_word_at(text, from, words[k]))
				return true;
	return false;
}

static bool
ends_line(struct cx_str text, size_t at)
{
	at = cx_secret_skip(text, at, "`*\"'. \r", 6);
	return at == text.len || text.s[at] == '\n';
}

static bool
digit_at(struct cx_str text, size_t at)
{
	return at < text.len && cx_secret_class(text.s[at]) == CX_DIGIT;
}

/* "pin 1 2 3 4" of a chip, "building code 2021" */
static bool
other_number(struct cx_str text, size_t at, size_t end, char kind)
{
	return kind == 'P' ? digit_at(text, at) && at + 1 < text.len &&
	    text.s[at + 1] == ' ' : end - at == 4 &&
	    (cx_secret_word_at(text, at, "19") ||
	    cx_secret_word_at(text, at, "20"));
}

static bool
has_digit(struct cx_str text, size_t at, size_t end)
{
	while (at < end && !digit_at(text, at))
		at++;
	return at < end;
}

static bool
said_after(struct cx_str text, size_t end, const char *kind,
    const char *body, struct cx_secret *out)
{
	static const char *const open[] = {"\xC2\xAB", "\xC2\xBB",
	    "\xE2\x80\x9C", "\xE2\x80\x9D", "\xE2\x80\x9E", "\xE2\x80\x98",
	    "\xE2\x80\x99", "\xE2\x80\xB9", "\xE3\x80\x8C", "\xE3\x80\x8E",
	    "\xE3\x80\x90", NULL};
	static const char *const stops[] = {"\xE3\x80\x81", "\xE3\x80\x82",
	    "\xE0\xA5\xA4", "\xD8\x8C", NULL};
	const bool pattern = *body && *body != '~';
	bool sign = false, is = false, beside = true, line = false;
	bool alone = false;
	const bool door = strcmp(kind, "door code") == 0 || *kind == 'P';
	size_t i = end, last, words = 0, commas = 0, n;

	last = i + SAID_MAX;
	while (i < text.len && i < last && words < SAID_WORDS) {
		enum cx_secret_judge judge;
		char c = text.s[i];
		size_t from = i;

		if (starts_one_of(text, i, open, &n)) {
			i += n;
			continue;
		}
		/* "..., that is x" */
		if (c == ',' && commas < 2) {
			commas++;
			sign = is = beside = false;
			i++;
			continue;
		}
		if (starts_one_of(text, i, stops, &n) ||
		    cx_secret_one_of(c, ".!?;,|&{}\\") ||
		    cx_secret_encrypted(text, i))
			return false;
		if (c == '\n') {
			if (!(sign || is || !words) || line)
				return false;
			alone = !sign && !is;
			line = true;
			i = cx_secret_skip(text, i, "\r\n", 4);
			if (cx_secret_assigns(text, i))
				return false;
			continue;
		}
		if (c == '(' && pattern &&
		    (n = cx_secret_match(text, i + 1, body)) > i + 8)
			return cx_secret_found(out, kind, i + 1, n);
		if (c == '(' && !pattern && !words && text.s[i - 1] == ' ' &&
		    cx_secret_value(text, i + 1, kind, BESIDE, out))
			return true;
		if (c == '(') {
			while (i < text.len && i < last && text.s[i] != ')' &&
			    text.s[i] != '\n')
				i++;
			i++;
			continue;
		}
		if (c == ':' || c == '=') {
			if ((i + 2 < text.len && text.s[i + 1] == '/') ||
			    (commas && c == '=' && !pattern))
				return false;
			sign = true;
			i = cx_secret_skip(text, i + 1, "=>", 1);
			continue;
		}
		/* "password - x", "login: admin / x" */
		if ((c == '-' || c == '/') && i + 1 < text.len &&
		    text.s[i + 1] == ' ') {
			is = true;
			i++;
			continue;
		}
		if (cx_is_blank(c) || cx_secret_one_of(c, "`*_[]#")) {
			i++;
			continue;
		}
		/* What is long enough is it, whatever is between. */
		if (pattern && (n = cx_secret_match(text,
		    cx_secret_one_of(c, "\"'") ? ++i : i, body)) != 0 &&
		    (sign || is ||
		    (beside && !other_number(text, i, n, *kind)) ||
		    (n - i >= 16 && has_digit(text, i, n))) &&
		    (*kind != 'T' || has_digit(text, i, n)) &&
		    !(n + 1 < text.len &&
		    cx_secret_one_of(text.s[n], ".:-/%") &&
		    (cx_secret_class(text.s[n + 1]) & CX_WORD)) &&
		    !sentence(cx_strn(text.s + i, n - i), sign || is))
			return cx_secret_found(out, kind, i, n);
		judge = commas ? BESIDE : sign && !*body ? ASSIGNED :
		    sign || is ? SAID : BESIDE;
		if (!pattern && !high(c) &&
		    cx_secret_value(text, i, kind, judge, out) && (sign || is ||
		    !words || (words < 4 && cx_secret_certain(cx_strn(
		    text.s + out->at, out->len)))))
			return !alone || (ends_line(text, out->at + out->len) &&
			    !memchr(text.s + out->at, ':', out->len));
		/* YAML has nothing but the value on the next line. */
		if (line)
			return false;
		/* A word: what comes after it? */
		while (i < text.len && i < last && !cx_is_blank(text.s[i]) &&
		    !cx_secret_one_of(text.s[i], ":=.,;!?()\"'`*") &&
		    !(i > from && high(c) && joins(c) && !high(text.s[i])) &&
		    !(i > from && (starts_one_of(text, i, open, &n) ||
		    starts_one_of(text, i, stops, &n))))
			i++;
		if (i == from)
			i++;
		is = copula(cx_strn(text.s + from, i - from)) || (door &&
		    digit_at(text, cx_secret_skip(text, i, " ", 2)) &&
		    place(text, from, i));
		/* "c'est x" */
		if (cx_secret_word_at(text, from, "c") && cx_secret_word_at(
		    text, i + (high(text.s[i]) ? 3 : 1), "est ")) {
			i += high(text.s[i]) ? 6 : 4;
			is = true;
		}
		sign = beside = false;
		words++;
	}
	return false;
}

bool
cx_secret_said(struct cx_str text, size_t at, size_t end, const char *kind,
    const char *body, struct cx_secret *out)
{
	const bool pattern = *body && *body != '~';

	if (strcmp(kind, "seed phrase") == 0)
		return cx_secret_seed(text, at, end, out);
	if (strcmp(kind, "door code") == 0) {
		size_t n = at, back = at;

		while (back > 0 && at - back < 40 &&
		    !cx_secret_one_of(text.s[back - 1], "\n.;!?"))
			back--;
		/* "portkod", but not "opcode" */
		while (at > back && !joins(text.s[at]) && (high(text.s[at - 1])
		    || (cx_secret_class(text.s[at - 1]) & CX_LETTER)))
			at--;
		if (at < n && !place(text, at, n))
			return false;
		/* Most have no number near. */
		for (n = end; n < text.len && n - end < SAID_MAX &&
		    text.s[n] != '\n' && !digit_at(text, n);)
			n++;
		return digit_at(text, n) && own_word(text, at, &end, true) &&
		    said_after(text, end, kind, body, out) &&
		    place(text, back, out->at) && !other_code(text,
		    at > back + 10 ? at - 10 : back, out->at);
	}
	/* "pw", but not "pwned" */
	if (!own_word(text, at, &end, pattern ||
	    (end - at < 5 && !high(text.s[at]))))
		return false;
	/* Pin-Priority of APT */
	if (*kind == 'P' && cx_secret_word_at(text, end, "-prio"))
		return false;
	return said_after(text, end, kind, body, out) || (!pattern &&
	    (cx_secret_column(text, at, end, kind, out) ||
	    cx_secret_said_before(text, at, end, kind, out)));
}

/* --- codes --- */

/* One code: groups of the same length, of 8 characters or more and with a
 * digit, or of `same` characters.  Its end, or 0. */
static size_t
code(struct cx_str text, size_t at, size_t same)
{
	size_t i = at, group = 0, digits = 0, letters = 0, groups = 0;

	for (;;) {
		size_t end = cx_secret_run(text, i, CX_ALNUM);

		if (end - i > 24 || (groups && end - i != group))
			return 0;
		group = end - i;
		groups++;
		for (; i < end; i++) {
			digits += cx_secret_class(text.s[i]) == CX_DIGIT;
			letters += cx_secret_class(text.s[i]) != CX_DIGIT;
		}
		if (i + 1 >= text.len || !(text.s[i] == '-' ||
		    (text.s[i] == ' ' && !letters && groups < 2 &&
		    group <= 4)) ||
		    !(cx_secret_class(text.s[i + 1]) & CX_ALNUM))
			break;
		i++;
	}
	if (group < 3 || cx_secret_run(text, i, CX_LOW) > i)
		return 0;
	if (same)
		return i - at == same ? i : 0;
	return digits && digits + letters >= 8 ? i : 0;
}

/* "12." and "3)" before one. */
static size_t
list_mark(struct cx_str text, size_t at)
{
	size_t end = cx_secret_run(text, at, CX_DIGIT);

	return end > at && end - at <= 2 && end < text.len &&
	    cx_secret_one_of(text.s[end], ".):") ? end + 1 : 0;
}

/* "recovery codes:" and what looks like codes, from the first to the last. */
bool
cx_secret_codes(struct cx_str text, size_t at, size_t anchor_end,
    struct cx_secret *out)
{
	size_t i = anchor_end, first = 0, end = 0, next, same = 0;

	if (!cx_secret_begins(text, at, CX_ALNUM))
		return false;
	while (i < text.len && i < (end ? end + 16 : anchor_end + 64)) {
		if ((next = list_mark(text, i)) != 0) {
			i = next;
		} else if (cx_secret_class(text.s[i]) & CX_ALNUM) {
			next = code(text, i, same);
			if (next) {
				first = end ? first : i;
				same = next - i;
				end = i = next;
				continue;
			}
			if (end)
				break;
			i = cx_secret_run(text, i, CX_WORD | CX_DASH);
		} else if (!end && cx_secret_one_of(text.s[i], ".!?;")) {
			return false;
		} else {
			i++;
		}
	}
	return end && cx_secret_found(out, "recovery code", first, end);
}

/* --- .pgpass (PostgreSQL, 34.16) --- */

/* Groups of four digits in hexadecimal at most, and nothing else up to a
 * blank: an address of IPv6 (RFC 4291, 2.2). */
static bool
is_ipv6(struct cx_str text, size_t at)
{
	size_t n = 0, from = at;

	for (; at < text.len && !cx_is_blank(text.s[at]) &&
	    !strchr("\n\r/%\"'`,;)]", text.s[at]); at++) {
		if (text.s[at] == ':')
			n = 0;
		else if (++n > 4 || !strchr("0123456789abcdefABCDEF",
		    text.s[at]))
			return false;
		if (at - from > strlen("ffff:ffff:ffff:ffff:ffff:ffff:ffff:"
		    "ffff"))
			return false;
	}
	return true;
}

/* host:port:database:user:password, found by its port. */
bool
cx_secret_pgpass(struct cx_str text, size_t at, size_t anchor_end,
    struct cx_secret *out)
{
	const unsigned in = CX_WORD | CX_DASH | CX_DOT;
	size_t from = at, i = anchor_end;
	bool letter = false;

	while (from > 0 && at - from < CX_SECRET_LOOK &&
	    ((cx_secret_class(text.s[from - 1]) & in) ||
	    text.s[from - 1] == '*')) {
		from--;
		letter = letter || cx_secret_one_of(text.s[from], "*.") ||
		    (cx_secret_class(text.s[from]) & CX_LETTER);
	}
	if (from == at || !letter || is_ipv6(text, from) || (from > 0 &&
	    !cx_is_blank(text.s[from - 1]) &&
	    !cx_secret_one_of(text.s[from - 1], "\"'`")))
		return false;
	for (int field = 0; field < 2; field++) {
		size_t field_end = i;

		while (field_end < text.len && field_end - i < 64 &&
		    ((cx_secret_class(text.s[field_end]) & in) ||
		    text.s[field_end] == '*'))
			field_end++;
		if (field_end == i || field_end == text.len ||
		    text.s[field_end] != ':')
			return false;
		i = field_end + 1;
	}
	return cx_secret_value(text, i, "password", ASSIGNED, out);
}

/* --- what a QR code of a wireless network has --- */

/* WIFI:T:WPA;S:name;P:password;; in any order (ZXing wiki, "Barcode
 * contents"). */
bool
cx_secret_wifi(struct cx_str text, size_t at, size_t end,
    struct cx_secret *out)
{
	size_t from = end;

	if (!cx_secret_begins(text, at, CX_ALNUM))
		return false;
	for (size_t i = end; i < text.len && i - end < 2 * CX_SECRET_LOOK &&
	    text.s[i] != '\n'; i++) {
		if (text.s[i] != ';' || text.s[i - 1] == '\\')
			continue;
		if (i >= from + 10 && cx_secret_word_at(text, from, "p:") &&
		    !cx_secret_placeholder(cx_strn(text.s + from + 2,
		    i - from - 2)))
			return cx_secret_found(out, "password", from + 2, i);
		from = i + 1;
	}
	return false;
}
