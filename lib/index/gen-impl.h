/*
 * gen-impl.h: between gen.c, which opens and commits generations, and
 * stage.c, which writes them.
 */
#ifndef CX_GEN_IMPL_H
#define CX_GEN_IMPL_H

#include "lib/index/gen.h"

#define CX_STAGED "staged-"

/* Opens the directory of the generations, made before if so said; -1 with
 * errno. */
int cx_gen_store(int dirfd, bool make);
/* The id that `current` has; false when there is none. */
bool cx_gen_current(int store, cx_gen_id id);
/*
 * Renames the directory from, which has a temporary name and is locked, to
 * to; what stood there is removed.  Where the system can exchange two there
 * is not a moment without a directory to.  0 or an errno.
 */
int cx_replace_dir(int dirfd, const char *from, const char *to);
/* Opens the directory again and locks it for a commit; -1 with errno.  Where
 * directories know no locks (NFS) two commits at once leave one of the two
 * generations; readers are as safe as before. */
int cx_gen_lock(int dirfd);
/*
 * Commits the directory staged in store as generation id, with the lock held;
 * NULL says that nothing was staged since `current` is id already.  note as
 * in cx_gen_commit.  Removes stages that are older.
 */
struct cx_gen cx_gen_commit_dir(int dirfd, int store, const char *staged,
    const cx_gen_id id, const char *note);

#endif
