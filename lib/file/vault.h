/*
 * vault.h: which directory is the vault, and files confined to it.
 *
 * A program finds its vault once and from then on holds a descriptor of the
 * directory; every path after that is relative to it and is opened so that
 * neither `..` nor a symlink leads outside, also while somebody else moves
 * things about.  The vault's own directory may be named through symlinks.
 *
 *	struct cx_vault v;
 *
 *	cx_vault_init(&v, option_C, cx_config_vault(config));
 *	err = cx_read_file(v.fd, "notes/a.md", &text, CX_ATOM_MAX, &st);
 *	if (err)
 *		cx_error(CX_PARTIAL, "%s: %s", path, cx_file_error(err));
 *	cx_vault_release(&v);
 */
#ifndef CX_VAULT_H
#define CX_VAULT_H

#include <dirent.h>

#include "lib/base/mem.h"
#include "lib/base/str.h"

#include <sys/stat.h>
#include <sys/types.h>

/* An atom above this is read only up to it. */
#define CX_ATOM_MAX ((size_t)4 << 20)

enum cx_vault_by {
	CX_VAULT_NONE,
	CX_VAULT_OPTION, /* -C */
	CX_VAULT_ENV,	 /* $CORTEX_VAULT */
	CX_VAULT_CONFIG, /* [vault] path of the configuration */
	CX_VAULT_PARENT, /* nearest with cortex.toml or .cortex/ */
	CX_VAULT_HOME	 /* ~/.cortex */
};

/*
 * Finds the vault, first hit: option (-C, may be NULL), $CORTEX_VAULT,
 * configured (NULL: what cx-config says of a cortex.toml in the working
 * directory; "" if that names none), the working directory or the nearest
 * parent of it that has a file cortex.toml or a directory .cortex, ~/.cortex
 * where that is a directory.  $CORTEX_VAULT and configured count as not given
 * when they are empty; an empty option is an error later on.  In the home
 * directory
 * .cortex alone does not count as a parent's: there it is the last
 * of the places itself.  Puts the path into *path (what it held is dropped)
 * and says which it was; the first three are not looked at on disk.
 */
enum cx_vault_by cx_vault_find(struct cx_buf *path, const char *option,
    const char *configured);

/* The nearest of dir, absolute and without symlinks, and those around it that
 * is a vault by its looks, as a parent above; false if there is none. */
bool cx_vault_around(struct cx_buf *path, const char *dir);

/* Whether dir, absolute and without symlinks, is one by itself. */
bool cx_vault_is(const char *dir);

struct cx_vault {
	int fd;	    /* of the directory; closed on exec */
	char *path; /* absolute, without symlinks */
};

/*
 * Runs argv[0], a program of ours, from beside this one where it is there,
 * and appends what it prints, at most 1 MB.  Its exit status; CX_FAIL where
 * a signal has ended it.  Ends the program when it cannot be run.
 */
int cx_run_beside(const char *const argv[], struct cx_buf *out);
/* Starts a program of $PATH or of this path, with its output, and if said its
 * messages, in *out.  0 or an errno. */
int cx_spawn(const char *program, const char *const *argv, char **env, int in,
    bool said, int *out, pid_t *pid);
/* Waits for its end: its status, 128 + the signal that ended it. */
int cx_wait(pid_t pid);

/* Opens the directory; false with errno set when it cannot be. */
bool cx_vault_hold(struct cx_vault *v, const char *path);

/* Finds and opens the vault; ends the program with status 2 when there is
 * none, with 4 when it cannot be opened. */
void cx_vault_init(struct cx_vault *v, const char *option,
    const char *configured);
/* Ends the program so: there is none, or path cannot be held (errno). */
void cx_vault_die(enum cx_vault_by by, const char *path) CX_NORETURN;
void cx_vault_release(struct cx_vault *v);
#define CX_AUTO_VAULT CX_AUTO(cx_vault_release) struct cx_vault

/*
 * A vault path: relative, parts separated by single `/`, none of them empty,
 * `.` or `..`, no NUL.  Every file of a vault has exactly one.
 */
