/* Lines of phrases, an empty line, a text.  What is found stands there: the
 * stretch alone holds a phrase too; and nothing stands before its end. */
#include "lib/text/phrases.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct cx_str rest = cx_strn((const char *)data, size), line, part;
	struct cx_phrases *p = cx_phrases_new();
	struct cx_phrase f, again;

	while (cx_str_split(&rest, '\n', &line) && line.len)
		cx_phrases_add(p, line);
	if (cx_phrases_find(p, rest, &f)) {
		if (f.len == 0 || f.len > rest.len || f.at > rest.len - f.len)
			abort();
		part = cx_strn(rest.s + f.at, f.len);
		if (!cx_phrases_find(p, part, &again) || again.at != 0 ||
		    again.len != f.len)
			abort();
	}
	cx_phrases_free(p);
	return 0;
}
