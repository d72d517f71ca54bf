/*
 * ranker.h: ranking in a search set: what set.c and its parts share; for
 * them alone.
 */
#ifndef SCORE_RANKER_H
#define SCORE_RANKER_H

#include "bin/cx-score/blend.h"
#include "bin/cx-score/cortex.h"
#include "bin/cx-score/weight.h"
#include "bin/cx-score/fresh.h"
#include "bin/cx-score/keyword.h"
#include "bin/cx-score/recall.h"
#include "bin/cx-score/set.h"
#include "bin/cx-score/snippet.h"
#include "bin/cx-score/source.h"

/* One result of a query. */
struct answer {
	uint32_t atom;
	uint64_t order; /* cx_search_order */
	int64_t score;
	bool partial;
	bool stale;
	const struct found *found; /* of recall, or NULL */
	struct blended blended;    /* under --access */
};

struct ranker {
	struct settings *s;
	const struct cx_search *set;
	struct set_memory *memory; /* NULL: the set is an index */
	struct cx_analyzer *analyzer;
	struct weights weights;
	struct current current;
	struct snippets *snippets;
	struct fresh *fresh; /* NULL without an index */
	/* The largest weight of what is over and so was not ranked; 0: none */
	int64_t left_out;
	bool check_all; /* no atom whose file has gone may be ranked */
	struct cx_records records;
	struct set_source source;
	struct cx_json_parser *json; /* of records with their text */
	struct cx_buf line;
	/* The query at hand: */
	const struct ask *ask;
	struct cortex cortex;
	bool has_filter;
	bool *phrase_seen; /* by term of the query: some atom has it */
	bool *no_phrase;   /* no atom has it: it does not filter */
	struct answer *answers;
	size_t n, cap;
};

/* --- ranker.c --- */

/* Parses an atom's record; arg is the ranker. */
void ranker_record(void *arg, uint32_t atom, struct cx_record *rec);
/* The atom's text, from where the set came from. */
bool ranker_body(struct ranker *r, uint32_t atom, const struct cx_record *rec,
    struct cx_str *body, size_t *line);
/* The record as a stream would bring it, with the text; that of a file above
 * the limit has none (cx-formats(5)). */
bool ranker_whole(void *arg, uint32_t atom, struct cx_record *rec);
/* Record and text; arg is the ranker. */
bool ranker_read(void *arg, uint32_t atom, struct cx_record *rec,
    struct cx_str *body);
enum cx_fresh_state ranker_state(struct ranker *r, uint32_t atom);
/* Whether an atom may be a result; arg is the ranker. */
bool ranker_accept(void *arg, uint32_t atom);

/* --- set-rank.c: fills r->answers; what it found stays in k or recall --- */

void ranker_run(struct ranker *r, struct keywords *k, struct recall *recall);

/* --- set-print.c --- */

/* a->score is 0 for an atom that is not a result. */
void ranker_print(struct ranker *r, const struct answer *a,
    const struct recall *recall, const char *why_not);
/* Answers --why-not. */
void ranker_why_not(struct ranker *r, const struct keywords *k,
    const struct recall *recall);

#endif
