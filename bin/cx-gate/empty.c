/* Texts that say nothing: noise, talk of the moment, what holds of anything. */
#include "bin/cx-gate/gate.h"
#include "lib/base/utf8.h"
#include "lib/text/facts.h"

#include <stdlib.h>

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

/* What one says to have done with one's work, and what else one may do. */
static const char *const deeds[] = {"fixed", "updated", "added", "removed",
    "created", "deleted", "modified", "refactored", "implemented", "completed",
    "tested", "verified", "checked", "reviewed", "ran", "installed",
    "committed", "pushed", "merged", "deployed", "cleaned", "renamed",
    "rewrote", "wrote", "edited", "adjusted", "improved", "optimized",
    "optimised", "resolved", "solved", "debugged", "investigated", "looked",
    "analyzed", "analysed", "configured", "executed", "generated",
    "successfully", "explained", "answered", "helped", "explored", "discussed",
    "talked", "provided", "corrected", "apologize", "apologise", "searched"};
static const char *const doings[] = {"changed", "finished", "started",
    "continued", "read", "applied", "made", "showed", "tried", "went", "found",
    "spent", "gave", "opened", "learned", "learnt", "noticed", "moved", "used",
    "took"};

/* What one asks to be done. */
static const char *const tasks[] = {"refactor", "write", "implement",
    "fix", "explain", "create", "add", "make", "change", "generate",
    "summarize", "summarise", "translate", "convert", "optimize", "optimise",
    "debug", "improve", "update", "rewrite", "show", "tell", "give", "help",
    "please", "review", "analyze", "analyse"};

/* How a text begins that tells of the talk: `*` is one of deeds. */
static const char *const openings[] = {"i *", "i have *", "i've *",
    "i have now", "i've now", "i have just", "i've just", "i just", "i will",
    "i'll", "i am going", "i'm going", "i am now", "i'm now", "i am working",
    "i'm working", "i am currently", "i'm currently", "let me", "let's",
    "now i", "next i", "then i", "and i *", "which i *", "today i", "today we",
    "the assistant", "currently working", "currently in", "working on",
    "still working", "will continue", "to be continued", "next step",
    "next steps", "as an ai", "here is", "here are", "here's", "sure", "okay",
    "thanks", "thank you", "great job", "good job", "well done", "great work",
    "can you", "could you", "would you", "will you", "how do i", "how can i",
    "how would i", "how should i", "i need you", "i want you",
    "i would like you", "i'd like you", "what is", "what are", "why is",
    "why does", "why do", "what's", "is there", "are there", "do you", "hello",
    "hi", "hey", "of course", "absolutely", "certainly", "you're", "you are",
    "awesome", "wow", "no problem", "got it"};

/* What a user is said to have done in the talk, and what may be that. */
static const char *const asking[] = {"asked", "asks", "asking", "requested",
    "requests", "thanked", "thanks", "greeted", "wondered", "wonders"};
static const char *const telling[] = {"said", "shared", "expressed",
    "mentioned", "provided", "happy", "satisfied", "pleased", "confirmed",
    "agreed", "told", "me", "interested"};

/* What is said of work that is over. */
static const char *const reports[] = {"tests pass", "tests passed",
    "tests are passing", "tests are green", "test passed", "build is green",
    "build passed", "build passes", "build succeeded", "works now",
    "works again", "works fine", "work now", "work again", "now works",
    "it works", "it worked", "works well", "works perfectly", "it is fixed",
    "is fixed now", "was fixed", "has been fixed", "are fixed", "now fixed",
    "been corrected", "been resolved", "was solved", "been solved",
    "was resolved", "is resolved", "it was fine", "is fine now",
    "was fine again", "went away", "went well", "ready for review",
    "requirements are met", "any problems", "any issues", "any errors",
    "no problems", "no issues", "next session", "more updates", "next steps",
    "need to be done", "needs to be done", "things to do", "take a look",
    "look into", "best practices", "best practice", "is complete", "is done",
    "was successful", "were successful", "finished successfully",
    "completed successfully"};

