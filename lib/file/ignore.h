/*
 * ignore.h: which paths of a vault are left out, in gitignore's syntax.
 *
 * Patterns are those of gitignore(5): `#` comments, `!`, anchoring by `/`,
 * a trailing `/` for directories, `*`, `?`, `[...]` with ranges, negation and
 * [:classes:], `**` as a whole path part, `\` escapes, trailing blanks
 * dropped, CRLF and a BOM accepted.  As in git, all of it is about bytes (`?`
 * is one byte), the last pattern that matches decides, and nothing below an
 * ignored directory can be brought back.  A pattern that cannot match (an
 * unclosed `[`, a `\` at its end) is kept out, as git does.
 *
 * Matching takes at most pattern length x path length steps.
 *
 * The order of precedence, lowest first: cx_ignore_defaults, configuration,
 * .cortexignore.  So `!node_modules/` there brings those back.
 */
#ifndef CX_IGNORE_H
#define CX_IGNORE_H

#include "lib/base/str.h"

#define CX_IGNORE_FILE ".cortexignore"
/* Larger ignore files are refused with EFBIG. */
#define CX_IGNORE_MAX (1 << 20)

/* Immutable once built; then any number of threads may match. */
struct cx_ignore;

struct cx_ignore *cx_ignore_new(void);
void cx_ignore_free(struct cx_ignore *ig);

enum cx_ignore_kind {
	CX_IGNORE_ANY,
	CX_IGNORE_DIRS, /* as if the pattern ended in `/`: skip_dirs */
	CX_IGNORE_FILES /* never a directory: skip_files */
};

/* One pattern, which is not a comment even when it begins with `#`. */
void cx_ignore_add(struct cx_ignore *ig, struct cx_str pattern,
    enum cx_ignore_kind kind);
/* The lines of an ignore file.  The lines that git writes around the sides of
 * a conflict are no patterns; those of both sides are. */
void cx_ignore_text(struct cx_ignore *ig, struct cx_str text);
/* The first line of a conflict, from 1; 0: there is none. */
size_t cx_ignore_conflict(const struct cx_ignore *ig);
/*
 * What no vault has atoms in: directories whose name begins with `.`, and
 * node_modules and __pycache__, at any depth; at its root index/generations,
 * layers/generations, inbox/pending, inbox/processed and inbox/failed, which
 * are ours, while a note beside these is somebody's own; files named MEMORY.md.
 */
void cx_ignore_defaults(struct cx_ignore *ig);
/* And index, layers and inbox at the root of a vault, each unless something of
 * somebody else stands in it: no change of what is ours shows in a walk. */
void cx_ignore_ours(struct cx_ignore *ig, int vault_fd);
/*
 * Reads dirfd/name, which need not exist and is not followed if it is a
 * symlink.  Returns 0 or an errno (EFBIG, EINVAL for what is not a file).
 */
int cx_ignore_file(struct cx_ignore *ig, int dirfd, const char *name);

struct cx_config;

/* The rules of a vault, all of the above; ends the program with status 4 when
 * its ignore file cannot be read, and warns of a conflict in it. */
struct cx_ignore *cx_ignore_load(const struct cx_config *config, int vault_fd);
/* The same; the caller speaks of conflicts. */
struct cx_ignore *cx_ignore_read(const struct cx_config *config, int vault_fd);
#define CX_IGNORE_CONFLICT "a merge conflict that was left here; the " \
	"patterns of both sides count until it is resolved"

enum cx_ignore_answer {
	CX_IGNORE_NONE, /* no pattern matches */
	CX_IGNORE_OUT,	/* left out */
	CX_IGNORE_IN	/* a `!` pattern brings it back */
};

/* About the path itself: for a walk, which never descends into what is out.
 * The path is relative to the vault, without a slash at either end. */
enum cx_ignore_answer cx_ignore_match(const struct cx_ignore *ig,
    struct cx_str path, bool is_dir);
/* About a file path and all directories above it: for a list of paths. */
bool cx_ignore_path(const struct cx_ignore *ig, struct cx_str path);

#endif
