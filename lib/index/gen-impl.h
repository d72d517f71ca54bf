/*
 * gen-impl.h: what the parts of gen.h share; for them alone.
 */
#ifndef CX_GEN_IMPL_H
#define CX_GEN_IMPL_H

#include "lib/index/gen.h"

#include <time.h>

#define CX_CURRENT "current"
#define CX_STAGED "s-"
#define CX_GENERATION "g-"

/* Names in a directory. */
struct cx_names {
	char **v;
	size_t n, cap;
};

/* All names but hidden ones; 0 or an errno. */
int cx_names_read(struct cx_names *names, int dirfd);
void cx_names_release(struct cx_names *names);

/* When the inode of a name was changed last, which for a directory is no
 * later than its rename; zero when it is not there. */
struct timespec cx_changed(int dirfd, const char *name);
int cx_time_cmp(struct timespec a, struct timespec b);

/*
 * Renames the directory from, which has a temporary name and is locked, to
 * to; what stood there is removed.  Where the system can exchange two there
 * is no moment without a directory to.  0 or an errno.
 */
int cx_replace_dir(int dirfd, const char *from, const char *to);
/* Removes a directory of plain files so that a crash leaves no half of it.
 * What fails stays, for the next commit. */
void cx_remove_aside(int dirfd, const char *name);

/* Whether two files of one size hold the same; false also when one cannot
 * be read. */
bool cx_same_content(int a, int b);

/* Opens the directory anew and locks it for a commit; -1 with errno.  Where
 * directories know no locks (NFS) two commits at once leave one of the two
 * generations; readers are as safe as before. */
int cx_gen_lock(int dirfd);
/* The id of the stage to commit when the caller named none. */
enum cx_gen_status cx_gen_choose(int dirfd, cx_gen_id id,
    struct cx_gen_error *error);
/*
 * Commits the directory staged as generation id, with the lock held; NULL
 * says that nothing was staged since `current` is id already.  note as in
 * cx_gen_commit_note.  Removes stages that are older.
 */
struct cx_gen cx_gen_commit_dir(int dirfd, const char *staged,
    const cx_gen_id id, const char *note);
/* Removes stages that were made before the time. */
void cx_gen_remove_stages(int dirfd, struct timespec before);

/* Whether name is the prefix and an id. */
bool cx_gen_has_id(const char *name, const char *prefix);
/* The target of a symlink, terminated; false when it is none or longer. */
bool cx_gen_link(int dirfd, const char *name, char *to, size_t size);
/* The id that `current` has; false when there is none. */
bool cx_gen_current(int dirfd, cx_gen_id id);

#endif
