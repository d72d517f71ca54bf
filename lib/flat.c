#include "lib/flat.h"
#include "lib/gen-impl.h"
#include "lib/publish.h"
#include "lib/vault.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

/* The first of the results that is bad, as an error. */
static struct cx_gen_error
first_error(const struct cx_bulk *b)
{
	for (size_t i = 0; i < cx_bulk_count(b); i++) {
		struct cx_pub pub = cx_bulk_result(b, i);

		switch (pub.status) {
		case CX_PUB_DONE:
		case CX_PUB_SAME:
			break;
		case CX_PUB_FAILED:
			/* Not the ones that fell with another. */
			if (pub.error != ECANCELED)
				return (struct cx_gen_error){pub.error,
				    pub.step};
			break;
		case CX_PUB_LINKED:
			return (struct cx_gen_error){EMLINK,
			    "replace a file that has hard links"};
		case CX_PUB_KIND:
		case CX_PUB_STALE:
			return (struct cx_gen_error){EEXIST,
			    "replace what is no regular file"};
		}
	}
	return (struct cx_gen_error){0, NULL};
}

/* With the lock held. */
static struct cx_gen
publish(int dirfd, const struct cx_flat *files, size_t n)
{
	struct cx_gen gen = {.status = CX_GEN_SAME};
	struct cx_bulk *b = cx_bulk_new();
	struct cx_pub pub;

	for (size_t i = 0; i < n; i++) {
		pub = cx_bulk_add(b, dirfd, files[i].name,
		    cx_buf_view(&files[i].text), NULL);
		if (pub.status == CX_PUB_DONE)
			gen.status = CX_GEN_DONE;
	}
	/* One that is refused is as bad as one that fails: none is written. */
	gen.error = first_error(b);
	if (gen.error.error)
		cx_bulk_drop(b);
	else if (cx_bulk_commit(b) > 0)
		gen.error = first_error(b);
	if (gen.error.error)
		gen.status = CX_GEN_FAILED;
	cx_bulk_free(b);
	return gen;
}

static struct cx_gen
cannot_open(int error)
{
	return (struct cx_gen){.status = CX_GEN_FAILED,
	    .error = {error, "open it"}};
}

struct cx_gen
cx_flat_publish(int dirfd, const struct cx_flat *files, size_t n)
{
	int lock = cx_gen_lock(dirfd);
	struct cx_gen gen;

	if (lock < 0)
		return cannot_open(errno);
	gen = publish(dirfd, files, n);
	close(lock); /* only read */
	return gen;
}

struct cx_gen_error
cx_flat_stage(int dirfd, const struct cx_flat *files, size_t n, cx_gen_id id)
{
	struct cx_stage *s = cx_stage_new(dirfd);

	for (size_t i = 0; i < n; i++)
		cx_buf_str(cx_stage_file(s, files[i].name),
		    cx_buf_view(&files[i].text));
	return cx_stage_end(s, id);
}

/* Publishes the files of the stage and removes it. */
static struct cx_gen
commit(int dirfd, const char *staged, const char *const *names, size_t n)
{
	struct cx_flat *files = cx_calloc(n, sizeof *files);
	struct cx_gen gen = {.status = CX_GEN_FAILED};
	struct timespec since = cx_changed(dirfd, staged);
	int error = 0, dir = openat(dirfd, staged,
	    O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);

	if (dir < 0)
		error = errno;
	for (size_t i = 0; i < n && !error; i++) {
		files[i].name = names[i];
		error = cx_read_file(dir, names[i], &files[i].text,
		    SIZE_MAX / 4, NULL);
	}
	if (error)
		gen.error = (struct cx_gen_error){error, "read a staged file"};
	else
		gen = publish(dirfd, files, n);
	if (gen.status != CX_GEN_FAILED) {
		cx_remove_aside(dirfd, staged);
		cx_gen_remove_stages(dirfd, since);
	}
	if (dir >= 0)
		close(dir);
	for (size_t i = 0; i < n; i++)
		cx_buf_release(&files[i].text);
	free(files);
	return gen;
}

/* Then a stage that has gone was passed by a commit of a later one. */
static bool
all_there(int dirfd, const char *const *names, size_t n)
{
	struct stat st;

	for (size_t i = 0; i < n; i++)
		if (fstatat(dirfd, names[i], &st, AT_SYMLINK_NOFOLLOW) != 0)
			return false;
	return true;
}

struct cx_gen
cx_flat_commit(int dirfd, const char *const *names, size_t n, const char *id)
{
	struct cx_gen gen = {.status = CX_GEN_NONE};
	struct cx_buf staged = CX_BUF_INIT;
	int lock;

	if (id && !cx_gen_is_id(cx_str(id)))
		return gen;
	lock = cx_gen_lock(dirfd);
	if (lock < 0)
		return cannot_open(errno);
	gen.status = CX_GEN_DONE;
	if (id)
		memcpy(gen.id, id, sizeof gen.id);
	else
		gen.status = cx_gen_choose(dirfd, gen.id, &gen.error);
	if (gen.status == CX_GEN_DONE) {
		cx_gen_id chosen;
		struct stat st;

		memcpy(chosen, gen.id, sizeof chosen);
		cx_buf_fmt(&staged, CX_STAGED "%s", chosen);
		if (fstatat(dirfd, cx_buf_cstr(&staged), &st,
			AT_SYMLINK_NOFOLLOW) != 0)
			gen.status = all_there(dirfd, names, n)
			    ? CX_GEN_PASSED
			    : CX_GEN_NONE;
		else
			gen = commit(dirfd, staged.s, names, n);
		memcpy(gen.id, chosen, sizeof gen.id);
	}
	cx_buf_release(&staged);
	close(lock); /* only read */
	return gen;
}
