/* Any bytes as a text: findings lie in it, in order, and do not overlap. */
#include "lib/secret/secrets.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	/* The first line is a shape of one's own. */
	struct cx_str rest = cx_strn((const char *)data, size), line;
	struct cx_secret_shape own;
	struct cx_secrets s;
	struct cx_secret f;
	size_t end = 0, n;

	if (!cx_str_split(&rest, '\n', &line))
		return 0;
	n = cx_secret_shape(line, &own);
	s = cx_secrets(rest, &own, n);
	while (cx_secrets_next(&s, &f)) {
		if (f.at < end || f.len == 0 || f.len > rest.len ||
		    f.at > rest.len - f.len || !f.kind)
			abort();
		end = f.at + f.len;
	}
	cx_secrets_release(&s);
	return 0;
}