/* What is said of everything that is good. */
static const char *const praise[] = {"is important", "are important",
    "is very important", "very important", "is key", "are key", "is the key",
    "is essential", "are essential", "is crucial", "are crucial",
    "a good idea", "is better than", "helps to", "it helps", "makes it easier",
    "should always", "always remember", "pays off", "pay off", "can improve",
    "improves quality", "can be costly", "has changed the way", "always try",
    "is known for", "known for its", "many benefits", "makes perfect",
    "best solution", "right way", "right tool"};

/* What makes a rule of it, and what says when or why. */
static const char *const ruling[] = {"always", "never", "only", "unless",
    "instead", "without", "must", "nowhere", "except"};
static const char *const holding[] = {"every", "each", "when", "whenever",
    "if", "otherwise", "because", "since", "before", "after", "not", "don't",
    "until", "no", "else", "so that", "so"};

struct talk {
	struct plain *plain;
	struct cx_phrases *reports, *praise, *ruling, *holding;
};

static struct cx_phrases *
put_all(const char *const *v, size_t n)
{
	struct cx_phrases *p = cx_phrases_new();

	for (size_t i = 0; i < n; i++)
		cx_phrases_add(p, cx_str(v[i]));
	return p;
}

struct talk *
talk_new(const struct cx_json *terms)
{
	struct talk *p = cx_calloc(1, sizeof *p);

	p->plain = plain_new(terms);
	p->reports = put_all(reports, COUNT(reports));
	p->praise = put_all(praise, COUNT(praise));
	p->ruling = put_all(ruling, COUNT(ruling));
	p->holding = put_all(holding, COUNT(holding));
	return p;
}

void
talk_free(struct talk *p)
{
	plain_free(p->plain);
	cx_phrases_free(p->reports);
	cx_phrases_free(p->praise);
	cx_phrases_free(p->ruling);
	cx_phrases_free(p->holding);
	free(p);
}

static bool
says(struct cx_phrases *p, struct cx_str text)
{
	struct cx_phrase found;

	return cx_phrases_find(p, text, &found);
}

static bool
is_one_of(struct cx_str word, const char *const *words, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (cx_str_is(word, words[i]))
			return true;
	return false;
}

/* Whether a word is what was done; in doubt, of nothing that is named. */
static bool
is_deed(struct cx_str word, bool named)
{
	return is_one_of(word, deeds, COUNT(deeds)) ||
	    (!named && is_one_of(word, doings, COUNT(doings)));
}

/* Whether the words from `at` on are those of an opening. */
static bool
opens_with(const struct cx_facts *f, size_t at, struct cx_str opening)
{
	struct cx_str word;

	for (; cx_str_split(&opening, ' ', &word); at++)
		if (at >= f->n || !(cx_str_is(word, "*") ?
		    is_deed(f->v[at].word, false) :
		    cx_str_eq(f->v[at].word, word)))
			return false;
	return true;
}

/* Whether it begins with what was done, or tells of two such deeds. */
static bool
is_report(const struct cx_facts *f, bool named)
{
	size_t at = 0, n = 0;

	while (at < f->n && CX_ONE_OF(f->v[at].word, "we", "have", "we've",
	    "just", "now", "then", "also"))
		at++;
	if (at == f->n || !is_deed(f->v[at].word, false))
		return false;
	for (size_t i = at; i < f->n; i++)
		n += is_deed(f->v[i].word, false);
	return is_deed(f->v[at].word, named) || n > 1;
}

static bool
is_opening(const struct cx_facts *f)
{
	for (size_t i = 0; i < COUNT(openings); i++)
		if (opens_with(f, 0, cx_str(openings[i])))
			return true;
	return false;
}

/* Whether one of its first words is "user", and one after it one of these. */
static bool
is_of_user(const struct cx_facts *f, const char *const *verbs, size_t n)
{
	bool user = false;

	for (size_t i = 0; i < f->n && i < 6; i++) {
		if (user && is_one_of(f->v[i].word, verbs, n))
			return true;
		user = user || cx_str_is(f->v[i].word, "user");
	}
	return false;
}

/* Whether one is spoken to, or says what one has done. */
static bool
is_dialogue(const struct cx_facts *f)
{
	for (size_t i = 0; i < f->n; i++)
		if (CX_ONE_OF(f->v[i].word, "you", "your", "you're", "yours") ||
		    opens_with(f, i, CX_STR("i *")))
			return true;
	return false;
}

