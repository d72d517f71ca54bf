/* Finds meaningless texts: noise, talk of the moment, generalities. */
#include "bin/cx-gate/gate.h"
#include "lib/base/utf8.h"
#include "lib/text/facts.h"

#include <stdlib.h>
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

/* The kinds of talk.def: words, openings, and from RULING on phrases. */
enum talk_kind { DEED, DOING, PROGRESS, TASK, ASKING, TELLING, OBJECT, KNOWN,
	NOW, CLASS, WITHIN,
	OPENING, CREED, RULING, HOLDING, REPORT, PRAISE, MAXIM, KINDS };

static const struct {
	enum talk_kind kind;
	const char *text;
} lines[] = {
#define TALK(kind, text) {kind, text},
#include "bin/cx-gate/talk.def"
};

struct talk {
	struct plain *plain;
	struct cx_analyzer *folds; /* without a language */
	unsigned tongue; /* of the text at hand; 0: English */
	struct cx_map words;
	unsigned of[COUNT(lines)]; /* by number in words: bits by kind */
	struct cx_phrases *phrases[KINDS];
};

struct talk *
talk_new(const struct cx_json *terms)
{
	struct talk *p = cx_calloc(1, sizeof *p);

	p->plain = plain_new(terms);
	p->folds = cx_analyzer_new(CX_STR("none"));
	for (int kind = RULING; kind < KINDS; kind++)
		p->phrases[kind] = cx_phrases_new();
	for (size_t i = 0; i < COUNT(lines); i++) {
		struct cx_str text = cx_str(lines[i].text);

		if (lines[i].kind >= RULING)
			cx_phrases_add(p->phrases[lines[i].kind], text);
		else
			p->of[cx_map_put(&p->words, text)] |=
			    1u << lines[i].kind;
	}
	return p;
}

void
talk_free(struct talk *p)
{
	plain_free(p->plain);
	cx_analyzer_free(p->folds);
	cx_map_release(&p->words);
	for (int kind = RULING; kind < KINDS; kind++)
		cx_phrases_free(p->phrases[kind]);
	free(p);
}

static bool
says(struct talk *p, enum talk_kind kind, struct cx_str text)
{
	struct cx_phrase found;

	return cx_phrases_find(p->phrases[kind], text, &found);
}

static bool
is(const struct talk *p, enum talk_kind kind, struct cx_str word)
{
	uint32_t n = cx_map_get(&p->words, word);

	return n != CX_MAP_NONE && (p->of[n] >> kind & 1);
}

/* Whether a word is what was done; in doubt, of nothing that is named. */
static bool
is_deed(const struct talk *p, struct cx_str word, bool named)
{
	return is(p, DEED, word) || (!named && is(p, DOING, word));
}

/* Whether the words from `at` on are those of an opening. */
static bool
opens_with(const struct talk *p, const struct cx_facts *f, size_t at,
    struct cx_str opening)
{
	struct cx_str word;

	for (; cx_str_split(&opening, ' ', &word); at++)
		if (at >= f->n || !(cx_str_is(word, "*") ?
		    is_deed(p, f->v[at].word, false) :
		    cx_str_eq(f->v[at].word, word)))
			return false;
	return true;
}

/* Whether it begins with what was done, or tells of two such deeds. */
static bool
is_report(const struct talk *p, const struct cx_facts *f, bool named)
{
	size_t at = 0, n = 0;

	while (at < f->n && CX_ONE_OF(f->v[at].word, "we", "have", "we've",
	    "just", "now", "then", "also"))
		at++;
	if (at == f->n || !is_deed(p, f->v[at].word, false))
		return false;
	for (size_t i = at; i < f->n; i++)
		n += is_deed(p, f->v[i].word, false);
	return is_deed(p, f->v[at].word, named) || n > 1;
}

