/* Scores specificity by phrases, terms and the amount of content. */
#include "bin/cx-gate/gate.h"
#include "lib/base/utf8.h"

static const char *const banned[] = {"user asked me to", "the user wants",
    "i will now", "let me help you", "as requested", "per your request",
    "as you mentioned", "you asked me to", "i can help with that",
    "sure, i can do that", "happy to help", "i understand you want",
    "i will proceed", "going forward", "moving forward", "in this session",
    "during this conversation", "as discussed", "as we discussed",
    "i have completed", "i have finished", "task completed",
    "done with the task", "here is what i did", "i made the change",
    "i updated the file", "i created the file", "i deleted the file",
    "i ran the command", "i executed", "i installed", "i configured",
    "the code works", "the test passes", "the build succeeded",
    "no errors found", "everything looks good", "all good", "looks correct",
    "seems fine", "working as expected", "this should work",
    "let me know if", "feel free to", "is there anything else",
    "need any other help", "anything else you need", "hope this helps",
    "glad i could help", "have a great day", "as the user requested",
    "the code has been updated", "i will now proceed to",
    "i have updated the file"};

static const char *const terms[] = {"api", "database", "server", "client",
    "function", "class", "module", "component", "endpoint", "schema",
    "query", "index", "cache", "config"};

static const char *const causes[] = {"because", "since", "due to",
    "in order to", "so that"};

#define COUNT(v) (sizeof(v) / sizeof *(v))

static struct cx_phrases *
phrases(const char *const *v, size_t n, const struct cx_json *more,
    const char *key)
{
	struct cx_phrases *p = cx_phrases_new();

	for (size_t i = 0; i < n; i++)
		cx_phrases_add(p, cx_str(v[i]));
	CX_JSON_EACH(e, more) {
		if (!cx_phrases_add(p, cx_json_str(e)))
			cx_die(CX_USAGE, "[gate] %s: '%.*s' has no word in it",
			    key, (int)e->len, e->u.s);
	}
	return p;
}

void
words_init(struct words *w, const struct cx_config *config)
{
	w->banned = phrases(banned, COUNT(banned),
	    cx_config_get(config, "gate", "phrases"), "phrases");
	w->terms = phrases(terms, COUNT(terms),
	    cx_config_get(config, "gate", "terms"), "terms");
	w->causes = phrases(causes, COUNT(causes), NULL, "");
	w->plain = plain_new(cx_config_get(config, "gate", "terms"));
	w->folds = cx_analyzer_new(CX_STR("none"));
	w->stems = cx_analyzer_new(CX_STR("english"));
}

void
words_release(struct words *w)
{
	cx_phrases_free(w->banned);
	cx_phrases_free(w->terms);
	cx_phrases_free(w->causes);
	plain_free(w->plain);
	cx_analyzer_free(w->folds);
	cx_analyzer_free(w->stems);
}

/* --- how much a memory says that could not be said of anything else --- */

const char *const point_names[POINTS] = {"200 characters", "a digit",
    "a technical term", "a name", "a cause (because, since, due to)",
    "a valid type", "a reason of 20 characters"};

static bool
has_digit(struct cx_str s)
{
	uint32_t cp;

	while (s.len) {
		s = cx_str_from(s, cx_utf8_decode(s.s, s.len, &cp, NULL));
		if (cx_is_digit(cp))
			return true;
	}
	return false;
}

/* Two backticks on one line with a letter between. */
static bool
has_code(struct cx_str s)
{
	bool open = false, letter = false;
	uint32_t cp;

	while (s.len) {
		s = cx_str_from(s, cx_utf8_decode(s.s, s.len, &cp, NULL));
		if (cp == '`') {
			if (open && letter)
				return true;
			open = true;
			letter = false;
		} else if (cp == '\n') {
			open = false;
		} else if (cx_is_letter(cp)) {
			letter = true;
		}
	}
	return false;
}

/* What is known of the word that is being read. */
struct word {
	size_t letters, others;
	bool upper_first;
	bool lower_last;
	bool hump;  /* aB */
	bool joint; /* a_b */
	bool low;   /* a _ was last */
};

static void
add_letter(struct word *w, uint32_t cp)
{
	bool upper = cx_is_upper(cp);

	if (w->letters + w->others == 0)
		w->upper_first = upper;
	w->hump = w->hump || (w->lower_last && upper);
	w->joint = w->joint || (w->low && w->letters > 0);
	w->lower_last = !upper;
	w->low = false;
	w->letters++;
}

/*
 * A capitalised word of three letters that does not begin a sentence, or
 * CamelCase, or snake_case.  A sentence begins a line and after . ! ? and
 * white space.
 */
static bool
has_name(struct cx_str s)
{
	struct word w = {0};
	bool begins = true, stop = false;
	uint32_t cp;

	while (s.len > 0 || w.letters + w.others > 0) {
		cp = ' ';
		if (s.len)
			s = cx_str_from(s, cx_utf8_decode(s.s, s.len, &cp,
			    NULL));
		if (cx_is_letter(cp)) {
			add_letter(&w, cp);
			continue;
		}
		if (cp == '_' || cx_is_wordchar(cp)) {
			w.low = cp == '_';
			w.lower_last = false;
			w.others++;
			continue;
		}
		if (w.letters + w.others > 0) {
			if (w.hump || w.joint || (!begins && w.upper_first &&
			    w.letters >= 3))
				return true;
			begins = stop = false;
		}
		w = (struct word){0};
		if (cp == '.' || cp == '!' || cp == '?' || cp == 0x3002)
			stop = true;
		else if (cp == '\n' || (stop && cx_is_space(cp)))
			begins = true;
	}
	return false;
}

/* The punctuation of such scripts. */
static bool
is_wide_mark(uint32_t cp)
{
	return (cp >= 0x3000 && cp < 0x3040) || (cp >= 0xFF00 && cp < 0xFF66);
}

size_t
characters_said(struct cx_str s)
{
	uint32_t cp;
	size_t n = 0;

	while (s.len) {
		s = cx_str_from(s, cx_utf8_decode(s.s, s.len, &cp, NULL));
		n += cx_unspaced(cp) || is_wide_mark(cp) ? 2 : 1;
	}
	return n;
}

struct score
specificity(struct words *w, struct cx_str content, struct cx_str reason,
    const struct substance *has)
{
	struct score s = {{0}, 0, 0};
	size_t n = characters_said(content);
	struct cx_phrase p;

	s.point[POINT_LENGTH] = n >= 200 ? 3 : n >= 100 ? 2 : n >= 50;
	s.point[POINT_DIGIT] = has_digit(content);
	s.point[POINT_TERM] = has->terms > 0 ||
	    cx_phrases_find(w->terms, content, &p);
	s.point[POINT_NAME] = has->exact > 0 || has_code(content) ||
	    has_name(content);
	s.point[POINT_CAUSE] = cx_phrases_find(w->causes, content, &p);
	s.point[POINT_TYPE] = 1;
	s.point[POINT_REASON] = characters_said(reason) >= 20;
	for (int i = 0; i < POINTS; i++)
		s.raw += s.point[i];
	s.score = (s.raw + 1) / 2;
	if (s.score < 1)
		s.score = 1;
	if (s.score > 5)
		s.score = 5;
	return s;
}
