#include "lib/base/utf8.h"
#include "lib/secret/secrets-impl.h"

#include <pthread.h>
#include <stdlib.h>

/* --- what is looked for --- */

/* How far after a WORD its body is looked for. */
#define WINDOW 80

/* The least base64, in bytes, that a fence of Excalidraw is a drawing with. */
#define DRAWING_LEAST 256

enum how { PREFIX, NEAR, NAMED, FORM, OPTIONAL };

static const struct rule {
	enum how how;
	const char *kind;
	const char *before;
	const char *anchors; /* with | between */
	const char *body;
	cx_secret_form *form;
	enum cx_secret_place place;
} rules[] = {
#define ISSUER(issuer, kind, before, prefix, body, source)                    \
	{PREFIX, kind, before, prefix, body, NULL, 0},
#define WORD(issuer, kind, word, body, source)                                \
	{NEAR, kind, "", word, body, NULL, 0},
#define NAME(kind, body, words) {NAMED, kind, "", words, body, NULL, 0},
#define OPTION(command, option, place)                                        \
	{OPTIONAL, "password", command, option, "", NULL, place},
#include "lib/secret/secrets.def"
#undef ISSUER
#undef WORD
#undef NAME
#undef OPTION
#define FORM(anchor, form) {FORM, NULL, "", anchor, "", form, 0},
    FORM("eyJ", cx_secret_jwt)
    FORM("-----begin", cx_secret_pem)
    FORM("private-lines: ", cx_secret_putty)
    FORM("\"d\"|\"p\"|\"q\"|\"dp\"|\"dq\"|\"qi\"|\"k\"", cx_secret_jwk)
    /* DER of PKCS#8 and PKCS#1 in base64: RSA of 1024 to 4096 bits, P-256,
     * Ed25519 (RFC 5958, RFC 8410), and OpenSSH's own. */
    FORM("MIIEvQIBADANBgkqhkiG9w0BAQ|MIIEvgIBADANBgkqhkiG9w0BAQ|"
	"MIIEvAIBADANBgkqhkiG9w0BAQ|MIIEuwIBADANBgkqhkiG9w0BAQ|"
	"MIIJQgIBADANBgkqhkiG9w0BAQ|MIIJQwIBADANBgkqhkiG9w0BAQ|"
	"MIICdgIBADANBgkqhkiG9w0BAQ|MIIEpAIBAAKCAQEA|MIIEpQIBAAKCAQEA|"
	"MIIEowIBAAKCAQEA|MIGHAgEAMBMGByqGSM49|MC4CAQAwBQYDK2VwBCIEI|"
	"b3BlbnNzaC1rZXktdjEA|"
	/* and "-----BEGIN ... PRIVATE KEY" once more in base64 */
	"LS0tLS1CRUdJTiBQUklWQVRF|LS0tLS1CRUdJTiBSU0EgUFJJVkFUR|"
	"LS0tLS1CRUdJTiBFQyBQUklWQVRF|LS0tLS1CRUdJTiBPUEVOU1NIIFBSSVZBVEUg|"
	"LS0tLS1CRUdJTiBFTkNSWVBURUQg|LS0tLS1CRUdJTiBQR1AgUFJJVkFUR",
	cx_secret_der)
    FORM("$1$|$2a$|$2b$|$2x$|$2y$|$5$|$6$|$7$|$y$|$gy$|$apr1$|$sha1$|"
	"$argon2id$|$argon2i$|$argon2d$|$scrypt$|$pbkdf2|$P$|$H$|$S$|"
	"pbkdf2_sha1$|pbkdf2_sha256$|"
	"pbkdf2:sha|bcrypt_sha256$|scrypt:|scram-sha-256$|{SHA}|"
	"{SSHA}|{SHA256}|{SSHA256}|{SHA512}|{SSHA512}|{MD5}|{SMD5}|{CRYPT}|"
	"{PBKDF2", cx_secret_hash)
    FORM("://", cx_secret_in_url)
    FORM("0000", cx_secret_card)
    FORM("(\"|('", cx_secret_argument)
    FORM(" / ", cx_secret_pair)
    FORM("recovery codes|recovery code|backup codes|backup code|rescue codes|"
	"scratch codes|emergency codes|2fa codes|one-time codes|recovery_codes|"
	"backup_codes|backup-codes|recovery-codes|wiederherstellungscodes|"
	"codes de r\xC3\xA9" "cup\xC3\xA9ration|codes de secours|"
	"c\xC3\xB3" "digos de recuperaci\xC3\xB3n|"
	"c\xC3\xB3" "digos de respaldo", cx_secret_codes)
    FORM(":0000:|:*:", cx_secret_pgpass)
    FORM("wifi:", cx_secret_wifi)
    FORM("password|passwd|passphrase|passwort|kennwort|pwd|passcode|"
	"pass phrase|pass word", cx_secret_password)
    FORM("identified by |with password |using password |"
	"encrypted password |set password |convertto-securestring |"
	"convertto-securestring -string ", cx_secret_sql)
    FORM("pass|pw|psk|credentials", cx_secret_pass)
    FORM("secret|token|apikey|api_key|api-key|api key", cx_secret_token)
    FORM("key|pat|salt|seed|hmac|auth", cx_secret_key)
    FORM("-team|x-auth-", cx_secret_header)
    FORM("bearer ", cx_secret_bearer)
    FORM("basic |splunk |geniekey |apikey |sso-key |bot |"
	"zoho-oauthtoken |klaviyo-api-key |api-key |key ", cx_secret_basic)
    FORM("cookie:|cookie =|cookie=|cookies =|cookies=|--cookie|"
	"jsessionid|asp.net_sessionid|phpsessid|connect.sid|_session=|"
	"wordpress_logged_in_|cftoken|li_at|"
	"sessionid=|session_id=|auth_tkt=", cx_secret_cookie)
    FORM("--password-stdin|--with-token|sudo -s|passwd --stdin|chpasswd",
	cx_secret_piped)
#undef FORM
};

