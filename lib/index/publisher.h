/*
 * publisher.h: -o DIR, --stage DIR and --commit DIR, which are the same in
 * every program that writes a set of derived files.
 *
 * The end of a stream does not say whether all before it went well: a killed
 * cx-scan looks like a short vault.  So a pipeline stages, looks at the
 * status of each of its parts, and then commits.
 *
 * These are for main(): they end the program when something fails.
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
	CX_OTHER   /* what else a program may do with a directory */
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

/* Opens the directory, which OUT and STAGE make if it is not there. */
void cx_publisher_open(struct cx_publisher *p);
void cx_publisher_close(struct cx_publisher *p);
/* The end of a stage under OUT or STAGE. */
void cx_publisher_end(struct cx_publisher *p, struct cx_stage *s);
/* Leaves the stage for a commit; its id. */
void cx_publisher_stage(struct cx_publisher *p, struct cx_stage *s,
    cx_gen_id id);
/* What --commit does, of the id that is the operand. */
void cx_publisher_commit_asked(struct cx_publisher *p,
    const struct cx_args *a, const char *note);
/* The same in an open directory, which is closed; id and note may be NULL,
 * see cx_gen_commit. */
void cx_publisher_commit(struct cx_publisher *p, const char *id,
    const char *note);

#endif
