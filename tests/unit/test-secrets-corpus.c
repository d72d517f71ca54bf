/*
 * Secrets in sentences: tests/secrets/shapes.txt has what must be found,
 * harmless.txt what must not.  Every third line was held out while the rules
 * were made.  What is random is made here, from a seed, so that no file has
 * anything that looks like a secret.
 *
 *	test-secrets-corpus shapes|harmless	prints the sentences, one a line
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "lib/base/mem.h"
#include "lib/secret/secrets.h"

#define ROUNDS 5

static uint64_t seed;

static unsigned
chance(unsigned n)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return (unsigned)((seed * UINT64_C(0x2545F4914F6CDD1D)) >> 33) % n;
}

static void
some(struct cx_buf *out, const char *set, unsigned n)
{
	while (n--)
		cx_buf_char(out, set[chance((unsigned)strlen(set))]);
}

#define LOWER "abcdefghijklmnopqrstuvwxyz"
#define UPPER "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
#define DIGITS "0123456789"
#define SIGNS "!@#$%^&*?"

/* One of each kind at least, as rules for passwords want it. */
static void
password(struct cx_buf *out, unsigned n)
{
	static const char *const sets[] = {LOWER, UPPER, DIGITS, SIGNS};
	size_t from = out->len;

	for (unsigned i = 0; i < n; i++)
		some(out, i < 4 ? sets[(i + 1) % 4 ? i : 0] :
		    LOWER UPPER DIGITS "!#%*", 1);
	/* Not a sign at either end, which a sentence would have. */
	for (size_t i = 0; i < 2; i++) {
		size_t at = i ? out->len - 1 : from;

		if (strchr(SIGNS, out->s[at]))
			out->s[at] = LOWER[chance(26)];
	}
}

static void
human(struct cx_buf *out)
{
	static const char *const words[] = {"Winter", "Summer", "Welcome",
	    "Berlin", "Dragon", "Monkey", "Secret", "Tiger", "Coffee"};
	char b[32];

	snprintf(b, sizeof b, "%s%u%c", words[chance(9)], 2000 + chance(30),
	    "!#%"[chance(3)]);
	cx_buf_puts(out, b);
}

static void
uuid(struct cx_buf *out)
{
	static const unsigned parts[] = {8, 4, 4, 4, 12};

	for (int i = 0; i < 5; i++) {
		if (i)
			cx_buf_char(out, '-');
		some(out, DIGITS "abcdef", parts[i]);
	}
}

static void
card(struct cx_buf *out)
{
	unsigned sum = 0;
	size_t from = out->len;

	cx_buf_char(out, '4');
	some(out, DIGITS, 14);
	for (size_t i = 0; i < 15; i++) {
		unsigned d = (unsigned)(out->s[from + 14 - i] - '0');

		d = i % 2 ? d : d > 4 ? 2 * d - 9 : 2 * d;
		sum += d;
	}
	cx_buf_char(out, (char)('0' + (10 - sum % 10) % 10));
}

/* ISO 7064: DE is 13 14, and 98 less the rest by 97 checks. */
static void
iban(struct cx_buf *out)
{
	char digits[32], b[40];
	unsigned rest = 0;
	struct cx_buf d = CX_BUF_INIT;

	some(&d, DIGITS, 18);
	snprintf(digits, sizeof digits, "%.18s", d.s);
	for (const char *p = digits; *p; p++)
		rest = (rest * 10 + (unsigned)(*p - '0')) % 97;
	for (const char *p = "131400"; *p; p++)
		rest = (rest * 10 + (unsigned)(*p - '0')) % 97;
	snprintf(b, sizeof b, "DE%02u %.4s %.4s %.4s %.4s %.2s",
	    98 - rest, digits, digits + 4, digits + 8, digits + 12,
	    digits + 16);
	cx_buf_puts(out, b);
	cx_buf_release(&d);
}

static void
phrase(struct cx_buf *out, unsigned n)
{
	static const char *const words[] = {"abandon", "basket", "candy",
	    "donkey", "energy", "fabric", "garden", "hazard", "ivory",
	    "jungle", "kitten", "lizard", "magnet", "napkin", "oyster",
	    "pencil", "quiz", "ribbon", "salmon", "tunnel", "umbrella",
	    "velvet", "walnut", "zebra"};

	for (unsigned i = 0; i < n; i++) {
		if (i)
			cx_buf_char(out, ' ');
		cx_buf_puts(out, words[chance(24)]);
	}
}

