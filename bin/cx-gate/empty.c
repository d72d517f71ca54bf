/* Finds texts without a matter: noise, output, generalities. */
#include "bin/cx-gate/gate.h"
#include "lib/base/utf8.h"
#include "lib/text/facts.h"
#include "lib/text/stopwords.h"

#include <strings.h>

#define COUNT(v) (sizeof(v) / sizeof *(v))

/* --- noise --- */

/* The letters of neighbouring keys, in both directions. */
static const char *const rows[] = {"qwertyuiop", "qwertzuiop", "azertyuiop",
    "asdfghjkl", "qsdfghjklm", "zxcvbnm", "yxcvbnm", "wxcvbn", "poiuytrewq",
    "lkjhgfdsa", "mnbvcxz"};

/* Pairs of letters that no word has, or hardly any. */
static bool
is_odd_pair(char a, char b)
{
	static const char vowels[] = "aeiouy";

	if (strchr("qjvxz", b) && strchr("qjxz", a) && a != b)
		return true;
	switch (a) {
	case 'q':
		return !strchr("uaie", b);
	case 'j':
		return !strchr(vowels, b) && !strchr("spj", b);
	case 'v':
		return !strchr(vowels, b) && !strchr("vrlsnmpc", b);
	case 'x':
		return strchr("zjkgdrqv", b);
	case 'z':
		return strchr("xcvnmgrpf", b);
	default:
		return (b == 'j' && strchr("fgkpqvwxzc", a)) ||
		    (b == 'q' && strchr("wpfgjkvxzt", a)) ||
		    (b == 'x' && strchr("cdfghjkqsvwz", a)) ||
		    (b == 'z' && strchr("fgjqvx", a)) ||
		    (b == 'k' && strchr("dfjqvz", a)) ||
		    (b == 'v' && strchr("fhjkmpqtwxz", a)) ||
		    (b == 'w' && strchr("jqvxz", a)) ||
		    (b == 'f' && strchr("jkqvxz", a)) ||
		    (b == 'g' && strchr("fjkqvx", a));
	}
}

/* Whether a word of small ASCII letters was typed with closed eyes. */
static bool
is_mash(struct cx_str w)
{
	size_t odd = 0, vowels = 0, same = 0, home = 0;

	if (w.len < 3)
		return false;
	for (size_t i = 0; i < w.len; i++) {
		if (w.s[i] < 'a' || w.s[i] > 'z')
			return false;
		vowels += strchr("aeiouy", w.s[i]) != NULL;
		odd += i > 0 && is_odd_pair(w.s[i - 1], w.s[i]);
		same += w.s[i] == w.s[0];
		home += strchr("asdfghjkl", w.s[i]) != NULL;
	}
	if (same == w.len || (home == w.len && w.len > 5))
		return true;
	for (size_t r = 0; r < COUNT(rows) && w.len == 3; r++)
		if (cx_str_has(cx_str(rows[r]), w))
			return true;
	for (size_t r = 0; r < COUNT(rows); r++)
		for (size_t i = 0; rows[r][i + 3]; i++)
			if (cx_str_has(w, cx_strn(rows[r] + i, 4)) &&
			    !cx_str_has(w, CX_STR("rope")))
				odd += 2;
	return w.len > 3 && (odd * 5 >= w.len || (vowels == 0 && w.len > 5));
}

/* How many different characters there are, at most `most`. */
static size_t
variety(struct cx_str s, size_t most)
{
	uint32_t seen[16], cp;
	size_t n = 0, i;

	while (s.len && n < most) {
		s = cx_str_from(s, cx_utf8_decode(s.s, s.len, &cp, NULL));
		if (!cx_is_wordchar(cp))
			continue;
		for (i = 0; i < n && seen[i] != cp; i++)
			;
		if (i == n)
			seen[n++] = cp;
	}
	return n;
}

/* How many of the words are said for the first time. */
static size_t
distinct(const struct cx_facts *f)
{
	struct cx_map seen = {0};
	size_t n;

	for (size_t i = 0; i < f->n; i++)
		(void)cx_map_put(&seen, f->v[i].word);
	n = seen.n;
	cx_map_release(&seen);
	return n;
}

static bool
is_noise(const struct cx_facts *f, struct cx_str text)
{
	size_t mash = 0, plain = 0;

	if (variety(text, 5) < 5)
		return true;
	if (f->n > 1 && cx_str_is(f->v[0].word, "lorem") &&
	    cx_str_is(f->v[1].word, "ipsum"))
		return true;
	for (size_t i = 0; i < f->n; i++) {
		if (is_mash(f->v[i].word))
			mash++;
		else if (f->v[i].word.len > 2)
			plain++;
	}
	if (mash > 0 && mash >= plain)
		return true;
	/* A long text may be a list, of one mould. */
	if (f->n > 30)
		return distinct(f) * 10 < f->n;
	return f->n >= 3 && (f->n > 5 ? distinct(f) * 5 < f->n * 2 :
	    distinct(f) * 2 <= f->n);
}

/* --- talk --- */

/* Who speaks, as a transcript has it: `User: ...`, `[assistant] ...`. */
static bool
is_transcript(struct cx_str text)
{
	static const char *const who[] = {"user", "assistant", "human", "ai",
	    "system", "bot"};
	bool bracket = text.len && text.s[0] == '[';
	size_t n = 0;

	text = cx_str_from(text, bracket);
	while (n < text.len && (text.s[n] | 0x20) >= 'a' &&
	    (text.s[n] | 0x20) <= 'z')
		n++;
	if (n == text.len || text.s[n] != (bracket ? ']' : ':'))
		return false;
	for (size_t i = 0; i < COUNT(who); i++)
		if (strlen(who[i]) == n &&
		    strncasecmp(who[i], text.s, n) == 0)
			return true;
	return false;
}