bool cx_vault_path_ok(struct cx_str path);
/* A vault path of what people have there: no part of it is .git or .cortex, in
 * any case, as some file systems do not tell them apart.  Nothing else is
 * rewritten, moved or taken back. */
bool cx_vault_path_theirs(struct cx_str path);
/* Whether a path ends in .md, in any case. */
static inline bool
cx_is_note(struct cx_str path)
{
	return path.len >= 3 && path.s[path.len - 3] == '.' &&
	    (path.s[path.len - 2] | 0x20) == 'm' &&
	    (path.s[path.len - 1] | 0x20) == 'd';
}
/* A note that may be changed, and taken back: the rule of all that writes, and
 * of the journals that say what was written. */
static inline bool
cx_vault_path_note(struct cx_str path)
{
	return cx_is_note(path) && cx_vault_path_theirs(path);
}

/*
 * Appends the vault path of what a person or another program wrote: `./a.md`,
 * `a//b.md`, an absolute path inside of v.  False, with nothing appended,
 * for what is not inside (`..` is not resolved: it would have to look at
 * symlinks) or is the vault itself.
 */
bool cx_vault_relative(struct cx_buf *out, const struct cx_vault *v,
    struct cx_str path);

/*
 * Opens a vault path below the directory dirfd; -1 with errno.  No part is
 * followed that is a symlink (ELOOP).  EINVAL when it is not a vault path.
 * O_CLOEXEC, O_NOFOLLOW and O_NOCTTY are added to flags; O_CREAT is not
 * served: open the directory and use publish.h.
 */
int cx_vault_open(int dirfd, const char *path, int flags);

/* Opens the directory that a vault path stands in, for publish.h; *name is
 * the file's name, a part of path.  -1 with errno. */
int cx_vault_dir(int dirfd, const char *path, const char **name);

/*
 * Opens a directory that a command line names.  Where it is in the vault that
 * we are in or were told of, or in one that is seen from its path, nothing
 * below that vault may be a symlink; elsewhere people have them.  make: makes
 * it where it is missing, not those above it.  -1 with errno.
 */
int cx_vault_named_dir(const char *path, bool make);

/* A stream of the directory name in dirfd, "." being that itself; NULL with
 * errno.  No symlink. */
DIR *cx_dir_stream(int dirfd, const char *name);
/* A local one that is closed when its block is left, if it is not NULL. */
#define CX_AUTO_DIR CX_AUTO(cx_dir_close_at) DIR *
static inline void
cx_dir_close_at(DIR **dir)
{
	if (*dir)
		closedir(*dir);
}

/* Opens a directory of the vault, "" being the vault itself, and makes what
 * is missing of it, durably; a `/` at its end does not count.  -1 with
 * errno. */
int cx_vault_make_dir(int vault_fd, struct cx_str dir);

/* Makes a file of a directory for git, whole or not at all, as half of it would
 * say something else.  One that is there stays, whatever it is.  0 or an
 * errno. */
int cx_vault_put_once(int dir, const char *name, const char *text);

/*
 * Reads a whole file below dirfd and appends it to *text, with CX_JSON_PAD
 * readable bytes after it.  0 or an errno:
 *	ELOOP	 it or a directory on the way is a symlink
 *	EISDIR	 a directory
 *	ENODEV	 a FIFO, socket or device, which is not read from
 *	EFBIG	 longer than limit: *text has the first limit bytes of it
 * and what open and read give; but for EFBIG nothing is appended then.  *st,
 * if not NULL, is the file that was read, taken before reading; it is set
 * for EISDIR, ENODEV and EFBIG too.
 */
int cx_read_file(int dirfd, const char *path, struct cx_buf *text,
    size_t limit, struct stat *st);
/* Hands the bytes of a file below dirfd to use, 64 KiB at a time, for one that
 * is not to be held; 0 or an errno. */
int cx_each_chunk(int dirfd, const char *path,
    void (*use)(void *arg, const void *data, size_t len), void *arg);

/* The same from a descriptor of any kind, up to its end. */
int cx_read_fd(int fd, struct cx_buf *text, size_t limit);

/* What to say about an errno of these. */
const char *cx_file_error(int err);

#endif
