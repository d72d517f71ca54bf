/*
 * cx-access.h: what the commands of cx-access share.
 */
#ifndef CX_CX_ACCESS_H
#define CX_CX_ACCESS_H

#include "lib/record/layer.h"
#include "lib/base/opt.h"
#include "lib/json/print.h"
#include "lib/access/tally.h"
#include "lib/file/vault.h"

struct options {
	const char *records; /* --records */
	const char *in;	     /* --in */
	const char *source, *session, *query;
	int64_t top; /* -1: not given */
};

/* Where hooks' lines find atoms: by file names within projects. */
struct places {
	struct cx_arena text;
	struct cx_map projects; /* directories that have experiments/ ... */
	struct cx_map names;	/* project, NUL, file name */
	struct place {
		uint32_t atom; /* of the tally */
		bool ambiguous;
	} *v;
	size_t n, cap;
	struct cx_buf scratch;
};

/* What was searched for, where that is logged: a line a query. */
struct searches {
	struct cx_arena text;
	struct cx_map queries;
	struct search {
		int64_t count;
		struct cx_access_line last; /* strings but query are gone */
	} *v;
	size_t n, cap;
	int64_t count, empty;
};

/* records.c: own refs, dates and places of atoms. */
void read_records(struct cx_tally *t, struct places *p, const char *file);
/* Makes the key of a file of a project; good until the next one. */
struct cx_str place_key(struct places *p, struct cx_str project,
    struct cx_str file);
void places_release(struct places *p);

/* input.c: reads FILEs, or with -C the logs of the vault, or stdin; a report
 * reads those of the vault that is found from here, and counts searches. */
void read_logs(struct cx_tally *t, struct searches *s,
    const struct options *o, const struct cx_args *a);

/* fold.c: numbers of all atoms by path, to be freed. */
uint32_t *tally_by_path(const struct cx_tally *t);
/* A member that is a moment, or null. */
void print_time(struct cx_printer *p, const char *name, int64_t ts);
/* Prints what is known of an atom; with activation if half_life is not 0. */
void print_fold(struct cx_buf *out, const struct cx_tally_atom *a,
    double half_life);

int cmd_log(const struct options *o, const struct cx_args *a);
int cmd_fold(const struct options *o, const struct cx_args *a);
int cmd_report(const struct options *o, const struct cx_args *a);
int cmd_rotate(const struct options *o, const struct cx_args *a);

#endif
