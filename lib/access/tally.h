/*
 * tally.h: adds up accesses, whatever the order in which they come.
 *
 * What the atoms say themselves first (refs and last-ref of their records),
 * if anything does, then lines of logs and folds, then cx_tally_end.  Zeroed
 * memory is an empty one.  Time and memory are linear in the lines but for
 * sorting the accesses of each atom.
 *
 * An access that follows one of the same path, source and session within an
 * hour of the one that was counted last is a repeat.
 */
#ifndef CX_TALLY_H
#define CX_TALLY_H

#include "lib/access/access.h"
#include "lib/base/map.h"

/* Repeats closer than this many seconds are one access. */
#define CX_TALLY_REPEAT 3600

/* What is known of an atom. */
struct cx_tally_atom {
	struct cx_str path;
	int64_t count;	     /* accesses: repeats once */
	int64_t later;	     /* those of them after last-ref */
	int64_t saves;	     /* those of these that are of source save */
	int64_t folded;	     /* those of count that came from folds */
	int64_t shown;	     /* of these: tenths (access.h) */
	int64_t n_shown;     /* ... and how many */
	int64_t first, last; /* CX_NO_TIME; last: last-ref, too */
	int64_t last_used;   /* the same of uses */
	int64_t own;	     /* refs of its own; -1: it says nothing */
	int64_t own_until;   /* what is not after this is in own */
	int64_t updated;     /* day, CX_NO_DAY; the caller's */
	bool in_records;
	bool archived; /* the caller's */
};

struct cx_tally_event {
	int64_t ts;
	uint32_t atom;
	uint32_t session; /* 0: none */
	uint8_t source;	  /* cx_access_source */
	bool counted;	  /* set by cx_tally_end */
};

struct cx_tally {
	struct cx_arena text;
	struct cx_map paths; /* numbers are those of atoms */
	struct cx_tally_atom *atoms;
	size_t n, cap;
	struct cx_map sessions;
	struct cx_tally_event *events; /* after cx_tally_end by atom */
	size_t events_n, events_cap;
};

/* The number of an atom, which is made if need be; moves the atoms. */
uint32_t cx_tally_atom(struct cx_tally *t, struct cx_str path);
/* An event or a line of a fold; name and lineno are for warnings. */
void cx_tally_add(struct cx_tally *t, const struct cx_access_line *line,
    const char *name, size_t lineno);
void cx_tally_end(struct cx_tally *t);
void cx_tally_release(struct cx_tally *t);
/* Accesses and what the atom says itself. */
int64_t cx_tally_refs(const struct cx_tally_atom *a);
struct cx_use cx_tally_use(const struct cx_tally_atom *a);
/* Whether a fold has a line for it. */
bool cx_tally_told(const struct cx_tally_atom *a);

#endif
