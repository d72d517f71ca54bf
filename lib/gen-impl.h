/*
 * gen-impl.h: what stage.c and gen.c share; for them alone.
 */
#ifndef CX_GEN_IMPL_H
#define CX_GEN_IMPL_H

#include "gen.h"

#define CX_CURRENT "current"
#define CX_STAGED "s-"
#define CX_GENERATION "g-"

/*
 * Renames the directory from, which has a temporary name and is locked, to
 * to; what stood there is removed.  Where the system can exchange two there
 * is no moment without a directory to.  0 or an errno.
 */
int cx_replace_dir(int dirfd, const char *from, const char *to);

/* Whether name is the prefix and an id. */
bool cx_gen_has_id(const char *name, const char *prefix);
/* The target of a symlink, terminated; false when it is none or longer. */
bool cx_gen_link(int dirfd, const char *name, char *to, size_t size);
/* The id that `current` has; false when there is none. */
bool cx_gen_current(int dirfd, cx_gen_id id);

#endif
