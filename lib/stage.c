/* Writing a generation. */
#include "lib/gen.h"
#include "lib/gen-impl.h"
#include "lib/lock.h"
#include "lib/publish.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define CHUNK (256 * 1024)

struct file {
	char *name;
	uint64_t bytes;
	cx_gen_id digest;
	int fd;
};

struct cx_stage {
	int parent;
	struct cx_buf temp; /* name of the directory, while it is one */
	int dir;
	struct file *files;
	size_t n, cap;
	struct cx_buf out;
	struct cx_digest digest;
	bool open; /* the last of files is being written */
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

	for (;;) {
		cx_temp_name(&s->temp);
		if (mkdirat(s->parent, s->temp.s, 0777) != 0) {
			if (errno == EEXIST || errno == EINTR)
				continue;
			s->temp.len = 0;
			return errno;
		}
		s->dir = openat(s->parent, s->temp.s,
		    O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
		if (s->dir < 0 && errno == ENOENT)
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

struct cx_stage *
cx_stage_new(int dirfd)
{
	struct cx_stage *s = cx_calloc(1, sizeof *s);
	int error;

	s->parent = dirfd;
	s->dir = -1;
	cx_temp_clean(dirfd);
	error = make_directory(s);
	if (error)
		fail(s, error, "make a directory for the new files");
	return s;
}

static void
flush(struct cx_stage *s)
{
	struct file *f = &s->files[s->n - 1];
	int error;

	if (s->out.len == 0)
		return;
	if (!s->error.error) {
		cx_digest_add(&s->digest, s->out.s, s->out.len);
		error = cx_write_all(f->fd, s->out.s, s->out.len);
		if (error)
			fail(s, error, "write");
#ifdef SYNC_FILE_RANGE_WRITE
		/* Lets the disk begin; the sync of the commit tells errors. */
		else
			(void)sync_file_range(f->fd, (off_t)f->bytes, 0,
			    SYNC_FILE_RANGE_WRITE);
#endif
		f->bytes += s->out.len;
	}
	s->out.len = 0;
}

void
cx_stage_more(struct cx_stage *s)
{
	if (s->out.len >= CHUNK)
		flush(s);
}

static void
finish_file(struct cx_stage *s)
{
	if (!s->open)
		return;
	flush(s);
	cx_digest_hex(&s->digest, s->files[s->n - 1].digest);
	s->open = false;
}

struct cx_buf *
cx_stage_file(struct cx_stage *s, const char *name)
{
	struct file f = {.fd = -1};

	finish_file(s);
	f.name = cx_strdup(name);
	if (!s->error.error) {
		f.fd = openat(s->dir, name,
		    O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
		    0666);
		if (f.fd < 0)
			fail(s, errno, "make a file");
	}
	CX_GROW(s->files, s->n, s->cap);
	s->files[s->n++] = f;
	cx_digest_init(&s->digest);
	s->open = true;
	return &s->out;
}

static int
by_name(const void *a, const void *b)
{
	return strcmp(((const struct file *)a)->name,
	    ((const struct file *)b)->name);
}

void
cx_stage_print(struct cx_stage *s, struct cx_printer *p)
{
	finish_file(s);
	qsort(s->files, s->n, sizeof *s->files, by_name);
	cx_print_object(p);
	for (size_t i = 0; i < s->n; i++) {
		cx_print_key(p, s->files[i].name);
		cx_print_object(p);
		cx_print_kint(p, "bytes", (int64_t)s->files[i].bytes);
		cx_print_kstr(p, "digest", cx_str(s->files[i].digest));
		cx_print_end(p);
	}
	cx_print_end(p);
}

/* The id: the digest of a line NAME BYTES DIGEST a file, by name. */
static void
name_stage(struct cx_stage *s, cx_gen_id id)
{
	struct cx_buf b = CX_BUF_INIT;
	struct cx_digest d;

	qsort(s->files, s->n, sizeof *s->files, by_name);
	cx_digest_init(&d);
	for (size_t i = 0; i < s->n; i++) {
		b.len = 0;
		cx_buf_fmt(&b, "%s %llu %s\n", s->files[i].name,
		    (unsigned long long)s->files[i].bytes,
		    s->files[i].digest);
		cx_digest_add(&d, b.s, b.len);
	}
	cx_digest_hex(&d, id);
	cx_buf_release(&b);
}

static void
release(struct cx_stage *s)
{
	for (size_t i = 0; i < s->n; i++) {
		if (s->files[i].fd >= 0)
			close(s->files[i].fd); /* of what is thrown away */
		free(s->files[i].name);
	}
	free(s->files);
	if (s->dir >= 0)
		close(s->dir);
	cx_buf_release(&s->temp);
	cx_buf_release(&s->out);
	free(s);
}

void
cx_stage_drop(struct cx_stage *s)
{
	if (!s)
		return;
	if (s->temp.len)
		(void)cx_remove_dir(s->parent, s->temp.s);
	release(s);
}

int
cx_replace_dir(int dirfd, const char *from, const char *to)
{
	struct cx_buf aside = CX_BUF_INIT;
	int error;

	if (renameat(dirfd, from, dirfd, to) == 0)
		return 0;
	if (errno != EEXIST && errno != ENOTEMPTY)
		return errno;
#ifdef RENAME_EXCHANGE
	if (renameat2(dirfd, from, dirfd, to, RENAME_EXCHANGE) == 0)
		return cx_remove_dir(dirfd, from);
	if (errno != EINVAL && errno != ENOSYS)
		return errno;
#endif
	cx_temp_name(&aside);
	error = renameat(dirfd, to, dirfd, aside.s) == 0 ? 0 : errno;
	if (!error)
		error = renameat(dirfd, from, dirfd, to) == 0 ? 0 : errno;
	if (!error)
		error = cx_remove_dir(dirfd, aside.s);
	cx_buf_release(&aside);
	return error;
}

static void
close_files(struct cx_stage *s)
{
	for (size_t i = 0; i < s->n && !s->error.error; i++) {
		int fd = s->files[i].fd;

		s->files[i].fd = -1;
		if (close(fd) != 0 && errno != EINTR)
			fail(s, errno, "close");
	}
}

struct cx_gen_error
cx_stage_end(struct cx_stage *s, cx_gen_id id)
{
	struct cx_buf to = CX_BUF_INIT;
	struct cx_gen_error result;
	int error;

	finish_file(s);
	close_files(s);
	if (!s->error.error) {
		name_stage(s, id);
		cx_buf_fmt(&to, CX_STAGED "%s", id);
		error = cx_replace_dir(s->parent, s->temp.s, cx_buf_cstr(&to));
		if (error)
			fail(s, error, "rename the new files' directory");
		else
			s->temp.len = 0;
	}
	cx_buf_release(&to);
	result = s->error;
	cx_stage_drop(s);
	return result;
}
