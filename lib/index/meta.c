/* The checksum at the end of meta.json. */
#include "lib/base/checksum.h"
#include "lib/index/gen.h"

#include <inttypes.h>
#include <stdio.h>

/* ,"check":"0123456789abcdef"} and the line end. */
#define SEAL_LEN 29

static void
seal(char out[SEAL_LEN + 1], struct cx_str before)
{
	snprintf(out, SEAL_LEN + 1, ",\"check\":\"%016" PRIx64 "\"}\n",
	    cx_checksum(before.s, before.len));
}

void
cx_meta_seal(struct cx_printer *p)
{
	char text[SEAL_LEN + 1];

	seal(text, cx_buf_view(p->out));
	cx_buf_puts(p->out, text);
}

bool
cx_meta_whole(struct cx_str text)
{
	char expected[SEAL_LEN + 1];

	if (text.len < SEAL_LEN)
		return false;
	text.len -= SEAL_LEN;
	seal(expected, text);
	return memcmp(text.s + text.len, expected, SEAL_LEN) == 0;
}