#define RULES (sizeof rules / sizeof *rules)

/* Letters of forms are found in either case and digits for each other. */
static const struct rule iban = {FORM, NULL, "", NULL, "", cx_secret_iban,
    0};

/* --- the tree of anchors --- */

/*
 * Letters in either case are one class of bytes, and so are all digits; what
 * else anchors have gets a class each, but for bytes beyond ASCII, which share
 * a few so that letters differ by case in none; all the rest is class 0.  At
 * nearly every place of a text no anchor begins, which the first three bytes
 * tell: a bit for each three that begin one.  Three that begin one or have its
 * second byte first tell it of two places at once.
 */
#define CLASSES 64
/* Room for the edges of the tree in a table of hashes; twice their number. */
#define EDGE_BITS 14
#define EDGES (1U << EDGE_BITS)

struct node {
	uint64_t next;	 /* bits: the classes of its children */
	uint16_t output; /* + 1, of the anchor that ends here; 0: none */
};

struct edge {
	uint32_t key; /* node and class; 0: none */
	uint16_t child;
};

struct output {
	bool exact; /* has bytes beyond ASCII, of which a class has many */
	uint16_t rule; /* its number, RULES for an IBAN */
	uint16_t next; /* + 1, of the same anchor; 0: none */
	const char *anchor; /* the rest of them, too */
};

static struct {
	unsigned char class[256];
	uint64_t begins[CLASSES][CLASSES]; /* by two bytes, bits: the third */
	uint64_t near[CLASSES][CLASSES]; /* here or one byte before */
	uint16_t pair[CLASSES][CLASSES]; /* the node of the first two */
	struct edge edge[EDGES];
	struct node *node; /* 0 is the root */
	size_t nodes, cap;
	struct output *output;
	size_t outputs, output_cap;
	unsigned classes;
} a;

/* All CLASSES are in use: a further sign in an anchor needs one more. */
static unsigned
class_of(char c)
{
	unsigned char *class = &a.class[(unsigned char)c];

	if (!*class) {
		if (a.classes == CLASSES)
			cx_die(CX_FAIL, "secrets.def has too many signs");
		*class = (unsigned char)a.classes++;
	}
	return *class;
}

