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

enum cx_publish_mode {
	CX_NOWHERE,
	CX_OUT,	  /* -o: stage and commit */
	CX_STAGE, /* --stage: prints the id */
	CX_COMMIT /* --commit: takes an id, or none for the last stage */
};

struct cx_publisher {
	enum cx_publish_mode mode;
	const char *path; /* DIR */
	int fd;
};

#define CX_PUBLISHER_OPTIONS                                                  \
	{'o', NULL, "DIR", "write the files into DIR"},                      \
	{0, "stage", "DIR", "write them beside, print an id for --commit"}, \
	{0, "commit", "DIR", "let what was staged in DIR be the files"}

/* Takes one of the options; two are a usage error. */
void cx_publisher_set(struct cx_publisher *p, const struct cx_args *a,
    enum cx_publish_mode mode);
/* Opens the directory, which OUT and STAGE make if it is not there. */
void cx_publisher_open(struct cx_publisher *p);
void cx_publisher_close(struct cx_publisher *p);
/* The end of a stage under OUT or STAGE. */
void cx_publisher_end(struct cx_publisher *p, struct cx_stage *s);
/* What --commit does; id may be NULL, and note, see cx_gen_commit_note. */
void cx_publisher_commit(struct cx_publisher *p, const char *id,
    const char *note);

#endif
