/*
 * gen.h: generations, sets of derived files that change together.
 *
 *	index/manifest.json -> generations/current/manifest.json
 *	index/generations/current -> g-DIGEST	the generation that is valid
 *	index/generations/g-DIGEST/		immutable, all files of the set
 *	index/generations/staged-DIGEST/	whole, waiting for its commit
 *
 * Only the views, which people read, have a link beside the directory
 * `generations`: NAME.json, without another dot in NAME.
 *
 * A generation is named by the digest of the names, sizes and digests of its
 * files.  `current` is switched by one rename, so that a reader has all old
 * or all new files, also after a crash at any point.  One old generation is
 * kept for readers that are at it; older ones are removed.
 *
 * Writing: files one after the other, then the stage gets its name.
 *
 *	struct cx_stage *s = cx_stage_new(dirfd);
 *	out = cx_stage_file(s, "manifest.json");
 *	for ...
 *		cx_buf_...(out, ...); cx_stage_more(s);
 *	gen = cx_stage_commit(s);
 *
 * or, for a commit that is somebody else's decision,
 *
 *	error = cx_stage_end(s, id);
 *	... possibly in another process
 *	gen = cx_gen_commit(dirfd, id, NULL);
 *
 * Errors of the writing functions stick and come out at the end.  A file
 * that is the same as in the current generation is not written but linked;
 * a generation that is the same is not made.
 */
#ifndef CX_GEN_H
#define CX_GEN_H

#include "lib/base/digest.h"
#include "lib/base/mem.h"
#include "lib/json/print.h"

/*
 * A generation may have one file more, CX_GEN_STATCACHE, that is not part of
 * its content: it says how the generation came about (statcache.h) and does not
 * count into the digest.  It comes in with a commit and is replaced, by one
 * rename, when the generation is the same as before.
 */
#define CX_GEN_STATCACHE "stat"

#define CX_GENERATIONS "generations"

/* Digest in hexadecimal, terminated. */
typedef char cx_gen_id[CX_DIGEST_HEX + 1];

/* What went wrong: an errno and, for the message, at what. */
struct cx_gen_error {
	int error; /* 0: nothing */
	const char *step;
};

struct cx_stage;

/* Stages into the directory dirfd, which is borrowed until the end.  Removes
 * what dead writers have left there. */
struct cx_stage *cx_stage_new(int dirfd);
/*
 * Begins the next file of the stage, finishing the one before.  What is
 * appended to the buffer is written by cx_stage_more once there is enough,
 * and by the next of these calls.
 */
struct cx_buf *cx_stage_file(struct cx_stage *s, const char *name);
void cx_stage_more(struct cx_stage *s);
/*
 * A file that is as in the current generation, whatever its content: of so
 * many bytes and that digest, as meta.json has them.
 */
void cx_stage_keep(struct cx_stage *s, const char *name, uint64_t bytes,
    struct cx_str digest);
/* The current generation when the stage began, borrowed; -1 for none. */
int cx_stage_old(const struct cx_stage *s);
/*
 * Prints {"NAME":{"bytes":N,"digest":"..."},...} of the files that are
 * finished, by name: for a file that describes the others, which may be the
 * one being written.
 */
void cx_stage_print(const struct cx_stage *s, struct cx_printer *p);
/*
 * Writes the file PREFIX CX_SUMS: for each file that is finished and begins
 * with the prefix, by name, the checksums of its blocks (checksum.h), a line
 * of 16 hexadecimal digits each.
 */
#define CX_SUMS "sums"
void cx_stage_sums(struct cx_stage *s, const char *prefix);
/*
 * Leaves the stage for cx_gen_commit, under its id.  With an error nothing of
 * it is left.  Frees s in any case.  Syncing is the commit's: what is the
 * same as before needs none.
 */
struct cx_gen_error cx_stage_end(struct cx_stage *s, cx_gen_id id);

enum cx_gen_status {
	CX_GEN_DONE,   /* the staged generation is the current one */
	CX_GEN_SAME,   /* it was before; nothing was written */
	CX_GEN_PASSED, /* a later stage was committed before; that is valid */
	CX_GEN_NONE,   /* nothing is staged */
	CX_GEN_MANY,   /* several are staged, none the last; say which */
	CX_GEN_FAILED  /* see error; the old generation is valid */
};

struct cx_gen {
	enum cx_gen_status status;
	struct cx_gen_error error;
	cx_gen_id id; /* of DONE and SAME */
};

/* Makes it the current generation, and frees s. */
struct cx_gen cx_stage_commit(struct cx_stage *s);

/*
 * Makes the stage id the current generation; id NULL means the stage that
 * was made last.  Stages older than it, whose writers never came back, are
 * removed; all others where id is the current generation already.  Commits of
 * one directory wait for each other.
 *
 * The file note, a path for rename(2), if it is not NULL, becomes
 * CX_GEN_STATCACHE of the generation.  When another one has become the current
 * one (PASSED), or there is none, the file stays where it is.
 */
struct cx_gen cx_gen_commit(int dirfd, const char *id, const char *note);

/*
 * Opens the current generation of dirfd; -1 with errno, ENOENT when there is
 * none.  id may be NULL.  Its files stay readable through the descriptor
 * until two more generations are committed.
 */
int cx_gen_open(int dirfd, char *id);
/*
 * Opens n files of one generation, read-only.  Tries again when the
 * generation goes away meanwhile.  Returns its directory, or -1 with errno
 * and no descriptor open; *missing (may be NULL) is then the name it failed
 * at, NULL for the generation itself.
 */
int cx_gen_files(int dirfd, const char *const *names, size_t n, int *fds,
    const char **missing);

/* Whether a file of a generation is a view. */
bool cx_gen_is_view(const char *name);
/* Whether dirfd/name leads to that file of the current generation, which may
 * not have it; if not, errno is ENOENT when there is nothing, else EEXIST. */
bool cx_gen_leads(int dirfd, const char *name);
/* Whether the text is a generation's id. */
bool cx_gen_is_id(struct cx_str s);

#endif
