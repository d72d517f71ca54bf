/*
 * Writes a generation.
 *
 * Most rebuilds change little.  So a file is compared with that of the current
 * generation, without writing anything, as long as they are equal; at the first
 * difference the common part is copied and the rest is written.  Unchanged
 * files become hard links, and if all are unchanged, no directory is made.  A
 * second thread (worker.h) compares, digests and writes; between
 * cx_worker_drain and the next chunk the fields below belong to the caller.
 */
#include "lib/index/gen-impl.h"

#include "lib/base/checksum.h"
#include "lib/base/platform.h"
#include "lib/base/worker.h"
#include "lib/file/lock.h"
#include "lib/file/publish.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h> /* renameat */
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define CHUNK (256 * 1024)

struct file {
	char *name;
	uint64_t bytes;
	cx_gen_id digest;
	struct cx_blocks blocks;
	int fd;	 /* written to; -1 while the old one has the same */
	int old; /* of the current generation; -1 when it differs */
};

struct cx_stage {
	int top;
	int parent; /* of the stage: the directory of generations */
	int lock; /* the top's, while committing */
	cx_gen_id old_id; /* "" when there was no generation */
	int old;
	struct cx_buf temp; /* name of the directory, once it is one */
	int dir;
	struct file *files;
	size_t n, cap;
	bool open; /* the last of files is being written */
	struct cx_buf out;
	struct cx_buf chunk;
	struct cx_worker *handover;
	struct cx_gen_error error;
};

static void
fail(struct cx_stage *s, int error, const char *step)
{
	if (!s->error.error)
		s->error = (struct cx_gen_error){error, step};
}