/* Characters that a reader does not see. */
static const char *const marks[][2] = {{"zwsp", "\xE2\x80\x8B"},
    {"zwj", "\xE2\x80\x8D"}, {"wj", "\xE2\x81\xA0"},
    {"bom", "\xEF\xBB\xBF"}, {"shy", "\xC2\xAD"}, {"nbsp", "\xC2\xA0"},
    {"nnbsp", "\xE2\x80\xAF"}, {"idsp", "\xE3\x80\x80"}};

static void
macro(struct cx_buf *out, struct cx_str m)
{
	unsigned n = 0;

	if (m.len == 0)
		return;
	if (cx_str_is(m, "card")) {
		card(out);
		return;
	}
	if (cx_str_is(m, "iban")) {
		iban(out);
		return;
	}
	for (size_t i = 0; i < m.len; i++)
		if (m.s[i] >= '0' && m.s[i] <= '9')
			n = n * 10 + (unsigned)(m.s[i] - '0');
	if (cx_str_starts(m, CX_STR("seed"))) {
		phrase(out, n);
		return;
	}
	for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
		if (cx_str_is(m, marks[i][0])) {
			cx_buf_puts(out, marks[i][1]);
			return;
		}
	switch (m.s[0]) {
	case 'h': some(out, DIGITS "abcdef", n); break;
	case 'H': some(out, DIGITS "ABCDEF", n); break;
	case 'n': some(out, DIGITS LOWER UPPER, n); break;
	case 'U': some(out, DIGITS UPPER, n); break;
	case 'l': some(out, DIGITS LOWER, n); break;
	case 'a': some(out, LOWER, n); break;
	case 'A': some(out, UPPER, n); break;
	case 'd': some(out, DIGITS, n); break;
	case 'b': some(out, DIGITS LOWER UPPER "-_", n); break;
	case 'B': some(out, DIGITS LOWER UPPER "+/", n); break;
	case 'T': some(out, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", n); break;
	case 'q': some(out, "qpzry9x8gf2tvdw0s3jn54khce6mua7l", n); break;
	case 'Q': some(out, "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L", n); break;
	case 'p': password(out, n); break;
	case 'u': uuid(out); break;
	case 'w': human(out); break;
	default: fail_msg("unknown: %.*s", (int)m.len, m.s);
	}
}

struct shape {
	struct cx_str issuer;
	struct cx_buf text;
	size_t at, end; /* the secret */
};

/* Makes a sentence of what stands after "ISSUER|". */
static void
make(struct shape *s, struct cx_str line)
{
	static const char open[] = "\xC2\xAB", close[] = "\xC2\xBB",
	    from[] = "\xE2\x9F\xA8", to[] = "\xE2\x9F\xA9";

	s->text.len = s->at = s->end = 0;
	while (line.len) {
		if (cx_str_starts(line, CX_STR(open))) {
			s->at = s->text.len;
			line = cx_str_from(line, 2);
		} else if (cx_str_starts(line, CX_STR(close))) {
			s->end = s->text.len;
			line = cx_str_from(line, 2);
		} else if (line.len > 1 && line.s[0] == '\\') {
			cx_buf_char(&s->text, line.s[1] == 'n' ? '\n' :
			    line.s[1]);
			line = cx_str_from(line, 2);
		} else if (cx_str_starts(line, CX_STR(from))) {
			size_t n = 3;

			while (!cx_str_starts(cx_str_from(line, n),
			    CX_STR(to)))
				n++;
			macro(&s->text, cx_strn(line.s + 3, n - 3));
			line = cx_str_from(line, n + 3);
		} else {
			cx_buf_char(&s->text, *line.s);
			line = cx_str_from(line, 1);
		}
	}
}

static struct cx_str
read_corpus(const char *name, struct cx_buf *all)
{
	char path[256], b[4096];
	const char *dir = getenv("CORPUS");
	size_t n;
	FILE *f;

	snprintf(path, sizeof path, "%s/%s.txt",
	    dir ? dir : "tests/secrets", name);
	f = fopen(path, "r");
	if (!f)
		fail_msg("%s is not there", path);
	while ((n = fread(b, 1, sizeof b, f)) > 0)
		cx_buf_add(all, b, n);
	fclose(f);
	return cx_buf_view(all);
}

/* Lines that are not comments, with their numbers from 0. */
static bool
next_line(struct cx_str *rest, struct cx_str *line, size_t *n)
{
	while (cx_str_split(rest, '\n', line))
		if (line->len && line->s[0] != '#') {
			++*n;
			return true;
		}
	return false;
}

/* Whether lines that were held out are wanted, or the others, or all. */
static bool
wanted(size_t n)
{
	const char *set = getenv("SET");

	return !set || (strcmp(set, "held") == 0) == (n % 3 == 0);
}

static void
shapes(void **state)
{
	struct cx_buf all = CX_BUF_INIT;
	struct cx_str rest = read_corpus("shapes", &all), line;
	struct shape s = {.text = CX_BUF_INIT};
	size_t n = 0, tried = 0, caught = 0, exact = 0, lines = 0;
	const char *issuers[256];
	size_t lens[256], n_issuers = 0;

	(void)state;
	while (next_line(&rest, &line, &n)) {
		size_t bar = (size_t)((const char *)memchr(line.s, '|',
		    line.len) - line.s), i;

		if (!wanted(n))
			continue;
		lines++;
		for (i = 0; i < n_issuers && (lens[i] != bar ||
		    memcmp(issuers[i], line.s, bar) != 0); i++)
			;
		if (i == n_issuers) {
			assert_true(n_issuers < 256);
			issuers[n_issuers] = line.s;
			lens[n_issuers++] = bar;
		}
		for (unsigned round = 1; round <= ROUNDS; round++) {
			struct cx_secrets it;
			struct cx_secret f;
			bool hit = false, same = false;

			seed = n * 7919 + round * 104729;
			make(&s, cx_str_from(line, bar + 1));
			it = cx_secrets(cx_buf_view(&s.text), NULL, 0);
			while (cx_secrets_next(&it, &f)) {
				hit = hit || (f.at < s.end &&
				    f.at + f.len > s.at);
				same = same || (f.at == s.at &&
				    f.at + f.len == s.end);
			}
			cx_secrets_release(&it);
			tried++;
			caught += hit;
			exact += same;
			if (!same)
				print_message("# %s: %s (%.*s)\n", hit ?
				    "not exactly" : "missed", cx_buf_cstr(
				    &s.text), (int)(s.end - s.at),
				    s.text.s + s.at);
		}
	}
	print_message("# %zu forms, %zu issuers: %zu of %zu caught, %zu "
	    "exactly\n", lines, n_issuers, caught, tried, exact);
	if (!getenv("SET")) {
		assert_true(lines >= 600);
		assert_true(n_issuers >= 60);
	}
	assert_true(caught * 100 >= tried * 95);
	assert_true(exact * 100 >= tried * 93);
	cx_buf_release(&s.text);
	cx_buf_release(&all);
}

static void
harmless(void **state)
{
	struct cx_buf all = CX_BUF_INIT;
	struct cx_str rest = read_corpus("harmless", &all), line;
	struct shape s = {.text = CX_BUF_INIT};
	size_t n = 0, lines = 0, refused = 0;

	(void)state;
	while (next_line(&rest, &line, &n)) {
		struct cx_secrets it;
		struct cx_secret f;
		bool found;

		if (!wanted(n))
			continue;
		lines++;
		make(&s, line);
		it = cx_secrets(cx_buf_view(&s.text), NULL, 0);
		found = cx_secrets_next(&it, &f);
		cx_secrets_release(&it);
		if (!found)
			continue;
		refused++;
		print_message("# refused: %s (%s: %.*s)\n",
		    cx_buf_cstr(&s.text), f.kind, (int)f.len,
		    s.text.s + f.at);
	}
	print_message("# %zu harmless sentences: %zu refused\n", lines,
	    refused);
	if (!getenv("SET"))
		assert_true(lines >= 400);
	assert_true(refused <= 1);
	cx_buf_release(&s.text);
	cx_buf_release(&all);
}

static int
print(const char *name)
{
	struct cx_buf all = CX_BUF_INIT;
	struct cx_str rest = read_corpus(name, &all), line;
	struct shape s = {.text = CX_BUF_INIT};
	bool secret = strcmp(name, "shapes") == 0;

	for (size_t n = 0; next_line(&rest, &line, &n);) {
		size_t from = 0;

		seed = n * 7919 + 104729;
		while (secret && line.s[from++] != '|')
			;
		make(&s, cx_str_from(line, from));
		for (size_t i = 0; i < s.text.len; i++)
			if (s.text.s[i] == '\n')
				s.text.s[i] = '\t';
		printf("%s\n", cx_buf_cstr(&s.text));
	}
	cx_buf_release(&s.text);
	cx_buf_release(&all);
	return 0;
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(shapes),
	    cmocka_unit_test(harmless),
	};

	if (argc > 1)
		return print(argv[1]);
	return cmocka_run_group_tests_name("secrets-corpus", tests, NULL,
	    NULL);
}
