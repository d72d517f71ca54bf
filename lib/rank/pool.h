/*
 * pool.h: the notes of a search set for rankings: their records and texts, the
 * weights of their statuses, and which may be results.
 */
#ifndef CX_POOL_H
#define CX_POOL_H

#include "lib/atom/bodies.h"
#include "lib/rank/parts.h"
#include "lib/record/expr.h"
#include "lib/search/records.h"
#include "lib/text/analyze.h"

#define CX_MICRO INT64_C(1000000)

struct cx_memory;

struct cx_pool {
	struct cx_search *set;
	const struct cx_config *config;
	struct cx_analyzer *analyzer; /* of the configuration */
	struct cx_records records;
	struct cx_bodies *bodies; /* borrowed, to read texts; of each set */
	struct cx_memory *memory; /* of cached records, or NULL */
	struct cx_parts *parts; /* where there are others; borrowed */
	struct cx_begun *begun; /* of prefix.h */
	/* Whether an atom may be a result, called at most once for each; NULL:
	 * all may. */
	bool (*accept)(void *arg, uint32_t atom);
	void *arg;
	/* Private: a bit for each atom that may match, NULL if unknown; by
	 * status number, its weight and whether it ends a note; a cache of
	 * records and texts. */
	uint64_t *only;
	int64_t *weight, archived;
	bool *ended;
	struct cx_json_parser *json;
	struct cx_buf line;
};

/* Open an index, or a set in memory with the records of files, including texts
 * if they will be needed. */
void cx_pool_open(struct cx_pool *p, const char *dir,
    const struct cx_config *config, struct cx_bodies *bodies);
/* Opens a union, which the pool then owns, with the bodies of each set. */
void cx_pool_join(struct cx_pool *p, struct cx_search *set,
    const struct cx_config *config, struct cx_bodies *bodies);
void cx_pool_read(struct cx_pool *p, char *const *files, int n, bool texts,
    const struct cx_config *config);
void cx_pool_release(struct cx_pool *p);

/* Returns the number of notes, of all parts. */
static inline uint64_t
cx_pool_count(const struct cx_pool *p)
{
	return cx_parts_count(p->parts, 'n', CX_STR(""),
	    cx_search_count(p->set));
}

/* Parses an atom's record; valid until the next call. */
static inline void
cx_pool_record(struct cx_pool *p, uint32_t atom, struct cx_record *rec)
{
	cx_records_get(&p->records, atom, rec);
}

/* Gets the atom's text and the number of its first line; returns false if there
 * is none, after a message if there should be. */
bool cx_pool_body(struct cx_pool *p, uint32_t atom,
    const struct cx_record *rec, struct cx_str *body, size_t *line);

/* Returns a bit for each of n literals, at most 64 and alike in with_case, that
 * occurs in the atom's names, labels, path or texts. */
struct cx_literal;
uint64_t cx_pool_literals(struct cx_pool *p, uint32_t atom,
    const struct cx_literal *const *x, size_t n);

/* Returns the weight of an atom's status in millionths; for an expired atom at
 * most that of archived. */
int64_t cx_pool_weight(const struct cx_pool *p, uint32_t atom);
/* Returns the time of `updated` in seconds, or INT64_MIN.  Cheap for many
 * atoms: does not parse the whole record. */
int64_t cx_pool_updated(struct cx_pool *p, uint32_t atom);
/* Returns the largest weight. */
int64_t cx_pool_most(const struct cx_pool *p);
/* Whether it is still in force (life.h). */
bool cx_pool_in_force(const struct cx_pool *p, uint32_t atom);

/* Returns a cleared bit set for all atoms. */
static inline uint64_t *
cx_pool_bits(const struct cx_pool *p)
{
	return cx_calloc(cx_search_atoms(p->set) / 64 + 1, sizeof(uint64_t));
}

/* Restrict the pool to atoms that may match an expression, as far as lists and
 * columns tell, or to those in a bit set, which the pool takes over. */
void cx_pool_narrow(struct cx_pool *p, const struct cx_expr *where);
void cx_pool_narrow_to(struct cx_pool *p, uint64_t *bits);
static inline bool
cx_pool_may_match(const struct cx_pool *p, uint32_t atom)
{
	return !p->only || (p->only[atom / 64] >> atom % 64 & 1);
}

/* Whether the atom matches where; parses its record and reads its text only if
 * needed.  An atom whose text cannot be read does not match. */
bool cx_pool_matches(struct cx_pool *p, uint32_t atom, struct cx_expr *where);

#endif