/* As for files (publish.c): a cleaner may come before our lock. */
static int
make_directory(struct cx_stage *s)
{
	struct stat st;
	int error;

	for (;;) {
		cx_temp_name(&s->temp);
		if (mkdirat(s->parent, s->temp.s, 0777) != 0) {
			error = errno;
			s->temp.len = 0;
			if (error == EEXIST || error == EINTR)
				continue;
			return error;
		}
		s->dir = openat(s->parent, s->temp.s,
		    O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
		if (s->dir < 0 && (errno == ENOENT || errno == EINTR))
			continue;
		if (s->dir < 0)
			return errno;
		if (cx_flock(s->dir, LOCK_EX | LOCK_NB) != EWOULDBLOCK &&
		    fstatat(s->parent, s->temp.s, &st,
			AT_SYMLINK_NOFOLLOW) == 0)
			return 0;
		close(s->dir);
		s->dir = -1;
	}
}

static bool
need_directory(struct cx_stage *s)
{
	int error = s->dir < 0 ? make_directory(s) : 0;

	if (error)
		fail(s, error, "make a directory for the new files");
	return !error;
}

struct cx_stage *
cx_stage_new(int dirfd)
{
	struct cx_stage *s = cx_calloc(1, sizeof *s);

	s->top = dirfd;
	s->dir = s->lock = s->old = -1;
	cx_temp_clean(dirfd);
	s->parent = cx_gen_store(dirfd, true);
	if (s->parent < 0) {
		fail(s, errno, "make the directory " CX_GENERATIONS);
		return s;
	}
	cx_temp_clean(s->parent);
	s->old = cx_gen_open(dirfd, s->old_id);
	return s;
}

static int
open_new(struct cx_stage *s, const char *name)
{
	int fd;

	do
		fd = openat(s->dir, name,
		    O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
		    0666);
	while (fd < 0 && errno == EINTR);
	return fd;
}

/* The file is not the old one: begins it, with what was the same. */
static void
diverge(struct cx_stage *s, struct file *f)
{
	uint64_t at = 0;
	ssize_t n = 0;
	int error = 0;

	if (s->error.error || !need_directory(s))
		return;
	f->fd = open_new(s, f->name);
	if (f->fd < 0) {
		fail(s, errno, "make a file");
		return;
	}
	while (at < f->bytes && !error) {
		n = pread(f->old, cx_buf_room(&s->chunk, CHUNK),
		    f->bytes - at < CHUNK ? (size_t)(f->bytes - at) : CHUNK,
		    (off_t)at);
		if (n <= 0)
			error = n < 0 ? errno : EIO; /* it was longer */
		else
			error = cx_write_all(f->fd, s->chunk.s, (size_t)n);
		at += n > 0 ? (size_t)n : 0;
	}
	if (error)
		fail(s, error, "copy an old file");
	if (f->old >= 0)
		close(f->old); /* was only read */
	f->old = -1;
}

static bool
is_next(struct cx_stage *s, const struct file *f, struct cx_str t)
{
	ssize_t n = pread(f->old, cx_buf_room(&s->chunk, t.len), t.len,
	    (off_t)f->bytes);

	return n >= 0 && (size_t)n == t.len &&
	    memcmp(s->chunk.s, t.s, t.len) == 0;
}

/* Sums up and writes what follows. */
static void
write_next(struct cx_stage *s, struct cx_str t)
{
	struct file *f = &s->files[s->n - 1];
	int error;

	if (s->error.error)
		return;
	cx_blocks_add(&f->blocks, t.s, t.len);
	if (f->fd < 0 && !(f->old >= 0 && is_next(s, f, t)))
		diverge(s, f);
	if (f->fd >= 0 && !s->error.error) {
		error = cx_write_all(f->fd, t.s, t.len);
		if (error)
			fail(s, error, "write");
		else /* the sync of the commit tells errors */
			cx_sync_begin(f->fd, (off_t)f->bytes);
	}
	f->bytes += t.len;
}

static void
write_out(void *stage, struct cx_buf *b)
{
	for (size_t at = 0; at < b->len; at += CHUNK)
		write_next(stage, cx_strn(b->s + at,
		    b->len - at < CHUNK ? b->len - at : CHUNK));
}

void
cx_stage_more(struct cx_stage *s)
{
	if (s->out.len < CHUNK)
		return;
	if (!s->handover)
		s->handover = cx_worker_new(write_out, s);
	cx_worker_submit(s->handover, &s->out);
}

static void
finish_file(struct cx_stage *s)
{
	struct file *f = s->n ? &s->files[s->n - 1] : NULL;
	struct stat st;

	if (!s->open)
		return;
	if (s->handover)
		cx_worker_drain(s->handover);
	write_out(s, &s->out);
	s->out.len = 0;
	if (f->fd < 0 && (f->old < 0 || fstat(f->old, &st) != 0 ||
			     (uint64_t)st.st_size != f->bytes))
		diverge(s, f); /* the old one is longer, or this is empty */
	cx_blocks_end(&f->blocks);
	cx_blocks_digest(&f->blocks, f->digest);
	s->open = false;
}

struct cx_buf *
cx_stage_file(struct cx_stage *s, const char *name)
{
	struct file f = {.fd = -1, .old = -1};
	struct stat st;

	finish_file(s);
	f.name = cx_strdup(name);
	if (s->old >= 0)
		f.old = openat(s->old, name,
		    O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	if (f.old >= 0 && (fstat(f.old, &st) != 0 || !S_ISREG(st.st_mode))) {
		close(f.old);
		f.old = -1;
	}
	*CX_NEXT(s->files, s->n, s->cap) = f;
	s->open = true;
	return &s->out;
}

int
cx_stage_old(const struct cx_stage *s)
{
	return s->old;
}

void
cx_stage_keep(struct cx_stage *s, const char *name, uint64_t bytes,
    struct cx_str digest)
{
	struct file *f;

	(void)cx_stage_file(s, name);
	f = &s->files[s->n - 1];
	f->bytes = bytes;
	if (f->old < 0 || !cx_gen_is_id(digest)) {
		fail(s, f->old < 0 ? ENOENT : EINVAL, "keep an old file");
		return;
	}
	memcpy(f->digest, digest.s, digest.len);
	f->digest[digest.len] = '\0';
	s->open = false;
}

/* --- what is in it --- */

static int
by_name(const void *a, const void *b)
{
	return strcmp(((const struct file *)a)->name,
	    ((const struct file *)b)->name);
}

/* A copy of the n files that are finished, by name. */
static struct file *
finished(const struct cx_stage *s, size_t *n)
{
	struct file *files;

	*n = s->n - s->open;
	files = cx_malloc(cx_mul(*n + 1, sizeof *files));
	if (*n) {
		memcpy(files, s->files, *n * sizeof *files);
		qsort(files, *n, sizeof *files, by_name);
	}
	return files;
}

void
cx_stage_sums(struct cx_stage *s, const char *prefix)
{
	struct cx_buf name = CX_BUF_INIT, *out;
	struct file *files;
	size_t n;

	cx_buf_fmt(&name, "%s" CX_SUMS, prefix);
	out = cx_stage_file(s, cx_buf_cstr(&name));
	cx_buf_release(&name);
	files = finished(s, &n);
	for (size_t i = 0; i < n; i++) {
		if (!cx_str_starts(cx_str(files[i].name), cx_str(prefix)))
			continue;
		cx_blocks_print(&files[i].blocks, out);
		cx_stage_more(s);
	}
	free(files);
}

void
cx_stage_print(const struct cx_stage *s, struct cx_printer *p)
{
	size_t n;
	CX_AUTO_FREE struct file *files = finished(s, &n);

	cx_print_object(p);
	for (size_t i = 0; i < n; i++) {
		cx_print_kobject(p, files[i].name);
		cx_print_kint(p, "bytes", (int64_t)files[i].bytes);
		cx_print_kstr(p, "digest", cx_str(files[i].digest));
		cx_print_end(p);
	}
	cx_print_end(p);
}

/* The id: the digest of a line NAME BYTES DIGEST a file, by name. */
static void
name_it(struct cx_stage *s, cx_gen_id id)
{
	CX_AUTO_BUF b = CX_BUF_INIT;

	CX_SORT(s->files, s->n, by_name);
	for (size_t i = 0; i < s->n; i++)
		cx_buf_fmt(&b, "%s %llu %s\n", s->files[i].name,
		    (unsigned long long)s->files[i].bytes,
		    s->files[i].digest);
	cx_digest_text(cx_buf_view(&b), id);
}

/* --- the end --- */

/* All files of the stage into its directory, closed; those that are the same
 * as before by a link, where the file system has that. */
static void
complete(struct cx_stage *s)
{
	if (!s->error.error)
		(void)need_directory(s);
	for (size_t i = 0; i < s->n && !s->error.error; i++) {
		struct file *f = &s->files[i];
		int fd;

		if (f->fd < 0 &&
		    linkat(s->old, f->name, s->dir, f->name, 0) != 0)
			diverge(s, f);
		fd = f->fd;
		f->fd = -1;
		if (fd >= 0 && close(fd) != 0 && errno != EINTR)
			fail(s, errno, "close");
	}
}

static void
release(struct cx_stage *s)
{
	cx_worker_free(s->handover);
	for (size_t i = 0; i < s->n; i++) {
		if (s->files[i].fd >= 0)
			close(s->files[i].fd); /* of what is thrown away */
		if (s->files[i].old >= 0)
			close(s->files[i].old);
		free(s->files[i].name);
		cx_blocks_release(&s->files[i].blocks);
	}
	free(s->files);
	if (s->dir >= 0)
		close(s->dir);
	if (s->old >= 0)
		close(s->old);
	if (s->lock >= 0)
		close(s->lock);
	if (s->parent >= 0)
		close(s->parent); /* only read */
	cx_buf_release(&s->temp);
	cx_buf_release(&s->out);
	cx_buf_release(&s->chunk);
	free(s);
}

static void
drop(struct cx_stage *s)
{
	if (!s)
		return;
	if (s->handover)
		cx_worker_drain(s->handover);
	if (s->temp.len)
		(void)cx_remove_dir(s->parent, s->temp.s);
	release(s);
}

struct cx_gen_error
cx_stage_end(struct cx_stage *s, cx_gen_id id)
{
	struct cx_buf to = CX_BUF_INIT;
	struct cx_gen_error result;
	int error;

	finish_file(s);
	name_it(s, id);
	complete(s);
	if (!s->error.error) {
		cx_buf_fmt(&to, CX_STAGED "%s", id);
		error = cx_replace_dir(s->parent, s->temp.s, cx_buf_cstr(&to));
		if (error)
			fail(s, error, "rename the new files' directory");
		else
			s->temp.len = 0;
	}
	cx_buf_release(&to);
	result = s->error;
	drop(s);
	return result;
}

/* Whether the old generation has these files, all of them, and no others. */
static bool
is_old(const struct cx_stage *s, const cx_gen_id id)
{
	return strcmp(s->old_id, id) == 0 && s->dir < 0;
}

struct cx_gen
cx_stage_commit(struct cx_stage *s)
{
	struct cx_gen gen = {.status = CX_GEN_FAILED};
	cx_gen_id id, now = "";

	finish_file(s);
	name_it(s, id);
	s->lock = cx_gen_lock(s->top);
	if (s->lock < 0)
		fail(s, errno, "open it");
	/* Somebody else may have published since we began. */
	if (!is_old(s, id) || !cx_gen_current(s->parent, now) ||
	    strcmp(now, id) != 0)
		complete(s);
	gen.error = s->error;
	if (!gen.error.error)
		gen = cx_gen_commit_dir(s->top, s->parent,
		    s->dir < 0 ? NULL : s->temp.s, id, NULL);
	if (gen.status != CX_GEN_FAILED)
		s->temp.len = 0; /* it has become the generation, or gone */
	drop(s);
	return gen;
}
