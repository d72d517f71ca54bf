/*
 * cortex.h: the keyword ranking with a temporal bonus (cx-score(1)).
 * Scores are whole numbers of millionths, so sums do not depend on order.
 */
#ifndef SCORE_CORTEX_H
#define SCORE_CORTEX_H

#include "bin/cx-score/query.h"
#include "lib/record/layer.h"
#include "lib/json/print.h"
#include "lib/record/record.h"

#include <stdint.h>

#define MICRO INT64_C(1000000)

/* Points of a match, by field. */
extern const int cortex_points[FIELDS];

/*
 * The score, in millionths, of an atom with so many points, of whose layer
 * and status this is the weight; every word of a query of several matched.
 */
int64_t cortex_total(int64_t points, bool all_words, enum cx_layer layer,
    int64_t weight);

/* The keys of the record's fields (utf8.h); kept between records. */
struct cortex {
	const struct query *query;
	const struct cx_config *config;
	struct cx_layers layers;
	struct cx_buf text; /* owns the bytes of the fields */
	struct cx_str field[FIELDS];
	struct cx_str *tags;
	size_t n_tags;
	size_t tags_cap;
};

struct verdict {
	int64_t score; /* millionths; 0: not a result */
	bool partial;	/* some word matched nowhere */
	bool excluded;	/* a -word matched */
};

void cortex_init(struct cortex *c, const struct query *q,
    const struct cx_config *config, struct cx_layers layers);
void cortex_release(struct cortex *c);

/* layer is that of the record's `updated`. */
struct verdict cortex_score(struct cortex *c, const struct cx_record *rec,
    enum cx_layer layer);

/* Whether every field:word of the query matches, and no -field:word does:
 * for rankings that only rank by the words. */
bool cortex_fields(struct cortex *c, const struct cx_record *rec);

/* Prints the object that --explain adds as `why`: what matched where, and
 * every factor. */
void cortex_explain(struct cortex *c, const struct cx_record *rec,
    struct cx_printer *p);

#endif
