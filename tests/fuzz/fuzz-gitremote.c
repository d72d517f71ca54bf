/* Any bytes as git's configuration and as a url. */
#include "lib/file/gitremote.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct cx_str s = cx_strn((const char *)data, size);
	struct cx_buf url = CX_BUF_INIT, id = CX_BUF_INIT;
	size_t line = 0;

	if (cx_git_origin(s, &url, &line) == CX_GIT_DONE) {
		if (url.len == 0)
			abort();
		cx_git_normalise(&id, cx_buf_view(&url));
	} else if (url.len) {
		abort();
	}
	id.len = 0;
	if (cx_git_normalise(&id, s) != (id.len > 0) || id.len > size + 1)
		abort();
	cx_buf_release(&url);
	cx_buf_release(&id);
	return 0;
}