/* The place of an edge that has this key, or 0. */
static inline struct edge *
edge_at(uint32_t from, uint32_t key)
{
	uint32_t i = from * UINT32_C(2654435769) >> (32 - EDGE_BITS);

	while (a.edge[i].key != key)
		i = (i + 1) % EDGES;
	return &a.edge[i];
}

static inline size_t
child(size_t node, unsigned class)
{
	uint32_t key = (uint32_t)node * CLASSES + class;

	return a.node[node].next >> class & 1 ? edge_at(key, key)->child : 0;
}

static void
add_edge(size_t node, unsigned class, size_t child)
{
	uint32_t key = (uint32_t)node * CLASSES + class;

	*edge_at(key, 0) = (struct edge){key, (uint16_t)child};
	a.node[node].next |= UINT64_C(1) << class;
}

/* The first of them; what follows it. */
static const char *
add_anchor(const char *anchor, size_t rule)
{
	unsigned c[4] = {0, 0, 0, 0};
	size_t node = 0, len = 0;
	uint64_t third, fourth;
	bool exact = false;

	for (; anchor[len] && anchor[len] != '|'; len++) {
		unsigned class = class_of(anchor[len]);
		size_t next = child(node, class);

		exact = exact || (unsigned char)anchor[len] >= 0x80;
		if (len < 4)
			c[len] = class;
		if (!next) {
			if (a.nodes > EDGES / 2)
				cx_die(CX_FAIL, "secrets.def has too many "
				    "anchors");
			next = a.nodes;
			*CX_NEXT(a.node, a.nodes, a.cap) = (struct node){0, 0};
			add_edge(node, class, next);
		}
		node = next;
	}
	a.pair[c[0]][c[1]] = (uint16_t)child(child(0, c[0]), c[1]);
	/* After "s." comes a letter or a digit: classes 1 to 27. */
	third = len > 2 ? UINT64_C(1) << c[2] :
	    rule < RULES && rules[rule].how == PREFIX ? UINT64_C(0xFFFFFFE) :
	    UINT64_MAX;
	fourth = len > 3 ? UINT64_C(1) << c[3] : UINT64_MAX;
	a.begins[c[0]][c[1]] |= third;
	a.near[c[0]][c[1]] |= third;
	for (; third; third &= third - 1)
		a.near[c[1]][__builtin_ctzll(third)] |= fourth;
	*CX_NEXT(a.output, a.outputs, a.output_cap) = (struct output){
	    exact, (uint16_t)rule, a.node[node].output, anchor};
	a.node[node].output = (uint16_t)a.outputs;
	return anchor + len + (anchor[len] == '|');
}

static void
build(void)
{
	for (int c = 0; c < 26; c++)
		a.class['a' + c] = a.class['A' + c] = (unsigned char)(c + 1);
	for (int c = '0'; c <= '9'; c++)
		a.class[c] = 27;
	a.classes = 28;
	/* Cases differ in these bits of the last byte, or in the first one by
	 * a place: it is D0 or D1 in Cyrillic. */
	for (int c = 0x80; c < 0xC0; c++)
		a.class[c] = (unsigned char)(a.classes + (c >> 2) % 8);
	a.classes += 8;
	for (int c = 0xC0; c < 0xF0; c++)
		a.class[c] = (unsigned char)(a.classes + (c < 0xCE ? 0 :
		    c < 0xD0 ? 1 : c < 0xD4 ? 2 : c < 0xD8 ? 3 : c < 0xE0 ? 4 :
		    c < 0xE4 ? 5 + c % 4 : 9));
	a.classes += 10;
	*CX_NEXT(a.node, a.nodes, a.cap) = (struct node){0, 0};
	for (size_t i = 0; i < RULES; i++)
		for (const char *p = rules[i].anchors; *p;)
			p = add_anchor(p, i);
	for (const struct cx_iban *i = cx_ibans; i->len; i++)
		add_anchor(i->country, RULES);
}

/* Whether the text has the anchor with its bytes beyond ASCII, in either
 * case. */
