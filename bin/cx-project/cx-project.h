/*
 * cx-project.h: what the parts of cx-project share.
 */
#ifndef CX_CX_PROJECT_H
#define CX_CX_PROJECT_H

#include "lib/base/mem.h"
#include "lib/base/opt.h"

/* Directories that are looked at: here and so many up. */
#define UP 10

enum method {
	BY_FILE,
	BY_REMOTE,
	BY_PATH,
	BY_CREATION,
	BY_NOTHING
};

struct project {
	enum method method;
	struct cx_buf id, name;
	struct cx_buf root; /* real path */
};

/* file.c: .cortex/project.json */

/* Whether dir has one with an id; *name stays empty if it says none. */
bool file_read(struct cx_str dir, struct cx_buf *id, struct cx_buf *name);
/* Makes one; false when there is one by now. */
bool file_create(struct project *p);

/* git.c */

enum repository {
	NO_REPOSITORY,
	WITHOUT_REMOTE,
	WITH_REMOTE
};

/* Looks at dir alone; appends the remote, normalised. */
enum repository git_read(struct cx_str dir, struct cx_buf *remote);

/* claim.c: ends the program where the name is another remote's. */
void claim_name(const char *vault, const struct project *p);

/* What is behind the last `/`; all of "/". */
struct cx_str last_part(struct cx_str path);

#endif
