/*
 * ignore.h: decides which paths of a vault to skip, in gitignore's syntax.
 *
 * Patterns are those of gitignore(5): `#` comments, `!`, anchoring by `/`, a
 * trailing `/` for directories, `*`, `?`, `[...]` with ranges, negation and
 * [:classes:], `**` as a whole path part, `\` escapes, trailing blanks dropped,
 * CRLF and a BOM accepted.  As in git, patterns match bytes (`?` is one byte),
 * the last matching pattern wins, nothing below an ignored directory can be
 * re-included, and a pattern that cannot match (an unclosed `[`, a `\` at its
 * end) is dropped.
 *
 * Matching takes at most pattern length x path length steps.
 *
 * The order of precedence, lowest first: cx_ignore_defaults, configuration,
 * .cortexignore.  So `!node_modules/` there re-includes those.
 */
#ifndef CX_IGNORE_H
#define CX_IGNORE_H

#include "lib/base/str.h"

#define CX_IGNORE_FILE ".cortexignore"
/* Larger ignore files are an error (EFBIG). */
#define CX_IGNORE_MAX (1 << 20)

/* Immutable once built; any number of threads may match then. */
struct cx_ignore;

struct cx_ignore *cx_ignore_new(void);
void cx_ignore_free(struct cx_ignore *ig);

enum cx_ignore_kind {
	CX_IGNORE_ANY,
	CX_IGNORE_DIRS, /* as if the pattern ended in `/`: skip_dirs */
	CX_IGNORE_FILES /* never a directory: skip_files */
};

/* Adds a pattern; one that begins with `#` is not a comment. */
void cx_ignore_add(struct cx_ignore *ig, struct cx_str pattern,
    enum cx_ignore_kind kind);
/* Adds the lines of an ignore file.  Conflict markers of git are skipped; the
 * lines of both sides count. */
void cx_ignore_text(struct cx_ignore *ig, struct cx_str text);
/* Returns the line of the first conflict, from 1, or 0. */
size_t cx_ignore_conflict(const struct cx_ignore *ig);
/*
 * Adds what never contains atoms: directories whose name begins with `.`, and
 * node_modules, __pycache__ and logseq/bak, which Logseq keeps former texts of
 * pages in, at any depth; in the root index/generations, layers/generations,
 * inbox/pending, inbox/processed and inbox/failed, which Cortex writes (a note
 * beside these belongs to the user); files named MEMORY.md.
 */
void cx_ignore_defaults(struct cx_ignore *ig);
/* Also adds index, layers and inbox in the root of a vault, each unless it
 * contains files of the user: then changes by Cortex do not show in a walk. */
void cx_ignore_ours(struct cx_ignore *ig, int vault_fd);
/*
 * Reads dirfd/name, which may be missing and must not be a symlink.  Returns 0
 * or an errno (EFBIG, EINVAL if it is not a file).
 */
int cx_ignore_file(struct cx_ignore *ig, int dirfd, const char *name);

struct cx_config;

/* Loads all the above rules of a vault; exits with status 4 if its ignore file
 * cannot be read, and warns of a conflict in it. */
struct cx_ignore *cx_ignore_load(const struct cx_config *config, int vault_fd);
/* The same, but leaves warnings about conflicts to the caller. */
struct cx_ignore *cx_ignore_read(const struct cx_config *config, int vault_fd);
#define CX_IGNORE_CONFLICT "a merge conflict that was left here; the " \
	"patterns of both sides count until it is resolved"

enum cx_ignore_answer {
	CX_IGNORE_NONE, /* no pattern matches */
	CX_IGNORE_OUT,	/* ignored */
	CX_IGNORE_IN	/* re-included by a `!` pattern */
};

/* Matches the path itself, for a walk that never descends into ignored
 * directories.  The path is relative to the vault, without a slash at either
 * end. */
enum cx_ignore_answer cx_ignore_match(const struct cx_ignore *ig,
    struct cx_str path, bool is_dir);
/* Matches a file path and all directories above it, for a list of paths. */
bool cx_ignore_path(const struct cx_ignore *ig, struct cx_str path);

#endif
