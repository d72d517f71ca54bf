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

/* Markdown links and definitions: in the order of their ends. */
static void
fuzz_markdown(struct cx_str text)
{
	struct cx_md m;
	struct cx_md_item it;
	struct cx_md_defs defs = {0};
	struct cx_buf path = CX_BUF_INIT, put = CX_BUF_INIT;
	size_t at = 0;

	cx_md_defs_find(&defs, text);
	cx_md_init(&m, text, CX_MD_LINK | CX_MD_REF | CX_MD_INLINE |
	    CX_MD_DEF | CX_MD_HTML);
	m.defs = &defs;
	while (cx_md_next(&m, &it)) {
		struct cx_str dest = cx_md_item_target(&m, &it);
		size_t n = cx_md_dest_len(dest);

		need(it.start < it.end && it.end <= text.len && it.end > at);
		need(it.target <= it.after && it.after <= text.len);
		at = it.end;
		path.len = put.len = 0;
		need(n <= dest.len);
		if (!(it.kind & (CX_MD_INLINE | CX_MD_DEF | CX_MD_HTML)) ||
		    !cx_md_dest(dest, &path, &put) || !path.len)
			continue;
		put.len = 0;
		cx_md_dest_put(&put, cx_buf_view(&path), cx_strn(dest.s, n),
		    it.angle);
	}
	cx_md_defs_release(&defs);
	cx_buf_release(&path);
	cx_buf_release(&put);
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
	fuzz_markdown(cx_strn((const char *)data, size));
	return 0;
}
