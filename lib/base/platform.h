/*
 * platform.h: what POSIX.1-2008 does not have.
 *
 * All calls that only some systems have are made in platform.c; what there is
 * in their place elsewhere is built everywhere by -DCX_POSIX, and `make posix`
 * links the programs with that (tests/cli/platform.t).  An int is 0 or an errno
 * unless it says otherwise; ENOSYS: this system cannot.
 */
#ifndef CX_PLATFORM_H
#define CX_PLATFORM_H

#include "lib/base/mem.h"

#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

#ifdef __APPLE__
#define st_mtim st_mtimespec
#define st_ctim st_ctimespec
#endif

/* A pipe that programs started later do not get; as pipe(2) returns. */
int cx_pipe(int fd[2]);
/* ppoll(2), which may return 0 before ms are over; ms < 0: no limit. */
int cx_poll(struct pollfd *p, nfds_t n, int ms, const sigset_t *mask);
/* Makes the pipe fd, if it is one, hold so much; a wish, no more. */
void cx_pipe_widen(int fd, int size);

/* Both names at once; and one that is there is not replaced: EEXIST.  ENOSYS or
 * EINVAL where the file system cannot. */
int cx_rename_swap(int dir, const char *a, const char *b);
int cx_rename_free(int from_dir, const char *from, int to_dir, const char *to);
/* Opens a path of several parts through no link; a descriptor or -1. */
int cx_open_beneath(int dir, const char *path, int flags);
/* Writes out the file system of a directory, and says what it could not. */
int cx_sync_system(int dir);
/* Lets the disk begin with what is in fd from there on. */
void cx_sync_begin(int fd, off_t from);
/* Whether a directory here changes its time when its names change. */
bool cx_dirs_tell(int dir);
/* Gives the file `to` the extended attributes of the file `from`. */
int cx_keep_xattrs(int from, int to);
/* EAGAIN: somebody else has the file open. */
int cx_unused(int fd);

/* From now on this process, and what it starts, makes, changes, renames and
 * removes no file by its name, but below the directory `but` if that is not -1;
 * what is open stays as it is, and so does /dev/null.  A wish, from Linux 5.13
 * on, for .06 ms; truncate(2), from 6.2 on, costs .002 for each file that is
 * opened, which is too much for `many`.  Not where a pager may be started
 * (pager.h).  Before there are threads. */
void cx_only_read(int but, bool many);

/* A file without a name, for reading and writing; -1 and errno. */
int cx_memory_file(const char *name);
/* Appends the path of a file of these bytes, which can be executed and read
 * until this process, or the program that it becomes, has ended. */
int cx_bytes_path(struct cx_buf *path, const char *name, struct cx_str bytes);

/* The path of this program, and of the standard input of a process; false if
 * nobody can say. */
bool cx_path_self(struct cx_buf *path);
bool cx_path_stdin(struct cx_buf *path, const char *pid);
/* The processors for this process. */
unsigned cx_processors(void);

/* Arrays of megabytes grow by moving pages, not by leaving holes. */
void cx_malloc_pages(void);

#endif
