/*
 * gen.h: generations, sets of derived files that change together.
 *
 *	index/manifest.json -> generations/current/manifest.json
 *	index/generations/current -> g-DIGEST	the generation that is valid
 *	index/generations/g-DIGEST/		immutable, all files of the set
 *	index/generations/staged-DIGEST/	whole, waiting for its commit
 *
 * Only the views, which people read, have a link next to `generations`:
 * NAME.json, where NAME contains no dot.
 *
 * A generation is named by the digest of the names, sizes and digests of its
 * files.  `current` is switched by one rename, so that readers see either all
 * old or all new files, even after a crash at any point.  One old generation is
 * kept for its readers; older ones are removed.
 *
 * To write, add the files one by one; then the stage gets its name.
 *
 *	struct cx_stage *s = cx_stage_new(dirfd);
 *	out = cx_stage_file(s, "manifest.json");
 *	for ...
 *		cx_buf_...(out, ...); cx_stage_more(s);
 *	gen = cx_stage_commit(s);
 *
 * or, if someone else decides about the commit,
 *
 *	error = cx_stage_end(s, id);
 *	... possibly in another process
 *	gen = cx_gen_commit(dirfd, id, NULL);
 *
 * Errors of the writing functions are kept and returned at the end.  An
 * unchanged file is linked to the current generation instead of written; an
 * unchanged generation is not created.
 */
#ifndef CX_GEN_H
#define CX_GEN_H

#include "lib/base/digest.h"
#include "lib/base/mem.h"
#include "lib/json/print.h"

/*
 * A generation may have an additional file, CX_GEN_STATCACHE, that is not part
 * of its content or its digest: it records how the generation was made
 * (statcache.h).  It is added by a commit, and replaced by one rename if the
 * generation is the same as before.
 */
#define CX_GEN_STATCACHE "stat"

#define CX_GENERATIONS "generations"

/* Digest in hexadecimal, terminated. */
typedef char cx_gen_id[CX_DIGEST_HEX + 1];

/* An errno and, for the message, the step that failed. */
struct cx_gen_error {
	int error; /* 0: no error */
	const char *step;
};

struct cx_stage;

/* Starts a stage in the directory dirfd, which is borrowed until the end.
 * Removes what dead writers left there. */
struct cx_stage *cx_stage_new(int dirfd);
/*
 * Finishes the current file of the stage and starts the next.  The contents of
 * the buffer are written by cx_stage_more when there is enough, and by the next
 * of these calls.
 */
struct cx_buf *cx_stage_file(struct cx_stage *s, const char *name);
void cx_stage_more(struct cx_stage *s);
/*
 * Keeps a file of the current generation without examining its content; its
 * size and digest are those in meta.json.
 */
void cx_stage_keep(struct cx_stage *s, const char *name, uint64_t bytes,
    struct cx_str digest);
/* Returns the generation that was current when the stage began, borrowed; -1 if
 * none. */
int cx_stage_old(const struct cx_stage *s);
/*
 * Prints {"NAME":{"bytes":N,"digest":"..."},...} for the finished files, sorted
 * by name: for a file that describes the others, which may be the current one.
 */
void cx_stage_print(const struct cx_stage *s, struct cx_printer *p);
/*
 * Writes the file PREFIX CX_SUMS: for each finished file whose name begins with
 * the prefix, sorted by name, the checksums of its blocks (checksum.h), a line
 * of 16 hexadecimal digits each.
 */
#define CX_SUMS "sums"
void cx_stage_sums(struct cx_stage *s, const char *prefix);
/*
 * Leaves the stage under its id for cx_gen_commit; after an error nothing of it
 * remains.  Frees s in any case.  The commit syncs, as an unchanged generation
 * needs none.
 */
struct cx_gen_error cx_stage_end(struct cx_stage *s, cx_gen_id id);

enum cx_gen_status {
	CX_GEN_DONE,   /* the staged generation is the current one */
	CX_GEN_SAME,   /* it already was; nothing was written */
	CX_GEN_PASSED, /* a later stage was committed before and is valid */
	CX_GEN_NONE,   /* nothing is staged */
	CX_GEN_MANY,   /* several are staged; an id is required */
	CX_GEN_FAILED  /* see error; the old generation stays valid */
};

struct cx_gen {
	enum cx_gen_status status;
	struct cx_gen_error error;
	cx_gen_id id; /* for DONE and SAME */
};

/* Makes it the current generation and frees s. */
struct cx_gen cx_stage_commit(struct cx_stage *s);

/*
 * Makes the stage id the current generation; NULL stands for the last stage.
 * Removes older stages, whose writers have died, or all others if id is already
 * current.  Commits in one directory wait for each other.
 *
 * If not NULL, the file note, a path for rename(2), becomes the
 * CX_GEN_STATCACHE of the generation.  If another generation is current by now
 * (PASSED), or there is none, the file is left alone.
 */
struct cx_gen cx_gen_commit(int dirfd, const char *id, const char *note);

/*
 * Opens the current generation of dirfd; returns -1 with errno, ENOENT if there
 * is none.  id may be NULL.  Its files stay readable through the descriptor
 * until two more generations are committed.
 */
int cx_gen_open(int dirfd, char *id);
/*
 * Opens n files of one generation, read-only, retrying if the generation is
 * removed meanwhile.  Returns its directory, or -1 with errno and no descriptor
 * open; *missing (may be NULL) is then the name that failed, NULL for the
 * generation itself.
 */
int cx_gen_files(int dirfd, const char *const *names, size_t n, int *fds,
    const char **missing);

/* Whether a file of a generation is a view. */
bool cx_gen_is_view(const char *name);
/* Whether dirfd/name leads to that file of the current generation, which need
 * not contain it; if not, errno is ENOENT for a missing name, otherwise
 * EEXIST. */
bool cx_gen_leads(int dirfd, const char *name);
/* Whether s is the id of a generation. */
bool cx_gen_is_id(struct cx_str s);

#endif
