/*
 * vault.h: finds the vault and confines file access to it.
 *
 * A program finds its vault once and from then on holds a descriptor of the
 * directory; every path is relative to it and is opened so that neither `..`
 * nor a symlink leads outside, even if someone moves files at the same time.
 * The path of the vault itself may contain symlinks.
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

/* Larger atoms are read only up to this size. */
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
 * Finds the vault, in this order: option (-C, may be NULL), $CORTEX_VAULT,
 * configured (NULL: as cx-config finds it in a cortex.toml in the working
 * directory; "" if that names none), the working directory or its nearest
 * parent with a file cortex.toml or a directory .cortex, and ~/.cortex if that
 * is a directory.  $CORTEX_VAULT and configured are ignored if empty; an empty
 * option is an error later on.  In the home directory, .cortex alone does not
 * make it a parent, since it is the last place itself.  Sets *path, replacing
 * its contents, and returns how it was found; the first three are not checked
 * on disk.
 */
enum cx_vault_by cx_vault_find(struct cx_buf *path, const char *option,
    const char *configured);

/* Finds the nearest vault at or above dir, which is absolute and without
 * symlinks, as for parents above; returns false if there is none. */
bool cx_vault_around(struct cx_buf *path, const char *dir);

/* Whether dir, absolute and without symlinks, is a vault itself. */
bool cx_vault_is(const char *dir);

struct cx_vault {
	int fd;	    /* of the directory; closed on exec */
	char *path; /* absolute, without symlinks */
};

/*
 * Runs argv[0], a program of Cortex, from the directory of this program if it
 * is there, and appends its output, at most 1 MB.  Returns its exit status,
 * CX_FAIL if a signal ended it.  If it cannot be run, exits.
 */
int cx_run_beside(const char *const argv[], struct cx_buf *out);
/* Starts a program, by path or from $PATH, with its output (and, if said is
 * set, its messages) in *out.  Returns 0 or an errno. */
int cx_spawn(const char *program, const char *const *argv, char **env, int in,
    bool said, int *out, pid_t *pid);
/* Waits for its end; returns its status, or 128 + the signal that ended it. */
int cx_wait(pid_t pid);

/* Opens the directory; returns false with errno if that fails. */
bool cx_vault_hold(struct cx_vault *v, const char *path);

/* Finds and opens the vault; exits with status 2 if there is none, with 4 if it
 * cannot be opened. */
void cx_vault_init(struct cx_vault *v, const char *option,
    const char *configured);
/* Exits that way: there is no vault, or path cannot be opened (errno). */
void cx_vault_die(enum cx_vault_by by, const char *path) CX_NORETURN;
void cx_vault_release(struct cx_vault *v);
#define CX_AUTO_VAULT CX_AUTO(cx_vault_release) struct cx_vault

/*
 * Whether path is a vault path: relative, parts separated by a single `/`, none
 * of them empty, `.` or `..`, no NUL.  Every file of a vault has exactly one.
 */
bool cx_vault_path_ok(struct cx_str path);
/* Whether a vault path belongs to the user: no part of it is .git or .cortex,
 * in any case, because some file systems ignore case.  Nothing else is
 * rewritten, moved or undone. */
bool cx_vault_path_theirs(struct cx_str path);
/* Whether a path ends in .md, in any case. */
static inline bool
cx_is_note(struct cx_str path)
{
	return path.len >= 3 && path.s[path.len - 3] == '.' &&
	    (path.s[path.len - 2] | 0x20) == 'm' &&
	    (path.s[path.len - 1] | 0x20) == 'd';
}
/* Whether a note may be changed, and changes undone: the rule for everything
 * that writes, and for the journals of what was written. */
static inline bool
cx_vault_path_note(struct cx_str path)
{
	return cx_is_note(path) && cx_vault_path_theirs(path);
}

/*
 * Appends the vault path for a path that a person or another program wrote:
 * `./a.md`, `a//b.md`, an absolute path inside v.  Returns false and appends
 * nothing if it is outside (`..` is not resolved, since that depends on
 * symlinks) or the vault itself.
 */
bool cx_vault_relative(struct cx_buf *out, const struct cx_vault *v,
    struct cx_str path);

/*
 * Opens a vault path below the directory dirfd; returns -1 with errno: ELOOP if
 * any part is a symlink, EINVAL if it is not a vault path.  O_CLOEXEC,
 * O_NOFOLLOW and O_NOCTTY are added to flags; O_CREAT is not supported: open
 * the directory and use publish.h.
 */
int cx_vault_open(int dirfd, const char *path, int flags);

/* Opens the directory of a vault path, for publish.h; *name is set to the
 * file's name, a part of path.  Returns -1 with errno. */
int cx_vault_dir(int dirfd, const char *path, const char **name);

/*
 * Opens a directory named on a command line.  Inside the vault in use, or one
 * that its path leads into, nothing below that vault may be a symlink;
 * elsewhere symlinks are allowed.  make: creates it if missing, but not its
 * parents.  Returns -1 with errno.
 */
int cx_vault_named_dir(const char *path, bool make);

/* Opens a stream of the directory name in dirfd, "." for dirfd itself; returns
 * NULL with errno.  Does not follow a symlink. */
DIR *cx_dir_stream(int dirfd, const char *name);
/* A local stream that is closed when its block is left, if not NULL. */
#define CX_AUTO_DIR CX_AUTO(cx_dir_close_at) DIR *
static inline void
cx_dir_close_at(DIR **dir)
{
	if (*dir)
		closedir(*dir);
}

/* Opens a directory of the vault, "" for the vault itself, durably creating
 * missing parts; a trailing `/` is ignored.  Returns -1 with errno. */
int cx_vault_make_dir(int vault_fd, struct cx_str dir);

/* Creates a file that git reads in a directory, completely or not at all, as
 * half of it would mean something else.  An existing one is kept, whatever it
 * is.  Returns 0 or an errno. */
int cx_vault_put_once(int dir, const char *name, const char *text);

/*
 * Appends a whole file below dirfd to *text, with CX_JSON_PAD readable bytes
 * after it.  Returns 0 or an errno:
 *	ELOOP	 it or a directory on the way is a symlink
 *	EISDIR	 a directory
 *	ENODEV	 a FIFO, socket or device, which is not read
 *	EFBIG	 longer than limit: *text has its first limit bytes
 * and those of open and read; except for EFBIG nothing is appended then.  *st,
 * if not NULL, is the file's status before reading; it is also set for EISDIR,
 * ENODEV and EFBIG.
 */
int cx_read_file(int dirfd, const char *path, struct cx_buf *text,
    size_t limit, struct stat *st);
/* Passes a file below dirfd to use in chunks of 64 KiB, without loading all of
 * it; returns 0 or an errno. */
int cx_each_chunk(int dirfd, const char *path,
    void (*use)(void *arg, const void *data, size_t len), void *arg);

/* The same from a descriptor of any kind, up to its end. */
int cx_read_fd(int fd, struct cx_buf *text, size_t limit);

/*
 * Maps a regular file of which the bytes do not change, as those of an index;
 * 0, ENODEV where it is not a regular file, or an errno.  An empty one is an
 * empty text.  cx_unmap_file gives the memory back.
 */
int cx_map_file(int fd, struct cx_str *text);
void cx_unmap_file(struct cx_str text);

/* Returns the message for an errno of these functions. */
const char *cx_file_error(int err);

#endif