static bool
is_opening(const struct talk *p, const struct cx_facts *f, size_t at,
    enum talk_kind kind)
{
	for (size_t i = 0; i < COUNT(lines); i++)
		if (lines[i].kind == kind &&
		    opens_with(p, f, at, cx_str(lines[i].text)))
			return true;
	return false;
}

/* Whether a text that names nothing tells of now, or one of its clauses opens
 * like talk. */
static bool
is_of_now(const struct talk *p, const struct cx_facts *f, struct cx_str text)
{
	for (size_t i = 0; i < COUNT(lines); i++)
		if (lines[i].kind == WITHIN &&
		    cx_str_has(text, cx_str(lines[i].text)))
			return true;
	for (size_t i = 0; i < f->n; i++)
		if (is(p, NOW, f->v[i].word) || (i > 0 &&
		    f->v[i].clause != f->v[i - 1].clause &&
		    is_opening(p, f, i, OPENING)))
			return true;
	return false;
}

/* Whether one of its first words is "user", and one after it one of these. */
static bool
is_of_user(const struct talk *p, const struct cx_facts *f,
    enum talk_kind verbs)
{
	bool user = false;

	for (size_t i = 0; i < f->n && i < 6; i++) {
		if (user && is(p, verbs, f->v[i].word))
			return true;
		user = user || cx_str_is(f->v[i].word, "user");
	}
	return false;
}

/* Whether one is spoken to, but for `before you touch it`, or says what one
 * has done. */
static bool
is_dialogue(const struct talk *p, const struct cx_facts *f)
{
	for (size_t i = 0; i < f->n; i++)
		if ((CX_ONE_OF(f->v[i].word, "you", "your", "you're",
		    "yours") && !(i > 0 && CX_ONE_OF(f->v[i - 1].word, "before",
		    "after", "when", "until", "unless"))) ||
		    opens_with(p, f, i, CX_STR("i *")) ||
		    opens_with(p, f, i, CX_STR("i only *")) ||
		    opens_with(p, f, i, CX_STR("been *")))
			return true;
	return false;
}

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

/* What a program printed: after a prompt, a patch, or how far it has come. */
static bool
is_output(const struct talk *p, const struct cx_facts *f, struct cx_str text,
    const struct substance *s)
{
	size_t n = 0;

	if (cx_str_starts(text, CX_STR("$ ")) ||
	    cx_str_starts(text, CX_STR("diff --git ")) ||
	    cx_str_starts(text, CX_STR("Traceback (")) || is_log(f, text) ||
	    is_code(f, text) || is_blank(text))
		return true;
	for (size_t i = 0; i < f->n; i++)
		n += is(p, PROGRESS, f->v[i].word);
	/* Or what somebody is at: merging now. */
	if (f->n > 1 && s->terms < 3 &&
	    cx_str_is(f->v[f->n - 1].word, "now") &&
	    cx_str_ends(f->v[f->n - 2].word, CX_STR("ing")))
		return true;
	return n > 1 && (s->terms < 3 || n * 4 >= f->n);
}

/* Whether a text speaks of somebody here, or of a thing by its own name. */
static bool
is_of_somebody(const struct talk *p, const struct cx_facts *f)
{
	for (size_t i = 0; i < f->n; i++)
		if (CX_ONE_OF(f->v[i].word, "we", "our", "us", "my", "he",
		    "she", "his", "her", "their", "here", "this") ||
		    (f->v[i].written && !is(p, KNOWN, f->v[i].word)))
			return true;
	return false;
}

/* Whether a text says of whom or of which one it holds: `the door`, not
 * `a door` or `doors`. */
static bool
is_anchored(struct talk *p, const struct cx_facts *f)
{
	enum plain_kind kind;

	if (f->n && CX_ONE_OF(f->v[0].word, "the", "any", "all", "every",
	    "each", "some", "most", "no", "both"))
		return true;
	if (is_of_somebody(p, f))
		return true;
	if (!f->n || CX_ONE_OF(f->v[0].word, "a", "an") ||
	    is(p, KNOWN, f->v[0].word))
		return false;
	kind = plain_kind(p->plain, f->v[0].word);
	return kind == PLAIN_NOT || kind == PLAIN_EVERYDAY;
}

