/* Finds the directory of the program: by the word of the kernel or, without it,
 * by the name it was started with. */
#include "lib/base/self.h"
#include "lib/base/mem.h"
#include "lib/base/platform.h"

#include <stdlib.h>
#include <unistd.h>

static const char *started_as;

void
cx_self_named(const char *argv0)
{
	started_as = argv0;
}

/* As the shell has found it. */
static char *
find_named(void)
{
	struct cx_str path = cx_str(getenv("PATH") ? getenv("PATH") : ""), dir;
	CX_AUTO_BUF file = CX_BUF_INIT;

	if (!started_as || strchr(started_as, '/'))
		return started_as ? realpath(started_as, NULL) : NULL;
	while (cx_str_split(&path, ':', &dir)) {
		file.len = 0;
		cx_buf_str(&file, dir.len ? dir : CX_STR("."));
		cx_buf_fmt(&file, "/%s", started_as);
		if (access(cx_buf_cstr(&file), X_OK) == 0)
			return realpath(file.s, NULL);
	}
	return NULL;
}

bool
cx_self_dir(struct cx_buf *b)
{
	CX_AUTO_FREE char *named = NULL;
	CX_AUTO_BUF link = CX_BUF_INIT;
	struct cx_str path;

	if (!cx_path_self(&link) && (named = find_named()))
		cx_buf_puts(&link, named);
	path = cx_buf_view(&link);
	cx_buf_add(b, path.s, path.len - cx_last_part(path).len);
	return path.len > 0;
}
