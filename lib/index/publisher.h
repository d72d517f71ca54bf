/*
 * publisher.h: the options -o DIR, --stage DIR and --commit DIR of all programs
 * that write a set of derived files.
 *
 * The end of a stream does not show whether all of it arrived: a killed cx-scan
 * looks like a short vault.  So a pipeline stages, checks the status of each of
 * its parts, and then commits.
 *
 * These functions are for main(): they exit on errors.
 */
#ifndef CX_PUBLISHER_H
#define CX_PUBLISHER_H

#include "lib/index/gen.h"
#include "lib/base/opt.h"

enum {
	CX_NOWHERE,
	CX_OUT,	   /* -o: stage and commit */
	CX_STAGE,  /* --stage: prints the id */
	CX_COMMIT, /* --commit: takes an id, or none for the last stage */
	CX_OTHER   /* another use of a directory by a program */
};

struct cx_publisher {
	int mode;
	const char *path; /* DIR */
	int fd;
};

#define CX_PUBLISHER_OPTIONS(p)                                               \
	CX_OPT_MODE_TEXT('o', NULL, "DIR", (p).mode, CX_OUT, (p).path,        \
	    "write the files into DIR"),                                      \
	CX_OPT_MODE_TEXT(0, "stage", "DIR", (p).mode, CX_STAGE, (p).path,     \
	    "write them beside, print an id for --commit"),                   \
	CX_OPT_MODE_TEXT(0, "commit", "DIR", (p).mode, CX_COMMIT, (p).path,   \
	    "publish what was staged in DIR")

/* Opens the directory; OUT and STAGE create it. */
void cx_publisher_open(struct cx_publisher *p);
void cx_publisher_close(struct cx_publisher *p);
/* Ends a stage for OUT or STAGE. */
void cx_publisher_end(struct cx_publisher *p, struct cx_stage *s);
/* Leaves the stage for a commit and returns its id. */
void cx_publisher_stage(struct cx_publisher *p, struct cx_stage *s,
    cx_gen_id id);
/* Executes --commit with the id from the operand. */
void cx_publisher_commit_asked(struct cx_publisher *p,
    const struct cx_args *a, const char *note);
/* The same in an open directory, which is closed; id and note may be NULL, see
 * cx_gen_commit. */
void cx_publisher_commit(struct cx_publisher *p, const char *id,
    const char *note);

#endif