/* Whether a text of another language says in its first words that something is
 * `a thing`, as articles of encyclopedias do, or is about `a thing` and nowhere
 * about `the thing`. */
static bool
is_of_any(const struct cx_facts *f)
{
	bool any = false;

	for (size_t i = 0; i < f->n; i++) {
		if (CX_ONE_OF(f->v[i].word, "der", "das", "dem", "den", "des",
		    "el", "la", "los", "las", "del", "al", "le", "les", "du",
		    "il", "lo", "gli", "della", "do", "da", "na", "het"))
			return false;
		if (i < 5 && CX_ONE_OF(f->v[i].word, "ein", "eine", "un", "une",
		    "una", "um", "uma", "een")) {
			if (i > 0 && CX_ONE_OF(f->v[i - 1].word, "ist", "sind",
			    "est", "es", "\xC3\xA9", "\xC3\xA8", "is"))
				return true;
			any = any || i == 0;
		}
	}
	return any || (f->n > 1 && cx_str_is(f->v[1].word, "это"));
}

/* Whether a text gives advice to all: of nobody, and of no `the door`. */
static bool
is_maxim(struct talk *p, const struct cx_facts *f, struct cx_str text)
{
	if (is_opening(p, f, 0, CREED))
		return true;
	if (!says(p, PRAISE, text) && !says(p, MAXIM, text))
		return false;
	for (size_t i = 0; i < f->n; i++)
		if (cx_str_is(f->v[i].word, "the"))
			return false;
	return !is_of_somebody(p, f);
}

/* An article of an encyclopedia: a thing is a kind of things that ... */
static bool
is_definition(const struct talk *p, const struct cx_facts *f)
{
	size_t i = 1, kind;

	while (i < f->n && i < 5 && !cx_str_is(f->v[i].word, "is"))
		i++;
	if (i + 1 >= f->n || !cx_str_is(f->v[i].word, "is") ||
	    !CX_ONE_OF(f->v[i + 1].word, "a", "an", "one"))
		return false;
	for (kind = i + 2; kind < f->n && kind < i + 8 &&
	    !is(p, CLASS, f->v[kind].word); kind++)
		;
	for (i = kind + 1; i < f->n && i < kind + 7; i++)
		if (CX_ONE_OF(f->v[i].word, "that", "which", "used", "for",
		    "where"))
			return true;
	return false;
}

/* --- the matter --- */

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
language_of(struct talk *p, const struct cx_facts *f)
{
	size_t english = 0;

	for (size_t i = 0; i < f->n; i++)
		english += plain_kind(p->plain, f->v[i].word) != PLAIN_NOT;
	return english * 3 > f->n * 2 ? 0 : tongue_of(p->folds, f, english);
}

/* What a word of another language is. */
static enum plain_kind
kind_of(struct talk *p, struct cx_str word)
{
	uint32_t cp = 0;

	if (word.len)
		(void)cx_utf8_decode(word.s, word.len, &cp, NULL);
	if (cx_unspaced(cp))
		return PLAIN_STOP; /* those are counted as a whole */
	return !p->tongue ? plain_kind(p->plain, word) :
	    tongue_is_plain(p->folds, p->tongue, word) ? PLAIN_STOP : PLAIN_NOT;
}

/* Counts the words of a text, each once.  In a statement about nothing in
 * particular (`general`), well-known names such as HTTP do not count as terms.
 */