static bool
same_letters(struct cx_str text, size_t at, size_t end, const char *anchor)
{
	for (size_t n = 1, i = at; i < end; i += n, anchor += n) {
		uint32_t one, two, low;

		n = 1;
		if ((unsigned char)*anchor < 0x80)
			continue;
		n = cx_utf8_decode(text.s + i, end - i, &one, NULL);
		if (cx_utf8_decode(anchor, strlen(anchor), &two, NULL) != n)
			return false;
		low = one < two ? one : two;
		if (one != two && !(one + two == 2 * low + 32 && low < 0x430) &&
		    !(one + two == 2 * low + 1 && (low / 0x100 == 1 ||
		    low / 0x100 == 0x1E)))
			return false;
	}
	return true;
}

/* --- the issuers' forms --- */

/* Points end sentences and not secrets. */
static size_t
without_points(struct cx_str text, size_t at, size_t end)
{
	while (end > at && text.s[end - 1] == '.')
		end--;
	return end;
}

static struct cx_str
part(struct cx_str text, size_t at, size_t end)
{
	return cx_strn(text.s + at, end - at);
}

/* The first bytes of a run: enough to judge it by. */
static struct cx_str
beginning(struct cx_str text, size_t at, unsigned classes)
{
	if (text.len > at + CX_SECRET_LOOK)
		text.len = at + CX_SECRET_LOOK;
	return part(text, at, cx_secret_run(text, at, classes));
}

/* "lessons-from-over-2500-repositories": three words, and numbers. */
static bool
is_title(struct cx_str s)
{
	size_t n = 0;

	for (size_t i = 0, end; i < s.len; i = end + 1) {
		end = cx_secret_run(s, i, CX_LOWER);
		n += end > i + 1;
		if (end == i && (end = cx_secret_run(s, i, CX_DIGIT)) > i + 4)
			return false;
		if (end < s.len && !cx_secret_one_of(s.s[end], "-_./"))
			return false;
	}
	return n >= 3;
}

/* "learn-compatible-estimators" */
static bool
several_words(struct cx_str s)
{
	for (size_t i = 0; i < s.len; i++)
		if (cx_secret_one_of(s.s[i], "-_."))
			return cx_secret_plain(s) || is_title(s);
	return false;
}

/* "sk-learn-compatible-estimators" is a name, and so is what of it begins
 * later with a prefix. */
static bool
words(struct cx_secrets *s, size_t at)
{
	struct cx_str b;

	if (at < s->words)
		return true;
	b = beginning(s->text, at, cx_secret_alphabet('s'));
	if (!cx_secret_placeholder(b) && !several_words(b))
		return false;
	s->words = at + b.len;
	return true;
}

/* Upper and lower case and digits, as many at least, by chance, and not a
 * path. */
static bool
mixed(struct cx_str s, size_t least)
{
	size_t upper = 0, low = 0, digits = 0;

	for (size_t i = 0; i < s.len; i++) {
		unsigned c = cx_secret_class(s.s[i]);

		upper += (c & CX_UPPER) != 0;
		low += (c & CX_LOWER) != 0;
		digits += c == CX_DIGIT;
	}
	return upper >= 4 && low >= 4 ? digits >= least :
	    digits >= 2 && !upper;
}

/* A terminal broke the line: the end of what matches over the two, or 0. */
static size_t
over_lines(struct cx_str text, size_t at, const char *body)
{
	size_t eol = cx_secret_run(text, at, cx_secret_alphabet('s'));
	size_t next, n, to, digits = 0;
	char both[2 * CX_SECRET_LOOK];
	struct cx_str s = {both, eol - at};

	next = cx_secret_skip(text, eol, "\r", 1);
	if (s.len < 6 || s.len > CX_SECRET_LOOK || next >= text.len ||
	    text.s[next] != '\n')
		return 0;
	next = cx_secret_skip(text, next + 1, " \t", 8);
	n = cx_secret_run(text, next, cx_secret_alphabet('s')) - next;
	if (n < 4)
		return 0;
	memcpy(both, text.s + at, s.len);
	n = n < sizeof both - s.len ? n : sizeof both - s.len;
	memcpy(both + s.len, text.s + next, n);
	s.len += n;
	/* AAAA...: words and lines have no digits. */
	for (size_t i = 0; i < s.len; i++)
		digits += cx_secret_class(both[i]) == CX_DIGIT;
	to = cx_secret_match(s, 0, body);
	return to > eol - at && digits && !cx_secret_plain(s) &&
	    !cx_secret_placeholder(s) ? next + (to - (eol - at)) : 0;
}