/* An article of an encyclopedia: a thing is a kind of things that ... */
static bool
is_definition(const struct cx_facts *f)
{
	static const char *const kinds[] = {"language", "system", "tool",
	    "framework", "library", "platform", "software", "method", "way",
	    "process", "technology", "format", "protocol", "database",
	    "technique", "concept", "practice", "approach", "pattern",
	    "service", "program", "standard", "field", "branch", "form",
	    "type", "kind", "set", "collection"};
	size_t i = 1, kind;

	while (i < f->n && i < 5 && !cx_str_is(f->v[i].word, "is"))
		i++;
	if (i + 1 >= f->n || !cx_str_is(f->v[i].word, "is") ||
	    !CX_ONE_OF(f->v[i + 1].word, "a", "an", "one"))
		return false;
	for (kind = i + 2; kind < f->n && kind < i + 8 &&
	    !is_one_of(f->v[kind].word, kinds, COUNT(kinds)); kind++)
		;
	for (i = kind + 1; i < f->n && i < kind + 7; i++)
		if (CX_ONE_OF(f->v[i].word, "that", "which", "used", "for",
		    "where"))
			return true;
	return false;
}

/* --- the matter --- */

/* The words of a text, each once. */
static void
weigh(struct talk *p, const struct cx_facts *f, struct substance *s)
{
	struct cx_map seen = {0};

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
		if (x->kind == CX_FACT_EXACT) {
			s->content++;
			s->numbers += !x->written;
			s->exact += x->written;
			s->terms += x->written;
			continue;
		}
		kind = plain_kind(p->plain, x->word);
		s->names += x->kind == CX_FACT_NAME;
		s->content += kind != PLAIN_STOP;
		s->terms += kind == PLAIN_NOT && !is_mash(x->word);
		s->vague += kind == PLAIN_JUDGES;
	}
	cx_map_release(&seen);
}

/* Whether so few of the words are not plain that nothing is said.  Where a
 * thing is named, or a rule is given, fewer will do. */
static bool
is_plain_talk(const struct substance *s, bool wish, bool rules, bool holds)
{
	size_t terms = s->terms + s->numbers;

	if (s->vague == 0 && s->content > 2 && (rules || (wish && holds)))
		return false;
	if (s->exact + s->numbers > 0)
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

struct substance
substance_of(struct talk *p, struct cx_str text, struct cx_str type)
{
	struct cx_facts f = {0};
	struct substance s = {.why = SUBSTANCE_SOME};
	bool rules, holds, wish, named;

	cx_facts_read(&f, text);
	if (is_noise(&f, text)) {
		s.why = SUBSTANCE_NOISE;
		cx_facts_release(&f);
		return s;
	}
	weigh(p, &f, &s);
	rules = says(p->ruling, text);
	holds = rules || says(p->holding, text);
	wish = CX_ONE_OF(type, "preference", "rule", "feedback");
	named = s.exact + s.numbers > 0;
	s.weighty = s.terms >= 3 ? s.terms * 5 >= s.content * 2 ||
	    (s.vague == 0 && s.terms * 3 >= s.content) :
	    holds && s.vague == 0 && (s.terms == 2 || wish || rules);
	if (is_plain_talk(&s, wish, rules, holds))
		s.why = SUBSTANCE_NONE;
	if (is_of_user(&f, asking, COUNT(asking)))
		s.why = SUBSTANCE_TALK;
	else if (is_opening(&f) && (cx_str_ends(text, CX_STR("?")) ||
	    !(holds && s.terms > 3)))
		s.why = SUBSTANCE_TALK;
	else if (f.n && (is_report(&f, named || s.names > 0) ||
	    (!wish && is_one_of(f.v[0].word, tasks, COUNT(tasks)))) &&
	    !(holds && s.terms > 2))
		s.why = SUBSTANCE_TALK;
	else if (s.terms < 4 && ((s.exact == 0 && says(p->reports, text)) ||
	    (!named && (is_dialogue(&f) ||
	    is_of_user(&f, telling, COUNT(telling))))))
		s.why = SUBSTANCE_TALK;
	else if (!named && s.names == 0 && s.terms < 5 &&
	    says(p->praise, text))
		s.why = SUBSTANCE_NONE;
	else if (!holds && s.numbers == 0 && s.exact < 2 && is_definition(&f))
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
