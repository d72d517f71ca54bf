/*
 * score.h: what cx-score was asked for, and its two ways: one pass over a
 * stream (stream.c), or a search set (set.c), which an index has and which is
 * made in memory for a ranking of a stream that needs all of it first.
 */
#ifndef SCORE_SCORE_H
#define SCORE_SCORE_H

#include "bin/cx-score/log.h"
#include "bin/cx-score/query.h"
#include "lib/index/fresh.h"
#include "lib/base/map.h"
#include "lib/record/expr.h"
#include "lib/record/layer.h"

enum rank {
	RANK_CORTEX,
	RANK_RECALL,
	RANK_CONTEXT, /* without a query */
	RANK_SCORE /* only sorts by the member `score` */
};

/* One query; qid is printed with its results when it is there. */
struct ask {
	struct cx_str qid; /* JSON text of the member; s NULL for none */
	struct query query;
};

struct settings {
	enum rank rank;
	size_t top; /* 0: all */
	bool alone; /* there is no query */
	bool explain;
	bool about; /* only what the query is about, a prompt */
	size_t snippets; /* tokens of them, 0: none */
	bool current; /* leave out what is not in force any more */
	bool body;   /* print it */
	bool linked; /* add neighbours of the results */
	const char *why_not; /* a path, or NULL */
	const char *index;   /* a directory, or NULL: a stream */
	const char *vault;   /* -C */
	const char *access;  /* a fold, or NULL */
	struct blend *blend; /* of it, or NULL */
	enum cx_fresh_depth fresh;
	bool fresh_require; /* behind is CX_STALE */
	bool fresh_quiet;   /* and no message */
	struct ask *asks;
	size_t n_asks;
	bool fuzzy;   /* search the nearest word for one that is nowhere */
	bool search;  /* as cx search: say why nothing is found */
	bool nothing; /* ... as JSON */
	struct log log;
	/* filter.h */
	struct cx_expr *where; /* NULL: all */
	struct cx_buf where_text, tag, filters;
	const char *only_file; /* NULL: all */
	struct cx_map only;    /* the paths of its records */
	struct cx_arena only_paths;
	const char *scope; /* NULL: the whole vault */
	struct cx_config *config;
	struct cx_layers layers;
	char **files;
	int n_files;
};

/* Both print the best; CX_NO when there is none. */
void score_stream(struct settings *s);
void score_set(struct settings *s);

#endif
