#include "lib/index/searchset.h"

void
cx_search_escape(struct cx_buf *out, struct cx_str s)
{
	static const char digits[] = "0123456789ABCDEF";
	/* In runs: nearly all bytes are as they are. */
	size_t from = 0;

	if (s.len == 0)
		cx_buf_char(out, '%');
	for (size_t i = 0; i < s.len; i++) {
		unsigned char c = (unsigned char)s.s[i];

		if (c > 0x20 && c != 0x7F && c != '%')
			continue;
		cx_buf_add(out, s.s + from, i - from);
		cx_buf_char(out, '%');
		cx_buf_char(out, digits[c >> 4]);
		cx_buf_char(out, digits[c & 15]);
		from = i + 1;
	}
	cx_buf_add(out, s.s + from, s.len - from);
}
