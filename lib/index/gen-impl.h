/*
 * gen-impl.h: shared by gen.c, which opens and commits generations, and
 * stage.c, which writes them.
 */
#ifndef CX_GEN_IMPL_H
#define CX_GEN_IMPL_H

#include "lib/index/gen.h"

#define CX_STAGED "staged-"

/* Opens the directory of the generations, creating it if make is set; returns
 * -1 with errno. */
int cx_gen_store(int dirfd, bool make);
/* Gets the id of `current`; returns false if there is none. */
bool cx_gen_current(int store, cx_gen_id id);
/*
 * Renames the locked directory `from`, which has a temporary name, to `to`, and
 * removes what was there before.  Where the system can exchange names, `to`
 * always exists.  Returns 0 or an errno.
 */
int cx_replace_dir(int dirfd, const char *from, const char *to);
/* Reopens the directory and locks it for a commit; returns -1 with errno.  If
 * directories cannot be locked (NFS), one of two simultaneous commits wins;
 * readers are as safe as ever. */
int cx_gen_lock(int dirfd);
/*
 * Commits the directory staged in store as generation id, with the lock held;
 * staged is NULL if nothing was staged because `current` is id already.  note:
 * as in cx_gen_commit.  Removes older stages.
 */
struct cx_gen cx_gen_commit_dir(int dirfd, int store, const char *staged,
    const cx_gen_id id, const char *note);

#endif
