#include "lib/text/secrets-impl.h"

enum {
	EXACT = 1, /* longer is none */
	CODED = 2  /* none when it is plain words */
};

/* What issuers put in front of their tokens, and what follows. */
static const struct shape {
	const char *prefix;
	const char *kind;
	unsigned classes;
	unsigned least;
	unsigned flags;
} known[] = {
    {"AKIA", "AWS access key", CX_UPPER | CX_DIGIT, 16, EXACT},
    {"ASIA", "AWS access key", CX_UPPER | CX_DIGIT, 16, EXACT},
    {"AIza", "Google key", CX_ALNUM | CX_LOW | CX_DASH, 35, 0},
    {"ghp_", "GitHub token", CX_ALNUM, 36, 0},
    {"gho_", "GitHub token", CX_ALNUM, 36, 0},
    {"ghu_", "GitHub token", CX_ALNUM, 36, 0},
    {"ghs_", "GitHub token", CX_ALNUM, 36, 0},
    {"ghr_", "GitHub token", CX_ALNUM, 36, 0},
    {"github_pat_", "GitHub token", CX_ALNUM | CX_LOW, 20, 0},
    {"glpat-", "GitLab token", CX_ALNUM | CX_LOW | CX_DASH, 20, 0},
    {"hf_", "Hugging Face token", CX_ALNUM, 20, 0},
    {"npm_", "npm token", CX_ALNUM, 36, 0},
    {"rk_live_", "Stripe key", CX_ALNUM, 24, 0},
    {"rk_test_", "Stripe key", CX_ALNUM, 24, 0},
    {"sk_live_", "Stripe key", CX_ALNUM, 24, 0},
    {"sk_test_", "Stripe key", CX_ALNUM, 24, 0},
    {"sk-", "OpenAI or Anthropic key", CX_ALNUM | CX_LOW | CX_DASH, 20,
	CODED},
    {"whsec_", "Stripe secret", CX_ALNUM, 16, 0},
    {"xoxa-", "Slack token", CX_ALNUM | CX_DASH, 10, 0},
    {"xoxb-", "Slack token", CX_ALNUM | CX_DASH, 10, 0},
    {"xoxp-", "Slack token", CX_ALNUM | CX_DASH, 10, 0},
    {"xoxr-", "Slack token", CX_ALNUM | CX_DASH, 10, 0},
    {"xoxs-", "Slack token", CX_ALNUM | CX_DASH, 10, 0},
};

unsigned
cx_secret_class(char c)
{
	if (c >= 'a' && c <= 'z')
		return CX_LOWER;
	if (c >= 'A' && c <= 'Z')
		return CX_UPPER;
	if (c >= '0' && c <= '9')
		return CX_DIGIT;
	return c == '-' ? CX_DASH : c == '_' ? CX_LOW : 0;
}

size_t
cx_secret_run(struct cx_str text, size_t at, unsigned classes)
{
	while (at < text.len && (cx_secret_class(text.s[at]) & classes))
		at++;
	return at;
}

static bool
found(struct cx_secret *out, const char *kind, size_t at, size_t end)
{
	*out = (struct cx_secret){kind, at, end - at};
	return true;
}

/* No byte of these classes stands before `at`. */
static bool
begins(struct cx_str text, size_t at, unsigned classes)
{
	return at == 0 || !(cx_secret_class(text.s[at - 1]) & classes);
}

/* The first CX_SECRET_LOOK bytes of a run: the next start may stand in the
 * same run, so what may be refused is not read to its end. */
static struct cx_str
beginning(struct cx_str text, size_t at, unsigned classes)
{
	size_t end;

	if (text.len > at + CX_SECRET_LOOK)
		text.len = at + CX_SECRET_LOOK;
	end = cx_secret_run(text, at, classes);
	return cx_strn(text.s + at, end - at);
}

/* "sk-learn-compatible-estimators" is a name of several words. */
static bool
several_words(struct cx_str s)
{
	return s.len && memchr(s.s, '-', s.len) && cx_secret_plain(s);
}

static bool
known_shape(struct cx_str text, size_t at, struct cx_secret *out)
{
	struct cx_str rest = cx_str_from(text, at);

	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		const struct shape *k = &known[i];
		size_t from, end;

		if (k->prefix[0] != rest.s[0] ||
		    !cx_str_starts(rest, cx_str(k->prefix)))
			continue;
		from = at + strlen(k->prefix);
		if ((k->flags & CODED) &&
		    several_words(beginning(text, from, k->classes)))
			continue;
		end = cx_secret_run(text, from, k->classes);
		if (end - from < k->least ||
		    ((k->flags & EXACT) && (end - from > k->least ||
		    cx_secret_run(text, end, CX_ALNUM | CX_LOW) > end)))
			continue;
		return found(out, k->kind, at, end);
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
		end = cx_secret_run(s->text, from,
		    CX_ALNUM | CX_LOW | CX_DASH);
		if (end - from >= m->least)
			return found(out, "secret of a configured shape", at,
			    end);
	}
	return false;
}

