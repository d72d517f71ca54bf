/*
 * cx-access.h: shared by the commands of cx-access.
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
	int64_t top; /* -1 if not given */
};

/* Finds the atoms for lines of hooks: by file name within projects. */
struct places {
	struct cx_arena text;
	struct cx_map projects; /* directories with experiments/ ... */
	struct cx_map names;	/* project, NUL, file name */
	struct place {
		uint32_t atom; /* number in the tally */
		bool ambiguous;
	} *v;
	size_t n, cap;
	struct cx_buf scratch;
};

/* Logged searches, one line per query. */
struct searches {
	struct cx_arena text;
	struct cx_map queries;
	struct search {
		int64_t count;
		struct cx_access_line last; /* only query is valid */
	} *v;
	size_t n, cap;
	int64_t count, empty;
};

/* records.c: reads the notes' own refs, their dates and places. */
void read_records(struct cx_tally *t, struct places *p, const char *file);
/* Makes the key of a file of a project; valid until the next call. */
struct cx_str place_key(struct places *p, struct cx_str project,
    struct cx_str file);
void places_release(struct places *p);

/* input.c: reads FILEs, or with -C the logs of the vault, or stdin; a report
 * reads those of the vault found from here, and counts searches. */
void read_logs(struct cx_tally *t, struct searches *s,
    const struct options *o, const struct cx_args *a);

/* fold.c: returns the numbers of all atoms, sorted by path; the caller frees
 * them. */
uint32_t *tally_by_path(const struct cx_tally *t);
/* Prints a member that is a time, or null. */
void print_time(struct cx_printer *p, const char *name, int64_t ts);
/* Prints the fold of an atom, with activation if half_life is not 0. */
void print_fold(struct cx_buf *out, const struct cx_tally_atom *a,
    double half_life);

int cmd_log(const struct options *o, const struct cx_args *a);
int cmd_fold(const struct options *o, const struct cx_args *a);
int cmd_report(const struct options *o, const struct cx_args *a);
int cmd_rotate(const struct options *o, const struct cx_args *a);

#endif
