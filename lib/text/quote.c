#include "lib/text/quote.h"

#include <string.h>

bool
cx_opens_tag(struct cx_str s)
{
	return s.len && (cx_is_alpha(s.s[0]) || (unsigned char)s.s[0] >= 0x80 ||
	    memchr("/!?|:_<", s.s[0], 7));
}

bool
cx_is_hidden(uint32_t cp)
{
	return cp < 0x20 || (cp >= 0x7f && cp < 0xa0) || cp == 0xad ||
	    cp == 0x61c || cp == 0x180e || cp == 0x200b || cp == 0x200e ||
	    cp == 0x200f || (cp >= 0x2028 && cp <= 0x202e) ||
	    (cp >= 0x2060 && cp <= 0x206f) || cp == 0xfeff ||
	    (cp >= 0xfff9 && cp <= 0xfffb) || (cp >= 0xe0000 && cp <= 0xe0fff);
}
