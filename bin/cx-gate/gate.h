/*
 * gate.h: shared by the files of cx-gate.
 *
 * main.c reads and prints; rules.c applies the rules in order; secret.c finds
 * and hides secrets in all members, specific.c knows the phrases and scores,
 * empty.c finds texts without a matter, by the weights of evidence.c and the
 * words of plain.c and tongue.c, near.c compares, rate.c counts.
 */
#ifndef GATE_H
#define GATE_H

#include "lib/base/map.h"
#include "lib/text/analyze.h"
#include "lib/text/facts.h"
#include "lib/text/phrases.h"
#include "lib/record/record.h"
#include "lib/secret/secrets.h"
#include "lib/text/similar.h"
#include "lib/file/vault.h"

/* --- words --- */

struct words {
	struct cx_phrases *banned, *terms, *causes;
	struct plain *plain;
	struct cx_analyzer *folds; /* without a language */
	struct cx_analyzer *stems; /* of English */
};

void words_init(struct words *w, const struct cx_config *config);
void words_release(struct words *w);

/* --- plain words --- */

struct plain;

/* terms is a list of words that are not plain, or NULL. */
struct plain *plain_new(const struct cx_json *terms);
void plain_free(struct plain *p);
/* Whether a word, or no word, fits any work and any talk. */
bool plain_is(struct plain *p, struct cx_str word);

/* --- plain words of other languages --- */

/* Returns the language with the most plain words in the text, if these are more
 * than `english`, or 0.  folds is an analyzer without a language. */
unsigned tongue_of(struct cx_analyzer *folds, const struct cx_facts *facts,
    size_t english);
bool tongue_is_plain(struct cx_analyzer *folds, unsigned tongue,
    struct cx_str word);

/* --- evidence --- */

/* The distinct parts of a text, as strings; zeroed memory is empty. */
struct evidence {
	struct cx_map map;
	struct cx_arena text;
};

/* f has the words of the text; stems is an analyzer of English. */
void evidence_read(struct evidence *e, struct cx_analyzer *stems,
    const struct cx_facts *f, struct cx_str text, struct cx_str type);
void evidence_release(struct evidence *e);
enum { EVIDENCE_UNIT = 100 }; /* of the weights in weights.def */
/* Returns the log odds that a text is junk, by examples of both kinds. */
double evidence_odds(const struct evidence *e);
/* By how much each of n parts with a weight counts. */
double evidence_share(size_t n);

/* --- texts without a matter --- */

enum substance_why {
	SUBSTANCE_SOME,
	SUBSTANCE_NOISE, /* repeated letters and words, or no words */
	SUBSTANCE_TALK	 /* a transcript, the output of a program, code */
};

struct substance {
	enum substance_why why;
	/* Number of distinct words: */
	size_t terms; /* that are not plain */
	size_t exact; /* of these, identifiers, paths and the like */
	unsigned tongue; /* 0: English, or none that is known */
	bool document; /* so long that no example is like it */
	double odds; /* log odds that it is junk; 0: noise, a document */
};

struct substance substance_of(struct words *w, struct cx_str text,
    struct cx_str type);
/* Whether it is noise, or only stop words. */
bool is_empty_reason(struct cx_str reason);

/* --- secrets --- */

struct shapes {
	struct cx_secret_shape *v;
	size_t n, cap;
};

void shapes_init(struct shapes *s, const struct cx_config *config);

/* The distinct kinds that were found. */
struct kinds {
	const char *v[32];
	size_t n;
};

/* A record without its secrets, in any member at any depth; the names of
 * members are examined, too. */
struct safe {
	bool any; /* it had a secret; otherwise rec is the original */
	struct cx_record rec;
	struct kinds kinds;
	struct cx_buf members; /* JSON: the names of members with secrets */
	struct cx_buf line;
	struct cx_json_parser *parser;
};

/* to->rec is valid as long as rec and until the next call. */
void make_safe(const struct shapes *shapes, const struct cx_record *rec,
    struct safe *to);
void safe_release(struct safe *s);

/* --- a candidate --- */

struct candidate {
	const struct cx_record *rec; /* to be judged; with --redact, safe.rec */
	struct cx_str content; /* without surrounding white space */
	struct cx_str reason;
	struct cx_str type;
	struct cx_str project;
	struct cx_str session; /* .s NULL if absent */
	struct safe safe; /* everything that may be printed */
	int score; /* specificity */
	unsigned tongue; /* as in its substance */
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

/* Counts characters; one of a script without spaces counts as two. */
size_t characters_said(struct cx_str s);
/* content must have no surrounding white space, and a valid type. */
struct score specificity(struct words *w, struct cx_str content,
    struct cx_str reason, const struct substance *s);

/* --- existing notes --- */

struct near;
struct rate;

/* index NULL: only remembered candidates; vault has the files of the atoms. */
struct near *near_new(const struct cx_config *config, const char *index,
    const struct cx_vault *vault);
void near_free(struct near *n);
/* Finds the most similar atom of the candidate's project that is similar
 * enough. */
bool near_find(struct near *n, const struct candidate *c, int64_t least,
    struct cx_str *path, int64_t *cosine);
/* Counts the notes of the candidate's session that follow the same template
 * (facts.h), as seen by the last near_find; *path is the last of them. */
size_t near_like(const struct near *n, const struct rate *r,
    const struct candidate *c, struct cx_str *path);
/* Remembers a candidate that passed, to compare others with it. */
void near_remember(struct near *n, const struct candidate *c);

/* --- counts --- */

/* vault NULL: only remembered candidates. */
struct rate *rate_new(const struct cx_config *config,
    const struct cx_vault *vault);
void rate_free(struct rate *r);
int64_t rate_session(struct rate *r, struct cx_str session);
/* Whether a session has saved a path, according to the log. */
bool rate_saved(const struct rate *r, struct cx_str session,
    struct cx_str path);
/* Whether this is the first call for a session. */
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
	bool by_hand; /* a person wrote it: skip rules about style */
	bool only_secrets;
};

/* Sets code, rule, message and details, and the candidate's score. */
void judge(struct gate *g, struct candidate *c, struct verdict *v);

#endif
