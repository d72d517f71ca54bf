/*
 * score.h: shared by the files of cx-score.  main.c parses options, filter.c
 * those that restrict the search, prompt.c finds what a prompt is about;
 * stream.c makes one pass over records, set.c queries a pool (lib/rank/rank.h),
 * which is an index or, for rankings that need all records first, made from
 * records; vaults.c makes several indexes one; print.c prints results,
 * no-results.c explains why there are none, fresh.c reports an outdated index;
 * log.c logs what was listed.
 */
#ifndef SCORE_SCORE_H
#define SCORE_SCORE_H

#include "lib/base/map.h"
#include "lib/rank/rank.h"

/* One query; qid, if present, is printed with its results. */
struct ask {
	struct cx_str qid; /* JSON text of the member; s NULL if absent */
	struct cx_query query;
};

struct log {
	const char *source; /* NULL: do not log */
	const char *session; /* or NULL */
	int64_t top;	     /* number of results to log */
	int64_t results, best;
	int64_t events; /* lines */
	struct cx_buf lines;
};

/* One of several vaults (vaults.c). */
struct vault {
	struct cx_str name;
	const char *dir, *index, *access;
};

struct settings {
	struct cx_rank_how how; /* its limit is 0 for --why-not */
	size_t top; /* 0: all */
	bool explain;
	size_t snippets; /* their tokens, 0: none */
	bool line;	 /* only snippets of about one line */
	bool copies;	 /* do not fold copies */
	bool body;   /* print it */
	const char *why_not; /* a path, or NULL */
	const char *index;   /* a directory, or NULL: a stream */
	const char *vault;   /* -C */
	struct vault *vaults; /* those of --vaults that can be read */
	uint32_t n_vaults;    /* 0: not given */
	struct cx_search **vault_sets; /* opened; the pool's from then on */
	struct cx_bodies *vault_bodies;
	struct cx_parts *parts; /* --part: of these it is one */
	struct cx_arena vault_names;
	enum cx_fresh_depth fresh;
	bool fresh_require; /* CX_STALE if the index is behind */
	bool fresh_quiet;   /* without a message */
	struct ask *asks;
	size_t n_asks;
	bool fuzzy;   /* replace an unknown word by the nearest one */
	bool search;  /* for cx search: explain why nothing is found */
	bool nothing; /* ... as JSON */
	struct log log;
	struct cx_buf where_text, tag, filters; /* of filter.c */
	const char *only_file; /* NULL: all */
	struct cx_map only;    /* the paths of its records */
	struct cx_arena only_paths;
	struct cx_map known; /* types and statuses */
	struct cx_arena known_text;
	bool known_all; /* also those of notes */
	const char *scope; /* NULL: the whole vault */
	struct cx_config *config;
	struct cx_bodies bodies;
	char **files;
	int n_files;
};

/* Minimum length of query words, in characters. */
static inline size_t
least_word(const struct settings *s)
{
	return s->how.by == CX_RANK_RECALL ? 1 : 2;
}

/* --- stream.c, set.c: print the best; CX_NO if there is none --- */

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
	const struct cx_ranking *ranking; /* NULL for a stream */
	const struct cx_answer *answer;	  /* in ranking */
	const char *why_not; /* or NULL */
};

bool result_parses(const struct settings *s, bool why_not);
/* For passages: finds the words of a query, for all its results.  It may read
 * records, so it comes before the result's own is read. */
void result_learn(const struct result *r);
/* Prints the original record with members set. */
void result_print(const struct result *r);
/* Appends the output of --why-not: place counts from 1 among n results. */
void result_why_not(struct cx_buf *out, const struct settings *s,
    const struct cx_query *q, enum cx_fate fate, size_t place, size_t n);
void result_release(void);

/* --- filter.c: combines --where, --project, --type, --since, --scope and the
 * filters of a query into one expression; --tag examines the tags, --only the
 * path --- */

/* Add an expression that all results must match, and the option it came
 * from. */
void filter_add(struct settings *s, const char *option, const char *expr);
void filter_equal(struct settings *s, const char *option, const char *member,
    const char *value);
