/*
 * quote.h: a text of a note among lines of ours, which a model reads.
 *
 * What may be taken for something else there: a < that may begin a tag or a
 * marker, and characters that nobody sees or that turn others about (Unicode
 * TR36, 3.5 and TR39; tag characters, U+E0000 to U+E007F, spell ASCII that is
 * not shown).
 */
#ifndef CX_QUOTE_H
#define CX_QUOTE_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/base/str.h"

/* Whether a tag or a marker may begin with the < before s. */
bool cx_opens_tag(struct cx_str s);
bool cx_is_hidden(uint32_t cp);

#endif
