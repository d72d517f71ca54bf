#include "lib/lock.h"
#include "lib/err.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* A second, in steps, before waiting is worth a word. */
#define STEPS 50
#define STEP_NS 20000000

int
cx_flock(int fd, int operation)
{
	int rc;

	do
		rc = flock(fd, operation);
	while (rc != 0 && errno == EINTR);
	return rc == 0 ? 0 : errno;
}

static int
open_lock(int vault_fd)
{
	int dir, fd, error;

	if (mkdirat(vault_fd, ".cortex", 0777) != 0 && errno != EEXIST)
		return -1;
	dir = openat(vault_fd, ".cortex",
	    O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (dir < 0)
		return -1;
	fd = openat(dir, "lock",
	    O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666);
	error = errno;
	close(dir); /* only read */
	errno = error;
	return fd;
}

int
cx_lock(int vault_fd)
{
	const struct timespec step = {0, STEP_NS};
	int fd = open_lock(vault_fd), error = 0;

	if (fd < 0)
		return -1;
	for (int i = 0; i < STEPS; i++) {
		error = cx_flock(fd, LOCK_EX | LOCK_NB);
		if (error != EWOULDBLOCK)
			break;
		nanosleep(&step, NULL);
	}
	if (error == EWOULDBLOCK) {
		if (isatty(STDERR_FILENO))
			cx_note(".cortex/lock: waiting for another program "
				"that writes to this vault");
		error = cx_flock(fd, LOCK_EX);
	}
	if (error) {
		close(fd);
		errno = error;
		return -1;
	}
	return fd;
}

void
cx_unlock(int lock)
{
	close(lock); /* nothing was written */
}
