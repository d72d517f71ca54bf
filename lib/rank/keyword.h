/*
 * keyword.h: the keyword ranking with a temporal bonus (cx-score(1)), on one
 * record after the other, and through a search set; with the same scores.
 * These are whole numbers of millionths, so sums do not depend on order.
 *
 * A word of letters and digits is in a field if it is in one of the field's
 * words, so in a set the dictionary answers; any other is looked up by its
 * longest run and then verified on the record.
 */
#ifndef CX_KEYWORD_H
#define CX_KEYWORD_H

#include "lib/json/print.h"
#include "lib/rank/best.h"
#include "lib/rank/pool.h"
#include "lib/rank/query.h"
#include "lib/record/layer.h"

/* --- on a record --- */

/* The keys of the record's fields (utf8.h); kept between records. */
struct cx_keyword_scorer {
	const struct cx_query *query;
	const struct cx_config *config;
	struct cx_layers layers;
	struct cx_buf text; /* owns the bytes of the fields */
	struct cx_str field[CX_FIELDS];
	struct cx_str *tags;
	size_t n_tags;
	size_t tags_cap;
};

struct cx_verdict {
	int64_t score; /* millionths; 0: not a result */
	bool partial;	/* some word matched nowhere */
	bool excluded;	/* a -word matched */
};

void cx_keyword_init(struct cx_keyword_scorer *c, const struct cx_query *q,
    const struct cx_config *config, struct cx_layers layers);
void cx_keyword_release(struct cx_keyword_scorer *c);

/* layer is that of the record's `updated`. */
struct cx_verdict cx_keyword_score(struct cx_keyword_scorer *c,
    const struct cx_record *rec, enum cx_layer layer);
/* Whether every field:word of the query matches, and no -field:word does:
 * for rankings that only rank by the words. */
bool cx_keyword_fields(struct cx_keyword_scorer *c,
    const struct cx_record *rec);
/* Prints the object that --explain adds as `why`: what matched where, and
 * every factor. */
void cx_keyword_explain(struct cx_keyword_scorer *c,
    const struct cx_record *rec, struct cx_printer *p);

/* --- through a search set --- */

/* What is kept for an atom that something matched: small, as there is one
 * for each atom. */
struct cx_keyword {
	uint32_t points;
	uint16_t matched; /* different words of the query */
	uint16_t last;	  /* the word counted last, + 1 */
};

/* Words of a query; more is a usage error. */
#define CX_KEYWORDS_MAX 60000

struct cx_keywords {
	struct cx_keyword *of; /* by atom */
	size_t atoms;
	struct cx_best best;   /* results, best first */
	uint64_t *excluded; /* a bit an atom; NULL: none */
};

/* Finds the best `limit` of those that pool->accept takes; 0: all. */
void cx_keywords_run(struct cx_keywords *k, struct cx_pool *pool,
    const struct cx_query *q, const struct cx_layers *layers, size_t limit);
bool cx_keywords_excluded(const struct cx_keywords *k, uint32_t atom);
void cx_keywords_release(struct cx_keywords *k);

#endif
