/*
 * quote.h: checks for quoting text of a note in output that a model reads.
 *
 * There, some text could be taken for something else: a < that may begin a tag
 * or a marker, and characters that are invisible or reorder others (Unicode
 * TR36, 3.5 and TR39; tag characters, U+E0000 to U+E007F, encode invisible
 * ASCII).
 */
#ifndef CX_QUOTE_H
#define CX_QUOTE_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/base/str.h"

/* Whether the < before s may begin a tag or a marker. */
bool cx_opens_tag(struct cx_str s);
bool cx_is_hidden(uint32_t cp);

#endif
