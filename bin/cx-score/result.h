/*
 * result.h: printing a result: the record as it was, with members set.
 */
#ifndef SCORE_RESULT_H
#define SCORE_RESULT_H

#include "bin/cx-score/blend.h"
#include "bin/cx-score/score.h"

#include <stdint.h>

/* Why an atom is not a result, or stands where it does. */
enum fate {
	NOT_SEEN,
	NOT_WHERE,  /* --where, or field:word, or a phrase */
	EXCLUDED,   /* a -word */
	NOT_IN_FORCE, /* over (life.h) */
	NO_MATCH,
	LOST, /* its file has gone */
	RANKED
};

struct result {
	struct cx_str line;
	int64_t score; /* millionths */
	enum cx_layer layer;
	bool partial;
	bool stale; /* the file has changed since */
	struct cx_str why;	/* JSON text, or s NULL */
	struct cx_str snippets; /* the same */
	struct cx_str body;	/* the same */
	struct cx_str why_not;	/* text, or s NULL */
	struct cx_str qid;	/* JSON text, or s NULL */
	const struct blended *blended; /* or NULL */
};

void result_print(const struct result *r);

/* Appends what --why-not says: place counts from 1 among n results. */
void result_why_not(struct cx_buf *out, const struct settings *s,
    const struct query *q, enum fate fate, size_t place, size_t n);

#endif
