/*
 * gate.h: between the files of cx-gate.
 *
 * main.c reads and prints; rules.c has the rules in their order; secret.c
 * finds and hides secrets in all members, specific.c knows the phrases and
 * scores, near.c compares, rate.c counts.
 */
#ifndef GATE_H
#define GATE_H

#include "lib/text/phrases.h"
#include "lib/record/record.h"
#include "lib/text/secrets.h"
#include "lib/text/similar.h"
#include "lib/file/vault.h"

/* --- words --- */

struct words {
	struct cx_phrases *banned, *terms, *causes;
};

void words_init(struct words *w, const struct cx_config *config);
void words_release(struct words *w);

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
    struct cx_str reason);

/* --- what is there already --- */

struct near;

/* index NULL: only what is remembered; vault holds the atoms' files. */
struct near *near_new(const struct cx_config *config, const char *index,
    const struct cx_vault *vault);
void near_free(struct near *n);
/* The nearest atom of the candidate's project that is near enough. */
bool near_find(struct near *n, const struct candidate *c, int64_t least,
    struct cx_str *path, int64_t *cosine);
/* The candidate has passed; others are compared with it from now on. */
void near_remember(struct near *n, const struct candidate *c);

/* --- how many --- */

struct rate;

/* vault NULL: only what is remembered. */
struct rate *rate_new(const struct cx_config *config,
    const struct cx_vault *vault);
void rate_free(struct rate *r);
int64_t rate_session(struct rate *r, struct cx_str session);
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
