/* Finds the directory of the program: by the kernel's link to it or, without
 * /proc, by the name it was started with. */
#include "lib/base/self.h"
#include "lib/base/mem.h"

#include <limits.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <unistd.h>

bool
cx_self_dir(struct cx_buf *b)
{
	char link[PATH_MAX];
	ssize_t n = readlink("/proc/self/exe", link, sizeof link);
	struct cx_str path = cx_strn(link, n > 0 ? (size_t)n : 0);
	CX_AUTO_FREE char *named = NULL;
	const char *name;

	if (n < 0) {
		name = (const char *)getauxval(AT_EXECFN);
		named = name && strchr(name, '/') ? realpath(name, NULL) : NULL;
		path = cx_str(named ? named : "");
	}
	path.len -= cx_last_part(path).len;
	cx_buf_str(b, path);
	return path.len > 0;
}
