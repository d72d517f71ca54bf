/*
 * names.h: every name in a vault, notes or not, but .git; for what is not read
 * by walk.h.  No link is followed, and names come as the file system has them.
 *
 *	struct cx_names n;
 *	cx_names_open(&n, vault);
 *	while (cx_names_next(&n))
 *		... n.path.s + n.root
 *	cx_names_close(&n);
 */
#ifndef CX_NAMES_H
#define CX_NAMES_H

#include "lib/base/mem.h"

#include <dirent.h>
#include <sys/stat.h>

struct cx_names {
	struct cx_buf path; /* with the vault before it, and terminated */
	size_t root;	    /* where the path from the vault begins */
	const char *name;   /* its last part */
	mode_t type;	    /* S_IFDIR, S_IFREG, S_IFLNK ... */
	int error;	    /* why a directory, named before, cannot be read */

	DIR *stream; /* private, as what follows */
	size_t dir;
	char **todo;
	size_t n, cap;
};

void cx_names_open(struct cx_names *n, const char *vault);
/* Goes on to the next; false at the end. */
bool cx_names_next(struct cx_names *n);
void cx_names_close(struct cx_names *n);

#endif
