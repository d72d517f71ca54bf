/*
 * tokens.h: how many tokens of a language model a text is, at most.
 *
 * No vocabulary is consulted: each run of like characters gets what it costs
 * at most in the tokenizers that cx-pack(1) names, where a table says how
 * far the estimate is above them.  A text without structure of its own, such
 * as base64 or rare letters, counts nearly by the character or the byte; a
 * byte a token is the most that a byte-level tokenizer can take.
 *
 * Texts may be counted in parts and the counts added up.
 */
#ifndef CX_TOKENS_H
#define CX_TOKENS_H

#include "lib/base/str.h"

size_t cx_tokens(struct cx_str text);

/* The same of a part of a text.  Common words of English cost less than
 * those of other languages, if the text is English. */
bool cx_tokens_english(struct cx_str text);
size_t cx_tokens_part(struct cx_str part, bool english);

#endif