/* Returns false if it is not a number and one of h, d, w, m (30 days) and y. */
bool filter_since(struct settings *s, const char *span);
void filter_tag(struct settings *s, const char *tag);
/* Reads the records of s->only_file. */
void filter_only(struct settings *s);
/* Records an option for messages. */
void filter_name(struct settings *s, const char *option);
/* Combines everything added into one expression. */
void filters_compile(struct settings *s);
/* Whether the record passes --tag and --only. */
bool filter_passes(const struct settings *s, const struct cx_record *rec);
/* A filter of a query (query.h): adds it if the value is known, in any case, to
 * the configuration or the index. */
bool filter_said(void *settings, const char *member, struct cx_str value,
    bool exclude);
/* Looks up s->scope, exits if nothing has that name, and restricts the pool to
 * what the filters may accept. */
void filter_pool(struct settings *s, struct cx_pool *pool);
/* Returns the kind of thing with this name, "project" or "directory", or
 * NULL. */
const char *filter_place(struct cx_pool *pool, struct cx_str name);
void filters_release(struct settings *s);

/* --- vaults.c: --vaults: the notes of several vaults, ranked as if one held
 * them all --- */

/* Reads lines NAME:DIRECTORY; access is a path in each, or NULL. */
void vaults_read(struct settings *s, const char *file, const char *access);
/* Opens their indexes; those that cannot be read are reported, and raise
 * CX_PARTIAL. */
void vaults_open(struct settings *s);
/* Makes them one. */
void vaults_join(struct settings *s, struct cx_pool *pool);
/* --part: says which vaults this is, and with which analyzer. */
void vaults_greet(struct settings *s);
/* Returns the atom with a path, NAME:PATH with --vaults, or UINT32_MAX. */
uint32_t vaults_find(const struct settings *s, struct cx_pool *pool,
    struct cx_str path);
/* Appends the JSON text of an atom's path, with NAME: in it with --vaults. */
void vaults_path(const struct settings *s, const struct cx_pool *pool,
    uint32_t atom, struct cx_str json, struct cx_buf *out);
void vaults_release(struct settings *s);

/* --- prompt.c --- */

/* Appends the words of a prompt that tell its topic, separated by blanks,
 * possibly none.  They have no syntax. */
void about_words(struct cx_buf *out, struct cx_str prompt);

/* --- no-results.c: why a query finds nothing, or not what was meant --- */

/* Prints, in at most three lines on stderr, or as JSON on stdout, the words
 * that no note has with the nearest ones, what filters exclude, and what is
 * over. */
void nothing_found(const struct settings *s, const struct cx_ranking *r);
/* Prints the words that no note has but that have near ones; the others found
 * notes. */
void nothing_misspelt(const struct settings *s, const struct cx_ranking *r);
/* Prints a message if a note that is over would have ranked above all
 * results. */
void nothing_better(const struct cx_ranking *r);
/* Replaces words that no note has by the nearest ones, and says so. */
void nothing_replace(const struct settings *s, struct cx_pool *pool,
    struct cx_query *q);

/* --- fresh.c: handles an index that is behind --- */

struct fresh;

/* Parses the words of --fresh=WORD,...; false if one is unknown. */
bool fresh_parse(struct settings *s, struct cx_str words);
/* With `require`, before the index is opened: exits with CX_STALE if it was
 * made with another configuration or version. */
void fresh_making(const struct settings *s);
/* With `require`, exits with CX_STALE as soon as anything is found to be
 * behind, here and in fresh_look. */
struct fresh *fresh_open(const struct settings *s,
    const struct cx_search *set);
/* arg is a struct fresh. */
enum cx_fresh_state fresh_look(void *arg, struct cx_str path);
/* Reports, once, if the index is behind; frees f. */
void fresh_close(struct fresh *f);

/* --- log.c: --log logs what is printed as listed (cx-access(1)), after the
 * answer.  A failure is reported but does not change the status --- */

/* Logs a result: the first one is the best.  score in millionths. */
void log_result(struct log *l, const struct cx_record *rec, int64_t score);
/* Flushes the output, then writes the log, with the query unless it is empty,
 * if log_queries is set.  option: the vault, as -C, or NULL. */
void log_end(struct log *l, struct cx_str query, const char *option,
    const struct cx_config *config);

#endif