static void
weigh(struct talk *p, const struct cx_facts *f, struct substance *s)
{
	struct cx_map seen = {0};
	size_t everyday = 0;

	for (size_t i = 0; i < f->n; i++) {
		const struct cx_fact *x = &f->v[i];
		uint32_t before = seen.n;
		enum plain_kind kind;

		(void)cx_map_put(&seen, x->word);
		if (seen.n == before)
			continue;
		/* Option B. */
		if (x->kind == CX_FACT_EXACT && x->word.len == 1 &&
		    x->written) {
			s->content++;
			s->names++;
			continue;
		}
		s->timed = s->timed || CX_ONE_OF(x->word, "before", "after",
		    "otherwise");
		kind = kind_of(p, x->word);
		if (s->general && is(p, KNOWN, x->word)) {
			s->content++;
			continue;
		}
		/* TODO, OK: a plain word, only loud. */
		if (x->kind == CX_FACT_EXACT && (kind == PLAIN_NOT ||
		    !is_letters(x->word))) {
			s->content++;
			s->numbers += !x->written;
			s->exact += x->written;
			s->terms += x->written;
			continue;
		}
		s->names += x->kind == CX_FACT_NAME && !(x->written &&
		    tongue_has_capitals(p->tongue));
		s->said += x->kind == CX_FACT_NAME && !x->written;
		if (x->kind == CX_FACT_NAME && x->word.s[0] <= '9') {
			s->content++;
			s->objects++;
			continue;
		}
		s->content += kind != PLAIN_STOP && !CX_ONE_OF(x->word,
		    "user", "wants", "want", "prefers", "prefer", "likes",
		    "like", "please", "decided", "use", "uses", "one");
		s->terms += kind == PLAIN_NOT && !is_mash(x->word);
		s->vague += kind == PLAIN_JUDGES;
		everyday += kind == PLAIN_EVERYDAY;
		s->objects += is(p, OBJECT, x->word);
	}
	if (s->terms + s->numbers + s->names + s->objects > 0)
		s->terms += everyday;
	cx_map_release(&seen);
}

/* Whether a text without judgement names so many things that it says one. */
static bool
names_enough(const struct substance *s, bool wish)
{
	size_t n = s->terms + s->numbers + s->objects;

	/* Short, but for the most part of things. */
	return s->vague == 0 && !s->general && (n > (wish ? 2 : 3) ||
	    (n > 1 && n + s->terms > 2 && n * 2 >= s->content) ||
	    (s->terms > 0 && s->terms * 3 >= s->content));
}

/* Whether so few of the words are not plain that nothing is said.  Where a
 * thing is named, or a rule is given, fewer will do. */
static bool
is_plain_talk(const struct substance *s, bool wish, bool rules, bool holds)
{
	size_t terms = s->terms + s->numbers;

	if (s->content > 2 && (s->vague == 0 || (wish && terms > 0 &&
	    s->vague * 3 < s->content)) && (rules || (wish && holds &&
	    (s->timed || terms + s->objects > 0))))
		return false;
	if (names_enough(s, wish))
		return false;
	if (s->exact > 0 || (s->numbers > 0 &&
	    s->terms + s->names + s->objects > 0))
		return false;
	if (s->names > 0)
		return terms < (s->content > 4 ? 2 : 1) ||
		    terms * 5 < s->content;
	if (terms < (wish && s->content < 5 ? 1 : 2) ||
	    terms * 4 < s->content)
		return true;
	if (s->vague > 0 && terms < 3)
		return !rules;
	return !wish && !holds && terms == 2 && s->content > 6;
}

/* The same of other languages, of which fewer words are known to be plain, and
 * no rules: a wish has to name three things, or two and what is not wished, a
 * statement four, or two and a number. */
static bool
is_foreign_talk(const struct substance *s, const struct cx_facts *f, bool wish,
    bool denies)
{
	if (s->numbers + s->exact + s->names > 0)
		return s->terms < 2;
	return s->terms < (wish ? 3 - (size_t)denies :
	    s->terms * 5 < f->n * 2 ? 4 : 3);
}

