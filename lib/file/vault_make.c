/* Directories of a vault, made where they are missing. */
#include "lib/file/vault.h"
#include "lib/file/publish.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

int
cx_vault_make_dir(int vault_fd, struct cx_str dir)
{
	int fd = openat(vault_fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	struct cx_buf part = CX_BUF_INIT;
	struct cx_str name;

	while (fd >= 0 && cx_str_split(&dir, '/', &name)) {
		bool made;
		int next = -1, error = 0;

		part.len = 0;
		cx_buf_str(&part, name);
		made = mkdirat(fd, cx_buf_cstr(&part), 0777) == 0;
		if (!made && errno != EEXIST)
			error = errno;
		/* Else a new directory could be gone after a crash. */
		if (made)
			error = cx_sync(fd);
		if (!error) {
			next = cx_vault_open(fd, part.s,
			    O_RDONLY | O_DIRECTORY);
			error = errno;
		}
		close(fd); /* was only looked through */
		fd = next;
		errno = error;
	}
	cx_buf_release(&part);
	return fd;
}