/*
 * RFC 7515, 7.1: three parts of base64url with points between.  That no
 * character of a part may stand before keeps it linear: each part is looked
 * at from at most three starts.
 */
static bool
jwt(struct cx_str text, size_t at, struct cx_secret *out)
{
	static const size_t least[] = {10, 4, 3};
	size_t end = at;

	if (!begins(text, at, CX_ALNUM | CX_LOW | CX_DASH) ||
	    !cx_str_starts(cx_str_from(text, at), CX_STR("eyJ")))
		return false;
	for (int part = 0; part < 3; part++) {
		size_t from = end + (part > 0);

		if (part > 0 && (end == text.len || text.s[end] != '.'))
			return false;
		end = cx_secret_run(text, from, CX_ALNUM | CX_LOW | CX_DASH);
		if (end - from < least[part])
			return false;
	}
	return found(out, "JWT", at, end);
}

/* The place behind "-----" WORD " ... PRIVATE KEY" [" BLOCK"] "-----", which
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

/* To the line that ends it or, when there is none, of all that follows. */
static bool
private_key(struct cx_str text, size_t at, struct cx_secret *out)
{
	size_t end = pem_line(text, at, CX_STR("BEGIN"));
	const char *p;

	if (!end)
		return false;
	while (end < text.len && (p = memchr(text.s + end, '-',
	    text.len - end))) {
		size_t last = pem_line(text, (size_t)(p - text.s),
		    CX_STR("END"));

		if (last)
			return found(out, "private key", at, last);
		end = (size_t)(p - text.s) + 1;
	}
	return found(out, "private key", at, text.len);
}

/* user:password@ behind "://".  An @ in the password belongs to it. */
static bool
in_url(struct cx_str text, size_t at, struct cx_secret *out)
{
	size_t from = at + 3, end, colon = 0, sign = 0;

	if (!cx_str_starts(cx_str_from(text, at), CX_STR("://")))
		return false;
	for (end = from; end < text.len && text.s[end] != '\0' &&
	    !cx_is_blank(text.s[end]) && !strchr("/?#\"'`\\", text.s[end]);
	    end++) {
		if (text.s[end] == '@')
			sign = end;
		else if (text.s[end] == ':' && !colon)
			colon = end;
	}
	if (!colon || sign < colon + 2 || sign + 1 == end ||
	    strchr("<${%*[", text.s[colon + 1]))
		return false;
	return found(out, "password in a URL", from, sign);
}

/* --- all of them --- */

/*
 * Nothing begins with three bytes that have no bit in common here: one look
 * refuses nearly every place of a text.  The letters of key words come in
 * either case.
 */
enum {
	AK = 1, AP = 2, PA = 4, SE = 8, TO = 16, SK = 32, GH = 64, HF = 128,
	NP = 256, WH = 512, XO = 1024, EY = 2048, DIGITS = 4096,
	DASHES = 8192, URL = 16384
};

static const uint16_t first[256] = {
    ['A'] = AK | AP, ['a'] = AP, ['P'] = PA, ['p'] = PA, ['S'] = SE,
    ['s'] = SE | SK, ['T'] = TO, ['t'] = TO, ['r'] = SK, ['g'] = GH,
    ['h'] = HF, ['n'] = NP, ['w'] = WH, ['x'] = XO, ['e'] = EY,
    ['0'] = DIGITS, ['1'] = DIGITS, ['2'] = DIGITS, ['3'] = DIGITS,
    ['4'] = DIGITS, ['5'] = DIGITS, ['6'] = DIGITS, ['7'] = DIGITS,
    ['8'] = DIGITS, ['9'] = DIGITS, ['-'] = DASHES, [':'] = URL};

static const uint16_t second[256] = {
    ['K'] = AK, ['S'] = AK, ['I'] = AK, ['P'] = AP, ['p'] = AP | NP,
    ['U'] = AP, ['u'] = AP, ['A'] = PA, ['a'] = PA, ['W'] = PA, ['w'] = PA,
    ['E'] = SE, ['e'] = SE, ['O'] = TO, ['o'] = TO | XO, ['k'] = SK,
    ['h'] = GH | WH, ['i'] = GH, ['l'] = GH, ['f'] = HF, ['y'] = EY,
    ['0'] = DIGITS, ['1'] = DIGITS, ['2'] = DIGITS, ['3'] = DIGITS,
    ['4'] = DIGITS, ['5'] = DIGITS, ['6'] = DIGITS, ['7'] = DIGITS,
    ['8'] = DIGITS, ['9'] = DIGITS, ['-'] = DASHES, ['/'] = URL};