static bool
prefix_rule(struct cx_secrets *s, const struct rule *r, const char *anchor,
    size_t at, size_t end, struct cx_secret *out)
{
	struct cx_str text = s->text;
	char last = text.s[end - 1];
	unsigned apart = CX_WORD;
	size_t from, to;

	if (memcmp(text.s + at, anchor, end - at) != 0)
		return false;
	from = cx_secret_match_back(text, at, r->before);
	/* "bot123456789:AA...": what may stand there, and nothing before it */
	if (*r->before)
		apart &= cx_secret_alphabet(r->before[0]);
	else if (end - at < 3)
		apart |= CX_DASH;
	if (from == SIZE_MAX || ((cx_secret_class(text.s[from]) & CX_WORD) &&
	    !cx_secret_begins(text, from, apart)))
		return false;
	/* In the middle of base64 three letters say nothing. */
	if (end - at <= 3 && (cx_secret_class(last) & CX_ALNUM) &&
	    !cx_secret_begins(text, from, CX_BASE64))
		return false;
	if (*r->body && words(s, end))
		return false;
	to = cx_secret_match(text, end, r->body);
	if (!to && *r->body && (to = over_lines(text, end, r->body)) != 0)
		return cx_secret_found(out, r->kind, from, to);
	if (*r->body && (!to || several_words(part(text, end,
	    to - end > CX_SECRET_LOOK ? end + CX_SECRET_LOOK : to))))
		return false;
	/* "s." and "1/" say little; no name goes on after "u+". */
	if (end - at < 3 && !mixed(part(text, end, to), last == '+' ? 0 : 2))
		return false;
	/* AccountKey= and /bot are not part of the secret. */
	if (cx_secret_one_of(last, "=\" ") || *anchor == '/')
		from = end;
	return cx_secret_found(out, r->kind, from, *r->body ?
	    without_points(text, from, to) : end);
}

/* Whether what begins at `at` is a part of an address on the web: where a
 * page is, and not a key beside it. */
static bool
in_address(struct cx_str text, size_t at)
{
	for (size_t i = at; i > 2 && at - i < CX_SECRET_LOOK &&
	    !cx_secret_one_of(text.s[i - 1], " \t\n\"'<>()[]=?&");
	    i--)
		if (text.s[i - 1] == '/' && text.s[i - 2] == '/' &&
		    text.s[i - 3] == ':')
			return true;
	return false;
}

/* "aws-sdk at commit ...": what is between says that it is a digest. */
static bool
says_digest(struct cx_str s)
{
	static const char *const words[] = {"commit", "sha", "md5", "hash",
	    "digest", "checksum", "build", "image", "revision", "etag", NULL};

	for (size_t i = 0; i < s.len; i++)
		for (size_t k = 0; words[k]; k++)
			if (cx_secret_word_at(s, i, words[k]))
				return true;
	return false;
}

static bool
near_rule(struct cx_secrets *s, const struct rule *r, size_t at, size_t end,
    struct cx_secret *out)
{
	struct cx_str text = s->text;
	unsigned first = cx_secret_alphabet(r->body[0]);

	(void)at;
	if (text.len > end + WINDOW + CX_SECRET_LOOK)
		text.len = end + WINDOW + CX_SECRET_LOOK;
	for (size_t i = end; i < text.len && i < end + WINDOW; i++) {
		size_t to;

		if (!(cx_secret_class(text.s[i]) & first) ||
		    !cx_secret_begins(text, i, first | CX_WORD))
			continue;
		to = cx_secret_match(text, i, r->body);
		/* 40 of sixteen digits are the digest of something. */
		if (to && *r->body == 'B' &&
		    cx_secret_run(text, i, CX_LOWHEX | CX_DIGIT) >= to)
			continue;
		if (to && mixed(part(text, i, to), 2) && !in_address(text, i) &&
		    !cx_secret_plain(part(text, i, to)))
			return !says_digest(part(text, end, i)) &&
			    cx_secret_found(out, r->kind, i, to);
	}
	return false;
}

