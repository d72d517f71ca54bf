/*
 * log.h: --log, what is printed is logged as listed (cx-access(1)), behind
 * the answer.  That it cannot be logged is said, and is not a failure.
 */
#ifndef SCORE_LOG_H
#define SCORE_LOG_H

#include "lib/config/config.h"
#include "lib/record/record.h"

struct log {
	const char *source; /* NULL: nothing is logged */
	const char *session; /* or NULL */
	int64_t top;	     /* results that are logged */
	int64_t results, best;
	int64_t events; /* lines */
	struct cx_buf lines;
};

/* A result: the first one is the best.  score in millionths. */
void log_result(struct log *l, const struct cx_record *rec, int64_t score);
/* Prints what waits, and logs; also a query that is not empty, where
 * log_queries asks for that.  option: the vault, as -C, or NULL. */
void log_end(struct log *l, struct cx_str query, const char *option,
    const struct cx_config *config);

#endif