/* Whether it is written as a sentence, with words that no language of programs
 * has. */
static bool
is_sentence(const struct cx_facts *f, struct cx_str text)
{
	size_t n = 0;

	if (cx_str_ends(text, CX_STR(".")))
		return true;
	for (size_t i = 0; i < f->n; i++)
		n += CX_ONE_OF(f->v[i].word, "the", "then", "on", "of", "to",
		    "when", "because", "are", "must", "we", "our", "at");
	return n > 1;
}

/* Source text, by its marks, which prose has few of, and by how it ends. */
static bool
is_code(const struct cx_facts *f, struct cx_str text)
{
	size_t marks = 0, n = 0;
	bool quoted = false;

	for (size_t i = 0; i < text.len; i++) {
		quoted = quoted != (text.s[i] == '`');
		if (quoted || cx_is_space((unsigned char)text.s[i]))
			continue;
		/* Links have brackets, too. */
		marks += strchr("{}();=<>", text.s[i]) != NULL;
		n++;
	}
	return (((marks > 1 && marks * 12 >= n) || cx_str_ends(text,
	    CX_STR(";"))) && !is_sentence(f, text)) ||
	    (memchr(text.s, '\n', text.len) &&
	    (cx_str_starts(text, CX_STR("import ")) ||
	    cx_str_starts(text, CX_STR("#include "))));
}

/* Nothing but a place for a text: [what was decided] */
static bool
is_blank(struct cx_str text)
{
	return (text.s[0] == '[' && text.s[text.len - 1] == ']' &&
	    !memchr(text.s + 1, '[', text.len - 1)) ||
	    (text.s[0] == '<' && text.s[text.len - 1] == '>');
}

/* `[INFO] ...`, or who or when before it: `npm WARN`, `2026-03-14T09:21:07Z
 * INFO` */
static bool
is_log(const struct cx_facts *f, struct cx_str text)
{
	size_t n = 1;

	if (f->n > 1 && f->v[1].written && ((f->v[0].word.len > 15 &&
	    cx_is_digit((unsigned char)text.s[0])) || CX_ONE_OF(f->v[0].word,
	    "npm", "pnpm", "yarn", "pip")) && CX_ONE_OF(f->v[1].word, "info",
	    "debug", "trace", "notice", "warn", "warning"))
		return true;

	if (text.len < 5 || text.s[0] != '[')
		return false;
	while (n < text.len && text.s[n] >= 'A' && text.s[n] <= 'Z')
		n++;
	return n > 3 && n < text.len && text.s[n] == ']';
}

/* What a program printed: after a prompt, a patch, a log, code. */
static bool
is_output(const struct cx_facts *f, struct cx_str text)
{
	return cx_str_starts(text, CX_STR("$ ")) ||
	    cx_str_starts(text, CX_STR("diff --git ")) ||
	    cx_str_starts(text, CX_STR("Traceback (")) || is_log(f, text) ||
	    is_code(f, text) || is_blank(text);
}

/* --- the matter --- */

/* No example is longer than this, in characters. */
#define DOCUMENT 600

static bool
is_letters(struct cx_str word)
{
	size_t n = 0;

	while (n < word.len && word.s[n] >= 'a' && word.s[n] <= 'z')
		n++;
	return n == word.len;
}

/* The language, where English is not that of most words. */
static unsigned
language_of(struct words *w, const struct cx_facts *f)
{
	size_t english = 0;

	for (size_t i = 0; i < f->n; i++)
		english += plain_is(w->plain, f->v[i].word);
	return english * 3 > f->n * 2 ? 0 : tongue_of(w->folds, f, english);
}

/* Counts the distinct words that are not plain. */
static void
count_terms(struct words *w, const struct cx_facts *f, struct substance *s)
{
	struct cx_map seen = {0};

	for (size_t i = 0; i < f->n; i++) {
		const struct cx_fact *x = &f->v[i];
		uint32_t before = seen.n;
		bool plain = plain_is(w->plain, x->word);

		(void)cx_map_put(&seen, x->word);
		if (seen.n == before)
			continue;
		/* TODO, OK: a plain word, only loud. */
		if (x->kind == CX_FACT_EXACT && (!plain ||
		    !is_letters(x->word))) {
			s->exact += x->written;
			s->terms += x->written;
		} else {
			s->terms += !plain && !is_mash(x->word);
		}
	}
	cx_map_release(&seen);
}

struct substance
substance_of(struct words *w, struct cx_str text, struct cx_str type)
{
	struct cx_facts f = {0};
	struct evidence e = {0};
	struct substance s = {.why = SUBSTANCE_SOME};

	cx_facts_read(&f, text);
	if (is_noise(&f, text)) {
		s.why = SUBSTANCE_NOISE;
		cx_facts_release(&f);
		return s;
	}
	s.tongue = language_of(w, &f);
	count_terms(w, &f, &s);
	s.document = cx_utf8_count(text) > DOCUMENT;
	if (!s.document) {
		evidence_read(&e, w->stems, &f, text, type);
		s.odds = evidence_odds(&e);
	}
	if (is_transcript(text) || is_output(&f, text))
		s.why = SUBSTANCE_TALK;
	evidence_release(&e);
	cx_facts_release(&f);
	return s;
}

bool
is_empty_reason(struct cx_str reason)
{
	struct cx_facts f = {0};
	bool empty = true;

	cx_facts_read(&f, reason);
	for (size_t i = 0; i < f.n && empty; i++)
		empty = cx_is_stopword(f.v[i].word) ||
		    CX_ONE_OF(f.v[i].word, "since", "due", "reason");
	empty = empty || is_noise(&f, reason);
	cx_facts_release(&f);
	return empty;
}