static bool
own_shape(const struct cx_secrets *s, size_t at, struct cx_secret *out)
{
	for (size_t i = 0; i < s->n_more; i++) {
		const struct cx_secret_shape *m = &s->more[i];
		size_t from = at + m->prefix.len, end;

		if (!cx_str_starts(cx_str_from(s->text, at), m->prefix))
			continue;
		end = cx_secret_run(s->text, from, CX_WORD | CX_DASH);
		if (end - from >= m->least)
			return cx_secret_found(out,
			    "secret of a configured shape", at, end);
	}
	return false;
}

/* --- findings in their order --- */

static size_t
end_of(const struct cx_secret *f)
{
	return f->at + f->len;
}

/*
 * What was found after another word is held back until the text is read up to
 * its end, for something else may stand before it, or may tell what it is: in
 * "token=ghp_..." the prefix says more than the word.  Returns true when f is
 * the next finding.
 */
static bool
hold_back(struct cx_secrets *s, const struct cx_secret *f)
{
	struct cx_secret *held = &s->held;

	if (f->at < s->done)
		return false;
	if (!held->len || f->at >= end_of(held)) {
		if (!held->len)
			*held = *f;
		return false;
	}
	if (end_of(f) <= held->at)
		return true;
	if (f->at == held->at && f->len >= held->len) {
		const char *kind = f->kind == cx_secret_any_key ? held->kind :
		    f->kind;

		*held = *f;
		held->kind = kind;
		return false;
	}
	if (f->at < held->at) {
		held->len += held->at - f->at;
		held->at = f->at;
	}
	if (end_of(f) > end_of(held))
		held->len = end_of(f) - held->at;
	return false;
}

static bool
apply(struct cx_secrets *s, const struct output *o, size_t at, size_t end,
    struct cx_secret *out)
{
	const struct rule *r = o->rule < RULES ? &rules[o->rule] : &iban;
	const struct cx_secret *held = &s->held;

	/* Inside of one, only what names it better. */
	if (held->len && at > held->at && at < end_of(held))
		return false;
	if (o->exact && !same_letters(s->text, at, end, o->anchor))
		return false;
	switch (r->how) {
	case PREFIX:
		return prefix_rule(s, r, o->anchor, at, end, out);
	case NEAR:
		return near_rule(s, r, at, end, out);
	case NAMED:
		return cx_secret_said(s->text, at, end, r->kind, r->body, out);
	case OPTIONAL:
		return cx_secret_option(s->text, at, end, r->before, r->place,
		    out);
	case FORM:
		return r->form(s->text, at, end, out);
	}
	return false;
}

/* `://` and `mdp=` occur in pictures, too, but what follows is no text. */
static bool
is_text(struct cx_str text)
{
	struct cx_str head = cx_strn(text.s, text.len < 64 ? text.len : 64);
	/* A character may be cut there. */
	size_t end = text.len > 64 ? 60 : text.len;

	for (size_t i = 0; i < head.len; i++)
		if ((unsigned char)head.s[i] < ' ' &&
		    !cx_secret_one_of(head.s[i], "\t\n\r"))
			return false;
	return cx_utf8_invalid(head) >= end;
}

/* Whether a long line of nothing but base64 goes on at `at`: of a picture or a
 * font, in the middle of which no letters say anything. */
static bool
in_base64(struct cx_str text, size_t at)
{
	const size_t least = 64;

	return at >= least && cx_secret_run(cx_strn(text.s, at), at - least,
	    CX_ALNUM | CX_BASE64) == at;
}

/* "ghp_16C7...": the rest was left out, in it or right after it. */
static bool
shortened(struct cx_str text, size_t at, size_t end)
{
	static const char *const marks[] = {"...", "\xE2\x80\xA6"};
	const struct cx_str s = cx_strn(text.s + at,
	    end - at < CX_SECRET_LOOK ? end - at : CX_SECRET_LOOK);
	bool any = false;

	text = cx_str_from(text, cx_secret_skip(text, end, "\"'`", 1));
	for (size_t k = 0; k < sizeof marks / sizeof *marks; k++)
		any = any || cx_str_has(s, cx_str(marks[k])) ||
		    cx_str_starts(text, cx_str(marks[k]));
	return any && !memchr(s.s, '\n', s.len);
}

