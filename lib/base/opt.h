/*
 * opt.h: command lines.
 *
 * A program has one static table of options and one usage text.  --help and
 * --version are known to all; both print to stdout and end with 0.  A bad
 * option prints two lines to stderr (what is wrong; the usage line) and ends
 * with 2, with nothing on stdout.  Options come before operands; `--` ends
 * them; `-` is an operand.
 *
 *	static const struct cx_opt options[] = {
 *		{'n', "dry-run", NULL, "print what would change"},
 *		{0, "top", "N", "at most N results, 0 for all (10)"},
 *		{0}
 *	};
 *	static const struct cx_usage usage = {
 *		"cx-score", "[--top N] [--] WORD...",
 *		"ranks records against a query", options};
 *
 *	struct cx_args a = cx_args(&usage, argc, argv);
 *	while ((c = cx_args_next(&a)) != 0)
 *		switch (c) ...
 *
 * cx_args_next returns the short letter, or CX_LONG + index in the table for
 * an option without one, or 0 after the last; a.value is its argument.
 * Operands are then a.argv[0..a.argc).  Long options may be written
 * --top=5 and --top 5; short ones -n5 and -n 5; flags may be joined, -xy.
 * An argument whose name is written "=N" in the table is optional and only
 * taken in the form --hubs=N; else value is NULL.
 */
#ifndef CX_OPT_H
#define CX_OPT_H

#include "lib/base/err.h"

#include <stdint.h>

#define CX_VERSION "0.1.0"

struct cx_opt {
	char letter;	      /* 0 for none */
	const char *name;     /* NULL for none */
	const char *argument; /* NULL for a flag */
	const char *help;
};

struct cx_usage {
	const char *prog;
	const char *synopsis; /* one form a line */
	const char *summary;  /* the .Nd line of the manual */
	const struct cx_opt *options;
};

struct cx_args {
	const struct cx_usage *usage;
	int argc;
	char **argv;
	const char *joined; /* rest of a group of short options */
	const char *value;
	const struct cx_opt *option; /* whose value it is */
	bool dashes; /* -- has ended the options */
};

#define CX_LONG 256

/* Calls cx_start. */
struct cx_args cx_args(const struct cx_usage *usage, int argc, char **argv);
int cx_args_next(struct cx_args *a);

/* For programs that change files: an operand that looks like an option is a
 * usage error unless -- stands before the operands.  An --diff that came too
 * late must not be taken for a name while the change is made. */
void cx_args_no_late(const struct cx_args *a);

/* "cx-score: text" and the usage line on stderr, status 2. */
void cx_usage_die(const struct cx_args *a, const char *fmt, ...) CX_NORETURN
    CX_PRINTF(2, 3);

/* The value as an integer of lo..hi; anything else is a usage error. */
int64_t cx_args_int(const struct cx_args *a, int64_t lo, int64_t hi);

#endif
