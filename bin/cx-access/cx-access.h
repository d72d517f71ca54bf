/*
 * cx-access.h: what the commands of cx-access share.
 */
#ifndef CX_CX_ACCESS_H
#define CX_CX_ACCESS_H

#include "lib/access.h"
#include "lib/config.h"
#include "lib/layer.h"
#include "lib/map.h"
#include "lib/opt.h"
#include "lib/print.h"
#include "lib/vault.h"

struct options {
	const char *vault;   /* -C */
	const char *config;  /* -c */
	const char *records; /* --records */
	const char *in;	     /* --in */
	const char *source, *session, *query;
	int64_t top;
};

/* Repeats closer than this are one access. */
#define REPEAT 3600

/* What is known of an atom. */
struct atom {
	struct cx_str path;
	int64_t count;	     /* accesses: repeats once */
	int64_t later;	     /* those of them behind last-ref */
	int64_t saves;	     /* those of these that are of source save */
	int64_t folded;	     /* those of count that came from folds */
	int64_t first, last; /* CX_NO_TIME; last: last-ref, too */
	int64_t own;	     /* refs of its own; -1: it says nothing */
	int64_t own_until;   /* what is not behind this is in own */
	bool in_records;
	bool archived;
	int64_t updated; /* day, CX_NO_DAY */
};

struct access {
	uint32_t key;
	bool counted;
	int64_t ts;
};

/* A path, source and session, in which an access can be repeated. */
struct key {
	uint32_t atom;
	struct cx_str source;
};

/*
 * Adds up lines in any order: records first, if there are any, then lines,
 * then tally_end.  Zeroed memory is an empty one.
 */
struct tally {
	struct cx_arena text;
	struct cx_map paths; /* numbers are those of atoms */
	struct atom *atoms;
	size_t n, cap;
	struct cx_map key_map; /* likewise of keys */
	struct key *keys;
	size_t keys_n, keys_cap;
	struct access *events; /* after tally_end by key and time */
	size_t events_n, events_cap;
	struct cx_map sessions;
	struct cx_map projects; /* directories that have experiments/ ... */
	struct cx_map places;	/* project, NUL, file name */
	struct place {
		uint32_t atom;
		bool ambiguous;
	} *place_atoms;
	size_t places_n, places_cap;
	struct cx_buf scratch;
};

/* An event or a line of a fold. */
void tally_add(struct tally *t, const struct cx_access_line *line,
    const char *name, size_t lineno);
void tally_end(struct tally *t);
void tally_release(struct tally *t);
/* The number of an atom, which is made if need be. */
uint32_t tally_atom(struct tally *t, struct cx_str path);
/* Puts what repeats of an event have in common into *key. */
void tally_key(struct cx_buf *key, const struct cx_access_line *event);
int64_t atom_refs(const struct atom *a);
/* Numbers of all atoms by path, to be freed. */
uint32_t *tally_by_path(const struct tally *t);
/* A member that is a moment, or null. */
void print_time(struct cx_printer *p, const char *name, int64_t ts);
/* Prints what is known of an atom; with activation if half_life is not 0. */
void print_fold(struct cx_buf *out, const struct atom *a, double half_life);

/* records.c: own refs, dates and places of atoms. */
void read_records(struct tally *t, const char *file);

/* input.c: reads FILEs, or with -C the logs of the vault, or stdin. */
void read_logs(struct tally *t, const struct options *o,
    const struct cx_args *a);

int cmd_log(const struct options *o, const struct cx_args *a);
int cmd_fold(const struct options *o, const struct cx_args *a);
int cmd_report(const struct options *o, const struct cx_args *a);
int cmd_rotate(const struct options *o, const struct cx_args *a);

#endif
