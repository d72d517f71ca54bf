/* Writing a generation. */
#include "lib/gen.h"
#include "lib/gen-impl.h"
#include "lib/lock.h"
#include "lib/publish.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define CHUNK (256 * 1024)

/*
 * Digesting and writing take about as long as making the text, so a thread
 * does that, from the first full chunk on: a small set has no thread.  There
 * are two buffers, out, which the caller fills, and busy, which the thread
 * has while `given` is set.  The caller touches the fields of the last group
 * only while it is not.
 */

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
	bool open; /* the last of files is being written */
	bool threaded, alone;
	pthread_t thread;
	pthread_mutex_t mutex;
	pthread_cond_t change;
	bool given;
	bool over;

	struct cx_buf busy;
	struct cx_digest digest;
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
	pthread_mutex_init(&s->mutex, NULL);
	pthread_cond_init(&s->change, NULL);
	cx_temp_clean(dirfd);
	error = make_directory(s);
	if (error)
		fail(s, error, "make a directory for the new files");
	return s;
}

/* Digests and writes what is in b. */
static void
write_out(struct cx_stage *s, struct cx_buf *b)
{
	struct file *f = &s->files[s->n - 1];
	int error;

	if (!s->error.error && b->len) {
		cx_digest_add(&s->digest, b->s, b->len);
		error = cx_write_all(f->fd, b->s, b->len);
		if (error)
			fail(s, error, "write");
#ifdef SYNC_FILE_RANGE_WRITE
		/* Lets the disk begin; the sync of the commit tells errors. */
		else
			(void)sync_file_range(f->fd, (off_t)f->bytes, 0,
			    SYNC_FILE_RANGE_WRITE);
#endif
		f->bytes += b->len;
	}
	b->len = 0;
}

static void *
writer(void *arg)
{
	struct cx_stage *s = arg;

	pthread_mutex_lock(&s->mutex);
	for (;;) {
		while (!s->given && !s->over)
			pthread_cond_wait(&s->change, &s->mutex);
		if (!s->given)
			break;
		pthread_mutex_unlock(&s->mutex);
		write_out(s, &s->busy);
		pthread_mutex_lock(&s->mutex);
		s->given = false;
		pthread_cond_signal(&s->change);
	}
	pthread_mutex_unlock(&s->mutex);
	return NULL;
}

/* Waits until the thread has nothing to do. */
static void
settle(struct cx_stage *s)
{
	if (!s->threaded)
		return;
	pthread_mutex_lock(&s->mutex);
	while (s->given)
		pthread_cond_wait(&s->change, &s->mutex);
	pthread_mutex_unlock(&s->mutex);
}

/* Where no thread can be had, the caller writes. */
static void
start_thread(struct cx_stage *s)
{
	sigset_t all, old;

	if (s->threaded || s->alone)
		return;
	/* Signals are for the thread that the program knows. */
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	s->threaded = pthread_create(&s->thread, NULL, writer, s) == 0;
	s->alone = !s->threaded;
	pthread_sigmask(SIG_SETMASK, &old, NULL);
}

static void
end_thread(struct cx_stage *s)
{
	if (!s->threaded)
		return;
	settle(s);
	pthread_mutex_lock(&s->mutex);
	s->over = true;
	pthread_cond_signal(&s->change);
	pthread_mutex_unlock(&s->mutex);
	pthread_join(s->thread, NULL);
	s->threaded = false;
	s->over = false;
}

void
cx_stage_more(struct cx_stage *s)
{
	struct cx_buf full;

	if (s->out.len < CHUNK)
		return;
	start_thread(s);
	if (!s->threaded) {
		write_out(s, &s->out);
		return;
	}
	settle(s);
	full = s->out;
	s->out = s->busy;
	s->busy = full;
	pthread_mutex_lock(&s->mutex);
	s->given = true;
	pthread_cond_signal(&s->change);
	pthread_mutex_unlock(&s->mutex);
}

static void
finish_file(struct cx_stage *s)
{
	if (!s->open)
		return;
	settle(s);
	write_out(s, &s->out);
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
cx_stage_print(const struct cx_stage *s, struct cx_printer *p)
{
	size_t n = s->n - s->open;
	struct file *files = cx_malloc(cx_mul(n + 1, sizeof *files));

	memcpy(files, s->files, n * sizeof *files);
	qsort(files, n, sizeof *files, by_name);
	cx_print_object(p);
	for (size_t i = 0; i < n; i++) {
		cx_print_key(p, files[i].name);
		cx_print_object(p);
		cx_print_kint(p, "bytes", (int64_t)files[i].bytes);
		cx_print_kstr(p, "digest", cx_str(files[i].digest));
		cx_print_end(p);
	}
	cx_print_end(p);
	free(files);
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
	cx_buf_release(&s->busy);
	pthread_mutex_destroy(&s->mutex);
	pthread_cond_destroy(&s->change);
	free(s);
}

void
cx_stage_drop(struct cx_stage *s)
{
	if (!s)
		return;
	end_thread(s);
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
	end_thread(s);
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
