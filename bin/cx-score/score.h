/*
 * score.h: what cx-score was asked for, and the pass over a stream.
 */
#ifndef SCORE_SCORE_H
#define SCORE_SCORE_H

#include "bin/cx-score/query.h"
#include "lib/config.h"
#include "lib/expr.h"
#include "lib/layer.h"

enum rank {
	RANK_CORTEX,
	RANK_SCORE /* only sorts by the member `score` */
};

struct settings {
	enum rank rank;
	size_t top; /* 0: all */
	bool explain;
	const char *why_not; /* a path, or NULL */
	struct query query;
	struct cx_expr *where; /* NULL: all */
	struct cx_config *config;
	struct cx_layers layers;
	char **files;
	int n_files;
};

/* Reads all records, prints the best; CX_NO when there is none. */
void score_stream(struct settings *s);

#endif
