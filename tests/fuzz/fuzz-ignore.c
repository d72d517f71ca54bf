/* Ignore patterns against paths: lines of patterns, a NUL, a path. */
#include "lib/file/ignore.h"

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct cx_str text = cx_strn((const char *)data, size);
	const char *nul = size ? memchr(data, 0, size) : NULL;
	struct cx_ignore *ig = cx_ignore_new();
	struct cx_str path = CX_STR("a/b/c.md");

	if (nul) {
		text.len = (size_t)(nul - text.s);
		path = cx_strn(nul + 1, size - text.len - 1);
	}
	cx_ignore_defaults(ig);
	cx_ignore_text(ig, text);
	(void)cx_ignore_path(ig, path);
	cx_ignore_free(ig);
	return 0;
}
