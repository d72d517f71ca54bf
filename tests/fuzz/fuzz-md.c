/* Any bytes through the Markdown scanner: spans in order, in bounds. */
#include <stdint.h>
#include <stdlib.h>

#include "lib/markdown/md.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
need(int holds)
{
	if (!holds)
		abort();
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const unsigned want[] = {
	    CX_MD_LINK | CX_MD_TAG | CX_MD_REF,
	    CX_MD_LINK | CX_MD_TAG | CX_MD_REF | CX_MD_CODE | CX_MD_COMMENT |
		CX_MD_TEXT,
	};
	struct cx_md m;
	struct cx_md_item it;
	size_t i, at, links[2] = {0, 0};

	for (i = 0; i < 2; i++) {
		at = 0;
		cx_md_init(&m, cx_strn((const char *)data, size), want[i]);
		while (cx_md_next(&m, &it)) {
			need(it.kind & want[i]);
			need(it.start < it.end && it.end <= size);
			/* all kinds together leave no gap */
			need(i == 0 ? it.start >= at : it.start == at);
			need(it.target <= it.after && it.after <= it.end);
			links[i] += it.kind == CX_MD_LINK;
			at = it.end;
		}
		need(i == 0 || at == size);
	}
	need(links[0] == links[1]);
	return 0;
}
