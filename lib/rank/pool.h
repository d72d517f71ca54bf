/*
 * pool.h: the notes of a search set, for who ranks them: their records and
 * texts, what their status is worth, and which of them may be results.
 */
#ifndef CX_POOL_H
#define CX_POOL_H

#include "lib/atom/bodies.h"
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
	struct cx_bodies *bodies; /* borrowed: texts are read with it */
	struct cx_memory *memory; /* of records that were read, or NULL */
	/* Whether an atom may be a result; called at most once for each.  NULL:
	 * all may. */
	bool (*accept)(void *arg, uint32_t atom);
	void *arg;
	/* Private: a bit for each atom that may match, NULL if that is not
	 * known; by number of a status, what it is worth and whether it ends a
	 * note; room for records with their texts. */
	uint64_t *only;
	int64_t *weight, archived;
	bool *ended;
	struct cx_json_parser *json;
	struct cx_buf line;
};

/* An index; a set in memory of the records in files, with their texts if they
 * will be asked for. */
void cx_pool_open(struct cx_pool *p, const char *dir,
    const struct cx_config *config, struct cx_bodies *bodies);
void cx_pool_read(struct cx_pool *p, char *const *files, int n, bool texts,
    const struct cx_config *config);
void cx_pool_release(struct cx_pool *p);

/* Parses an atom's record; good until the next call. */
static inline void
cx_pool_record(struct cx_pool *p, uint32_t atom, struct cx_record *rec)
{
	cx_records_get(&p->records, atom, rec);
}

/* The atom's text, and the number of its first line; false, after a message
 * if it should be there, without. */
bool cx_pool_body(struct cx_pool *p, uint32_t atom,
    const struct cx_record *rec, struct cx_str *body, size_t *line);

/* Which of n literals, at most 64 and alike in case, stand in the atom's names,
 * labels, path or texts: a bit each. */
struct cx_literal;
uint64_t cx_pool_literals(struct cx_pool *p, uint32_t atom,
    const struct cx_literal *const *x, size_t n);

/* What the status of an atom is worth, in millionths; at most what archived
 * is, if it has expired. */
int64_t cx_pool_weight(const struct cx_pool *p, uint32_t atom);
/* The moment of `updated`, in seconds; INT64_MIN without.  Of many: not all of
 * a record is parsed. */
int64_t cx_pool_updated(struct cx_pool *p, uint32_t atom);
/* The most that one is worth. */
int64_t cx_pool_most(const struct cx_pool *p);
/* Whether it is still in force (life.h). */
bool cx_pool_in_force(const struct cx_pool *p, uint32_t atom);

/* A bit for each atom, not set. */
static inline uint64_t *
cx_pool_bits(const struct cx_pool *p)
{
	return cx_calloc(cx_search_atoms(p->set) / 64 + 1, sizeof(uint64_t));
}

/* Leaves the atoms that an expression may be true of, as lists and columns
 * tell; those of a set of bits, which is the pool's from then on. */
void cx_pool_narrow(struct cx_pool *p, const struct cx_expr *where);
void cx_pool_narrow_to(struct cx_pool *p, uint64_t *bits);
static inline bool
cx_pool_may_match(const struct cx_pool *p, uint32_t atom)
{
	return !p->only || (p->only[atom / 64] >> atom % 64 & 1);
}

/* Whether the atom matches; its record is parsed, and its text read, only if
 * need be.  One whose text cannot be read does not match. */
bool cx_pool_matches(struct cx_pool *p, uint32_t atom, struct cx_expr *where);

#endif
