/*
 * gate.h: between the files of cx-gate.
 *
 * main.c reads and prints; rules.c has the rules in their order; secret.c
 * finds and hides secrets in all members, specific.c knows the phrases and
 * scores, empty.c finds texts that say nothing, by the words of plain.c,
 * near.c compares, rate.c counts.
 */
#ifndef GATE_H
#define GATE_H

#include "lib/base/map.h"
#include "lib/text/analyze.h"
#include "lib/text/phrases.h"
#include "lib/record/record.h"
#include "lib/secret/secrets.h"
#include "lib/text/similar.h"
#include "lib/file/vault.h"

/* --- words --- */

struct words {
	struct cx_phrases *banned, *terms, *causes;
	struct talk *talk;
};

void words_init(struct words *w, const struct cx_config *config);
void words_release(struct words *w);

/* --- plain words --- */

struct plain;

/* terms are a list of words that are not plain, or NULL. */
struct plain *plain_new(const struct cx_json *terms);
void plain_free(struct plain *p);
enum plain_kind {
	PLAIN_NOT,
	PLAIN_STOP,   /* a stop word, or no word at all */
	PLAIN_WORD,   /* one that may be said of any work and any talk */
	PLAIN_JUDGES  /* such a one, that only judges: good, easy */
};

enum plain_kind plain_kind(struct plain *p, struct cx_str word);

/* --- texts that say nothing --- */

struct talk;

struct talk *talk_new(const struct cx_json *terms);
void talk_free(struct talk *p);

enum substance_why {
	SUBSTANCE_SOME,
	SUBSTANCE_NOISE, /* letters and words that repeat, or no words */
	SUBSTANCE_TALK,	 /* what was asked, done or answered just now */
	SUBSTANCE_NONE	 /* plain words alone, or nearly */
};

struct substance {
	enum substance_why why;
	/* Words, each once, without stop words: */
	size_t content; /* all */
	size_t terms;	/* those that are not plain */
	size_t exact;	/* of these, identifiers, paths and the like */
	size_t numbers;
	size_t names; /* capitalised within a sentence, and numbers in words */
	size_t said;  /* of these, the numbers and days */
	size_t vague; /* those that judge: good, easy */
	size_t objects; /* plain ones that name a thing: file, customer */
	bool general; /* of no one, and of any */
	bool timed; /* says when */
	bool weighty; /* says much for its length: makes up for a point */
};

struct substance substance_of(struct talk *p, struct cx_str text,
    struct cx_str type);
/* Noise, or stop words alone. */
bool is_empty_reason(struct talk *p, struct cx_str reason);

/* --- secrets --- */

struct shapes {
	struct cx_secret_shape *v;
	size_t n, cap;
};

void shapes_init(struct shapes *s, const struct cx_config *config);

/* The kinds that were found, each once. */
struct kinds {
	const char *v[32];
	size_t n;
};

/* A record without its secrets, whatever member they are in and however
 * deep; the names of members are looked at as well. */
struct safe {
	bool any; /* there was one; else rec is the record as it is */
	struct cx_record rec;
	struct kinds kinds;
	struct cx_buf members; /* JSON: the names of those that had some */
	struct cx_buf line;
	struct cx_json_parser *parser;
};

/* rec stays as long as the record does and until the next call. */
void make_safe(const struct shapes *shapes, const struct cx_record *rec,
    struct safe *to);
void safe_release(struct safe *s);

/* --- a candidate --- */

struct candidate {
	const struct cx_record *rec; /* judged; with --redact, safe.rec */
	struct cx_str content; /* without white space around it */
	struct cx_str reason;
	struct cx_str type;
	struct cx_str project;
	struct cx_str session; /* .s NULL: none */
	struct safe safe; /* all that may be printed */
	int score; /* specificity */
};

enum { RULE_TYPE, RULE_LENGTH, RULE_PHRASES, RULE_SECRETS, RULE_SPECIFIC,
	RULE_SIMILAR, RULE_RATE, RULE_REASON };

struct verdict {
	const char *code; /* NULL: passes */
	int rule;
	struct cx_buf message;
	struct cx_buf details; /* JSON */
};

/* --- specificity --- */

enum { POINT_LENGTH, POINT_DIGIT, POINT_TERM, POINT_NAME, POINT_CAUSE,
	POINT_TYPE, POINT_REASON, POINTS };
extern const char *const point_names[POINTS];

struct score {
	int point[POINTS];
	int raw;
	int score; /* 1 to 5 */
};

/* Of a content without white space around it, whose type is valid. */
struct score specificity(struct words *w, struct cx_str content,
    struct cx_str reason, const struct substance *s);

/* --- what is there already --- */

struct near;
struct rate;

/* index NULL: only what is remembered; vault holds the atoms' files. */
struct near *near_new(const struct cx_config *config, const char *index,
    const struct cx_vault *vault);
void near_free(struct near *n);
/* The nearest atom of the candidate's project that is near enough. */
bool near_find(struct near *n, const struct candidate *c, int64_t least,
    struct cx_str *path, int64_t *cosine);
/* How many of the candidate's session are of one mould with it (facts.h), as
 * the last near_find has seen; *path: the last of them. */
size_t near_like(const struct near *n, const struct rate *r,
    const struct candidate *c, struct cx_str *path);
/* The candidate has passed; others are compared with it from now on. */
void near_remember(struct near *n, const struct candidate *c);

/* --- how many --- */

/* vault NULL: only what is remembered. */
struct rate *rate_new(const struct cx_config *config,
    const struct cx_vault *vault);
void rate_free(struct rate *r);
int64_t rate_session(struct rate *r, struct cx_str session);
/* Whether a session has saved a path, by the log. */
bool rate_saved(const struct rate *r, struct cx_str session,
    struct cx_str path);
/* Whether this is the first time that it is asked of a session. */
bool rate_first(struct rate *r, struct cx_str session);
int64_t rate_today(struct rate *r, struct cx_str project);
void rate_remember(struct rate *r, const struct candidate *c);

/* --- the rules --- */

struct gate {
	const struct cx_config *config;
	struct words words;
	struct shapes shapes;
	struct near *near;
	struct rate *rate;
	bool redact;
	bool by_hand; /* a person wrote it: no rule about style */
	bool only_secrets;
};

/* Sets code, rule, message and details, and the candidate's score. */
void judge(struct gate *g, struct candidate *c, struct verdict *v);

#endif