struct substance
substance_of(struct talk *p, struct cx_str text, struct cx_str type)
{
	struct cx_facts f = {0};
	struct substance s = {.why = SUBSTANCE_SOME};
	bool rules, holds, wish, named;
	size_t unparted;

	cx_facts_read(&f, text);
	if (is_noise(&f, text)) {
		s.why = SUBSTANCE_NOISE;
		cx_facts_release(&f);
		return s;
	}
	p->tongue = language_of(p, &f);
	s.tongue = p->tongue;
	rules = says(p, RULING, text);
	holds = rules || says(p, HOLDING, text);
	wish = CX_ONE_OF(type, "preference", "rule", "feedback");
	s.general = !wish && !rules && !cx_str_is(type, "decision") &&
	    (p->tongue ? is_of_any(&f) : !is_anchored(p, &f));
	weigh(p, &f, &s);
	unparted = tongue_unparted(text) / 2;
	s.content += unparted;
	s.terms += unparted;
	named = s.exact + s.numbers > 0;
	s.weighty = s.terms >= 3 ? s.terms * 5 >= s.content * 2 ||
	    (s.vague == 0 && s.terms * 3 >= s.content) :
	    holds && s.vague == 0 && (s.terms == 2 || wish || rules);
	s.weighty = s.weighty || names_enough(&s, wish) ||
	    (s.vague == 0 && s.names > 0 && s.terms > 1);
	if (p->tongue || unparted * 4 > f.n ? is_foreign_talk(&s, &f, wish,
	    cx_negations(text) > 0) : is_plain_talk(&s, wish, rules, holds))
		s.why = SUBSTANCE_NONE;
	if (p->tongue && s.general && s.exact + s.numbers + s.names == 0)
		s.why = SUBSTANCE_NONE;
	if (is_of_user(p, &f, ASKING) || is_transcript(text) ||
	    is_output(p, &f, text, &s))
		s.why = SUBSTANCE_TALK;
	else if (is_opening(p, &f, 0, OPENING) &&
	    (cx_str_ends(text, CX_STR("?")) || !(holds && s.terms > 3)))
		s.why = SUBSTANCE_TALK;
	else if (f.n > 1 && is(p, TASK, f.v[0].word) &&
	    CX_ONE_OF(f.v[1].word, "it", "this", "that", "everything",
	    "things"))
		s.why = SUBSTANCE_TALK;
	else if (f.n && (is_report(p, &f, s.exact > 0 || s.names > s.said) ||
	    (!wish && is(p, TASK, f.v[0].word) &&
	    /* "Review of PR 1182 is waiting": a thing, and not an order */
	    !(f.n > 1 && cx_str_is(f.v[1].word, "of")))) &&
	    !(holds && s.terms > 2))
		s.why = SUBSTANCE_TALK;
	else if (s.terms < 4 && ((s.exact == 0 && says(p, REPORT, text)) ||
	    (!named && ((is_dialogue(p, &f) && !(wish && holds)) ||
	    is_of_user(p, &f, TELLING)))))
		s.why = SUBSTANCE_TALK;
	else if (!named && s.names == 0 && is_of_now(p, &f, text))
		s.why = SUBSTANCE_TALK;
	else if (!named && s.names == 0 && (is_maxim(p, &f, text) ||
	    (s.terms < 5 && says(p, PRAISE, text))))
		s.why = SUBSTANCE_NONE;
	else if (!holds && s.numbers == 0 && s.exact < 2 &&
	    is_definition(p, &f))
		s.why = SUBSTANCE_NONE;
	cx_facts_release(&f);
	return s;
}

bool
is_empty_reason(struct talk *p, struct cx_str reason)
{
	struct cx_facts f = {0};
	bool empty = true;

	cx_facts_read(&f, reason);
	for (size_t i = 0; i < f.n && empty; i++)
		empty = plain_kind(p->plain, f.v[i].word) == PLAIN_STOP ||
		    CX_ONE_OF(f.v[i].word, "since", "due", "reason");
	empty = empty || is_noise(&f, reason);
	cx_facts_release(&f);
	return empty;
}
