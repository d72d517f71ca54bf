/* Reading generations. */
#include "lib/index/gen.h"
#include "lib/index/gen-impl.h"

#include <errno.h>
#include <fcntl.h>
#include <time.h>
#include <unistd.h>

/* A reader that finds the generation gone looks again this often, the later
 * times after 1 ms: a commit without exchange has a moment without one. */
#define TRIES 100
#define TRY_NS 1000000

bool
cx_gen_is_id(struct cx_str s)
{
	if (s.len != CX_DIGEST_HEX)
		return false;
	for (size_t i = 0; i < s.len; i++)
		if (!strchr("0123456789abcdef", s.s[i]) || !s.s[i])
			return false;
	return true;
}

bool
cx_gen_has_id(const char *name, const char *prefix)
{
	struct cx_str s = cx_str(name), p = cx_str(prefix);

	return cx_str_starts(s, p) && cx_gen_is_id(cx_str_from(s, p.len));
}

bool
cx_gen_link(int dirfd, const char *name, char *to, size_t size)
{
	ssize_t n = readlinkat(dirfd, name, to, size);

	if (n < 0 || (size_t)n >= size)
		return false;
	to[n] = '\0';
	return true;
}

bool
cx_gen_leads(int dirfd, const char *name)
{
	const struct cx_str in = CX_STR(CX_CURRENT "/");
	char to[512];

	errno = 0;
	if (cx_gen_link(dirfd, name, to, sizeof to) &&
	    cx_str_starts(cx_str(to), in) &&
	    strcmp(to + in.len, name) == 0)
		return true;
	errno = errno == ENOENT ? ENOENT : EEXIST;
	return false;
}

bool
cx_gen_current(int dirfd, cx_gen_id id)
{
	char to[sizeof CX_GENERATION + CX_DIGEST_HEX];

	if (!cx_gen_link(dirfd, CX_CURRENT, to, sizeof to) ||
	    !cx_gen_has_id(to, CX_GENERATION))
		return false;
	memcpy(id, to + strlen(CX_GENERATION), CX_DIGEST_HEX + 1);
	return true;
}

int
cx_gen_open(int dirfd, char *id)
{
	const struct timespec step = {0, TRY_NS};
	char name[sizeof CX_GENERATION + CX_DIGEST_HEX] = CX_GENERATION;
	char *now = name + sizeof CX_GENERATION - 1;
	int fd;

	for (int i = 0; i < TRIES; i++) {
		if (i > 1)
			nanosleep(&step, NULL);
		if (!cx_gen_current(dirfd, now))
			break;
		fd = openat(dirfd, name,
		    O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
		if (fd >= 0 && id)
			memcpy(id, now, CX_DIGEST_HEX + 1);
		if (fd >= 0 || errno != ENOENT)
			return fd;
	}
	errno = ENOENT;
	return -1;
}

/* Opens the files in gen; how many, with errno if not all. */
static size_t
open_files(int gen, const char *const *names, size_t n, int *fds)
{
	size_t i;

	for (i = 0; i < n; i++) {
		fds[i] = openat(gen, names[i],
		    O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
		if (fds[i] < 0)
			break;
	}
	return i;
}

int
cx_gen_files(int dirfd, const char *const *names, size_t n, int *fds,
    const char **missing)
{
	cx_gen_id id, before = "";
	size_t opened;
	int gen, error;

	for (;;) {
		if (missing)
			*missing = NULL;
		gen = cx_gen_open(dirfd, id);
		if (gen < 0)
			return -1;
		opened = open_files(gen, names, n, fds);
		if (opened == n)
			return gen;
		error = errno;
		if (missing)
			*missing = names[opened];
		while (opened > 0)
			close(fds[--opened]);
		close(gen);
		/* Gone with its generation, or out of a valid one? */
		if (error != ENOENT || strcmp(id, before) == 0)
			break;
		memcpy(before, id, sizeof id);
	}
	errno = error;
	return -1;
}