/* The token of a picture's address, which ends with the page that shows it:
 * https://host/a.png?token=..., or of a file that a page offers:
 * https://host/a.txt?alt=media&token=... (Firebase, "Download URLs"). */
static bool
of_picture(struct cx_str text, size_t at, bool video)
{
	static const char *const ends[] = {".png?", ".jpg?", ".jpeg?",
	    ".gif?", ".webp?", ".avif?", ".svg?", ".mp4?", ".mov?"};
	const size_t n = sizeof ends / sizeof *ends - (video ? 0 : 2);
	size_t i = at;

	while (i > 0 && at - i < CX_SECRET_LOOK &&
	    !cx_secret_one_of(text.s[i - 1], " \t\n\"'<>()[]"))
		if (text.s[--i] == '?') {
			if (cx_secret_word_at(text, i, "?alt=media&"))
				return true;
			for (size_t k = 0; k < n; k++)
				if (i + 1 >= strlen(ends[k]) &&
				    cx_secret_word_at(text, i + 1 -
				    strlen(ends[k]), ends[k]))
					return true;
		}
	return false;
}

/* Applies the rules whose anchors begin at `at`, the shortest first: longer
 * ones say better what it is. */
static bool
at_place(struct cx_secrets *s, size_t at, struct cx_secret *out)
{
	const unsigned char *p = (const unsigned char *)s->text.s + at;
	size_t end = at + 2, node;
	bool next = false;

	if (end > s->text.len)
		return false;
	for (node = a.pair[a.class[p[0]]][a.class[p[1]]]; node;
	    node = child(node, a.class[(unsigned char)s->text.s[end++]])) {
		for (size_t o = a.node[node].output; o;
		    o = a.output[o - 1].next) {
			struct cx_secret f;
			struct cx_str found;

			if (next || !apply(s, &a.output[o - 1], at, end, &f))
				continue;
			found = cx_strn(s->text.s + f.at, f.len);
			if (!is_text(found) || cx_secret_published(found) ||
			    in_base64(s->text, f.at) ||
			    of_picture(s->text, f.at,
			    strcmp(f.kind, "JWT") == 0) ||
			    shortened(s->text, f.at, f.at + f.len))
				continue;
			next = hold_back(s, &f);
			if (next)
				*out = f;
		}
		if (end == s->text.len)
			break;
	}
	return next;
}

/* The next place before `last`, or that, where three bytes begin an anchor.
 * A function of its own, so that the loop has the registers it needs. */
static __attribute__((noinline)) const unsigned char *
skip(const unsigned char *p, const unsigned char *last)
{
	unsigned one = a.class[p[1]];

	for (; p + 1 < last; p += 2) {
		unsigned before = one, two = a.class[p[2]];

		one = a.class[p[3]];
		if (!(a.near[before][two] >> one & 1))
			continue;
		if (a.begins[a.class[p[0]]][before] >> two & 1)
			return p;
		if (a.begins[before][two] >> one & 1)
			return p + 1;
	}
	return p < last && (a.begins[a.class[p[0]]][one] >> a.class[p[2]] & 1) ?
	    p : last;
}

/* Whether the anchor is there, too, in a text up to `end`. */
static inline bool
goes_on(const unsigned char *p, const unsigned char *end)
{
	size_t node = a.pair[a.class[p[0]]][a.class[p[1]]];

	for (p += 2; !a.node[node].output; p++)
		if (p == end || !(node = child(node, a.class[*p])))
			return false;
	return true;
}

/* The next place before `end` where an anchor begins, or may. */
static size_t
next_place(const struct cx_secrets *s, size_t end)
{
	const unsigned char *text = (const unsigned char *)s->text.s,
	    *all = text + s->text.len, *p = text + s->at, *last;

	/* Shapes of one's own may begin with anything. */
	if (s->n_more)
		return s->at;
	/* Three bytes are looked at. */
	last = s->text.len < 2 ? text : all - 2;
	if (text + end < last)
		last = text + end;
	for (; p < last; p++) {
		p = skip(p, last);
		if (p < last && goes_on(p, all))
			return (size_t)(p - text);
	}
	return end;
}

