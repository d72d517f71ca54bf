/*
 * tokens.h: counts the tokens of a text for a language model, at most.
 *
 * The count is the larger of o200k_base and cl100k_base: the text is split by
 * their patterns, and each part merged by their tables, a file in share/cortex
 * that is mapped at the first count; without it the program exits with status
 * 4.  The count is exact except for rare input, for which it is never too low:
 * parts of more than 1,024 bytes without a word boundary count as bytes; bytes
 * that are not UTF-8 count as U+FFFD; U+FEFF and U+0085 count by themselves,
 * and an unassigned code point counts one more.
 *
 * The counts of parts may be added if each part ends with a line or before a
 * blank; the sum is hardly ever too low, but callers that need certainty count
 * the whole.  Linear in the length of the text.
 */
#ifndef CX_TOKENS_H
#define CX_TOKENS_H

#include "lib/base/str.h"

size_t cx_tokens(struct cx_str text);

#endif