/* AKIA ASIA AIza, api auth, pass pwd, sec, tok, sk_ sk- rk_, ghp gho ghu ghs
 * ghr git glp, hf_, npm, whs, xox, eyJ, card numbers, -----, :// */
static const uint16_t third[256] = {
    ['I'] = AK | AP, ['z'] = AK, ['i'] = AP, ['T'] = AP, ['t'] = AP | GH,
    ['S'] = PA, ['s'] = PA | GH | WH, ['D'] = PA, ['d'] = PA, ['C'] = SE,
    ['c'] = SE, ['K'] = TO, ['k'] = TO, ['_'] = SK | HF,
    ['-'] = SK | DASHES, ['p'] = GH, ['o'] = GH, ['u'] = GH, ['r'] = GH,
    ['m'] = NP, ['x'] = XO, ['J'] = EY,
    ['0'] = DIGITS, ['1'] = DIGITS, ['2'] = DIGITS, ['3'] = DIGITS,
    ['4'] = DIGITS, ['5'] = DIGITS, ['6'] = DIGITS, ['7'] = DIGITS,
    ['8'] = DIGITS, ['9'] = DIGITS, ['/'] = URL};

/* The next place where something may begin. */
static size_t
next_place(const struct cx_secrets *s)
{
	const unsigned char *p = (const unsigned char *)s->text.s;
	const size_t end = s->text.len;
	size_t at = s->at;

	/* Shapes of one's own may begin with anything. */
	if (s->n_more)
		return at;
	if (end - at < 3)
		return end;
	/* What may have begun one and two bytes before. */
	for (unsigned one = first[p[at]] & second[p[at + 1]],
	    two = first[p[at + 1]], c; at + 2 < end; at++) {
		c = p[at + 2];
		if (one & third[c])
			return at;
		one = two & second[c];
		two = first[c];
	}
	return end;
}

static bool
shaped(const struct cx_secrets *s, size_t at, struct cx_secret *out)
{
	if (!begins(s->text, at, CX_ALNUM | CX_LOW))
		return false;
	return known_shape(s->text, at, out) || jwt(s->text, at, out) ||
	    own_shape(s, at, out);
}

static bool
at_place(const struct cx_secrets *s, size_t at, struct cx_secret *out)
{
	struct cx_secret inner;

	switch (cx_secret_class(s->text.s[at])) {
	case CX_DIGIT:
		return (begins(s->text, at, CX_DIGIT) &&
		    cx_secret_card(s->text, at, out)) || shaped(s, at, out);
	case CX_UPPER:
	case CX_LOWER:
		if (shaped(s, at, out))
			return true;
		if (!cx_secret_assigned(s->text, at, out))
			return false;
		/* What it is says more than where it stands. */
		if (shaped(s, out->at, &inner) && inner.len == out->len)
			out->kind = inner.kind;
		return true;
	case CX_DASH:
		return private_key(s->text, at, out);
	default:
		return s->text.s[at] == ':' && in_url(s->text, at, out);
	}
}

struct cx_secrets
cx_secrets(struct cx_str text, const struct cx_secret_shape *more,
    size_t n_more)
{
	struct cx_secrets s = {text, 0, more, n_more};

	return s;
}

bool
cx_secrets_next(struct cx_secrets *s, struct cx_secret *out)
{
	for (; s->at < s->text.len; s->at++) {
		s->at = next_place(s);
		if (s->at == s->text.len)
			return false;
		if (!at_place(s, s->at, out))
			continue;
		s->at = out->at + out->len;
		return true;
	}
	return false;
}

bool
cx_secret_shape(struct cx_str text, struct cx_secret_shape *out)
{
	size_t star = text.len;
	uint32_t n = 0;

	while (star > 0 && text.s[star - 1] != '*')
		star--;
	if (star < 4 || text.len - star < 1 || text.len - star > 3 ||
	    !(cx_secret_class(text.s[0]) & CX_ALNUM))
		return false;
	for (size_t i = star; i < text.len; i++) {
		if (cx_secret_class(text.s[i]) != CX_DIGIT)
			return false;
		n = n * 10 + (uint32_t)(text.s[i] - '0');
	}
	*out = (struct cx_secret_shape){cx_strn(text.s, star - 1), n};
	return n >= 8;
}
