/*
 * score.h: between the files of cx-score.  main.c knows the options, filter.c
 * those that say where to look, about.c what a prompt is about; stream.c goes
 * once over records, set.c asks a pool (lib/rank/rank.h), which is an index or
 * made of records for a ranking that needs all of them first; print.c prints
 * results, nothing.c why there are none, fresh.c that the index is behind;
 * log.c logs what was listed.
 */
#ifndef SCORE_SCORE_H
#define SCORE_SCORE_H

#include "lib/base/map.h"
#include "lib/rank/rank.h"

/* One query; qid is printed with its results when it is there. */
struct ask {
	struct cx_str qid; /* JSON text of the member; s NULL for none */
	struct cx_query query;
};

struct log {
	const char *source; /* NULL: nothing is logged */
	const char *session; /* or NULL */
	int64_t top;	     /* results that are logged */
	int64_t results, best;
	int64_t events; /* lines */
	struct cx_buf lines;
};

struct settings {
	struct cx_rank_how how; /* its limit is 0 for --why-not */
	size_t top; /* 0: all */
	bool explain;
	size_t snippets; /* tokens of them, 0: none */
	bool line;	 /* of a line, about */
	bool copies;	 /* each is a result */
	bool body;   /* print it */
	const char *why_not; /* a path, or NULL */
	const char *index;   /* a directory, or NULL: a stream */
	const char *vault;   /* -C */
	enum cx_fresh_depth fresh;
	bool fresh_require; /* behind is CX_STALE */
	bool fresh_quiet;   /* and no message */
	struct ask *asks;
	size_t n_asks;
	bool fuzzy;   /* search the nearest word for one that is nowhere */
	bool search;  /* as cx search: say why nothing is found */
	bool nothing; /* ... as JSON */
	struct log log;
	struct cx_buf where_text, tag, filters; /* of filter.c */
	const char *only_file; /* NULL: all */
	struct cx_map only;    /* the paths of its records */
	struct cx_arena only_paths;
	const char *scope; /* NULL: the whole vault */
	struct cx_config *config;
	struct cx_bodies bodies;
	char **files;
	int n_files;
};

/* Characters of a word that is looked for. */
static inline size_t
least_word(const struct settings *s)
{
	return s->how.by == CX_RANK_RECALL ? 1 : 2;
}

/* --- stream.c, set.c: both print the best; CX_NO when there is none --- */

void score_stream(struct settings *s);
void score_set(struct settings *s);

/* --- print.c --- */

struct result {
	struct settings *s;
	const struct ask *ask;
	struct cx_str line; /* of the record */
	const struct cx_record *rec; /* parsed; NULL unless result_parses */
	int64_t score; /* millionths */
	enum cx_layer layer;
	bool partial;
	bool stale; /* the file has changed since */
	const struct cx_blended *blended; /* or NULL */
	struct cx_keyword_scorer *cortex;
	const struct cx_ranking *ranking; /* NULL: of a stream */
	const struct cx_answer *answer;	  /* of it */
	const char *why_not; /* or NULL */
};

bool result_parses(const struct settings *s, bool why_not);
/* The record as it was, with members set. */
void result_print(const struct result *r);
/* Appends what --why-not says: place counts from 1 among n results. */
void result_why_not(struct cx_buf *out, const struct settings *s,
    const struct cx_query *q, enum cx_fate fate, size_t place, size_t n);
void result_release(void);

/* --- filter.c: --where, --project, --type, --since and --scope become one
 * expression, --tag is a look at the tags, --only one at the path --- */

/* An expression that all results match, and the option it came from. */
void filter_add(struct settings *s, const char *option, const char *expr);
void filter_equal(struct settings *s, const char *option, const char *member,
    const char *value);
/* False if it is not a number and one of h, d, w, m (30 days) and y. */
bool filter_since(struct settings *s, const char *span);
void filter_tag(struct settings *s, const char *tag);
/* Reads the records of s->only_file. */
void filter_only(struct settings *s);
/* An option that there is a message about. */
void filter_name(struct settings *s, const char *option);
/* Makes one expression of all that was added. */
void filters_compile(struct settings *s);
/* Whether --tag and --only let the record through. */
bool filter_passes(const struct settings *s, const struct cx_record *rec);
/* Looks up s->scope, which ends the program if nothing has that name, and
 * leaves in the pool what the filters may let through. */
void filter_pool(struct settings *s, struct cx_pool *pool);
/* What has this name, "project" or "directory"; NULL for nothing. */
const char *filter_place(struct cx_pool *pool, struct cx_str name);
void filters_release(struct settings *s);

/* --- about.c --- */

/* Appends the words of a prompt that say what it is about, apart by blanks;
 * nothing if none does.  They have no syntax. */
void about_words(struct cx_buf *out, struct cx_str prompt);

/* --- nothing.c: why a query finds nothing, or not what was meant --- */

/* Says, in at most three lines on stderr, or as JSON on stdout, which words no
 * note has and what the nearest are; what filters leave out; what is over. */
void nothing_found(const struct settings *s, const struct cx_ranking *r);
/* Says which words no note has but something near; the others found notes. */
void nothing_misspelt(const struct settings *s, const struct cx_ranking *r);
/* Says if a note that is over would have come before all results. */
void nothing_better(const struct cx_ranking *r);
/* Puts the nearest words in the place of those that no note has, and says
 * so. */
void nothing_replace(const struct settings *s, struct cx_pool *pool,
    struct cx_query *q);

/* --- fresh.c: what is said and done when the index is behind --- */

struct fresh;

/* Parses the words of --fresh=WORD,...; false if one is unknown. */
bool fresh_parse(struct settings *s, struct cx_str words);
/* Under `require`, before the index is opened: ends the program with CX_STALE
 * if it was made with another configuration or version. */
void fresh_making(const struct settings *s);
/* Under `require` ends the program with CX_STALE as soon as anything is known
 * to be behind, here and in fresh_look. */
struct fresh *fresh_open(const struct settings *s,
    const struct cx_search *set);
/* arg is a struct fresh. */
enum cx_fresh_state fresh_look(void *arg, struct cx_str path);
/* Says it, once, if the index is behind; frees. */
void fresh_close(struct fresh *f);

/* --- log.c: --log, what is printed is logged as listed (cx-access(1)), after
 * the answer.  A failure to do so is reported, and the status stays --- */

/* A result: the first one is the best.  score in millionths. */
void log_result(struct log *l, const struct cx_record *rec, int64_t score);
/* Prints what waits, and logs; also a query that is not empty, where
 * log_queries asks for that.  option: the vault, as -C, or NULL. */
void log_end(struct log *l, struct cx_str query, const char *option,
    const struct cx_config *config);

#endif
