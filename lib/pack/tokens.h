/*
 * tokens.h: how many tokens of a language model a text is, at most.
 *
 * The larger of the counts by o200k_base and by cl100k_base: the text is cut
 * as their patterns cut it, and each part merged by their tables, a file in
 * share/cortex that is mapped when the first text is counted; without it the
 * program ends with status 4.  The count is exact but for what is rare in a
 * text, of which it is never too low: parts of more than 1,024 bytes without a
 * word boundary count as bytes; bytes that are not UTF-8 count as U+FFFD,
 * U+FEFF and U+0085 by themselves, and a code point that Unicode does not
 * know, one more.
 *
 * Texts may be counted in parts and the counts added up, if each ends with a
 * line or before a blank; the sum is then hardly ever too low, and who must
 * know counts the whole.  Linear in the length of the text.
 */
#ifndef CX_TOKENS_H
#define CX_TOKENS_H

#include "lib/base/str.h"

size_t cx_tokens(struct cx_str text);

#endif
