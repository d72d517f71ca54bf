/*
 * keyword.h: the keyword ranking with a temporal bonus (cx-score(1)), for
 * single records and through a search set, with the same scores.  These are
 * integers in millionths, so sums do not depend on order.
 *
 * A word of letters and digits matches a field if it is part of one of the
 * field's words, so in a set the dictionary suffices; any other is looked up by
 * its longest run and then verified in the record.
 */
#ifndef CX_KEYWORD_H
#define CX_KEYWORD_H

#include "lib/json/print.h"
#include "lib/rank/best.h"
#include "lib/rank/pool.h"
#include "lib/rank/query.h"
#include "lib/record/layer.h"

/* --- single records --- */

/* The keys (utf8.h) of the record's fields; kept between records. */
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
	bool partial;	/* some word did not match */
	bool excluded;	/* a -word matched */
};

void cx_keyword_init(struct cx_keyword_scorer *c, const struct cx_query *q,
    const struct cx_config *config, struct cx_layers layers);
void cx_keyword_release(struct cx_keyword_scorer *c);

/* layer is that of the record's `updated`. */
struct cx_verdict cx_keyword_score(struct cx_keyword_scorer *c,
    const struct cx_record *rec, enum cx_layer layer);
/* Whether every field:word of the query matches and no -field:word does, for
 * rankings that use words only to rank. */
bool cx_keyword_fields(struct cx_keyword_scorer *c,
    const struct cx_record *rec);
/* Prints the object `why` for --explain: what matched where, and every
 * factor. */
void cx_keyword_explain(struct cx_keyword_scorer *c,
    const struct cx_record *rec, struct cx_printer *p);

/* --- through a search set --- */

/* The state of a matched atom; small, because there is one for each atom. */
struct cx_keyword {
	uint32_t points;
	uint16_t matched; /* number of distinct query words */
	uint16_t last;	  /* the last word counted, + 1 */
};

/* Most words in a query; more is a usage error. */
#define CX_KEYWORDS_MAX 60000

struct cx_keywords {
	struct cx_keyword *of; /* by atom */
	size_t atoms;
	struct cx_best best;   /* results, best first */
	uint64_t *excluded; /* one bit per atom, or NULL */
};

/* Finds the best `limit` (0: all) of the atoms that pool->accept allows. */
void cx_keywords_run(struct cx_keywords *k, struct cx_pool *pool,
    const struct cx_query *q, const struct cx_layers *layers, size_t limit);
bool cx_keywords_excluded(const struct cx_keywords *k, uint32_t atom);
void cx_keywords_release(struct cx_keywords *k);

#endif