/* Whether `at` is in a drawing of Excalidraw: a fence with nothing but base64,
 * and much of it.  Asked of places in order. */
static bool
in_drawing(struct cx_secrets *s, size_t at)
{
	const struct cx_str fence = CX_STR("```compressed-json"),
	    text = s->text;

	while (s->drawn <= at) {
		const char *p = memmem(text.s + s->drawn, text.len - s->drawn,
		    fence.s, fence.len);
		size_t end, from;

		s->drawing = s->drawn = SIZE_MAX;
		if (!p)
			break;
		from = end = (size_t)(p - text.s) + fence.len;
		while (end < text.len && ((cx_secret_class(text.s[end]) &
		    (CX_ALNUM | CX_BASE64 | CX_EQUALS)) ||
		    cx_secret_one_of(text.s[end], "\n\r")))
			end++;
		s->drawn = end;
		s->drawing = end - from >= DRAWING_LEAST &&
		    cx_str_starts(cx_str_from(text, end), CX_STR("```")) ?
		    from : end;
	}
	return at >= s->drawing;
}

struct cx_secrets
cx_secrets(struct cx_str text, const struct cx_secret_shape *more,
    size_t n_more)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	struct cx_secrets s = {.given = text, .text = text, .more = more,
	    .n_more = n_more};

	pthread_once(&once, build);
	if (cx_secret_fold(&s.fold, text))
		s.text = cx_buf_view(&s.fold.text);
	return s;
}

void
cx_secrets_release(struct cx_secrets *s)
{
	cx_buf_release(&s->fold.text);
	free(s->fold.jump);
}

static bool
deliver(struct cx_secrets *s, const struct cx_secret *f, struct cx_secret *out)
{
	*out = *f;
	s->done = end_of(out);
	if (s->fold.n)
		cx_secret_unfold(&s->fold, s->given, out);
	return true;
}

bool
cx_secrets_next(struct cx_secrets *s, struct cx_secret *out)
{
	for (;;) {
		size_t end = s->held.len ? end_of(&s->held) : s->text.len;
		struct cx_secret f;
		size_t at = next_place(s, end);

		if (at < end && in_drawing(s, at)) {
			s->at = s->drawn;
			continue;
		}
		if (at < end) {
			s->at = at + 1;
			if (at_place(s, at, &f))
				return deliver(s, &f, out);
			if (s->n_more && !s->held.len && at >= s->done &&
			    cx_secret_begins(s->text, at, CX_WORD) &&
			    own_shape(s, at, &f) && hold_back(s, &f))
				return deliver(s, &f, out);
			continue;
		}
		s->at = end;
		if (!s->held.len)
			return false;
		deliver(s, &s->held, out);
		s->held.len = 0;
		return true;
	}
}

bool
cx_secrets_redact(struct cx_buf *out, struct cx_str text,
    const struct cx_secret_shape *more, size_t n_more,
    void (*found)(void *arg, const char *kind), void *arg)
{
	CX_AUTO(cx_secrets_release) struct cx_secrets it =
	    cx_secrets(text, more, n_more);
	struct cx_secret f;
	size_t from = 0;

	while (cx_secrets_next(&it, &f)) {
		cx_buf_add(out, text.s + from, f.at - from);
		cx_buf_puts(out, "[REDACTED]");
		from = f.at + f.len;
		if (found)
			found(arg, f.kind);
	}
	cx_buf_str(out, cx_str_from(text, from));
	return from > 0;
}

bool
cx_secret_shape(struct cx_str text, struct cx_secret_shape *out)
{
	size_t star = text.len;
	struct cx_str digits;
	uint64_t n;

	while (star > 0 && text.s[star - 1] != '*')
		star--;
	if (star < 4 || text.len - star < 1 || text.len - star > 3 ||
	    !(cx_secret_class(text.s[0]) & CX_ALNUM))
		return false;
	digits = cx_str_from(text, star);
	if (!cx_str_number(&digits, 999, &n) || digits.len)
		return false;
	*out = (struct cx_secret_shape){cx_strn(text.s, star - 1), (uint32_t)n};
	return n >= 8;
}
