/* Any bytes as a url. */
#include "lib/file/git.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct cx_str s = cx_strn((const char *)data, size);
	struct cx_buf id = CX_BUF_INIT;

	if (cx_git_normalise(&id, s) != (id.len > 0) || id.len > size + 1)
		abort();
	cx_buf_release(&id);
	return 0;
}
