/*
 * tally.h: adds up accesses in any order.
 *
 * First come the counts stored in the notes (refs and last-ref of their
 * records), if any, then lines of logs and folds, then cx_tally_end.
 * Initialise with zeroes.  Time and memory are linear in the number of lines,
 * except for sorting the accesses of each atom.
 *
 * An access is a repeat if it follows one of the same path, source and session
 * within an hour of the last one counted.
 */
#ifndef CX_TALLY_H
#define CX_TALLY_H

#include "lib/access/access.h"
#include "lib/base/map.h"

/* Repeats within this many seconds are one access. */
#define CX_TALLY_REPEAT 3600

/* The counts of an atom. */
struct cx_tally_atom {
	struct cx_str path;
	int64_t count;	     /* accesses, without repeats */
	int64_t later;	     /* those of them after last-ref */
	int64_t saves;	     /* those of `later` with source save */
	int64_t folded;	     /* those of count from folds */
	int64_t shown;	     /* of `later`: times shown, in tenths (access.h) */
	int64_t n_shown;     /* ... and their number */
	int64_t first, last; /* CX_NO_TIME; last includes last-ref */
	int64_t last_used;   /* the same for uses */
	int64_t own;	     /* refs of the note; -1: it has none */
	int64_t own_until;   /* accesses up to here are in own */
	int64_t updated;     /* day, CX_NO_DAY; for the caller */
	bool in_records;
	bool archived; /* for the caller */
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
	struct cx_map paths; /* numbers index atoms */
	struct cx_tally_atom *atoms;
	size_t n, cap;
	struct cx_map sessions;
	struct cx_tally_event *events; /* by atom after cx_tally_end */
	size_t events_n, events_cap;
};

/* Returns the index of an atom, adding it if needed; may move the atoms. */
uint32_t cx_tally_atom(struct cx_tally *t, struct cx_str path);
/* Adds an event or a line of a fold; name and lineno are for warnings. */
void cx_tally_add(struct cx_tally *t, const struct cx_access_line *line,
    const char *name, size_t lineno);
void cx_tally_end(struct cx_tally *t);
void cx_tally_release(struct cx_tally *t);
/* Return the accesses, including the note's own count. */
int64_t cx_tally_refs(const struct cx_tally_atom *a);
struct cx_use cx_tally_use(const struct cx_tally_atom *a);
/* Whether the atom has a line in a fold. */
bool cx_tally_told(const struct cx_tally_atom *a);

#endif
