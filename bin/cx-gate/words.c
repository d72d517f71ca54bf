/* Phrases that say nothing, terms that say something. */
#include "bin/cx-gate/gate.h"

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
	for (const struct cx_json *e = cx_json_first(more); e;
	    e = cx_json_next(more, e)) {
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
}

void
words_release(struct words *w)
{
	cx_phrases_free(w->banned);
	cx_phrases_free(w->terms);
	cx_phrases_free(w->causes);
}
